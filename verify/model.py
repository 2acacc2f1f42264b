"""The values that pass between the steps of verifying an answer. Offsets as in `claimgraph.ingest.model`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from claimgraph.graph_schema.vocabulary import EvidenceSource, Stance, Verdict
from claimgraph.ingest.model import Mention, Quote, Span, StatedTriple


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the answer that states a claim, with how the statement's words stand there."""

    text: str  # the statement as it was read here: the claim's text but for letter case and the like
    spans: tuple[Span, ...]
    sentence: Span
    quotes: tuple[Quote, ...]
    predicate: tuple[Span, ...] = ()  # the words of its relation, where a triple says which


@dataclass(frozen=True, slots=True)
class Claim:
    """One proposition of one answer."""

    id: str
    text: str
    lang: str
    spans: tuple[Span, ...]
    sentence: Span
    standalone: bool
    checkable: bool
    mentions: tuple[Mention, ...] = ()
    places: tuple[Place, ...] = ()  # in the order of the answer
    triples: tuple[StatedTriple, ...] = ()
    answer: str = field(default="", repr=False)  # the text that its spans are in: the answer, or its correction


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one chunk; offsets in the chunk's text."""

    chunk_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A triple that a source states, in normal form, with the place that states it.

    A statement of which no triple was read has an empty head, relation and tail.
    `relation` is the lemma in the active voice, with its negation ("create", "not create"). `until` is set where
    only superseded revisions state it: the day (ISO) on which the last of them was replaced.
    """

    head: str
    relation: str
    tail: str
    chunk_id: str
    start: int  # of the statement, in the chunk
    end: int
    text: str = ""  # the statement, as a sentence
    until: str | None = None


@dataclass(frozen=True, slots=True)
class ChunkText:
    """A chunk as evidence: its id, text and language.

    `before`, `behind`: the chunks that it follows and that follow it in its text, "" where there is none, None where
    that is not known.
    """

    chunk_id: str
    text: str
    lang: str
    before: str | None = None
    behind: str | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """A premise: one to a few sentences of one or several chunks, the text that a judge reads."""

    premise_id: str
    text: str
    lang: str
    pieces: tuple[Piece, ...]
    relevance: float  # to the claim it was cut for, in [0, 1]
    facts: tuple[StatedFact, ...] = ()  # what its sentences state, in the order of the text
    headed: bool = False  # a row of a table, behind the piece that is the table's header
    tables: tuple[str, ...] = ()  # all of each table or list that it has a row of, where that is known (`listed`)

    @property
    def is_whole(self) -> bool:
        """One passage, not put together from several."""
        return len(self.pieces) == 1 + self.headed


@dataclass(frozen=True, slots=True)
class Evidence:
    """One chunk that was looked at for a claim, and how it was found."""

    chunk_id: str
    text: str
    lang: str
    source: EvidenceSource
    rank: int
    score: float
    revision_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimEvidence:
    """All that was gathered for one claim: chunks looked at, and the windows to judge, most relevant first."""

    claim: Claim
    chunks: tuple[Evidence, ...]
    windows: tuple[Window, ...]
    question: str | None = None  # that the answer answers
    superseded: tuple[StatedFact, ...] = ()  # what sources used to state that agrees with the claim
    same_names: tuple[tuple[str, ...], ...] = ()  # groups of normalised names that are one thing
    bases: dict[tuple[str, frozenset[str]], str | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )  # what `pairs.basis_in` has worked out, by premise and what is read of it


@dataclass(frozen=True, slots=True)
class Pair:
    """What a judge reads: a claim (hypothesis) and a window (premise), and what else is known of the two.

    A judge that reads more than the first four fields names them in its `reads` (`ports.Judge`), so that its opinion
    is kept apart for each value of theirs.
    """

    claim: str
    claim_lang: str
    premise: str
    premise_lang: str
    question: str | None = None
    claim_triples: tuple[StatedTriple, ...] = ()
    premise_facts: tuple[StatedFact, ...] = ()  # what the window states, then what superseded revisions stated
    same_names: tuple[tuple[str, ...], ...] = ()  # groups of normalised names (`ids.normalise_name`) of one thing
    tables: tuple[str, ...] = ()  # whole tables and lists of which the premise has rows (`Window.tables`)
    sources: tuple[str, ...] = ()  # the texts of all chunks that were gathered for the claim
    answer: str | None = None  # the whole text that the claim stands in
    claim_spans: tuple[Span, ...] = ()  # where in it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a judge saw: words of the claim beside their counterpart in the premise."""

    kind: str  # "number", "date", "name", "negation", "word", ...
    stance: Stance  # what this finding alone says
    claim_words: str
    premise_words: str  # empty: no counterpart


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a judge says about one pair, free of thresholds; `scores` are in [0, 1] (a cosine of states: from -1)."""

    scores: Mapping[str, float] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    reason: str | None = None  # in words, for people


@dataclass(frozen=True, slots=True)
class Unscored:
    """The judge could not judge this pair; why. `lasting` is False where it may work another time (a timeout)."""

    reason: str
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """One judge's opinion of one claim against one window: a fact that is kept in the graph."""

    claim_id: str
    window: Window
    judge: str
    judge_version: str
    opinion: Opinion | Unscored
    basis: str | None = None  # digest of what else the judge read (`pairs.basis_of`)
    origin: str | None = None  # id of the claim that was judged, where this was taken over from a paraphrase


@dataclass(frozen=True, slots=True)
class Vote:
    """One judge's vote on one claim, cast on one window."""

    judge: str
    stance: Stance
    premise_id: str | None  # None when it abstains for want of any window
    score: float | None = None  # how strongly, in [0, 1]
    reason: str = ""  # why it abstains


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy concluded about one claim from all its checks."""

    verdict: Verdict
    confidence: float | None  # in [0, 1]; None where nothing was judged
    votes: tuple[Vote, ...]
    carried: tuple[tuple[str, str], ...]  # (judge, premise id) of the checks that decided
    unscored_reason: str | None = None
    possible: tuple[Verdict, ...] | None = None  # not None: left to review, between these verdicts

    @property
    def is_open(self) -> bool:
        """Whether nothing was found of the claim: it is left to review, or no judge could judge its evidence."""
        return self.possible is not None or (
            self.confidence is None and bool(self.votes) and all(one.stance is Stance.ABSTAINS for one in self.votes)
        )

    @property
    def may_be_supported(self) -> bool:
        """Whether it is open, and SUPPORTED among what it may turn out to be."""
        return self.is_open and (self.possible is None or Verdict.SUPPORTED in self.possible)

    @property
    def is_wrong(self) -> bool:
        """Whether the claim was found contradicted or unsupported."""
        return not self.is_open and self.verdict in (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)


@dataclass(frozen=True, slots=True)
class InsideView:
    """What ReDeEP found of a claim, over the tokens that state it."""

    score: float  # hallucination score, in [0, 1]: from the detector's threshold on the claim counts as made up
    ecs: float | None  # external context score, mean over the copying heads: a cosine; None: the detector has none
    pks: float | None  # parametric knowledge score, mean over the knowledge FFNs: a divergence, in [0, ln 2]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A claim with its evidence, checks and decision; `inside` where its answer was read by ReDeEP."""

    evidence: ClaimEvidence
    checks: tuple[Check, ...]
    decision: Decision
    inside: InsideView | None = None

    @property
    def claim(self) -> Claim:
        return self.evidence.claim

    def decisive_windows(self) -> tuple[Window, ...]:
        """The windows whose checks carried the decision, those of most judges first; else the most relevant one.

        Where one window carries the verdict alone, it is the smallest such (`smallest.decide`).
        """
        judges = Counter(premise for _, premise in self.decision.carried)
        found = [window for window in self.evidence.windows if window.premise_id in judges]
        found.sort(key=lambda window: (-judges[window.premise_id], len(window.text)))
        return tuple(found) or self.evidence.windows[:1]


class Failing(StrEnum):
    """Why a proposed correction was not kept."""

    NO_PLACE = "no_place"  # it changes words that do not stand in the answer, or nothing at all
    TOUCHES_OTHERS = "touches_others"  # it changes words that a claim which stands, or another correction, rests on
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    NO_CLAIM = "no_claim"  # it states nothing that could be checked
    OVERREACHES = "overreaches"  # it says more than a version of the claim would
    REPEATS = "repeats"  # it says what the answer says elsewhere already


@dataclass(frozen=True, slots=True)
class Attempt:
    """A proposal that was not kept; `findings` are what contradicts it."""

    after: str
    why: Failing
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """A claim to mend, with what a corrector may use."""

    conclusion: Conclusion
    claim_text: str  # the text in the answer that is to be replaced
    lang: str
    windows: tuple[Window, ...]  # decisive first
    neighbourhood: tuple[Evidence, ...] = ()  # further chunks about the claim's entities, most relevant first
    question: str | None = None
    answer: str = ""  # the whole of it, for its style
    beside: tuple[str, ...] = ()  # what the answer's other claims say that stand or have been mended
    failed: tuple[Attempt, ...] = ()  # what was proposed for this claim before


@dataclass(frozen=True, slots=True)
class Proposal:
    """A corrector's replacement for a claim's text, not yet verified. An empty `after` takes the text out."""

    after: str
    method: str  # "value", "llm", "quote", "removal"
    based_on: tuple[Piece, ...]
    prompt_version: str | None = None
    alone: tuple[str, ...] = ()  # `after` as sentences behind what remains of the claim's; empty: it edits its words
