"""What a plan of Neo4j gives away: statements that read pass, and nothing else does, wherever it hides."""

from __future__ import annotations

from typing import Any

import pytest

from claimgraph.platform.graph.plans import refusal


def plan(*operators: tuple[str, str]) -> dict[str, Any]:
    """Operators, each the one child of the one before."""
    found: dict[str, Any] = {"operatorType": "ProduceResults@neo4j", "args": {}, "children": []}
    last = found
    for name, details in operators:
        last["children"] = [{"operatorType": f"{name}@neo4j", "args": {"Details": details}, "children": []}]
        last = last["children"][0]
    return found


CALLED = "db.labels() :: (label :: STRING)"


@pytest.mark.parametrize(
    "operators",
    [
        [],
        [("Projection", "n.text AS text"), ("NodeIndexSeek", "RANGE INDEX n:Claim(tenant) WHERE tenant = $tenant")],
        [("ProcedureCall", CALLED)],
        [
            (
                "Projection",
                "CASE WHEN true THEN COUNT { ResolvedCall(db.labels() :: l :: STRING) RETURN 1 } END",
            )
        ],
        [("ShowIndexes", "allIndexes, defaultColumns")],
    ],
)
def test_what_only_reads_passes(operators: list[tuple[str, str]]) -> None:
    assert refusal(plan(*operators), "r") is None


@pytest.mark.parametrize("kind", ["rw", "w", "s", "", None])
def test_any_other_kind_of_statement_is_refused(kind: str | None) -> None:
    assert refusal(plan(("Projection", "1 AS x")), kind) is not None


def test_a_statement_without_a_plan_is_refused() -> None:
    assert refusal(None, "r") == "the store does not say what it would do"


@pytest.mark.parametrize(
    ("operator", "details", "said"),
    [
        ("LoadCSV", "line", "LOAD CSV"),
        ("Projection", 'COUNT { LOAD CSV FROM "http://x" AS l RETURN l AS l } AS x', "LOAD CSV"),
        ("Projection", "COUNT { LOAD  CSV WITH HEADERS FROM $x AS l RETURN l AS l } AS x", "LOAD CSV"),
        ("ProcedureCall", "dbms.listConfig() :: (name :: STRING)", "dbms.listConfig"),
        ("ProcedureCall", "apoc.load.json($autostring_0) :: (value :: MAP)", "apoc.load.json"),
        ("ProcedureCall", "", "(unnamed)"),
        ("ProcedureCall", "db.labelsAndMore() :: (label :: STRING)", "db.labelsAndMore"),
        ("Filter", "n.a = CASE\n WHEN true THEN COUNT { ResolvedCall(db.info() :: id :: STRING) } END", "db.info"),
        ("Filter", "COUNT { UnresolvedCall(db.info() :: id :: STRING) }", "db.info"),
        ("TerminateTransactions", "defaultColumns, transactions(x)", "transactions of others"),
        ("TransactionForeach", "IN TRANSACTIONS OF 1 ROWS", "transactions of its own"),
        ("TransactionApply", "IN TRANSACTIONS OF 1 ROWS", "transactions of its own"),
        ("AdministrationCommand", "", "administration"),
    ],
)
def test_what_reaches_outside_the_graph_is_refused_however_deep(operator: str, details: str, said: str) -> None:
    reason = refusal(plan(("Projection", "1 AS x"), ("Apply", ""), (operator, details)), "r")

    assert reason is not None
    assert said in reason


def test_a_listed_procedure_covers_no_other_in_its_arguments() -> None:
    details = (
        "db.index.fulltext.queryNodes($a, CASE WHEN true THEN COUNT { ResolvedCall(db.info() :: id :: STRING) } END)"
    )

    assert "db.info" in str(refusal(plan(("ProcedureCall", details)), "r"))


@pytest.mark.parametrize(
    "details", ["apoc.cypher.runFirstColumnSingle($a, {}) AS x", "`apoc`.cypher . runFirst(1) AS x"]
)
def test_functions_that_somebody_added_to_the_server_are_refused(details: str) -> None:
    names = {"apoc.cypher.runFirstColumnSingle", "apoc.cypher.runFirst"}

    assert "apoc.cypher.runFirst" in str(refusal(plan(("Projection", details)), "r", names))
    assert refusal(plan(("Projection", "coalesce(n.text, $a) AS x")), "r", names) is None
