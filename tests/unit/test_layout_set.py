"""The cases about tables, lists and things told item for item are what their README says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from claimgraph.ingest.text.table_rows import tables

DATA = Path(__file__).resolve().parents[2] / "benchmarks" / "data"
HALVES = ("dev", "held_out")
KINDS = ("table", "row", "respectively", "former_latter", "list")
FIELDS = ["id", "lang", "kind", "document", "claim", "label"]

each_half = pytest.mark.parametrize("half", HALVES)


def _rows(half: str) -> list[dict[str, str]]:
    lines = (DATA / f"layout_{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@each_half
def test_every_line_has_its_fields_as_text_and_an_id_of_its_own(half: str) -> None:
    rows = _rows(half)

    assert all(list(row) == FIELDS and all(isinstance(value, str) and value for value in row.values()) for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)


@each_half
def test_each_kind_has_twelve_cases_of_each_language(half: str) -> None:
    found = Counter((row["lang"], row["kind"]) for row in _rows(half))

    assert found == {(lang, kind): 12 for lang in ("en", "zh") for kind in KINDS}


@each_half
def test_there_are_27_right_claims_in_each_language_and_every_table_is_one(half: str) -> None:
    rows = _rows(half)

    assert Counter((row["lang"], row["label"]) for row in rows) == {
        (lang, label): many
        for lang in ("en", "zh")
        for label, many in (("SUPPORTED", 27), ("CONTRADICTED", 24), ("NOT_ENOUGH_INFO", 9))
    }
    assert all(len(tables(row["document"])) == 1 for row in rows if row["kind"] == "table")


def test_the_halves_share_no_document() -> None:
    dev, held_out = ({row["document"] for row in _rows(half)} for half in HALVES)

    assert not dev & held_out
