"""The SDK on both stores: the same story, synchronous and asynchronous."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest
from fakes.embeddings_server import EmbeddingsServer
from sample_graph import erase

from claimgraph.api import AsyncClaimGraph, ClaimGraph
from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.platform.errors import InputError, NotFound, UnreadableDocument
from claimgraph.platform.graph import Graph

RIVER = "The Danube is 2,850 km long. It rises in the Black Forest. Vienna lies on the Danube."


@pytest.fixture
async def settings(store: Any, graph: Graph, tenant: str) -> AsyncIterator[dict[str, Any]]:
    yield {"_env_file": None, **store.fixed, "tenant": tenant}
    await erase(graph, tenant)


@pytest.fixture
async def client(settings: dict[str, Any]) -> AsyncIterator[AsyncClaimGraph]:
    async with AsyncClaimGraph.open(**settings) as opened:
        yield opened


async def test_from_document_to_provenance(client: AsyncClaimGraph, tmp_path: Path) -> None:
    path = tmp_path / "rivers.md"
    path.write_text(f"# Rivers\n\n{RIVER}\n")

    (loaded,) = await client.ingest(path)
    report = await client.verify("The Danube is 1,850 km long.", model="m-1")
    found = await client.provenance(report.claims[0].id)

    assert (loaded.status, loaded.key) == ("created", path.resolve().as_posix())
    assert (report.outcome, report.support_ratio) == (Outcome.REJECTED, 0.0)
    assert report.claims[0].verdict is Verdict.CONTRADICTED
    assert report.corrected_text == "The Danube is 2,850 km long."
    assert found.claim.text == "The Danube is 1,850 km long."
    (asserted,) = found.asserted_by
    assert (asserted.answer.id, asserted.run.id) == (report.answer_id, report.run_id)
    assert any(checked.decisive for checked in found.checked_against)
    assert {place.document for checked in found.checked_against for place in checked.occurrences} == {loaded.key}
    assert [correction.after for correction in found.corrections] == ["The Danube is 2,850 km long."]


async def test_an_endpoints_embedder_has_an_index_of_its_own_beside_that_of_the_built_in_one(
    client: AsyncClaimGraph, settings: dict[str, Any]
) -> None:
    await client.ingest(RIVER, title="Rivers")
    with EmbeddingsServer(size=6) as server:
        own = {"embedding_model": "endpoint:lengths", "llm_base_url": server.base_url, "decomposer": "rules"}
        async with AsyncClaimGraph.open(**{**settings, **own}) as other:
            (again,) = await other.ingest(RIVER, title="Rivers")
            by_length = await other.retrieve("qqq xxx zzz", k=1)  # no word of it is in the text
            by_both = await other.retrieve("Danube", k=1)
        asked = [text for request in server.requests for text in request.texts]
    by_meaning = await client.retrieve("a long stream", k=1)

    assert again.status == "unchanged"
    assert [hit.text for hit in by_length] == [hit.text for hit in by_both] == [RIVER]
    assert by_both[0].score > by_length[0].score
    assert asked.count(RIVER) == 1
    assert [hit.text for hit in by_meaning] == [RIVER]


async def test_contexts_are_texts_or_files_and_are_the_only_evidence(client: AsyncClaimGraph, tmp_path: Path) -> None:
    path = tmp_path / "context.txt"
    path.write_text("The Rhine is 1,230 km long.")
    await client.ingest("The Rhine is 9,999 km long.", title="Wrong")

    by_path = await client.verify("The Rhine is 1,230 km long.", contexts=[path])
    by_text = await client.verify("The Rhine is 1,230 km long.", contexts=[path.read_text()])

    assert by_path.claims[0].verdict is Verdict.SUPPORTED
    assert by_text.run_id == by_path.run_id
    assert by_text.run.reused


async def test_the_synchronous_client_sees_what_the_asynchronous_one_wrote(
    client: AsyncClaimGraph, settings: dict[str, Any]
) -> None:
    await client.ingest(RIVER, title="Rivers")

    def ask() -> tuple[str, dict[str, Any]]:
        with ClaimGraph.open(**settings) as synchronous:
            (hit, *_) = synchronous.retrieve("How long is the Danube?")
            return hit.text, synchronous.graphql("{ documents { nodes { key } } }")

    text, response = await anyio.to_thread.run_sync(ask)

    assert "2,850 km" in text
    assert response == {"data": {"documents": {"nodes": [{"key": "Rivers"}]}}}


async def test_a_files_name_as_a_string_is_not_taken_for_a_text(client: AsyncClaimGraph, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(RIVER)

    with pytest.raises(InputError, match=r"pathlib\.Path"):
        await client.ingest(str(path))


async def test_of_several_files_the_first_bad_one_raises_or_is_told(client: AsyncClaimGraph, tmp_path: Path) -> None:
    for name, text in (("a.txt", "A text."), ("b.txt", " "), ("c.txt", "Another text.")):
        (tmp_path / name).write_text(text)
    bad: list[str] = []

    with pytest.raises(UnreadableDocument):
        await client.ingest(tmp_path)
    reports = await client.ingest(tmp_path, on_error=lambda path, error: bad.append(path.name))

    assert [report.status for report in reports] == ["unchanged", "created"]
    assert bad == ["b.txt"]


async def test_a_claim_that_is_not_there_is_not_found(client: AsyncClaimGraph) -> None:
    with pytest.raises(NotFound):
        await client.provenance("0" * 32)


@pytest.mark.parametrize("k", [0, -1, 101])
async def test_k_out_of_range_is_refused(client: AsyncClaimGraph, k: int) -> None:
    with pytest.raises(InputError, match="k must be"):
        await client.retrieve("x", k)
