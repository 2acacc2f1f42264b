"""From the sources to training pairs and held-out claims.

A training pair is one evidence window, one claim and a target; a held-out claim keeps all its windows,
since its score is the highest entailment over them (and the lowest over its sentences).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from . import swaps
from .sources import Row
from .split import is_held_out
from .text import sentences
from .windows import STITCHED_TOKENS, Document, evidence_windows

TARGETS = {"entailment": 0, "neutral": 1, "contradiction": 2, "not_entailment": 3}


@dataclass(frozen=True, slots=True)
class Pair:
    source: str
    premise: str
    hypothesis: str
    target: int  # 0 entailment, 1 neutral, 2 contradiction, 3 not entailment


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A claim kept out of training: `parts` holds, per sentence of the claim, its (sentence, windows)."""

    source: str
    id: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    supported: bool


class Documents:
    """Sentences, lengths and embeddings of premises and claims, each computed once and in large batches.

    `embed` gives rows of length 1, `count` the tokens of each text. Premises of at most 200 tokens are
    judged whole and get no embeddings; `claims` are those asked of the longer ones.
    """

    def __init__(
        self,
        premises: Iterable[str],
        claims: Iterable[str],
        embed: Callable[[Sequence[str]], np.ndarray],
        count: Callable[[Sequence[str]], Sequence[int]],
    ) -> None:
        unique = list(dict.fromkeys(premises))
        split = [tuple(sentences(text)) or (text,) for text in unique]
        flat = [sentence for pieces in split for sentence in pieces]
        lengths = count(flat)
        long = [sum(lengths[s:e]) > 200 for s, e in _slices(split)]
        wanted = [sentence for pieces, is_long in zip(split, long, strict=True) if is_long for sentence in pieces]
        vectors = iter(embed(wanted)) if wanted else iter(())
        self._documents: dict[str, Document] = {}
        for text, pieces, is_long, (start, end) in zip(unique, split, long, _slices(split), strict=True):
            rows = [next(vectors) for _ in pieces] if is_long else []
            self._documents[text] = Document(pieces, tuple(lengths[start:end]), np.array(rows, dtype=np.float32))
        claim_list = list(dict.fromkeys(claims))
        self._claims = dict(zip(claim_list, embed(claim_list), strict=True)) if claim_list else {}

    def windows(self, premise: str, claim: str) -> list[str]:
        document = self._documents[premise]
        if not len(document.embeddings):
            return [" ".join(document.sentences)]
        return evidence_windows(document, claim, self._claims[claim])

    def document(self, premise: str) -> Document:
        return self._documents[premise]


def _slices(split: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    ends = np.cumsum([len(pieces) for pieces in split]).tolist()
    return list(zip([0, *ends[:-1]], ends, strict=True))


def simple_pairs(rows: Iterable[Row]) -> list[Pair]:
    """Pairs whose premise is short enough to be judged whole."""
    return [Pair(r.source, r.premise, r.hypothesis, TARGETS[r.label]) for r in rows]


def windowed_pairs(rows: Iterable[Row], documents: Documents, rng: random.Random) -> list[Pair]:
    """One window for an entailed claim (the widest most often), up to two for one that is not."""
    pairs = []
    for row in rows:
        windows = documents.windows(row.premise, row.hypothesis)
        if row.label == "entailment":
            picked = [windows[-1] if rng.random() < 0.7 else rng.choice(windows)]
        else:
            picked = rng.sample(windows, min(2, len(windows)))
        pairs += [Pair(row.source, window, row.hypothesis, TARGETS[row.label]) for window in picked]
    return pairs


def wice_pairs(rows: Iterable[Row], documents: Documents, rng: random.Random) -> list[Pair]:
    """A supported claim with its gold lines and its stitched window; others with those and one more."""
    pairs = []
    for row in rows:
        windows = documents.windows(row.premise, row.hypothesis)
        lines = row.premise.split("\n")
        gold = " ".join(lines[index].strip() for index in row.supporting if index < len(lines))
        if row.label == "entailment":
            evidence = dict.fromkeys([gold, windows[-1]] if gold else [windows[-1]])
        else:
            evidence = dict.fromkeys([*rng.sample(windows, min(2, len(windows))), *([gold] if gold else [])])
        pairs += [Pair(row.source, one, row.hypothesis, TARGETS[row.label]) for one in evidence]
    return pairs


def summedits_sentences(rows: Iterable[Row]) -> list[Row]:
    """All sentences of a consistent summary, of an inconsistent one only those that were changed."""
    by_document: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_document[row.id.rsplit("_", 1)[0]].append(row)
    out: dict[tuple[str, str], Row] = {}
    for group in by_document.values():
        true = {s for row in group if row.label == "entailment" for s in sentences(row.hypothesis)}
        for row in group:
            for number, sentence in enumerate(sentences(row.hypothesis)):
                if row.label == "entailment" or sentence not in true:
                    made = Row(row.source, f"{row.id}.{number}", row.premise, sentence, row.label)
                    out.setdefault((row.premise, sentence), made)
    return list(out.values())


def held_out_claims(rows: Iterable[Row], documents: Documents) -> list[HeldOut]:
    return [
        HeldOut(
            row.source,
            row.id,
            ((row.hypothesis, tuple(documents.windows(row.premise, row.hypothesis))),),
            row.label == "entailment",
        )
        for row in rows
    ]


def synthetic_pairs(texts: Sequence[str], documents: Documents, wanted: int, rng: random.Random) -> list[Pair]:
    """`wanted` pairs: 40% entailed, 40% made false, 20% with the sentence taken out of the context.

    Half of the false ones have the edit in the evidence instead of in the claim, and half of the true ones
    are edited on both sides: the claim alone gives nothing away.
    """
    usable = [text for text in texts if len(documents.document(text).sentences) >= 3]
    names = {text: swaps.names_of(text) for text in usable}
    numbers = {text: swaps.numbers_of(text) for text in usable}
    weights = np.sqrt([len(documents.document(text).sentences) for text in usable])
    pairs: dict[tuple[str, str], Pair] = {}
    for _ in range(wanted * 4):
        if len(pairs) >= wanted:
            break
        text = rng.choices(usable, weights=weights.tolist())[0]
        pair = _synthetic(documents.document(text), names[text], numbers[text], rng)
        if pair is not None:
            pairs.setdefault((pair.premise, pair.hypothesis), pair)
    return list(pairs.values())


def _synthetic(document: Document, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Pair | None:
    at = rng.randrange(len(document.sentences))
    sentence = document.sentences[at]
    if not 7 <= len(sentence.split()) <= 45 or not sentence[0].isupper() or sentence[-1] not in ".!\"'":
        return None
    claim = swaps.shorten(sentence, rng) if rng.random() < 0.5 else sentence
    draw = rng.random()
    if draw < 0.2:
        without = _context(document, at, rng, None)
        return Pair("synthetic_absent", without, claim, swaps.NEUTRAL) if without else None
    edit = swaps.falsify(claim, names, numbers, rng)
    if draw < 0.6:
        if edit is not None and rng.random() < 0.5:
            return Pair("synthetic_true", _context(document, at, rng, edit.text), edit.text, swaps.ENTAILED)
        return Pair("synthetic_true", _context(document, at, rng, sentence), claim, swaps.ENTAILED)
    if edit is None:
        return None
    if rng.random() < 0.5:
        return Pair(f"synthetic_{edit.kind}", _context(document, at, rng, edit.text), claim, edit.target)
    return Pair(f"synthetic_{edit.kind}", _context(document, at, rng, sentence), edit.text, edit.target)


def _context(document: Document, at: int, rng: random.Random, sentence: str | None) -> str:
    """Neighbours of sentence `at` up to a random number of tokens, with `sentence` in its place."""
    limit = rng.choice([40, 80, 120, STITCHED_TOKENS, 190])
    before, after = at - 1, at + 1
    left: list[str] = []
    right: list[str] = []
    room = limit - (document.tokens[at] if sentence is not None else 0)
    while room > 0 and (before >= 0 or after < len(document.sentences)):
        back = before >= 0 and (after >= len(document.sentences) or rng.random() < 0.5)
        index = before if back else after
        room -= document.tokens[index]
        if room < 0:
            break
        if back:
            left.insert(0, document.sentences[index])
            before -= 1
        else:
            right.append(document.sentences[index])
            after += 1
    return " ".join([*left, *([sentence] if sentence is not None else []), *right])


def training_rows(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not is_held_out(row.premise)]


def held_out_rows(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if is_held_out(row.premise)]
