"""Answers, their runs, and what these found."""

from __future__ import annotations

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema.repositories.records import AnswerRecord, AssertionRecord, FindingRecord, RunRecord
from claimgraph.graph_schema.vocabulary import Verdict

from .context import fill, loaders_of, must_exist, page
from .fields import field
from .values import SPANS, Calls, Part, Vote, calls, parts, spans, votes


@strawberry.type(description="What one run concluded about one claim.")
class Finding:
    id: strawberry.ID
    claim_id: strawberry.ID
    run_id: strawberry.ID
    verdict: Verdict
    confidence: float | None
    unscored_reason: str | None
    possible: list[Verdict] | None = strawberry.field(
        description="Set where the claim is left to review: the verdicts that remain possible."
    )
    open: bool = strawberry.field(
        description="True: nothing was found of it; it is left to review, or no judge could judge it."
    )
    spans: list[list[int]] = strawberry.field(description=f"In the answer. {SPANS}")
    votes: list[Vote]
    carried: list[strawberry.ID] = strawberry.field(description="Ids of the checks that decided.")
    stale: bool = strawberry.field(description="True: what carried it has been erased.")
    redeep_score: float | None = strawberry.field(
        description="Hallucination score by ReDeEP, in [0, 1]; null where no causal model read the answer."
    )
    redeep_ecs: float | None = strawberry.field(description="External context score: a cosine.")
    redeep_pks: float | None = strawberry.field(description="Parametric knowledge score, in [0, ln 2].")

    @strawberry.field
    async def claim(self, info: Info) -> claims.Claim:
        record = await loaders_of(info).claims.load(self.claim_id)
        return fill(claims.Claim, must_exist(record, "claim", self.claim_id))

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


@strawberry.type(description="One finished verification.")
class Run:
    id: strawberry.ID
    answer_id: strawberry.ID
    kind: str
    outcome: str
    domain: str
    risk: str
    support_ratio: float | None = strawberry.field(description="Supported / checkable claims; null over nothing.")
    corrected_support_ratio: float | None = strawberry.field(
        description="The same of the corrected text, judged again."
    )
    threshold: float
    filtered_answer: str
    corrected_text: str
    settings: str = strawberry.field(description="Fingerprint of the settings that change results.")
    models: list[Part]
    calls: list[Calls]
    saved_exact: list[Calls] = strawberry.field(description="Pairs a judge was spared: it had judged them before.")
    saved_paraphrased: list[Calls] = strawberry.field(
        description="Pairs a judge was spared: it had judged a paraphrase."
    )
    prompt_versions: list[str]
    warnings: list[str]
    incomplete: bool = strawberry.field(description="True: something failed that may work another time; verify again.")
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
    async def corrections(self, info: Info, first: int = 100) -> list[claims.Correction]:
        found = await loaders_of(info).run_corrections.load(page(self.id, first))
        return [claims.correction(record) for record in found]


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
        saved_exact=calls(record.saved_exact),
        saved_paraphrased=calls(record.saved_paraphrased),
        prompt_versions=list(record.prompt_versions),
        warnings=list(record.warnings),
    )


def finding(record: FindingRecord) -> Finding:
    return fill(Finding, record, verdict=Verdict(record.verdict), **_lists(record))


def assertion(record: AssertionRecord) -> Assertion:
    return fill(Assertion, record, verdict=Verdict(record.verdict), **_lists(record))


def _lists(record: FindingRecord) -> dict[str, object]:
    return {"votes": votes(record.votes), "spans": spans(record.spans), "carried": list(record.carried)}


# Last, since these lead back to this file: their types are looked up when the schema is built.
from . import claims  # noqa: E402
