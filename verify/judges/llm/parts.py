"""Judging a claim part by part: it is taken apart once, and each part is checked against each evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from claimgraph.platform.llm import Failure
from claimgraph.verify.model import Opinion, Pair, Unscored

from .asking import Asker, Entry, Item
from .opinions import not_asked

MOST_PARTS = 60
"""Of one claim; beyond it the claim is Unscored rather than judged in part."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a claim as the model is asked about it, and as people read it."""

    own: Entry
    text: str
    words: str = ""  # the words of the claim that it stands for


@dataclass(frozen=True, slots=True)
class CheckedPart:
    part: Part
    entry: Entry  # what the model said about it


@dataclass(frozen=True, slots=True)
class PartByPart:
    """The two steps that RAGAS, RefChecker and HalluSearch share. A part that cannot be checked leaves the pair
    Unscored: a share of what is left would look like the whole."""

    splitter: Asker
    checker: Asker
    split_item: Callable[[Pair], Item]
    read_parts: Callable[[Pair, Entry], Sequence[Part]]
    evidence_of: Callable[[Pair, Part], Item]
    conclude: Callable[[Pair, Sequence[CheckedPart]], Opinion | Unscored]
    given_parts: Callable[[Pair], Sequence[Part]] = field(default=lambda pair: ())

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        parts = await self._parts(pairs)
        asked = [(place, part) for place, found in parts.items() if not isinstance(found, Unscored) for part in found]
        entries = await self.checker.ask([self.evidence_of(pairs[place], part) for place, part in asked])
        checked: dict[int, list[tuple[Part, Entry | Failure]]] = {}
        for (place, part), entry in zip(asked, entries, strict=True):
            checked.setdefault(place, []).append((part, entry))
        results: list[Opinion | Unscored] = []
        for place, pair in enumerate(pairs):
            found = parts[place]
            results.append(found if isinstance(found, Unscored) else self._opinion(pair, checked[place]))
        return results

    async def _parts(self, pairs: Sequence[Pair]) -> Mapping[int, Sequence[Part] | Unscored]:
        parts: dict[int, Sequence[Part] | Unscored] = {}
        for place, pair in enumerate(pairs):
            given = tuple(self.given_parts(pair))
            if given:
                parts[place] = _bounded(given)
        left = [place for place in range(len(pairs)) if place not in parts]
        entries = await self.splitter.ask([self.split_item(pairs[place]) for place in left])
        for place, entry in zip(left, entries, strict=True):
            parts[place] = (
                not_asked(entry.reason)
                if isinstance(entry, Failure)
                else _bounded(self.read_parts(pairs[place], entry))
            )
        return parts

    def _opinion(self, pair: Pair, checked: Sequence[tuple[Part, Entry | Failure]]) -> Opinion | Unscored:
        lost = next((entry for _, entry in checked if isinstance(entry, Failure)), None)
        if lost is not None:
            return not_asked(lost.reason)
        return self.conclude(
            pair, [CheckedPart(part, entry) for part, entry in checked if not isinstance(entry, Failure)]
        )


def _bounded(parts: Sequence[Part]) -> Sequence[Part] | Unscored:
    distinct = list({part.text: part for part in parts if any(char.isalnum() for char in part.text)}.values())
    if not distinct:
        return Unscored("the language model found nothing in the claim to check")
    if len(distinct) > MOST_PARTS:
        return Unscored(f"the claim was taken apart into more than {MOST_PARTS} parts")
    return distinct
