"""Sources that disagree, and claims that say more than their sources: verdicts with the default judges."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimgraph.api.benching import fact_reader
from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.settings import Settings
from claimgraph.verify.evaluation.judging import Case, judge_cases, parse_label
from claimgraph.verify.model import Decision
from claimgraph.verify.policies.choose import build_policy


@pytest.fixture(scope="module")
def models() -> Models:
    return Models(Settings(home=Path("unused"), _env_file=None))  # type: ignore[call-arg]


async def _decide(models: Models, policy: str, claim: str, source: str) -> Decision:
    case = Case("case", source, claim, parse_label("entailment"), detect_language(claim))
    facts = fact_reader(models, models.judges)
    (judged,) = await judge_cases([case], models.judges, models.embeddings, facts=facts)
    (evidence,) = judged.evidence
    return build_policy(policy, None).decide(evidence, judged.checks[evidence.claim.id])


DISPUTED = [
    ("Orrin has 930 inhabitants.", "Orrin has 930 inhabitants. There is a church. Orrin has but 41 inhabitants."),
    ("The council approved the plan.", "The council approved the plan. In fact the council rejected the plan."),
    ("奥林村有930名居民。", "奥林村有930名居民。村里有一座教堂。据县志，奥林村有41名居民。"),
    ("理事会批准了扩建方案。", "理事会批准了扩建方案。会议记录显示，理事会否决了扩建方案。"),
]


@pytest.mark.parametrize(("claim", "source"), DISPUTED)
@pytest.mark.parametrize("policy", ["calibrated", "vote"])
async def test_a_claim_that_one_source_bears_out_and_another_denies_is_left_to_a_person(
    models: Models, policy: str, claim: str, source: str
) -> None:
    decision = await _decide(models, policy, claim, source)
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO
    assert decision.possible == (Verdict.SUPPORTED, Verdict.CONTRADICTED)
    assert decision.confidence is None
    assert not decision.is_wrong
    assert len({premise for _, premise in decision.carried}) > 1  # both sides are shown
    assert decision.unscored_reason is not None
    assert ("互相矛盾" if detect_language(claim) == "zh" else "contradict each other") in decision.unscored_reason


@pytest.mark.parametrize(("claim", "source"), DISPUTED)
async def test_strict_takes_the_denial(models: Models, claim: str, source: str) -> None:
    assert (await _decide(models, "strict", claim, source)).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Orrin has 930 inhabitants.", "Orrin has 930 inhabitants. In 1900 Orrin had 41 inhabitants."),
        ("Orrin has 930 inhabitants.", "Orrin has 930 inhabitants. Belm has 41 inhabitants."),
        ("The north tower has 48 floors.", "The north tower has 48 floors. The south tower has 52 floors."),
        ("Orrin has 930 inhabitants.", "Orrin has 930 inhabitants. Orrin has 41 shops."),
        ("奥林村有930名居民。", "奥林村有930名居民。1900年，奥林村有41名居民。"),
        ("奥林村有930名居民。", "奥林村有930名居民。贝尔姆村有41名居民。"),
    ],
)
@pytest.mark.parametrize("policy", ["calibrated", "vote", "strict"])
async def test_what_is_said_of_another_thing_or_time_denies_nothing(
    models: Models, policy: str, claim: str, source: str
) -> None:
    assert (await _decide(models, policy, claim, source)).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All participants completed the course.", "Some participants completed the course."),
        ("The museum is always free.", "The museum is sometimes free."),
        ("Visitors must register online.", "Visitors may register online."),
        ("Smoking causes cancer.", "Smoking may cause cancer."),
        ("所有参与者都完成了课程。", "部分参与者完成了课程。"),
        ("博物馆总是免费开放。", "博物馆有时免费开放。"),
        ("参观者必须网上登记。", "参观者可以网上登记。"),
        ("吸烟一定导致癌症。", "吸烟可能导致癌症。"),
        ("吸烟导致癌症。", "吸烟可能导致癌症。"),
        ("Sales rose in 2020.", "Sales fell in 2020."),
        ("The Danube is longer than the Volga.", "The Volga is longer than the Danube."),
        ("伏尔加河比多瑙河短。", "伏尔加河比多瑙河长。"),
    ],
)
@pytest.mark.parametrize("policy", ["calibrated", "vote", "strict"])
async def test_a_claim_that_says_more_or_the_opposite_is_not_supported(
    models: Models, policy: str, claim: str, source: str
) -> None:
    assert (await _decide(models, policy, claim, source)).verdict is not Verdict.SUPPORTED


async def test_what_the_evidence_does_not_speak_of_is_not_supported_however_likely(models: Models) -> None:
    decision = await _decide(models, "calibrated", "Guido van Rossum created Ruby.", "Ruby is a programming language.")
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO


async def test_a_thing_may_be_named_by_its_short_form(models: Models) -> None:
    source = "The Zyxwovil Weaving Works (ZWW) was founded in 1907. ZWW has 320 employees."
    decision = await _decide(models, "calibrated", "The Zyxwovil Weaving Works has 320 employees.", source)
    assert decision.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The museum's stone and mineral collection is on display.", "The museum's mineral collection is on display."),
        ("The film received good reviews but failed at the box office.", "The film failed at the box office."),
        ("郝先生长期吸烟，凌晨因胸痛送医。", "郝先生凌晨因胸痛送医，当天植入支架。"),
    ],
)
async def test_a_sentence_of_the_evidence_with_words_put_in_is_not_supported(
    models: Models, claim: str, source: str
) -> None:
    assert (await _decide(models, "calibrated", claim, source)).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tim McGraw acted in The Blind Side.", "McGraw has also acted, with a role in The Blind Side."),
        ("Penélope Cruz was born in Madrid.", "Cruz was born in Madrid and grew up in a small town."),
    ],
)
async def test_a_last_name_alone_is_that_of_the_claim(models: Models, claim: str, source: str) -> None:
    assert (await _decide(models, "calibrated", claim, source)).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Pharrell Williams plays drums.", "He is the lead singer and drummer of a band that he formed."),
        ("何丽君1950年出生于奥斯陆。", "她1950年出生于奥斯陆，后来到上海教书。"),
        ("华为于2019年在上海上市。", "该公司于2019年在上海上市。"),
        ("Berlin has 2 million people.", "It has 2 million people."),
    ],
)
async def test_evidence_that_does_not_say_who_neither_supports_nor_contradicts(
    models: Models, claim: str, source: str
) -> None:
    assert (await _decide(models, "calibrated", claim, source)).verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Guido van Rossum created Ruby.", "Guido van Rossum created Python. Matz is a programmer. He created Ruby."),
        ("何丽君1950年出生于奥斯陆。", "她1951年出生于奥斯陆，后来到上海教书。"),
    ],
)
async def test_a_pronoun_is_not_the_claims_own_where_the_source_says_whom_it_speaks_of_or_something_else(
    models: Models, claim: str, source: str
) -> None:
    assert (await _decide(models, "calibrated", claim, source)).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Some participants completed the course.", "All participants completed the course."),
        ("Smoking may cause cancer.", "Smoking may cause cancer."),
        ("Visitors must register online.", "Visitors must register online."),
        ("The Danube is shorter than the Volga.", "The Volga is longer than the Danube."),
        ("部分参与者完成了课程。", "所有参与者都完成了课程。"),
        ("吸烟可能导致癌症。", "吸烟可能导致癌症。"),
        ("参观者必须网上登记。", "参观者必须网上登记。"),
        ("多瑙河比伏尔加河短。", "伏尔加河比多瑙河长。"),
    ],
)
async def test_a_claim_that_says_as_much_or_less_is_supported(models: Models, claim: str, source: str) -> None:
    assert (await _decide(models, "calibrated", claim, source)).verdict is Verdict.SUPPORTED


BETWEEN = (
    " It was cold that year, and many farmers lost their crops, as the chronicle of the parish tells at length." * 6
)
BETWEEN_CHINESE = "那一年天气寒冷，据县志记载，许多农户的庄稼都受了冻。" * 8


@pytest.mark.parametrize(
    ("claim", "first", "second"),
    [
        (
            "Soul Food was directed by Steven Spielberg.",
            "Soul Food is a 1997 American film directed by George Tillman.",
            "The Sugarland Express is a 1974 American crime drama film directed by Steven Spielberg.",
        ),
        (
            "Soul Food is a 2003 German film.",
            "Soul Food is a 1997 American film directed by George Tillman.",
            "Good Bye, Lenin! is a 2003 German tragicomedy film.",
        ),
        (
            "《红高粱》由陈凯歌执导。",
            "《红高粱》是一部1987年上映的中国电影，由张艺谋执导。",
            "《霸王别姬》是一部1993年上映的中国电影，由陈凯歌执导。",
        ),
    ],
)
@pytest.mark.parametrize("policy", ["calibrated", "vote", "strict"])
async def test_what_one_passage_rules_out_no_second_one_makes_good(
    models: Models, policy: str, claim: str, first: str, second: str
) -> None:
    between = BETWEEN_CHINESE if detect_language(claim) == "zh" else BETWEEN
    assert (await _decide(models, policy, claim, f"{first}{between} {second}")).verdict is Verdict.CONTRADICTED
