"""Names exchanged in what is otherwise a copy of the evidence, whether a dictionary knows them or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.aligning import align
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.analysis import analyse
from claimgraph.verify.judges.replaced import replaced_names
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Opinion, Pair

LIFE = "1867年4月，廖敬缙出生于湖南省泸溪县浦市镇，后来在长沙读书。"
GENUS = "该属共有约40种植物，分布于中国西南部和缅甸北部的山地。"
SHOP = "2006年，第一家咖啡馆在慕尼黑的安联球场旁边开业，吸引了许多游客。"


def against(claim: str, premise: str, lang: str = "zh") -> list[Finding]:
    opinion = judge_alignment(Pair(claim, lang, premise, lang))
    assert isinstance(opinion, Opinion)
    return [finding for finding in opinion.findings if finding.stance is Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "premise", "said", "told"),
    [
        (LIFE.replace("廖敬缙", "王洛宾"), LIFE, "王洛宾", "廖敬缙"),
        (SHOP.replace("安联球场", "陶瓷学院"), SHOP, "陶瓷学院", "安联球场"),
        (SHOP.replace("慕尼黑", "帕特罗克洛斯"), SHOP, "帕特罗克洛斯", "慕尼黑"),
        ("贝森嘉被交通大学升格为强烈热带风暴。", "贝森嘉被日本气象厅升格为强烈热带风暴。", "交通大学", "日本气象厅"),
        ("主塔是由工程师刘建平设计的，高227米。", "主塔高227米，由工程师邵志远设计。", "刘建平", "邵志远"),
    ],
)
def test_a_name_in_another_ones_place_is_a_conflict(claim: str, premise: str, said: str, told: str) -> None:
    found = against(claim, premise)

    assert any(finding.claim_words.endswith(said) and finding.premise_words.endswith(told) for finding in found)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("该湖位于西岭高原东部，面积广大。", "该湖位于西岭高原东部，面积辽阔。"),
        ("北大今年录取了三千名新生，比去年多。", "北京大学今年录取了三千名新生，比去年多。"),
        ("美利坚合众国与法国签署了贸易协定，为期五年。", "美国与法国签署了贸易协定，为期五年。"),
        ("展览在杭州举行，共展出三百件瓷器。", "展览在浙江举行，共展出三百件瓷器。"),
        ("作者出生于湖南省泸溪县浦市镇的一个农民家庭。", "廖敬缙出生于湖南省泸溪县浦市镇的一个农民家庭。"),
        ("海康公司成立于2001年，总部设在杭州市西湖区。", "该公司成立于2001年，总部设在杭州市西湖区。"),
        ("北京表示将继续谈判，双方下周再次会面。", "外交部表示将继续谈判，双方下周再次会面。"),
        ("老将马丁以6比4战胜新秀冉星若。", "老将马丁以6比4力克新秀冉星若。"),
        ("卓云起的父亲以教数学为业。", "卓云起，画家，1938年生于青岛，父亲卓仲安是中学数学教师。"),
        ("云岭航空是这批飞机的买方。", "云岭航空与合翼飞机公司签署协议，购买12架窄体客机。"),
    ],
)
def test_another_word_for_the_same_or_for_what_is_described_is_none(claim: str, premise: str) -> None:
    assert against(claim, premise) == []


LISTED = "白尾雉为中国特有鸟种，分布在中国东部的安徽、浙江、福建、江西、广东等省份。"


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        *((f"白尾雉分布在中国东部的{province}。", LISTED) for province in ("安徽", "福建", "江西", "广东")),
        ("《旧唐书》没有提及江梅妃。", "《旧唐书》和《新唐书》都没有提及江梅妃，有学者怀疑她是虚构人物。"),
        (
            "艾伍士同年毕业于霍普金斯中学。",
            "1893年，艾伍士搬到纽黑文（NewHaven，Connecticut），同年毕业于霍普金斯中学。",
        ),
        ("家人中最后见过赵家骧的是外甥。", "赵家骧在金门骤逝，家人中最后见过他的是外甥，童后来担任院长。"),
        ("The report names Oslo and Bergen.", "The report names Oslo, Bergen and Tromsø as ports."),
    ],
)
def test_what_stands_beside_a_name_takes_nothing_from_it(claim: str, premise: str) -> None:
    lang = "zh" if "。" in claim else "en"

    assert against(claim, premise, lang) == []


def test_the_only_one_of_several_is_still_told_from_the_others() -> None:
    lake = "清河与石河注入白鹿湖，只有沧水从湖中流出。"

    assert against("只有石河从湖中流出。", lake) != []
    assert against("只有沧水从湖中流出。", lake) == []


CLAUSES = [
    "1995年5月，叶文远出掌国务院宗教事务局",
    "同年12月他赴西藏参与主持典礼",
    "1812年7月23日，他随军前往俄国",
    "全长17公里、宽3公里",
    "面积70平方公里，海拔1,100米",
    "斯哥特攻克韦拉克鲁斯并进军墨西哥城",
    "The bridge at Novi Sad was opened in October 2005",
    "it was closed again in May 2006 for repairs",
    "In 1999 Ann beat Eve by 12 votes to 5",
]


@given(st.lists(st.sampled_from(CLAUSES), min_size=1, max_size=5, unique=True), st.data())
def test_what_the_evidence_says_word_for_word_has_no_other_value_in_its_place(
    said: list[str], data: st.DataObject
) -> None:
    stops = [data.draw(st.sampled_from("。；！\n")) for _ in said]
    premise = "".join(clause + stop for clause, stop in zip(said, stops, strict=True))
    claim = data.draw(st.sampled_from(said))
    lang = "en" if claim.isascii() else "zh"
    pair = Pair(claim + ("." if lang == "en" else "。"), lang, premise, lang)

    for opinion in (judge_alignment(pair), judge_rules(pair)):
        findings = opinion.findings if isinstance(opinion, Opinion) else ()
        assert [one for one in findings if one.kind in ("name", "number", "date", "role")] == [
            one for one in findings if one.kind in ("name", "number", "date", "role") and one.stance is Stance.SUPPORTS
        ]


def test_words_that_go_on_are_no_quotation() -> None:
    assert against("乙村有930名居民。", "甲村有930名居民，乙村有41名居民。")
    assert against("Belt has 930 sheep.", "The mayor of Orrin has 930 sheep, and Belt has 41 sheep.", "en")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("主塔由工程师刘建平设计，高227米。", "刘建平"),
        ("展览由馆长沈立强策划。", "沈立强"),
        ("叶甫根尼·普鲁申科要面对团队中的陋习。", "根尼·普鲁申科"),
    ],
)
def test_a_name_is_whole_however_the_segmenter_cut_it(text: str, name: str) -> None:
    assert name in {group.surface for group in analyse(text, "zh").groups}


def test_texts_of_many_pages_are_not_compared_character_by_character() -> None:
    short = align(LIFE.replace("廖敬缙", "王洛宾"), "zh", LIFE, "zh")
    pages = "王强在杭州创办了一家公司，" * 800
    long = align(f"{pages}李娜也来了。", "zh", f"{pages}张伟也来了。", "zh")

    assert len(list(replaced_names(short))) == 1
    assert list(replaced_names(long)) == []
