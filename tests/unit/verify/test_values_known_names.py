"""Countries, places and organisations by several names, and places that lie in one another, in both languages."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import anyio
import pytest

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.vocabulary import EntityType, Stance
from claimgraph.ingest.model import Mention, StatedTriple, Term
from claimgraph.ingest.text.chinese_names import chinese_names
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.analysis import analyse
from claimgraph.verify.judges.countries import is_country, lies_within, may_lie_within, places
from claimgraph.verify.judges.graph import judge_facts
from claimgraph.verify.judges.known_names import are_one, known_in
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.judges.same_slot import are_two_names
from claimgraph.verify.judges.values.judge import ValuesJudge
from claimgraph.verify.judges.values.names import holds_name, names_agree
from claimgraph.verify.judges.whereabouts import is_said_within
from claimgraph.verify.model import Finding, Opinion, Pair, StatedFact


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _aligned(claim: str, premise: str) -> Opinion:
    opinion = judge_alignment(Pair(claim, _lang(claim), premise, _lang(premise)))
    assert isinstance(opinion, Opinion)
    return opinion


def _against(claim: str, premise: str) -> list[Finding]:
    return [finding for finding in _aligned(claim, premise).findings if finding.stance is Stance.CONTRADICTS]


ONE_THING = [
    ("China", "the People's Republic of China"),
    ("China", "PRC"),
    ("the USA", "the United States of America"),
    ("the U.S.", "the United States"),
    ("the US", "America"),
    ("the UK", "Great Britain"),
    ("Britain", "the United Kingdom"),
    ("South Korea", "the Republic of Korea"),
    ("North Korea", "the DPRK"),
    ("Russia", "the Russian Federation"),
    ("the Netherlands", "Holland"),
    ("Burma", "Myanmar"),
    ("the WHO", "the World Health Organization"),
    ("the EU", "the European Union"),
    ("MIT", "the Massachusetts Institute of Technology"),
    ("中国", "中华人民共和国"),
    ("美国", "美利坚合众国"),
    ("英国", "大不列颠及北爱尔兰联合王国"),
    ("韩国", "大韩民国"),
    ("朝鲜", "朝鲜民主主义人民共和国"),
    ("俄罗斯", "俄罗斯联邦"),
    ("阿联酋", "阿拉伯联合酋长国"),
    ("世卫组织", "世界卫生组织"),
    ("欧盟", "欧洲联盟"),
    ("中石油", "中国石油天然气集团有限公司"),
    ("北大", "北京大学"),
]


@pytest.mark.parametrize(("one", "other"), ONE_THING)
@pytest.mark.parametrize("turned", [False, True])
def test_two_names_of_one_thing_are_no_conflict_and_count_as_said(one: str, other: str, turned: bool) -> None:
    first, second = (other, one) if turned else (one, other)
    texts = ("{}签署了条约。", "{}签署了条约。") if _lang(one) == "zh" else ("{} signed the treaty.",) * 2
    claim, premise = (
        text.format(name[0].upper() + name[1:]) for text, name in zip(texts, (first, second), strict=True)
    )

    opinion = _aligned(claim, premise)

    assert opinion.findings == ()
    assert opinion.scores["alignment"] > 0.85


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("North Korea signed the treaty.", "The Republic of Korea signed the treaty."),
        ("The UK signed the treaty.", "The Republic of Ireland signed the treaty."),
        ("Guinea signed the treaty.", "Equatorial Guinea signed the treaty."),
        ("The WTO published the report.", "The World Health Organization published the report."),
        ("朝鲜签署了条约。", "大韩民国签署了条约。"),
        ("德国签署了条约。", "法兰西共和国签署了条约。"),
        ("世贸组织发布了报告。", "世卫组织发布了报告。"),
    ],
)
def test_names_of_two_things_are_not_one(claim: str, premise: str) -> None:
    opinion = _aligned(claim, premise)

    assert opinion.findings != () or opinion.scores["alignment"] < 0.7


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("美国", "the United States"),
        ("世卫组织", "WHO"),
        ("英国", "UK"),
        ("奥斯陆", "Oslo"),
        ("北京大学", "Peking University"),
    ],
)
def test_names_are_one_across_languages(one: str, other: str) -> None:
    assert are_one(one, other)


def test_a_name_said_in_the_other_language_is_not_missing() -> None:
    pair = Pair("The World Health Organization was founded in 1948.", "en", "世卫组织成立于1948年。", "zh")

    opinion = judge_rules(pair)

    assert isinstance(opinion, Opinion)
    assert opinion.scores == {"rules": 1.0}


def test_a_country_is_not_seen_in_a_longer_name() -> None:
    assert known_in("South America and New England are no countries.") == ()
    assert [stands for _, _, stands in known_in("Papua New Guinea and Guinea-Bissau")] == [
        "papua new guinea",
        "guinea-bissau",
    ]
    assert analyse("中国银行公布了业绩。", "zh").known.keys() == {"bank of china"}


def test_the_pronoun_us_is_no_country_and_in_capitals_it_is() -> None:
    assert analyse("They told us who came.", "en").known == {}
    assert set(analyse("The US asked the WHO.", "en").known) == {"united states", "world health organization"}


def test_every_place_of_the_tables_lies_in_a_country_and_no_name_is_two_places() -> None:
    found = places()
    named: dict[str, str] = {}
    for place in found.values():
        around = {place.name, *(other for other in found if lies_within(place.name, other))}
        assert any(found[other].country for other in around), place
        for name in place.names:
            assert named.setdefault(name, place.name) == place.name


def test_towns_lie_in_their_countries_however_both_are_called() -> None:
    assert lies_within("Oslo", "the Kingdom of Norway")
    assert lies_within("杭州市", "中华人民共和国")
    assert lies_within("Edinburgh", "UK")
    assert lies_within("Beijing", "中国")
    assert not lies_within("Oslo", "Sweden")
    assert not lies_within("Norway", "Oslo")
    assert is_country("英国")
    assert not is_country("杭州")
    assert may_lie_within("Dorwick", "Norway")
    assert not may_lie_within("Stockholm", "Norway")
    assert not may_lie_within("Sweden", "Norway")


@pytest.mark.parametrize(
    ("inner", "outer", "text"),
    [
        ("Dorwick", "Norway", "Dorwick is the capital of Norway."),
        ("Dorwick", "Norway", "The capital of Norway is Dorwick."),
        ("Dorwick", "Norway", "It is based in Dorwick, Norway."),
        ("Dorwick", "Norway", "Dorwick is a small town in western Norway."),
        ("Dorwick", "Norway", "Norway's capital, Dorwick, is old."),
        ("青湖", "挪威", "青湖是挪威首都。"),
        ("青湖", "挪威", "挪威首都青湖建于1900年。"),
        ("青湖市", "挪威", "青湖市位于挪威西部。"),
        ("青湖", "挪威", "挪威的首都是青湖。"),
    ],
)
def test_the_evidence_may_say_itself_which_place_holds_which(inner: str, outer: str, text: str) -> None:
    assert is_said_within(inner, outer, text)
    assert not is_said_within(outer, inner, text)


@pytest.mark.parametrize(
    ("inner", "outer", "text"),
    [
        ("Dorwick", "Norway", "He flew from Dorwick. Norway won."),
        ("Dorwick", "Norway", "Dorwick lies far from Norway."),
        ("青湖", "挪威", "青湖与挪威签署协议。"),
        ("青湖", "挪威", "他离开青湖，去了挪威。"),
    ],
)
def test_two_places_in_one_text_need_not_hold_each_other(inner: str, outer: str, text: str) -> None:
    assert not is_said_within(inner, outer, text)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Marisca is based in Norway.", "Marisca is based in Oslo. Oslo is the capital of Norway."),
        ("Marisca is based in Norway.", "Marisca is based in Oslo."),
        ("Marisca is based in Oslo.", "Marisca is based in Norway."),
        ("Marisca is based in Norway.", "Marisca is based in Dorwick."),
        ("海星公司总部位于挪威。", "海星公司总部位于奥斯陆。奥斯陆是挪威首都。"),
        ("海星公司总部位于挪威。", "海星公司总部位于奥斯陆。"),
        ("海星公司总部位于浙江。", "海星公司总部位于杭州。"),
    ],
)
def test_a_place_in_another_is_no_conflict_with_it(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Marisca is based in Norway.", "Marisca is based in Stockholm."),
        ("Marisca is based in Oslo.", "Marisca is based in Bergen."),
        ("海星公司总部位于挪威。", "海星公司总部位于斯德哥尔摩。"),
        ("海星公司总部位于广东。", "海星公司总部位于杭州。"),
    ],
)
def test_a_place_elsewhere_is_still_a_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise) != []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("安娜·李创办的海星公司生产自行车。", "安娜·李"),
        ("安娜·李在1970年创办了海星公司。", "安娜·李"),
        ("安娜·李于1970年创办了海星公司。", "安娜·李"),
        ("伊恩·默多克创立了项目。", "伊恩·默多克"),
        ("布鲁斯·佩伦斯创立了项目。", "布鲁斯·佩伦斯"),
    ],
)
def test_a_transliterated_name_ends_before_its_verb(text: str, name: str) -> None:
    assert analyse(text, "zh").groups[0].surface == name


def test_the_verb_to_sign_is_no_end_of_an_authority() -> None:
    assert all("签署" not in text[start:end] for text in ["中国签署了条约。"] for start, end, _ in chinese_names(text))
    assert [text[start:end] for text in ["中国专利署公布了数据。"] for start, end, _ in chinese_names(text)] != []


class Names:
    """Finds these names, some of them cut wrongly, as a reader of names may cut them."""

    version = "1"
    known = (
        ("Oslo", EntityType.PLACE), ("Norway", EntityType.PLACE), ("Stockholm", EntityType.PLACE),
        ("Dorwick", EntityType.PLACE), ("Marisca", EntityType.ORGANISATION),
        ("United States", EntityType.ORGANISATION), ("USA", EntityType.PLACE),
        ("中华人民共和国签署", EntityType.NAME), ("中国", EntityType.PLACE), ("英国", EntityType.PLACE),
        ("大不列颠", EntityType.PLACE), ("北爱尔兰联合王国", EntityType.PLACE), ("法国", EntityType.PLACE),
        ("奥斯陆", EntityType.PLACE), ("挪威", EntityType.PLACE), ("青湖市", EntityType.PLACE),
        ("海星公司", EntityType.ORGANISATION),
    )  # fmt: skip

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]:
        kinds = dict(self.known)
        pattern = re.compile("|".join(sorted(kinds, key=len, reverse=True)))
        return [
            [Mention(m.start(), m.end(), m.group(), kinds[m.group()], "names-1") for m in pattern.finditer(text)]
            for text in texts
        ]


def _valued(claim: str, *statements: str) -> float | None:
    """What the values judge scores; None where it abstains."""
    lang = _lang(claim)
    facts = tuple(StatedFact("h", "r", "t", "c", 0, 1, text) for text in statements)
    pair = Pair(claim, lang, " ".join(statements), lang, premise_facts=facts)
    (opinion,) = anyio.run(ValuesJudge(Names()).judge, [pair])
    return opinion.scores["values"] if isinstance(opinion, Opinion) else None


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        ("中国签署了条约。", "中华人民共和国签署了条约。"),
        ("英国签署了条约。", "大不列颠及北爱尔兰联合王国签署了条约。"),
        ("大不列颠及北爱尔兰联合王国签署了条约。", "英国签署了条约。"),
        ("The USA signed the treaty.", "The United States signed the treaty."),
    ],
)
def test_a_value_under_another_of_its_names_is_said(claim: str, statement: str) -> None:
    assert _valued(claim, statement) == 1.0


@pytest.mark.parametrize(
    ("said", "told", "agree"),
    [
        ("Zyxwovil Weaving Works", "ZWW", True),
        ("ZWW", "Zyxwovil Weaving Works", True),
        ("Bank of Oslo", "BO", True),
        ("Zyxwovil Weaving Works", "ZWX", False),
        ("Zyxwovil Weaving Works", "Zww", False),
        ("北京大学", "北大", True),
    ],
)
def test_a_name_and_its_initials_agree(said: str, told: str, agree: bool) -> None:
    text = f"{told} has 320 employees."
    assert names_agree(said, text, [Mention(0, len(told), told, EntityType.ORGANISATION, "names-1")]) is agree


def test_another_country_is_another_value() -> None:
    assert _valued("法国签署了条约。", "大不列颠及北爱尔兰联合王国签署了条约。") == 0.0


@pytest.mark.parametrize(
    ("claim", "statements", "score"),
    [
        ("Marisca is based in Norway.", ["Marisca is based in Oslo.", "Oslo is the capital of Norway."], 1.0),
        ("Marisca is based in Norway.", ["Marisca is based in Dorwick.", "Dorwick is a town in Norway."], 1.0),
        ("Marisca is based in Norway.", ["Marisca is based in Oslo."], None),
        ("Marisca is based in Oslo.", ["Marisca is based in Norway."], None),
        ("Marisca is based in Norway.", ["Marisca is based in Stockholm."], 0.0),
        ("海星公司总部位于挪威。", ["海星公司总部位于奥斯陆。", "奥斯陆是挪威首都。"], 1.0),
        ("海星公司总部位于挪威。", ["海星公司总部位于青湖市。", "青湖市位于挪威西部。"], 1.0),
        ("海星公司总部位于挪威。", ["海星公司总部位于奥斯陆。"], None),
        ("海星公司总部位于奥斯陆。", ["海星公司总部位于挪威。"], None),
    ],
)
def test_a_place_is_said_by_one_that_the_evidence_puts_in_it(
    claim: str, statements: list[str], score: float | None
) -> None:
    assert _valued(claim, *statements) == score


def _graph(claim: tuple[str, tuple[str, str, str]], *stated: tuple[str, tuple[str, str, str]]) -> float:
    text, triple = claim
    lang = _lang(text)
    facts = tuple(
        StatedFact(*ids.split_triple_key(ids.triple_key(*said)), "c", 0, len(sentence), sentence)
        for sentence, said in stated
    )
    own = StatedTriple(Term(triple[0], ()), triple[1], Term(triple[2], ()), triple, 0.9)
    opinion = judge_facts(Pair(text, lang, " ".join(one for one, _ in stated), lang, None, (own,), facts))
    assert isinstance(opinion, Opinion)
    return opinion.scores["graph"]


IN_OSLO = ("海星公司总部位于奥斯陆。", ("海星公司总部", "位于", "奥斯陆"))
CAPITAL = ("奥斯陆是挪威首都。", ("奥斯陆", "是", "挪威首都"))


def test_two_steps_lead_to_a_wider_place_in_chinese_as_well() -> None:
    in_norway = ("海星公司总部位于挪威。", ("海星公司总部", "位于", "挪威"))
    in_sweden = ("海星公司总部位于瑞典。", ("海星公司总部", "位于", "瑞典"))

    assert _graph(in_norway, IN_OSLO, CAPITAL) == 1.0
    assert _graph(in_norway, IN_OSLO) == 0.5
    assert _graph(in_sweden, IN_OSLO) == 0.0


def test_the_graph_knows_a_country_by_its_other_names() -> None:
    claim = ("华盛顿是美利坚合众国的首都。", ("华盛顿", "是", "美利坚合众国的首都"))
    stated = ("华盛顿是美国的首都。", ("华盛顿", "是", "美国的首都"))

    assert _graph(claim, stated) == 1.0


@pytest.mark.parametrize(
    ("text", "name", "held"),
    [
        ("新疆GDP总量突破100亿元。", "GDP", True),
        ("DeSanctis在天文台发现了此行星。", "desanctis", True),
        ("NASA与ESA签署协议，ESA出资。", "ESA", True),
        ("The ESAC is in Spain.", "ESA", False),
        ("GPT4与GPT模型不同。", "GPT", True),
        ("GPT4发布了。", "GPT", False),
    ],
)
def test_a_latin_name_ends_where_chinese_begins(text: str, name: str, held: bool) -> None:
    assert holds_name(text, name) is held


@pytest.mark.parametrize(("inner", "outer", "joint"), [("Ann", "Bob", "Ann Bob "), ("美", "中", "美，中，")])
def test_names_that_stand_a_thousand_times_in_a_text_cost_no_time(inner: str, outer: str, joint: str) -> None:
    assert not is_said_within(inner, outer, joint)  # the tables are read
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "c_call"

    sys.setprofile(count)
    try:
        assert not is_said_within(inner, outer, joint * 1000)
        assert not are_two_names(inner, "qx", f"{joint * 1000}and then qx")
    finally:
        sys.setprofile(None)
    assert calls < 300_000  # a million pairs of names would be asked otherwise
