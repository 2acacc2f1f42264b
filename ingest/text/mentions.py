"""Entity mentions by patterns, lists and the tags of jieba's dictionary: names, numbers and dates, English
and Chinese.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Mention
from .english_names import english_names
from .stretches import stretches


class _Surface(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class PatternMentions:
    """Implements `MentionExtractor` without a model. A text's mentions never depend on the others in the
    batch.
    """

    version = "patterns-5"

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]:
        """One list per text, in order of their starts; mentions do not overlap."""
        return [self._extract(text) for text in texts]

    def _extract(self, text: str) -> list[Mention]:
        found = [mention for stretch in stretches(text) for mention in self.extract_as(stretch.text, stretch.lang)]
        return sorted(found, key=lambda mention: mention.start)

    def extract_as(self, text: str, lang: str) -> list[Mention]:
        """Of one text that is all in one language."""
        from .dates import find_dates
        from .quantities import find_quantities

        if lang == "zh":
            from .chinese_names import chinese_names

            names = chinese_names(text)
        else:
            names = english_names(text)
        dates = [(date.start, date.end, EntityType.DATE) for date in find_dates(text, lang)]
        numbers = [
            (quantity.start, quantity.end, EntityType.NUMBER)
            for quantity in find_quantities(text, lang)
            if not quantity.weak
        ]
        chosen = _disjoint([*dates, *numbers, *names])
        return [Mention(start, end, text[start:end], kind, self.version) for start, end, kind in chosen]


def _disjoint(found: Iterable[tuple[int, int, EntityType]]) -> list[tuple[int, int, EntityType]]:
    """Of overlapping mentions the longest stays; of equals the one that came first (dates, numbers,
    names).
    """
    chosen: list[tuple[int, int, EntityType]] = []
    behind: tuple[int, int, EntityType] | None = None
    for candidate in sorted(found, key=lambda item: item[0]):
        if behind is None or candidate[0] >= behind[1]:
            chosen.append(candidate)
        elif candidate[1] - candidate[0] > behind[1] - behind[0]:
            chosen[-1] = candidate
        else:
            continue
        behind = chosen[-1]
    return chosen
