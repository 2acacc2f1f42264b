"""Queries that ask for too much, or are wrong, get a typed error; nothing of an inner failure leaks."""

from __future__ import annotations

from typing import Any, cast

import pytest

from claimgraph.api.bootstrap import Services
from claimgraph.api.graphql.execution import MAX_ALIASES, MAX_DEPTH, execute, schema
from claimgraph.api.graphql.query import decode_cursor, encode_cursor
from claimgraph.platform.errors import GraphUnavailable, InputError

ID = "0" * 32


class FailingGraph:
    """A graph whose every read fails in one way."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def read(self, name: str, work: Any) -> Any:
        raise self._error


class FakeServices:
    tenant = "default"

    def __init__(self, error: Exception | None = None) -> None:
        self.graph = FailingGraph(error or AssertionError("the graph must not be asked"))


async def ask(query: str, error: Exception | None = None, **variables: Any) -> dict[str, Any]:
    return await execute(cast(Services, FakeServices(error)), query, variables)


def codes(response: dict[str, Any]) -> set[str]:
    return {error["extensions"]["code"] for error in response["errors"]}


@pytest.mark.parametrize(
    "query",
    [
        "{ answer(id: ",
        "{ nothing }",
        "query ($id: ID!) { answer(id: $id) { id } }",
        "{ answers(verdict: MAYBE) { nodes { id } } }",
    ],
)
async def test_a_malformed_query_is_a_bad_query(query: str) -> None:
    assert codes(await ask(query)) == {"BAD_QUERY"}


async def test_a_query_beyond_the_depth_limit_is_refused() -> None:
    inner = "id"
    for _ in range(MAX_DEPTH):
        inner = f"assertedBy {{ claim {{ {inner} }} }}"

    response = await ask(f'{{ claim(id: "{ID}") {{ {inner} }} }}')

    assert codes(response) == {"BAD_QUERY"}
    assert "depth" in response["errors"][0]["message"]


async def test_a_query_with_too_many_aliases_is_refused() -> None:
    aliases = " ".join(f'a{i}: claim(id: "{ID}") {{ id }}' for i in range(MAX_ALIASES + 1))

    assert codes(await ask(f"{{ {aliases} }}")) == {"BAD_QUERY"}


async def test_a_query_of_too_many_words_is_refused() -> None:
    assert codes(await ask("{ claims { nodes { " + "id " * 5_000 + "} } }")) == {"BAD_QUERY"}


@pytest.mark.parametrize(
    "query",
    [
        "{ answers(first: 101) { nodes { id } } }",
        "{ answers(first: 0) { nodes { id } } }",
        "{ claims(first: -1) { nodes { id } } }",
        '{ answers(after: "not a cursor") { nodes { id } } }',
        '{ claims(after: "WzFd") { nodes { id } } }',
        "{ document { id } }",
        f'{{ document(id: "{ID}", key: "k") {{ id }} }}',
        '{ documents(kind: "secret") { nodes { id } } }',
        '{ answer(id: "short") { id } }',
        '{ search(query: "  ") { rank } }',
        '{ search(query: "x", k: 101) { rank } }',
    ],
)
async def test_arguments_out_of_range_are_refused_before_the_store_is_asked(query: str) -> None:
    assert codes(await ask(query)) == {"BAD_INPUT"}


async def test_an_error_raised_on_purpose_is_told_with_its_code() -> None:
    response = await ask(f'{{ claim(id: "{ID}") {{ id }} }}', GraphUnavailable("no store at bolt://h; start it"))

    (error,) = response["errors"]
    assert error["extensions"] == {"code": "GRAPH_UNAVAILABLE"}
    assert error["message"] == "no store at bolt://h; start it"
    assert error["path"] == ["claim"]


async def test_an_unexpected_error_leaks_nothing_and_is_logged_under_its_reference(
    caplog: pytest.LogCaptureFixture,
) -> None:
    response = await ask(f'{{ claim(id: "{ID}") {{ id }} }}', RuntimeError("secret detail"))

    (error,) = response["errors"]
    assert error["extensions"] == {"code": "INTERNAL"}
    assert "secret" not in str(response)
    (record,) = [record for record in caplog.records if record.name == "claimgraph.graphql"]
    assert str(record.args[0]) in error["message"]  # type: ignore[index]


async def test_an_empty_query_is_refused() -> None:
    with pytest.raises(InputError, match="empty"):
        await ask(" ")


def test_names_are_the_reports_names_in_camel_case() -> None:
    from dataclasses import fields

    from claimgraph.verify import report

    def camel(name: str) -> str:
        first, *rest = name.split("_")
        return first + "".join(part.title() for part in rest)

    types = {
        "Verification": report.Verification,
        "ReportedClaim": report.ClaimReport,
        "Evidence": report.EvidenceReport,
        "ReportedCorrection": report.CorrectionReport,
        "RunInfo": report.RunInfo,
        "EvidenceOccurrence": report.Occurrence,
        "ReportedTriple": report.TripleReport,
    }
    for name, record in types.items():
        offered = set(schema()._schema.type_map[name].fields)  # type: ignore[attr-defined]
        assert {camel(field.name) for field in fields(record)} <= offered, name


def test_cursors_come_back_as_they_went() -> None:
    assert decode_cursor(encode_cursor("2026-01-02", "é"), 2) == ("2026-01-02", "é")
    with pytest.raises(InputError):
        decode_cursor(encode_cursor("one"), 2)
