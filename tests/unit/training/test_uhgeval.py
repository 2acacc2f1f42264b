"""UHGEval changed so that it measures something."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from starter_models import uhgeval

from claimgraph.verify.evaluation.judging import Case, Label, parse_label
from claimgraph.verify.judges.analysis import analyse

NEWS = "据统计，2014年共有105艘渡轮，其中14艘停航，占13.3%。2015年有98艘。"


def pair(number: int, true: str, invented: str, source: str = NEWS) -> list[Case]:
    return [
        Case(f"{number}-h", source, invented, parse_label("not_entailment"), "zh"),
        Case(f"{number}-r", source, true, parse_label("entailment"), "zh"),
    ]


def test_the_true_continuation_is_taken_out_of_the_premise_of_both() -> None:
    true = "其中14艘停航，占13.3%。"
    invented, right = uhgeval.without_continuations(pair(1, true, "渡轮都是红色的。"))

    assert invented.source == right.source == "据统计，2014年共有105艘渡轮，2015年有98艘。"
    assert [one.label.supported for one in (invented, right)] == [False, True]
    assert uhgeval.without_continuations(pair(1, "不在文中。", "也不在。")) == []


def test_numbers_are_written_in_the_other_way_and_one_is_changed() -> None:
    cases = pair(1, "2014年共有105艘渡轮，其中14艘停航，占13.3%。", "渡轮都是红色的。")
    right, wrong = uhgeval.numbers_rewritten(cases)

    assert right.text == "二〇一四年共有一百零五艘渡轮，其中十四艘停航，占百分之十三点三。"
    assert (right.label.supported, wrong.label) == (True, Label(False, None))
    assert wrong.text != right.text
    assert not any(one.text in NEWS for one in (right, wrong))
    assert uhgeval.numbers_rewritten(pair(2, "没有数字。", "x")) == []


def test_a_changed_number_is_one_of_the_same_unit_in_the_premise() -> None:
    _, wrong = uhgeval.numbers_rewritten(pair(1, "其中14艘停航。", "x"))
    _, year = uhgeval.numbers_rewritten(pair(1, "2014年有渡轮。", "x"))

    assert wrong.text == "其中九十八艘停航。"
    assert year.text == "二〇一五年有渡轮。"


@settings(deadline=None)
@given(st.integers(1, 9999))
def test_a_chinese_numeral_has_the_value_it_was_made_of(number: int) -> None:
    numeral = uhgeval.by_value(number)
    (read,) = {item.quantity.low for item in analyse(f"{numeral}公里", "zh").items if item.quantity is not None}
    assert read == 1000 * number  # metres


def test_claims_on_one_premise_are_all_fitted_on_or_all_measured() -> None:
    sources = [f"第{number}号渡轮于2014年停航。" for number in range(60)]
    halves = [{uhgeval.may_fit(one) for one in pair(1, "a", "b", source)} for source in sources]

    assert all(len(half) == 1 for half in halves)
    assert {True, False} == set.union(*halves)
