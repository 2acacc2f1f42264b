"""What `reading` returns: the graph's nodes and edges as typed records.

Times are ISO 8601 texts; spans are (start, end) offsets in characters, `end` exclusive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    id: str
    text: str
    lang: str
    model: str | None
    key: str | None
    created_at: str
    question: str | None
    current_run_id: str | None  # None: its first verification has not finished


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    id: str
    text: str
    lang: str
    standalone: bool


@dataclass(frozen=True, slots=True)
class FindingRecord:
    """What one run concluded about one claim."""

    id: str
    claim_id: str
    run_id: str
    verdict: str
    confidence: float | None
    unscored_reason: str | None
    possible: tuple[str, ...] | None  # not None: left to review, between these verdicts
    open: bool  # True: nothing was found of it; left to review, or no judge could judge it
    spans: Spans  # in the answer
    votes: Mapping[str, str]  # judge -> stance
    carried: tuple[str, ...]  # ids of the checks that decided
    stale: bool  # True: what carried it has been erased
    redeep_score: float | None  # hallucination score by ReDeEP, in [0, 1]
    redeep_ecs: float | None  # external context score
    redeep_pks: float | None  # parametric knowledge score


@dataclass(frozen=True, slots=True)
class AssertionRecord(FindingRecord):
    """What an answer asserts now, by its current run."""

    answer_id: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    id: str
    answer_id: str
    kind: str
    outcome: str
    domain: str
    risk: str
    support_ratio: float | None
    corrected_support_ratio: float | None  # of the corrected text, judged again
    threshold: float
    filtered_answer: str
    corrected_text: str
    settings: str
    models: Mapping[str, str]
    calls: Mapping[str, int]
    saved_exact: Mapping[str, int]  # pairs a judge was spared: judged before
    saved_paraphrased: Mapping[str, int]  # the same: a paraphrase was judged
    prompt_versions: tuple[str, ...]
    warnings: tuple[str, ...]
    incomplete: bool  # True: something failed that may work another time
    llm_tokens: int
    cost: float | None
    seconds: float
    started_at: str
    finished_at: str


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    """One entry of an answer's history."""

    seq: int
    at: str
    run_id: str


@dataclass(frozen=True, slots=True)
class WordsRecord:
    """Words of the claim beside their counterpart in the premise."""

    kind: str
    stance: str
    claim_words: str
    premise_words: str


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """One judge's opinion of one claim against one premise, on the edge to one of the premise's chunks."""

    id: str
    claim_id: str
    chunk_id: str
    premise_id: str
    spans: Spans  # the premise's pieces in this chunk
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
    other_scores: Mapping[str, float]
    findings: tuple[WordsRecord, ...]
    reason: str | None
    unscored_reason: str | None
    basis: str | None  # digest of what else the judge read
    origin: str | None  # id of the claim that was judged, where this check was taken over from a paraphrase
    at: str


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    id: str
    text: str
    lang: str
    tokens: int


@dataclass(frozen=True, slots=True)
class OccurrenceRecord:
    """One place where a chunk stands; offsets in the revision's text."""

    document_id: str
    document: str  # its key
    title: str | None
    kind: str
    revision_id: str
    revision: int
    current: bool
    start: int
    end: int
    page: int | None
    section_path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MentionRecord:
    entity_id: str
    name: str
    type: str
    surface: str
    start: int
    end: int
    extractor: str


@dataclass(frozen=True, slots=True)
class EntityRecord:
    id: str
    name: str  # normalised
    surface: str  # as first seen
    type: str
    lang: str


@dataclass(frozen=True, slots=True)
class TripleRecord:
    """A triple of a claim; an end that is no entity is a literal."""

    id: str
    claim_id: str
    head: str
    relation: str
    tail: str
    key: str  # what paraphrases share
    confidence: float
    extractor: str
    head_entity_id: str | None
    tail_entity_id: str | None


@dataclass(frozen=True, slots=True)
class StatingRecord:
    """A chunk that states a claim, and where in its text."""

    chunk_id: str
    claim_id: str
    start: int
    end: int
    spans: Spans
    extractor: str


@dataclass(frozen=True, slots=True)
class RecurrenceRecord:
    """A hallucination that several answers assert by their current runs, however they word it."""

    key: str | None  # of the triple that its wordings share; None: a claim without triples
    answers: int
    contradicted: int  # answers that assert a form of it that is contradicted by the evidence
    not_enough_info: int  # answers that assert a form of it that nothing supports
    models: tuple[str, ...]  # names of the models that gave these answers, where they are known
    claims: int  # different claims that say it
    claim_ids: tuple[str, ...]  # a few of them, as examples


@dataclass(frozen=True, slots=True)
class YieldRecord:
    """A claim that a correction yields, judged again."""

    claim_id: str
    verdict: str
    confidence: float | None


@dataclass(frozen=True, slots=True)
class CorrectionRecord:
    id: str
    claim_id: str
    run_id: str
    before: str
    after: str  # empty: taken out
    method: str
    prompt_version: str | None
    chunk_ids: tuple[str, ...]
    yields: tuple[YieldRecord, ...]  # none: taken out


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    id: str
    kind: str
    key: str
    title: str | None
    media_type: str
    created_at: str
    current_revision_id: str | None


@dataclass(frozen=True, slots=True)
class RevisionRecord:
    id: str
    number: int
    sha256: str
    reader: str
    chunker: str
    characters: int
    ingested_at: str
    superseded_at: str | None
    current: bool
    chunk_count: int
