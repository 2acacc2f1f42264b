"""Evidence windows: the few sentences of the chunks found for a claim that its judges read.

A long premise drowns what matters, a single sentence may lack its subject. So a claim gets its best sentence, its
best run of up to three, and, where those leave words of the claim uncovered, a set stitched from one or two chunks.
Then come other sentences that say nearly as much of the claim: sources that disagree with each other are to be seen.
Sentences are ranked by 0.6 x the share of the claim's words that they hold (weighted by rarity among the sentences)
+ 0.4 x cosine; only the best few by words are embedded, and more where no sentence shares much with the claim: what is
said in other words, or in another language, is not found by words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import nsmallest
from itertools import islice

from claimgraph.graph_schema.ids import premise_id
from claimgraph.ingest.text.language import sentence_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.ingest.text.words import Word, content_words, inverse_document_frequency

from .emphasis import plain
from .listed import Listed, find_lists
from .model import ChunkText, Piece, Window

WINDOWS_VERSION = "9"
OVERLAP_WEIGHT, COSINE_WEIGHT = 0.6, 0.4
EMBEDDED_SENTENCES = 5
EMBEDDED_IN_OTHER_WORDS = 60
_IN_OTHER_WORDS = 0.25  # share of the claim's words, below which the best sentence says little by its words
RUN_SENTENCES = 3
RUN_TOKENS = 220
STITCHED_SENTENCES = 6
STITCHED_TOKENS = 150
STITCHED_CHUNKS = 2
OTHER_SENTENCES = 2
_OTHER_SHARE = 0.5  # of what the best sentence holds of the claim, numbers apart, that another one must hold
_STITCH_GAIN = 0.04  # share of the claim's words that a stitched window must add to the best run


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """A claim with the chunks found for it, most relevant first.

    `beside`: what stands before or behind these in their texts; no window is cut of it, but a table may begin there.
    """

    text: str
    lang: str
    chunks: tuple[ChunkText, ...]
    beside: tuple[ChunkText, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sentence:
    start: int
    end: int
    text: str
    lang: str
    tokens: int
    words: tuple[Word, ...]
    norms: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A sentence of one of the claim's chunks: position in the order of all, chunk, place in the chunk."""

    chunk: int
    place: int
    sentence: _Sentence  # its norms are the header's too
    own: frozenset[str]


Embed = Callable[[Sequence[str], str], "Sequence[Sequence[float]]"]
"""(texts, language) -> one vector of length 1 each; `CachedEmbeddings.embed` is one."""


@lru_cache(maxsize=8192)
def _split(text: str, lang: str) -> tuple[_Sentence, ...]:
    split = []
    for span in sentences(text, lang):
        piece = text[span.start : span.end]
        spoken = sentence_language(piece, lang)
        words = tuple(content_words(piece, spoken))
        if any(char.isalnum() for char in piece):
            norms = frozenset(word.norm for word in words)
            split.append(_Sentence(span.start, span.end, piece, spoken, count_tokens(piece), words, norms))
    return tuple(split)


def cut_all(requests: Sequence[WindowRequest], embed: Embed | None = None) -> list[tuple[Window, ...]]:
    """Windows for each request, in order, most relevant first; texts of all requests are embedded together.

    Requests over the same chunks share the reading of them.
    """
    read: dict[tuple[tuple[str, str | None, str | None], ...], _Sentences] = {}
    surveys = []
    for request in requests:
        key = tuple((chunk.chunk_id, chunk.before, chunk.behind) for chunk in request.chunks)
        if key not in read:
            read[key] = _Sentences(_distinct(request.chunks), request.beside)
        surveys.append(_Survey(request, read[key]))
    if embed is not None:
        _add_cosines(surveys, embed)
    return [survey.windows() for survey in surveys]


def cut_windows(
    claim: str, lang: str, chunks: Iterable[tuple[str, str, str]], embed: Embed | None = None
) -> tuple[Window, ...]:
    """Windows for one claim over chunks given as (chunk id, text, language)."""
    request = WindowRequest(claim, lang, tuple(ChunkText(*chunk) for chunk in chunks))
    return cut_all([request], embed)[0]


def _add_cosines(surveys: Sequence[_Survey], embed: Embed) -> None:
    for lang in sorted({survey.lang for survey in surveys}):
        same = [survey for survey in surveys if survey.lang == lang]
        texts = list(dict.fromkeys(text for survey in same for text in survey.texts_to_embed()))
        if not texts:
            continue
        vectors = dict(zip(texts, embed(texts, lang), strict=True))
        for survey in same:
            survey.use(vectors)


class _Sentences:
    """All sentences of some chunks, and in which of them each word stands."""

    def __init__(self, chunks: tuple[ChunkText, ...], beside: tuple[ChunkText, ...] = ()) -> None:
        self.chunks = chunks
        near = {chunk.chunk_id: chunk for chunk in (*beside, *chunks)}
        self.texts = {chunk.chunk_id: chunk.text for chunk in near.values()}
        self.headers: dict[int, Piece] = {}
        """Sentence that is a row of a table, or a line of a list of facts -> the header or title, without which it says
        little."""
        self.lists: dict[int, tuple[int, ...]] = {}
        """Such a sentence, or a row written out -> all rows of its table or list, in which they are compared."""
        self.whole: dict[int, str] = {}
        """Such a sentence -> all of its table or list, where that is known."""
        self.all: list[_Placed] = []
        lists = find_lists(tuple(near.values()))
        places: dict[int, list[int]] = {}  # list -> its rows
        for number, chunk in enumerate(chunks):
            self._add(number, chunk, lists.get(chunk.chunk_id, ()), places)
        for listed in {id(one): one for found in lists.values() for one in found}.values():
            if mine := places.get(id(listed)):
                self.lists |= dict.fromkeys(mine, tuple(mine))  # other chunks may stand between those of its rows
                if listed.whole is not None:
                    self.whole |= dict.fromkeys(mine, listed.whole)
        self.idf = inverse_document_frequency([placed.sentence.words for placed in self.all])
        self.holding: dict[str, list[int]] = {}
        for index, placed in enumerate(self.all):
            for norm in placed.sentence.norms:
                self.holding.setdefault(norm, []).append(index)

    def _add(self, number: int, chunk: ChunkText, lists: Sequence[Listed], places: dict[int, list[int]]) -> None:
        """The sentences of a chunk. What heads others stands in their windows, and its words are theirs; the header of
        a table has no window of its own, the title of a list may say something ("Harbour Hotel opens in May")."""
        for place, sentence in enumerate(_split(chunk.text, chunk.lang)):
            own = sentence.norms
            listed = next((one for one in lists if one.has(chunk.chunk_id, sentence.start)), None)
            if listed is not None and not listed.is_titled and _is_in(sentence, listed.header, chunk):
                continue
            if listed is not None and not _is_in(sentence, listed.header, chunk):
                places.setdefault(id(listed), []).append(len(self.all))
                if listed.header is not None:
                    self.headers[len(self.all)] = listed.header
                    words = content_words(self._said(listed.header), sentence.lang)
                    sentence = replace(sentence, norms=sentence.norms | {word.norm for word in words})
            self.all.append(_Placed(number, place, sentence, own))

    def _said(self, piece: Piece) -> str:
        return self.texts[piece.chunk_id][piece.start : piece.end]


class _Survey:
    """The sentences of one claim's chunks with their relevance to it.

    Only sentences that share a word with the claim have an overlap; all others are alike but for their place.
    """

    def __init__(self, request: WindowRequest, read: _Sentences) -> None:
        self.lang = request.lang
        self._claim = request.text
        self._read = read
        self._all = read.all
        words = content_words(request.text, request.lang)
        self._weights = {word.norm: read.idf.get(word.norm, 1.0) for word in words}
        self._total = sum(self._weights.values())
        sharing = {index for norm in self._weights for index in read.holding.get(norm, ())}
        self._overlaps = {index: self._covered(self._all[index].sentence.norms) for index in sharing}
        found = max(self._overlaps.values(), default=0.0) >= _IN_OTHER_WORDS
        self._embedded = EMBEDDED_SENTENCES if found else EMBEDDED_IN_OTHER_WORDS
        self._cosines: dict[int, float] = {}
        self._floor: float | None = None  # None: nothing was embedded

    def _covered(self, norms: frozenset[str] | set[str]) -> float:
        """The share of the claim's weight that `norms` hold; 0 for a claim without content words."""
        if not self._total:
            return 0.0
        return sum(weight for norm, weight in self._weights.items() if norm in norms) / self._total

    def _score(self, index: int) -> float:
        overlap = self._overlaps.get(index, 0.0)
        if self._floor is None:
            return overlap
        return OVERLAP_WEIGHT * overlap + COSINE_WEIGHT * max(0.0, self._cosines.get(index, self._floor))

    def _best(self, count: int) -> list[int]:
        """The `count` best sentences, the best first; among equals the earlier one."""
        scored = {*self._overlaps, *self._cosines}
        found = nsmallest(count, scored, key=lambda index: (-self._score(index), index))
        rest = (index for index in range(len(self._all)) if index not in scored)
        return sorted([*found, *islice(rest, count)], key=lambda index: (-self._score(index), index))[:count]

    def texts_to_embed(self) -> list[str]:
        """The claim and its best sentences by words; nothing where one sentence is all there is."""
        if len(self._all) <= 1:
            return []
        return [self._claim, *(self._all[index].sentence.text for index in self._best(self._embedded))]

    def use(self, vectors: Mapping[str, Sequence[float]]) -> None:
        """Mix the cosines in. Sentences that were not embedded count as if no nearer than the farthest that was."""
        best = self._best(self._embedded)
        if len(self._all) <= 1 or not best:
            return
        claim = vectors[self._claim]
        self._cosines = {index: dot(claim, vectors[self._all[index].sentence.text]) for index in best}
        self._floor = min(self._cosines.values())

    def windows(self) -> tuple[Window, ...]:
        if not self._all:
            return ()
        best = self._best(1)[0]
        run = self._best_run(best)
        picks = [[best], run]
        stitched = self._stitch(best)
        if self._union(stitched) >= self._union(run) + _STITCH_GAIN:
            picks.append(stitched)
        picks += [[index] for index in self._others(best)]
        made = [self._window(pick) for pick in picks]
        return tuple({window.premise_id: window for window in made}.values())

    def _union(self, picked: Sequence[int]) -> float:
        norms: set[str] = set()
        for index in picked:
            norms |= self._all[index].sentence.norms
        return self._covered(norms)

    def _others(self, best: int) -> list[int]:
        """The next best sentences that hold nearly as much of the claim as the best one does, each said once.

        Numbers and dates are left out of account: in these the sources may disagree.
        """
        said = {self._plain(best)}
        least = _OTHER_SHARE * self._worded(best)
        found: list[int] = []
        for index in self._best(EMBEDDED_SENTENCES):
            text = self._plain(index)
            if text in said or not least or self._worded(index) < least:
                continue
            found.append(index)
            said.add(text)
            if len(found) == OTHER_SENTENCES:
                break
        return found

    def _plain(self, index: int) -> str:
        return " ".join(self._all[index].sentence.text.split())

    def _worded(self, index: int) -> float:
        """The weight of the claim's words, numbers apart, that the sentence holds."""
        norms = self._all[index].own
        return sum(weight for norm, weight in self._weights.items() if norm in norms and not norm[:1].isdigit())

    def _best_run(self, best: int) -> list[int]:
        """Up to three neighbouring sentences of one chunk around `best` that hold most of the claim.

        Among equals the one that begins earliest: what a sentence points back at stands before it. Around a row of a
        table or list, all of its rows where they are not too long: "the cheapest", "two of the five".
        """
        if best in self._read.lists and self._tokens(rows := self._read.lists[best]) <= RUN_TOKENS:
            return list(rows)
        runs = []
        for first in range(best - RUN_SENTENCES + 1, best + 1):
            run = [
                index
                for index in range(first, first + RUN_SENTENCES)
                if 0 <= index < len(self._all) and self._all[index].chunk == self._all[best].chunk
            ]
            runs.append(self._within(run, best))
        return max(runs, key=lambda run: (round(self._union(run), 6), len(run), -run[0]))

    def _within(self, run: list[int], best: int) -> list[int]:
        """The run without its outer sentences where it is too long for a judge."""
        while len(run) > 1 and self._tokens(run) > RUN_TOKENS:
            run = run[1:] if run[0] != best else run[:-1]
        return run

    def _tokens(self, run: Iterable[int]) -> int:
        return sum(self._all[index].sentence.tokens for index in run)

    def _stitch(self, best: int) -> list[int]:
        """Sentences of at most two chunks that cover the claim's words greedily, in document order."""
        chosen = [best]
        norms = set(self._all[best].sentence.norms)
        room = STITCHED_TOKENS - self._all[best].sentence.tokens
        chunks = {self._all[best].chunk}
        candidates = [index for index in self._best(24) if self._overlaps.get(index, 0.0) > 0]
        while len(chosen) < STITCHED_SENTENCES:
            fitting = [
                index
                for index in candidates
                if index not in chosen
                and self._all[index].sentence.tokens <= room
                and (self._all[index].chunk in chunks or len(chunks) < STITCHED_CHUNKS)
            ]
            gains = {index: self._covered(norms | self._all[index].sentence.norms) for index in fitting}
            covered = self._covered(norms)
            fitting = [index for index in fitting if gains[index] > covered + 1e-9]
            if not fitting:
                break
            pick = max(fitting, key=lambda index: (gains[index] + 0.3 * self._score(index), -index))
            chosen.append(pick)
            chunks.add(self._all[pick].chunk)
            norms |= self._all[pick].sentence.norms
            room -= self._all[pick].sentence.tokens
        return sorted(chosen)

    def _window(self, picked: Sequence[int]) -> Window:
        pieces = self._pieces(picked)
        headers = set(self._read.headers.values())
        spoken = [self._all[index].sentence.lang for index in picked]
        lang = self.lang if self.lang in spoken else spoken[0]
        between = " " if lang != "zh" else ""
        text = ""
        for piece in pieces:
            text += self._read.texts[piece.chunk_id][piece.start : piece.end]
            text += "\n" if piece in headers else between
        relevance = min(1.0, max(0.0, max(map(self._score, picked))))
        identity = premise_id([(piece.chunk_id, piece.start, piece.end) for piece in pieces])
        headed = any(piece in headers for piece in pieces)
        text = text.removesuffix("\n" if pieces[-1] in headers else between)
        whole = tuple(dict.fromkeys(plain(self._read.whole[index]) for index in picked if index in self._read.whole))
        return Window(identity, plain(text), lang, tuple(pieces), round(relevance, 6), headed=headed, tables=whole)

    def _pieces(self, picked: Sequence[int]) -> list[Piece]:
        """The stretches of these sentences; before the first row of a table its header."""
        pieces: list[Piece] = []
        for index in picked:
            placed = self._all[index]
            chunk = self._read.chunks[placed.chunk]
            before = index - 1 in picked and pieces and self._up_to(index - 1, chunk.chunk_id, pieces[-1].start)
            if before and pieces[-1] == before:
                pieces[-1] = Piece(chunk.chunk_id, pieces[-1].start, placed.sentence.end)
                continue
            header = self._read.headers.get(index)
            if header is not None and not any(_holds(piece, header) for piece in pieces):
                pieces.append(header)
            pieces.append(Piece(chunk.chunk_id, placed.sentence.start, placed.sentence.end))
        return pieces

    def _up_to(self, index: int, chunk: str, start: int) -> Piece | None:
        """From `start` to the end of a sentence; None where that one is in another chunk."""
        placed = self._all[index]
        same = self._read.chunks[placed.chunk].chunk_id == chunk
        return Piece(chunk, start, placed.sentence.end) if same else None


def _holds(piece: Piece, header: Piece) -> bool:
    return piece.chunk_id == header.chunk_id and piece.start <= header.start and header.end <= piece.end


def _is_in(sentence: _Sentence, piece: Piece | None, chunk: ChunkText) -> bool:
    return piece is not None and piece.chunk_id == chunk.chunk_id and piece.start <= sentence.start < piece.end


def _distinct(chunks: Sequence[ChunkText]) -> tuple[ChunkText, ...]:
    return tuple({chunk.chunk_id: chunk for chunk in chunks}.values())


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """The cosine of two vectors of length 1."""
    at = getattr(left, "dot", None)
    if at is not None:
        return float(at(right))
    return float(sum(one * other for one, other in zip(left, right, strict=True)))
