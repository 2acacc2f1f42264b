"""From judged cases to figures: how subjects read them, how they are split, and what is reported."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.platform.errors import InputError
from claimgraph.verify.evaluation.judging import (
    Case,
    Cost,
    JudgedCase,
    JudgeSubject,
    OverlapSubject,
    PolicySubject,
    measure,
    parse_label,
    split,
)
from claimgraph.verify.evaluation.judging.subjects import ranking, support_score, worst
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Finding, Opinion, Unscored, Window

NAN = math.nan
WINDOWS = tuple(Window(f"w{number}", f"window {number}", "en", (), 0.5) for number in range(3))


def claim(id: str, checkable: bool = True) -> Claim:
    return Claim(id, f"claim {id}", "en", (Span(0, 1),), Span(0, 1), True, checkable)


def judged(
    id: str,
    label: str,
    said: Mapping[str, Sequence[float | None]],
    *,
    premise: str = "",
    kind: str | None = None,
    judge: str = "nli",
    unchecked: str = "",
) -> JudgedCase:
    """A case whose claims (ids) were given these entailments, one a window; None is Unscored."""
    case = Case(id, premise or f"premise {id}", "x", parse_label(label), "en", kind=kind)
    evidence = tuple(ClaimEvidence(claim(one, one != unchecked), (), WINDOWS) for one in said)
    checks = {
        one: tuple(
            Check(one, window, judge, "1", Unscored("no") if score is None else Opinion({"nli_entailment": score}))
            for window, score in zip(WINDOWS, scores, strict=False)
        )
        for one, scores in said.items()
    }
    return JudgedCase(case, evidence, checks, {judge: Cost(len(WINDOWS), 0.003)})


class Reads:
    """A policy that believes the best entailment: SUPPORTED from 0.5, else as its label says."""

    name, version = "reads", "1"

    def __init__(self, otherwise: Verdict = Verdict.NOT_ENOUGH_INFO) -> None:
        self._otherwise = otherwise

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        if not evidence.claim.checkable:
            return Decision(Verdict.NOT_CHECKABLE, None, (), ())
        scores = [check.opinion.scores["nli_entailment"] for check in checks if isinstance(check.opinion, Opinion)]
        if not scores:
            return Decision(Verdict.NOT_ENOUGH_INFO, None, (), ())
        best = max(scores)
        return Decision(Verdict.SUPPORTED if best >= 0.5 else self._otherwise, max(best, 1 - best), (), ())


class Supports(Reads):
    """The same, saying how probable support is."""

    def support(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> float | None:
        scores = [check.opinion.scores["nli_entailment"] for check in checks if isinstance(check.opinion, Opinion)]
        return max(scores) / 2 if scores else None


def test_a_judges_score_is_the_best_window_of_the_worst_claim() -> None:
    case = judged("a", "1", {"a": [0.2, 0.9], "b": [0.4, 0.1], "c": [None, None], "d": [0.0]}, unchecked="d")
    unscored = judged("b", "1", {"e": [None]})

    scores = JudgeSubject("nli").read([case, unscored]).scores

    assert scores[0] == 0.4
    assert math.isnan(scores[1])
    assert math.isnan(JudgeSubject("rules").read([case]).scores[0])


@pytest.mark.parametrize(
    ("judge", "opinion", "score"),
    [
        ("nli", Opinion({"nli_entailment": 0.7, "nli_neutral": 0.2, "nli_contradiction": 0.1}), 0.7),
        ("chainpoll", Opinion({"llm_supported": 0.6, "votes": 1.0}), 0.6),
        ("rules", Opinion({"rules": 0.3}), 0.3),
        ("statements", Opinion({"statement_alignment": 0.9, "statement_entailment": 0.2}), 0.2),
        ("statements", Opinion({"statement_alignment": 0.9}), 0.9),
        ("similarity", Opinion({"similarity": NAN}), None),
        ("graph", Opinion({}, (Finding("triple", Stance.SUPPORTS, "a", "b"),)), 1.0),
        ("graph", Opinion({}, (Finding("triple", Stance.NEUTRAL, "a", ""),)), 0.5),
        (
            "graph",
            Opinion({}, (Finding("t", Stance.SUPPORTS, "", ""), Finding("t", Stance.CONTRADICTS, "", ""))),
            0.0,
        ),
        ("other", Opinion({}), None),
    ],
)
def test_an_opinion_speaks_for_support_by_its_own_score_or_its_findings(
    judge: str, opinion: Opinion, score: float | None
) -> None:
    assert support_score(judge, opinion) == score


def test_a_policy_is_read_by_its_worst_verdict_and_surest_contradiction() -> None:
    cases = [
        judged("a", "1", {"a": [0.9], "b": [0.7]}),
        judged("b", "0", {"c": [0.9], "d": [0.1], "e": [0.4]}),
        judged("c", "0", {"f": [0.9]}, unchecked="f"),
        judged("d", "0", {"g": []}),
    ]

    readings = PolicySubject(Reads(Verdict.CONTRADICTED), "reads").read(cases)

    assert readings.verdicts == (
        Verdict.SUPPORTED,
        Verdict.CONTRADICTED,
        Verdict.NOT_CHECKABLE,
        Verdict.NOT_ENOUGH_INFO,
    )
    assert readings.scores[:2] == pytest.approx([0.85, 0.05])
    assert readings.stated[:2] == pytest.approx([0.7, 0.9])
    assert all(math.isnan(score) for score in [*readings.scores[2:], *readings.stated[2:]])
    assert not readings.states_support


def test_a_policy_that_states_support_is_ranked_and_calibrated_by_it() -> None:
    readings = PolicySubject(Supports(), "supports").read([judged("a", "1", {"a": [0.8], "b": [0.6]})])

    assert readings.scores.tolist() == readings.stated.tolist() == [0.3]
    assert readings.states_support


def test_a_judge_that_is_only_compared_with_a_policy_has_no_vote() -> None:
    case = judged("a", "1", {"a": [0.1]})
    loud = judged("a", "1", {"a": [0.9]}, judge="loud")
    both = JudgedCase(case.case, case.evidence, {"a": (*case.checks["a"], *loud.checks["a"])}, case.costs | loud.costs)

    quiet = PolicySubject(Reads(), "reads", frozenset({"nli"}))

    assert quiet.read([both]).verdicts == (Verdict.NOT_ENOUGH_INFO,)
    assert PolicySubject(Reads(), "reads").read([both]).verdicts == (Verdict.SUPPORTED,)
    assert quiet.cost([both]) == Cost(3, 0.003)
    assert PolicySubject(Reads(), "reads").cost([both]).pairs == 6


@settings(deadline=None)
@given(st.sampled_from([Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO]), st.floats(0, 1), st.floats(0, 1))
def test_what_is_supported_always_ranks_above_what_is_not(other: Verdict, sure: float, unsure: float) -> None:
    supported = ranking(Decision(Verdict.SUPPORTED, unsure, (), ()))
    refused = ranking(Decision(other, sure, (), ()))

    assert supported is not None
    assert refused is not None
    assert 0 <= refused <= 0.5 <= supported <= 1


def test_the_worst_verdict_of_nothing_that_can_be_checked_is_not_checkable() -> None:
    assert worst([]) is Verdict.NOT_CHECKABLE
    assert worst([Decision(Verdict.NOT_CHECKABLE, None, (), ())]) is Verdict.NOT_CHECKABLE


def test_overlap_is_the_share_of_content_words_that_the_source_has() -> None:
    def case(source: str, text: str, lang: str) -> JudgedCase:
        return JudgedCase(Case("a", source, text, parse_label(1), lang), (), {}, {})

    cases = [
        case("The ferry carries mail.", "The ferries carried bags and mail.", "en"),
        case("渡轮运送邮件。", "渡轮运送邮件。", "zh"),
        case("", "The ferry sank.", "en"),
        case("x", "of the", "en"),
    ]
    scores = OverlapSubject().read(cases).scores

    assert scores[:3] == pytest.approx([0.75, 1.0, 0.0])
    assert math.isnan(scores[3])


@settings(deadline=None)
@given(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=30), st.floats(0, 0.99), st.integers(0, 5))
def test_a_split_has_every_case_once_and_no_premise_on_both_sides(premises: list[str], share: float, seed: int) -> None:
    cases = [judged(str(number), "1", {}, premise=premise) for number, premise in enumerate(premises)]

    fit, rest = split(cases, share, seed)

    assert sorted(one.case.id for one in [*fit, *rest]) == sorted(one.case.id for one in cases)
    assert {one.case.source for one in fit}.isdisjoint(one.case.source for one in rest)
    assert split(cases, share, seed) == (fit, rest)


def test_about_the_share_that_was_asked_for_is_fitted_on() -> None:
    cases = [judged(str(number), "1", {}) for number in range(2_000)]

    assert 520 < len(split(cases, 0.3)[0]) < 680
    assert split(cases, 0)[0] == []
    assert split(cases, 0.3, seed=1) != split(cases, 0.3)
    with pytest.raises(InputError, match="from 0 to below 1"):
        split(cases, 1)


def sets() -> tuple[list[JudgedCase], list[JudgedCase]]:
    fit = [judged(f"f{n}", label, {"a": [score]}) for n, (label, score) in enumerate([("1", 0.3), ("0", 0.1)])]
    report = [
        judged("a", "entailment", {"a": [0.9]}, kind="plain"),
        judged("b", "entailment", {"b": [0.3]}, kind="plain"),
        judged("c", "entailment", {"c": [None]}, kind="odd"),
        judged("d", "contradiction", {"d": [0.1]}, kind="odd"),
        judged("e", "neutral", {"e": [0.15]}),
        judged("f", "not_entailment", {"f": [0.6]}),
    ]
    return fit, report


def test_thresholds_come_from_the_fitted_part_and_figures_from_the_other() -> None:
    fit, report = sets()

    found = measure(fit, report, [JudgeSubject("nli"), PolicySubject(Reads(), "reads")], samples=50)
    nli, policy = found.subjects

    assert (found.fitted_cases, found.reported_cases, found.supported) == (2, 6, 0.5)
    assert nli.threshold == pytest.approx(0.2)
    assert nli.unscored == 1
    assert nli.balanced_accuracy.value == pytest.approx((2.5 / 3 + 2 / 3) / 2)
    assert nli.auroc.value == pytest.approx((3 + 2 + 1.5) / 9)
    supported, other = nli.classes["supported"], nli.classes["not supported"]
    assert (supported.recall, supported.precision) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert (other.recall, other.precision) == (pytest.approx(2 / 3), pytest.approx(1.0))
    assert {label: one.value for label, one in nli.f1.items()} == {
        "supported": supported.f1,
        "not supported": other.f1,
    }
    assert all(one.low is not None and one.high is not None and one.low <= one.high for one in nli.f1.values())
    assert nli.calibration_error.low is not None
    assert nli.own_balanced_accuracy is None
    assert nli.cost is not None
    assert (nli.cost.pairs, nli.cost.milliseconds_a_pair) == (24, 1.0)

    assert policy.own_balanced_accuracy is not None
    assert policy.own_balanced_accuracy.value == pytest.approx((1 / 3 + 2 / 3) / 2)
    assert policy.confusion == {
        "CONTRADICTED": {"NOT_ENOUGH_INFO": 1},
        "NOT_ENOUGH_INFO": {"NOT_ENOUGH_INFO": 1},
        "SUPPORTED": {"NOT_ENOUGH_INFO": 2, "SUPPORTED": 1},
    }
    assert policy.calibrated == "verdict"
    assert {kind: figures.cases for kind, figures in policy.kinds.items()} == {"odd": 2, "plain": 2}
    assert (nli.kinds["odd"].right, policy.kinds["odd"].own_right) == (0.75, 0.5)


def test_the_first_subject_is_compared_with_each_other_one() -> None:
    fit, report = sets()

    found = measure(fit, report, [JudgeSubject("nli"), OverlapSubject(), JudgeSubject("rules")], samples=50)

    assert [(one.subject, one.other) for one in found.comparisons] == [("nli", "overlap"), ("nli", "rules")]
    nli, _, rules = found.subjects
    assert rules.balanced_accuracy.value == rules.auroc.value == 0.5
    assert rules.unscored == 6
    assert rules.cost is not None
    assert rules.cost.pairs == 0
    last = found.comparisons[1]
    assert last.auroc.value == pytest.approx((nli.auroc.value or 0) - 0.5)
    assert last.auroc.low is not None


def test_without_a_part_to_fit_on_the_threshold_is_one_half() -> None:
    _, report = sets()
    assert measure([], report, [JudgeSubject("nli")], samples=5).subjects[0].threshold == 0.5


def test_one_kind_alone_has_figures_that_cannot_be_had() -> None:
    _, report = sets()
    (nli,) = measure([], report[:2], [JudgeSubject("nli")], samples=5).subjects

    assert (nli.balanced_accuracy.value, nli.auroc.value) == (None, None)
    assert set(nli.classes) == {"supported"}


def test_nothing_to_report_on_or_to_fit_on_is_said() -> None:
    fit, report = sets()

    with pytest.raises(InputError, match="No case is left"):
        measure(fit, [], [JudgeSubject("nli")])
    with pytest.raises(InputError, match="of one kind"):
        measure(fit[:1], report, [JudgeSubject("nli")])
