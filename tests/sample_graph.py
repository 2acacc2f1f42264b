"""A small graph written through the repositories: answers with claims, checks, runs and corrections; no model runs."""

from __future__ import annotations

from dataclasses import dataclass

from claimgraph.api.bootstrap import Services
from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import checks, documents, jobs, runs
from claimgraph.graph_schema.repositories.checks import CheckRow, ClaimRow, FindingRow
from claimgraph.graph_schema.repositories.documents import MentionRow
from claimgraph.graph_schema.repositories.jobs import JobRow
from claimgraph.graph_schema.repositories.runs import CorrectionRow, FoundRow, RetrievedRow, RunRow, YieldRow
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.ingest.text.mentions import PatternMentions
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.settings import Settings

NOW = "2026-01-02T03:04:05+00:00"
RIVER = "The Danube is 2,850 km long. It rises in the Black Forest."
DOCUMENT_KEY = "rivers.txt"


class LightServices(Services):
    """The real services with the embedder and the mentions that need no model file."""

    def __init__(self, settings: Settings, graph: Graph) -> None:
        super().__init__(settings, graph)
        embedder = HashedChineseEmbedder()
        self.__dict__["embedders"] = {"en": embedder, "zh": embedder, "und": embedder}
        self.__dict__["mentions"] = PatternMentions()


@dataclass(frozen=True)
class Sample:
    """Ids of what was written."""

    document: str
    chunk: str
    answers: list[str]
    runs: list[str]
    claims: list[str]  # a right and a wrong one, stated by all answers
    corrected: str  # the claim that the correction of the wrong one yields


async def write_sample(services: Services, answers: int) -> Sample:
    """Write `answers` answers, each of which asserts the same right claim and the same wrong one."""
    graph, tenant = services.graph, services.tenant
    await migrate(graph)
    source = SourceDocument(DOCUMENT_KEY, "rivers.txt", RIVER.encode(), title="Rivers")
    (report,) = await services.loader.load(tenant, [source])
    chunk = ids.chunk_id(tenant, RIVER)
    texts = ["The Danube rises in the Black Forest.", "The Danube is 1,850 km long.", "The Danube is 2,850 km long."]
    right, wrong, corrected = (ids.claim_id(tenant, "en", text) for text in texts)
    found_checks = [_check(right, chunk, entailment=0.9), _check(wrong, chunk, entailment=0.05)]

    async def write_claims(tx: Transaction) -> None:
        await checks.write_claims(
            tx, tenant, [ClaimRow(i, t, "en", True) for i, t in zip((right, wrong, corrected), texts, strict=True)]
        )
        mention = MentionRow(right, "Danube", "place", "en", 4, 10, "test-1")
        await documents.write_mentions(tx, tenant, "Claim", [mention])
        await checks.write_checks(tx, tenant, found_checks, NOW)

    await graph.write("sample claims", write_claims)
    written = [await _write_answer(graph, tenant, n, chunk, found_checks, corrected) for n in range(answers)]
    return Sample(
        document=report.document_id,
        chunk=chunk,
        answers=[answer for answer, _ in written],
        runs=[run for _, run in written],
        claims=[right, wrong],
        corrected=corrected,
    )


async def erase(graph: Graph, tenant: str) -> None:
    """Take away everything of a tenant, as if it had never been."""
    statement = "MATCH (n {tenant: $tenant}) DETACH DELETE n"

    async def work(tx: Transaction) -> None:
        await tx.run(Query("erase", statement), tenant=tenant)

    await graph.write("erase", work)


def _check(claim: str, chunk: str, entailment: float) -> CheckRow:
    wrong = entailment < 0.5
    finding = FindingRow("number", "contradicts" if wrong else "supports", "1,850 km", "2,850 km")
    return CheckRow(
        claim=claim,
        premise_id=ids.premise_id([(chunk, 0, 28)]),
        pieces=((chunk, 0, 28),),
        judge="nli",
        judge_version="test",
        scores={
            "nli_entailment": entailment,
            "nli_neutral": 0.05,
            "nli_contradiction": round(0.95 - entailment, 2),
        },
        findings=(finding,),
    )


async def _write_answer(
    graph: Graph, tenant: str, number: int, chunk: str, found: list[CheckRow], corrected: str
) -> tuple[str, str]:
    text = f"The Danube rises in the Black Forest. The Danube is 1,850 km long. ({number})"
    model = f"model-{number % 2}"
    answer = ids.answer_id(tenant, None, model, text, None)
    job = JobRow(
        id=ids.job_id(answer, "s", "m", []), answer_id=answer, answer=text, lang="en", question=None, model=model,
        key=None, domain="general", risk="normal", correct=True, contexts=None, settings="s", models="m",
    )  # fmt: skip
    run = ids.run_id(answer, "s", "m", [check.premise_id for check in found], "machine")
    rows = [
        _found(check, verdict, spans)
        for check, verdict, spans in zip(found, ("SUPPORTED", "CONTRADICTED"), ([0, 37], [38, 66]), strict=True)
    ]
    correction = CorrectionRow(
        id=ids.correction_id(run, found[1].claim, "value", "The Danube is 2,850 km long."),
        claim=found[1].claim,
        before="The Danube is 1,850 km long.",
        after="The Danube is 2,850 km long.",
        method="value",
        prompt_version=None,
        chunks=(chunk,),
        yields=(YieldRow(corrected, "SUPPORTED", 0.9, []),),
    )

    async def work(tx: Transaction) -> None:
        now = f"2026-01-02T03:04:{number:02d}+00:00"
        await jobs.remember(tx, tenant, job, "me", 0.0, now)
        retrieved = [RetrievedRow(check.claim, chunk, "vector", 1, 1.0, []) for check in found]
        await runs.write_run(tx, tenant, _run(run), rows, retrieved, [correction])
        await runs.make_current(tx, tenant, answer, run, rows, now)
        await jobs.finish(tx, tenant, job.id, "me")

    await graph.write("sample answer", work)
    return answer, run


def _found(check: CheckRow, verdict: str, spans: list[int]) -> FoundRow:
    stance = "supports" if verdict == "SUPPORTED" else "contradicts"
    return FoundRow(
        claim=check.claim,
        verdict=verdict,
        confidence=0.9,
        unscored_reason=None,
        spans=spans,
        judges=["nli"],
        votes=[stance],
        checks=check.edge_ids(),
        carried=check.edge_ids(),
    )


def _run(run: str) -> RunRow:
    return RunRow(
        id=run, kind="machine", outcome="rejected", domain="general", risk="normal", support_ratio=0.5, threshold=0.8,
        supported=1, contradicted=1, not_enough_info=0, not_checkable=0, filtered_text="f", corrected_text="c",
        settings="s", models=["nli=a=b"], prompt_versions=[], calls=["nli=2"], warnings=[], llm_tokens=0, cost=None,
        seconds=0.1, started=NOW, finished=NOW,
    )  # fmt: skip
