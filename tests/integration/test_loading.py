"""Documents become revisions, chunks, vectors and mentions: whole or not at all, once and only once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from graph_dump import dump

from claimgraph.graph_schema.migrations import migrate
from claimgraph.ingest.chunking import SemanticChunker
from claimgraph.ingest.contexts import ContextLoader
from claimgraph.ingest.loading import Loader
from claimgraph.ingest.preparing import Preparer, SourceDocument
from claimgraph.ingest.readers.choose import reader_for
from claimgraph.ingest.retrieval import Retriever
from claimgraph.ingest.tenants import TenantIndexes
from claimgraph.ingest.text.mentions import PatternMentions
from claimgraph.platform.errors import TextTooLong, UnreadableDocument
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.models.ports import Embedder


class CountingEmbedder(HashedChineseEmbedder):
    """The real hashing embedder, which also says what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return super().embed(texts)


DATA = Path(__file__).parents[1] / "data"

ENGLISH = "The Danube rises in Donaueschingen. It is 2,850 km long.\n\nVienna lies on its banks."
CHINESE = "长江全长6300公里。它发源于青海省。\n\n重庆市位于长江边。"


class Bench:
    """A loader, a context loader and a retriever over one graph, with an embedder that counts."""

    def __init__(self, graph: Graph, max_chars: int = 100_000, zh: Embedder | None = None) -> None:
        self.embedder = CountingEmbedder()
        embedders: dict[str, Embedder] = {"en": self.embedder, "zh": zh or self.embedder, "und": self.embedder}
        preparer = Preparer(reader_for, SemanticChunker(40), PatternMentions(), embedders, max_chars)
        self.tenants = TenantIndexes(graph, preparer.embedder_sizes())
        self.loader = Loader(graph, self.tenants, preparer)
        self.contexts = ContextLoader(graph, preparer)
        self.retriever = Retriever(graph, embedders)


@pytest.fixture
async def bench(graph: Graph) -> Bench:
    await migrate(graph)
    return Bench(graph)


def source(text: str, key: str = "rivers.txt") -> SourceDocument:
    return SourceDocument(key, key, text.encode())


async def rows(graph: Graph, text: str, **parameters: object) -> list[dict[str, object]]:
    async def work(tx: Transaction) -> list[dict[str, object]]:
        return await tx.run(Query("test", text), **parameters)

    return await graph.read("test", work)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["english", "chinese"])
async def test_the_places_of_chunks_are_exact(bench: Bench, graph: Graph, tenant: str, text: str) -> None:
    await bench.loader.load(tenant, [source(text)])

    placed = await rows(
        graph,
        "MATCH (d:Document {tenant: $t})-[:CURRENT]->(:Revision)-[h:HAS_CHUNK]->(c:Chunk) "
        "RETURN h.start AS start, h.end AS end, c.text AS text, c.lang AS lang ORDER BY h.ordinal",
        t=tenant,
    )
    assert placed
    for row in placed:
        assert text[row["start"] : row["end"]] == row["text"]  # type: ignore[misc]


async def test_the_same_bytes_again_write_and_embed_nothing(bench: Bench, graph: Graph, tenant: str) -> None:
    await bench.loader.load(tenant, [source(ENGLISH)])
    before, asked = await dump(graph, tenant), len(bench.embedder.asked)

    (report,) = await bench.loader.load(tenant, [source(ENGLISH)])

    assert report.status == "unchanged"
    assert await dump(graph, tenant) == before
    assert len(bench.embedder.asked) == asked


class OtherEmbedder(HashedChineseEmbedder):
    """The hashing embedder under another name: what a store is opened with after its embedder has changed."""

    name = "other_zh"


async def test_a_document_loaded_under_another_embedder_is_found_by_words_and_gets_its_vectors_when_loaded_again(
    graph: Graph, tenant: str
) -> None:
    await migrate(graph)
    (first,) = await Bench(graph).loader.load(tenant, [source(CHINESE)])
    later = Bench(graph, zh=OtherEmbedder())
    await later.tenants.ensure(tenant)

    ((by_words,),) = await later.retriever.retrieve(tenant, ["重庆市"], k=1)
    (again,) = await later.loader.load(tenant, [source(CHINESE)])
    vectors = await rows(
        graph,
        "MATCH (c:Chunk {tenant: $t}) "
        "RETURN c.vector_other_zh IS NOT NULL AS new, c.vector_hashed_zh IS NOT NULL AS old",
        t=tenant,
    )
    ((by_both,),) = await later.retriever.retrieve(tenant, ["重庆市"], k=1)

    assert "重庆市" in by_words.text
    assert (again.status, again.revision_id, again.new_chunks) == ("unchanged", first.revision_id, 0)
    assert vectors
    assert all(row["new"] and row["old"] for row in vectors)
    assert by_both.chunk_id == by_words.chunk_id
    assert by_both.score > by_words.score  # both searches found it now


async def test_changed_bytes_are_a_new_revision_that_embeds_only_what_is_new(
    bench: Bench, graph: Graph, tenant: str
) -> None:
    paragraphs = [
        f"Station {i} lies {7 * i} km from the mouth. Its keeper is number {i}. It opened." for i in range(60)
    ]
    (first,) = await bench.loader.load(tenant, [source("\n\n".join(paragraphs))])
    bench.embedder.asked.clear()
    paragraphs.insert(30, "Budapest lies on the Danube too.")

    (report,) = await bench.loader.load(tenant, [source("\n\n".join(paragraphs))])

    assert first.chunks > 10
    assert (report.status, report.revision) == ("revised", 2)
    assert 1 <= len(bench.embedder.asked) <= 3
    assert report.new_chunks == len(bench.embedder.asked)
    current = await rows(
        graph, "MATCH (:Document {tenant: $t})-[:CURRENT]->(r:Revision) RETURN r.number AS n", t=tenant
    )
    assert current == [{"n": 2}]


async def test_going_back_to_an_earlier_text_is_a_third_revision(bench: Bench, graph: Graph, tenant: str) -> None:
    for text in (ENGLISH, CHINESE, ENGLISH):
        (report,) = await bench.loader.load(tenant, [source(text)])

    assert report.revision == 3
    history = await rows(
        graph,
        "MATCH (:Document {tenant: $t})-[:HAS_REVISION]->(r:Revision) "
        "RETURN r.number AS n, r.superseded_at IS NULL AS current ORDER BY n",
        t=tenant,
    )
    assert history == [{"n": 1, "current": False}, {"n": 2, "current": False}, {"n": 3, "current": True}]


async def test_what_was_superseded_is_no_longer_found(bench: Bench, tenant: str) -> None:
    await bench.loader.load(tenant, [source("The Danube rises in Donaueschingen.")])
    await bench.loader.load(tenant, [source("The Rhine rises in Graubuenden.")])

    (hits,) = await bench.retriever.retrieve(tenant, ["Where does the Danube rise?"], 10)

    assert [hit.text for hit in hits] == ["The Rhine rises in Graubuenden."]


async def test_contexts_are_kept_once_and_never_found(bench: Bench, graph: Graph, tenant: str) -> None:
    await bench.tenants.ensure(tenant)
    (first,) = await bench.contexts.load(tenant, ["The Danube rises in Donaueschingen."])
    before = await dump(graph, tenant)

    (second,) = await bench.contexts.load(tenant, ["The Danube rises in Donaueschingen."])

    assert second == first
    assert await dump(graph, tenant) == before
    assert await bench.retriever.retrieve(tenant, ["Danube Donaueschingen"], 5) == [[]]


async def test_a_text_that_came_as_context_is_found_once_it_is_a_source(bench: Bench, tenant: str) -> None:
    await bench.tenants.ensure(tenant)
    await bench.contexts.load(tenant, ["The Danube rises in Donaueschingen."])
    await bench.loader.load(tenant, [source("The Danube rises in Donaueschingen.")])

    (hits,) = await bench.retriever.retrieve(tenant, ["Danube"], 5)

    assert [hit.text for hit in hits] == ["The Danube rises in Donaueschingen."]


async def test_a_search_never_crosses_tenants(bench: Bench, tenant: str) -> None:
    await bench.loader.load(tenant, [source(ENGLISH)])
    await bench.loader.load(f"{tenant}-other", [source("Nothing about rivers here at all.")])

    (hits,) = await bench.retriever.retrieve(f"{tenant}-other", ["Danube Donaueschingen"], 10)

    assert [hit.text for hit in hits] == ["Nothing about rivers here at all."]


@pytest.mark.parametrize(
    "query",
    ["AND OR NOT", '"unbalanced', "a:b^2~ (c] {d} \\", "+ - && || !", "*?", "' } RETURN 1 //", "NOT", "😀"],
)
async def test_lucene_and_cypher_syntax_in_a_query_is_only_text(bench: Bench, tenant: str, query: str) -> None:
    await bench.loader.load(tenant, [source(ENGLISH)])

    (hits,) = await bench.retriever.retrieve(tenant, [query + " Danube"], 5)

    assert any("Danube" in hit.text for hit in hits)


@pytest.mark.parametrize("query", ["长江发源于哪里？", "重庆"])
async def test_chinese_words_are_found(bench: Bench, tenant: str, query: str) -> None:
    await bench.loader.load(tenant, [source(ENGLISH, "en.txt"), source(CHINESE, "zh.txt")])

    (hits,) = await bench.retriever.retrieve(tenant, [query], 5)

    assert "长江" in hits[0].text


BAD = {
    "empty": b"",
    "blank": b" \n\t ",
    "binary": b"\x00\x01\x02\xff" * 64,
    "broken pdf": b"%PDF-1.7\ntruncated",
    **{name: (DATA / name).read_bytes() for name in ("encrypted.pdf", "truncated.pdf", "scanned.pdf", "binary.txt")},
}


@pytest.mark.parametrize("name", BAD)
async def test_what_cannot_be_read_leaves_no_trace(bench: Bench, graph: Graph, tenant: str, name: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        await bench.loader.load(tenant, [SourceDocument("bad.txt", "bad.txt", BAD[name])])

    assert "bad.txt" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert await dump(graph, tenant) == ([], [])


async def test_a_text_of_fifty_megabytes_is_refused_and_leaves_no_trace(
    bench: Bench, graph: Graph, tenant: str
) -> None:
    with pytest.raises(TextTooLong, match="CLAIMGRAPH_MAX_TEXT_CHARS"):
        await bench.loader.load(tenant, [SourceDocument("long.txt", "long.txt", b"word " * 10_000_000)])

    assert await dump(graph, tenant) == ([], [])


@pytest.mark.parametrize("name", ["utf16.txt", "utf8_bom.txt", "windows1252.txt", "gb18030.txt", "utf16_zh.txt"])
async def test_other_encodings_are_read_for_what_they_are(bench: Bench, graph: Graph, tenant: str, name: str) -> None:
    await bench.loader.load(tenant, [SourceDocument(name, name, (DATA / name).read_bytes())])

    texts = await rows(graph, "MATCH (c:Chunk {tenant: $t}) RETURN c.text AS text, c.lang AS lang", t=tenant)
    assert texts
    assert {row["lang"] for row in texts} == {"zh" if name in ("gb18030.txt", "utf16_zh.txt") else "en"}
    assert not any("\ufffd" in str(row["text"]) or "\ufeff" in str(row["text"]) for row in texts)


async def test_a_page_is_known_for_every_chunk_of_a_pdf(bench: Bench, graph: Graph, tenant: str) -> None:
    await bench.loader.load(tenant, [SourceDocument("real.pdf", "real.pdf", (DATA / "real.pdf").read_bytes())])

    pages = await rows(graph, "MATCH (:Revision {tenant: $t})-[h:HAS_CHUNK]->() RETURN h.page AS page", t=tenant)
    assert {row["page"] for row in pages} == {1, 2}


async def test_writers_of_one_document_at_once_never_take_the_same_number(
    bench: Bench, graph: Graph, tenant: str
) -> None:
    import anyio

    await bench.tenants.ensure(tenant)
    async with anyio.create_task_group() as tasks:
        for i in range(6):
            tasks.start_soon(bench.loader.load, tenant, [source(f"Text number {i} about the Danube.")])

    numbers = await rows(
        graph, "MATCH (:Document {tenant: $t})-[:HAS_REVISION]->(r:Revision) RETURN r.number AS n ORDER BY n", t=tenant
    )
    current = await rows(
        graph, "MATCH (:Document {tenant: $t})-[c:CURRENT]->(:Revision) RETURN count(c) AS n", t=tenant
    )
    assert [row["n"] for row in numbers] == [1, 2, 3, 4, 5, 6]
    assert current == [{"n": 1}]


async def test_a_document_of_many_batches_is_whole(graph: Graph, tenant: str) -> None:
    await migrate(graph)
    bench = Bench(graph, max_chars=1_000_000)
    text = "\n\n".join(f"Paragraph {i} says that station {i} lies {i * 7} km from the mouth." for i in range(700))

    (report,) = await bench.loader.load(tenant, [source(text)])

    (row,) = await rows(
        graph,
        "MATCH (:Revision {tenant: $t})-[h:HAS_CHUNK]->(c:Chunk) "
        "RETURN count(h) AS places, count(DISTINCT c) AS chunks",
        t=tenant,
    )
    assert row["places"] == report.chunks
    assert report.chunks > 256
