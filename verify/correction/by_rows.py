"""Correction by the rows of a table: the cell that a claim should have had, and what all rows tell together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from claimgraph.ingest.text.dates import find_dates
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.table_rows import Record, records
from claimgraph.ingest.text.words import content_words

from ..judges.comparison import same_unit
from ..judges.row_claims import read_rows
from ..judges.row_counts import count_rows
from ..judges.row_mending import with_number
from ..judges.row_names import names_of_rows
from ..model import Pair

_FEWEST_LETTERS = 2
_LONGEST_NAME = 40
_Span = tuple[int, int]
_Cell = TypeVar("_Cell")


def by_all_rows(pair: Pair) -> str | None:
    """The claim as all rows of a table have it together: which is the most, by how much, how many there are."""
    read = read_rows(pair) or count_rows(pair)
    return read.mended if read is not None else None


def by_cells(pair: Pair) -> Iterator[str]:
    """The claim with what the row that it names has in a cell, in the place of another value."""
    for text in (*pair.tables, pair.premise):
        for rows in records(text):
            named = _named(pair.claim, rows)
            if named is not None:
                place, span = named
                yield from _by_cells(pair, rows, rows[place], span)


def _named(claim: str, rows: Sequence[Record]) -> tuple[int, _Span] | None:
    """The one row whose name the claim has, and where; None where it has none, or several."""
    found = names_of_rows(claim, rows)
    if len(found) != 1:
        return None
    ((start, end, place),) = found
    alike = sum(row.thing.casefold() == rows[place].thing.casefold() for row in rows)
    return (place, (start, end)) if alike == 1 else None


def _places(name: str, text: str) -> list[_Span]:
    """Where a name stands, and is no part of a longer word of letters."""
    return [match.span() for match in re.finditer(rf"(?<![A-Za-z\d]){re.escape(name)}(?![A-Za-z\d])", text)]


def _by_cells(pair: Pair, rows: Sequence[Record], row: Record, span: _Span) -> Iterator[str]:
    """With one value of the claim replaced by that of the row's own cell in the same column."""
    for value in find_quantities(pair.claim, pair.claim_lang):
        if value.kind in ("ordinal", "label") or value.low != value.high or _overlap((value.start, value.end), span):
            continue
        read = [(head, _quantity(cell, value, pair.premise_lang)) for head, cell in row.values]
        (cell,) = _of_the_column(pair, [(head, one) for head, one in read if one is not None]) or (None,)
        after = with_number(pair.claim, value, cell.low) if cell is not None and cell.low != value.low else None
        if after is not None:
            yield after
    for date in find_dates(pair.claim):
        if _overlap((date.start, date.end), span):
            continue
        cells = [
            (head, cell)
            for head, cell in row.values
            if len(told := find_dates(cell)) == 1 and told[0].surface == cell and told[0].precision == date.precision
        ]
        (own,) = _of_the_column(pair, cells) or (None,)
        if own is not None and own != date.surface:
            yield pair.claim[: date.start] + own + pair.claim[date.end :]
    yield from _by_names(pair, rows, row, span)


def _by_names(pair: Pair, rows: Sequence[Record], row: Record, span: _Span) -> Iterator[str]:
    """With what another row has in a column replaced by what this one has there."""
    own = dict(row.values)
    for head in own:
        if any(char.isdigit() for char in own[head]) or own[head] in pair.claim:
            continue
        others = sorted({dict(other.values).get(head, "") for other in rows if other is not row}, key=len, reverse=True)
        for name in others:
            if not _FEWEST_LETTERS <= len(name) <= _LONGEST_NAME:
                continue
            found = _places(name, pair.claim)
            if len(found) == 1 and not _overlap(found[0], span):
                yield pair.claim[: found[0][0]] + own[head] + pair.claim[found[0][1] :]
                break


def _quantity(cell: str, value: Quantity, lang: str) -> Quantity | None:
    """What the cell measures, where that is all it has and the claim's value measures the same."""
    found = find_quantities(cell, lang)
    if len(found) != 1 or found[0].low != found[0].high or found[0].bound:
        return None
    (one,) = found
    alike = one.kind == value.kind and same_unit(one, value)
    bare = one.kind == "count" and not one.unit and value.kind == "count"
    return one if alike or bare else None


def _of_the_column(pair: Pair, cells: Sequence[tuple[str, _Cell]]) -> list[_Cell]:
    """The one cell whose head the claim has most words of, or the only one; else none."""
    said = {word.norm for word in content_words(pair.claim, pair.claim_lang)}
    shared = [len({word.norm for word in content_words(head, pair.premise_lang)} & said) for head, _ in cells]
    best = [cell for (_, cell), many in zip(cells, shared, strict=True) if many == max(shared)]
    return best if len(best) == 1 else []


def _overlap(one: _Span, other: _Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
