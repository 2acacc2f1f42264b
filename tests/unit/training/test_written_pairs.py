"""The pairs written for this project: whole, unambiguous, and apart by premise."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import mean

import pytest
from starter_models.written import KINDS, Written, kept_apart, read_written, written_pairs

ROOT = Path(__file__).parents[3]
ITEM = {
    "premise": "The ferry sank.",
    "entailed": ["It went down."],
    "contradicted": ["It floats."],
    "neutral": ["It was old."],
}


NAMES = ("written", "reworded", "twinned", "retold", "detailed", "laid_out")


def every(lang: str) -> list[Written]:
    return [item for name in NAMES for item in read_written(lang, name=name)]


def write(folder: Path, *items: object) -> Path:
    (folder / "written_en.jsonl").write_text("\n".join(json.dumps(item) for item in items), encoding="utf-8")
    return folder


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_item_that_ships_has_claims_of_all_kinds(lang: str) -> None:
    items = every(lang)
    assert len(items) >= 2_000
    assert len({item.premise for item in items}) == len(items)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_text_of_a_set_of_our_own_that_is_measured_is_among_them(lang: str) -> None:
    sets = [*ROOT.glob("tests/data/adversarial/*.jsonl"), *ROOT.glob("benchmarks/data/*.jsonl")]
    lines = [json.loads(line) for path in sets for line in path.read_text(encoding="utf-8").splitlines()]
    measured = {value for line in lines for value in line.values() if isinstance(value, str) and len(value) > 20}
    assert len(measured) > 1_000
    for item in every(lang):
        assert not measured & {item.premise, *(claim for claim, _ in item.claims)}


@pytest.mark.parametrize("broken", [{"neutral": []}, {"entailed": ["It floats."]}, {"premise": " "}])
def test_an_item_that_is_not_whole_is_named(tmp_path: Path, broken: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_written("en", write(tmp_path, ITEM, {**ITEM, **broken}))


def test_each_claim_is_a_pair_with_its_premise(tmp_path: Path) -> None:
    pairs = written_pairs(read_written("en", write(tmp_path, ITEM)))
    assert [(pair.hypothesis, pair.target) for pair in pairs] == [
        ("It went down.", KINDS["entailed"]),
        ("It floats.", KINDS["contradicted"]),
        ("It was old.", KINDS["neutral"]),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_measured_is_not_trained_on(name: str) -> None:
    items = read_written("en", name=name)
    measured, trained = kept_apart(items, True), kept_apart(items, False)
    assert len(measured) + len(trained) == len(items)
    assert not {item.premise for item in measured} & {item.premise for item in trained}
    assert 0.05 < len(measured) / len(items) < 0.3


def shared_words(lang: str, claim: str, premise: str) -> float:
    """How much of a claim stands in its premise: words in English, pairs of characters in Chinese."""
    if lang == "en":
        words, others = set(re.findall(r"\w+", claim.lower())), set(re.findall(r"\w+", premise.lower()))
    else:
        words, others = ({text[place : place + 2] for place in range(len(text) - 1)} for text in (claim, premise))
    return len(words & others) / max(1, len(words))


@pytest.mark.parametrize(("lang", "first"), [("en", 1229), ("zh", 1190)])
def test_right_and_wrong_claims_of_the_later_items_share_as_many_words_with_their_premises(
    lang: str, first: int
) -> None:
    later = read_written(lang)[first:]
    shared = {
        kind: mean(
            shared_words(lang, claim, item.premise) for item in later for claim, target in item.claims if target == kind
        )
        for kind in (KINDS["entailed"], KINDS["contradicted"])
    }
    assert len(later) > 1000
    assert abs(shared[KINDS["entailed"]] - shared[KINDS["contradicted"]]) < 0.03
