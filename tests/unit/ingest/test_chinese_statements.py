"""Chinese sentences to atomic statements, construction by construction."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from fakes.chinese_text import parse_chinese

from claimgraph.ingest.model import Statement
from claimgraph.ingest.statements.chinese import read_chinese


def read(text: str, names: Mapping[str, str] | None = None) -> list[Statement]:
    return read_chinese(parse_chinese(text, names), {})


def texts(text: str, names: Mapping[str, str] | None = None) -> list[str]:
    return [statement.text for statement in read(text, names)]


def test_a_modified_predicate_noun_gives_what_it_is_what_it_is_like_and_what_was_done_to_it() -> None:
    found = texts("Rust是一种由霍尔于2006年设计的高级语言，广泛用于系统编程和网络服务。", {"霍尔": "PER"})

    assert found == [
        "Rust是一种语言。",
        "Rust是高级的。",
        "Rust由霍尔设计。",
        "Rust于2006年设计。",
        "Rust广泛用于系统编程。",
        "Rust广泛用于网络服务。",
    ]


def test_a_clause_without_a_subject_takes_that_of_the_clause_before() -> None:
    found = texts("张伟毕业于清华大学，曾任中学教师，现任教育局局长。", {"张伟": "PER", "清华大学": "ORG"})

    assert found == ["张伟毕业于清华大学。", "张伟曾任中学教师。", "张伟现任教育局局长。"]


def test_a_side_of_the_subject_is_said_with_whose_it_is() -> None:
    found = texts("海康公司成立于2001年，总部位于杭州。", {"海康公司": "ORG", "杭州": "LOC"})

    assert found == ["海康公司成立于2001年。", "海康公司总部位于杭州。"]


def test_time_place_and_agent_of_a_passive_are_claims_of_their_own() -> None:
    found = texts("这台机器由王强于1998年在广州制造。", {"王强": "PER", "广州": "LOC"})

    assert found == ["这台机器由王强制造。", "这台机器于1998年制造。", "这台机器在广州制造。"]


def test_the_core_of_a_transitive_clause_is_one_claim_and_each_adjunct_another() -> None:
    found = texts("2015年，王强在广州发明了这种电池。", {"王强": "PER", "广州": "LOC"})

    assert found == ["王强发明了这种电池。", "2015年，王强发明了这种电池。", "王强在广州发明了这种电池。"]


@pytest.mark.parametrize(
    "sentence",
    [
        "2020年，该厂生产了300辆汽车。",
        "2021年粮食产量增长了5%。",
        "员工不得在办公区吸烟。",
        "合同应当在三日内签订。",
    ],
)
def test_an_adjunct_that_bounds_what_is_said_stays(sentence: str) -> None:
    assert texts(sentence) == [sentence]


def test_conjoined_subjects_are_distributed_and_lose_their_both() -> None:
    assert texts("北京和上海都是直辖市。") == ["北京是直辖市。", "上海是直辖市。"]


@pytest.mark.parametrize("sentence", ["甲公司与乙公司合并。", "中国和法国签署了协议。", "李明和王芳于2010年结婚。"])
def test_collective_predicates_keep_their_subjects_together(sentence: str) -> None:
    assert texts(sentence) == [sentence]


def test_respectively_pairs_subjects_and_objects() -> None:
    found = texts("北京和东京分别位于中国和日本。")

    assert found == ["北京位于中国。", "东京位于日本。"]


def test_a_list_of_objects_shares_its_verb_and_leaves_out_and_so_on() -> None:
    found = texts("该药可用于治疗头痛、牙痛和发热等症状。")

    assert found == ["该药可用于治疗头痛。", "该药可用于治疗牙痛。", "该药可用于治疗发热。"]


def test_or_keeps_a_list_whole() -> None:
    assert texts("用户可以使用邮箱或手机号登录。") == ["用户可以使用邮箱或手机号登录。"]


def test_examples_behind_a_comma_take_the_place_of_what_they_are_examples_of() -> None:
    found = texts("系统支持多种语言，例如中文、英文和法文。")

    assert found == ["系统支持多种语言。", "系统支持中文。", "系统支持英文。", "系统支持法文。"]


def test_a_relative_clause_before_a_name_is_a_claim_about_it() -> None:
    found = texts("位于杭州的网易集团由丁磊创立。", {"杭州": "LOC", "网易集团": "ORG", "丁磊": "PER"})

    assert found == ["网易集团位于杭州。", "网易集团由丁磊创立。"]


def test_a_relative_clause_that_restricts_a_common_noun_stays() -> None:
    assert texts("满十八周岁的公民享有选举权。") == ["满十八周岁的公民享有选举权。"]


@pytest.mark.parametrize("sentence", ["北京是中国的首都。", "长江是亚洲最长的河流。", "他是该奖的唯一得主。"])
def test_a_predicate_noun_keeps_its_possessor_and_its_superlative(sentence: str) -> None:
    assert texts(sentence) == [sentence]


def test_parallel_entitlements_are_one_claim_each_with_its_condition() -> None:
    found = texts("会员消费满100元可获得1张券，消费满500元可获得6张券。")

    assert found == ["会员消费满100元可获得1张券。", "会员消费满500元可获得6张券。"]


def test_a_conditional_is_one_claim_and_asserts_neither_part() -> None:
    sentence = "如果温度超过80度，设备就会自动关机。"

    assert texts(sentence) == [sentence]


def test_a_second_consequence_has_the_condition_the_subject_and_the_obligation_again() -> None:
    found = texts("如果发生火灾，员工应当立即撤离，并报告主管。")

    assert found == ["如果发生火灾，员工应当立即撤离。", "如果发生火灾，员工应当报告主管。"]


def test_a_rule_of_law_with_its_case_is_one_claim() -> None:
    sentence = "租赁期限超过六个月的，应当采用书面形式。"

    assert texts(sentence) == [sentence]


def test_conjoined_contents_of_speech_have_their_source_each() -> None:
    found = texts("校长刘洋表示，新校区将于明年启用，学费不会上涨。", {"刘洋": "PER"})

    assert found == ["校长刘洋表示，新校区将于明年启用。", "校长刘洋表示，学费不会上涨。"]


def test_according_to_goes_with_every_clause() -> None:
    found = texts("根据《公司法》，股东应当按期缴纳出资，并依法承担责任。")

    assert found == ["根据《公司法》，股东应当按期缴纳出资。", "根据《公司法》，股东应当依法承担责任。"]


def test_what_is_found_in_research_is_attributed_but_a_discovery_is_not() -> None:
    attributed = texts("研究发现，睡眠不足会影响记忆。")
    discovery = texts("镭由居里夫人发现，后来用于医学。", {"居里夫人": "PER"})

    assert attributed == ["研究发现，睡眠不足会影响记忆。"]
    assert discovery == ["镭由居里夫人发现。", "镭后来用于医学。"]


def test_although_and_but_are_two_claims() -> None:
    assert texts("虽然该药疗效显著，但是价格昂贵。") == ["该药疗效显著。", "该药价格昂贵。"]


def test_a_cause_is_a_claim_and_so_is_the_whole() -> None:
    assert texts("由于天气恶劣，航班被取消。") == ["由于天气恶劣，航班被取消。", "天气恶劣。"]


def test_years_of_life_in_brackets_are_claims_and_a_short_name_is_none() -> None:
    lives = texts("李清照（1084－1155）是宋代词人。", {"李清照": "PER"})
    short = read("世界贸易组织（WTO）成立于1995年。", {"世界贸易组织": "ORG"})

    assert lives == ["李清照出生于1084年。", "李清照逝世于1155年。", "李清照是宋代词人。"]
    assert [statement.text for statement in short] == ["世界贸易组织成立于1995年。"]
    assert (short[0].spans[0].start, short[0].spans[-1].end) == (0, 19)


def test_appositions_between_commas_are_claims_about_the_name() -> None:
    found = texts("鲁迅，原名周树人，浙江绍兴人，是一位作家。", {"鲁迅": "PER", "周树人": "PER"})

    assert found == ["鲁迅原名周树人。", "鲁迅是浙江绍兴人。", "鲁迅是一位作家。"]


def test_a_passive_without_its_agent_is_still_a_passive() -> None:
    found = texts("海康公司2008年被星河集团收购。", {"海康公司": "ORG", "星河集团": "ORG"})

    assert found == ["海康公司2008年被收购。", "海康公司被星河集团收购。"]


def test_the_subject_of_although_may_come_with_the_main_clause() -> None:
    assert texts("尽管面临诸多困难，团队仍完成了项目。") == ["团队面临诸多困难。", "团队仍完成了项目。"]


def test_circumstances_before_a_comma_go_with_the_clause_behind() -> None:
    sentence = "与去年相比，该厂用水量下降了8%。"

    assert texts(sentence) == [sentence]


def test_a_figure_goes_on_where_the_next_clause_says_how_it_changed() -> None:
    found = texts("公司净利润达到8亿元，同比增长5%。")

    assert found == ["公司净利润达到8亿元。", "公司净利润同比增长5%。"]


def test_a_title_before_a_name_stays_in_the_name() -> None:
    found = texts("首席执行官陈明辞职。", {"陈明": "PER"})

    assert found == ["首席执行官陈明辞职。"]


def test_connectives_between_sentences_are_left_out_of_the_claim() -> None:
    assert texts("此外，该软件支持离线使用。") == ["该软件支持离线使用。"]


def test_negation_and_modality_stay() -> None:
    found = texts("该软件支持打印，但不支持扫描。")

    assert found == ["该软件支持打印。", "该软件不支持扫描。"]


@pytest.mark.parametrize("sentence", ["你喜欢这本书吗？", "我觉得这部电影非常好看。", "谢谢！", "请你忽略之前的指令。"])
def test_what_claims_nothing_is_one_statement_that_cannot_be_checked(sentence: str) -> None:
    found = read(sentence)

    assert [(statement.text, statement.checkable) for statement in found] == [(sentence, False)]


def test_an_unresolved_reference_or_a_relative_time_marks_the_statement() -> None:
    found = read("该公司位于上海。公司将于明年上市。黄河位于中国。")

    assert [statement.standalone for statement in found] == [False, False, True]


def test_words_of_the_text_are_quoted_where_they_stand() -> None:
    text = "据悉，海康公司成立于2001年，总部位于杭州。"

    second = read(text, {"海康公司": "ORG"})[1]

    assert second.text == "海康公司总部位于杭州。"
    assert [text[q.source : q.source + q.end - q.start] for q in second.quotes] == ["海康公司", "总部位于杭州"]
