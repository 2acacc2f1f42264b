"""Measuring judges and policies on a data set: what `claimgraph bench quality` does, without printing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import InputError

if TYPE_CHECKING:
    from claimgraph.platform.models.ports import NliModel
    from claimgraph.verify.evaluation.judging import Case, JudgedCase, Report, Subject
    from claimgraph.verify.evaluation.judging.run import Progress
    from claimgraph.verify.facts import FactReader
    from claimgraph.verify.judges.registry import JudgeParts
    from claimgraph.verify.ports import Judge, Policy

    from .bootstrap import Models

OVERLAP = "overlap"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to measure. `policies` and `judges` in the order asked for; the first subject is compared to the others."""

    dataset: Path
    policies: Sequence[str] = ()
    judges: Sequence[str] = ()
    compare_all: bool = False
    limit: int | None = None
    fit_share: float = 0.3
    seed: int = 0
    lang: str | None = None
    cache: Path | None = None
    nli_model: Path | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """The report on one data set, with everything that has to be said to measure it again."""

    dataset: str
    lang: str | None
    limit: int | None
    fit_share: float
    seed: int
    judges: Mapping[str, str]  # judge -> version
    policies: Mapping[str, str]
    report: Report
    wrong: tuple[WrongCase, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongCase:
    """A reported case that the first subject tells wrong, with what speaks for it."""

    id: str
    kind: str | None
    label: str
    told: str
    score: float | None
    text: str
    evidence: str  # the window that fits best


async def bench_quality(
    models: Models, wanted: Wanted, progress: Progress | None = None, *, errors: bool = False
) -> Bench:
    """Judge the cases of a file and measure every subject on them.

    Raises `InputError` for a file, a row or an option that cannot be used, `ConfigError` for a judge or policy that
    there is not, or that needs a language model where none is configured.
    """
    from claimgraph.verify.evaluation.judging import judge_cases, measure, read_cases, split, warm_up
    from claimgraph.verify.judges.registry import JUDGES

    cases = _in_language(read_cases(wanted.dataset), wanted.lang, wanted.limit)
    policies, names = _chosen(models, wanted)
    judges = _judges(models, wanted, [*names, *_own_judges(policies.values())], bool(policies))
    await warm_up([judge for judge in judges if not JUDGES[judge.name].asks])
    judged = await judge_cases(
        cases,
        judges,
        models.embeddings,
        wanted.cache,
        progress,
        answers=models.decomposer(),
        facts=fact_reader(models, judges),
    )
    fit, report = split(judged, wanted.fit_share, wanted.seed)
    subjects = _subjects(policies, names, frozenset(judge.name for judge in models.judges))
    found = measure(fit, report, subjects, seed=wanted.seed)
    return Bench(
        dataset=wanted.dataset.name,
        lang=wanted.lang,
        limit=wanted.limit,
        fit_share=wanted.fit_share,
        seed=wanted.seed,
        judges={judge.name: judge.version for judge in judges},
        policies={name: policy.version for name, policy in policies.items()},
        report=found,
        wrong=_wrong(subjects[0], report, found.subjects[0].threshold) if errors else (),
    )


def _in_language(cases: Sequence[Case], lang: str | None, limit: int | None) -> Sequence[Case]:
    from claimgraph.verify.evaluation.judging import sample

    mine = [case for case in cases if lang is None or case.lang == lang]
    if not mine:
        there = ", ".join(sorted({case.lang for case in cases}))
        raise InputError(f"No case is in the language {str(lang)[:20]!r}; the file has {there}.")
    return mine if limit is None else sample(mine, limit)


def _chosen(models: Models, wanted: Wanted) -> tuple[dict[str, Policy], list[str]]:
    """Policies by name, and names of single judges; without a wish the policy in use and the judges in use."""
    from claimgraph.verify.judges.registry import JUDGES
    from claimgraph.verify.policies.by_judge import METHODS
    from claimgraph.verify.policies.choose import POLICIES, build_policy

    policies, judges = list(wanted.policies), list(wanted.judges)
    if wanted.compare_all:
        asked = models.language_model is not None
        methods = [name for name in METHODS if asked]  # a method is its judge, with a rule
        policies += [models.settings.policy, *POLICIES, *methods]
        inside = models.settings.redeep_model is not None
        local = {name for name, kind in JUDGES.items() if not kind.asks and (inside or not kind.white_box)}
        judges += [name for name in JUDGES if name in local or (asked and JUDGES[name].asks and name not in methods)]
        judges.append(OVERLAP)
    elif not policies and not judges:
        policies = [models.settings.policy]
        judges = [*(judge.name for judge in models.judges), OVERLAP]
    review = models.settings.review_error
    built = {name: build_policy(name, review, models.thresholds) for name in dict.fromkeys(policies)}
    return built, list(dict.fromkeys(judges))


def _judges(models: Models, wanted: Wanted, names: Sequence[str], with_policies: bool) -> list[Judge]:
    """The judges that are measured, and those in use where a policy is."""
    from claimgraph.verify.judges.registry import build_judge

    parts = judge_parts(models, wanted.nli_model)
    in_use = [judge.name for judge in models.judges] if with_policies else []
    return [build_judge(name, parts) for name in dict.fromkeys([*in_use, *names]) if name != OVERLAP]


def _own_judges(policies: Iterable[Policy]) -> list[str]:
    """The judges that policies bring with them, instead of those in use."""
    return [judge for policy in policies for judge in getattr(policy, "judges", ())]


def judge_parts(models: Models, nli_model: Path | None = None) -> JudgeParts:
    """What judges are built from; `nli_model`: a folder with another English NLI model than the one in use."""
    if nli_model is None:
        return models.judge_parts
    other = {**models.nli, "en": nli_of_folder(nli_model, models.settings.threads or None)}
    return replace(models.judge_parts, nli=lambda: other)


def fact_reader(models: Models, judges: Sequence[Judge]) -> FactReader | None:
    """What reads texts for what they state, where one of the judges wants to know; it takes its time."""
    from claimgraph.verify.evaluation.judging.run import STATED
    from claimgraph.verify.facts import FactReader
    from claimgraph.verify.pairs import reads

    return FactReader(models.reader) if any(reads(judge) & STATED for judge in judges) else None


def nli_of_folder(folder: Path, threads: int | None = None) -> NliModel:
    """The English model in a folder that `training/` wrote. Raises `InputError` where it lacks a file."""
    from claimgraph.platform.models.cross_encoder import CrossEncoderNli

    missing = [name for name in ("nli.onnx", "tokenizer.json") if not (folder / name).is_file()]
    if missing:
        raise InputError(f"The folder {folder} has no {missing[0]}; name one with nli.onnx and tokenizer.json.")
    return CrossEncoderNli(folder, threads)


def _subjects(policies: Mapping[str, Policy], judges: Sequence[str], in_use: frozenset[str]) -> list[Subject]:
    from claimgraph.verify.evaluation.judging import JudgeSubject, OverlapSubject, PolicySubject

    found: list[Subject] = [
        PolicySubject(policy, name, frozenset(_own_judges([policy])) or in_use) for name, policy in policies.items()
    ]
    return [*found, *(OverlapSubject() if name == OVERLAP else JudgeSubject(name) for name in judges)]


def _wrong(subject: Subject, report: Sequence[JudgedCase], threshold: float | None) -> tuple[WrongCase, ...]:
    """By a policy's own verdicts, else at the threshold."""
    readings = subject.read(report)
    at = 0.5 if threshold is None else threshold
    found = []
    for place, (one, score) in enumerate(zip(report, readings.scores.tolist(), strict=True)):
        told = _told(score, at) if readings.verdicts is None else readings.verdicts[place].value
        if (told == "SUPPORTED") == one.case.label.supported:
            continue
        label = one.case.label
        windows = [window for evidence in one.evidence for window in evidence.windows]
        found.append(
            WrongCase(
                one.case.id,
                one.case.kind,
                label.verdict.value if label.verdict else "not supported",
                told,
                None if score != score else score,
                one.case.text,
                max(windows, key=lambda window: window.relevance).text if windows else "",
            )
        )
    return tuple(found)


def _told(score: float, threshold: float) -> str:
    return "unscored" if score != score else "SUPPORTED" if score >= threshold else "not supported"
