"""A page of answers costs what is on it: neither its size nor what is stored beside it changes the statements."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Any

import pytest
from sample_graph import LightServices, erase, write_sample

from claimgraph.api.bootstrap import Services
from claimgraph.api.graphql.execution import execute
from claimgraph.api.graphql.query import encode_cursor
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.queries import filled_query
from claimgraph.graph_schema.repositories.reading import NEWEST
from claimgraph.platform.graph import Dialect, Graph, Query, Transaction

PAGE = """
query ($first: Int!, $after: String) {
  answers(first: $first, after: $after) {
    nextCursor
    nodes {
      id text question
      currentRun { outcome }
      asserts {
        verdict
        claim { text checkedAgainst { judge chunk { text occurrences { document title revision } } } }
      }
    }
  }
}
"""

# Of several tenants: were all of one, reading every answer by its label would be as good.
MANY_ANSWERS = """
UNWIND ["", "-b", "-c", "-d", "-e"] AS other
UNWIND range(1, 400) AS n
CREATE (:Answer {id: $t + other + n, tenant: $t + other, created_at: datetime() - duration({seconds: n})})
"""


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Services]:
    yield LightServices(store.settings(tenant=tenant, read_statements=False), graph)
    await erase(graph, tenant)


async def page(services: Services, **variables: Any) -> dict[str, Any]:
    response = await execute(services, PAGE, variables)
    assert "errors" not in response, response
    return dict(response["data"]["answers"])


async def test_pages_of_5_20_and_50_answers_take_the_same_statements(services: Services) -> None:
    await write_sample(services, answers=51)

    async def statements(first: int) -> list[str]:
        sent: list[str] = []
        with services.graph.observe(sent.append):
            found = await page(services, first=first)
        assert len(found["nodes"]) == first
        assert all(node["asserts"][0]["claim"]["checkedAgainst"] for node in found["nodes"])
        return sorted(sent)

    five, twenty, fifty = [await statements(first) for first in (5, 20, 50)]

    assert five == twenty == fifty
    assert len(fifty) == len(set(fifty)) == 8


async def test_answers_of_one_moment_are_on_one_page_each(services: Services) -> None:
    sample = await write_sample(services, answers=12)
    three_moments = Query(
        "three moments",
        "MATCH (a:Answer {tenant: $tenant}) WITH a ORDER BY a.id WITH collect(a) AS found "
        "UNWIND range(0, size(found) - 1) AS n WITH found[n] AS a, n "
        "SET a.created_at = datetime({epochMillis: 1767323045123 + n % 3})",
    )
    await services.graph.write("three moments", lambda tx: tx.run(three_moments, tenant=services.tenant))

    seen: list[str] = []
    cursor = None
    while True:
        found = await page(services, first=5, after=cursor)
        seen += [node["id"] for node in found["nodes"]]
        cursor = found["nextCursor"]
        if cursor is None:
            break

    at = {id: n % 3 for n, id in enumerate(sorted(sample.answers))}
    assert seen == sorted(sample.answers, key=lambda id: (-at[id], id))


@pytest.mark.parametrize("time", ["yesterday", "2026-01-02T03:04:05", ""])
async def test_a_cursor_without_a_moment_is_refused(services: Services, time: str) -> None:
    response = await execute(services, PAGE, {"first": 5, "after": encode_cursor(time, "0" * 32)})

    (error,) = response["errors"]
    assert error["extensions"]["code"] == "BAD_INPUT"
    assert "cursor" in error["message"]


async def test_neo4j_reads_no_more_answers_than_are_on_the_page(services: Services) -> None:
    if services.graph.dialect is not Dialect.NEO4J:
        pytest.skip("the embedded store sorts a tenant's answers by time itself")
    await migrate(services.graph)
    await services.graph.execute(Query("many_answers", MANY_ANSWERS), t=services.tenant)
    await services.graph.execute(Query("counted", "CALL db.prepareForReplanning(60)"))
    given = {"tenant": services.tenant, "model": None, "after": "", "limit": 3}

    async def work(tx: Transaction) -> Any:
        text = "CYPHER replan=force PROFILE " + filled_query("read_answer_page", FIRST="tenant DESC, ").text
        result = await tx._driver_transaction.run(text, {**given, "before": datetime.fromisoformat(NEWEST)})
        return (await result.consume()).profile

    operators = list(flat(await services.graph.read("profile", work)))

    (seek,) = [one for one in operators if one["operatorType"].startswith("NodeIndexSeek")]
    assert "Answer(tenant, created_at)" in seek["args"]["Details"]
    assert seek["rows"] <= 5
    assert any(one["operatorType"].startswith("PartialTop") for one in operators)


def flat(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from flat(child)
