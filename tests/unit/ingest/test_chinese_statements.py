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


@pytest.mark.parametrize(
    "sentence",
    [
        "挪威的首都是奥斯陆，而不是卑尔根。",
        "年度预算由监事会而非财务处审定。",
        "合同由总经理而不是法务部签署。",
        "青海湖不是淡水湖，而是咸水湖。",
        "访客和实习生不得进入机房，除非有员工陪同。",
        "租户不得转租房屋，也不得改变用途，除非房东同意。",
        "未经书面许可，访客不得拍照或录音。",
        "司机未经许可不得驶入厂区和仓库。",
        "住户只能在周末并提前登记后使用会议室。",
        "只有持证人员才能操作起重机。",
        "并非所有学生和教师都有借阅权限。",
        "因天气原因，航班取消，而不是延误。",
        "如果温度过高的话，电池和线路会损坏。",
    ],
)
def test_contrast_exception_and_limit_keep_their_clause_whole(sentence: str) -> None:
    assert texts(sentence) == [sentence]


def test_a_condition_of_circumstance_is_said_with_each_consequence() -> None:
    found = texts("在紧急情况下，主管可以采购设备，但金额不得超过8000元。")

    assert found == ["在紧急情况下，主管可以采购设备。", "在紧急情况下，金额不得超过8000元。"]


def test_when_something_holds_is_no_adjunct_to_leave_out() -> None:
    assert texts("这个方法在文件为空时返回零。") == ["这个方法在文件为空时返回零。"]


@pytest.mark.parametrize(
    "sentence",
    [
        "儿童不应同时服用布洛芬和阿司匹林。",
        "酒精和头孢不得同时使用。",
        "盐酸和双氧水不能混合使用。",
        "酒精与头孢类药物不可同服。",
        "奥斯陆与卑尔根相距460公里。",
        "市长和省长在杭州会面。",
        "东城公司与西城公司合并。",
        "罗马和米兰均为两座历史名城。",
        "勃朗峰位于法国和意大利边境。",
    ],
)
def test_what_is_done_by_all_or_to_all_together_stays_one_claim(sentence: str) -> None:
    assert texts(sentence, {"杭州": "LOC"}) == [sentence]


def test_a_name_that_holds_a_joint_word_is_no_joint_action() -> None:
    assert texts("北京和上海加入了世界城市联合会。", {"世界城市联合会": "ORG"}) == [
        "北京加入了世界城市联合会。",
        "上海加入了世界城市联合会。",
    ]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "入职满五年的员工享有15天年假，实习生享有5天。",
            ["入职满五年的员工享有15天年假。", "实习生享有5天。"],
        ),
        ("全职员工享有15天年假，兼职员工享有5天。", ["全职员工享有15天年假。", "兼职员工享有5天。"]),
        ("工厂2021年盈利，2022年亏损300万元。", ["工厂2021年盈利。", "工厂2022年亏损300万元。"]),
    ],
)
def test_a_subject_of_its_own_is_never_put_behind_another(sentence: str, expected: list[str]) -> None:
    assert texts(sentence) == expected


def test_an_item_of_a_list_is_not_what_the_next_clause_is_about() -> None:
    found = texts("多瑙河流经德国、奥地利和匈牙利，是欧洲第二长河。")

    assert found[:3] == ["多瑙河流经德国。", "多瑙河流经奥地利。", "多瑙河流经匈牙利。"]
    assert found[3:] == ["多瑙河是欧洲第二长河。"]


def test_what_is_found_does_not_pass_its_subject_on() -> None:
    found = texts("这项调查覆盖十个城市，发现吃鱼的人寿命更长，但没有证明因果关系。")

    assert found == ["这项调查覆盖十个城市。", "这项调查发现吃鱼的人寿命更长，但没有证明因果关系。"]


def test_of_two_things_said_together_neither_is_the_subject() -> None:
    statements = read("泰山位于山东省，黄山位于安徽省，两地相距500公里。", {"山东省": "LOC", "安徽省": "LOC"})

    assert [s.text for s in statements] == ["泰山位于山东省。", "黄山位于安徽省。", "两地相距500公里。"]
    assert [s.standalone for s in statements] == [True, True, False]


def test_a_reason_behind_a_ruling_stays_with_it() -> None:
    sentence = "法院裁定协议有效，因为双方已经签字。"

    assert texts(sentence) == [sentence]


def test_a_side_named_after_a_capital_is_not_given_to_the_country() -> None:
    found = texts("挪威的首都是奥斯陆，人口超过70万。", {"奥斯陆": "LOC", "挪威": "LOC"})

    assert found == ["挪威的首都是奥斯陆，人口超过70万。"]


def test_a_denial_is_never_read_as_a_connective() -> None:
    assert texts("里昂是法国的城市，但不是首都。", {"里昂": "LOC", "法国": "LOC"})[-1] == "里昂不是首都。"


@pytest.mark.parametrize(
    "sentence",
    [
        "3月由市议会通过。",
        "经财务部审核。",
        "均不严重。",
        "公司在里昂有500名员工。",
        "股价周三上涨3%。",
        "两国于1990年建交。",
    ],
)
def test_a_claim_without_its_subject_or_its_day_does_not_stand_alone(sentence: str) -> None:
    assert not any(statement.standalone for statement in read(sentence))


@pytest.mark.parametrize(
    "sentence", ["默认端口为8443。", "博物馆每周一闭馆。", "公司法于1993年通过。", "商店周一至周五营业。"]
)
def test_a_claim_that_names_what_it_is_about_stands_alone(sentence: str) -> None:
    assert all(statement.standalone for statement in read(sentence))


def test_a_name_that_ends_like_a_question_is_none() -> None:
    assert [s.checkable for s in read("阿里巴巴收购了饿了么。")] == [True]
    assert [s.checkable for s in read("这是什么。")] == [False]


def test_a_list_of_verbs_that_ends_in_a_noun_is_read_item_by_item() -> None:
    assert texts("车间负责切割、打磨和整套家具。") == ["车间负责切割。", "车间负责打磨。", "车间负责整套家具。"]


def test_for_whom_something_is_done_is_not_what_somebody_is() -> None:
    assert texts("公司为员工提供午餐、班车和健身房。") == [
        "公司为员工提供午餐。",
        "公司为员工提供班车。",
        "公司为员工提供健身房。",
    ]


def test_what_is_for_somebody_stays_what_somebody_is() -> None:
    assert texts("试用期为三个月。") == ["试用期为三个月。"]


def test_an_adjective_before_a_preposition_says_how_and_is_no_subject() -> None:
    found = texts("东山博物馆成立于1931年，免费向公众开放。", {"东山博物馆": "ORG"})

    assert found == ["东山博物馆成立于1931年。", "东山博物馆免费向公众开放。"]


def test_what_is_expected_is_said_of_the_subject_before() -> None:
    found = texts("该项目总投资45亿元，预计2027年底建成。")

    assert found == ["该项目总投资45亿元。", "该项目预计2027年底建成。"]


def test_what_somebody_was_affected_by_sets_the_scene() -> None:
    assert texts("受暴雨影响，全市有120所学校停课。") == ["受暴雨影响，全市有120所学校停课。"]


def test_behind_by_whom_the_last_word_is_what_was_done() -> None:
    found = texts("手术由李建国教授主刀，历时七个小时。", {"李建国": "PER"})

    assert found == ["手术由李建国教授主刀。", "手术历时七个小时。"]


@pytest.mark.parametrize("sentence", ["他是勃艮第伯爵（1665年－1678年）。", "港区（1947－1990）位于东京。"])
def test_years_behind_an_office_or_a_place_are_nobodys_life(sentence: str) -> None:
    assert not [text for text in texts(sentence, {"东京": "LOC"}) if "出生于" in text or "逝世于" in text]


@pytest.mark.parametrize("opening", ["如上所述", "此外", "曾经", "此时"])
def test_what_only_leads_over_claims_nothing(opening: str) -> None:
    found = read(f"{opening}，北京是中国的首都。")

    assert [one.text for one in found if one.checkable] == ["北京是中国的首都。"]
