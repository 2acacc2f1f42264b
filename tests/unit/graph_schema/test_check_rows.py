"""What of a judge's opinion becomes a property of its edges."""

from __future__ import annotations

from typing import Any

from claimgraph.graph_schema.repositories.checks import SCORES, CheckRow, FindingRow, _known


def row(**told: Any) -> CheckRow:
    fixed = {"claim": "c", "premise_id": "p", "pieces": (("k", 0, 4), ("k", 6, 9), ("l", 1, 2)), "judge": "rules"}
    return CheckRow(**{**fixed, "judge_version": "1", "scores": {}, **told})


def properties(check: CheckRow) -> dict[str, Any]:
    return {edge["chunk"]: edge["properties"] for edge in check.edges()}["k"]


def test_what_a_judge_did_not_say_is_no_property() -> None:
    assert properties(row(scores={"rules": 0.0})) == {
        "premise_id": "p",
        "judge": "rules",
        "judge_version": "1",
        "rules": 0.0,
        "spans": [0, 4, 6, 9],
    }


def test_scores_of_other_names_and_findings_are_parallel_lists() -> None:
    finding = FindingRow("number", "contradicts", "5", "6")
    found = properties(row(scores={"b": 1, "a": 0.25, "rules": 0.5}, findings=(finding,)))
    assert (found["score_names"], found["score_values"]) == (["a", "b"], [0.25, 1.0])
    assert (found["finding_kinds"], found["finding_claim_words"]) == (["number"], ["5"])


def test_an_edge_that_was_never_given_a_list_is_read_as_having_none_of_it() -> None:
    texts = ("reason", "unscored_reason", "basis", "origin")
    lists = ("finding_kinds", "finding_stances", "finding_claim_words", "finding_premise_words")
    absent = dict.fromkeys((*texts, *lists, *SCORES, "score_names", "score_values"))
    stored = {**absent, "rules": 0.0}
    known = _known({**stored, "claim": "c", "premise_id": "p", "judge": "rules", "judge_version": "1"})
    assert known.scores == {"rules": 0.0}
    assert known.findings == ()
