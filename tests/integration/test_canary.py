"""A unique word that went in by every surface is found nowhere once it has been deleted: not in the graph, its indexes,
the caches and other files of the home folder, the log, the metrics, nor a backup made afterwards."""

from __future__ import annotations

import dataclasses
import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes.counting_judge import CountingJudge
from graph_dump import dump
from sample_graph import erase

from claimgraph.api import AsyncClaimGraph
from claimgraph.api.batch import Batch
from claimgraph.api.batch_ledger import Ledger
from claimgraph.api.batch_results import open_results
from claimgraph.api.bootstrap import Services
from claimgraph.api.service_key import service_key
from claimgraph.graph_schema.backup import back_up
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.schema import EDGE_TYPES, NODE_LABELS
from claimgraph.platform import archive, telemetry
from claimgraph.platform.errors import InputError
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.checking import Checker

CANARY = "Zyxwovil"
HTML = f"""<html><head><title>{CANARY} Weaving Works</title><meta name="author" content="{CANARY}"></head><body>
<h1>{CANARY}</h1><p>The {CANARY} Weaving Works (ZWW) was founded in 1907. ZWW has 320 employees.</p></body></html>"""


class Home:
    """One tenant's client, and the folder beside the graph."""

    def __init__(self, services: Services) -> None:
        self.services, self.graph, self.tenant = services, services.graph, services.tenant
        self.client = AsyncClaimGraph(services)
        self.folder = services.settings.home

    async def write_everywhere(self, folder: Path) -> None:
        """The canary as a file's name, markup, title and text, in an old revision, an alias, a question, an answer, a
        context, a model, a key, a correction, a batch, an evaluation, unfinished work and replies of models."""
        path = folder / f"{CANARY}.html"
        path.write_text(HTML.replace("320", "310"), encoding="utf-8")
        await self.client.ingest(path)
        path.write_text(HTML, encoding="utf-8")
        await self.client.ingest(path)
        await self.client.ingest(f"Ada works for {CANARY}. 艾达在{CANARY}工作。", title=CANARY, key=f"uri://{CANARY}/1")
        asked = f"The {CANARY} Weaving Works has 480 employees."
        report = await self.client.verify(asked, question=f"How large is {CANARY}?", model=CANARY, key=f"key-{CANARY}")
        assert "320" in report.corrected_text
        await self.client.verify("Ada works for a mill.", contexts=[f"Ada works for {CANARY} now."], correct=False)
        await self._batch(
            folder, {"answer": f"{CANARY} is a mill.", "key": CANARY}, {"answer": CANARY, "domain": CANARY}
        )
        await self.client.grapheval(f"{CANARY} employs Ada.", [f"Ada works for {CANARY} today."])
        with pytest.raises(InputError):
            await self.client.verify(f"{CANARY} " * 200_000)
        await self._left_work()
        for name in ("claims", "llm"):
            cache = ReplyCache(self.folder / "cache" / name)
            cache.put("key", json.dumps({"claims": [f"{CANARY} is a mill."]}))
            cache.close()

    async def _batch(self, folder: Path, *answers: dict[str, str]) -> None:
        lines = io.BytesIO("\n".join(map(json.dumps, answers)).encode())
        with Ledger() as ledger, open_results(folder / "results.jsonl", ledger) as results:
            batch = Batch(self.client, ledger, results)
            await batch.run(lines, 2)
        assert (batch.done, batch.failed) == (1, 1)

    async def _left_work(self) -> None:
        class Stops(CountingJudge):
            async def judge(self, pairs: Any) -> Any:
                raise Crash

        verifier = self.services.verifier
        self.services.__dict__["verifier"] = dataclasses.replace(verifier, checker=Checker((Stops(),)))
        with pytest.raises(Crash):
            await self.client.verify(f"{CANARY} stopped.", contexts=[f"{CANARY} went on."])
        self.services.__dict__["verifier"] = verifier

    async def delete_piece_by_piece(self) -> None:
        """Documents, revisions, answers and questions, each by the command for it."""
        while found := await self._one("Document", "n.kind = 'source'"):
            await self.client.delete("document", found, yes=True)
        while found := await self._one("Question"):
            await self.client.delete("question", found, yes=True)
        while found := await self._one("Answer"):
            await self.client.delete("answer", found, yes=True)

    async def _one(self, label: str, where: str = "true") -> str | None:
        text = f"MATCH (n:{label} {{tenant: $tenant}}) WHERE {where} RETURN n.id AS id ORDER BY id LIMIT 1"
        rows = await self.rows(text, tenant=self.tenant)
        return rows[0]["id"] if rows else None

    async def rows(self, text: str, **parameters: Any) -> list[dict[str, Any]]:
        async def work(tx: Transaction) -> list[dict[str, Any]]:
            return await tx.run(Query("test", text), **parameters)

        return await self.graph.read("test", work)

    async def surfaces(self, folder: Path) -> dict[str, str]:
        """Where a word might be left -> all that is there, in lower case."""
        found = {label: repr(await self.rows(f"MATCH (n:{label}) RETURN properties(n) AS p")) for label in NODE_LABELS}
        found |= {
            kind: repr(await self.rows(f"MATCH ()-[e:{kind}]->() RETURN properties(e) AS p")) for kind in EDGE_TYPES
        }
        found["other nodes"] = repr(await self.rows("MATCH (n) WHERE n.tenant IS NULL RETURN properties(n) AS p"))
        found["names"] = repr(await self.rows("CALL db.labels() YIELD label RETURN label"))
        found["metrics"] = telemetry.exposition()[0].decode()
        backup = folder / "afterwards.gz"
        await back_up(self.graph, backup, program="test", replace=True, progress=lambda done, total: None)
        found["backup"] = repr(list(archive.blocks(backup)))
        for path in self.folder.rglob("*"):
            if path.is_file():
                found[str(path.relative_to(self.folder))] = path.read_bytes().decode("latin-1")
        return {name: text.lower() for name, text in found.items()}


class Crash(BaseException):
    """What a program does not live through."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged while the test runs."""
    logged, root, ours = io.StringIO(), logging.getLogger(), logging.getLogger("claimgraph")
    handler = logging.StreamHandler(logged)
    root.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield logged
    root.removeHandler(handler)
    ours.setLevel(logging.NOTSET)


@pytest.fixture
async def homes(store: Any, graph: Graph, tenant: str, tmp_path: Path) -> AsyncIterator[tuple[Home, Home]]:
    """Two tenants that share the graph, the models and the home folder."""
    await migrate(graph)
    settings = store.settings(tenant=tenant).model_copy(update={"home": tmp_path / "home"})
    first = Services(settings, graph)
    second = Services(settings.model_copy(update={"tenant": f"{tenant}-2"}), graph)
    for part in ("embedders", "nli", "analysers"):
        second.__dict__[part] = getattr(first, part)
    yield Home(first), Home(second)
    for home in (first, second):
        await erase(graph, home.tenant)


async def test_what_was_deleted_or_erased_is_found_nowhere(
    homes: tuple[Home, Home], log: io.StringIO, tmp_path: Path
) -> None:
    deleted, erased = homes
    telemetry.keep_metrics()
    service_key(deleted.folder)
    for home, name in ((deleted, "first"), (erased, "second")):
        (tmp_path / name).mkdir()
        await home.write_everywhere(tmp_path / name)
    before = await deleted.surfaces(tmp_path)
    written = {name for name, text in before.items() if CANARY.lower() in text}

    await deleted.delete_piece_by_piece()
    assert await deleted.client.retrieve(CANARY) == []
    left = await dump(deleted.graph, deleted.tenant)
    await erased.client.erase(erased.tenant, yes=True)
    after = await deleted.surfaces(tmp_path)

    assert written >= {
        "Document", "Chunk", "Entity", "Question", "Answer", "Claim", "Triple", "Job", "Run", "Correction",
        "MENTIONS", "CHECKED_AGAINST", "backup",
    }  # fmt: skip
    assert any(name.startswith("cache/") for name in written)
    assert {"metrics", "service.key"} <= after.keys() - written
    assert [name for name, text in after.items() if CANARY.lower() in text] == []
    assert "ZWW" not in repr(left)
    assert await dump(erased.graph, erased.tenant) == ([], [])
    assert await erased.client.retrieve(CANARY) == []
    assert log.getvalue()
    assert CANARY.lower() not in log.getvalue().lower()
