"""The heat map of an answer: the whole text, each token with its own scores, and a page that nothing can break."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from fakes.redeep_reader import COPIED, KNOWN, WordReader, fitted_detector
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import Span
from claimgraph.verify.redeep.heatmap import page, stretches
from claimgraph.verify.redeep.mapping import AnswerMap, Stated, map_answer
from claimgraph.verify.redeep.prompting import prompt_of

DETECTOR = fitted_detector(heads=((1, 0),), head_weights=(-7.0,), layers=(2,), layer_weights=(3.0,), bias=3.0)
CONTEXT = "Guido created Python. 张三创建了公司。"
ANSWER = "Guido created Python. Bjarne invented Oslo."
CHINESE = "张三创建了公司。李四写了《红楼梦》。"
VOID = {"meta", "br"}

answers = st.text(min_size=1, max_size=80).filter(
    lambda text: bool(text.strip()) and bool(re.search(r"\w", text)) and text.isprintable()
)


def mapped(
    answer: str = ANSWER,
    claims: Sequence[tuple[int, int]] = ((0, 21), (22, 43)),
    *,
    fitted: bool = True,
    question: str | None = None,
) -> AnswerMap:
    reader = WordReader(notes=("read in 2 windows",))
    (reading,) = reader.read([prompt_of(question, [CONTEXT], answer)], DETECTOR.heads, DETECTOR.layers)
    assert not hasattr(reading, "reason"), reading
    stated = [Stated(answer[start:end], (Span(start, end),)) for start, end in claims]
    return map_answer(answer, question, reading, stated, "model-1", DETECTOR if fitted else None)


class Page(HTMLParser):
    """A page as a browser reads it; every element that is opened has to be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.answer = ""
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append("answer" if dict(attrs).get("class") == "answer" else tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() in (tag, "answer")

    def handle_data(self, data: str) -> None:
        self.text += data
        if "answer" in self.open:
            self.answer += data


# --- What is said of tokens and claims


def test_what_was_copied_is_cold_and_what_was_not_is_hot() -> None:
    found = mapped()

    heats = {part.text.strip(): part.heat for part in stretches(found) if part.mark}
    assert heats["Guido"] == heats["Python"] < 0.1
    assert heats["Bjarne"] == heats["Oslo"] > 0.9
    assert [claim.score is not None and claim.score >= DETECTOR.span_threshold for claim in found.claims] == [
        False,
        True,
    ]


def test_a_token_tells_the_means_of_the_detectors_heads_and_layers() -> None:
    (token,) = [mark for mark in mapped().tokens if ANSWER[mark.start : mark.end].strip() == "Oslo"]

    assert (token.ecs, token.pks) == pytest.approx((KNOWN, 0.6))
    assert token.score == pytest.approx(1 / (1 + 2.718281828 ** -(3 - 7 * KNOWN + 3 * 0.6)), abs=1e-6)


def test_the_whole_answer_is_judged_by_the_detectors_threshold() -> None:
    assert mapped("Bjarne invented Oslo.", [(0, 21)]).hallucinated is True
    assert mapped("Guido created Python.", [(0, 21)]).hallucinated is False


def test_a_claim_without_tokens_says_so() -> None:
    (claim,) = mapped(claims=[(5, 5)]).claims

    assert (claim.score, claim.ecs, claim.pks) == (None, None, None)
    assert "no token" in (claim.unscored_reason or "")


def test_without_a_detector_there_are_measures_and_no_score() -> None:
    found = mapped(fitted=False)

    assert found.score is found.threshold is found.hallucinated is found.detector is None
    assert {mark.score for mark in found.tokens} == {claim.score for claim in found.claims} == {None}
    assert found.claims[0].ecs == pytest.approx(COPIED)
    heats = {part.text.strip(): part.heat for part in stretches(found) if part.mark}
    assert heats["Oslo"] > heats["Python"]


@given(answers, st.booleans())
def test_the_stretches_put_together_are_the_answer_and_heats_are_shares(answer: str, fitted: bool) -> None:
    found = mapped(answer, [], fitted=fitted)

    parts = stretches(found)

    assert "".join(part.text for part in parts) == answer
    assert all(part.heat is None or 0.0 <= part.heat <= 1.0 for part in parts)


# --- The page


@given(answers, st.booleans())
def test_a_page_shows_exactly_the_answer_whatever_it_says(answer: str, fitted: bool) -> None:
    read = Page(page(mapped(answer, [(0, len(answer))], fitted=fitted, question=answer)))

    assert read.answer == answer


@pytest.mark.parametrize(
    "hostile",
    ["</div><script>alert(1)</script>", '" onmouseover="alert(1)', "$answer $lang ${title}", "--><style>*{}</style>"],
)
def test_what_texts_say_is_no_markup(hostile: str) -> None:
    text = f"Guido {hostile} Oslo."

    read = Page(page(mapped(text, [(0, len(text))], question=hostile)))

    assert read.answer == text
    assert {tag for tag, _ in read.tags} <= {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "b", "div", "span", "table", "thead",
        "tbody", "tr", "th", "td", "br", "small", "footer",
    }  # fmt: skip
    assert not [name for _, attributes in read.tags for name in attributes if name.startswith("on")]


def test_controls_and_marks_that_turn_the_text_are_shown_as_such() -> None:
    text = "Oslo\x1b[31m \u202eRome\ud800 is."

    shown = page(mapped(text, []))

    assert not re.search("[\x1b\u202e\ud800]", shown)
    assert Page(shown).answer == text.translate(str.maketrans(dict.fromkeys("\x1b\u202e\ud800", "\ufffd")))


def test_a_page_loads_nothing_and_runs_nothing() -> None:
    shown = page(mapped())

    assert "default-src 'none'" in shown
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", shown)


def test_each_token_tells_its_scores_when_it_is_pointed_at() -> None:
    told = [attributes["title"] for tag, attributes in Page(page(mapped())).tags if "title" in attributes]

    assert len(told) == len(mapped().tokens)
    assert all(
        re.fullmatch(r"hallucination score [\d.]+ · ECS [\d.]+ · PKS [\d.]+ · log-probability -?[\d.]+", one or "")
        for one in told
    )


def test_a_page_lists_the_claims_with_their_scores_and_what_it_was_made_by() -> None:
    found = mapped(claims=[(0, 21), (22, 43), (5, 5)], question="Who did?")
    read = Page(page(found))

    for claim in found.claims[:2]:
        assert claim.text in read.text
        assert f"{claim.score:.3f}" in read.text
    assert "No score: no token of the answer states this claim." in read.text
    assert "read in 2 windows" in read.text
    assert "model-1" in read.text
    assert DETECTOR.version in read.text
    assert "Who did?" in read.text


def test_without_a_detector_there_is_no_column_for_scores() -> None:
    with_scores, without = (Page(page(mapped(fitted=fitted))) for fitted in (True, False))

    assert [sum(tag == "th" for tag, _ in one.tags) for one in (with_scores, without)] == [5, 4]
    assert [sum(tag == "td" for tag, _ in one.tags) for one in (with_scores, without)] == [10, 8]


def test_a_chinese_answer_has_a_chinese_page() -> None:
    read = Page(page(mapped(CHINESE, [(0, 8), (8, 18), (3, 3)])))

    assert dict(read.tags)["html"]["lang"] == "zh-Hans"
    assert "幻觉分数" in read.text
    assert "没有分数：回答中没有表达这个陈述的词元。" in read.text
    assert "Claims" not in read.text
    assert read.answer == CHINESE


def test_a_page_is_made_for_light_and_for_dark() -> None:
    assert "prefers-color-scheme: dark" in page(mapped())
