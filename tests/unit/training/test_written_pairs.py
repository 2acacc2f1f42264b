"""The pairs written for this project: whole, unambiguous, and apart by premise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starter_models.written import KINDS, kept_apart, read_written, written_pairs

ITEM = {
    "premise": "The ferry sank.",
    "entailed": ["It went down."],
    "contradicted": ["It floats."],
    "neutral": ["It was old."],
}


def write(folder: Path, *items: object) -> Path:
    (folder / "written_en.jsonl").write_text("\n".join(json.dumps(item) for item in items), encoding="utf-8")
    return folder


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_item_that_ships_has_claims_of_all_kinds(lang: str) -> None:
    items = read_written(lang)
    assert len(items) >= 200
    assert len({item.premise for item in items}) == len(items)


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


def test_what_is_measured_is_not_trained_on() -> None:
    items = read_written("en")
    measured, trained = kept_apart(items, True), kept_apart(items, False)
    assert len(measured) + len(trained) == len(items)
    assert not {item.premise for item in measured} & {item.premise for item in trained}
    assert 0.05 < len(measured) / len(items) < 0.3
