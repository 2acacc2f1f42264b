"""Claims: what was said about them, by whom they were mended."""

from __future__ import annotations

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema.repositories.checks import SCORES
from claimgraph.graph_schema.repositories.records import CheckRecord, CorrectionRecord
from claimgraph.graph_schema.vocabulary import Verdict

from .context import fill, loaders_of, must_exist, page
from .fields import field
from .values import SPANS, Score, Words, scores, spans


@strawberry.type(description="One judge's opinion of a claim against a premise in a chunk.")
class Check:
    id: strawberry.ID
    chunk_id: strawberry.ID
    premise_id: strawberry.ID
    spans: list[list[int]] = strawberry.field(description=f"The premise's pieces in the chunk. {SPANS}")
    judge: str
    judge_version: str
    nli_entailment: float | None
    nli_neutral: float | None
    nli_contradiction: float | None
    similarity: float | None
    rules: float | None
    alignment: float | None
    graph: float | None
    llm_supported: float | None
    llm_contradicted: float | None
    llm_not_enough_info: float | None
    scores: list[Score] = strawberry.field(description="All its scores by name, those above among them.")
    findings: list[Words]
    reason: str | None = strawberry.field(description="What the judge says in words.")
    unscored_reason: str | None
    origin: strawberry.ID | None = strawberry.field(
        description="The claim that was judged, where this check was taken over from a paraphrase."
    )
    at: str

    @strawberry.field
    async def chunk(self, info: Info) -> documents.Chunk:
        record = await loaders_of(info).chunks.load(self.chunk_id)
        return fill(documents.Chunk, must_exist(record, "chunk", self.chunk_id))


@strawberry.type(description="An entity or literal that a claim mentions, and where in its text.")
class Mention:
    entity_id: strawberry.ID
    name: str = strawberry.field(description="Normalised.")
    type: str
    surface: str
    start: int
    end: int
    extractor: str

    @strawberry.field
    async def entity(self, info: Info) -> knowledge.Entity | None:
        return await knowledge.entity(info, self.entity_id)


@strawberry.type(description="A claim that a correction yields, judged again.")
class Yield:
    claim_id: strawberry.ID
    verdict: Verdict
    confidence: float | None

    @strawberry.field
    async def claim(self, info: Info) -> Claim:
        record = await loaders_of(info).claims.load(self.claim_id)
        return fill(Claim, must_exist(record, "claim", self.claim_id))


@strawberry.type(description="A replacement for a wrong or unsupported claim.")
class Correction:
    id: strawberry.ID
    claim_id: strawberry.ID
    run_id: strawberry.ID
    before: str
    after: str = strawberry.field(description="Empty: taken out.")
    method: str
    prompt_version: str | None
    chunk_ids: list[strawberry.ID]
    yields: list[Yield] = strawberry.field(description="The claims that it yields; none: taken out.")

    @strawberry.field
    async def claim(self, info: Info) -> Claim:
        record = await loaders_of(info).claims.load(self.claim_id)
        return fill(Claim, must_exist(record, "claim", self.claim_id))

    @field("What it rests on.")
    async def based_on(self, info: Info) -> list[documents.Chunk]:
        found = await loaders_of(info).chunks.load_many(self.chunk_ids)
        return [fill(documents.Chunk, record) for record in found if record is not None]

    @strawberry.field
    async def run(self, info: Info) -> answers.Run:
        record = await loaders_of(info).runs.load(self.run_id)
        return answers.run(must_exist(record, "run", self.run_id))


@strawberry.type(description="One proposition, whoever states it.")
class Claim:
    id: strawberry.ID
    text: str
    lang: str
    standalone: bool = strawberry.field(description="False: it belongs to its answer or chunk and is never reused.")

    @field("The answers that assert it now.")
    async def asserted_by(self, info: Info, first: int = 20) -> list[answers.Assertion]:
        found = await loaders_of(info).claim_assertions.load(page(self.id, first))
        return [answers.assertion(record) for record in found]

    @field("What judges said about it; by one judge, or by all.")
    async def checked_against(self, info: Info, judge: str | None = None, first: int = 50) -> list[Check]:
        found = await loaders_of(info).claim_checks.load(page(self.id, first, judge=judge))
        return [check(record) for record in found]

    @field("What every run found about it, also those of the past; the latest first.")
    async def found_by(self, info: Info, first: int = 20) -> list[answers.Finding]:
        found = await loaders_of(info).claim_findings.load(page(self.id, first))
        return [answers.finding(record) for record in found]

    @strawberry.field
    async def corrections(self, info: Info, first: int = 20) -> list[Correction]:
        found = await loaders_of(info).claim_corrections.load(page(self.id, first))
        return [correction(record) for record in found]

    @field("The entities that it mentions, in the order of its text.")
    async def mentions(self, info: Info, first: int = 50) -> list[Mention]:
        found = await loaders_of(info).claim_mentions.load(page(self.id, first))
        return [fill(Mention, record) for record in found]

    @field("What it says, as triples.")
    async def triples(self, info: Info, first: int = 20) -> list[knowledge.Triple]:
        return knowledge.triples(await loaders_of(info).claim_triples.load(page(self.id, first)))

    @field("The chunks of sources that state it, also those of superseded revisions.")
    async def stated_by(self, info: Info, first: int = 20) -> list[knowledge.Stating]:
        return knowledge.statings(await loaders_of(info).claim_stated_by.load(page(self.id, first)))


def check(record: CheckRecord) -> Check:
    words = [fill(Words, found) for found in record.findings]
    named = {name: value for name in SCORES if (value := getattr(record, name)) is not None}
    every = scores({**named, **record.other_scores})
    return fill(Check, record, findings=words, spans=spans(record.spans), scores=every)


def correction(record: CorrectionRecord) -> Correction:
    return fill(
        Correction,
        record,
        chunk_ids=list(record.chunk_ids),
        yields=[fill(Yield, found, verdict=Verdict(found.verdict)) for found in record.yields],
    )


# Last, since these lead back to this file: their types are looked up when the schema is built.
from . import answers, documents, knowledge  # noqa: E402
