"""The answer put together again: corrected claims in their places, claims that fell out, everything else untouched.

Atomic claims share words ("Python" stands once for six claims about it), so a claim cannot simply be cut out. What
goes are the words that no remaining claim rests on. Whether the sentence still says what remains, and nothing is
broken by the cut, is not guessed: the mended text is read again, and a sentence that no longer states one of its
remaining claims is replaced by those claims themselves, each a sentence of its own.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from claimgraph.graph_schema.ids import normalise_claim
from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.text.table_rows import is_row_of_a_table

from ..decomposition.leads import lead_before
from ..edits import Edit
from ..model import Place
from .rewrite import STOPS, apply_edits

Restate = Callable[[str], Awaitable[Sequence[Statement]]]
"""Reads a text as the answer was read."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a claim: `after` is what it says in the mended text, None where it goes.

    `edits` make its places say so; none where it stays as it is. `quoted`: sentences that stand, once, behind what is
    left of the sentence that the claim goes from.
    """

    places: tuple[Place, ...]
    lang: str
    after: str | None
    edits: tuple[Edit, ...] = ()
    quoted: tuple[str, ...] = ()


async def mend(answer: str, fates: Sequence[Fate], restate: Restate) -> str:
    """`answer` with every claim's fate brought about. Text that no claim's fate touches stays to the character."""
    if not any(fate.after is None for fate in fates):
        return _edited(answer, [edit for fate in fates for edit in fate.edits])
    sentences = _sentences(fates)
    if not any(sentence.kept for sentence in sentences):
        return _at_the_ends(_edited(answer, [edit for one in sentences for edit in one.surgery(answer)]), answer)
    cut = _edited(answer, [edit for one in sentences for edit in replace(one, quoted=()).surgery(answer)])
    stated = {normalise_claim(statement.text) for statement in await restate(cut)}
    sound = _is_sound(answer, cut) and not stated - {text for sentence in sentences for text in sentence.remaining()}
    edits = [edit for sentence in sentences for edit in sentence.mended(answer, stated, sound)]
    return _at_the_ends(_edited(answer, edits), answer)


def _at_the_ends(mended: str, answer: str) -> str:
    """What is left of the answer, with the white space around the answer as it was; empty where nothing is left."""
    inner = mended.strip()
    if not inner:
        return ""
    before, after = len(answer) - len(answer.lstrip()), len(answer.rstrip())
    return answer[:before] + inner + answer[after:]


def _edited(answer: str, edits: Sequence[Edit]) -> str:
    return apply_edits(answer, list(dict.fromkeys(edits))) if edits else answer


_PAIRS = (("(", ")"), ("[", "]"), ("（", "）"), ("【", "】"), ("《", "》"), ("「", "」"), ("“", "”"))
_DOUBLED = ('"', "`", "**", "__")
_CONCEDING = re.compile(r"(?:虽然|尽管|不但|不仅|因为|由于)$")
_DANGLING = re.compile(
    r"\b(?:and|or|but)\s*[.,;:!?)]|[(]\s*[.,;:)]|[;,]\s*[)]|[、，]\s*(?:和|与|及|以及|或)|(?:和|与|及|以及|或|、)[。，；！？]|，[。；，]"
    r"|\b(?:and|or)\s+(?:is|are|was|were|has|have|had|will|would|can|could|do|does|did)\b|[和与及](?:都|均|皆|分别|各自)"
    r"|(?:虽然|尽管|虽)(?![^。！？\n]*(?:但|却|可|仍|还|也|然而|不过|依然))|(?:不但|不仅)(?![^。！？\n]*(?:而且|还|也|并|更|反而))"
)


def _is_sound(answer: str, cut: str) -> bool:
    """Whether a cut broke no pair of brackets or marks and left no conjunction hanging, that was not so before."""
    for opening, closing in _PAIRS:
        if answer.count(opening) == answer.count(closing) and cut.count(opening) != cut.count(closing):
            return False
    if any(answer.count(mark) % 2 == 0 and cut.count(mark) % 2 for mark in _DOUBLED):
        return False
    return len(_DANGLING.findall(cut)) <= len(_DANGLING.findall(answer))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The claims that one sentence of the answer states."""

    span: Span
    kept: tuple[tuple[Fate, Place], ...]
    gone: tuple[tuple[Fate, Place], ...]
    quoted: tuple[str, ...] = ()

    def remaining(self) -> set[str]:
        return {normalise_claim(fate.after or "") for fate, _ in self.kept}

    def mended(self, answer: str, stated: set[str], sound: bool) -> list[Edit]:
        """The edits of this sentence, once it is known what the text with all cuts made states.

        A sentence of which nothing goes is only restated where a claim in it names what the sentence itself does
        not, a pronoun's antecedent, and is no longer read there.
        """
        if not self.kept:
            return self.surgery(answer)
        said = self.remaining() <= stated
        if not self.gone:
            lost = [place for fate, place in self.kept if normalise_claim(fate.after or "") not in stated]
            leans = any(not place.quotes or place.quotes[0].start > 0 for place in lost)
            return self.restated(answer) if lost and leans else self.surgery(answer)
        still = {normalise_claim(place.text) for _, place in self.gone if not self._is_part(place)} & stated
        parts = self._is_separable() or is_row_of_a_table(answer, self.span.start)
        room = not self.quoted or self._stop(answer) is not None
        return self.surgery(answer) if said and sound and not still and parts and room else self.restated(answer)

    def _stop(self, answer: str) -> int | None:
        """Where the sentence's closing mark stands: behind it there is room for another sentence."""
        end = self.span.start + len(answer[self.span.start : self.span.end].rstrip())
        return end - 1 if answer[end - 1 : end] in tuple(STOPS) else None

    def _joined(self, *sentences: str) -> str:
        lang = (self.kept or self.gone)[0][0].lang
        return ("" if lang == "zh" else " ").join(sentences)

    def _is_part(self, gone: Place) -> bool:
        """Whether a claim that remains says all of it, as one with an adjunct does of its core: it cannot be cut."""
        return any(not _without(gone.spans, place.spans) for _, place in self.kept)

    def _is_separable(self) -> bool:
        """Whether what goes is an adjunct or a member of a list, or a clause that shares no word with what remains.

        Where its predicate goes with it, the words that it shares with others would be left without one.
        """
        held = [span for _, place in self.kept for span in place.spans]
        return all(
            not _meet(place.spans, held) or (place.predicate and _meet(place.predicate, held)) for _, place in self.gone
        )

    def surgery(self, answer: str) -> list[Edit]:
        """Only what has to change."""
        if not self.kept:
            return [self._everything(answer, self._joined(*self.quoted))]
        edits = [edit for fate, place in self.kept for edit in fate.edits if _inside(edit, place)]
        held = [span for _, place in self.kept for span in place.spans]
        taken = [span for _, place in self.gone for span in place.spans]
        edits += [Edit(span.start, span.end, "") for span in _words_of(answer, _without(taken, held))]
        stop = self._stop(answer)
        if self.quoted and stop is not None:
            edits.append(Edit(stop, stop + 1, self._joined(answer[stop], *self.quoted)))
        return edits

    def restated(self, answer: str) -> list[Edit]:
        """The claims that remain, in order, in the place of the sentence; what another of them says too is left out."""
        if not self.kept:
            return self.surgery(answer)
        texts = [_unhung(fate.after or "") for fate, place in self.kept if not self._is_said_again(place)]
        texts = list(dict.fromkeys(texts))
        chinese = self.kept[0][0].lang == "zh"
        closed = [text if text[-1:] in "。！？.!?" else text + ("。" if chinese else ".") for text in texts]
        return [self._everything(answer, self._joined(*closed, *self.quoted))]

    def _is_said_again(self, place: Place) -> bool:
        """Whether another claim that remains holds all words of this one, as a core with its adjunct does."""
        return any(
            other is not place and not _without(place.spans, other.spans) and bool(_without(other.spans, place.spans))
            for _, other in self.kept
        )

    def _everything(self, answer: str, after: str) -> Edit:
        """All that its claims cover, with the closing mark."""
        spans = [span for _, place in (*self.kept, *self.gone) for span in place.spans]
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        if not any(char.isalnum() for char in answer[end : self.span.end]):
            end = max(end, self.span.start + len(answer[self.span.start : self.span.end].rstrip()))
        return Edit(self._opened(answer, _with_opening(answer, start, end), end, after), end, after)

    def _opened(self, answer: str, start: int, end: int, after: str) -> int:
        """Where it begins with words before it that say nothing of their own ("The", "Both"); where all of it goes and
        nothing else stands on its line, with the label of that."""
        head = answer[self.span.start : start]
        opener = _OPENERS.search(head[-_LONGEST_OPENER:])
        if opener is not None:
            start -= len(opener["said"])
        if not after:
            start = lead_before(answer, start)
        line = answer.rfind("\n", 0, start) + 1
        behind = answer[end : (answer + "\n").index("\n", end)].strip(" \t.。!！;；")
        label = None if after or behind else _LABEL.search(answer, line, start)
        return start if label is None else label.start()


def _unhung(text: str) -> str:
    """A clause that was set against one that is gone, as a sentence: without its "while"."""
    hung = _HUNG.match(text)
    return text if hung is None else text[hung.end() :][:1].upper() + text[hung.end() + 1 :]


_HUNG = re.compile(r"(?:while|whereas|although|though)\s+(?!.*,)", re.IGNORECASE)
_LONGEST_OPENER = 60
_OPENERS = re.compile(
    r"(?:^|(?<=[.!?。！？\s>*_#|]))(?P<said>(?:(?:the|this|that|these|those|an?|its?|his|her|their|both|all|each|either"
    r"|neither|although|though|while|whereas|otherwise|because|since|so|and|but|or|also|even|only|overall)\b[\s,]*"
    r"|(?:该|此|这|那|其|虽然|尽管|不仅|不但|而且|因为|由于|所以|因此|但是?|而|并且?)[，,]?)+)$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:\*\*|__)[^*_.!?。！？\n]{1,80}(?:(?:\*\*|__)[ \t]*[:：]|[:：](?:\*\*|__))[ \t]*$")


def _with_opening(answer: str, start: int, end: int) -> int:
    """Where the stretch begins with what opens it: marks whose closing ones go with it, and "although"."""
    for opening, closing in (*((mark, mark) for mark in _DOUBLED), *_PAIRS):
        taken = answer[start:end]
        closes = taken.count(closing) % 2 if opening == closing else taken.count(closing) > taken.count(opening)
        if closes and answer.endswith(opening, 0, start):
            start -= len(opening)
    conjunction = _CONCEDING.search(answer, 0, start)
    return conjunction.start() if conjunction else start


def _meet(first: Sequence[Span], second: Sequence[Span]) -> bool:
    return any(one.start < other.end and other.start < one.end for one in first for other in second)


def _sentences(fates: Sequence[Fate]) -> list[_Sentence]:
    found: dict[Span, list[tuple[Fate, Place]]] = {}
    for fate in fates:
        for place in fate.places:
            if place.spans:
                found.setdefault(place.sentence, []).append((fate, place))
    sentences, said = [], set[str]()
    for span, pairs in sorted(found.items(), key=lambda item: item[0].start):
        kept = tuple(pair for pair in pairs if pair[0].after is not None)
        gone = tuple(pair for pair in pairs if pair[0].after is None)
        quoted = tuple(dict.fromkeys(one for fate, _ in gone for one in fate.quoted if one not in said))
        said.update(quoted)
        sentences.append(_Sentence(span, kept, gone, quoted))
    return sentences


def _inside(edit: Edit, place: Place) -> bool:
    return any(span.start < edit.end and edit.start < span.end for span in place.spans)


def _without(spans: Sequence[Span], held: Sequence[Span]) -> list[Span]:
    """The parts of `spans` that are in none of `held`; joined, in order."""
    cuts = sorted({offset for span in (*spans, *held) for offset in (span.start, span.end)})
    free: list[Span] = []
    for start, end in pairwise(cuts):
        if any(s.start <= start < s.end for s in spans) and not any(h.start <= start < h.end for h in held):
            if free and free[-1].end == start:
                free[-1] = Span(free[-1].start, end)
            else:
                free.append(Span(start, end))
    return free


def _words_of(answer: str, spans: Sequence[Span]) -> list[Span]:
    """Each stretch from its first word to its last: the marks at its ends may close what remains."""
    words = []
    for span in spans:
        found = [match.span() for match in _WORD.finditer(answer, span.start, span.end)]
        if found:
            words.append(Span(found[0][0], found[-1][1]))
    return words


_WORD = re.compile(r"(?:[$€£¥￥₩₹±≈~＄]|[-+−](?=\d))?[^\W_]+[%％‰℃℉°]*")
"""With the signs that are of a number: "-5℃", "$12", "12%"."""
