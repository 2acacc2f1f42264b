"""Erasing a tenant leaves nothing of it: a canary that went in by every surface is found nowhere afterwards."""

from __future__ import annotations

import dataclasses
import io
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fakes.counting_judge import CountingJudge
from fakes.statement_reader import FakeDecomposer, FakeStatementReader
from graph_dump import dump
from sample_graph import LightServices, erase

from claimgraph.api import AsyncClaimGraph
from claimgraph.api.deleting import delete as delete_subject
from claimgraph.api.deleting import erase as erase_tenant
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.schema import NODE_LABELS, tenant_label
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.platform.errors import InputError
from claimgraph.platform.graph import Dialect, Graph, Query, Transaction
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.checking import Checker
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.pipeline import VerifyRequest
from claimgraph.verify.report import Verification

CANARY = "Zyxwovil"
KEPT = "Guido created Python. Rust is a language."


class Desk:
    def __init__(self, services: LightServices, home: Path) -> None:
        self.services, self.graph, self.home = services, services.graph, home
        self.judge = CountingJudge()
        reader = FakeStatementReader()
        services.__dict__["reader"] = reader
        services.__dict__["claims"] = ClaimMaker(FakeDecomposer(reader), services.mentions, reader.version)
        services.__dict__["correctors"] = ()

    async def load(self, tenant: str, key: str, text: str, title: str | None = None) -> str:
        source = SourceDocument(key, key, text.encode(), title=title)
        (report,) = await self.services.loader.load(tenant, [source])
        return report.revision_id

    async def ask(self, tenant: str, answer: str, **given: Any) -> Verification:
        verifier = dataclasses.replace(self.services.verifier, checker=Checker((self.judge,)))
        return await verifier.verify(tenant, VerifyRequest(answer, correct=False, **given))

    async def write_everywhere(self, tenant: str) -> Verification:
        """The canary as a document's key, title and text, in an old revision, a question, answer, context, model and
        key, and in what language models replied."""
        await self.load(tenant, f"{CANARY}.txt", f"{CANARY} created a loom.", title=CANARY)
        await self.load(tenant, f"{CANARY}.txt", f"{CANARY} created Looms. Ada invented {CANARY} tea.", title=CANARY)
        given = {"question": f"Who is {CANARY}?", "model": CANARY, "key": f"key-{CANARY}"}
        report = await self.ask(tenant, f"{CANARY} created Looms.", **given)
        await self.ask(tenant, "Guido created Python.", contexts=(f"{CANARY} created Python. Guido created Python.",))
        for name in ("claims", "llm"):
            cache = ReplyCache(self.home / "cache" / name)
            cache.put("key", json.dumps({"claims": [f"{CANARY} created Looms."]}))
            cache.close()
        return report

    async def indexes(self, tenant: str) -> list[str]:
        """Names of the store's indexes and types that are a tenant's own."""
        label = tenant_label(tenant)
        if self.graph.dialect is Dialect.ARCADEDB:
            rows = await self.graph.sql("SELECT name FROM schema:indexes")
            rows += await self.graph.sql("SELECT name FROM schema:types")
        else:
            rows = await self.graph.execute(Query("indexes", "SHOW INDEXES YIELD name RETURN name"))
        return [row["name"] for row in rows if label in row["name"]]

    async def everything(self) -> str:
        """All nodes and edges of the whole store, as one text."""

        async def work(tx: Transaction) -> list[Any]:
            nodes = await tx.run(Query("nodes", "MATCH (n) RETURN labels(n) AS l, properties(n) AS p"))
            return nodes + await tx.run(Query("edges", "MATCH ()-[e]->() RETURN type(e) AS t, properties(e) AS p"))

        return repr(await self.graph.read("everything", work))

    def files(self) -> dict[str, bytes]:
        """The files beside the graph: caches and logs."""
        folders = [self.home / "cache", *self.home.glob("*.log"), *self.home.glob("log*")]
        found = [path for folder in folders for path in ([folder] if folder.is_file() else folder.rglob("*"))]
        return {str(path): path.read_bytes() for path in found if path.is_file()}


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str, tmp_path: Path) -> AsyncIterator[Desk]:
    await migrate(graph)
    settings = store.settings(tenant=tenant).model_copy(update={"home": tmp_path})
    yield Desk(LightServices(settings, graph), tmp_path)
    for name in (tenant, f"{tenant}-other"):
        await erase(graph, name)


async def test_of_an_erased_tenant_nothing_is_left_and_another_keeps_all(desk: Desk, tenant: str) -> None:
    other, logged = f"{tenant}-other", io.StringIO()
    handler = logging.StreamHandler(logged)
    logging.getLogger().addHandler(handler)
    logging.getLogger("claimgraph").setLevel(logging.DEBUG)
    await desk.load(other, "a", KEPT)
    await desk.ask(other, "Guido created Python.")
    before = await dump(desk.graph, other)
    await desk.write_everywhere(tenant)
    assert CANARY.lower() in (await desk.everything()).lower()
    assert any(CANARY.encode() in data for data in desk.files().values())
    assert await desk.indexes(tenant)

    done = await erase_tenant(desk.services, tenant, True)
    logging.getLogger().removeHandler(handler)
    logging.getLogger("claimgraph").setLevel(logging.NOTSET)

    assert done.nodes > 0
    assert await dump(desk.graph, tenant) == ([], [])
    assert await desk.indexes(tenant) == []
    everything = await desk.everything()
    assert CANARY.lower() not in everything.lower()
    assert tenant_label(tenant) not in everything
    assert not any(CANARY.lower().encode() in data.lower() for data in desk.files().values())
    assert CANARY.lower() not in logged.getvalue().lower()
    assert await dump(desk.graph, other) == before
    assert (await desk.services.retriever.retrieve(other, ["Python"], 3))[0]
    assert (await erase_tenant(desk.services, tenant, True)).nodes == 0


async def test_an_erased_tenant_may_begin_again_in_the_same_process(desk: Desk, tenant: str) -> None:
    await desk.load(tenant, "a", KEPT)
    await erase_tenant(desk.services, tenant, True)

    await desk.load(tenant, "a", KEPT)
    report = await desk.ask(tenant, "Guido created Python.")

    assert report.claims[0].evidence
    assert (await desk.services.retriever.retrieve(tenant, ["Python"], 3))[0]


async def test_erasing_a_tenant_is_refused_without_yes(desk: Desk, tenant: str) -> None:
    await desk.load(tenant, "a", KEPT)
    before = await dump(desk.graph, tenant)

    with pytest.raises(InputError, match="--yes"):
        await erase_tenant(desk.services, tenant, False)

    assert await dump(desk.graph, tenant) == before


async def test_a_canary_is_gone_once_its_documents_and_answers_are_deleted(desk: Desk, tenant: str) -> None:
    await desk.load(tenant, "a", KEPT)
    before = await dump(desk.graph, tenant)
    report = await desk.write_everywhere(tenant)
    answers = [node[0] for node in (await dump(desk.graph, tenant))[0] if "Answer" in node[1]]

    await delete_subject(desk.services, "document", f"{CANARY}.txt", True)
    everything = await desk.everything()
    assert f"{CANARY} tea" not in everything  # what only the document said
    for answer in answers:
        await delete_subject(desk.services, "answer", answer, True)

    assert report.answer_id in answers
    assert CANARY.lower() not in (await desk.everything()).lower()
    assert not any(CANARY.lower().encode() in data.lower() for data in desk.files().values())
    kept, now = (
        [node for node in nodes if "Chunk" not in node[1]] for nodes in (before[0], (await dump(desk.graph, tenant))[0])
    )
    assert now == kept


async def test_every_label_can_be_erased(desk: Desk, tenant: str) -> None:
    async def work(tx: Transaction) -> None:
        for label in NODE_LABELS:
            await tx.run(
                Query("make", f"CREATE (n:{label} {{id: $id}}) SET n.tenant = $t"), id=f"{tenant}{label}", t=tenant
            )

    await desk.graph.write("make", work)

    assert (await erase_tenant(desk.services, tenant, True)).nodes == len(NODE_LABELS)


async def test_the_sdk_deletes_by_path_and_judges_again(store: Any, tenant: str, tmp_path: Path, graph: Graph) -> None:
    path = tmp_path / "rivers.txt"
    path.write_text("The Danube is 2,850 km long.")
    async with AsyncClaimGraph.open(_env_file=None, **store.fixed, tenant=tenant) as client:
        await client.ingest(path)
        first = await client.verify("The Danube is 1,850 km long.", key="mine")

        with pytest.raises(InputError, match="1 answer rests on this document: mine"):
            await client.delete("document", path)
        done = await client.delete("document", path, yes=True)
        (again,) = await client.reverify()

        assert first.corrected_text == "The Danube is 2,850 km long."
        assert [answer.name for answer in done.resting] == ["mine"]
        assert (again.judged, again.outcome, again.left) == (1, "rejected", None)
        assert "2,850" not in str(await dump(graph, tenant))
        with pytest.raises(InputError, match="choose one of"):
            await client.delete("folder", path)
        assert (await client.erase(tenant, yes=True)).nodes > 0
    assert await dump(graph, tenant) == ([], [])
