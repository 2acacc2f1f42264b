"""The graph judge: triples of a claim beside triples that sources state."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.model import StatedTriple, Term
from claimgraph.verify.judges.graph import GraphJudge, judge_facts
from claimgraph.verify.judges.graph_relations import NOUNS, VERBS, is_location, split_noun_phrase
from claimgraph.verify.model import Opinion, Pair, StatedFact, Unscored

SUPPORTED, CONTRADICTED, OPEN = 1.0, 0.0, 0.5
Said = tuple[str, tuple[str, str, str]]
"""A sentence and its triple in normal form."""


def _fact(said: Said, until: str | None = None) -> StatedFact:
    text, triple = said
    return StatedFact(*ids.split_triple_key(ids.triple_key(*triple)), "k", 0, len(text), text, until)


def _pair(claim: Said, *stated: Said, lang: str = "en", old: tuple[StatedFact, ...] = (), **others: object) -> Pair:
    text, triple = claim
    own = StatedTriple(Term(triple[0], ()), triple[1], Term(triple[2], ()), triple, 0.9)
    facts = (*map(_fact, stated), *old)
    pair = Pair(text, lang, " ".join(sentence for sentence, _ in stated), lang, None, (own,), facts)
    return dataclasses.replace(pair, **others)  # type: ignore[arg-type]


def _score(pair: Pair) -> float:
    opinion = judge_facts(pair)
    assert isinstance(opinion, Opinion), opinion
    return opinion.scores["graph"]


IN_WARSAW = ("Marie Curie was born in Warsaw.", ("Marie Curie", "bear in", "Warsaw"))
IN_1867 = ("Marie Curie was born in 1867.", ("Marie Curie", "bear in", "1867"))
PARIS = ("Paris is the capital of France.", ("Paris", "be", "capital of France"))
COOK = ("Tim Cook is the CEO of Apple.", ("Tim Cook", "be", "CEO of Apple"))
LYON = ("Lyon has a population of 520,000.", ("Lyon", "have", "population of 520,000"))
GOOGLE = ("Google is headquartered in Mountain View.", ("Google", "headquarter in", "Mountain View"))

ENGLISH = {
    "another birthplace": (
        ("Marie Curie was born in Krakow.", ("Marie Curie", "bear in", "Krakow")), [IN_WARSAW], CONTRADICTED),
    "another year": (("Marie Curie was born in 1868.", ("Marie Curie", "bear in", "1868")), [IN_1867], CONTRADICTED),
    "a place beside a year": (IN_WARSAW, [IN_1867], OPEN),
    "a country beside a city": (
        ("Marie Curie was born in Poland.", ("Marie Curie", "bear in", "Poland")), [IN_WARSAW], OPEN),
    "the same": (IN_WARSAW, [IN_WARSAW], SUPPORTED),
    "another capital": (
        ("Lyon is the capital of France.", ("Lyon", "be", "capital of France")), [PARIS], CONTRADICTED),
    "the capital of another country": (
        ("Paris is the capital of Italy.", ("Paris", "be", "capital of Italy")), [PARIS], CONTRADICTED),
    "the other way round": (
        ("The capital of France is Paris.", ("capital of France", "be", "Paris")), [PARIS], SUPPORTED),
    "possessive": (("Paris is France's capital.", ("Paris", "be", "France's capital")), [PARIS], SUPPORTED),
    "a former capital": (
        ("Lyon is the former capital of France.", ("Lyon", "be", "former capital of France")), [PARIS], None),
    "another CEO": (
        ("Satya Nadella is the CEO of Apple.", ("Satya Nadella", "be", "CEO of Apple")), [COOK], CONTRADICTED),
    "who was CEO before": (("Steve Jobs was the CEO of Apple.", ("Steve Jobs", "be", "CEO of Apple")), [COOK], OPEN),
    "the same office in full": (
        ("The chief executive officer of Apple is Tim Cook.", ("chief executive officer of Apple", "be", "Tim Cook")),
        [COOK], SUPPORTED),
    "another population": (("Lyon has a population of 610,000.", ("Lyon", "have", "population of 610,000")), [LYON],
        CONTRADICTED),
    "the population in other words": (
        ("Lyon has a population of 0.52 million.", ("Lyon", "have", "population of 0.52 million")), [LYON], SUPPORTED),
    "a population of another year": (
        ("In 2010 Lyon had a population of 480,000.", ("Lyon", "have", "population of 480,000")), [LYON], OPEN),
    "another headquarters": (
        ("Google is headquartered in Boston.", ("Google", "headquarter in", "Boston")), [GOOGLE], CONTRADICTED),
    "a height in another unit": (
        ("Mount Everest is 8.849 km high.", ("Mount Everest", "be", "8.849 km high")),
        [("Mount Everest is 8,849 metres high.", ("Mount Everest", "be", "8,849 metres high"))], SUPPORTED),
    "a date in another order": (
        ("Apple was founded on 1 April 1976.", ("Apple", "found on", "1 April 1976")),
        [("Apple was founded on April 1, 1976.", ("Apple", "found on", "April 1, 1976"))], SUPPORTED),
    "two uses": (("Python is used for games.", ("Python", "use for", "games")),
        [("Python is used for science.", ("Python", "use for", "science"))], OPEN),
    "two authors": (("Good Omens was written by Gaiman.", ("Gaiman", "write", "Good Omens")),
        [("Good Omens was written by Pratchett.", ("Pratchett", "write", "Good Omens"))], None),
    "denied by the source": (("Guido created Python.", ("Guido", "create", "Python")),
        [("Guido did not create Python.", ("Guido", "not create", "Python"))], CONTRADICTED),
    "denied by the claim": (("Guido did not create Python.", ("Guido", "not create", "Python")),
        [("Guido created Python.", ("Guido", "create", "Python"))], CONTRADICTED),
    "denied by both": (("Guido did not create Ruby.", ("Guido", "not create", "Ruby")),
        [("Guido did not create Ruby.", ("Guido", "not create", "Ruby"))], SUPPORTED),
    "a doubt": (("Guido perhaps created Python.", ("Guido", "create", "Python")),
        [("Guido created Python.", ("Guido", "create", "Python"))], OPEN),
    "a doubt of the source": (("Guido created Python.", ("Guido", "create", "Python")),
        [("Guido reportedly created Python.", ("Guido", "create", "Python"))], OPEN),
    "a plan of the source": (("Apple opened in Oslo.", ("Apple", "open in", "Oslo")),
        [("Apple will open in Oslo.", ("Apple", "open in", "Oslo"))], OPEN),
    "only": (("Only Guido created Python.", ("Guido", "create", "Python")),
        [("Guido created Python.", ("Guido", "create", "Python"))], OPEN),
    "no name": (("The company was founded in 1999.", ("company", "found in", "1999")),
        [("The company was founded in 1998.", ("company", "found in", "1998"))], OPEN),
    "a wider place": (("Google is headquartered in California.", ("Google", "headquarter in", "California")),
        [("Google is headquartered in Mountain View, California.",
          ("Google", "headquarter in", "Mountain View, California"))], OPEN),
}  # fmt: skip


@pytest.mark.parametrize("case", ENGLISH)
def test_english_claims_beside_what_is_stated(case: str) -> None:
    claim, stated, expected = ENGLISH[case]
    opinion = judge_facts(_pair(claim, *stated))
    assert (opinion.scores["graph"] if isinstance(opinion, Opinion) else None) == expected


BEIJING = ("澳大利亚的首都是堪培拉。", ("澳大利亚", "首都", "堪培拉"))
HANGZHOU = ("阿里巴巴总部位于杭州。", ("阿里巴巴总部", "位于", "杭州"))
CURIE = ("居里夫人出生于1867年。", ("居里夫人", "出生于", "1867年"))

CHINESE = {
    "另一个首都": (("悉尼是澳大利亚的首都。", ("悉尼", "是", "澳大利亚的首都")), [BEIJING], CONTRADICTED),
    "同一个首都": (("堪培拉是澳大利亚的首都。", ("堪培拉", "是", "澳大利亚的首都")), [BEIJING], SUPPORTED),
    "不是首都": (("堪培拉不是澳大利亚的首都。", ("堪培拉", "not 是", "澳大利亚的首都")), [BEIJING], CONTRADICTED),
    "另一个总部": (("阿里巴巴总部位于北京。", ("阿里巴巴总部", "位于", "北京")), [HANGZHOU], CONTRADICTED),
    "另一年": (("居里夫人出生于1868年。", ("居里夫人", "出生于", "1868年")), [CURIE], CONTRADICTED),
    "中文数字的年份": (("居里夫人出生于一八六七年。", ("居里夫人", "出生于", "一八六七年")), [CURIE], SUPPORTED),
    "人口": (("里昂人口为60万。", ("里昂人口", "为", "60万")), [("里昂人口为52万。", ("里昂人口", "为", "52万"))],
        CONTRADICTED),
    "人口写法": (("里昂的人口是五十二万。", ("里昂", "人口", "五十二万")),
        [("里昂人口为52万。", ("里昂人口", "为", "52万"))], SUPPORTED),
    "过去": (("环湖路目前允许双向通行。", ("环湖路", "允许", "双向通行")),
        [("环湖路过去允许双向通行。", ("环湖路", "允许", "双向通行"))], OPEN),
    "死亡与受伤": (("台风造成十九人死亡。", ("台风", "造成", "十九人死亡")),
        [("台风造成十九人受伤。", ("台风", "造成", "十九人受伤"))], OPEN),
    "用途": (("Python用于游戏。", ("Python", "用于", "游戏")),
        [("Python用于科学。", ("Python", "用于", "科学"))], OPEN),
}  # fmt: skip


@pytest.mark.parametrize("case", CHINESE)
def test_chinese_claims_beside_what_is_stated(case: str) -> None:
    claim, stated, expected = CHINESE[case]
    assert _score(_pair(claim, *stated, lang="zh")) == expected


def test_two_steps_lead_to_a_wider_place() -> None:
    claim = ("Marie Curie was born in Poland.", ("Marie Curie", "bear in", "Poland"))
    step = ("Warsaw is in Poland.", ("Warsaw", "be in", "Poland"))
    opinion = judge_facts(_pair(claim, IN_WARSAW, step))
    assert isinstance(opinion, Opinion)
    assert opinion.scores == {"graph": SUPPORTED}
    assert [(f.kind, f.claim_words, f.premise_words) for f in opinion.findings] == [
        ("path", "Poland", "marie curie → Warsaw; warsaw → Poland")
    ]


def test_a_lake_in_a_valley_lies_in_the_valleys_country_in_both_languages() -> None:
    english = _pair(
        ("Lake Orsha lies in Norway.", ("Lake Orsha", "lie in", "Norway")),
        ("Lake Orsha is situated in the Tarn Valley.", ("Lake Orsha", "situate in", "Tarn Valley")),
        ("The Tarn Valley is part of Norway.", ("Tarn Valley", "be part of", "Norway")),
    )
    chinese = _pair(
        ("白鹿湖位于中国。", ("白鹿湖", "位于", "中国")),
        ("白鹿湖位于云南省。", ("白鹿湖", "位于", "云南省")),
        ("云南省位于中国。", ("云南省", "位于", "中国")),
        lang="zh",
    )
    assert (_score(english), _score(chinese)) == (SUPPORTED, SUPPORTED)


def test_a_path_does_not_run_backwards_nor_over_a_denial() -> None:
    claim = ("Norway lies in Lake Orsha.", ("Norway", "lie in", "Lake Orsha"))
    orsha = ("Lake Orsha lies in the Tarn Valley.", ("Lake Orsha", "lie in", "Tarn Valley"))
    tarn = ("The Tarn Valley lies in Norway.", ("Tarn Valley", "lie in", "Norway"))
    denied = ("The Tarn Valley does not lie in Norway.", ("Tarn Valley", "not lie in", "Norway"))
    assert isinstance(judge_facts(_pair(claim, orsha, tarn)), Unscored)
    forwards = ("Lake Orsha lies in Norway.", ("Lake Orsha", "lie in", "Norway"))
    assert _score(_pair(forwards, orsha, denied)) == OPEN


def test_an_alias_is_the_same_subject_and_the_same_value() -> None:
    claim = ("WTA is headquartered in Geneva.", ("WTA", "headquarter in", "Geneva"))
    stated = (
        "The World Tunnel Association is headquartered in Geneva.",
        ("World Tunnel Association", "headquarter in", "Geneva"),
    )
    groups = (tuple(sorted((ids.normalise_name("WTA"), ids.normalise_name("World Tunnel Association")))),)
    assert isinstance(judge_facts(_pair(claim, stated)), Unscored)
    assert _score(_pair(claim, stated, same_names=groups)) == SUPPORTED


def test_what_was_true_once_is_said_and_supports_nothing() -> None:
    claim = ("Steve Ballmer is the CEO of Microsoft.", ("Steve Ballmer", "be", "CEO of Microsoft"))
    now = ("Satya Nadella is the CEO of Microsoft.", ("Satya Nadella", "be", "CEO of Microsoft"))
    opinion = judge_facts(_pair(claim, now, old=(_fact(claim, "2014-02-04"), _fact(claim, "2013-01-01"))))
    assert isinstance(opinion, Opinion)
    assert opinion.scores == {"graph": CONTRADICTED}
    assert ("superseded", Stance.NEUTRAL, "Steve Ballmer", "2014-02-04") in [
        (f.kind, f.stance, f.claim_words, f.premise_words) for f in opinion.findings
    ]
    assert opinion.reason == "was true until 2014-02-04"
    alone = judge_facts(_pair(claim, old=(_fact(claim, "2014-02-04"),)))
    assert isinstance(alone, Opinion)
    assert alone.scores == {"graph": OPEN}


def test_what_is_still_stated_is_not_called_superseded() -> None:
    opinion = judge_facts(_pair(PARIS, PARIS, old=(_fact(PARIS, "2020-01-01"),)))
    assert isinstance(opinion, Opinion)
    assert (opinion.scores["graph"], opinion.reason) == (SUPPORTED, None)


def test_it_abstains_without_a_triple_and_where_nobody_speaks_of_the_subject() -> None:
    nothing = judge_facts(dataclasses.replace(_pair(PARIS, PARIS), claim_triples=()))
    elsewhere = judge_facts(_pair(PARIS, IN_WARSAW))
    assert nothing == Unscored("the claim has no triple")
    assert elsewhere == Unscored("the window states no triple about the claim's subject")


def test_one_wrong_triple_of_two_contradicts_the_claim() -> None:
    pair = _pair(IN_WARSAW, IN_WARSAW, IN_1867)
    wrong = StatedTriple(Term("Marie Curie", ()), "born in", Term("1868", ()), ("Marie Curie", "bear in", "1868"), 0.9)
    both = dataclasses.replace(
        pair, claim="Marie Curie was born in Warsaw in 1868.", claim_triples=(*pair.claim_triples, wrong)
    )
    right = dataclasses.replace(wrong, normal=("Marie Curie", "bear in", "1867"))
    held = dataclasses.replace(
        both, claim="Marie Curie was born in Warsaw in 1867.", claim_triples=(*pair.claim_triples, right)
    )
    half = dataclasses.replace(held, claim_triples=pair.claim_triples)
    assert (_score(both), _score(held)) == (CONTRADICTED, SUPPORTED)
    assert _score(half) == OPEN  # its triple says less than the claim: nothing is proven


@pytest.mark.parametrize("relation", ["use for", "write", "create", "contain", "win", "用于", "包括", "喜欢"])
def test_a_relation_with_many_values_is_in_no_list(relation: str) -> None:
    assert relation not in {**VERBS, **NOUNS}


@pytest.mark.parametrize(
    "relation", ["bear in", "die on", "found in", "headquarter in", "出生于", "成立于", "总部位于", "逝世于"]
)
def test_a_verb_with_one_value_is_in_the_list(relation: str) -> None:
    assert relation in VERBS


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("capital of france", ("france", "capital")),
        ("france's capital", ("france", "capital")),
        ("current president of the united states", ("united states", "president")),
        ("population of lyon", ("lyon", "population")),
        ("法国的首都", ("法国", "capital")),
        ("苹果公司首席执行官", ("苹果公司", "chief executive")),
        ("former capital of france", None),
        ("capital", None),
        ("boiling water", None),
    ],
)
def test_a_noun_phrase_gives_subject_and_property(phrase: str, found: tuple[str, str] | None) -> None:
    split = split_noun_phrase(phrase)
    assert (None if split is None else (split[0], split[1].name)) == found


def test_what_lies_within_is_told_from_what_happens_there() -> None:
    assert all(is_location(one) for one in ("lie in", "locate in", "be in", "be part of", "位于", "坐落于"))
    assert not any(is_location(one) for one in ("win in", "live in", "be", "be on", "be 位于", "出生于"))


async def test_no_pair_depends_on_the_others_in_its_batch() -> None:
    pairs = [_pair(claim, *stated) for claim, stated, _ in ENGLISH.values()]
    together = await GraphJudge().judge(pairs)
    assert together == [(await GraphJudge().judge([pair]))[0] for pair in pairs]


@given(
    st.text(max_size=60),
    st.text(max_size=20),
    st.text(max_size=20),
    st.text(max_size=20),
    st.sampled_from(["en", "zh"]),
)
def test_any_text_gives_an_opinion_or_a_reason(text: str, head: str, relation: str, tail: str, lang: str) -> None:
    said = (text, (head, relation, tail))
    opinion = judge_facts(_pair(said, said, lang=lang, old=(_fact(said, "2020-01-01"),)))
    assert isinstance(opinion, (Opinion, Unscored))
    if isinstance(opinion, Opinion):
        assert opinion.scores["graph"] in (SUPPORTED, OPEN)


BEAT = ("Oduya beat Larsson.", ("Oduya", "beat", "Larsson"))
BOUGHT = ("Alder Bank bought the insurer Penrose Mutual.", ("Alder Bank", "buy", "insurer Penrose Mutual"))
MARRIED = ("Ann Berg married Carl Holm.", ("Ann Berg", "marry", "Carl Holm"))
ACQUIRED_ZH = ("华远集团收购了明达公司。", ("华远集团", "收购", "明达公司"))


@pytest.mark.parametrize(
    ("claim", "stated", "lang"),
    [
        (("Larsson beat Oduya.", ("Larsson", "beat", "Oduya")), BEAT, "en"),
        (("Penrose Mutual bought Alder Bank.", ("Penrose Mutual", "buy", "Alder Bank")), BOUGHT, "en"),
        (("明达公司收购了华远集团。", ("明达公司", "收购", "华远集团")), ACQUIRED_ZH, "zh"),
    ],
)
def test_who_did_what_to_whom_turned_around_contradicts(claim: Said, stated: Said, lang: str) -> None:
    assert _score(_pair(claim, stated, lang=lang)) == CONTRADICTED


def test_a_relation_that_holds_both_ways_does_not_contradict_when_turned_around() -> None:
    turned = ("Carl Holm married Ann Berg.", ("Carl Holm", "marry", "Ann Berg"))
    assert isinstance(judge_facts(_pair(turned, MARRIED)), Unscored)


def test_where_a_source_says_both_the_one_that_agrees_counts() -> None:
    again = ("Larsson beat Oduya.", ("Larsson", "beat", "Oduya"))
    assert _score(_pair(again, BEAT, again)) == SUPPORTED


def test_a_place_without_a_name_may_lie_in_one_that_has_one() -> None:
    stated = ("Acme was founded in Oslo.", ("Acme", "found in", "Oslo"))
    claim = ("Acme was founded in a garage.", ("Acme", "found in", "garage"))
    assert _score(_pair(claim, stated)) == OPEN
