"""What readers found in whole answers of assistants: mistaken findings on right statements, and the swaps nearest to
them, which are still seen."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _found(claim: str, premise: str) -> list[Finding]:
    pair = Pair(claim, _lang(claim), premise, _lang(premise))
    return [f for judge in (judge_rules, judge_alignment) for f in getattr(judge(pair), "findings", ())]


def _kinds(claim: str, premise: str, stance: Stance) -> set[str]:
    return {finding.kind for finding in _found(claim, premise) if finding.stance is stance}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("You can borrow up to five books.", "You cannot borrow more than five books."),
        ("Guests may stay for up to two weeks.", "Guests may not stay longer than two weeks."),
        ("The tablets may be kept for six months.", "The tablets may not be kept longer than six months."),
        ("Within ten working days, payment is due.", "Payment is due within 10 working days."),
        ("The button is red.", "The stop button is red."),
        ("The office is two minutes from the Rossio stop.", "The bus stop Rossio is two minutes away."),
        ("Tickets can be bought at the pier.", "Tickets cannot be booked online; they are sold at the pier."),
        ("Non-residents pay £12 a year.", "A card is free for residents and costs £12 a year for everyone else."),
        ("Aylin Demir is the CEO of Lumeo.", "Lumeo was founded by Aylin Demir and Jonas Vogt."),
        ("Hedda Storm has led the choir since 2006.", "Ewan led the choir until 2006, when Hedda Storm took over."),
        ("成人每天2次。", "成人一次1粒，一日2次（早晚各1次）。"),
        ("4月至10月的开放时间是8:00至17:30。", "景区开放时间为4月至10月8:00—17:30，11月至次年3月8:30—16:30。"),
        ("岚影E6的百公里加速时间为5.9秒。", "岚影E6续航里程620公里，零百加速5.9秒。"),
        ("乙方需在2024年6月30日之前将货物送至甲方仓库。", "乙方应于2024年6月30日前交货至甲方仓库。"),
        ("停车首小时免费，之后每小时收费5元。", "停车首小时免费，之后每小时5元。"),
        ("景区16:30停止入场，17:00关闭。", "开放时间为9:00至17:00，16:30停止入场。"),
        ("机身没有USB接口。", "机身配有4个千兆网口，不带USB接口。"),
        ("汪曾祺曾在北京京剧团担任编剧。", "汪曾祺，江苏高邮人。曾任北京京剧团编剧，写过剧本。"),
        ("研发人员占比达62%。", "公司现有员工860人，其中研发人员占62%。"),
        ("2024年前10个月净利润1亿元。", "该公司2024年实现营收5亿元，前10个月净利润1亿元。"),
        ("2020年前市长被捕。", "前市长于2020年被捕。"),
        ("请在2025年6月30日前申请。", "申请截止日期为2025年6月30日。"),
        ("The landlord receives a deposit of 500 euros.", "The tenant pays a deposit of 500 euros."),
        ("By 1932 the bridge was open to traffic.", "The bridge has been open to traffic since 1932."),
        (
            "Since 1930 the tower has no longer been the tallest building.",
            "The tower was the tallest building until 1930.",
        ),
        ("Orders placed after 2 pm ship the next day.", "Orders placed before 2 pm ship the same day."),
        ("The maximum height of the tunnel is 3 m.", "The tunnel has a maximum height of 3 m."),
        ("All of the other students passed.", "Every student except Tom passed."),
    ],
)
def test_the_same_said_as_assistants_say_it_is_no_conflict(claim: str, premise: str) -> None:
    assert not _kinds(claim, premise, Stance.CONTRADICTS)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The park won't open before May.", "The park will not open before May."),
        ("The primary school remains closed until Thursday.", "The primary school will stay closed until Thursday."),
        ("Children under the age of 12 pay half.", "Children under 12 pay half."),
        ("Both plans have a minimum term of six months.", "Both plans run for a minimum of six months."),
        ("The policy covers storms of at least force 8.", "Covered: storm of force 8 or more."),
        ("单位违规的罚款在5万元至50万元之间。", "个人处50元以上200元以下罚款；单位处5万元以上50万元以下罚款。"),
    ],
)
def test_it_is_not_taken_for_saying_more_either(claim: str, premise: str) -> None:
    assert not _kinds(claim, premise, Stance.NEUTRAL) & {"quantifier", "completion", "number", "date"}
    assert _kinds(claim, premise, Stance.SUPPORTS)


@pytest.mark.parametrize(
    ("claim", "premise", "kind"),
    [
        ("You can borrow more than five books.", "You cannot borrow more than five books.", "negation"),
        ("The road is closed until 3 March.", "The road is closed from 3 March.", "order"),
        ("Registration opens after 1 June.", "Registration opens before 1 June.", "order"),
        ("The shop is closed before 6 pm.", "The shop is closed after 6 pm.", "order"),
        ("All dogs are banned.", "All dogs except guide dogs are banned.", "quantifier"),
        ("The shop opens every day.", "The shop opens on every day except Sunday.", "quantifier"),
        ("Anna bought the house.", "Anna sold the house.", "antonym"),
        ("The model underestimates the values.", "The model overestimates the values.", "antonym"),
        ("乙公司赔偿50万元。", "甲公司赔偿50万元。", "antonym"),
        ("案件受理费5050元由原告承担。", "案件受理费5050元由被告负担。", "antonym"),
        ("机身带USB接口。", "机身不带USB接口。", "negation"),
        ("The company paid a dividend.", "The company did not pay a dividend in the year under review.", "negation"),
        ("Dogs are allowed in the park.", "Dogs are not allowed in the park under any circumstances.", "negation"),
        ("未成年人可以进入。", "未成年人不得进入，违者罚款不少于100元。", "negation"),
        ("他参加过一次100米比赛。", "他参加过两次100米比赛。", "number"),
    ],
)
def test_what_is_turned_round_is_a_conflict(claim: str, premise: str, kind: str) -> None:
    assert kind in _kinds(claim, premise, Stance.CONTRADICTS)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The museum is open until 5 pm.", "The museum is closed from 5 pm."),
        ("The road is closed from 3 March.", "The road is closed from 3 March until 9 April."),
        ("All guests who left by 9 were paid.", "All guests who left by 9 were paid, but not the staff."),
    ],
)
def test_an_opposite_preposition_alone_is_none(claim: str, premise: str) -> None:
    assert not _kinds(claim, premise, Stance.CONTRADICTS) & {"order", "quantifier"}


def test_what_is_planned_is_not_done() -> None:
    assert "completion" in _kinds("公司已经在2025年上市。", "公司计划2025年上市。", Stance.NEUTRAL)


def test_a_claim_of_five_thousand_characters_is_asked_once_for_each_of_its_words() -> None:
    claim = "The museum is closed and open. " * 160
    assert isinstance(_found(claim, "The museum opened in 1987. It is closed on Mondays."), list)
