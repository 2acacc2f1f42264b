"""The cases about tables, lists and things told item for item are what their README says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from claimgraph.ingest.text.table_rows import tables

DATA = Path(__file__).resolve().parents[2] / "benchmarks" / "data"
TRAINING = DATA.parents[1] / "training" / "data"
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


LAID_OUT = [json.loads(line) for line in (DATA / "laid_out_held_out.jsonl").read_text(encoding="utf-8").splitlines()]


def test_of_every_document_that_is_laid_out_a_right_claim_has_a_wrong_twin() -> None:
    assert all(list(row) == FIELDS and all(row.values()) for row in LAID_OUT)
    assert len({row["id"] for row in LAID_OUT}) == len(LAID_OUT) == 676
    labels: dict[str, Counter[str]] = {}
    for row in LAID_OUT:
        labels.setdefault(row["document"], Counter())[row["label"]] += 1
    assert len(labels) == 270
    assert all(found["SUPPORTED"] == found["CONTRADICTED"] == 1 for found in labels.values())


def test_no_document_that_is_measured_trains_a_model() -> None:
    trained = [
        json.loads(line)["premise"].strip()
        for lang in ("en", "zh")
        for line in (TRAINING / f"laid_out_{lang}.jsonl").read_text(encoding="utf-8").splitlines()
    ]

    assert not {row["document"] for row in LAID_OUT} & set(trained)
