"""ReDeEP as a judge: the whole answer is read once inside a causal language model, then each claim has its score.

A verification asks about claims and windows one by one; all pairs of one answer with the same evidence share a reading.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import anyio.to_thread

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.errors import InputError
from claimgraph.platform.source import source_fingerprint

from ..model import InsideView, Opinion, Pair, Unscored
from .model import Head, Prompt, Reading
from .placing import TokenScorer, place
from .prompting import PROMPT_VERSION, prompt_of
from .view import ECS, PKS, REDEEP

if TYPE_CHECKING:
    from claimgraph.ingest.model import Span

REDEEP_RULES = source_fingerprint("claimgraph.verify.redeep", "claimgraph.platform.models.causal")
READINGS_KEPT = 8

NO_ANSWER = "ReDeEP reads a claim in its answer, and none was handed over with this one"


class AnswerReader(Protocol):
    """Reads answers inside a causal language model. `version` changes with the model's weights."""

    @property
    def version(self) -> str: ...

    def read(self, prompts: Sequence[Prompt], heads: Sequence[Head], layers: Sequence[int]) -> list[Reading | Unscored]:
        """A reading of each, with the ECS of these heads and the PKS of these layers, in that order; or why not."""
        ...


class FittedDetector(TokenScorer, Protocol):
    """What was fitted on labelled answers: the heads and layers that tell, and how. `version` covers all of it."""

    @property
    def version(self) -> str: ...

    @property
    def span_threshold(self) -> float:
        """In [0, 1]: a claim that scores this or more was made up."""
        ...


@dataclass(frozen=True, slots=True)
class Insight:
    """A causal language model and the detector that was fitted for it."""

    reader: AnswerReader
    detector: FittedDetector


class RedeepJudge:
    """Scores `redeep`: 1 - the hallucination score of the tokens that state the claim, in [0, 1]; beside it their
    `redeep_ecs` and `redeep_pks` (Sun et al., "ReDeEP", ICLR 2025, arXiv 2410.11414).

    It says whether the answer drew on its evidence where it states the claim, the same for every window. The evidence
    is all that was gathered for the claim: where contexts are given these, and one reading serves the whole answer.
    """

    name = REDEEP
    reads = frozenset({"question", "sources", "answer", "claim_spans"})

    def __init__(self, insight: Insight) -> None:
        self._reader, self._detector = insight.reader, insight.detector
        self._readings: OrderedDict[Prompt, Reading | Unscored] = OrderedDict()
        self._lock = threading.Lock()
        made_of = (PROMPT_VERSION, self._reader.version, self._detector.version)
        self.version = digest(self.name, REDEEP_RULES, *made_of)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await anyio.to_thread.run_sync(self._judge, pairs) if pairs else []

    def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return [self._opinion(pair) for pair in pairs]

    def _opinion(self, pair: Pair) -> Opinion | Unscored:
        if not pair.answer or not pair.claim_spans:
            return Unscored(NO_ANSWER)
        try:
            prompt = prompt_of(pair.question, dict.fromkeys(pair.sources), pair.answer)
        except InputError as error:
            return Unscored(str(error))
        reading = self._reading(prompt)
        if isinstance(reading, Unscored):
            return reading
        return opinion_of(place(reading, self._detector, _plain(pair.claim_spans)), reading.notes)

    def _reading(self, prompt: Prompt) -> Reading | Unscored:
        """Of this prompt, read alone: a score never depends on what else is asked. The last readings are kept."""
        with self._lock:
            found = self._readings.pop(prompt, None)
            if found is None:
                (found,) = self._reader.read([prompt], self._detector.heads, self._detector.layers)
            self._readings[prompt] = found
            while len(self._readings) > READINGS_KEPT:
                self._readings.popitem(last=False)
            return found


def opinion_of(placed: InsideView | Unscored, notes: Sequence[str] = ()) -> Opinion | Unscored:
    """What ReDeEP found of a claim as an opinion; `notes` are its reason in words."""
    if isinstance(placed, Unscored):
        return placed
    beside = {ECS: placed.ecs, PKS: placed.pks}
    scores = {REDEEP: 1.0 - placed.score, **{name: value for name, value in beside.items() if value is not None}}
    return Opinion(scores, reason="; ".join(notes) or None)


def _plain(spans: Sequence[Span]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in spans]
