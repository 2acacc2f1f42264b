from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.text.mentions import PatternMentions

PERSON, ORGANISATION, PLACE = EntityType.PERSON, EntityType.ORGANISATION, EntityType.PLACE
NAME, NUMBER, DATE = EntityType.NAME, EntityType.NUMBER, EntityType.DATE


def found(text: str) -> dict[str, EntityType]:
    return {mention.surface: mention.type for mention in PatternMentions().extract([text])[0]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The University of Oxford was visited by Dr. Jane Smith.",
            {"University of Oxford": ORGANISATION, "Jane Smith": PERSON},
        ),
        (
            "Acme Inc. moved from New York to Springfield, Illinois.",
            {"Acme Inc.": ORGANISATION, "New York": PLACE},
        ),
        ("Ludwig van Beethoven lived in Vienna.", {"Ludwig van Beethoven": PERSON, "Vienna": PLACE}),
        (
            "Microsoft bought GitHub for $7.5 billion in 2018.",
            {"Microsoft": ORGANISATION, "$7.5 billion": NUMBER, "2018": DATE},
        ),
        ("It lies on the Hudson River near Lake Tahoe.", {"Hudson River": PLACE, "Lake Tahoe": PLACE}),
        (
            "King Henry II of England married Eleanor.",
            {"Henry II": PERSON, "England": PLACE, "Eleanor": PERSON},
        ),
        (
            "On November 11, 1996 the Brazilian developer Rafael Sagula left.",
            {"November 11, 1996": DATE, "Rafael Sagula": PERSON},
        ),
        ("NASA and the BBC agreed.", {"NASA": ORGANISATION, "BBC": ORGANISATION}),
        ("J. R. R. Tolkien wrote it.", {"J. R. R. Tolkien": PERSON}),
    ],
)
def test_english_names_numbers_and_dates_are_found_with_their_types(text: str, expected: dict[str, EntityType]) -> None:
    assert expected.items() <= found(text).items()


@pytest.mark.parametrize(
    "text",
    [
        "Software is sold in shops.",
        "However, nothing happened. Yesterday it rained. Machines work.",
        "The company grew. It was large. This is fine.",
        "I think I'm right.",
    ],
)
def test_a_capital_that_only_opens_a_sentence_makes_no_name(text: str) -> None:
    assert not found(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "苹果公司由史蒂夫·乔布斯和史蒂夫·沃兹尼亚克在加州创立。",
            {"苹果公司": ORGANISATION, "史蒂夫·乔布斯": PERSON, "史蒂夫·沃兹尼亚克": PERSON, "加州": PLACE},
        ),
        ("林书雅是青石桥图书馆馆长。", {"林书雅": PERSON, "青石桥图书馆": ORGANISATION}),
        ("《红楼梦》的作者是曹雪芹。", {"红楼梦": NAME, "曹雪芹": PERSON}),
        (
            "北京大学位于北京市海淀区，有3万名学生。",
            {"北京大学": ORGANISATION, "北京市": PLACE, "海淀区": PLACE},
        ),
        ("劳特塔瓦尔湖位于苏门答腊岛，长17公里。", {"劳特塔瓦尔湖": PLACE, "17公里": NUMBER}),
        ("图书馆于2009年9月1日开放，由建筑师周启明设计。", {"2009年9月1日": DATE, "周启明": PERSON}),
        ("微软（Microsoft）发布了 Windows。", {"微软": ORGANISATION, "Microsoft": ORGANISATION}),
    ],
)
def test_chinese_names_numbers_and_dates_are_found_with_their_types(text: str, expected: dict[str, EntityType]) -> None:
    assert expected.items() <= found(text).items()


def test_a_batch_gives_each_text_what_it_gets_alone() -> None:
    texts = ["Ada Brandt opened it.", "", "北京是中国的首都。", "Brandt is a town. A brandt is a duck."]
    extractor = PatternMentions()

    together = extractor.extract(texts)

    assert together == [extractor.extract([text])[0] for text in texts]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Dr. ",
                "Ada ",
                "Brandt ",
                "of ",
                "the ",
                "Bank ",
                "U.S. ",
                "1,998 ",
                "in ",
                "May ",
                "北京",
                "大学",
                "公司",
                "·",
                "李",
                "《书》",
                ", ",
                ". ",
                "\n",
                "&",
                "'s ",
                "(",
                "😀",
            ]
        )
        | st.text(max_size=6),
        max_size=25,
    ).map("".join)
)
def test_mentions_stand_where_they_say_and_do_not_overlap(text: str) -> None:
    mentions = PatternMentions().extract([text])[0]

    assert all(text[mention.start : mention.end] == mention.surface != "" for mention in mentions)
    assert all(before.end <= after.start for before, after in itertools.pairwise(mentions))
