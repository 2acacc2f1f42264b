"""Tables and lists whose rows stand in several chunks: which header is theirs, and when all of them are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.repositories.search import BesideRow
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.ingest.text.table_rows import MOST_ROWS
from claimgraph.verify.listed import chunk_texts, find_lists, may_go_on, texts_beside
from claimgraph.verify.model import ChunkText, Evidence
from claimgraph.verify.windows import WindowRequest, cut_all

HEADER = "| Ship | Built | Crew |\n|---|---|---|"
ROWS = ["| Astra | 1961 | 24 |", "| Bora | 1958 | 31 |", "| Cora | 1972 | 18 |", "| Dora | 1969 | 22 |"]
TITLE = "Ships in service"


def context(*texts: str, revision: str = "r1") -> list[Evidence]:
    return [
        Evidence(f"{revision}-{place}", text, "en", EvidenceSource.GIVEN, place + 1, 1.0, (revision,))
        for place, text in enumerate(texts)
    ]


def wholes(chunks: Sequence[ChunkText]) -> dict[str, list[str | None]]:
    return {chunk: [one.whole for one in found] for chunk, found in find_lists(chunks).items()}


def test_rows_of_the_next_chunk_have_the_header_of_the_one_before() -> None:
    first, second = f"{TITLE}\n\n{HEADER}\n{ROWS[0]}\n{ROWS[1]}", f"{ROWS[2]}\n{ROWS[3]}\n\nAll of them are steamers."
    chunks = chunk_texts(context(first, second))
    (windows,) = cut_all([WindowRequest("Cora has a crew of 18.", "en", chunks)])

    assert windows[0].text == f"{HEADER}\n{ROWS[2]}"
    assert [piece.chunk_id for piece in windows[0].pieces] == ["r1-0", "r1-1"]
    assert windows[0].is_whole
    assert windows[0].tables == ("\n".join([TITLE, HEADER, *ROWS]),)


@given(st.sets(st.integers(1, len(ROWS) - 1)))
def test_wherever_a_table_is_cut_all_of_it_is_known(cuts: set[int]) -> None:
    edges = [0, *sorted(cuts), len(ROWS)]
    parts = ["\n".join(ROWS[start:end]) for start, end in pairwise(edges)]
    parts[0] = f"{TITLE}\n\n{HEADER}\n{parts[0]}"

    found = wholes(chunk_texts(context(*parts)))

    assert set(map(tuple, found.values())) == {("\n".join([TITLE, HEADER, *ROWS]),)}


def test_a_chunk_of_a_search_may_hold_a_part_of_a_table() -> None:
    ending, inside = f"{HEADER}\n{ROWS[0]}\n{ROWS[1]}", f"{HEADER}\n{ROWS[0]}\n{ROWS[1]}\n\nAll of them are steamers."

    assert wholes([ChunkText("c", ending, "en")]) == {"c": [None]}
    assert wholes([ChunkText("c", inside, "en")]) == {"c": ["\n".join(["", HEADER, ROWS[0], ROWS[1]])]}
    assert may_go_on(ending)
    assert may_go_on(ROWS[2])
    assert not may_go_on(inside)


def test_what_stands_beside_a_chunk_of_a_search_tells_whether_its_table_goes_on() -> None:
    text = f"{HEADER}\n{ROWS[0]}\n{ROWS[1]}"
    found = [Evidence("k", text, "en", EvidenceSource.VECTOR, 1, 1.0, ("r",))]

    def read(*rows: BesideRow) -> str | None:
        near = {one.chunk_id: one for one in (*texts_beside(rows), *chunk_texts(found, rows))}
        return find_lists(tuple(near.values()))["k"][0].whole

    alone = BesideRow("k", "r", None, None, None, None)
    prose = BesideRow("k", "r", 1, "n", "All of them are steamers.", "en")
    more = BesideRow("k", "r", 1, "n", f"{ROWS[2]}\n\nAll of them are steamers.", "en")
    more_at_the_end = BesideRow("k", "r", 1, "n", ROWS[2], "en")

    assert read() is None
    assert read(alone) == f"\n{text}"
    assert read(prose) == f"\n{text}"
    assert read(more) == f"\n{text}\n{ROWS[2]}"
    assert read(more_at_the_end) is None  # what follows that one is not known
    assert read(alone, BesideRow("k", "other", 1, "n", ROWS[2], "en")) is None  # the texts differ


def test_rows_of_one_table_are_read_together_without_what_a_search_found_between_them() -> None:
    parts = (
        ChunkText("a", f"{HEADER}\n{ROWS[0]}\n{ROWS[1]}", "en", "", "c"),
        ChunkText("b", "The harbour has a crew of its own.", "en", "", ""),
        ChunkText("c", f"{ROWS[2]}\n{ROWS[3]}", "en", "a", ""),
    )
    (windows,) = cut_all([WindowRequest("Cora has a crew of 18.", "en", parts)])

    whole = [window.text for window in windows if ROWS[0] in window.text and ROWS[3] in window.text]
    assert whole
    assert not any("harbour" in text for text in whole)


def test_a_table_of_another_text_goes_on_in_none() -> None:
    chunks = chunk_texts([*context(f"{HEADER}\n{ROWS[0]}"), *context(ROWS[1], revision="r2")])

    assert wholes(chunks) == {"r1-0": [f"\n{HEADER}\n{ROWS[0]}"], "r2-0": []}


@pytest.mark.parametrize(
    "second", ["| Name | Age |\n|---|---|\n| Ann | 31 |\n| Bo | 44 |", "| a | b | c | d |", "Prose."]
)
def test_another_table_does_not_go_on_with_the_one_before(second: str) -> None:
    found = wholes(chunk_texts(context(f"{HEADER}\n{ROWS[0]}\n{ROWS[1]}", second)))

    assert found["r1-0"] == ["\n".join(["", HEADER, ROWS[0], ROWS[1]])]


def test_of_too_many_rows_it_is_not_said_that_these_are_all() -> None:
    rows = [f"| S{number} | {1900 + number} | {number} |" for number in range(MOST_ROWS + 1)]

    assert wholes([ChunkText("c", "\n".join([HEADER, *rows]), "en", "", "")]) == {"c": [None]}


def test_rows_that_are_written_out_are_all_there_only_where_the_text_begins_and_ends_with_them() -> None:
    text = "Ship: Astra; Built: 1961; Crew: 24\nShip: Bora; Built: 1958; Crew: 31"

    assert wholes([ChunkText("c", text, "en", "", "")]) == {"c": [f"\n{text}"]}
    assert wholes([ChunkText("c", text, "en", "b", "")]) == {"c": [None]}
    assert wholes([ChunkText("c", text, "en")]) == {"c": [None]}
    assert wholes([ChunkText("c", f"Our ships\n{text}\nAll sail.", "en")]) == {"c": [f"Our ships\n{text}"]}


def test_lines_of_facts_in_the_next_chunk_have_no_title_and_the_list_is_not_known_to_end() -> None:
    chunks = chunk_texts(context("Opening hours\nMonday: closed\nFriday: 9 am to 4 pm", "Sunday: closed\nPool: none"))

    assert wholes(chunks) == {"r1-0": [None], "r1-1": []}
