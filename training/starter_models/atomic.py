"""Pairs of atomic claims, as they are judged at run time: each read from a document by the rules that read answers.

A claim is entailed by the sentences around the one that states it. It is made false by an edit (`swaps`), or by a
crossing: what the document says of one name, said of another name of the same document. The words of a crossed claim
all stand in the evidence; only who did what is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.ingest.model import ReadText, Statement
from claimgraph.ingest.statements.reader import RuleReader

from . import swaps
from .pairs import Pair
from .text import words
from .windows import STITCHED_TOKENS

SHORTEST, LONGEST = 20, 300  # characters of a claim
LONGEST_DOCUMENT = 6_000  # characters that are read of a document
_REPEATED = 0.6  # so many of a claim's words elsewhere, and it may be stated there too
_SENTENCES_BEFORE = 2  # what a pronoun of the sentence may go back to


@dataclass(frozen=True, slots=True)
class _Claim:
    text: str
    sentence: int  # number of the sentence that states it
    head: str  # the named subject it begins with; empty where it does not begin with a name


@dataclass(frozen=True, slots=True)
class _Document:
    sentences: tuple[str, ...]
    claims: tuple[_Claim, ...]
    names: tuple[str, ...]
    numbers: tuple[str, ...]


def atomic_pairs(texts: Sequence[str], reader: RuleReader, wanted: int, rng: random.Random) -> list[Pair]:
    """`wanted` pairs at most: 45% entailed, 25% edited, 20% crossed, 10% with the stating sentence taken out."""
    cut = [text[:LONGEST_DOCUMENT] for text in texts]
    documents = [one for read in reader.read(cut) if len((one := _document(read)).claims) >= 2]
    pairs: dict[tuple[str, str], Pair] = {}
    for _ in range(wanted * 6):
        if len(pairs) >= wanted or not documents:
            break
        document = rng.choice(documents)
        pair = _pair(document, rng.choice(document.claims), rng)
        if pair is not None and pair.premise:
            pairs.setdefault((pair.premise, pair.hypothesis), pair)
    return list(pairs.values())


def _document(read: ReadText) -> _Document:
    spans = [sentence.span for sentence in read.sentences]
    sentences = tuple(" ".join(read.text[span.start : span.end].split()) for span in spans)
    number = {span.start: place for place, span in enumerate(spans)}
    claims = tuple(
        _Claim(" ".join(one.text.split()), number[one.sentence.start], _named_head(one))
        for one in read.statements
        if one.checkable and one.standalone and _is_whole(one.text) and one.sentence.start in number
    )
    names = tuple(name for name in swaps.names_of(read.text) if "\n" not in name)
    return _Document(sentences, claims, names, tuple(swaps.numbers_of(read.text)))


def _is_whole(text: str) -> bool:
    """No heading, menu or half a line of a page."""
    return SHORTEST <= len(text) <= LONGEST and not text[0].islower() and text.rstrip("\"”'’)").endswith(".")


def _named_head(statement: Statement) -> str:
    for triple in statement.triples:
        if triple.head.type is not None and statement.text.startswith(triple.head.text + " "):
            return triple.head.text
    return ""


def _pair(document: _Document, claim: _Claim, rng: random.Random) -> Pair | None:
    draw = rng.random()
    if draw < 0.45:
        return Pair("atomic_true", _around(document, [claim.sentence], rng), claim.text, swaps.ENTAILED)
    if draw < 0.70:
        edit = swaps.falsify(claim.text, document.names, document.numbers, rng)
        if edit is None or _is_stated(document, edit.text):
            return None
        return Pair(f"atomic_{edit.kind}", _around(document, [claim.sentence], rng), edit.text, edit.target)
    if draw < 0.90:
        return _crossed(document, rng)
    others = [place for place in range(len(document.sentences)) if abs(place - claim.sentence) > 1]
    if not others:
        return None
    return Pair(
        "atomic_absent", _around(document, [rng.choice(others)], rng, claim.sentence), claim.text, swaps.NEUTRAL
    )


def _crossed(document: _Document, rng: random.Random) -> Pair | None:
    """What is said of one name, said of another. Names that share a word may be one thing, and are left."""
    named = [one for one in document.claims if one.head]
    if not named:
        return None
    claim = rng.choice(named)
    own = set(claim.head.casefold().split())
    rivals = [one for one in named if own.isdisjoint(one.head.casefold().split())]
    if not rivals:
        return None
    other = rng.choice(rivals)
    text = other.head + claim.text[len(claim.head) :]
    if other.head in claim.text or _is_stated(document, text):
        return None
    return Pair("atomic_crossed", _around(document, [claim.sentence, other.sentence], rng), text, swaps.NOT_ENTAILED)


def _is_stated(document: _Document, text: str) -> bool:
    return any(one.text.casefold() == text.casefold() for one in document.claims)


def _around(document: _Document, places: Sequence[int], rng: random.Random, without: int | None = None) -> str:
    """The sentences at `places` with those before them, and more around while there is room, in document order."""
    limit = rng.choice([60, 100, STITCHED_TOKENS, 190])
    chosen = {place for at in places for place in range(max(0, at - _SENTENCES_BEFORE), at + 1)} - {without}
    order = [place for step in range(1, len(document.sentences)) for at in places for place in (at + step, at - step)]
    room = limit - sum(_words(document.sentences[place]) for place in chosen)
    for place in order:
        if 0 <= place < len(document.sentences) and place not in chosen and place != without:
            room -= _words(document.sentences[place])
            if room < 0:
                break
            chosen.add(place)
    return " ".join(document.sentences[place] for place in sorted(chosen))


def _share(claim: str, premise: str) -> float:
    """Of the claim's words, how many the premise has."""
    wanted = set(words(claim))
    return len(wanted.intersection(words(premise))) / max(1, len(wanted))


def _words(sentence: str) -> int:
    """About so many word pieces."""
    return int(1.3 * len(sentence.split())) + 1
