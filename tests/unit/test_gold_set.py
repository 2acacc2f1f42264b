"""The gold set of claims and triples is what its users take it to be."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from claimgraph.ingest.text.words import content_words
from claimgraph.platform.errors import InputError
from claimgraph.verify.evaluation import (
    GoldItem,
    StatedClaim,
    TripleForms,
    match_claims,
    match_triples,
    parse_item,
    read_items,
)
from claimgraph.verify.evaluation.wording import negations, numbers_of, term_words

DATA = Path(__file__).resolve().parents[2] / "benchmarks" / "data"
HALVES = {half: read_items(DATA / f"claims_{half}.jsonl") for half in ("dev", "held_out")}
LONG = {half: read_items(DATA / f"claims_{half}.jsonl") for half in ("long_dev", "long_held_out")}
POOL = {"pool": read_items(DATA / "claims_pool.jsonl")}
ITEMS = [item for items in (HALVES | LONG | POOL).values() for item in items]
DOMAINS = {"news", "medicine", "law", "software", "policy"}

each_item = pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)


def test_both_halves_have_the_same_number_of_items_of_each_language_and_domain() -> None:
    for items in (HALVES | LONG).values():
        found = Counter((item.lang, item.domain) for item in items)

        assert found == {(lang, domain): size for lang, size in (("en", 8), ("zh", 4)) for domain in DOMAINS}


def test_the_pool_has_as_many_items_of_each_domain() -> None:
    found = Counter((item.lang, item.domain) for item in POOL["pool"])

    even = {(lang, domain): size for lang, size in (("en", 12), ("zh", 8)) for domain in DOMAINS}
    assert found == even | {("en", "answers"): 51, ("zh", "answers"): 55}


def test_no_text_and_no_claim_stands_twice() -> None:
    assert len({item.id for item in ITEMS}) == len(ITEMS) == 446
    assert len({item.text for item in ITEMS}) == 446
    for item in ITEMS:
        assert len({claim.text for claim in item.claims}) == len(item.claims), item.id
        assert len(set(item.triples)) == len(item.triples), item.id


def test_every_construction_stands_in_both_halves_about_equally_often() -> None:
    dev, held_out = (Counter(name for item in HALVES[half] for name in item.constructions) for half in HALVES)

    assert dev.keys() == held_out.keys()
    for name in dev:
        assert abs(dev[name] - held_out[name]) <= max(2, 0.35 * (dev[name] + held_out[name]) / 2), name


@each_item
def test_claims_keep_the_words_of_their_text(item: GoldItem) -> None:
    there = set(item.text.casefold()) if item.lang == "zh" else _norms(item.text, item.lang)
    for claim in item.claims:
        for wording in claim.wordings:
            added = _norms(wording, item.lang) - there
            assert not added, f"{wording!r} has words that the text has not: {added}"


@each_item
def test_claims_together_hold_all_numbers_and_negations_of_their_text(item: GoldItem) -> None:
    said = " ".join(claim.text for claim in item.claims)

    assert set(numbers_of(item.text)) <= set(numbers_of(said))
    assert bool(negations(item.text)) == bool(negations(said))


@each_item
def test_triples_are_made_of_words_of_their_text(item: GoldItem) -> None:
    # Words of the text in another form ("were" for "was") are in the claims.
    there = term_words(" ".join([item.text, *(claim.text for claim in item.claims)]))
    for triple in item.triples:
        head, _, tail = triple
        assert not set(term_words(head)) - set(there), triple
        assert not set(term_words(tail)) - set(there), triple


@each_item
def test_the_gold_matches_itself_wholly_and_no_claim_passes_for_another(item: GoldItem) -> None:
    stated = [StatedClaim(claim.text, claim.checkable) for claim in item.claims]
    triples = [TripleForms(triple) for triple in item.triples]

    assert match_claims(stated, item.claims, item.lang) == [(index, index) for index in range(len(stated))]
    assert len(match_triples(triples, item.triples, item.lang)) == len(triples)


@each_item
def test_what_cannot_be_checked_has_no_triple(item: GoldItem) -> None:
    assert any(claim.checkable for claim in item.claims) or not item.triples


@each_item
def test_claims_end_like_sentences_and_hold_no_unresolved_pronoun_at_their_head(item: GoldItem) -> None:
    for claim in item.claims:
        assert claim.text[-1] in ".?。？！"
        assert not claim.standalone or not re.match(
            r"(?:It(?! is not known)|He|She|They|Its|Their|它|他|她|其|该)\b", claim.text
        ), claim.text


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a"}\n', encoding="utf-8")

    with pytest.raises(InputError, match=r"Line 1 of cases\.jsonl"):
        read_items(path)


def test_every_line_has_the_parts_that_readme_names() -> None:
    for half in HALVES | LONG | POOL:
        for line in (DATA / f"claims_{half}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert list(row) == ["id", "lang", "domain", "constructions", "text", "claims", "triples"]
            assert parse_item(row).text == row["text"].strip()


def _norms(text: str, lang: str) -> set[str]:
    norms = {word.norm for word in content_words(text, lang)}
    return {character for norm in norms for character in norm} if lang == "zh" else norms
