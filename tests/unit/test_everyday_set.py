"""The cases about everyday texts are what their README says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "benchmarks" / "data"
SIZES = {"dev": 20, "held_out": 12}
KINDS = (
    "paraphrase_values",
    "paraphrase_words",
    "paraphrase_short",
    "number_swap",
    "date_swap",
    "entity_swap",
    "addition",
    "negation_scope",
)
FIELDS = ["id", "lang", "kind", "document", "claim", "label"]

each_half = pytest.mark.parametrize("half", SIZES)


def _rows(half: str) -> list[dict[str, str]]:
    lines = (DATA / f"everyday_{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@each_half
def test_every_line_has_its_fields_as_text_and_an_id_of_its_own(half: str) -> None:
    rows = _rows(half)

    assert all(list(row) == FIELDS and all(isinstance(value, str) and value for value in row.values()) for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)


@each_half
def test_each_kind_has_as_many_cases_of_each_language(half: str) -> None:
    assert Counter((row["lang"], row["kind"]) for row in _rows(half)) == {
        (lang, kind): SIZES[half] for lang in ("en", "zh") for kind in KINDS
    }


@each_half
def test_a_kind_says_which_labels_it_has(half: str) -> None:
    for row in _rows(half):
        if row["kind"].startswith("paraphrase"):
            assert row["label"] == "SUPPORTED", row["id"]
        elif row["kind"] == "addition":
            assert row["label"] == "NOT_ENOUGH_INFO", row["id"]
        elif row["kind"] != "negation_scope":
            assert row["label"] in ("CONTRADICTED", "NOT_ENOUGH_INFO"), row["id"]


def test_the_halves_share_no_document() -> None:
    dev, held_out = ({row["document"] for row in _rows(half)} for half in SIZES)

    assert not dev & held_out
