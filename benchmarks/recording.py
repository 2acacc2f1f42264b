"""Parts that do their work and remember what they were given, and for how long they worked."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimgraph.ingest.model import Mention, ReadText
from claimgraph.ingest.ports import MentionExtractor, StatementReader
from claimgraph.platform.models.ports import Embedder, NliModel, NliScores, PieceEmbedder, PieceStates
from claimgraph.verify.model import Opinion, Pair, Unscored
from claimgraph.verify.pairs import reads
from claimgraph.verify.ports import Judge

if TYPE_CHECKING:
    import numpy as np

    from claimgraph.api.bootstrap import Services


MODELS_ASKED = frozenset({"nli", "similarity", "statements"})
"""Judges whose time is a model's, which is recorded where the model is."""


@dataclass(slots=True)
class Recorded:
    """Everything that models and text analysis were given, in order, and the seconds they took in all."""

    embedded: dict[str, list[str]] = field(default_factory=dict)  # embedder -> texts
    pieced: dict[str, list[str]] = field(default_factory=dict)  # embedder -> texts whose word pieces were asked for
    nli_pairs: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # language -> pairs
    read: list[list[str]] = field(default_factory=list)  # what was read for statements, call by call
    mentioned: list[str] = field(default_factory=list)
    judged: list[tuple[str, str, str, str]] = field(default_factory=list)  # claim, its lang, premise, its lang
    stated: list[tuple[str, str]] = field(default_factory=list)  # statements of the premises with their languages
    seconds: dict[str, float] = field(default_factory=dict)
    models_busy: float = 0.0  # seconds in which at least one model or analyser was at work
    _working: int = 0
    _since: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def clear(self) -> None:
        """Forget what was recorded so far: the warm-up."""
        self.models_busy = 0.0
        lists = (self.read, self.mentioned, self.judged, self.stated)
        for part in (self.embedded, self.pieced, self.nli_pairs, self.seconds, *lists):
            part.clear()

    @contextmanager
    def timing(self, part: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        with self._lock:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - started

    @contextmanager
    def model(self, part: str) -> Iterator[None]:
        """As `timing`, of a model: several work at the same time, so that their seconds together say nothing of the
        clock."""
        with self._lock:
            self._working += 1
            if self._working == 1:
                self._since = time.perf_counter()
        with self.timing(part):
            yield
        with self._lock:
            self._working -= 1
            if self._working == 0:
                self.models_busy += time.perf_counter() - self._since

    def analysed(self) -> list[tuple[str, str]]:
        """The texts, each once, that are taken apart for comparison: claims, premises and what these state, with their
        languages."""
        sides = ((text, lang) for claim, a, premise, b in self.judged for text, lang in ((claim, a), (premise, b)))
        return list(dict.fromkeys([*sides, *self.stated]))


class RecordingEmbedder:
    def __init__(self, inner: Embedder, recorded: Recorded) -> None:
        self._inner, self._recorded = inner, recorded
        self.name, self.version = inner.name, inner.version
        self.dimensions, self.languages = inner.dimensions, inner.languages

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self._recorded.embedded.setdefault(self.name, []).extend(texts)
        with self._recorded.model("embedding"):
            return self._inner.embed(texts)


class RecordingPieces(RecordingEmbedder):
    def __init__(self, inner: PieceEmbedder, recorded: Recorded) -> None:
        super().__init__(inner, recorded)
        self._shown = inner

    def pieces(self, texts: Sequence[str]) -> list[PieceStates]:
        self._recorded.pieced.setdefault(self.name, []).extend(texts)
        with self._recorded.model("embedding"):
            return self._shown.pieces(texts)


class RecordingNli:
    def __init__(self, inner: NliModel, recorded: Recorded, lang: str) -> None:
        self._inner, self._recorded, self._lang = inner, recorded, lang
        self.name, self.version = inner.name, inner.version

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        self._recorded.nli_pairs.setdefault(self._lang, []).extend(pairs)
        with self._recorded.model("nli"):
            return self._inner.score(pairs)

    def known_fraction(self, text: str) -> float:
        return self._inner.known_fraction(text)


class RecordingReader:
    """Around what reads answers and evidence for what they state: text analysis and the rules over it."""

    def __init__(self, inner: StatementReader, recorded: Recorded) -> None:
        self._inner, self._recorded = inner, recorded
        self.version = inner.version

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        self._recorded.read.append(list(texts))
        with self._recorded.model("reading"):
            return self._inner.read(texts)


class RecordingMentions:
    def __init__(self, inner: MentionExtractor, recorded: Recorded) -> None:
        self._inner, self._recorded = inner, recorded
        self.version = inner.version

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]:
        self._recorded.mentioned.extend(texts)
        with self._recorded.model("mentions"):
            return self._inner.extract(texts)


class RecordingJudge:
    """Around the judges that compare by rule: they see every pair."""

    def __init__(self, inner: Judge, recorded: Recorded) -> None:
        self._inner, self._recorded = inner, recorded
        self.name, self.version, self.reads = inner.name, inner.version, reads(inner)

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        if self.name == "alignment":
            self._recorded.judged.extend((p.claim, p.claim_lang, p.premise, p.premise_lang) for p in pairs)
        if self.name == "values":
            self._recorded.stated.extend(
                (fact.text, p.premise_lang)
                for p in pairs
                for fact in p.premise_facts
                if fact.text and fact.until is None
            )
        with self._recorded.timing(f"judge {self.name}"):
            return await self._inner.judge(pairs)


def record(services: Services) -> Recorded:
    """Put recorders around the models and the text analysis of services that nobody has used yet."""
    recorded = Recorded()
    own = services.__dict__  # where `cached_property` keeps what has been built
    own["piece_embedders"] = {lang: RecordingPieces(one, recorded) for lang, one in services.piece_embedders.items()}
    wrapped = {id(one): RecordingEmbedder(one, recorded) for one in services.embedders.values()}
    own["embedders"] = {lang: wrapped[id(one)] for lang, one in services.embedders.items()}
    own["nli"] = {lang: RecordingNli(one, recorded, lang) for lang, one in services.nli.items()}
    own["mentions"] = RecordingMentions(services.mentions, recorded)
    own["reader"] = RecordingReader(services.reader, recorded)
    own["judges"] = tuple(
        RecordingJudge(judge, recorded) if judge.name not in MODELS_ASKED else judge for judge in services.judges
    )
    return recorded
