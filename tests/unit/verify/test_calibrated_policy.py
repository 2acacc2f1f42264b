"""The calibrated policy: probabilities that follow the evidence, review instead of guesses, and numbers as data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.errors import ConfigError
from claimgraph.platform.models.cross_encoder import CHINESE, CrossEncoderNli
from claimgraph.platform.models.glossing import Glossary, GlossedNli
from claimgraph.platform.models.ports import NliModel
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Finding, Opinion, Piece, Unscored, Window
from claimgraph.verify.policies.calibrated import CalibratedPolicy
from claimgraph.verify.policies.choose import build_policy, choose_policies, policy_json
from claimgraph.verify.policies.features import SIGNS, features
from claimgraph.verify.policies.logistic import Logistic

TEXT = "The bridge opened in 1998."
shares = st.floats(0, 1)


def claim(checkable: bool = True, lang: str = "en") -> Claim:
    return Claim("c1", TEXT, lang, (Span(0, len(TEXT)),), Span(0, len(TEXT)), True, checkable)


def window(text: str = "The bridge, 300 m long, opened in 1998.") -> Window:
    return Window("w1", text, "en", (Piece("chunk", 0, len(text)),), 0.9)


def check(judge: str, opinion: Opinion | Unscored) -> Check:
    return Check("c1", window(), judge, "1", opinion)


def checks(
    entailment: float = 0.5, contradiction: float = 0.1, similarity: float = 0.5, alignment: float = 0.8,
    conflict: bool = False,
) -> list[Check]:  # fmt: skip
    findings = (Finding("number", Stance.CONTRADICTS, "1998", "1999"),) if conflict else ()
    rest = max(0.0, 1 - entailment - contradiction)
    nli = Opinion({"nli_entailment": entailment, "nli_neutral": rest, "nli_contradiction": contradiction})
    return [
        check("nli", nli),
        check("similarity", Opinion({"similarity": similarity})),
        check("alignment", Opinion({"alignment": alignment}, findings)),
    ]


def decide(policy: CalibratedPolicy, given: list[Check], lang: str = "en") -> Decision:
    return policy.decide(ClaimEvidence(claim(lang=lang), (), (window(),)), given)


def support(given: list[Check]) -> float:
    score = CalibratedPolicy.shipped().support(ClaimEvidence(claim(), (), (window(),)), given)
    assert score is not None
    return score


@given(low=shares, high=shares, other=shares)
def test_more_entailment_never_lowers_the_chance_of_support(low: float, high: float, other: float) -> None:
    low, high = sorted((low, high))
    assert (
        support(checks(entailment=low, similarity=other)) <= support(checks(entailment=high, similarity=other)) + 1e-9
    )


@given(low=shares, high=shares)
def test_more_contradiction_never_raises_the_chance_of_support(low: float, high: float) -> None:
    low, high = sorted((low, high))
    assert support(checks(contradiction=high)) <= support(checks(contradiction=low)) + 1e-9


@given(entailment=shares, alignment=shares)
def test_a_conflict_never_raises_the_chance_of_support(entailment: float, alignment: float) -> None:
    without = support(checks(entailment, alignment=alignment))
    assert support(checks(entailment, alignment=alignment, conflict=True)) <= without + 1e-9


def test_one_conflict_tells_where_other_judges_saw_none() -> None:
    none = features(ClaimEvidence(claim(), (), (window(),)), [*checks(), check("values", Opinion({}))])
    one = features(ClaimEvidence(claim(), (), (window(),)), [*checks(conflict=True), check("values", Opinion({}))])

    assert (none["any_conflict"], one["any_conflict"]) == (0.0, 1.0)
    assert one["values_conflict"] == 0.0
    unread = features(ClaimEvidence(claim(), (), (window(),)), [check("similarity", Opinion({"similarity": 0.5}))])
    assert "any_conflict" not in unread


def _found(*given: tuple[str, Opinion], text: str = "The bridge, 300 m long, opened in 1998.") -> dict[str, float]:
    shown = window(text)
    return features(ClaimEvidence(claim(), (), (shown,)), [Check("c1", shown, judge, "1", one) for judge, one in given])


def _conflicting(kind: str, **scores: float) -> Opinion:
    return Opinion(dict(scores), (Finding(kind, Stance.CONTRADICTS, "Ann Berg", "Carl Holm"),))


def test_conflicts_are_told_apart_by_what_they_are_of() -> None:
    named = _found(("alignment", _conflicting("name", alignment=0.9)), ("values", _conflicting("name", values=0.0)))
    assert (named["alignment_conflict"], named["values_name_conflict"], named["names_agreed_conflict"]) == (1, 1, 1)
    assert named["values_conflict"] == 0
    assert "rules_conflict" not in named

    alone = _found(("alignment", Opinion({"alignment": 0.9})), ("values", _conflicting("name", values=0.0)))
    assert (alone["values_name_conflict"], alone["names_agreed_conflict"]) == (1, 0)

    swapped = _found(("alignment", _conflicting("role", alignment=1.0)))
    assert (swapped["role_conflict"], swapped["alignment_conflict"]) == (1, 0)
    stated = _found(("statements", _conflicting("role", statement_alignment=1.0)))
    assert (stated["role_conflict"], stated["statement_name_conflict"], stated["statement_conflict"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("said", "told", "quoted"),
    [
        ("The bridge opened in 1998.", "In spring the bridge  opened in 1998, and a ferry was closed.", 1.0),
        ("The bridge opened in 1998.", "The bridge reopened in 1998.", 0.0),
        ("It has 930 inhabitants.", "It has 1,930 inhabitants.", 0.0),
        ("The toll is 3.", "The toll is 3.50 a car.", 0.0),
        ("大桥于1998年通车。", "据报道，大桥于1998年通车，全长300米。", 1.0),
        ("The bridge [opened] (again).", "Later the bridge [opened] (again).", 1.0),
    ],
)
def test_a_claim_that_stands_in_its_evidence_from_word_to_word_is_quoted(said: str, told: str, quoted: float) -> None:
    stands = Claim("c1", said, "en", (Span(0, len(said)),), Span(0, len(said)), True, True)
    given = [Check("c1", window(told), "alignment", "1", Opinion({"alignment": 0.9}))]
    assert features(ClaimEvidence(stands, (), (window(told),)), given)["quoted"] == quoted


def test_what_a_statement_of_the_evidence_says_itself_is_quoted_wherever_its_words_stand() -> None:
    said = Opinion({"values": 1.0}, (Finding("value", Stance.SUPPORTS, TEXT, "the bridge opened in 1998"),))
    other = Opinion({"values": 1.0}, (Finding("value", Stance.SUPPORTS, TEXT, "The bridge opened in spring"),))
    assert [_found(("values", one), ("alignment", Opinion({"alignment": 1.0})))["quoted"] for one in (said, other)] == [
        1.0,
        0.0,
    ]


def _missing(*names: str) -> tuple[str, Opinion]:
    return "alignment", Opinion({"alignment": 0.3}, tuple(Finding("name", Stance.NEUTRAL, one, "") for one in names))


@pytest.mark.parametrize(
    ("said", "told", "name", "untold"),
    [
        ("Guido van Rossum created Ruby.", "Ruby is a programming language.", "Guido van Rossum", 1.0),
        ("Ruby was created by Guido.", "Ruby is a programming language.", "Guido", 1.0),
        ("The actress Ann Lee Roy was in it.", "It also starred Roy.", "Ann Lee Roy", 0.0),
        ("The novelist met Cézanne.", "Paul Cezanne met a novelist.", "Cézanne", 0.0),
        ("Visitors must register.", "Guests have to sign up.", "Visitors", 0.0),  # any first word has a capital
        ("《红高粱》由陈凯歌执导。", "《红高粱》是一部中国电影。", "陈凯歌", 1.0),
        ("《红高粱》由陈凯歌执导。", "《红高粱》是陈导演的电影。", "陈凯歌", 0.0),
    ],
)
def test_a_name_is_untold_where_no_word_of_it_stands_in_the_evidence(
    said: str, told: str, name: str, untold: float
) -> None:
    lang = detect_language(said)
    stands = Claim("c1", said, lang, (Span(0, len(said)),), Span(0, len(said)), True, True)
    piece = Window("w1", told, lang, (Piece("chunk", 0, len(told)),), 0.9)
    judge, opinion = _missing(name)
    given = [Check("c1", piece, judge, "1", opinion)]
    assert features(ClaimEvidence(stands, (), (piece,)), given)["untold_name"] == untold


@pytest.mark.parametrize(
    ("said", "told", "untold"),
    [
        ("The song was a hit in May, but dropped off the radio.", "The song was a hit in the May of 1990.", 1.0),
        ("The song was a hit in May, but fell off the radio.", "In May the song was a hit on the radio.", 0.0),
        ("The song was a hit in May.", "In May the song was a great hit.", 0.0),  # one clause
        ("Nobody came, and the hall was closed.", "The bridge opened in 1998.", 0.0),  # nothing of it is told
        ("The song was a hit, and sold.", "The song was a hit.", 0.0),  # one word is little
        ("这首歌五月走红，但电台拒绝播放。", "这首歌在五月走红。", 1.0),
        ("这首歌五月走红，但电台拒绝播放。", "这首歌在五月走红，电视台不播。", 0.0),
    ],
)
def test_a_clause_is_untold_where_the_rest_stands_in_the_evidence_and_of_it_no_word(
    said: str, told: str, untold: float
) -> None:
    lang = detect_language(said)
    stands = Claim("c1", said, lang, (Span(0, len(said)),), Span(0, len(said)), True, True)
    piece = Window("w1", told, lang, (Piece("chunk", 0, len(told)),), 0.9)
    given = [Check("c1", piece, "alignment", "1", Opinion({"alignment": 0.6}))]
    assert features(ClaimEvidence(stands, (), (piece,)), given)["untold_clause"] == untold


@pytest.mark.parametrize(("stance", "untold"), [(Stance.SUPPORTS, 0.0), (Stance.NEUTRAL, 1.0)])
def test_a_clause_whose_number_a_window_has_in_another_form_is_told(stance: Stance, untold: float) -> None:
    said, told = "下午四点，气象台解除了寒潮预警。", "气象台今日16时解除寒潮预警。"
    stands = Claim("c1", said, "zh", (Span(0, len(said)),), Span(0, len(said)), True, True)
    piece = Window("w1", told, "zh", (Piece("chunk", 0, len(told)),), 0.9)
    opinion = Opinion({"alignment": 0.6}, (Finding("number", stance, "下午四点", "16时"),))
    given = [Check("c1", piece, "alignment", "1", opinion)]
    assert features(ClaimEvidence(stands, (), (piece,)), given)["untold_clause"] == untold


def test_a_number_inside_another_one_makes_no_clause_told() -> None:
    said, told = "The house has 5 rooms, but closed in 2015.", "The house has 5 rooms."
    stands = Claim("c1", said, "en", (Span(0, len(said)),), Span(0, len(said)), True, True)
    piece = Window("w1", told, "en", (Piece("chunk", 0, len(told)),), 0.9)
    opinion = Opinion({"alignment": 0.6}, (Finding("number", Stance.SUPPORTS, "5", "5"),))
    given = [Check("c1", piece, "alignment", "1", opinion)]
    assert features(ClaimEvidence(stands, (), (piece,)), given)["untold_clause"] == 1.0


@pytest.mark.parametrize(
    ("said", "told", "added"),
    [
        ("The museum's stone and mineral collection is large.", "The museum's mineral collection is large.", 1.0),
        ("The film received good reviews but failed in cinemas.", "The film failed in cinemas.", 1.0),
        ("The author plays the harp and lives in Rome.", "The author lives in Rome.", 1.0),
        ("The range has old growth or primary forest.", "The range has old growth forest.", 1.0),
        ("The museum's mineral collection is large.", "The museum's stone and mineral collection is large.", 0.0),
        ("The mineral collection of the museum is huge.", "The museum's mineral collection is large.", 0.0),
        ("Tariq bought Sidra Malik's share of the works.", "Sidra Malik sold her share of the works to Tariq.", 0.0),
        ("Edna Fox Keller lives in Rome.", "Edna Keller lives in Rome.", 0.0),  # a fuller name
        ("The collection has 2,500 samples on display.", "The collection has samples on display.", 0.0),  # `rules`
        ("Snow seldom falls on the harbour.", "Snow falls on the harbour once in ten years.", 0.0),  # `rules`
        ("The bridge is still named one of the longest.", "The bridge is one of the longest.", 0.0),
        ("The museum is located in the old town.", "The museum is in the old town.", 0.0),
        ("Exports fell in the month of March.", "Exports fell in March.", 0.0),
        ("Furthermore, prices rose in May, the report says.", "Prices rose in May.", 0.0),
        ("Approximately 200 people attended the concert.", "200 people attended the concert.", 0.0),
        ("据报道，会议于2019年5月在北京正式召开。", "会议于2019年5月在北京召开。", 0.0),
        ("郝先生长期吸烟，凌晨因胸痛送医。", "郝先生凌晨因胸痛送医，当天植入支架。", 1.0),
        ("郝先生凌晨因胸痛送医。", "郝先生长期吸烟，凌晨因胸痛送医。", 0.0),
        ("据老船工说，从滩头到渡口有二十里水路。", "老船工说，从滩头到渡口是二十里水路。", 0.0),
        ("You must be at least 18.", "You must be 18 or older.", 0),
        ("The Plus plan costs 3 euros a month.", "The Plus plan (3 euros a month) has no limit.", 0),
        ("急诊则24小时开放。", "急诊24小时开放。", 0),
        ("图书馆周六全天开放。", "图书馆周六开放。", 1.0),
        ("推荐的光照时长约为14小时。", "推荐光照时长为14小时左右。", 0),
    ],
)
def test_words_are_added_where_the_rest_of_a_claim_is_a_sentence_of_its_evidence(
    said: str, told: str, added: float
) -> None:
    assert _with_evidence(said, told, Opinion({"alignment": 0.9}))["added_words"] == added


def test_no_word_is_added_that_another_passage_of_the_evidence_has() -> None:
    said, told = "The museum's stone collection is large.", "The museum's collection is large."
    assert _with_evidence(said, told, Opinion({"alignment": 0.9}))["added_words"] == 1
    found = _with_evidence(said, told, Opinion({"alignment": 0.9}), ("It is of stone.", Opinion({"alignment": 0.1})))
    assert found["added_words"] == 0


def test_a_claim_that_a_quotation_or_a_language_model_bears_out_adds_nothing() -> None:
    said, told = "The museum's stone collection is large.", "The museum's collection is large."
    bare = Opinion({"alignment": 0.9})
    stated = Opinion({"values": 1.0}, (Finding("value", Stance.SUPPORTS, said, said),))
    assert "added_words" not in _with_evidence(said, told, bare, values=stated)
    assert "added_words" not in _with_evidence(said, told, bare, llm=Opinion({"llm_supported": 0.9}))
    assert "added_words" in _with_evidence(said, told, bare, llm=Opinion({"llm_supported": 0.1}))


@pytest.mark.parametrize("words", ["the " * 4_000, "a b " * 2_000, "字" * 8_000])
def test_looking_for_added_words_costs_no_more_for_a_hostile_text(words: str) -> None:
    assert _with_evidence(f"{words} museum.", words, Opinion({"alignment": 0.9}))["added_words"] in (0, 1)


def test_what_is_read_by_the_claims_own_name_speaks_for_it_but_supports_no_claim_of_an_untold_name() -> None:
    denied = Opinion({"nli_entailment": 0.02, "nli_contradiction": 0.9})
    by_name = Opinion({"named_entailment": 0.95, "named_contradiction": 0.01})
    said, told = "Pharrell Williams plays drums.", "He is the drummer of the band."
    missing = _missing("Pharrell Williams")[1]
    read = _with_evidence(said, told, missing, nli=denied, statements=by_name)
    assert (read["nli_entailment"], read["nli_entailment_best"], read["nli_contradiction"]) == (0.95, 0.95, 0.01)
    assert read["nli_entailment_reworded"] == pytest.approx(0.95)
    shipped = CalibratedPolicy.shipped()
    unread = _with_evidence(said, told, missing, nli=denied)
    chances = [shipped.chances("en", values)[Verdict.SUPPORTED] for values in (unread, read)]
    assert chances[0] < chances[1] < 0.5
    as_it_stands = [shipped.chances("en", values)[Verdict.CONTRADICTED] for values in (unread, read)]
    assert as_it_stands[0] > as_it_stands[1]


@pytest.mark.parametrize("elsewhere", ["Pharrell Williams met the band.", "Williams met the band."])
def test_a_pronoun_is_not_read_by_the_claims_name_where_any_passage_has_a_word_of_it(elsewhere: str) -> None:
    denied = Opinion({"nli_entailment": 0.02, "nli_contradiction": 0.9})
    by_name = Opinion({"named_entailment": 0.95, "named_contradiction": 0.01})
    other = (elsewhere, Opinion({"alignment": 0.4}))
    said, told = "Pharrell Williams plays drums.", "He is the drummer of the band."
    read = _with_evidence(said, told, Opinion({"alignment": 0.3}), other, nli=denied, statements=by_name)
    assert (read["nli_entailment"], read["untold_name"]) == (0.02, 0)


def _with_evidence(
    said: str, told: str, aligned: Opinion, *others: tuple[str, Opinion], **judged: Opinion
) -> dict[str, float]:
    """The features of a claim beside `told`, which all of `judged` read, and other passages that `alignment` reads."""
    lang = detect_language(said)
    stands = Claim("c1", said, lang, (Span(0, len(said)),), Span(0, len(said)), True, True)
    pieces = [
        Window(f"w{place}", text, lang, (Piece("chunk", 0, len(text)),), 0.9)
        for place, text in enumerate([told, *(text for text, _ in others)])
    ]
    given = [Check("c1", pieces[0], judge, "1", opinion) for judge, opinion in {"alignment": aligned, **judged}.items()]
    given += [
        Check("c1", piece, "alignment", "1", opinion) for piece, (_, opinion) in zip(pieces[1:], others, strict=True)
    ]
    return features(ClaimEvidence(stands, (), tuple(pieces)), given)


def test_a_name_that_a_source_or_a_language_model_bears_out_is_not_held_against_the_claim() -> None:
    stated = Opinion({"graph": 1.0}, (Finding("triple", Stance.SUPPORTS, "Nemo", "Nemo"),))
    assert _found(_missing("Nemo"))["untold_name"] == 1
    assert not {"untold_name", "untold_clause"} & _found(_missing("Nemo"), ("graph", stated)).keys()
    assert "untold_name" not in _found(_missing("Nemo"), ("llm", Opinion({"llm_supported": 0.9})))
    assert _found(_missing("Nemo"), ("llm", Opinion({"llm_supported": 0.1})))["untold_name"] == 1


def test_a_claim_that_names_what_is_untold_is_not_supported_however_likely_a_model_finds_it() -> None:
    sure = [check("nli", Opinion({"nli_entailment": 0.99, "nli_contradiction": 0.0})), check(*_missing("Nemo"))]
    told = [sure[0], check("alignment", Opinion({"alignment": 0.3}))]
    assert decide(CalibratedPolicy.shipped(), told).verdict is Verdict.SUPPORTED
    assert decide(CalibratedPolicy.shipped(), sure).verdict is not Verdict.SUPPORTED


def test_only_a_path_of_the_sources_own_statements_is_a_path() -> None:
    def graph(kind: str, stance: Stance) -> dict[str, float]:
        found = Opinion({"graph": 1.0}, (Finding(kind, stance, "Skaldavia", "in Torvik, in Skaldavia"),))
        return _found(("graph", found), ("alignment", Opinion({"alignment": 0.5})))

    assert graph("path", Stance.SUPPORTS)["graph_path"] == 1
    assert graph("triple", Stance.SUPPORTS)["graph_path"] == 0
    assert graph("path", Stance.CONTRADICTS)["graph_path"] == 0


def test_rules_that_find_a_thing_said_as_strongly_support_where_nothing_is_said_the_other_way_round() -> None:
    same = Finding("comparative", Stance.SUPPORTS, "longer", "longer")
    other = Finding("negation", Stance.CONTRADICTS, "opened", "never opened")
    number = Finding("number", Stance.SUPPORTS, "1998", "1998")
    told = [_found(("rules", Opinion({"rules": 0.5}, found))) for found in ((same,), (same, other), (number,))]
    assert [one.get("polarity_support") for one in told] == [None] * 3  # rules alone decide nothing
    aligned = ("alignment", Opinion({"alignment": 0.9}))
    told = [_found(("rules", Opinion({"rules": 0.5}, found)), aligned) for found in ((same,), (same, other), (number,))]
    assert [one["polarity_support"] for one in told] == [1, 0, 0]


def test_numbers_that_alignment_alone_reads_count_as_those_of_the_rules() -> None:
    assert _found(("alignment", _conflicting("date", alignment=0.9)))["rules_conflict"] == 1
    both = _found(("alignment", _conflicting("date", alignment=0.9)), ("rules", Opinion({"rules": 1.0})))
    assert both["rules_conflict"] == 0


def test_what_nli_affirms_counts_the_more_the_fewer_words_agree_and_what_it_denies_the_more() -> None:
    nli = Opinion({"nli_entailment": 0.6, "nli_neutral": 0.1, "nli_contradiction": 0.3})
    same, other = (_found(("nli", nli), text=text) for text in (TEXT, "It was inaugurated that year."))

    assert same["nli_entailment_reworded"] == 0
    assert other["nli_entailment_reworded"] == pytest.approx(other["nli_entailment_best"])
    assert same["nli_contradiction_told"] == pytest.approx(same["nli_contradiction"]) == 0.3
    assert other["nli_contradiction_told"] == 0
    assert "nli_entailment_apart" not in other


def test_the_words_of_the_windows_that_fit_best_are_weighed_where_an_embedder_shows_them() -> None:
    far = Window("w2", "A road of 1999.", "en", (Piece("other", 0, 15),), 0.9)
    here = check("similarity", Opinion({"similarity": 0.5, "word_similarity": 0.7, "word_similarity_least": 0.3}))
    there = Check(
        "c1", far, "similarity", "1",
        Opinion({"similarity": 0.9, "word_similarity": 0.8, "word_similarity_least": 0.6}),
    )  # fmt: skip
    aligned = [
        check("alignment", Opinion({"alignment": 0.9})),
        Check("c1", far, "alignment", "1", Opinion({"alignment": 0.2})),
    ]
    found = features(ClaimEvidence(claim(), (), (window(), far)), [here, there, *aligned])

    assert (found["similarity"], found["similarity_words"], found["similarity_least_word"]) == (0.9, 0.7, 0.3)
    plain = features(ClaimEvidence(claim(), (), (window(),)), checks())
    assert not {"similarity_words", "similarity_least_word"} & set(plain)


@given(
    entailment=shares,
    contradiction=shares,
    similarity=shares,
    alignment=shares,
    lang=st.sampled_from(["en", "zh", "fr"]),
)
def test_the_chances_of_the_three_verdicts_sum_to_one(
    entailment: float, contradiction: float, similarity: float, alignment: float, lang: str
) -> None:
    policy = CalibratedPolicy.shipped()
    values = features(ClaimEvidence(claim(), (), (window(),)), checks(entailment, contradiction, similarity, alignment))
    chances = policy.chances(lang, values)
    assert sum(chances.values()) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances.values())


def test_what_all_judges_affirm_is_supported_and_what_they_deny_is_not() -> None:
    policy = CalibratedPolicy.shipped()
    assert decide(policy, checks(0.99, 0.0, 0.95, 1.0)).verdict is Verdict.SUPPORTED
    wrong = decide(policy, checks(0.02, 0.95, 0.6, 0.8, conflict=True))
    assert wrong.verdict is Verdict.CONTRADICTED
    assert ("nli", "w1") in wrong.carried


def test_confidence_is_the_probability_of_the_verdict() -> None:
    policy = CalibratedPolicy.shipped()
    given = checks(0.99, 0.0, 0.95, 1.0)
    assert decide(policy, given).confidence == pytest.approx(support(given), abs=1e-4)


def test_checks_in_any_order_give_the_same_decision() -> None:
    policy = CalibratedPolicy.shipped()
    given = checks(0.6, 0.2, 0.7, 0.9)
    assert decide(policy, given) == decide(policy, given[::-1])


def test_a_judge_that_could_not_judge_is_no_feature() -> None:
    given = [check("nli", Unscored("not English")), *checks()[1:]]
    values = features(ClaimEvidence(claim(), (), (window(),)), given)
    assert not {"nli_entailment", "nli_contradiction"} & set(values)


def test_without_any_opinion_nothing_is_scored() -> None:
    given = [check("nli", Unscored("no words")), check("similarity", Unscored("no words"))]
    decision = decide(CalibratedPolicy.shipped(), given)
    assert (decision.verdict, decision.confidence) == (Verdict.NOT_ENOUGH_INFO, None)
    assert "no words" in (decision.unscored_reason or "")


def test_what_is_no_statement_of_fact_stays_so() -> None:
    evidence = ClaimEvidence(claim(checkable=False), (), ())
    assert CalibratedPolicy.shipped().decide(evidence, ()).verdict is Verdict.NOT_CHECKABLE


def test_a_claim_between_two_verdicts_goes_to_review_instead_of_being_guessed() -> None:
    numbers = CalibratedPolicy.shipped().as_json()
    flat = {"bias": 0.0, "weights": {}, "centres": {}}
    numbers["en"] |= {"support": flat, "contradiction": flat}
    numbers["en"]["quantiles"] = {verdict.value: [0.6] * 50 for verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED)}
    numbers["en"]["quantiles"]["NOT_ENOUGH_INFO"] = [0.0] * 50
    policy = _policy(numbers, review_error=0.1)
    decision = decide(policy, checks())
    assert (decision.verdict, decision.possible) == (Verdict.SUPPORTED, None)
    numbers["en"]["quantiles"]["CONTRADICTED"] = [0.8] * 50
    decision = decide(_policy(numbers, review_error=0.1), checks())
    assert decision.possible == (Verdict.SUPPORTED, Verdict.CONTRADICTED)
    assert (decision.verdict, decision.confidence) == (Verdict.NOT_ENOUGH_INFO, None)
    assert "person" in (decision.unscored_reason or "")


def test_a_clear_claim_keeps_its_verdict_under_review() -> None:
    decision = decide(CalibratedPolicy.shipped(review_error=0.3), checks(0.995, 0.0, 0.99, 1.0))
    assert (decision.verdict, decision.possible) == (Verdict.SUPPORTED, None)


def _policy(numbers: dict[str, object], review_error: float | None = None) -> CalibratedPolicy:
    from claimgraph.verify.policies.calibrated import calibrations_of

    return CalibratedPolicy(calibrations_of(numbers, "test"), review_error)


# --- Numbers as data


def test_the_shipped_weights_keep_their_sensible_sign() -> None:
    for lang in ("en", "zh"):
        weights = CalibratedPolicy.shipped().as_json()[lang]["support"]["weights"]
        assert weights
        assert all(weight * SIGNS[name] >= 0 for name, weight in weights.items())


@pytest.mark.parametrize("name", ["calibrated", "vote", "strict"])
def test_a_policy_written_to_a_file_decides_as_before(name: str, tmp_path: Path) -> None:
    policy = build_policy(name)
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(policy_json(policy)), encoding="utf-8")
    again = build_policy(str(path))
    evidence = ClaimEvidence(claim(), (), (window(),))
    for said in (checks(0.99, 0.0, 0.9, 1.0), checks(0.1, 0.8), checks(conflict=True)):
        assert again.decide(evidence, said) == policy.decide(evidence, said)
    assert again.version == policy.version


def test_thresholds_of_a_file_are_used(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    path.write_text('{"policy": "vote", "thresholds": {"supports_needed": 4}}', encoding="utf-8")
    given = checks(0.99, 0.0, 0.9, 1.0)
    evidence = ClaimEvidence(claim(), (), (window(),))
    assert build_policy("vote").decide(evidence, given).verdict is Verdict.SUPPORTED
    assert build_policy(str(path)).version != build_policy("vote").version


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "cannot be read"),
        ("[]", '"policy"'),
        ('{"policy": "best"}', '"policy"'),
        ('{"policy": "vote", "thresholds": {"mood": 1}}', "'mood'"),
        ('{"policy": "vote", "thresholds": {"near_best": "very"}}', "near_best"),
        ('{"policy": "calibrated", "features": "0", "en": {}}', "fit it again"),
    ],
)
def test_a_broken_policy_file_says_what_is_wrong(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match="policy") as caught:
        build_policy(str(path))
    assert said in str(caught.value)


def test_a_weight_against_its_sense_is_refused() -> None:
    numbers = CalibratedPolicy.shipped().as_json()
    numbers["en"]["support"] = {"bias": 0, "weights": {"alignment_conflict": 2.0}, "centres": {"alignment_conflict": 0}}
    with pytest.raises(ConfigError, match="against what it stands for"):
        _policy(numbers)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "much"])
def test_a_number_that_is_none_is_refused(bad: object) -> None:
    numbers = CalibratedPolicy.shipped().as_json()
    numbers["en"]["support"]["bias"] = bad
    with pytest.raises(ConfigError, match="no logistic model"):
        _policy(numbers)


def test_a_domain_gets_its_own_policy() -> None:
    choice = choose_policies("calibrated", {"medical": "strict"})
    assert (choice.of("medical").name, choice.of("general").name) == ("strict", "calibrated")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"default": "best"}, "no policy 'best'"),
        ({"by_domain": {"cooking": "vote"}}, "domain 'cooking'"),
        ({"default": "missing.json"}, "cannot be read"),
        ({"review_error": 1.0}, "between 0 and 1"),
    ],
)
def test_a_choice_that_there_is_not_is_refused(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        choose_policies(**arguments)  # type: ignore[arg-type]


# --- Logistic models


def test_an_absent_feature_counts_as_its_mean() -> None:
    model = Logistic(0.5, {"similarity": 3.0}, {"similarity": 0.4})
    assert model.probability({}) == model.probability({"similarity": 0.4})


@given(odds=st.floats(-1000, 1000))
def test_a_probability_is_one_however_large_the_odds(odds: float) -> None:
    assert 0 <= Logistic(odds, {}, {}).probability({}) <= 1


def test_a_year_in_common_across_languages_is_no_support() -> None:
    alone = [check("rules", Opinion({"rules": 1.0}, (Finding("number", Stance.SUPPORTS, "1998年", "1998"),)))]
    assert decide(CalibratedPolicy.shipped(), alone, lang="zh").verdict is Verdict.NOT_ENOUGH_INFO
    conflict = [check("rules", Opinion({"rules": 0.0}, (Finding("number", Stance.CONTRADICTS, "1998年", "1999"),)))]
    assert decide(CalibratedPolicy.shipped(), conflict, lang="zh").verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize("name", ["calibrated", "vote", "strict"])
def test_evidence_in_two_languages_is_weighed_by_the_windows_that_can_be_read(name: str) -> None:
    """A window that alignment cannot read has a relevance, which is no alignment: it does not hide those it can."""
    foreign = Window("w2", "All its eruptions but one were mild.", "en", (Piece("other", 0, 36),), 0.9)
    unread = Unscored("claim and evidence are in different languages", lasting=True)
    beside = [
        Check("c1", foreign, "rules", "1", Opinion({"rules": 0.0})),
        Check("c1", foreign, "alignment", "1", unread),
        Check("c1", foreign, "similarity", "1", unread),
    ]
    own = [
        check("rules", Opinion({"rules": 0.0})),
        check("alignment", Opinion({"alignment": 0.1})),
        check("similarity", Opinion({"similarity": 0.6})),
    ]
    policy = build_policy(name)
    evidence = ClaimEvidence(claim(lang="zh"), (), (window(), foreign))

    assert policy.decide(evidence, [*beside, *own]).verdict is policy.decide(evidence, own).verdict


def test_a_statement_that_is_the_claim_itself_outweighs_values_read_in_its_place() -> None:
    conflict = Opinion({"alignment": 0.9}, (Finding("number", Stance.CONTRADICTS, "1998", "1999"),))
    stated = Opinion({"values": 1.0}, (Finding("statement", Stance.SUPPORTS, TEXT, "The bridge opened in 1998"),))
    near = Opinion({"values": 1.0}, (Finding("statement", Stance.SUPPORTS, TEXT, "The old bridge opened in 1998."),))
    denied = Opinion({"rules": 0.0}, (Finding("negation", Stance.CONTRADICTS, "opened", "not opened"),))
    evidence = ClaimEvidence(claim(), (), (window(),))

    def conflicts(*given: tuple[str, Opinion]) -> dict[str, float]:
        found = features(evidence, [check(judge, opinion) for judge, opinion in given])
        return {name: value for name, value in found.items() if name.endswith("_conflict") and value}

    assert conflicts(("alignment", conflict), ("values", stated)) == {}
    assert set(conflicts(("alignment", conflict), ("values", near))) == {"rules_conflict", "any_conflict"}
    assert set(conflicts(("rules", denied), ("values", stated))) == {"polarity_conflict", "any_conflict"}


def asked(judge: str, supported: float, contradicted: float | None = None) -> Check:
    scores = {"llm_supported": supported}
    return check(judge, Opinion(scores if contradicted is None else {**scores, "llm_contradicted": contradicted}))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("supported", "contradicted", "verdict"),
    [(1.0, 0.0, Verdict.SUPPORTED), (0.0, 1.0, Verdict.CONTRADICTED), (0.0, 0.0, Verdict.NOT_ENOUGH_INFO)],
)
def test_where_a_language_model_alone_could_judge_it_has_the_say(
    lang: str, supported: float, contradicted: float, verdict: Verdict
) -> None:
    decision = decide(CalibratedPolicy.shipped(), [asked("llm", supported, contradicted)], lang)
    assert decision.verdict is verdict
    assert ("llm", "w1") in decision.carried


@pytest.mark.parametrize("judge", ["llm", "chainpoll", "ragas_faithfulness"])
def test_what_a_language_model_says_is_weighed_whichever_way_it_is_asked(judge: str) -> None:
    unsure = checks(entailment=0.5, similarity=0.5, alignment=0.6)
    assert support([*unsure, asked(judge, 0.0)]) < support(unsure) < support([*unsure, asked(judge, 1.0)])


@pytest.mark.parametrize("judge", ["llm_plain", "ragas_faithfulness", "chainpoll", "p_true"])
def test_a_no_without_a_reason_is_no_contradiction(judge: str) -> None:
    assert decide(CalibratedPolicy.shipped(), [asked(judge, 0.0)]).verdict is Verdict.NOT_ENOUGH_INFO


def test_what_a_model_says_without_evidence_is_not_weighed() -> None:
    unsure = checks(entailment=0.1, contradiction=0.8, similarity=0.3, alignment=0.3)
    assert support([*unsure, asked("selfcheck", 1.0)]) == support(unsure)


def test_two_language_models_that_disagree_add_nothing() -> None:
    unsure = checks(entailment=0.5, similarity=0.5, alignment=0.6)
    both = [*unsure, asked("llm", 1.0, 0.0), asked("chainpoll", 0.0)]
    assert support(both) == pytest.approx(support(unsure))


def test_a_judge_that_is_not_weighed_carries_no_verdict() -> None:
    redeep = check("redeep", Opinion({"redeep": 0.9}))
    given = [*checks(entailment=0.95, similarity=0.9, alignment=1.0), redeep]
    decision = decide(CalibratedPolicy.shipped(), given)
    assert decision.verdict is Verdict.SUPPORTED
    assert "redeep" not in {judge for judge, _ in decision.carried}


def _glossed() -> NliModel:
    return GlossedNli(CrossEncoderNli(file=CHINESE), Glossary())


@pytest.mark.parametrize(("lang", "model"), [("en", CrossEncoderNli), ("zh", _glossed)])
def test_the_policy_was_fitted_with_the_nli_models_that_ship(lang: str, model: Callable[[], NliModel]) -> None:
    card = files("claimgraph.verify.policies").joinpath("MODEL_CARD.calibrated.md").read_text(encoding="utf-8")
    fitted_with = re.search(rf"NLI model .*\b{lang} ([\w-]+)", card)
    assert fitted_with is not None
    assert fitted_with.group(1) == model().version


def _worked_out(kind: str, stance: Stance) -> Opinion:
    return Opinion({"rules": 0.5}, (Finding(kind, stance, "the most expensive", "Pro: Price 49 euros"),))


@pytest.mark.parametrize("kind", ["compared", "counted"])
def test_what_rows_of_a_table_come_to_outweighs_another_value_in_the_window(kind: str) -> None:
    conflicting = ("alignment", _conflicting("number", alignment=0.5))
    found = _found(("rules", _worked_out(kind, Stance.SUPPORTS)), conflicting)
    denied = _found(("rules", _worked_out(kind, Stance.CONTRADICTS)), conflicting)

    assert (found["worked_support"], found["worked_conflict"], found["any_conflict"]) == (1, 0, 0)
    assert (denied["worked_support"], denied["worked_conflict"], denied["any_conflict"]) == (0, 1, 1)
    assert not {"untold_name", "untold_clause", "added_words"} & found.keys()


def test_the_shipped_policy_decides_by_what_rows_come_to_where_all_else_is_unsure() -> None:
    unsure = checks(entailment=0.3, contradiction=0.2, similarity=0.6, alignment=0.5)
    for lang in ("en", "zh"):
        for_it = [*unsure, check("rules", _worked_out("compared", Stance.SUPPORTS))]
        against_it = [*unsure, check("rules", _worked_out("compared", Stance.CONTRADICTS))]
        assert decide(CalibratedPolicy.shipped(), for_it, lang).verdict is Verdict.SUPPORTED
        assert decide(CalibratedPolicy.shipped(), against_it, lang).verdict is Verdict.CONTRADICTED
