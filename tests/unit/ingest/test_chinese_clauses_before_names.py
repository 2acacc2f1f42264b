"""A clause before a name (拿破仑喜爱的多瑙河…) is a claim about the thing named, not about a side of it."""

from __future__ import annotations

import pytest
from fakes.rule_reader import rule_claims as claims


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("拿破仑喜爱的多瑙河全长2850公里。", ["拿破仑喜爱多瑙河。", "多瑙河全长2850公里。"]),
        ("由乔布斯创立的苹果公司市值3万亿美元。", ["苹果公司由乔布斯创立。", "苹果公司市值3万亿美元。"]),
        ("位于中国的长江全长6300公里。", ["长江位于中国。", "长江全长6300公里。"]),
        ("位于山东的泰山海拔1545米，是五岳之首。", ["泰山位于山东。", "泰山海拔1545米。", "泰山是五岳之首。"]),
        ("毛泽东喜欢的长江，全长6300公里，流经武汉。", ["毛泽东喜欢长江。", "长江全长6300公里。", "长江流经武汉。"]),
    ],
)
def test_what_is_measured_of_a_thing_is_not_what_the_clause_before_its_name_is_about(
    text: str, said: list[str]
) -> None:
    assert claims(text) == said


@pytest.mark.parametrize("text", ["马云创立的阿里巴巴总部位于杭州。", "成立于1998年的腾讯员工超过10万人。"])
def test_a_clause_that_may_be_about_the_name_or_its_side_stays_with_both(text: str) -> None:
    assert claims(text) == [text]
