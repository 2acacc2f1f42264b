"""Having judges judge cases, batch by batch, without a store; what is in the cache file is not judged again."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from claimgraph.platform.errors import InputError, ModelError
from claimgraph.platform.llm import Usage, metered
from claimgraph.verify.decomposition.sentences import SentenceDecomposer
from claimgraph.verify.facts import FactReader
from claimgraph.verify.judges.embeddings import CachedEmbeddings
from claimgraph.verify.model import Check, ClaimEvidence, Pair
from claimgraph.verify.pairs import pair_for, pair_of, reads
from claimgraph.verify.ports import Decomposer, Judge

from .cases import Case
from .gathering import Gatherer, HypothesisSentences
from .judged import Cost, JudgedCase
from .opinions import OpinionFile, Said

BATCH_CASES = 128
STATED = frozenset({"claim_triples", "premise_facts", "same_names"})
"""What a judge reads of a pair that is there only where texts were read for what they state."""

Progress = Callable[[int, int], None]
"""Called with the number of cases done and of all."""


async def judge_cases(
    cases: Sequence[Case],
    judges: Sequence[Judge],
    embeddings: CachedEmbeddings,
    cache_path: Path | None = None,
    progress: Progress | None = None,
    *,
    answers: Decomposer | None = None,
    hypotheses: Decomposer | None = None,
    facts: FactReader | None = None,
) -> list[JudgedCase]:
    """All cases, in order, with every judge's checks of every claim against every window.

    Hypotheses are judged sentence by sentence unless `hypotheses` takes them apart otherwise; answers are taken apart
    by `answers` (without: into sentences and clauses). With `facts`, judges that read triples get those of claims and
    windows. Opinions are written to `cache_path` batch by batch, and those
    that it holds, of these judges' versions, are used. Only one batch's texts are in the judges' hands at a time.
    Raises what a judge raises; a judge that could not judge a pair gives `Unscored`.
    """
    gatherer = Gatherer(embeddings, answers or SentenceDecomposer(), hypotheses or HypothesisSentences(), facts)
    kept = OpinionFile(cache_path)
    done: list[JudgedCase] = []
    for start in range(0, len(cases), BATCH_CASES):
        done += await _judge_batch(cases[start : start + BATCH_CASES], judges, gatherer, kept)
        if progress is not None:
            progress(len(done), len(cases))
    return done


def load_judged(
    cases: Sequence[Case],
    embeddings: CachedEmbeddings,
    cache_path: Path,
    *,
    answers: Decomposer | None = None,
    hypotheses: Decomposer | None = None,
    facts: FactReader | None = None,
) -> list[JudgedCase]:
    """The cases as `judge_cases` left them in the file, without any judge: each judge as it was written last.

    Raises `InputError` where a case, or a judge's opinions on it, are not in the file.
    """
    gatherer = Gatherer(embeddings, answers or SentenceDecomposer(), hypotheses or HypothesisSentences(), facts)
    kept = OpinionFile(cache_path)
    loaded = []
    for case in cases:
        key = gatherer.key(case)
        evidence = kept.evidence(f"{key}/{gatherer.facts_version}", case)
        said = {j: kept.checks(key, j, version, evidence or ()) for j, version in kept.judge_versions.items()}
        if evidence is None or None in said.values():
            raise InputError(
                f"{cache_path.name} does not hold all opinions on the case {case.id[:60]}; judge the cases again."
            )
        loaded.append(_judged(case, evidence, {judge: one for judge, one in said.items() if one is not None}))
    return loaded


async def _judge_batch(
    cases: Sequence[Case], judges: Sequence[Judge], gatherer: Gatherer, kept: OpinionFile
) -> list[JudgedCase]:
    keys = [gatherer.key(case) for case in cases]
    stated = gatherer.facts_version
    evidence = {key: kept.evidence(f"{key}/{stated}", case) for key, case in zip(keys, cases, strict=True)}
    missing = [place for place, key in enumerate(keys) if evidence[key] is None]
    new = await gatherer.gather([cases[place] for place in missing]) if missing else []
    fresh = {keys[place]: found for place, found in zip(missing, new, strict=True)}
    known = {key: found for key, found in {**evidence, **fresh}.items() if found is not None}
    said: dict[tuple[str, str], Said] = {}
    unkept: dict[tuple[str, str, str], Said] = {}
    for judge in judges:
        version = f"{judge.version}/{stated}" if reads(judge) & STATED else judge.version
        for key, found in known.items():
            if (before := kept.checks(key, judge.name, version, found)) is not None:
                said[key, judge.name] = before
        missed = {key: found for key, found in known.items() if (key, judge.name) not in said}
        for key, one in (await _ask(judge, missed)).items():
            said[key, judge.name] = unkept[key, judge.name, version] = one
    kept.keep({f"{key}/{stated}": found for key, found in fresh.items()}, unkept)
    return [
        _judged(case, known[key], {judge.name: said[key, judge.name] for judge in judges})
        for key, case in zip(keys, cases, strict=True)
    ]


async def _ask(judge: Judge, evidence: dict[str, tuple[ClaimEvidence, ...]]) -> dict[str, Said]:
    """One judge over all checkable claims and windows of these cases, in one call; case key -> what it said."""
    slots = [
        (key, one, window)
        for key, found in evidence.items()
        for one in found
        if one.claim.checkable
        for window in one.windows
    ]
    pairs = [pair_for(judge, pair_of(one, window)) for _, one, window in slots]
    with metered() as meter:
        started = time.perf_counter()
        opinions = await judge.judge(pairs) if pairs else []
        seconds = time.perf_counter() - started
    if len(opinions) != len(pairs):
        raise ModelError(f"the judge {judge.name} gave {len(opinions)} opinions on {len(pairs)} pairs")
    checks: dict[str, list[Check]] = {key: [] for key in evidence}
    for (key, one, window), opinion in zip(slots, opinions, strict=True):
        checks[key].append(Check(one.claim.id, window, judge.name, judge.version, opinion))
    shares = _shares({key: len(found) for key, found in checks.items()}, seconds, meter.usage)
    return {key: (tuple(found), shares[key]) for key, found in checks.items()}


async def warm_up(judges: Sequence[Judge]) -> None:
    """Have each judge load what it needs, so that the first batch's time is that of judging."""
    for judge in judges:
        await judge.judge([Pair("The ferry was built in 1912.", "en", "The ferry was built in Bergen in 1912.", "en")])


def _shares(pairs: dict[str, int], seconds: float, usage: Usage) -> dict[str, Cost]:
    """Each case's share of the seconds, by its pairs; what a language model used is booked on the first case."""
    total = sum(pairs.values())
    shares = {key: Cost(count, round(seconds * count / total, 9) if total else 0.0) for key, count in pairs.items()}
    if shares:
        first = next(iter(shares))
        shares[first] += Cost(usage=usage)
    return shares


def _judged(case: Case, evidence: tuple[ClaimEvidence, ...], said: dict[str, Said]) -> JudgedCase:
    checks: dict[str, list[Check]] = defaultdict(list)
    for found, _ in said.values():
        for check in found:
            checks[check.claim_id].append(check)
    return JudgedCase(
        case,
        evidence,
        {one.claim.id: tuple(checks[one.claim.id]) for one in evidence},
        {judge: cost for judge, (_, cost) in said.items()},
    )
