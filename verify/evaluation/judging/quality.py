"""The figures of subjects over judged cases: thresholds fitted on some premises, everything reported on the others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.platform.errors import InputError

from . import intervals, metrics
from .intervals import Drawn, Estimate
from .judged import Cost, JudgedCase
from .metrics import Bin, ClassFigures
from .subjects import Readings, Subject

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUPPORTED, OTHER, UNSCORED = "supported", "not supported", "unscored"


@dataclass(frozen=True, slots=True)
class Quality:
    """One subject over the reported cases. All shares and scores are in [0, 1]; None: cannot be had."""

    subject: str
    kind: str  # "policy", "judge", "baseline"
    cases: int
    unscored: int  # count half right, and tie in AUROC
    threshold: float | None  # fitted on the other part
    balanced_accuracy: Estimate  # at the threshold
    auroc: Estimate
    own_balanced_accuracy: Estimate | None  # of a policy's own verdicts: SUPPORTED or not
    classes: dict[str, ClassFigures]  # supported and not, at the threshold
    f1: dict[str, Estimate]  # of the same classes
    verdicts: dict[str, ClassFigures] | None  # of a policy's verdicts, over the cases that have one as label
    confusion: dict[str, dict[str, int]] | None  # the same cases: label -> verdict -> cases
    calibration_error: Estimate  # of `calibrated`, over ten bins of equal width
    calibrated: str  # what probability is stated: "support" or "verdict"
    brier: float | None
    reliability: list[Bin]
    kinds: dict[str, KindFigures]  # of the cases that have a kind
    cost: CostFigures | None


@dataclass(frozen=True, slots=True)
class KindFigures:
    """Cases of one kind, and the shares that were told right: at the threshold, and by a policy's own verdicts.

    Of an unscored case half is right.
    """

    cases: int
    right: float
    own_right: float | None


@dataclass(frozen=True, slots=True)
class CostFigures:
    """What judging took over all cases, and how fast it was; `dollars` is None where a price is not known."""

    pairs: int
    seconds: float
    milliseconds_a_pair: float | None
    pairs_a_second: float | None
    requests: int
    cached: int
    tokens: int
    dollars: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first subject less another one, on the same cases and the same samples of premises."""

    subject: str
    other: str
    balanced_accuracy: Estimate
    auroc: Estimate


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured on one set of cases."""

    fitted_cases: int
    reported_cases: int
    reported_premises: int
    supported: float  # share of the reported cases
    subjects: list[Quality]
    comparisons: list[Comparison]


def split(judged: Sequence[JudgedCase], share: float, seed: int = 0) -> tuple[list[JudgedCase], list[JudgedCase]]:
    """About `share` of the cases to fit on, and the rest to report on; no premise is in both.

    By a hash of premise and seed: a case stays on its side whatever else is measured. Raises `InputError` for a share
    outside [0, 1).
    """
    if not 0 <= share < 1:
        raise InputError(f"The share to fit thresholds on is from 0 to below 1, not {share}.")
    fit: list[JudgedCase] = []
    rest: list[JudgedCase] = []
    for one in judged:
        drawn = int(hashlib.sha256(f"{seed} {one.case.premise_hash}".encode()).hexdigest()[:13], 16) / 16**13
        (fit if drawn < share else rest).append(one)
    return fit, rest


def measure(
    fit: Sequence[JudgedCase],
    report: Sequence[JudgedCase],
    subjects: Sequence[Subject],
    *,
    samples: int = intervals.SAMPLES,
    seed: int = 0,
) -> Report:
    """Each subject's figures on `report`, at the threshold that is best on `fit`, and the first against the others.

    Without cases to fit on the threshold is 0.5. Raises `InputError` where there is nothing to report on, or where
    the cases to fit on are all of one kind.
    """
    if not report:
        raise InputError("No case is left to report on; give more cases, or a smaller share to fit on.")
    truth = positives(report)
    drawn = intervals.draw([one.case.premise_hash for one in report], samples=samples, seed=seed)
    measured = [_Measured.of(subject, fit, report, truth, drawn) for subject in subjects]
    return Report(
        fitted_cases=len(fit),
        reported_cases=len(report),
        reported_premises=drawn.counts.shape[1],
        supported=float(truth.mean()),
        subjects=[_quality(one, [*fit, *report], report, truth, drawn) for one in measured],
        comparisons=[_comparison(measured[0], other, truth) for other in measured[1:]],
    )


def positives(judged: Sequence[JudgedCase]) -> NDArray[np.bool_]:
    return np.array([one.case.label.supported for one in judged], dtype=np.bool_)


def fitted_threshold(subject: Subject, fit: Sequence[JudgedCase]) -> float | None:
    """The best threshold of these cases; 0.5 without any, None where the subject scores none of them.

    Raises `InputError` where all cases are supported, or none is.
    """
    if not fit:
        return 0.5
    truth = positives(fit)
    if truth.all() or not truth.any():
        raise InputError(
            f"All {len(fit)} cases to fit thresholds on are of one kind; give more cases, or --fit-share 0 for 0.5."
        )
    scores = subject.read(fit).scores
    return metrics.best_threshold(scores, truth)


@dataclass(frozen=True, slots=True)
class _Measured:
    """A subject's readings, and its figures under every sample of premises."""

    subject: Subject
    readings: Readings
    threshold: float | None
    right: NDArray[np.float64]
    balanced_samples: NDArray[np.float64]
    auroc_samples: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        subject: Subject,
        fit: Sequence[JudgedCase],
        report: Sequence[JudgedCase],
        truth: NDArray[np.bool_],
        drawn: Drawn,
    ) -> _Measured:
        threshold = fitted_threshold(subject, fit)
        readings = subject.read(report)
        right = metrics.rightness(readings.scores, truth, 0.5 if threshold is None else threshold)
        return cls(
            subject,
            readings,
            threshold,
            right,
            intervals.balanced_samples(right, truth, drawn),
            intervals.auroc_samples(readings.scores, truth, drawn),
        )


def _quality(
    one: _Measured,
    everything: Sequence[JudgedCase],
    report: Sequence[JudgedCase],
    truth: NDArray[np.bool_],
    drawn: Drawn,
) -> Quality:
    readings = one.readings
    unscored = np.isnan(readings.scores)
    happened = truth if readings.states_support else _verdict_right(readings, truth)
    verdicts = verdict_confusion(report, readings.verdicts) if readings.verdicts is not None else None
    classes = metrics.by_class(_binary_confusion(readings.scores, truth, one.threshold))
    return Quality(
        subject=one.subject.name,
        kind=one.subject.kind,
        cases=len(report),
        unscored=int(unscored.sum()),
        threshold=one.threshold,
        balanced_accuracy=intervals.interval(metrics.balanced(one.right, truth), one.balanced_samples),
        auroc=intervals.interval(metrics.auroc(readings.scores, truth), one.auroc_samples),
        own_balanced_accuracy=_own(readings, truth, drawn),
        classes=classes,
        f1={label: _f1(label, figures.f1, one, truth, drawn) for label, figures in classes.items()},
        verdicts=None if verdicts is None else metrics.by_class(verdicts),
        confusion=verdicts,
        calibration_error=intervals.interval(
            metrics.calibration_error(readings.stated, happened),
            intervals.calibration_samples(readings.stated, happened, drawn),
        ),
        calibrated="support" if readings.states_support else "verdict",
        brier=metrics.brier(readings.stated, happened),
        reliability=metrics.reliability(readings.stated, happened),
        kinds=_kinds(one, report, truth),
        cost=cost_figures(one.subject.cost(everything)),
    )


def _f1(label: str, value: float | None, one: _Measured, truth: NDArray[np.bool_], drawn: Drawn) -> Estimate:
    told = _told(one.readings.scores, one.threshold)
    return intervals.interval(value, intervals.f1_samples(told == label, _kind_of(truth) == label, drawn))


def _verdict_right(readings: Readings, truth: NDArray[np.bool_]) -> NDArray[np.bool_]:
    verdicts = readings.verdicts or ()
    told = np.array([verdict is Verdict.SUPPORTED for verdict in verdicts], dtype=np.bool_)
    right: NDArray[np.bool_] = told == truth
    return right


def _own(readings: Readings, truth: NDArray[np.bool_], drawn: Drawn) -> Estimate | None:
    """Balanced accuracy of the verdicts as they are; a case in which nothing can be checked is a coin toss."""
    if readings.verdicts is None:
        return None
    return intervals.balanced_estimate(own_right(readings, truth), truth, drawn)


def own_right(readings: Readings, truth: NDArray[np.bool_]) -> NDArray[np.float64]:
    """1 where a policy's own verdict is right, 0 where wrong, 0.5 where nothing could be checked."""
    right = _verdict_right(readings, truth).astype(np.float64)
    right[np.array([verdict is Verdict.NOT_CHECKABLE for verdict in readings.verdicts or ()], dtype=np.bool_)] = 0.5
    return right


def _kinds(one: _Measured, report: Sequence[JudgedCase], truth: NDArray[np.bool_]) -> dict[str, KindFigures]:
    own = None if one.readings.verdicts is None else own_right(one.readings, truth)
    kinds = np.array([case.case.kind or "" for case in report])
    found = {}
    for kind in sorted(set(kinds.tolist()) - {""}):
        mine = kinds == kind
        by_itself = None if own is None else float(own[mine].mean())
        found[kind] = KindFigures(int(mine.sum()), float(one.right[mine].mean()), by_itself)
    return found


def verdict_confusion(report: Sequence[JudgedCase], verdicts: Sequence[Verdict]) -> dict[str, dict[str, int]]:
    """Label -> verdict -> cases, over the cases whose label is a verdict."""
    labelled = [
        (one.case.label.verdict.value, verdict.value)
        for one, verdict in zip(report, verdicts, strict=True)
        if one.case.label.verdict is not None
    ]
    return metrics.confusion([label for label, _ in labelled], [verdict for _, verdict in labelled])


def _binary_confusion(
    scores: NDArray[np.float64], truth: NDArray[np.bool_], threshold: float | None
) -> dict[str, dict[str, int]]:
    return metrics.confusion(_kind_of(truth).tolist(), _told(scores, threshold).tolist())


def _told(scores: NDArray[np.float64], threshold: float | None) -> NDArray[np.str_]:
    at = 0.5 if threshold is None else threshold
    return np.where(np.isnan(scores), UNSCORED, np.where(scores >= at, SUPPORTED, OTHER))


def _kind_of(truth: NDArray[np.bool_]) -> NDArray[np.str_]:
    return np.where(truth, SUPPORTED, OTHER)


def _comparison(first: _Measured, other: _Measured, truth: NDArray[np.bool_]) -> Comparison:
    return Comparison(
        first.subject.name,
        other.subject.name,
        intervals.difference(
            metrics.balanced(first.right, truth),
            metrics.balanced(other.right, truth),
            first.balanced_samples,
            other.balanced_samples,
        ),
        intervals.difference(
            metrics.auroc(first.readings.scores, truth),
            metrics.auroc(other.readings.scores, truth),
            first.auroc_samples,
            other.auroc_samples,
        ),
    )


def cost_figures(cost: Cost | None) -> CostFigures | None:
    if cost is None:
        return None
    return CostFigures(
        pairs=cost.pairs,
        seconds=round(cost.seconds, 3),
        milliseconds_a_pair=round(1000 * cost.seconds / cost.pairs, 3) if cost.pairs else None,
        pairs_a_second=round(cost.pairs / cost.seconds, 1) if cost.seconds else None,
        requests=cost.usage.requests,
        cached=cost.usage.cached,
        tokens=cost.usage.tokens,
        dollars=cost.usage.cost,
    )
