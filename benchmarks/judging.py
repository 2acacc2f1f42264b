"""Right and wrong: how well the judges and the vote tell supported claims from the rest, by language and kind.

    python benchmarks/judging.py --cases FILE... [--errors] [--json] [--summary]

Runs decomposition, windows, judges and the vote, without a store, over JSONL cases of the form
{"id", "lang", "kind", "document", "claim", "label"}; a label is SUPPORTED, CONTRADICTED or NOT_ENOUGH_INFO. A case
counts as supported when every checkable statement of its claim is. `--summary` prints the figures by language only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.graph_schema.ids import chunk_id, claim_id  # noqa: E402
from claimgraph.graph_schema.vocabulary import Verdict  # noqa: E402
from claimgraph.ingest.text.language import detect_language  # noqa: E402
from claimgraph.ingest.text.sentences import sentences  # noqa: E402
from claimgraph.ingest.text.tokens import count_tokens  # noqa: E402
from claimgraph.verify.decomposition.sentences import decompose  # noqa: E402
from claimgraph.verify.judges.alignment import AlignmentJudge  # noqa: E402
from claimgraph.verify.judges.embeddings import CachedEmbeddings  # noqa: E402
from claimgraph.verify.judges.nli import NliJudge  # noqa: E402
from claimgraph.verify.judges.rules import RulesJudge  # noqa: E402
from claimgraph.verify.judges.similarity import SimilarityJudge  # noqa: E402
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Pair  # noqa: E402
from claimgraph.verify.policies.vote import VotePolicy  # noqa: E402
from claimgraph.verify.ports import Judge, Policy  # noqa: E402
from claimgraph.verify.windows import ChunkText, WindowRequest, cut_all  # noqa: E402

CHUNK_TOKENS = 180
POSITIVE = Verdict.SUPPORTED.value


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    lang: str
    kind: str
    document: str
    claim: str
    label: str


@dataclass(frozen=True, slots=True)
class Judged:
    case: Case
    verdict: str
    evidence: tuple[ClaimEvidence, ...]
    decisions: tuple[Decision, ...]
    checks: tuple[Check, ...]


def read_cases(paths: Sequence[Path]) -> list[Case]:
    cases = []
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                row = json.loads(line)
                cases.append(Case(**{name: row[name] for name in ("id", "lang", "kind", "document", "claim", "label")}))
    return cases


def chunks_of(document: str) -> tuple[ChunkText, ...]:
    """The document in pieces of whole sentences, as ingestion would cut it in kind."""
    lang = detect_language(document)
    pieces: list[tuple[int, int]] = []
    size = 0
    for span in sentences(document, lang):
        tokens = count_tokens(document[span.start : span.end])
        if pieces and size + tokens <= CHUNK_TOKENS:
            pieces[-1] = (pieces[-1][0], span.end)
            size += tokens
        else:
            pieces.append((span.start, span.end))
            size = tokens
    texts = [document[start:end] for start, end in pieces]
    return tuple(ChunkText(chunk_id("bench", text), text, detect_language(text)) for text in texts)


def claims_of(case: Case) -> list[Claim]:
    return [
        Claim(
            claim_id("bench", statement.lang, statement.text, f"{case.id}:{number}"),
            statement.text,
            statement.lang,
            statement.spans,
            statement.sentence,
            statement.standalone,
            statement.checkable,
        )
        for number, statement in enumerate(decompose(case.claim))
    ]


async def judge_cases(
    cases: Sequence[Case], judges: Sequence[Judge], policy: Policy, embeddings: CachedEmbeddings | None
) -> list[Judged]:
    claims = [(case, claim) for case in cases for claim in claims_of(case)]
    chunked = {case.id: chunks_of(case.document) for case in cases}
    requests = [WindowRequest(claim.text, claim.lang, chunked[case.id]) for case, claim in claims]
    windows = cut_all(requests, embeddings.embed if embeddings else None)
    evidence = [ClaimEvidence(claim, (), cut) for (_, claim), cut in zip(claims, windows, strict=True)]
    checks: dict[str, list[Check]] = defaultdict(list)
    slots = [(one.claim, window) for one in evidence if one.claim.checkable for window in one.windows]
    pairs = [Pair(claim.text, claim.lang, window.text, window.lang) for claim, window in slots]
    for judge in judges:
        started = time.perf_counter()
        opinions = await judge.judge(pairs)
        seconds = time.perf_counter() - started
        print(f"{judge.name}: {len(pairs)} pairs, {1000 * seconds / max(1, len(pairs)):.2f} ms a pair", file=sys.stderr)
        for (claim, window), opinion in zip(slots, opinions, strict=True):
            checks[claim.id].append(Check(claim.id, window, judge.name, judge.version, opinion))
    return _collect(cases, [case for case, _ in claims], evidence, checks, policy)


def _collect(
    cases: Sequence[Case],
    owners: Sequence[Case],
    evidence: Sequence[ClaimEvidence],
    checks: dict[str, list[Check]],
    policy: Policy,
) -> list[Judged]:
    by_case: dict[str, list[ClaimEvidence]] = defaultdict(list)
    for owner, one in zip(owners, evidence, strict=True):
        by_case[owner.id].append(one)
    judged = []
    for case in cases:
        mine = by_case[case.id]
        decisions = tuple(policy.decide(one, checks[one.claim.id]) for one in mine)
        seen = tuple(check for one in mine for check in checks[one.claim.id])
        judged.append(Judged(case, verdict_of(decisions), tuple(mine), decisions, seen))
    return judged


def verdict_of(decisions: Iterable[Decision]) -> str:
    """The worst verdict among the checkable statements."""
    verdicts = {decision.verdict for decision in decisions} - {Verdict.NOT_CHECKABLE}
    for verdict in (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO, Verdict.SUPPORTED):
        if verdict in verdicts:
            return verdict.value
    return Verdict.NOT_CHECKABLE.value


def balanced_accuracy(judged: Iterable[Judged]) -> float | None:
    """The mean of the shares of supported and of other cases that were told right; `None` where one is missing."""
    right: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    for one in judged:
        positive = one.case.label == POSITIVE
        total[positive] += 1
        right[positive] += (one.verdict == POSITIVE) == positive
    if len(total) < 2:
        return None
    return sum(right[side] / total[side] for side in total) / 2


def summary(judged: Sequence[Judged]) -> dict[str, Any]:
    languages: dict[str, Any] = {}
    for lang in sorted({one.case.lang for one in judged}):
        mine = [one for one in judged if one.case.lang == lang]
        kinds = {
            kind: {
                "cases": len(group := [one for one in mine if one.case.kind == kind]),
                "right": sum((one.verdict == POSITIVE) == (one.case.label == POSITIVE) for one in group),
            }
            for kind in sorted({one.case.kind for one in mine})
        }
        confusion = Counter(f"{one.case.label} -> {one.verdict}" for one in mine)
        languages[lang] = {
            "cases": len(mine),
            "balanced_accuracy": balanced_accuracy(mine),
            "kinds": kinds,
            "confusion": dict(sorted(confusion.items())),
        }
    return languages


def print_table(figures: dict[str, Any], kinds: bool) -> None:
    for lang, figure in figures.items():
        score = figure["balanced_accuracy"]
        print(f"{lang}: {figure['cases']} cases, balanced accuracy {'n/a' if score is None else f'{score:.3f}'}")
        if not kinds:
            continue
        for kind, row in figure["kinds"].items():
            print(f"  {kind:24} {row['right']:4}/{row['cases']:<4} {row['right'] / row['cases']:.2f}")
        for pair, count in figure["confusion"].items():
            print(f"    {pair:40} {count}")


def print_errors(judged: Sequence[Judged], context: bool) -> None:
    for one in judged:
        if (one.verdict == POSITIVE) == (one.case.label == POSITIVE):
            continue
        print(
            f"\n[{one.case.lang} {one.case.kind} {one.case.id}] {one.case.label} -> {one.verdict}\n  C: "
            f"{one.case.claim}"
        )
        for evidence, decision in zip(one.evidence, one.decisions, strict=True):
            print("   votes:", ", ".join(f"{v.judge}={v.stance.value}({v.score})" for v in decision.votes))
            windows = evidence.windows if context else evidence.windows[:2]
            for window in windows:
                print(f"  W {window.relevance:.2f}: {window.text[:500]}")
                for check in one.checks:
                    if check.window.premise_id == window.premise_id and check.claim_id == evidence.claim.id:
                        print("     ", check.judge, _short(check.opinion))


def _short(opinion: Any) -> str:
    if not hasattr(opinion, "scores"):
        return f"unscored: {opinion.reason}"
    scores = {name: round(value, 2) for name, value in opinion.scores.items()}
    findings = [f"{f.kind}:{f.stance.value}:{f.claim_words}|{f.premise_words}" for f in opinion.findings]
    return f"{scores} {findings}"


def default_parts(use_nli: bool = True) -> tuple[list[Judge], CachedEmbeddings]:
    from claimgraph.platform.models.cross_encoder import CrossEncoderNli
    from claimgraph.platform.models.hashing import HashedChineseEmbedder
    from claimgraph.platform.models.minilm import MiniLMEmbedder

    embeddings = CachedEmbeddings({"en": MiniLMEmbedder(), "zh": HashedChineseEmbedder()})
    judges: list[Judge] = [SimilarityJudge(embeddings), RulesJudge(), AlignmentJudge()]
    if use_nli:
        judges.insert(0, NliJudge(CrossEncoderNli()))
    return judges, embeddings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="+", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--errors", action="store_true", help="print every case told wrong, with votes and windows")
    parser.add_argument("--summary", action="store_true", help="print the figures by language only")
    parser.add_argument("--no-nli", action="store_true", help="leave the NLI judge out")
    arguments = parser.parse_args()
    judges, embeddings = default_parts(use_nli=not arguments.no_nli)
    judged = asyncio.run(judge_cases(read_cases(arguments.cases), judges, VotePolicy(), embeddings))
    figures = summary(judged)
    if arguments.json:
        print(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    print_table(figures, kinds=not arguments.summary)
    if arguments.errors and not arguments.summary:
        print_errors(judged, context=False)


if __name__ == "__main__":
    main()
