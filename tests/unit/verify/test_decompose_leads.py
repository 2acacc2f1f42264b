"""What an answer says of its source, or to lead over to a statement, is no part of the statement."""

from __future__ import annotations

import anyio
import pytest
from fakes.rule_reader import rule_reader

from claimgraph.verify.decomposition.leads import lead_before, without_leads
from claimgraph.verify.decomposition.rules import RulesDecomposer


def claims(answer: str) -> list[str]:
    return [one.text for one in anyio.run(RulesDecomposer(rule_reader()).decompose, [answer])[0]]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("According to the document, the lift works during the repair.", "The lift works during the repair."),
        ("Based on the provided information, the lift works.", "The lift works."),
        ("Please note that the office is closed on Monday.", "The office is closed on Monday."),
        ("- **Hours**: It's important to note that the office is closed.", "The office is closed."),
        ("根据邮件内容，检修期间电梯正常运行。", "检修期间电梯正常运行。"),
        ("根据提供的资料，长江全长6300公里。", "长江全长6300公里。"),
        ("需要注意的是，急诊24小时开放。", "急诊24小时开放。"),
    ],
)
def test_what_leads_over_to_a_statement_is_no_part_of_it(answer: str, said: str) -> None:
    assert said in claims(answer)
    assert not any("ccording" in one or "note" in one or "根据" in one for one in claims(answer))


@pytest.mark.parametrize(
    "answer",
    [
        "According to the World Bank, exports rose by 3% in 2019.",
        "According to the police report of 3 May, the car was red.",
        "The lift works according to the document.",
        "根据《劳动合同法》，试用期不得超过六个月。",
        "Based on the report, which was published in 2020, the drug is approved.",
        "You should\nnote that dogs are banned.",
    ],
)
def test_who_says_so_is_a_part_of_it_where_that_is_somebody(answer: str) -> None:
    assert without_leads(answer) == answer


def test_offsets_stay_those_of_the_answer() -> None:
    answer = "The lift is new.\n\nAccording to the document,\nit works. Note that it is slow. 根据文档，它很慢。"
    blanked = without_leads(answer)

    assert len(blanked) == len(answer)
    assert blanked.count("\n") == answer.count("\n")
    assert blanked.split() == ["The", "lift", "is", "new.", "It", "works.", "It", "is", "slow.", "它很慢。"]
    assert lead_before(answer, answer.index("it is slow")) == answer.index("Note that")
    assert lead_before(answer, answer.index("it works")) == answer.index("According")
    assert lead_before(answer, answer.index("lift")) == answer.index("lift")
