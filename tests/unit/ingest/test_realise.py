"""Text from pieces: its spacing, its spans, and quotes that hold to the letter."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import Quote, Span
from claimgraph.ingest.statements.realise import Piece, realise


def pieces_of(source: str, *words: str) -> list[Piece]:
    """Each word where it first stands in the source; one that is not there is added."""
    found = []
    for word in words:
        at = source.find(word)
        found.append(Piece(word, at, at + len(word)) if at >= 0 else Piece(word))
    return found


def test_words_that_stand_together_are_one_span_and_one_quote() -> None:
    source = "Acme, founded in 1998, makes tyres."

    told = realise(source, pieces_of(source, "founded", "in", "1998"), final=".")

    assert told.text == "founded in 1998."
    assert told.spans == (Span(6, 21),)
    assert told.quotes == (Quote(0, 15, 6),)


def test_added_words_break_the_quote() -> None:
    source = "Acme, founded in 1998, makes tyres."

    told = realise(source, pieces_of(source, "Acme", "was", "founded", "in", "1998"), final=".")

    assert told.text == "Acme was founded in 1998."
    assert told.spans == (Span(0, 4), Span(6, 21))
    assert told.quotes == (Quote(0, 4, 0), Quote(9, 24, 6))


def test_a_changed_word_is_covered_but_not_quoted() -> None:
    source = "A and B are cities."

    told = realise(source, [Piece("A", 0, 1), Piece("is", 8, 11)])

    assert told.spans == (Span(0, 1), Span(8, 11))
    assert told.quotes == (Quote(0, 1, 0),)


def test_a_silent_piece_is_covered_and_not_shown() -> None:
    source = "The Union (EU) grew."

    told = realise(source, [Piece("The", 0, 3), Piece("Union", 4, 9), Piece("", 11, 13), Piece("grew", 15, 19)])

    assert told.text == "The Union grew"
    assert Span(11, 13) in told.spans


def test_marks_lean_on_their_words() -> None:
    source = "the 'quoted' word"

    told = realise(source, [Piece("the"), Piece("'", 4, 5), Piece("quoted", 5, 11), Piece("'", 11, 12), Piece(",")])

    assert told.text == "the 'quoted',"


@given(st.text(alphabet="ab ,.", min_size=1, max_size=30), st.data())
def test_quotes_are_exact_and_disjoint_whatever_is_taken(source: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(source)), max_size=8)))
    pieces = [Piece(source[a:b], a, b) for a, b in itertools.pairwise(cuts) if source[a:b].strip()]
    pieces = [piece for piece in pieces if piece.text == piece.text.strip()]

    told = realise(source, pieces)

    for quote in told.quotes:
        assert told.text[quote.start : quote.end] == source[quote.source : quote.source + quote.end - quote.start]
    assert all(a.end <= b.start for a, b in zip(told.quotes, told.quotes[1:], strict=False))
    assert all(a.end < b.start for a, b in zip(told.spans, told.spans[1:], strict=False))
