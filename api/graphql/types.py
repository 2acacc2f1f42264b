"""The graph's nodes and edges as GraphQL types. Fields that lead elsewhere are loaded in batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema.repositories.records import (
    AnswerRecord,
    AssertionRecord,
    CheckRecord,
    CorrectionRecord,
    FindingRecord,
    OccurrenceRecord,
    RunRecord,
)
from claimgraph.graph_schema.vocabulary import Verdict

from .context import fill, loaders_of, must_exist, page
from .fields import field

strawberry.enum(Verdict, description="What a run concluded about one claim.")

SPANS = "[start, end] offsets in characters from 0, end exclusive."


@strawberry.type(description="How one judge voted on a claim: supports, contradicts, neutral or abstains.")
class Vote:
    judge: str
    stance: str


@strawberry.type(description="A part of the program that took part, with its name and version.")
class Part:
    part: str
    version: str


@strawberry.type(description="How many pairs, texts or requests a judge or model was called with.")
class Calls:
    name: str
    count: int


@strawberry.type(description="Words of a claim beside their counterpart in the premise.")
class Words:
    kind: str
    stance: str
    claim_words: str
    premise_words: str = strawberry.field(description="Empty: no counterpart.")


@strawberry.type(description="A document: a source, or a context that was handed over with an answer.")
class Document:
    id: strawberry.ID
    kind: str
    key: str = strawberry.field(description="What stays the same when the content changes: a path, a URL, an id.")
    title: str | None
    media_type: str
    created_at: str

    @field("Its revisions, the newest first.")
    async def revisions(self, info: Info, first: int = 20) -> list[Revision]:
        found = await loaders_of(info).document_revisions.load(page(self.id, first))
        return [fill(Revision, record) for record in found]

    @field("What rests on it: assertions whose verdict a check against its current text decided.")
    async def carries(self, info: Info, verdict: Verdict | None = None, first: int = 20) -> list[Assertion]:
        wanted = verdict.value if verdict else None
        found = await loaders_of(info).document_assertions.load(page(self.id, first, verdict=wanted))
        return [assertion(record) for record in found]


@strawberry.type(description="One version of a document.")
class Revision:
    id: strawberry.ID
    number: int
    sha256: str = strawberry.field(description="Of the bytes.")
    reader: str
    chunker: str
    characters: int
    chunk_count: int
    ingested_at: str
    superseded_at: str | None
    current: bool


@strawberry.type(description="One place where a chunk's text stands; offsets in the revision's text.")
class Occurrence:
    document_id: strawberry.ID
    document: str = strawberry.field(description="The document's key; for a context its text's hash.")
    title: str | None
    kind: str
    revision_id: strawberry.ID
    revision: int
    current: bool = strawberry.field(description="False: in a superseded revision.")
    start: int
    end: int
    page: int | None
    section_path: list[str]


@strawberry.type(description="A piece of text, the same one wherever it stands.")
class Chunk:
    id: strawberry.ID
    text: str
    lang: str
    tokens: int

    @field("Where it stands, current revisions first.")
    async def occurrences(self, info: Info, first: int = 20) -> list[Occurrence]:
        found = await loaders_of(info).chunk_occurrences.load(page(self.id, first))
        return [occurrence(record) for record in found]


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
    findings: list[Words]
    unscored_reason: str | None
    at: str

    @strawberry.field
    async def chunk(self, info: Info) -> Chunk:
        record = await loaders_of(info).chunks.load(self.chunk_id)
        return fill(Chunk, must_exist(record, "chunk", self.chunk_id))


@strawberry.type(description="An entity or literal that a claim mentions, and where in its text.")
class Mention:
    entity_id: strawberry.ID
    name: str = strawberry.field(description="Normalised.")
    type: str
    surface: str
    start: int
    end: int
    extractor: str


@strawberry.type(description="What one run concluded about one claim.")
class Finding:
    id: strawberry.ID
    claim_id: strawberry.ID
    run_id: strawberry.ID
    verdict: Verdict
    confidence: float | None
    unscored_reason: str | None
    spans: list[list[int]] = strawberry.field(description=f"In the answer. {SPANS}")
    votes: list[Vote]
    carried: list[strawberry.ID] = strawberry.field(description="Ids of the checks that decided.")
    stale: bool = strawberry.field(description="True: what carried it has been erased.")

    @strawberry.field
    async def claim(self, info: Info) -> Claim:
        record = await loaders_of(info).claims.load(self.claim_id)
        return fill(Claim, must_exist(record, "claim", self.claim_id))

    @strawberry.field
    async def run(self, info: Info) -> Run:
        record = await loaders_of(info).runs.load(self.run_id)
        return run(must_exist(record, "run", self.run_id))


@strawberry.type(description="What an answer asserts now, by its current run.")
class Assertion(Finding):
    answer_id: strawberry.ID

    @strawberry.field
    async def answer(self, info: Info) -> Answer:
        record = await loaders_of(info).answers.load(self.answer_id)
        return answer(must_exist(record, "answer", self.answer_id))


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
    async def based_on(self, info: Info) -> list[Chunk]:
        found = await loaders_of(info).chunks.load_many(self.chunk_ids)
        return [fill(Chunk, record) for record in found if record is not None]

    @strawberry.field
    async def run(self, info: Info) -> Run:
        record = await loaders_of(info).runs.load(self.run_id)
        return run(must_exist(record, "run", self.run_id))


@strawberry.type(description="One proposition, whoever states it.")
class Claim:
    id: strawberry.ID
    text: str
    lang: str
    standalone: bool = strawberry.field(description="False: it belongs to its answer and is never reused.")

    @field("The answers that assert it now.")
    async def asserted_by(self, info: Info, first: int = 20) -> list[Assertion]:
        found = await loaders_of(info).claim_assertions.load(page(self.id, first))
        return [assertion(record) for record in found]

    @field("What judges said about it; by one judge, or by all.")
    async def checked_against(self, info: Info, judge: str | None = None, first: int = 50) -> list[Check]:
        found = await loaders_of(info).claim_checks.load(page(self.id, first, judge=judge))
        return [check(record) for record in found]

    @field("What every run found about it, also those of the past; the latest first.")
    async def found_by(self, info: Info, first: int = 20) -> list[Finding]:
        found = await loaders_of(info).claim_findings.load(page(self.id, first))
        return [finding(record) for record in found]

    @strawberry.field
    async def corrections(self, info: Info, first: int = 20) -> list[Correction]:
        found = await loaders_of(info).claim_corrections.load(page(self.id, first))
        return [correction(record) for record in found]

    @field("The entities that it mentions, in the order of its text.")
    async def mentions(self, info: Info, first: int = 50) -> list[Mention]:
        found = await loaders_of(info).claim_mentions.load(page(self.id, first))
        return [fill(Mention, record) for record in found]


@strawberry.type(description="One finished verification.")
class Run:
    id: strawberry.ID
    answer_id: strawberry.ID
    kind: str
    outcome: str
    domain: str
    risk: str
    support_ratio: float | None = strawberry.field(description="Supported / checkable claims; null over nothing.")
    threshold: float
    filtered_answer: str
    corrected_text: str
    settings: str = strawberry.field(description="Fingerprint of the settings that change results.")
    models: list[Part]
    calls: list[Calls]
    prompt_versions: list[str]
    warnings: list[str]
    llm_tokens: int
    cost: float | None = strawberry.field(description="In US dollars where the model's price is known.")
    seconds: float
    started_at: str
    finished_at: str

    @strawberry.field
    async def answer(self, info: Info) -> Answer:
        record = await loaders_of(info).answers.load(self.answer_id)
        return answer(must_exist(record, "answer", self.answer_id))

    @field("What it found about each claim, in the order of the answer.")
    async def found(self, info: Info, first: int = 100) -> list[Finding]:
        found = await loaders_of(info).run_findings.load(page(self.id, first))
        return [finding(record) for record in found]

    @strawberry.field
    async def corrections(self, info: Info, first: int = 100) -> list[Correction]:
        found = await loaders_of(info).run_corrections.load(page(self.id, first))
        return [correction(record) for record in found]


@strawberry.type(description="One entry of an answer's append-only history.")
class HistoryEntry:
    seq: int
    at: str
    run_id: strawberry.ID

    @strawberry.field
    async def run(self, info: Info) -> Run:
        record = await loaders_of(info).runs.load(self.run_id)
        return run(must_exist(record, "run", self.run_id))


@strawberry.type(description="An answer of a language model, as it was handed over.")
class Answer:
    id: strawberry.ID
    text: str
    lang: str
    model: str | None
    key: str | None = strawberry.field(description="The caller's own id.")
    question: str | None
    created_at: str
    current_run_id: strawberry.ID | None

    @field("Null: its first verification has not finished.")
    async def current_run(self, info: Info) -> Run | None:
        if self.current_run_id is None:
            return None
        record = await loaders_of(info).runs.load(self.current_run_id)
        return run(must_exist(record, "run", self.current_run_id))

    @field("Its claims with their verdicts by the current run, in the order of the text.")
    async def asserts(self, info: Info, first: int = 100) -> list[Assertion]:
        found = await loaders_of(info).answer_assertions.load(page(self.id, first))
        return [assertion(record) for record in found]

    @field("All its runs, the latest first.")
    async def history(self, info: Info, first: int = 20) -> list[HistoryEntry]:
        found = await loaders_of(info).answer_history.load(page(self.id, first))
        return [fill(HistoryEntry, record) for record in found]


def answer(record: AnswerRecord) -> Answer:
    return fill(Answer, record)


def run(record: RunRecord) -> Run:
    return fill(
        Run,
        record,
        models=parts(record.models),
        calls=calls(record.calls),
        prompt_versions=list(record.prompt_versions),
        warnings=list(record.warnings),
    )


def finding(record: FindingRecord) -> Finding:
    return fill(Finding, record, verdict=Verdict(record.verdict), **_lists(record))


def assertion(record: AssertionRecord) -> Assertion:
    return fill(Assertion, record, verdict=Verdict(record.verdict), **_lists(record))


def _lists(record: FindingRecord) -> dict[str, object]:
    return {"votes": votes(record.votes), "spans": spans(record.spans), "carried": list(record.carried)}


def check(record: CheckRecord) -> Check:
    words = [fill(Words, found) for found in record.findings]
    return fill(Check, record, findings=words, spans=spans(record.spans))


def occurrence(record: OccurrenceRecord) -> Occurrence:
    return fill(Occurrence, record, section_path=list(record.section_path))


def correction(record: CorrectionRecord) -> Correction:
    return fill(
        Correction,
        record,
        chunk_ids=list(record.chunk_ids),
        yields=[fill(Yield, found, verdict=Verdict(found.verdict)) for found in record.yields],
    )


def spans(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [list(pair) for pair in pairs]


def votes(by_judge: Mapping[str, str]) -> list[Vote]:
    return [Vote(judge=judge, stance=stance) for judge, stance in by_judge.items()]


def parts(models: Mapping[str, str]) -> list[Part]:
    return [Part(part=part, version=version) for part, version in models.items()]


def calls(counts: Mapping[str, int]) -> list[Calls]:
    return [Calls(name=name, count=count) for name, count in counts.items()]
