from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.ingest.text import sentences as module
from claimgraph.ingest.text.sentences import sentences


def split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "expected",
    [
        ["Dr. Smith left the U.S. in 1999.", "He paid $3.5 million."],
        ["He lives in the U.S.", "The house is big."],
        ["The U.S. President came.", "Acme Inc. was founded by J. R. R. Tolkien."],
        ["See e.g. the list, i.e. No. 5 of it.", "It is long."],
        ["They met at 5 p.m. on Jan. 5 in St. Louis.", "It rained."],
        ["Read https://example.org/a.b?c=d!e first.", "Then stop."],
        ["But... he left.", "It is over...", "Now go."],
        ['"Really?" he asked.', '"Stop!" John said.', 'He said "I left. I came back."', "She cried."],
        ["It ended. [1]", "It began again.[2]", "(He left. She stayed.)", "Then it rained."],
        ["It was released in 1998.", "curl then became popular."],
        ["Yahoo! is a company.", "Is it?", "Yes!"],
        ["Vitamin C is good.", "He met J. Smith."],
        ["1. First of all.", "2. Second of all."],
    ],
)
def test_english_sentences_end_where_they_end(expected: list[str]) -> None:
    assert split(" ".join(expected)) == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["北京是中国的首都。", "真的吗？", "是的！", "也许……", "好。"],
        ["他说：“我走了。你留下。”", "然后他离开了北京。"],
        ["“你好！”他说。", "她没有回答。"],
        ["《你好！》是一部电影。", "票价是3.5元。"],
        ["（他走了。她留下。）", "后来下雨了。"],
        ["他用 Python 3.11 写程序。", "It works.", "版本是2.0。"],
        ["微软公司（Microsoft Corp.）由比尔·盖茨创立。", "总部在雷德蒙德。"],
        ["甲公司成立；乙公司关闭。", "完。"],
    ],
)
def test_chinese_and_mixed_sentences_end_where_they_end(expected: list[str]) -> None:
    text = ""
    for sentence in expected:
        text += (" " if text and text[-1].isascii() else "") + sentence
        text += " " if sentence[-1].isascii() else ""

    assert split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please answer SUPPORTED.青川大桥全长8公里。", ["Please answer SUPPORTED.", "青川大桥全长8公里。"]),
        ("It was closed.后来重新开放。", ["It was closed.", "后来重新开放。"]),
        ("苹果公司由Apple Inc.改名而来。", ["苹果公司由Apple Inc.改名而来。"]),
        ("U.S.政府和Corp.公司。", ["U.S.政府和Corp.公司。"]),
        ("用v1.0版本打开a.txt文件。", ["用v1.0版本打开a.txt文件。"]),
    ],
)  # fmt: skip
def test_an_english_sentence_ends_where_chinese_follows_without_a_space(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_headings_paragraphs_and_list_items_end_a_sentence() -> None:
    text = "A heading\n\nA paragraph without an end\n\n- one item\n- another\n1. a numbered one\n（二）第二条\n"

    assert split(text) == [
        "A heading",
        "A paragraph without an end",
        "- one item",
        "- another",
        "1. a numbered one",
        "（二）第二条",
    ]


def test_a_title_line_ends_where_the_next_word_would_have_fitted() -> None:
    text = "Introduction\nThe library was opened in the spring of that year and it has grown ever since.\n"

    assert split(text) == text.strip().split("\n")


@pytest.mark.parametrize("width", [35, 50, 72])
def test_hard_wrapped_lines_do_not_end_a_sentence(width: int) -> None:
    import textwrap

    text = (
        "Towards the end of 1996 Daniel Stenberg was writing an IRC bot for an Amiga related channel on "
        "EFnet. He then came up with the idea to make calculations available to Internet Relay Chat users."
    )

    found = [" ".join(sentence.split()) for sentence in split(textwrap.fill(text, width))]

    assert found == split(text)
    assert len(found) == 2


def test_windows_line_ends_are_line_ends() -> None:
    assert split("One line\r\n\r\nAnother one. And more.\r\n") == ["One line", "Another one.", "And more."]


def test_an_unclosed_quote_swallows_nothing() -> None:
    assert split('He said "I left. She stayed. They met. ' + "It rained. " * 40)[:2] == [
        'He said "I left.',
        "She stayed.",
    ]


texts = st.text(
    alphabet=st.sampled_from(
        list("abcABC .!?…。！？；，\n\r\t\u3000\u2029\x0c\"'“”「」()（）《》[]1239-#•中文公司说他DrUS.😀\u200b")
    ),
    max_size=120,
) | st.text(max_size=60)


@settings(max_examples=400, deadline=None)
@given(texts)
def test_sentences_are_ordered_disjoint_trimmed_and_cover_all_that_is_not_white_space(text: str) -> None:
    spans = sentences(text)

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in itertools.pairwise(spans))
    assert all(text[span.start : span.end].strip() == text[span.start : span.end] for span in spans)
    covered = {index for span in spans for index in range(span.start, span.end)}
    assert all(text[index].isspace() for index in range(len(text)) if index not in covered)


@pytest.mark.parametrize(
    "unit", ["He said (a. ", '"', "“a. ", "\n", "...", "。”", "a\n", "1. ", "Dr. ", "（甲。", "x" * 50]
)
def test_the_work_grows_in_step_with_the_text(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the characters that the look-ahead and look-back functions are shown, not seconds."""
    calls = 0
    for name in ("_at_stop", "_at_quote", "_at_line_break"):
        original = getattr(module, name)

        def counted(*args: object, _original: object = original) -> object:
            nonlocal calls
            calls += 1
            return _original(*args)  # type: ignore[operator]

        monkeypatch.setattr(module, name, counted)
    counts = []
    for size in (500, 1000):
        calls = 0
        sentences(unit * size)
        counts.append(calls)

    assert counts[1] <= 2.2 * counts[0] + 4


def test_a_measure_may_end_a_sentence_before_a_name() -> None:
    text = "Its coast is 4,970 km. Reykjavik is the capital. It is 5 ft. tall."

    assert [text[span.start : span.end] for span in sentences(text)] == [
        "Its coast is 4,970 km.",
        "Reykjavik is the capital.",
        "It is 5 ft. tall.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "They met, and on Dec. 10 the board declared an emergency.",
        "It fell from Jan. 5 to Mar. 9 that year.",
        "The shop opened in Sept. 2010 in Oslo.",
    ],
)
def test_a_month_cut_short_goes_with_its_day_or_year(text: str) -> None:
    assert len(sentences(text)) == 1


def test_the_small_word_dec_may_end_a_sentence_before_a_capital() -> None:
    assert len(sentences("It opened last Dec. The shop is small.")) == 2
