"""Entities across texts: merges say why, can be undone, and lead to evidence that names a thing otherwise."""

from __future__ import annotations

from itertools import pairwise

import pytest

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import documents, entities, search
from claimgraph.graph_schema.repositories.entities import NameRow, SameAsRow
from claimgraph.ingest.chunking import SemanticChunker
from claimgraph.ingest.entities.linking import link_rows
from claimgraph.ingest.loading import Loader
from claimgraph.ingest.preparing import Preparer, SourceDocument
from claimgraph.ingest.readers.choose import reader_for
from claimgraph.ingest.tenants import TenantIndexes
from claimgraph.ingest.text.mentions import PatternMentions
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.models.hashing import HashedChineseEmbedder

DEFINITION = "The World Health Organization (WHO) has its seat in Geneva."
EVIDENCE = "WHO was founded in April 1948."
ZH_DEFINITION = "华为技术有限公司（以下简称华为）的总部设在深圳。"
ZH_EVIDENCE = "华为成立于1987年9月。"
OTHER = "The Danube flows through Vienna."


@pytest.fixture
async def migrated(graph: Graph) -> Graph:
    await migrate(graph)
    return graph


def same(first: str, second: str, reason: str = "alias given in the text") -> SameAsRow:
    return SameAsRow(NameRow(first, "organisation", "en"), NameRow(second, "organisation", "en"), reason, "somewhere")


async def load(graph: Graph, tenant: str, key: str, text: str) -> str:
    """A document of one chunk, with its mentions and what it says of names; returns the chunk's id."""
    chunk = ids.chunk_id(tenant, text)
    found = PatternMentions().extract([text])[0]
    mentions = [documents.MentionRow(chunk, m.surface, m.type.value, "en", m.start, m.end, m.extractor) for m in found]
    document = ids.document_id(tenant, "source", key)

    async def work(tx: Transaction) -> None:
        await documents.write_chunks(tx, tenant, [documents.ChunkRow(chunk, text, "en", 10)])
        await documents.write_mentions(tx, tenant, "Chunk", mentions)
        await entities.write_same_as(tx, tenant, link_rows(chunk, text, "en", found))
        await documents.add_revision(
            tx,
            tenant,
            documents.DocumentRow(document, "source", key, key, "text/plain"),
            documents.RevisionRow("0" * 64, "0" * 64, "text-1", "none-1", len(text)),
            [documents.PlacedChunk(chunk, 0, 0, len(text), None, ())],
            "2024-01-01T00:00:00+00:00",
        )

    await graph.write("load", work)
    return chunk


async def neighbours(graph: Graph, tenant: str, name: str) -> list[search.FoundChunk]:
    asked = {"claim": [ids.entity_id(tenant, name)]}
    found = await graph.read("by_entities", lambda tx: search.by_entities(tx, tenant, asked, 10))
    return found.get("claim", [])


async def test_evidence_is_found_that_only_an_alias_defined_elsewhere_reaches(migrated: Graph, tenant: str) -> None:
    await load(migrated, tenant, "definition", DEFINITION)
    evidence = await load(migrated, tenant, "evidence", EVIDENCE)
    await load(migrated, tenant, "other", OTHER)

    found = await neighbours(migrated, tenant, "World Health Organization")

    assert evidence in {chunk.chunk_id for chunk in found}
    assert all("World Health Organization" not in chunk.text for chunk in found if chunk.chunk_id == evidence)
    assert {chunk.text for chunk in found} == {DEFINITION, EVIDENCE}


async def test_documents_that_are_loaded_bring_their_definitions_along(migrated: Graph, tenant: str) -> None:
    embedder = HashedChineseEmbedder()
    embedders = {"en": embedder, "zh": embedder, "und": embedder}
    preparer = Preparer(reader_for, SemanticChunker(400), PatternMentions(), embedders, 100_000)
    loader = Loader(migrated, TenantIndexes(migrated, preparer.embedder_sizes()), preparer)
    sources = [
        SourceDocument(f"{i}.txt", f"{i}.txt", text.encode()) for i, text in enumerate([ZH_DEFINITION, ZH_EVIDENCE])
    ]

    await loader.load(tenant, sources)
    found = await neighbours(migrated, tenant, "华为技术有限公司")

    assert {chunk.text for chunk in found} == {ZH_DEFINITION, ZH_EVIDENCE}


async def test_without_the_definition_the_alias_reaches_nothing(migrated: Graph, tenant: str) -> None:
    await load(migrated, tenant, "evidence", EVIDENCE)

    assert await neighbours(migrated, tenant, "World Health Organization") == []


async def test_a_merge_says_its_reason_and_where_it_comes_from(migrated: Graph, tenant: str) -> None:
    chunk = await load(migrated, tenant, "definition", DEFINITION)
    entity = ids.entity_id(tenant, "WHO")

    merges = (await migrated.read("merges", lambda tx: entities.merges_of(tx, tenant, [entity])))[entity]

    assert [(m.name, m.reason, m.source, m.active) for m in merges] == [
        ("world health organization", "acronym defined in the text", chunk, True)
    ]


async def test_an_undone_merge_is_not_followed_and_stays_undone_when_the_text_is_read_again(
    migrated: Graph, tenant: str
) -> None:
    await load(migrated, tenant, "definition", DEFINITION)
    evidence = await load(migrated, tenant, "evidence", EVIDENCE)
    merge = entities.same_as_id(tenant, "WHO", "World Health Organization")

    undone = await migrated.write("undo", lambda tx: entities.set_same_as_active(tx, tenant, [merge], False))
    await load(migrated, tenant, "definition again", DEFINITION)
    without = await neighbours(migrated, tenant, "World Health Organization")
    await migrated.write("redo", lambda tx: entities.set_same_as_active(tx, tenant, [merge], True))
    again = await neighbours(migrated, tenant, "World Health Organization")

    assert undone == [merge]
    assert evidence not in {chunk.chunk_id for chunk in without}
    assert evidence in {chunk.chunk_id for chunk in again}


async def test_groups_are_read_along_several_merges_in_both_directions_up_to_a_bound(
    migrated: Graph, tenant: str
) -> None:
    names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]
    rows = [same(first, second) for first, second in pairwise(names)]
    await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, rows))
    by_name = {name: ids.entity_id(tenant, name) for name in names}

    three = await migrated.read("groups", lambda tx: entities.groups(tx, tenant, [by_name["Alpha"]], hops=3))
    middle = await migrated.read("groups", lambda tx: entities.groups(tx, tenant, [by_name["Gamma"]], hops=1))

    assert three == {by_name["Alpha"]: sorted(by_name[name] for name in names[:4])}
    assert middle == {by_name["Gamma"]: sorted(by_name[name] for name in ("Beta", "Gamma", "Delta"))}


async def test_a_chunk_that_names_a_thing_twice_shares_one_entity(migrated: Graph, tenant: str) -> None:
    await load(migrated, tenant, "definition", DEFINITION)

    found = await neighbours(migrated, tenant, "WHO")

    assert [chunk.score for chunk in found] == [1]


async def test_another_tenants_merges_are_not_followed(migrated: Graph, tenant: str) -> None:
    other = f"{tenant}-other"
    await load(migrated, other, "definition", DEFINITION)
    await load(migrated, tenant, "evidence", EVIDENCE)

    merge = entities.same_as_id(other, "WHO", "World Health Organization")
    touched = await migrated.write("undo", lambda tx: entities.set_same_as_active(tx, tenant, [merge], False))

    assert await neighbours(migrated, tenant, "World Health Organization") == []
    assert touched == []
    assert await migrated.read("list", lambda tx: entities.list_merges(tx, tenant)) == []


async def test_writing_merges_twice_and_the_other_way_round_adds_nothing(migrated: Graph, tenant: str) -> None:
    there = same("Acme", "Acme Corporation", "short form in the same text")
    back = SameAsRow(there.second, there.first, "another reason", "elsewhere")

    await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, [there]))
    await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, [back, there]))
    listed = await migrated.read("list", lambda tx: entities.list_merges(tx, tenant))

    assert [(pair.reason, {pair.first, pair.second}) for pair in listed] == [
        ("short form in the same text", {"Acme", "Acme Corporation"})
    ]


async def test_a_name_is_not_merged_with_itself(migrated: Graph, tenant: str) -> None:
    written = await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, [same("ACME", "the Acme")]))

    assert written == 0


async def test_merges_are_listed_in_pages(migrated: Graph, tenant: str) -> None:
    rows = [same(f"Name{i}", f"Other{i}") for i in range(5)]
    await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, rows))

    first = await migrated.read("list", lambda tx: entities.list_merges(tx, tenant, limit=3))
    rest = await migrated.read("list", lambda tx: entities.list_merges(tx, tenant, after=first[-1].id, limit=3))

    listed = [pair.id for pair in (*first, *rest)]
    assert len(listed) == 5
    assert listed == sorted(set(listed))


async def test_two_names_that_share_an_acronym_are_no_group(migrated: Graph, tenant: str) -> None:
    acronym = "acronym defined in the text"
    names = ["AMA", "American Medical Association", "American Marketing Association", "Medical Association of America"]
    entity = {name: ids.entity_id(tenant, name) for name in names}
    rows = [same(names[1], "AMA", acronym), same(names[2], "AMA", acronym), same(names[1], names[3])]
    await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, rows))

    both = await migrated.read("groups", lambda tx: entities.groups(tx, tenant, entity.values()))
    marketing = entities.same_as_id(tenant, names[2], "AMA")
    await migrated.write("undo", lambda tx: entities.set_same_as_active(tx, tenant, [marketing], False))
    one = await migrated.read("groups", lambda tx: entities.groups(tx, tenant, [entity["AMA"]]))

    assert both == {
        entity["AMA"]: [entity["AMA"]],
        entity[names[1]]: sorted([entity[names[1]], entity[names[3]]]),
        entity[names[2]]: [entity[names[2]]],
        entity[names[3]]: sorted([entity[names[1]], entity[names[3]]]),
    }
    assert one == {entity["AMA"]: sorted([entity["AMA"], entity[names[1]], entity[names[3]]])}


async def test_an_acronym_of_one_name_in_two_spellings_joins_them(migrated: Graph, tenant: str) -> None:
    acronym = "acronym defined in the text"
    names = ["WHO", "World Health Organization", "World Health Organisation"]
    rows = [same(name, "WHO", acronym) for name in names[1:]]
    await migrated.write("write", lambda tx: entities.write_same_as(tx, tenant, rows))

    found = await migrated.read("groups", lambda tx: entities.groups(tx, tenant, [ids.entity_id(tenant, names[1])]))

    assert list(found.values()) == [sorted(ids.entity_id(tenant, name) for name in names)]
