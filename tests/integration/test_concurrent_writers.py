"""Sixteen writers of answers that share claims, contexts and entities: the graph that one after the other writes."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fakes.writing_process import Asked, overlapping, verifier_of, verify_at_once
from graph_dump import clear, dump
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase
from stores import python_environment

from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.graph import Graph
from claimgraph.verify.report import Verification

WRITERS = 16
PROCESSES = 3
PROGRAM = Path(__file__).parents[1] / "fakes" / "writing_process.py"


class Desk(JudgedDesk):
    async def verified_at_once(self, asked: list[Asked]) -> list[Verification]:
        """What these answers' callers are told; what was in the graph before is gone."""
        await clear(self.graph, self.tenant)
        return await verify_at_once(verifier_of(self.anew()), self.tenant, asked)

    async def written_in_turn(self, asked: list[Asked]) -> tuple[list[Any], list[Any]]:
        await clear(self.graph, self.tenant)
        verifier = verifier_of(self.anew())
        for one in asked:
            await verifier.verify(self.tenant, one.request())
        return await dump(self.graph, self.tenant)

    def anew(self) -> Desk:
        """The same desk as a process that has just started would have it, nothing remembered."""
        return Desk(LightServices(self.services.settings, self.graph), self.tenant)


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    made = Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await made.services.tenants.ensure(tenant)
    yield made
    await erase(graph, tenant)


async def test_sixteen_at_once_write_what_one_after_the_other_writes(desk: Desk) -> None:
    asked = overlapping(WRITERS)
    alone = await desk.written_in_turn(asked)

    told = await desk.verified_at_once(asked)
    together = await dump(desk.graph, desk.tenant)

    assert differences(together, alone) == []
    assert_nothing_twice(*together)
    labels = Counter(label for node in together[0] for label in node[1])
    edges = Counter(edge[1] for edge in together[1])
    answers = len({one.key for one in asked})
    assert (labels["Job"], labels["Answer"], labels["Run"], edges["CURRENT_RUN"]) == (0, answers, answers, answers)
    found = {(edge[2], edge[3]): edge[4]["verdict"] for edge in together[1] if edge[1] == "FOUND"}
    assert found == {(one.run_id, claim.id): claim.verdict.value for one in told for claim in one.claims}
    assert len(found) == edges["ASSERTS"]


async def test_processes_at_once_write_what_one_after_the_other_writes(desk: Desk, store: Any) -> None:
    asked = overlapping(2 * PROCESSES)
    alone = await desk.written_in_turn(asked)
    await clear(desk.graph, desk.tenant)

    said = await asyncio.gather(*(in_a_process(store, desk.tenant, asked[n::PROCESSES]) for n in range(PROCESSES)))

    assert said == ["ready\ndone\n"] * PROCESSES
    assert differences(await dump(desk.graph, desk.tenant), alone) == []


async def test_runs_of_one_answer_that_end_at_once_take_their_places_in_turn(desk: Desk) -> None:
    """Which is the last is anybody's guess; that history, CURRENT_RUN and ASSERTS agree about it is not."""
    answer = "Guido created Python."
    asked = [Asked(answer, (f"{answer} Edition {number} says so.",), key="one") for number in range(WRITERS)]

    await desk.verified_at_once(asked)
    nodes, edges = await dump(desk.graph, desk.tenant)

    assert_nothing_twice(nodes, edges)
    places = sorted((edge[4]["seq"], edge[3]) for edge in edges if edge[1] == "HAS_RUN")
    assert [place for place, _ in places] == list(range(1, WRITERS + 1))
    ((current),) = [edge[3] for edge in edges if edge[1] == "CURRENT_RUN"]
    assert current == places[-1][1]
    (found,) = [edge for edge in edges if edge[1] == "FOUND" and edge[2] == current]
    (asserted,) = [edge for edge in edges if edge[1] == "ASSERTS"]
    assert (asserted[3], asserted[4]["verdict"]) == (found[3], found[4]["verdict"])


def differences(one: tuple[list[Any], list[Any]], other: tuple[list[Any], list[Any]]) -> list[Any]:
    """The nodes and edges that only one of two graphs has."""
    return [row for mine, theirs in zip(one, other, strict=True) for row in _odd(mine, theirs) + _odd(theirs, mine)]


def _odd(rows: list[Any], others: list[Any]) -> list[Any]:
    known = {row[0]: row for row in others}
    return [row for row in rows if known.get(row[0]) != row]


def assert_nothing_twice(nodes: list[Any], edges: list[Any]) -> None:
    assert [id for id, times in Counter(node[0] for node in nodes).items() if times > 1] == []
    assert [id for id, times in Counter(edge[0] for edge in edges).items() if times > 1] == []


async def in_a_process(store: Any, tenant: str, asked: list[Asked]) -> str:
    """All that a process said which verified these answers in turn."""
    settings = {**store.fixed, "tenant": tenant}
    given = {"settings": settings, "asked": [dataclasses.asdict(one) for one in asked]}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "ignore",
        str(PROGRAM),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=python_environment(),
    )
    said, _ = await process.communicate((json.dumps(given, default=str) + "\ngo\n").encode())
    return said.decode()
