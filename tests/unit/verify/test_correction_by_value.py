"""Correction without a language model, and the surgery that puts it into the answer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import Span
from claimgraph.verify.correction.by_value import affirmed, corrected, is_broken
from claimgraph.verify.correction.rewrite import apply_edits
from claimgraph.verify.edits import Edit, word_diff
from claimgraph.verify.model import Piece, Window


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _window(text: str) -> Window:
    return Window("p", text, _lang(text), (Piece("k", 0, len(text)),), 1.0)


def _corrected(claim: str, premise: str) -> str | None:
    return corrected(claim, _lang(claim), _window(premise))


DEBIAN = "Debian was founded by Ian Murdock in August 1993 and led by him until 1996."


@pytest.mark.parametrize(
    ("claim", "premise", "expected"),
    [
        ("Ian Murdock founded Debian in August 1995.", DEBIAN, "Ian Murdock founded Debian in August 1993."),
        ("Bruce Perens founded Debian in August 1993.", DEBIAN, "Ian Murdock founded Debian in August 1993."),
        ("Bruce Perens founded Debian in August 1995.", DEBIAN, "Ian Murdock founded Debian in August 1993."),
        (
            "The firm has 1,200 employees and earned $3 million.",
            "The firm earned $2.5 million and has 9500 employees.",
            "The firm has 9,500 employees and earned $2.5 million.",
        ),
        ("后港体育场可以容纳4300名观众。", "后港体育场可容纳3400名观众。", "后港体育场可以容纳3400名观众。"),
        ("甲公司成立于1995年。", "甲公司1993年成立于北京。", "甲公司成立于1993年。"),
        ("他在纽约去世。", "他于2015年12月28日在旧金山去世。", "他在旧金山去世。"),
        (
            "The firm was founded in early March 1994.",
            "The firm was founded on 28 March 1994 in Leeds.",
            "The firm was founded on 28 March 1994.",
        ),
        ("甲公司成立于1994年3月上旬。", "甲公司1994年3月28日成立于北京。", "甲公司成立于1994年3月28日。"),
        ("The firm was founded in the late 1990s.", "The firm was founded in 1994.", "The firm was founded in 1994."),
        ("The dose is 10 mg a day.", "The usual dose is 5 mg a day.", "The dose is 5 mg a day."),
    ],
)
def test_a_wrong_value_is_replaced_by_the_one_in_its_role(claim: str, premise: str, expected: str) -> None:
    assert _corrected(claim, premise) == expected


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Its mascot is a penguin.", DEBIAN),
        ("GitHub acquired Microsoft in 2018.", "Microsoft acquired GitHub in 2018."),
        ("Ian Murdock founded Debian in August 1993.", DEBIAN),
        ("甲公司成立于1995年。", DEBIAN),
    ],
)
def test_what_no_value_mends_is_not_mended(claim: str, premise: str) -> None:
    assert _corrected(claim, premise) is None


def test_a_corrected_claim_needs_no_further_correction() -> None:
    once = _corrected("Bruce Perens founded Debian in August 1995.", DEBIAN)
    assert once is not None
    assert _corrected(once, DEBIAN) is None


# --- Rewriting the answer


def rewrite(answer: str, replacements: Sequence[tuple[Span, str]]) -> str:
    return apply_edits(answer, [Edit(span.start, span.end, after) for span, after in replacements]).strip()


def keep_spans(answer: str, removed: Sequence[Span]) -> str:
    return rewrite(answer, [(span, "") for span in removed])


@pytest.mark.parametrize(
    ("answer", "removed", "expected"),
    [
        ("One. Two. Three.", "Two.", "One. Three."),
        ("One. Two. Three.", "One.", "Two. Three."),
        ("One. Two. Three.", "Three.", "One. Two."),
        ("One.", "One.", ""),
        ("It grew; it fell. Then it rested.", "it fell.", "It grew. Then it rested."),
        ("It grew, and it fell. Then it rested.", "It grew", "It fell. Then it rested."),
        ("It grew, and it fell. Then it rested.", "it fell.", "It grew. Then it rested."),
        ("甲很大。乙很小。丙很高。", "乙很小。", "甲很大。丙很高。"),
        ("甲很大；乙很小。丙很高。", "乙很小。", "甲很大。丙很高。"),
        ("甲很大，乙很小，丙很高。", "乙很小", "甲很大，丙很高。"),
        ("甲很大，乙很小。", "甲很大", "乙很小。"),
        ("1. One.\n2. Two.\n3. Three.", "Two.", "1. One.\n3. Three."),
        ("First line.\nSecond line.\n\nThird.", "Second line.", "First line.\n\nThird."),
    ],
)
def test_what_is_taken_out_leaves_clean_text(answer: str, removed: str, expected: str) -> None:
    start = answer.index(removed)
    assert keep_spans(answer, [Span(start, start + len(removed))]) == expected


def test_a_replacement_keeps_the_closing_mark() -> None:
    answer = "甲成立于1990年；乙很小。"
    assert rewrite(answer, [(Span(0, 9), "甲成立于1991年")]) == "甲成立于1991年；乙很小。"
    assert rewrite("One is 1. Two.", [(Span(0, 9), "One is 2")]) == "One is 2. Two."


@pytest.mark.parametrize(
    ("answer", "wrong", "after", "expected"),
    [
        ("It opens at 9 a.m. on weekdays.", "It opens at 9 a.m.", "It opens at noon", "It opens at noon on weekdays."),
        (
            "It opens at 9 a.m. On Sundays it does not.",
            "at 9 a.m.",
            "at noon",
            "It opens at noon. On Sundays it does not.",
        ),
        ("It opens at 9 a.m.", "at 9 a.m.", "at noon", "It opens at noon."),
        ("It opens at nine.", "nine", "10 a.m.", "It opens at 10 a.m."),
    ],
)
def test_the_point_of_an_abbreviation_closes_a_sentence_only_at_its_end(
    answer: str, wrong: str, after: str, expected: str
) -> None:
    start = answer.index(wrong)

    assert apply_edits(answer, [Edit(start, start + len(wrong), after)]) == expected


def test_replacements_and_removals_together() -> None:
    answer = "One is 1. Two is 2. Three is 3."
    assert rewrite(answer, [(Span(0, 9), "One is 11."), (Span(10, 19), "")]) == "One is 11. Three is 3."


def test_an_edit_outside_the_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not lie"):
        apply_edits("abc", [Edit(1, 9, "x")])


def test_nothing_to_replace_changes_nothing() -> None:
    assert apply_edits("  as it is \n", []) == "  as it is \n"


SENTENCES = st.lists(
    st.sampled_from(["Alpha is 1.", "Beta is 2!", "甲是三。", "Who knows?", "乙有4个。"]), min_size=1, max_size=6
)


@given(SENTENCES, st.data())
def test_text_outside_the_edits_is_untouched(sentences: list[str], data: st.DataObject) -> None:
    answer = " ".join(sentences)
    spans, start = [], 0
    for sentence in sentences:
        spans.append(Span(start, start + len(sentence)))
        start += len(sentence) + 1
    fate = data.draw(st.lists(st.sampled_from(["keep", "replace", "remove"]), min_size=len(spans), max_size=len(spans)))
    edits = [
        (span, "New text." if what == "replace" else "")
        for span, what in zip(spans, fate, strict=True)
        if what != "keep"
    ]
    expected = [
        s if what == "keep" else "New text." for s, what in zip(sentences, fate, strict=True) if what != "remove"
    ]
    assert rewrite(answer, edits).split() == " ".join(expected).split()


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_diff_holds_both_texts(before: str, after: str) -> None:
    parts = word_diff(before, after)
    assert "".join(part.text for part in parts if part.kind != "added") == before
    assert "".join(part.text for part in parts if part.kind != "removed") == after


BRIDGE = (
    "The Harlow Bridge was opened in June 1931. It is 412 metres long. The law took effect on 1 March 2015 and applies "
    "to firms with at least 50 employees."
)
QINGHU = "青湖大桥于1987年5月建成通车，全长1240 米，由工程师陆文斌设计。大桥连接青湖市和南屏县。"


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The bridge opened before 1930.", BRIDGE),
        ("The law took effect after 2016.", BRIDGE),
        ("The bridge is more than 500 metres long.", BRIDGE),
        ("The bridge is less than 400 metres long.", BRIDGE),
        ("大桥全长不足1000米。", QINGHU),
        ("大桥全长1500米以上。", QINGHU),
        ("大桥于1985年之前建成通车。", QINGHU),
    ],
)
def test_a_value_under_a_bound_is_not_replaced(claim: str, premise: str) -> None:
    assert _corrected(claim, premise) is None


@pytest.mark.parametrize(
    ("claim", "premise", "expected"),
    [
        (
            "The law applies to firms with at least 100 employees.",
            BRIDGE,
            "The law applies to firms with at least 50 employees.",
        ),
        ("The law took effect in April 2015.", BRIDGE, "The law took effect in March 2015."),
        ("The bridge was opened on 4 March 2019.", BRIDGE, "The bridge was opened in June 1931."),
        ("The law took effect on 4 April 2016.", BRIDGE, "The law took effect on 1 March 2015."),
        ("大桥于1988年6月建成通车。", QINGHU, "大桥于1987年5月建成通车。"),
        ("大桥全长1420米。", QINGHU, "大桥全长1240米。"),
        ("大桥连接青湖市和北岭县。", QINGHU, "大桥连接青湖市和南屏县。"),
    ],
)
def test_a_replacement_keeps_the_form_of_the_claim(claim: str, premise: str, expected: str) -> None:
    assert _corrected(claim, premise) == expected


LIST = "1. The bridge is 412 metres long.\r\n2. The bridge carries three tracks.\r\n"


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        ("The bridge carries three tracks.", "1. The bridge is 412 metres long."),
        ("The bridge is 412 metres long.", "2. The bridge carries three tracks."),
    ],
)
def test_the_mark_of_a_list_goes_with_its_item_before_a_windows_line_end(taken: str, left: str) -> None:
    start = LIST.index(taken)
    assert keep_spans(LIST, [Span(start, start + len(taken))]) == left


def test_a_right_date_stays_where_only_the_name_beside_it_is_wrong() -> None:
    evidence = (
        "Nordvale Systems, founded by Ingrid Solberg and Pavel Novak in Bergen in 2009, makes sonar sensors. "
        "Its headquarters moved to Oslo in 2018."
    )
    mended = _corrected("The company was founded by Pavel Novak in Oslo in 2009.", evidence)
    assert mended == "The company was founded by Pavel Novak in Bergen in 2009."


@pytest.mark.parametrize(
    ("claim", "after", "expected"),
    [
        ("The treaty is not in force.", "The treaty force.", "The treaty is in force."),
        (
            "The bill wasn't passed by the Senate.",
            "The bill passed by the Senate.",
            "The bill was passed by the Senate.",
        ),
        ("The lake cannot be reached by road.", "The lake be reached by road.", "The lake can be reached by road."),
        ("The lake can't be reached.", "The lake be reached.", "The lake can be reached."),
        ("The bridge won't be closed.", "The bridge be closed.", "The bridge will be closed."),
        ("The senator didn't vote for it.", "The senator voted for it.", "The senator voted for it."),
        ("The museum isn't open on Mondays.", "The museum is open on Mondays.", "The museum is open on Mondays."),
        ("The mill will not open.", "The mill opened.", "The mill opened."),
        ("The mill was built in 1850.", "The mill was built in 1851.", "The mill was built in 1851."),
    ],
)
def test_a_denial_that_goes_leaves_its_auxiliary(claim: str, after: str, expected: str) -> None:
    assert affirmed(claim, after) == expected


def test_the_weight_of_a_thing_is_not_put_in_the_place_of_its_load() -> None:
    premise = "飞羽X7采用铝合金车架，整车重量9.8公斤，配备7速变速器。"

    assert _corrected("飞羽X7最大承重为150公斤。", premise) is None
    assert _corrected("飞羽X7整车重量150公斤。", premise) == "飞羽X7整车重量9.8公斤。"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The firm became profitable.", "The firm became is not yet profitable."),
        ("The board voted to sell it.", "The board voted to not to sell it."),
        ("Saver seats are non-refundable.", "Saver seats are non-cannot be refunded."),
        ("该产品已经上市。", "该产品已经尚未上市。"),
        ("机身带USB接口。", "机身带不带USB接口。"),
    ],
)
def test_words_that_cannot_stand_side_by_side_are_no_correction(before: str, after: str) -> None:
    assert is_broken(before, after)
    assert not is_broken(before, before)
