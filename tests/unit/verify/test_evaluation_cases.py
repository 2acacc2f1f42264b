"""Reading cases: what a row may look like, what is said about bad ones, and which cases a sample has."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.platform.errors import InputError
from claimgraph.verify.evaluation.judging import Case, Label, parse_label, premise_hash, read_cases, sample

FERRY = {"premise": "The ferry was built in 1912.", "hypothesis": "The ferry is old.", "label": "neutral"}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("value", "supported", "verdict"),
    [
        ("entailment", True, Verdict.SUPPORTED),
        ("SUPPORTED", True, Verdict.SUPPORTED),
        ("Supports", True, Verdict.SUPPORTED),
        (True, True, Verdict.SUPPORTED),
        ("true", True, Verdict.SUPPORTED),
        (1, True, Verdict.SUPPORTED),
        (1.0, True, Verdict.SUPPORTED),
        ("contradiction", False, Verdict.CONTRADICTED),
        ("CONTRADICTED", False, Verdict.CONTRADICTED),
        ("REFUTES", False, Verdict.CONTRADICTED),
        ("neutral", False, Verdict.NOT_ENOUGH_INFO),
        ("NOT_ENOUGH_INFO", False, Verdict.NOT_ENOUGH_INFO),
        ("not enough info", False, Verdict.NOT_ENOUGH_INFO),
        ("not_entailment", False, None),
        ("Not-Entailment", False, None),
        (False, False, None),
        (0, False, None),
        ("0", False, None),
    ],
)
def test_a_label_is_read_in_any_of_the_usual_words(value: object, supported: bool, verdict: Verdict | None) -> None:
    assert parse_label(value) == Label(supported, verdict)


@pytest.mark.parametrize("value", ["maybe", "2", 2, 0.5, "", [], "entail ment"])
def test_any_other_label_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="none of entailment"):
        parse_label(value)


def test_a_hypothesis_is_told_from_an_answer_and_optional_fields_are_kept(tmp_path: Path) -> None:
    answer = {"source": "渡轮建于1912年。", "answer": "渡轮很旧。", "label": 1, "question": "旧吗？", "kind": "age"}
    cases = read_cases(written(tmp_path / "cases.jsonl", FERRY, "", {**answer, "id": 7}))

    assert [(case.id, case.is_answer, case.lang) for case in cases] == [("line-1", False, "en"), ("7", True, "zh")]
    assert (cases[1].question, cases[1].kind, cases[1].label.supported) == ("旧吗？", "age", True)
    assert cases[0].source == FERRY["premise"]


def test_the_projects_own_cases_of_document_and_claim_are_read(tmp_path: Path) -> None:
    row = {"id": "a", "lang": "en", "kind": "date", "document": "It opened.", "claim": "It shut.", "label": "SUPPORTED"}
    (case,) = read_cases(written(tmp_path / "cases.jsonl", row))

    assert (case.source, case.text, case.kind, case.is_answer) == ("It opened.", "It shut.", "date", False)


def test_gzip_is_unpacked_by_its_suffix_and_a_byte_order_mark_is_no_part_of_the_first_row(tmp_path: Path) -> None:
    packed = tmp_path / "cases.jsonl.gz"
    packed.write_bytes(gzip.compress(b"\xef\xbb\xbf" + json.dumps(FERRY).encode()))

    assert [case.text for case in read_cases(packed)] == ["The ferry is old."]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ('["premise"]', "no JSON object"),
        ({"hypothesis": "x", "label": 1}, "premise, source"),
        ({**FERRY, "premise": 5}, "premise is no text"),
        ({"premise": "x", "label": 1}, "hypothesis, answer"),
        ({**FERRY, "hypothesis": "  "}, "hypothesis, answer"),
        ({**FERRY, "hypothesis": ["x"]}, "hypothesis, answer"),
        ({"premise": "x", "hypothesis": "y"}, "needs a label"),
        ({**FERRY, "label": "perhaps"}, "'perhaps' is none of entailment"),
        ({**FERRY, "id": "first"}, "has the id of line 1"),
    ],
)
def test_a_bad_row_is_refused_with_its_line_and_what_to_do(tmp_path: Path, row: Any, words: str) -> None:
    path = written(tmp_path / "cases.jsonl", {**FERRY, "id": "first"}, row)

    with pytest.raises(InputError) as refused:
        read_cases(path)

    assert str(refused.value).startswith("Line 2 of cases.jsonl")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.jsonl", None, "no file"),
        ("empty.jsonl", b"\n\n", "no case"),
        ("latin.jsonl", '{"premise": "é"}'.encode("latin-1"), "not UTF-8"),
        ("fake.jsonl.gz", b"{}", "cannot be read"),
        ("cut.jsonl.gz", gzip.compress(b"{}" * 500, mtime=0)[:-9], "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str, content: bytes | None, words: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    with pytest.raises(InputError, match=words):
        read_cases(tmp_path / name)


def test_no_evidence_is_a_case_and_what_no_store_takes_is_replaced(tmp_path: Path) -> None:
    (case,) = read_cases(written(tmp_path / "c.jsonl", {"premise": "", "hypothesis": "a\u0000b \ud800", "label": 0}))

    assert case.source == ""
    assert case.text == "a b \ufffd"


def test_spacing_case_and_punctuation_make_no_new_premise() -> None:
    assert premise_hash("The ferry , built in 1912 .") == premise_hash("the Ferry, built in 1912")
    assert premise_hash("built in 1912") != premise_hash("built in 1913")


def case(number: int, premise: str) -> Case:
    return Case(str(number), premise, "x", Label(True, None), "en")


@settings(deadline=None)
@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=40), st.integers(1, 30), st.integers(0, 10))
def test_a_sample_has_whole_premises_in_order_and_a_larger_one_holds_it(
    premises: list[str], limit: int, more: int
) -> None:
    cases = [case(number, premise) for number, premise in enumerate(premises)]

    small, large = sample(cases, limit), sample(cases, limit + more)

    assert len(small) >= min(limit, len(cases))
    assert {one.source for one in small}.isdisjoint(one.source for one in cases if one not in small)
    assert [one for one in cases if one in small] == small
    assert {one.id for one in small} <= {one.id for one in large}
    largest = max(premises.count(one) for one in set(premises))
    assert len(small) < limit + largest


def test_a_sample_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="At least one case"):
        sample([case(1, "a")], 0)
