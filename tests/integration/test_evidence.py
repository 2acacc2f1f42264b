"""Evidence from the graph: what states something about a claim's subject, earlier verdicts, what was once true."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import pytest
from fakes.counting_judge import CountingJudge
from fakes.statement_reader import FakeDecomposer, FakeStatementReader
from sample_graph import LightServices, erase

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import search, stated
from claimgraph.graph_schema.vocabulary import EvidenceSource, Verdict
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.platform.graph import Graph, Query
from claimgraph.verify.checking import Checker
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.evidence import EvidenceGatherer
from claimgraph.verify.facts import READ_CHUNKS, FactReader
from claimgraph.verify.judges.graph import GraphJudge
from claimgraph.verify.model import Claim, ClaimEvidence
from claimgraph.verify.neighbourhood import Neighbourhood, look_around
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.policies.choose import PolicyChoice
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.ports import Judge

STATED, JUDGED, MENTIONED = EvidenceSource.STATED, EvidenceSource.JUDGED, EvidenceSource.NEIGHBOURHOOD


class Library:
    """Sources read by the fake reader, and a verifier whose judges the test picks."""

    def __init__(self, services: LightServices, graph: Graph, tenant: str) -> None:
        self.graph, self.tenant, self.services = graph, tenant, services
        self.reader = FakeStatementReader()
        services.__dict__["correctors"] = ()
        services.__dict__["claims"] = ClaimMaker(FakeDecomposer(self.reader), services.mentions, self.reader.version)
        services.preparer._statements = self.reader
        services.__dict__["gatherer"] = self.gatherer(FactReader(FakeStatementReader()))

    def gatherer(self, facts: FactReader | None) -> EvidenceGatherer:
        embeddings = self.services.embeddings
        return EvidenceGatherer(self.graph, self.services.retriever, embeddings.embed, embeddings.version, facts)  # type: ignore[arg-type]

    async def load(self, text: str, key: str = "a.txt") -> str:
        await self.services.loader.load(self.tenant, [SourceDocument(key, key, text.encode())])
        return ids.chunk_id(self.tenant, text)

    async def claims(self, *texts: str) -> list[Claim]:
        return [claim for text in texts for claim in await self.services.claims.make(self.tenant, "answer", text)]

    async def around(self, *texts: str, tenant: str | None = None) -> list[Neighbourhood]:
        claims = await self.claims(*texts)
        await self.services.tenants.ensure(tenant or self.tenant)
        found = await self.graph.read("around", lambda tx: look_around(tx, tenant or self.tenant, claims, {}))
        return [found[claim.id] for claim in claims]

    async def gather(self, text: str, question: str | None = None) -> ClaimEvidence:
        (found,) = await self.services.gatherer.gather(self.tenant, await self.claims(text), None, question)
        return found

    def verifier(self, *judges: Judge) -> Verifier:
        return dataclasses.replace(self.services.verifier, checker=Checker(judges), policies=PolicyChoice(VotePolicy()))

    async def verify(self, text: str, *judges: Judge, contexts: tuple[str, ...] | None = None) -> Any:
        request = VerifyRequest(text, contexts=contexts, correct=False)
        return await self.verifier(*judges).verify(self.tenant, request)


@pytest.fixture
async def library(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Library]:
    await migrate(graph)
    yield Library(LightServices(store.settings(tenant=tenant), graph), graph, tenant)
    await erase(graph, tenant)


def sources(found: Neighbourhood) -> dict[str, EvidenceSource]:
    return {one.chunk.text: one.source for one in found.chunks}


async def test_chunks_that_state_something_about_the_subject_come_before_those_that_mention_it(
    library: Library,
) -> None:
    await library.load("Guido created Python.", "one")
    await library.load("Who met Guido there?", "two")
    await library.load("The Danube rises in Donaueschingen.", "three")

    (found,) = await library.around("Guido invented Rust.")

    assert sources(found) == {"Guido created Python.": STATED, "Who met Guido there?": MENTIONED}
    assert [one.source for one in found.chunks] == [STATED, MENTIONED]  # in this order
    assert all(0 < one.score <= 1 for one in found.chunks)


async def test_the_same_relation_brings_a_chunk_before_another(library: Library) -> None:
    await library.load("Guido invented Lambda.", "one")
    await library.load("Guido created Python.", "two")

    (found,) = await library.around("Guido created Ruby.")

    assert [one.chunk.text for one in found.chunks] == ["Guido created Python.", "Guido invented Lambda."]


async def test_a_subject_is_found_under_its_other_name_in_both_languages(library: Library) -> None:
    await library.load("The World Health Organization (WHO) is known. 世界卫生组织（世卫组织）很有名。", "names")
    await library.load("WHO created Clinics.", "en")

    english, other = await library.around("World Health Organization invented Rust.", "Guido invented Rust.")

    assert sources(english)["WHO created Clinics."] is STATED
    assert ("WHO", "world health organization") in english.same_names
    assert sources(other) == {}


async def test_a_chinese_subject_is_found(library: Library) -> None:
    await library.load("吉多·范罗苏姆创建了Python。", "zh")

    (found,) = await library.around("吉多·范罗苏姆创建了Ruby。")

    assert sources(found) == {"吉多·范罗苏姆创建了Python。": STATED}


@pytest.mark.parametrize(
    ("claim", "related", "unrelated"),
    [
        ("Guido created Python.", "Matz created Ruby.", "Larry invented Perl."),
        ("吉多·范罗苏姆创建了Python。", "松本行弘创建了Ruby。", "白鹿湖位于云南省。"),
    ],
)
async def test_what_states_the_same_relation_of_another_thing_is_looked_at(
    library: Library, claim: str, related: str, unrelated: str
) -> None:
    await library.load(related, "one")
    await library.load(unrelated, "two")

    (found,) = await library.around(claim)

    assert sources(found) == {related: STATED}
    assert all(0 < one.score < 0.5 for one in found.chunks)


async def test_the_same_relation_stands_behind_the_same_subject_and_is_bounded(library: Library) -> None:
    about = ["Guido invented Lambda.", "Who met Guido there?"]
    for n, text in enumerate([*about, *(f"Person{chr(65 + n)} created Tool{chr(65 + n)}." for n in range(6))]):
        await library.load(text, str(n))

    (found,) = await library.around("Guido created Python.")

    texts = [one.chunk.text for one in found.chunks]
    assert texts[:2] == about
    assert len(texts) == 2 + 2


async def test_the_same_relation_with_an_end_in_common_comes_first(library: Library) -> None:
    for n in range(6):
        await library.load(f"Person{chr(65 + n)} created Tool{chr(65 + n)}.", str(n))
    await library.load("The engineers created the first compiler.", "end")

    (found,) = await library.around("Some people created the first compiler.")

    assert found.chunks[0].chunk.text == "The engineers created the first compiler."


async def test_a_relation_that_says_nothing_by_itself_selects_nothing(library: Library) -> None:
    await library.load("Rust is a language.", "one")

    (found,) = await library.around("Guido is a person.")

    assert found.chunks == ()


async def test_a_relation_that_very_many_things_have_selects_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(3):
        await library.load(f"Person{chr(65 + n)} created Tool{chr(65 + n)}.", str(n))
    monkeypatch.setattr(stated, "COMMON_RELATION", 4)
    (few,) = await library.around("Guido created Python.")
    await library.load("PersonZ created ToolZ.", "last")

    (many,) = await library.around("Guido created Python.")

    assert (len(few.chunks), len(many.chunks)) == (2, 0)


async def test_what_stated_the_same_relation_once_is_not_looked_at(library: Library) -> None:
    await library.load("Matz created Ruby.", "one")
    await library.load("Nothing is known.", "one")
    await library.verify("Matz created Ruby.", GraphJudge(), contexts=("Matz created Ruby.",))

    (found,) = await library.around("Guido created Python.")

    assert found.chunks == ()


@pytest.mark.parametrize("claim", ["Guido created Python.", "Python was created by Guido."])
async def test_what_carried_an_earlier_verdict_is_looked_at_again(library: Library, claim: str) -> None:
    chunk = await library.load("Guido created Python.", "one")
    await library.verify("Guido created Python.", GraphJudge())

    (found,) = await library.around(claim)

    assert [(one.chunk.chunk_id, one.source, one.score) for one in found.chunks] == [(chunk, JUDGED, 1.0)]


async def test_what_carried_a_verdict_counts_no_more_once_it_is_superseded(library: Library) -> None:
    await library.load("Guido created Python.", "one")
    await library.verify("Guido created Python.", GraphJudge())
    await library.load("Nothing is known.", "one")

    (found,) = await library.around("Guido created Python.")

    assert found.chunks == ()
    assert [(fact.head, fact.relation, fact.tail) for fact in found.superseded] == [("guido", "create", "python")]


async def test_a_context_of_another_call_is_no_evidence(library: Library) -> None:
    await library.verify("Guido created Python.", GraphJudge(), contexts=("Guido created Python.",))

    (found,) = await library.around("Guido created Python.")

    assert found.chunks == ()


async def test_another_tenant_sees_nothing(library: Library) -> None:
    await library.load("Guido created Python.", "one")
    await library.verify("Guido created Python.", GraphJudge())
    other = f"{library.tenant}-b"

    (found,) = await library.around("Guido created Python.", tenant=other)

    assert found == Neighbourhood()
    await erase(library.graph, other)


async def test_the_number_of_statements_does_not_depend_on_the_number_of_claims(library: Library) -> None:
    await library.load(" ".join(f"Guido created Tool{chr(65 + n)}." for n in range(8)), "one")
    await library.load("Nothing. Guido is here.", "one")

    async def statements(count: int) -> int:
        sent: list[str] = []
        claims = await library.claims(*(f"Guido created Tool{chr(65 + n)}." for n in range(count)))
        with library.graph.observe(sent.append):
            await library.services.gatherer.gather(library.tenant, claims, None)
        return len(sent)

    assert await statements(1) == await statements(8)


async def test_what_a_window_states_is_read_from_the_graph(library: Library) -> None:
    await library.load("Rain fell. Guido created Python. Rust is a language.", "one")
    library.reader.asked.clear()

    found = await library.gather("Guido created Ruby.", "Who created Ruby?")

    sentence = next(window for window in found.windows if window.text == "Guido created Python.")
    (fact,) = sentence.facts
    assert (fact.head, fact.relation, fact.tail, fact.text) == ("guido", "create", "python", "Guido created Python.")
    assert (fact.start, fact.end, fact.until) == (11, 32, None)
    assert found.question == "Who created Ruby?"
    assert {(f.head, f.text) for window in found.windows for f in window.facts} == {
        ("guido", "Guido created Python."),
        ("rust", "Rust is a language."),
        ("", "Rain fell."),  # no triple was read
    }


async def test_what_contexts_state_is_read_as_they_come(library: Library) -> None:
    contradicted = await library.verify(
        "Bergen is the capital of Norway.", GraphJudge(), contexts=("Oslo is the capital of Norway.",)
    )
    unknown = await library.verify("Bergen is the capital of Norway.", GraphJudge(), contexts=("Rain fell in May.",))

    (claim,) = contradicted.claims
    assert claim.verdict is Verdict.CONTRADICTED
    assert claim.evidence[0].judges["graph"]["graph"] == 0.0
    assert unknown.claims[0].verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("stated", "right", "wrong"),
    [
        (
            "The capital of Australia is Canberra.",
            "Canberra is the capital of Australia.",
            "Sydney is the capital of Australia.",
        ),
        ("白鹿湖位于云南。云南位于中国。", "白鹿湖位于中国。", None),
    ],
)
async def test_the_graph_judge_alone_gives_verdicts_from_sources(
    library: Library, stated: str, right: str, wrong: str | None
) -> None:
    await library.load(stated)

    found = await library.verify(right, GraphJudge())
    against = await library.verify(wrong, GraphJudge()) if wrong else None

    assert found.claims[0].verdict is Verdict.SUPPORTED
    assert against is None or against.claims[0].verdict is Verdict.CONTRADICTED


async def test_two_chunks_lead_together_to_a_wider_place(library: Library) -> None:
    contexts = ("The Danube rises in Donaueschingen. Boats are red.", "Donaueschingen is in Baden. Hens are loud.")
    await library.load(contexts[0], "one")
    await library.load(contexts[1], "two")

    evidence = await library.gather("The Danube rises in Baden.")

    joined = [window for window in evidence.windows if len({piece.chunk_id for piece in window.pieces}) == 2]
    assert [sorted(fact.text for fact in window.facts) for window in joined] == [
        ["Donaueschingen is in Baden.", "The Danube rises in Donaueschingen."]
    ]


async def test_what_the_graph_knows_of_a_chunk_is_told_however_many_claims_there_are(library: Library) -> None:
    names = [f"Bridge {chr(65 + n // 26)}{chr(65 + n % 26)}Q" for n in range(READ_CHUNKS + 6)]  # "AN" were a stop word
    for name in names:
        await library.load(f"{name} created Python.", name)
    claims = await library.claims(*(f"{name} created Python." for name in names))

    gathered = await library.gatherer(None).gather(library.tenant, claims, None)

    untold = [one.claim.text for one in gathered if one.claim.text not in {f.text for f in one.windows[0].facts}]
    assert untold == []


async def test_what_was_true_once_is_told_with_its_day_and_supports_nothing(library: Library) -> None:
    await library.load("The capital of Kazakhstan is Almaty.", "one")
    await library.load("The capital of Kazakhstan is Astana.", "one")

    report = await library.verify("The capital of Kazakhstan is Almaty.", GraphJudge())

    (claim,) = report.claims
    assert claim.verdict is Verdict.CONTRADICTED
    findings = claim.evidence[0].judges["graph"]["findings"]
    (day,) = [finding["premise"] for finding in findings if finding["kind"] == "superseded"]
    assert len(day) == len("2026-01-01")
    assert claim.evidence[0].judges["graph"]["reason"] == f"was true until {day}"


async def test_what_a_current_source_still_states_is_not_superseded(library: Library) -> None:
    await library.load("Guido created Python. Rain fell.", "one")
    await library.load("Nothing is known.", "one")
    await library.load("They say so. Guido created Python.", "two")

    (found,) = await library.around("Guido created Python.")

    assert found.superseded == ()


async def test_a_merge_that_is_undone_opens_the_graph_judges_opinion_again(library: Library) -> None:
    counting = CountingJudge(reads=frozenset({"same_names"}))
    await library.load("The World Health Organization (WHO) created Clinics.", "one")
    await library.verify("WHO created Clinics.", counting)
    asked = len(counting.asked)
    from claimgraph.graph_schema.repositories.entities import same_as_id, set_same_as_active

    merge = same_as_id(library.tenant, "WHO", "World Health Organization")
    undone = await library.graph.write("undo", lambda tx: set_same_as_active(tx, library.tenant, [merge], False))

    again = await library.verify("WHO created Clinics.", counting)

    assert undone == [merge]
    assert not again.run.reused
    assert len(counting.asked) > asked


async def test_the_smallest_window_that_carries_the_verdict_is_shown_first(library: Library) -> None:
    context = "Rain fell. Guido created Python. Rust is a language."

    report = await library.verify("Guido created Python.", GraphJudge(), contexts=(context,))
    again = await library.verify("Guido created Python.", GraphJudge(), contexts=(context,))

    first = report.claims[0].evidence[0]
    assert (first.text, first.decisive) == ("Guido created Python.", True)
    assert [context[span.start : span.end] for span in first.spans] == [first.text]
    assert sum(one.decisive for one in report.claims[0].evidence) == 1
    assert again.run.reused
    assert again.claims[0].evidence == report.claims[0].evidence


async def test_identical_contexts_a_thousand_times_are_one_piece_of_evidence(library: Library) -> None:
    judge = CountingJudge()

    once = await library.verify("Guido created Python.", judge, contexts=("Guido created Python.",))
    asked = len(judge.asked)
    many = await library.verify("Guido created Python.", judge, contexts=("Guido created Python.",) * 1000)

    assert len(judge.asked) == asked
    assert [one.text for one in many.claims[0].evidence] == [one.text for one in once.claims[0].evidence]
    assert [len(one.occurrences) for one in many.claims[0].evidence] == [1]


async def test_a_claim_of_five_thousand_characters_and_foreign_or_no_evidence_are_judged(library: Library) -> None:
    judge = CountingJudge()
    long = "Guido created " + "Python and Ruby and " * 249 + "Rust."

    huge = await library.verify(long, judge, contexts=("Guido created Python.",))
    foreign = await library.verify("Guido created Python.", judge, contexts=("吉多创建了Python。",))
    nothing = await library.verify("Guido created Python.", judge, contexts=("🙂 …",))

    assert len(huge.claims[0].text) > 4_900
    assert [claim.evidence[0].text for claim in huge.claims] == ["Guido created Python."]
    assert foreign.claims[0].evidence[0].text == "吉多创建了Python。"
    assert (nothing.claims[0].verdict, nothing.claims[0].evidence) == (Verdict.NOT_ENOUGH_INFO, ())


async def test_a_verdict_of_its_own_changes_nothing_of_what_is_gathered_again(library: Library) -> None:
    for n in range(24):
        await library.load(f"Guido created Tool{chr(65 + n)}. It has {n} parts.", str(n))
    first = await library.verify("Guido created ToolC.", GraphJudge())
    (claim,) = await library.claims("Guido created ToolC.")

    second = await library.verify("Guido created ToolC.", GraphJudge())
    (gathered,) = await library.services.gatherer.gather(library.tenant, [claim], None)

    assert first.claims[0].verdict is Verdict.SUPPORTED
    assert second.run.reused
    assert len(gathered.chunks) == 8 + 4 + 6 + 2


async def test_what_was_replaced_opens_no_claim_that_it_does_not_agree_with(library: Library) -> None:
    await library.load("Guido created Python.", "one")
    first = await library.verify("Guido created Python.", GraphJudge())
    await library.load("Guido created Ruby.", "one")
    await library.load("Guido created Python.", "one")

    again = await library.verify("Guido created Python.", GraphJudge())

    assert (again.run_id, again.run.reused) == (first.run_id, True)


HEADER = "| Ship | Built | Crew | Home port |\n|---|---|---|---|"
SHIPS = [f"| Ship{place} | {1900 + place} | {20 + place} | Port{place} |" for place in range(30)]


async def test_a_chunk_knows_what_stands_beside_it_in_current_sources(library: Library) -> None:
    text = "\n".join(["Ships in service", "", HEADER, *SHIPS, "", "All of them are steamers."])
    await library.load(text, "ships.txt")
    chunks = await _chunks(library)
    assert len(chunks) > 2

    rows = await library.graph.read("beside", lambda tx: search.beside(tx, library.tenant, chunks))

    around = {(row.chunk_id, row.step): row.id for row in rows if row.step is not None}
    assert around == {
        **{(chunk, 1): behind for chunk, behind in pairwise(chunks)},
        **{(behind, -1): chunk for chunk, behind in pairwise(chunks)},
    }


async def test_a_chunk_that_is_all_of_a_text_has_nothing_beside_it(library: Library) -> None:
    chunk = await library.load("Guido created Python.")
    await library.load("Guido created Ruby.", "b.txt")
    await library.load("Guido created Perl.", "b.txt")  # the chunk of the first revision is in no current source

    gone = ids.chunk_id(library.tenant, "Guido created Ruby.")
    rows = await library.graph.read("beside", lambda tx: search.beside(tx, library.tenant, [chunk, gone]))

    assert [(row.chunk_id, row.step, row.id) for row in rows] == [(chunk, None, None)]
    assert await library.graph.read("beside", lambda tx: search.beside(tx, "another", [chunk])) == []


async def test_rows_of_a_stored_table_have_its_header_and_a_short_table_is_known_whole(library: Library) -> None:
    await library.load("\n".join(["Ships in service", "", HEADER, *SHIPS]), "ships.txt")
    await library.load("Boats in service\n\n| Boat | Berth |\n|---|---|\n| Erna | 4 |\n| Frida | 7 |", "boats.txt")

    of_ship, of_boat = await library.gather("Ship20 has a crew of 40."), await library.gather("Frida has the berth 7.")

    assert any(window.text == f"{HEADER}\n{SHIPS[20]}" for window in of_ship.windows)
    assert {table.splitlines()[0] for window in of_boat.windows for table in window.tables} == {"Boats in service"}


async def _chunks(library: Library) -> list[str]:
    """Of the only source, in the order of its text."""

    statement = """
    MATCH (r:Revision)-[h:HAS_CHUNK]->(k:Chunk) WHERE k.tenant = $tenant RETURN k.id AS id ORDER BY h.ordinal
    """
    rows = await library.graph.execute(Query("chunks_in_order", statement), tenant=library.tenant)
    return [row["id"] for row in rows]
