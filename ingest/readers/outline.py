"""From a row of headings to sections with their reach."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Section

Heading = tuple[int, str, int]
"""Level (1 is the outermost), title, offset in the text."""


def sections(headings: Iterable[Heading], text_length: int) -> tuple[Section, ...]:
    """Sections in order of their headings; each reaches to the next heading of the same or a higher level."""
    rows = sorted(headings, key=lambda heading: heading[2])
    found: list[Section] = []
    for index, (level, _, start) in enumerate(rows):
        path: list[str] = []
        bound = level + 1
        for above, title, _ in reversed(rows[: index + 1]):
            if above < bound:
                path.insert(0, title)
                bound = above
            if bound <= 1:
                break
        end = next((later for depth, _, later in rows[index + 1 :] if depth <= level), text_length)
        found.append(Section(tuple(path), start, end))
    return tuple(found)
