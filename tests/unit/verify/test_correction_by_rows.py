"""A wrong cell mended by the row that the claim names."""

from __future__ import annotations

import pytest

from claimgraph.ingest.text.language import detect_language
from claimgraph.verify.correction.by_rows import by_all_rows, by_cells
from claimgraph.verify.model import Pair

FERRIES = (
    "Ferries in service\n| Ferry | Built | Length (m) | Beam (m) | Home port |\n|---|---|---|---|---|\n"
    "| Pelham | 1988 | 132 | 21 | Laxvik |\n| Solway | 2020 | 166 | 24 | Harnes |\n| Verity | 1971 | 79 | 14 | Torvik |"
)
TRAINS = (
    "车次一览\n| 车次 | 出发 | 到达 | 终点 |\n|---|---|---|---|\n"
    "| 清风号 | 8:10 | 11:40 | 白港 |\n| 明月号 | 9:30 | 12:05 | 青州 |"
)


def pair(claim: str, table: str) -> Pair:
    return Pair(claim, detect_language(claim), table, detect_language(table), tables=(table,))


@pytest.mark.parametrize(
    ("table", "claim", "mended"),
    [
        (FERRIES, "The Verity was built in 1988.", "The Verity was built in 1971."),
        (FERRIES, "The Solway has a length of 132 metres.", "The Solway has a length of 166 metres."),
        (FERRIES, "The beam of the Pelham is 24 metres.", "The beam of the Pelham is 21 metres."),
        (FERRIES, "The Solway has its home port in Laxvik.", "The Solway has its home port in Harnes."),
        (TRAINS, "清风号的终点是青州。", "清风号的终点是白港。"),
    ],
)
def test_the_cell_of_the_row_that_a_claim_names_mends_it(table: str, claim: str, mended: str) -> None:
    assert next(by_cells(pair(claim, table)), None) == mended


@pytest.mark.parametrize(
    "claim",
    [
        "The Verity was built in 1971.",  # right
        "The Solway measures 132 metres.",  # which of two columns is not said
        "The Solway and the Pelham were built in 1971.",  # two rows
        "The Solway was built in early 1988.",  # not as the cell has it
        "The Orkney was built in 1988.",
        "Groß: İİ the Verity was built in 1988.",  # longer when folded
        "",
    ],
)
def test_what_no_single_cell_tells_is_not_mended_by_one(claim: str) -> None:
    assert list(by_cells(pair(claim, FERRIES))) == []


def test_all_rows_together_mend_what_compares_them() -> None:
    assert by_all_rows(pair("The Pelham is the oldest ferry.", FERRIES)) == "The Verity is the oldest ferry."
    assert by_all_rows(pair("The Pelham is a ferry.", FERRIES)) is None
