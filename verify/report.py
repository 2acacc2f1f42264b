"""What one call to verify returns: the same names as `claimgraph verify --json` and GraphQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.ingest.model import Span

from .edits import DiffPart


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a chunk's text stands in a revision of a document."""

    document: str  # the document's key (path, URL, the caller's id); for a context its text's hash
    title: str | None
    revision: int
    start: int
    end: int
    page: int | None


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """A piece of a chunk that was judged, most decisive first."""

    chunk_id: str
    premise_id: str
    text: str  # the piece itself
    spans: tuple[Span, ...]  # its offsets in the chunk
    occurrences: tuple[Occurrence, ...]
    judges: Mapping[str, Mapping[str, object]]  # judge -> its scores and findings, or {"unscored": reason}
    decisive: bool


@dataclass(frozen=True, slots=True)
class CorrectionEvidence:
    """What a correction rests on in one chunk; offsets in the chunk's text."""

    chunk_id: str
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class CorrectionReport:
    id: str
    claim_id: str
    before: str
    after: str  # empty: taken out
    method: str  # "value", "llm", "quote", "removal", "flag"
    verdict: Verdict | None  # of the claim that it yields, judged again; None when the text was taken out
    confidence: float | None
    chunk_ids: tuple[str, ...]
    prompt_version: str | None = None
    evidence: tuple[CorrectionEvidence, ...] = ()


@dataclass(frozen=True, slots=True)
class TripleReport:
    """What a claim says, as head, relation and tail."""

    head: str
    relation: str
    tail: str
    confidence: float
    key: str  # what paraphrases share: normalised head, relation lemma and tail


@dataclass(frozen=True, slots=True)
class ClaimReport:
    id: str
    text: str
    lang: str
    spans: tuple[Span, ...]  # in the answer
    verdict: Verdict
    confidence: float | None
    unscored_reason: str | None
    possible: tuple[Verdict, ...] | None  # not None: left to review, between these verdicts
    open: bool  # True: nothing was found of it; left to review, or no judge could judge it
    votes: Mapping[str, str]  # judge -> supports, contradicts, neutral, abstains
    triples: tuple[TripleReport, ...]
    evidence: tuple[EvidenceReport, ...]
    correction: CorrectionReport | None
    redeep_score: float | None = None  # hallucination score by ReDeEP, in [0, 1]; None where no causal model read it
    redeep_ecs: float | None = None  # external context score: a cosine
    redeep_pks: float | None = None  # parametric knowledge score, in [0, ln 2]


@dataclass(frozen=True, slots=True)
class RunInfo:
    seq: int
    reused: bool  # True: an earlier run with the same inputs and premises was returned, no judge was called
    models: Mapping[str, str]  # part -> name and version
    settings: str  # fingerprint of the settings that change results
    seconds: float
    calls: Mapping[str, int]  # judge or model -> pairs, texts or requests it was called with
    llm_tokens: int
    cost: float | None  # in US dollars; None where the price of the model is not known
    warnings: tuple[str, ...] = ()  # what did not work on the way, such as requests to the language model
    saved_exact: Mapping[str, int] = field(default_factory=dict)  # judge -> pairs it was spared: judged before
    saved_paraphrased: Mapping[str, int] = field(default_factory=dict)  # judge -> the same: a paraphrase was judged
    incomplete: bool = False  # True: something failed that may work another time


@dataclass(frozen=True, slots=True)
class Verification:
    answer_id: str
    run_id: str
    answer: str
    question: str | None
    model: str | None
    lang: str
    domain: str
    risk: str
    outcome: Outcome
    support_ratio: float | None  # SUPPORTED / checkable claims; None over nothing
    corrected_support_ratio: float | None  # the same of the corrected text, judged again by the same judges
    threshold: float
    claims: tuple[ClaimReport, ...]
    filtered_answer: str
    corrected_text: str
    corrections: tuple[CorrectionReport, ...]
    diff: tuple[DiffPart, ...]  # from the answer to the corrected text, word for word
    run: RunInfo
