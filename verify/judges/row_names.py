"""Where a claim names a thing that has a row of its own in a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from claimgraph.ingest.text.table_rows import Record

_QUOTES = '《》"“” '
_FEWEST_LETTERS = 2
_MOST_PLACES = 8


def names_of_rows(claim: str, rows: Sequence[Record]) -> tuple[tuple[int, int, int], ...]:
    """(start, end, row) of each place of the claim where the thing of a row is named, in their order; no part of a
    longer word, and of names within each other the longer.

    A row that is named by a number alone is found where the claim says what the number is of: "Room 12".
    """
    folded = claim.casefold()
    if len(folded) != len(claim):
        return ()  # places in the one would be none in the other
    found: list[tuple[int, int, int]] = []
    for place, row in sorted(enumerate(rows), key=lambda one: -len(one[1].thing)):
        name = row.thing.casefold().strip(_QUOTES)
        if len(name) < _FEWEST_LETTERS or (name.isdigit() and row.kind.casefold() not in folded):
            continue
        for match in islice(re.finditer(rf"(?<![a-z\d]){re.escape(name)}(?![a-z\d])", folded), _MOST_PLACES):
            if all(match.end() <= start or match.start() >= end for start, end, _ in found):
                found.append((*match.span(), place))
    return tuple(sorted(found))
