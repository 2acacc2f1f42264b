"""Rows of tables, told as what each says of its own thing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.api.bootstrap import Models
from claimgraph.ingest.chunking import SemanticChunker
from claimgraph.ingest.readers.markdown import MarkdownReader
from claimgraph.ingest.text.respective import apart, told_apart
from claimgraph.ingest.text.table_rows import records, rows_written_out, tables
from claimgraph.platform.settings import Settings

PLANS = """| Plan | Price (euros per month) | Users | SSO |
|------|:-----:|------|---|
| Basic | 19 | 5 | no |
| Pro | 49 | 20 | yes |"""
REGIONS = """| 地区 | 营业收入（亿元） | 同比增长 | 员工人数 |
|---|---|---|---|
| 华东 | 3.4 | 12% | 510 |
| 华南 | 1.8 | -3% | — |"""


def test_a_row_says_of_its_first_cell_what_the_others_hold() -> None:
    assert apart(f"Our plans:\n\n{PLANS}\n\nCancel at any time.").split("\n\n")[1:] == [
        "\nThe price of Basic is 19 euros per month. Basic has 5 users. Basic does not have SSO.\n"
        "The price of Pro is 49 euros per month. Pro has 20 users. Pro has SSO.",
        "Cancel at any time.",
    ]


def test_in_chinese_a_fall_is_told_as_one_and_an_empty_cell_says_nothing() -> None:
    assert apart(REGIONS).strip().splitlines() == [
        "华东的营业收入为3.4亿元。华东的同比增长为12%。华东的员工人数为510人。",
        "华南的营业收入为1.8亿元。华南的同比下降3%。",
    ]


def test_a_circle_is_not_taken_for_a_no() -> None:
    """It says yes in some tables and "at extra cost" in others."""
    assert apart("| 型号 | 天窗 |\n|---|---|\n| A1 | ○ |").strip() == "A1的天窗为○。"


def test_an_nli_model_reads_a_row_in_one_sentence() -> None:
    assert apart(PLANS, whole=True).strip().splitlines() == [
        "Basic is a plan with a price of 19 euros per month, 5 users, no SSO.",
        "Pro is a plan with a price of 49 euros per month, 20 users, SSO.",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "| Feature | Basic | Pro |\n|---|---|---|\n| SSO | ✗ | ✓ |\n| Calls (per day) | 100 | 5,000 |",
            [
                "Basic does not have SSO. Pro has SSO.",
                "The calls of Basic is 100 per day. The calls of Pro is 5,000 per day.",
            ],
        ),
        ("| | 2022 | 2023 |\n|---|---|---|\n| Sales | 5 | 6 |", ["2022 has 5 sales. 2023 has 6 sales."]),
    ],
)
def test_rows_may_be_properties_of_what_the_columns_are(text: str, told: list[str]) -> None:
    assert apart(text).strip().splitlines() == told


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Plan: Pro; Price: 49 euros; Users: 20", "The price of Pro is 49 euros. Pro has 20 users."),
        ("City: Hamar; Mayor: Ann Berg; Region: East", "The mayor of Hamar is Ann Berg. The region of Hamar is East."),
        (
            "Invoice: 2043; Customer: Ann Lee; Due: 5 June",
            "The customer of invoice 2043 is Ann Lee. invoice 2043: due 5 June.",
        ),
        ("Place: 4; Runner: Mette Aune; Time: 2:41", "The place of Mette Aune is 4. The time of Mette Aune is 2:41."),
        ("药材：杜仲；产地：；采收季节：春夏；价格：36元", "杜仲的采收季节为春夏。杜仲的价格为36元。"),
        ("年份：2022；报名人数：4,025；同比：-3%", "2022年的报名人数为4,025人。2022年的同比下降3%。"),
        ("学校：柳湾小学；教师人数：27；是否寄宿：否", "柳湾小学的教师人数为27人。柳湾小学不寄宿。"),
        ("型号：A1；重量：2.3公斤；价格：1999元", "A1的重量为2.3公斤。A1的价格为1999元。"),
    ],
)
def test_what_the_markdown_reader_makes_of_a_row_is_told_apart_too(row: str, told: str) -> None:
    assert apart(row) == told


def test_the_reader_s_rows_are_told_as_those_of_the_table_itself() -> None:
    parsed = MarkdownReader().read(PLANS.encode(), "plans.md")

    assert apart(parsed.text).split() == apart(PLANS).split()


@pytest.mark.parametrize(
    "text",
    [
        "Note: bring a coat; Warning: it is cold.",
        "He said: stop; she said: go 5 km.",
        "a | b\nc | d",
        "| Plan | Price |\n|---|---|",
        "Time: 10:30; place: hall 4; it rained: we left at 5.",
    ],
)
def test_other_texts_with_bars_and_colons_stay_as_they_are(text: str) -> None:
    assert told_apart(text) is None


_CELLS = st.text(alphabet="ab 1-|\\✓是", max_size=6)


@given(st.lists(st.lists(_CELLS, min_size=1, max_size=4), min_size=1, max_size=5))
def test_any_table_keeps_what_stands_in_its_cells_at_its_place(rows: list[list[str]]) -> None:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    text = "\n".join([lines[0], "|---|---|", *lines[1:]])
    told = told_apart(text)

    if told is not None:
        assert all(place < 0 or text[place] == char for place, char in zip(told.origin, told.text, strict=True))


@pytest.fixture(scope="module")
def models() -> Models:
    return Models(Settings(home=Path("unused"), _env_file=None))  # type: ignore[call-arg]


def test_cells_become_claims_that_stand_in_their_cells(models: Models) -> None:
    (read,) = models.reader.read([REGIONS])

    first = read.statements[0]
    assert first.text == "华东的营业收入为3.4亿元。"
    assert [REGIONS[span.start : span.end] for span in first.spans] == ["华东", "3.4"]
    assert [one.head.text for one in first.triples] == ["华东的营业收入"]


def test_a_table_that_fits_into_a_chunk_is_not_cut() -> None:
    text = "\n\n".join(["A sentence stands here. " * 12, PLANS, "Another one stands here. " * 12])
    parsed = MarkdownReader().read(text.encode(), "plans.txt")
    cut = SemanticChunker(120).chunk(type(parsed)(**{**_fields(parsed), "text": text, "sections": ()}))

    (table,) = tables(text)
    assert sum(chunk.start < table.rows[-1][1] and table.header[0] < chunk.end for chunk in cut) == 1


def _fields(parsed: object) -> dict[str, object]:
    return {name: getattr(parsed, name) for name in parsed.__dataclass_fields__}  # type: ignore[attr-defined]


def test_a_colon_of_either_width_ends_a_chinese_head() -> None:
    text = "车次:K3071;始发:临溪;发车:07:25;硬座:52元\n车次：D618；始发：临溪；发车：09:30；二等座：98元"

    ((first, second),) = records(text)

    assert (first.thing, first.kind, dict(first.values)["发车"]) == ("K3071", "车次", "07:25")
    assert dict(second.values)["二等座"] == "98元"


def test_the_things_of_a_table_of_properties_are_its_columns() -> None:
    text = "| Feature | Orla 12 | Orla Mini |\n|---|---|---|\n| Weight | 178 g | 141 g |\n| Stylus | – | yes |"

    ((twelve, mini),) = records(text)

    assert (twelve.thing, twelve.values) == ("Orla 12", (("Weight", "178 g"),))
    assert dict(mini.values) == {"Weight": "141 g", "Stylus": "yes"}


def test_rows_that_a_markdown_reader_wrote_are_one_table_and_other_lines_are_not() -> None:
    rows = "Plan: Basic; Price: 9; Users: 1\n\nPlan: Pro; Price: 49; Users: 25"
    others = "Ship: Astra; Built: 1961; Crew: 24\n\nPort: Wexley; Depth: 9 m; Berths: 3"

    assert [len(table.rows) for table in rows_written_out(rows)] == [2]
    assert rows_written_out(others) == ()
