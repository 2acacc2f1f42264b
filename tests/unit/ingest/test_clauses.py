from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.ingest.text.clauses import clauses


def split(text: str, lang: str) -> list[str]:
    return [text[span.start : span.end] for span in clauses(text, lang)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Paris is the capital of France, and Berlin is the capital of Germany.",
            ["Paris is the capital of France", "Berlin is the capital of Germany."],
        ),
        (
            "The Nile flows through Egypt, but the Amazon flows through Brazil.",
            ["The Nile flows through Egypt", "the Amazon flows through Brazil."],
        ),
        (
            "Acme was founded in 1990; Microsoft acquired it in 2001.",
            ["Acme was founded in 1990", "Microsoft acquired it in 2001."],
        ),
    ],
)
def test_full_english_clauses_are_split(text: str, expected: list[str]) -> None:
    assert split(text, "en") == expected


@pytest.mark.parametrize(
    "text",
    [
        "If it rains, the match is off, and Berlin is wet.",
        "Acme is solvent unless Beta fails, and Gamma was sold.",
        'He said "Paris is big, and Berlin is small."',
        "According to Smith, Acme is big, and Berlin is small.",
        "Smith said Acme is big, and Berlin is small.",
        "He visited Paris, Rome, and Berlin.",
        "Apple makes phones, computers, and Google makes software.",
        "Alice founded Acme in 1990, and she sold it in 2000.",
        "Alice founded Acme in 1990, and sold it in 2000.",
        "Acme was founded in 1990, and the company was sold in 2000.",
        "The price rose from 1,000 to 2,000, and 3,000 was reached.",
        "Is Paris big, and is Berlin small?",
    ],
)
def test_what_is_no_clause_of_its_own_stays_in_english(text: str) -> None:
    assert split(text, "en") == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("北京是中国的首都，东京是日本的首都。", ["北京是中国的首都", "东京是日本的首都。"]),
        ("北京是中国的首都；上海是中国最大的城市。", ["北京是中国的首都", "上海是中国最大的城市。"]),
        (
            "《红楼梦》的作者是曹雪芹，《西游记》的作者是吴承恩。",
            ["《红楼梦》的作者是曹雪芹", "《西游记》的作者是吴承恩。"],
        ),
    ],
)
def test_full_chinese_clauses_are_split(text: str, expected: list[str]) -> None:
    assert split(text, "zh") == expected


@pytest.mark.parametrize(
    "text",
    [
        "如果下雨，北京是湿的；上海是干的。",
        "只要天晴，北京是热的，上海是凉的。",
        "鲁迅表示北京是首都，上海是城市。",
        "他说：“北京是首都，上海是城市。”",
        "苏州是江苏的城市，位于长江以南，面积8657平方公里。",
        "北京是中国的首都，它是一座古城。",
        "上海是城市，纽约、伦敦是城市。",
        "北京是首都吗，上海是首都吗？",
    ],
)
def test_what_is_no_clause_of_its_own_stays_in_chinese(text: str) -> None:
    assert split(text, "zh") == [text]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from(list('Paris is big, and Berlin was;() "0')), max_size=80))
def test_clauses_leave_out_nothing_but_separators(text: str) -> None:
    spans = clauses(text, "en")

    covered = {index for span in spans for index in range(span.start, span.end)}
    left = "".join(text[index] for index in range(len(text)) if index not in covered)
    assert set(left.split()) <= {",", ";", "and", "but", ",and", ";and"}
    assert all(before.end <= after.start for before, after in itertools.pairwise(spans))
