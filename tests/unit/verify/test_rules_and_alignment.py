"""What the hand-written judges see: swapped values, swapped names, negation, and paraphrases that are right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _pair(claim: str, premise: str) -> Pair:
    return Pair(claim, _lang(claim), premise, _lang(premise))


def _rules(claim: str, premise: str) -> Opinion | Unscored:
    return judge_rules(_pair(claim, premise))


def _alignment(claim: str, premise: str) -> Opinion:
    opinion = judge_alignment(_pair(claim, premise))
    assert isinstance(opinion, Opinion)
    return opinion


def _against(opinion: Opinion | Unscored) -> list[Finding]:
    return [f for f in getattr(opinion, "findings", ()) if f.stance is Stance.CONTRADICTS]


DEBIAN = "Debian was founded by Ian Murdock in August 1993 and led by him until 1996."
STADIUM = "后港体育场位于新加坡，可容纳三千四百名观众，是盛港榜鹅队的主场。"
PROGENY = (
    "伊恩·默多克于1993年创立了Debian项目。Progeny公司由默多克建立，2007年4月破产。他于2015年12月28日在旧金山去世。"
)


@pytest.mark.parametrize(
    ("claim", "premise", "claim_words", "premise_words"),
    [
        ("Ian Murdock founded Debian in August 1995.", DEBIAN, "August 1995", "August 1993"),
        (
            "Microsoft bought GitHub for $8 billion.",
            "Microsoft acquired GitHub in 2018 for $7.5 billion.",
            "$8 billion",
            "$7.5 billion",
        ),
        ("后港体育场最多可以容纳4300名观众。", STADIUM, "4300名", "三千四百名"),
        ("伊恩·默多克建立的Progeny公司于2015年破产。", PROGENY, "2015年", "2007年4月"),
        (
            "The cub weighed 2.1 kilograms at birth.",
            "The cub weighed 480 grams at birth and 2.1 kilograms at eight weeks.",
            "2.1 kilograms",
            "480 grams",
        ),
        ("The lake is 9 km long.", "The lake is 46 km long and up to 9 km wide.", "9 km", "46 km"),
        ("The standard was revised in 2017.", "It was published in June 2017 and revised in 2020.", "2017", "2020"),
        ("两岸的车程缩短到70分钟。", "两岸的车程由70分钟缩短到12分钟。", "70分钟", "12分钟"),
        ("At least 50 members must agree.", "At most 50 members may agree.", "50", "50"),
    ],
)
def test_a_swapped_number_or_date_is_contradicted(
    claim: str, premise: str, claim_words: str, premise_words: str
) -> None:
    found = _against(_rules(claim, premise))
    assert [(finding.claim_words, finding.premise_words) for finding in found] == [(claim_words, premise_words)]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Ian Murdock founded Debian in 1993.", DEBIAN),
        ("后港体育场可以容纳3400名观众。", STADIUM),
        ("The tower has about 3 entrances.", "The tower has 3.1 entrances on average."),
        ("Some 30 million people live there.", "The population is 30,000,000 people."),
        ("The area is 103,000 square kilometres.", "Area: 103,000 sq km"),
        ("The average age is twenty-seven.", "The average age is 27 years."),
        ("The film cost 210,000 pounds and earned 1,900,000.", "The film cost 210,000 pounds and earned 1.9 million."),
        ("More than 100 people came.", "120 people came."),
        ("地铁3号线设有23座车站，全长31.5公里。", "地铁3号线全长31.5公里，设车站23座，其中换乘站5座。"),
        ("B厂损失了29%的蜜蜂。", "A厂损失了11%的蜜蜂，而B厂损失了29%。"),
        ("台山市降雨量达到312毫米。", "广州市降雨量达到186毫米，台山市达到312毫米。"),
        ("Beta has 20 employees.", "Alpha has 10 employees, Beta has 20."),
    ],
)
def test_the_same_value_in_another_form_or_place_is_supported(claim: str, premise: str) -> None:
    opinion = _rules(claim, premise)
    assert isinstance(opinion, Opinion)
    assert {finding.stance for finding in opinion.findings} == {Stance.SUPPORTS}
    assert not _against(_alignment(claim, premise))


def test_2019_does_not_support_2020() -> None:
    opinion = _rules("Sales rose in 2020.", "Sales rose in 2019.")
    assert isinstance(opinion, Opinion)
    assert opinion.scores["rules"] == 0.0


def test_a_number_without_counterpart_of_its_unit_neither_supports_nor_contradicts() -> None:
    opinion = _rules("The bridge weighs 40 tonnes.", "The bridge is 300 metres long and was built of steel.")
    assert isinstance(opinion, Opinion)
    assert [finding.stance for finding in opinion.findings] == [Stance.NEUTRAL]


def test_rules_abstain_where_there_is_nothing_to_check() -> None:
    assert isinstance(_rules("Debian is a distribution.", DEBIAN), Unscored)


@pytest.mark.parametrize(
    ("claim", "premise", "claim_words", "premise_words"),
    [
        ("Bruce Perens founded Debian in August 1993.", DEBIAN, "Bruce Perens", "Ian Murdock"),
        ("布鲁斯·佩伦斯创立了Debian项目。", PROGENY, "布鲁斯·佩伦斯", "伊恩·默多克"),
        ("他在纽约去世。", PROGENY, "纽约", "旧金山"),
        ("机长杜安妮报告驾驶舱内有烟雾。", "机长冯玛丽在起飞后报告驾驶舱内有烟雾。", "杜安妮", "冯玛丽"),
        (
            "The captain, Anna Reed, reported smoke.",
            "The captain, Mary Fenn, reported smoke in the cockpit.",
            "Anna Reed",
            "Mary Fenn",
        ),
        ("The talks were held in Geneva in May.", "The talks were held in Vienna in May.", "Geneva", "Vienna"),
    ],
)
def test_one_name_swapped_for_another_is_seen(claim: str, premise: str, claim_words: str, premise_words: str) -> None:
    found = _against(_alignment(claim, premise))
    assert (claim_words, premise_words) in [(finding.claim_words, finding.premise_words) for finding in found]


def test_a_name_from_elsewhere_in_the_window_does_not_hide_a_swap() -> None:
    premise = "The film was directed by Harold Finch and starred Doris Kane. The music is by Walter Abrams."
    found = _against(_alignment("The film was directed by Walter Abrams.", premise))
    assert [(finding.claim_words, finding.premise_words) for finding in found] == [("Walter Abrams", "Harold Finch")]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("GitHub acquired Microsoft in 2018.", "Microsoft acquired GitHub in 2018 for $7.5 billion."),
        ("Microsoft was acquired by GitHub.", "GitHub was acquired by Microsoft."),
        ("The train runs from Paris to Lyon.", "The train runs from Lyon to Paris."),
        ("李明击败了王强。", "王强击败了李明。"),
    ],
)
def test_names_that_change_places_are_seen(claim: str, premise: str) -> None:
    assert "role" in {finding.kind for finding in _against(_alignment(claim, premise))}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("GitHub was acquired by Microsoft.", "Microsoft acquired GitHub in 2018."),
        ("Microsoft acquired GitHub.", "GitHub was acquired by Microsoft in 2018."),
        ("Debian was founded by Ian Murdock.", "Ian Murdock founded Debian in 1993."),
        ("Murdock led Debian until 1996.", DEBIAN),
        ("默多克创立了Debian项目。", PROGENY),
        ("Germany and France signed the treaty.", "France and Germany signed the treaty in Rome."),
    ],
)
def test_active_and_passive_surnames_and_lists_are_no_swap(claim: str, premise: str) -> None:
    opinion = _alignment(claim, premise)
    assert not _against(opinion)
    assert opinion.scores["alignment"] >= 0.8


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Debian was not founded by Ian Murdock.", DEBIAN),
        ("The team won the final.", "The team did not win the final."),
        ("伊恩·默多克没有创立Debian项目。", PROGENY),
        ("该药可以在怀孕期间服用。", "该药不可以在怀孕期间服用。"),
        ("Exports increased in 2019.", "Exports decreased in 2019."),
        ("出口在2019年增加了。", "出口在2019年减少了。"),
        ("东线隧道将关闭检修。", "西线隧道将关闭检修。"),
        ("The museum closed in 1987.", "The museum opened in 1987. Its café closed last year."),
    ],
)
def test_negations_and_antonyms_contradict(claim: str, premise: str) -> None:
    assert {finding.kind for finding in _against(_rules(claim, premise))} & {"negation", "antonym"}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Kane did not win the Silver Star.", "Kane was nominated for a Silver Star but did not win it."),
        ("The study found that colour had no effect.", "The team found no effect of hive colour in the study."),
        ("官方语言是英语。", "官方语言是英语；学校教授法语，但法语没有官方地位。"),
        ("Exports did not rise.", "Exports fell."),
        ("The museum is closed on Mondays.", "The museum opened in 1987. It has 42 rooms and is closed on Mondays."),
        ("博物馆周一闭馆。", "博物馆每天上午九点开馆。该馆周一闭馆。"),
    ],
)
def test_equal_negations_do_not_contradict(claim: str, premise: str) -> None:
    assert not _against(_rules(claim, premise))


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "The Grey Harbour is a 2008 thriller film.",
            "The Grey Harbour is a 2008 American thriller film about sailors.",
        ),
        ("Anna Reed was born in Leeds.", "Born in Leeds, the singer Anna won an award in London."),
        ("Marta Vell reigned for 40 years.", "She began her reign of 40 years when her father, Emperor Karl, died."),
        ("Grey Harbour starred Mary Fenn.", "It was directed by Tom Hale, and starred Ann Lee, Mary Fenn and Bo Ray."),
        ("The offer of the studio was made to Tom Hale.", "The offer of the studio had been rejected by Tom Hale."),
    ],
)
def test_names_beside_a_name_or_a_pronoun_are_no_rivals(claim: str, premise: str) -> None:
    assert not _against(_alignment(claim, premise))
    assert not _against(_rules(claim, premise))


def test_separators_within_numbers_and_dates_part_no_clauses() -> None:
    premise = (
        "On March 20, 1998 the first version was released. The name was registered as a trademark on May 18, 1998."
    )
    found = _against(_rules("The first version was released on May 18, 1998.", premise))
    assert [(finding.claim_words, finding.premise_words) for finding in found] == [("May 18, 1998", "March 20, 1998")]


def test_an_invented_fact_is_hardly_aligned() -> None:
    assert _alignment("全部收入捐给了法国航空博物馆。", STADIUM).scores["alignment"] < 0.4
    assert _alignment("Its mascot is a penguin named Tux.", DEBIAN).scores["alignment"] < 0.4


WORDS = st.lists(
    st.sampled_from(
        [
            "Debian",
            "Ian Murdock",
            "founded",
            "not",
            "in",
            "1993",
            "12 km",
            "30%",
            "by",
            "默多克",
            "没有",
            "三千人",
            "，",
            "。",
            ".",
        ]
    ),
    max_size=12,
).map(" ".join)


@given(WORDS, WORDS)
def test_scores_stay_in_range_whatever_the_texts(claim: str, premise: str) -> None:
    for judge in (judge_rules, judge_alignment):
        opinion = judge(_pair(claim, premise))
        if isinstance(opinion, Opinion):
            assert all(0.0 <= score <= 1.0 for score in opinion.scores.values())


@given(st.sampled_from(["Ian Murdock founded Debian in August 1993 with 12 friends.", PROGENY, STADIUM, DEBIAN]))
def test_a_text_supports_itself(text: str) -> None:
    opinion = _alignment(text, text)
    assert opinion.scores["alignment"] == pytest.approx(1.0)
    assert opinion.findings == ()


HARLOW = (
    "The Harlow Bridge was opened in June 1931 by Mayor Edith Crane. It is 412 metres long and carries two railway "
    "tracks. It does not carry road traffic."
)
LAW = "The law took effect on 1 March 2015."
QINGHU = "青湖大桥于1987年5月建成通车，全长1240米，由工程师陆文斌设计。该桥禁止货车通行。"
REVENUE = "In 2021 the company employed 340 people and had revenue of 58 million euros, up 12% from 2020."


@pytest.mark.parametrize(
    ("claim", "premise", "holds"),
    [
        ("The bridge is more than 500 metres long.", HARLOW, False),
        ("The bridge is more than 400 metres long.", HARLOW, True),
        ("The bridge opened before 1930.", HARLOW, False),
        ("The bridge opened before 1932.", HARLOW, True),
        ("The law took effect before 2015.", LAW, False),
        ("The law took effect after 2014.", LAW, True),
        ("大桥于1985年之前建成通车。", QINGHU, False),
        ("大桥于1990年以前建成通车。", QINGHU, True),
    ],
)
def test_a_bound_is_compared_with_the_value_of_the_evidence(claim: str, premise: str, holds: bool) -> None:
    opinion = _rules(claim, premise)
    assert isinstance(opinion, Opinion)
    assert [finding.stance for finding in opinion.findings] == [Stance.SUPPORTS if holds else Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Revenue rose by 12% in 2021.", REVENUE),
        ("收入在2021年增长了12%。", "2021年该公司收入为5800万元，比2020年增长12%。"),
        ("2021年收入增长了12%。", "该公司2021年收入与2020年相比增长12%。"),
        ("The firm employed 340 people.", "The firm employed 340 people, compared with 300 people in 2020."),
    ],
)
def test_a_year_that_is_only_compared_with_is_no_rival(claim: str, premise: str) -> None:
    assert not _against(_rules(claim, premise))
    assert not _against(_alignment(claim, premise))


def test_the_base_of_a_comparison_can_still_be_wrong() -> None:
    assert _against(_rules("Revenue was up 12% from 2019.", REVENUE))


def test_the_active_voice_does_not_swap_an_agent_behind_a_title() -> None:
    assert not _against(_alignment("Mayor Edith Crane opened the Harlow Bridge in June 1931.", HARLOW))


@pytest.mark.parametrize(
    ("claim", "holds"),
    [("The bridge is 1,352 feet long.", True), ("The bridge is 1,500 feet long.", False)],
)
def test_a_conversion_between_units_may_be_rounded(claim: str, holds: bool) -> None:
    assert bool(_against(_rules(claim, HARLOW))) is not holds


@pytest.mark.parametrize(
    ("claim", "premise", "quoted"),
    [("大桥可以通行货车。", QINGHU, "禁止货车通行"), ("The bridge carries road traffic.", HARLOW, "does not carry")],
)
def test_findings_quote_words_that_stand_in_the_texts(claim: str, premise: str, quoted: str) -> None:
    findings = _against(_rules(claim, premise))
    assert [finding.premise_words for finding in findings] == [quoted]
    assert all(f.claim_words in claim and f.premise_words in premise for f in findings)


def test_a_date_within_the_bound_of_the_evidence_is_no_conflict() -> None:
    assert not _against(_rules("The bridge was opened in 1929.", "The bridge was opened before 1930."))
    assert _against(_rules("The bridge was opened in 1935.", "The bridge was opened before 1930."))


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("When opened, 10 of the 5 cultures had grown.", "When opened, 5 of the 10 cultures had grown."),
        ("The camp had 10 boys and 5 girls.", "The camp had 10 girls and 5 boys."),
        ("Valve A leaked in 10 of 5 runs.", "In the test, valve A leaked in 5 of 10 runs."),
        ("每盘5粒种子中平均有10粒出芽。", "发芽试验第七天，每盘10粒种子中平均有5粒出芽。"),
        ("甲队以1比3战胜乙队。", "甲队以3比1战胜乙队。"),
    ],
)
def test_two_numbers_that_changed_places_contradict(claim: str, premise: str) -> None:
    assert len(_against(_rules(claim, premise))) == 2


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("5 of the 10 cultures had grown.", "Of the 10 cultures, 5 had grown."),
        ("5 boys and 10 girls were in the camp.", "The camp had 10 girls and 5 boys."),
        ("10粒种子中有5粒出芽。", "每盘有5粒种子出芽，每盘一共10粒种子。"),
    ],
)
def test_two_numbers_in_another_order_that_says_the_same_do_not(claim: str, premise: str) -> None:
    assert _against(_rules(claim, premise)) == []


WINGS = "The east wing has 40 beds, 8 of them free; the west wing has 30 beds, 5 of them free."


@pytest.mark.parametrize(
    ("claim", "premise", "conflicts"),
    [
        ("乙班的女生有19人。", "甲班有学生42人，其中女生19人；乙班有学生38人，其中女生21人。", 1),
        ("乙班的女生有21人。", "甲班有学生42人，其中女生19人；乙班有学生38人，其中女生21人。", 0),
        ("甲班的女生有19人。", "甲班有学生42人，其中女生19人；乙班有学生38人，其中女生21人。", 0),
        ("In the west wing 8 beds are free.", WINGS, 1),
        ("In the west wing 5 beds are free.", WINGS, 0),
    ],
)  # fmt: skip
def test_what_comes_after_a_semicolon_is_no_company_of_what_comes_before(
    claim: str, premise: str, conflicts: int
) -> None:
    assert len(_against(_rules(claim, premise))) == conflicts


def test_a_name_is_not_said_by_the_kind_of_thing_that_it_is() -> None:
    opinion = _alignment("The lake's only outlet is the River Orr.", "The lake has one outlet, the River Ule.")
    assert any(finding.claim_words == "River Orr" for finding in opinion.findings)
