"""The pairs on how strongly and which way round something is said are what their README says."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from premise_pairs import FIELDS, LABELS, SENTENCE_END, PremisePair, read_pairs, read_rows, separation, terms

DATA = Path(__file__).resolve().parents[2] / "benchmarks" / "data"
HALVES = {half: DATA / f"strength_{half}.jsonl" for half in ("dev", "held_out")}
LANGS = ("en", "zh")
KINDS = (
    "quantifier",
    "frequency",
    "obligation",
    "certainty",
    "causation",
    "antonym",
    "comparative",
    "superlative",
    "exclusivity",
    "completion",
    "disputed",
)

each_half = pytest.mark.parametrize("half", HALVES)


def sentences(pairs: list[PremisePair]) -> set[str]:
    texts = [text for pair in pairs for text in (pair.premise, pair.hypothesis)]
    return {sentence.strip() for text in texts for sentence in SENTENCE_END.split(text)} - {""}


@each_half
def test_every_line_has_the_six_fields_as_text_and_no_other(half: str) -> None:
    for row in read_rows(HALVES[half]):
        assert list(row) == FIELDS, row.get("id")
        for name, value in row.items():
            assert isinstance(value, str), (row["id"], name)
            assert value, (row["id"], name)
            assert value == value.strip(), (row["id"], name)


@each_half
def test_each_language_has_eight_pairs_of_each_kind_numbered_in_their_ids(half: str) -> None:
    ids = [pair.id for pair in read_pairs(HALVES[half])]

    assert ids == [
        f"strength-{half}-{lang}-{kind}-{number:02}" for lang in LANGS for kind in KINDS for number in range(1, 9)
    ]


@each_half
def test_the_id_says_language_and_kind_and_both_texts_are_in_that_language(half: str) -> None:
    for pair in read_pairs(HALVES[half]):
        assert pair.id.startswith(f"strength-{half}-{pair.lang}-{pair.kind}-"), pair.id
        for text in (pair.premise, pair.hypothesis):
            assert bool(re.search(r"[\u3400-\u9fff]", text)) == (pair.lang == "zh"), pair.id


@each_half
def test_a_hypothesis_is_one_sentence_and_a_premise_one_to_three(half: str) -> None:
    for pair in read_pairs(HALVES[half]):
        assert len(SENTENCE_END.findall(pair.hypothesis)) == 1, pair.id
        assert 1 <= len(SENTENCE_END.findall(pair.premise)) <= 3, pair.id


@each_half
@pytest.mark.parametrize("lang", LANGS)
def test_three_or_four_pairs_of_each_kind_are_supported(half: str, lang: str) -> None:
    pairs = [pair for pair in read_pairs(HALVES[half]) if pair.lang == lang]
    supported = Counter(pair.kind for pair in pairs if pair.label == "SUPPORTED")

    assert {pair.label for pair in pairs} == LABELS
    assert {kind: supported[kind] for kind in KINDS if supported[kind] not in {3, 4}} == {}


@each_half
@pytest.mark.parametrize("lang", LANGS)
def test_the_other_pairs_of_a_kind_are_of_both_labels_but_what_is_disputed_is_never_contradicted(
    half: str, lang: str
) -> None:
    pairs = [pair for pair in read_pairs(HALVES[half]) if pair.lang == lang]
    for kind in KINDS:
        found = {pair.label for pair in pairs if pair.kind == kind}
        assert found == (LABELS - {"CONTRADICTED"} if kind == "disputed" else LABELS), kind


@each_half
def test_what_is_disputed_and_what_only_looks_so_has_at_least_two_sentences(half: str) -> None:
    for pair in read_pairs(HALVES[half]):
        if pair.kind == "disputed":
            assert len(SENTENCE_END.findall(pair.premise)) >= 2, pair.id


def test_no_id_premise_or_hypothesis_stands_twice_in_a_half_or_in_two() -> None:
    pairs = [pair for path in HALVES.values() for pair in read_pairs(path)]

    for name in ("id", "premise", "hypothesis"):
        values = Counter(getattr(pair, name).casefold() for pair in pairs)
        assert [value for value, times in values.items() if times > 1] == [], name


def test_the_halves_share_no_sentence() -> None:
    dev, held_out = (sentences(read_pairs(path)) for path in HALVES.values())

    assert dev & held_out == set()


@pytest.mark.parametrize("name", ["premise", "hypothesis"])
def test_no_two_premises_and_no_two_hypotheses_share_more_than_half_of_their_words(name: str) -> None:
    pairs = [(pair.id, terms(getattr(pair, name))) for path in HALVES.values() for pair in read_pairs(path)]

    alike = [(one, two) for (one, a), (two, b) in combinations(pairs, 2) if len(a & b) > 0.5 * len(a | b)]

    assert alike == []


@each_half
@pytest.mark.parametrize("langs", [("en",), ("zh",), LANGS], ids="+".join)
@pytest.mark.parametrize("label", sorted(LABELS))
def test_no_threshold_on_word_overlap_separates_a_label_from_the_others(
    half: str, langs: tuple[str, ...], label: str
) -> None:
    pairs = [pair for pair in read_pairs(HALVES[half]) if pair.lang in langs]

    assert separation(pairs, label) < 0.75
