"""Corrections without a language model: how often a swapped value is put right, and whether a right one is left alone.

    python benchmarks/corrections.py [--cases FILE...] [--policy NAME] [--errors]

Each case of `data/injected_*.jsonl` has evidence that holds at least two values of the kind that was swapped, a claim
and its original. The wrong claim goes the way of an answer: taken apart, judged against windows of the evidence,
corrected, judged again, put together; only the store is left out. Its fate:

- restored: the corrected text equals the original, but for case, width, white space and the closing stop;
- other: it was corrected to something else that the judges find supported;
- quoted: nobody could mend it, and what the evidence says of it stands in its place;
- removed: nobody could mend it, and it was taken out;
- missed: the judges found nothing wrong with it.

Every original, and every further right claim, goes the same way: untouched, quoted, removed, or changed, which must
not be.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from figures import publish, show  # noqa: E402

from claimgraph.api.bootstrap import Models  # noqa: E402
from claimgraph.graph_schema.ids import normalise_claim  # noqa: E402
from claimgraph.platform.settings import load_settings  # noqa: E402
from claimgraph.verify.claims import ClaimMaker  # noqa: E402
from claimgraph.verify.correcting import Correction, correct  # noqa: E402
from claimgraph.verify.correction.by_quote import METHOD, QuoteCorrector  # noqa: E402
from claimgraph.verify.correction.by_value import ValueCorrector  # noqa: E402
from claimgraph.verify.correction.telling import Teller  # noqa: E402
from claimgraph.verify.decomposition.granularity import Granularity  # noqa: E402
from claimgraph.verify.edits import word_diff  # noqa: E402
from claimgraph.verify.evaluation.judging.gathering import evidence_chunks  # noqa: E402
from claimgraph.verify.facts import FactReader, with_facts  # noqa: E402
from claimgraph.verify.listed import chunk_texts  # noqa: E402
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Conclusion, Evidence, Window  # noqa: E402
from claimgraph.verify.pairs import pair_for, pair_of  # noqa: E402
from claimgraph.verify.ports import Corrector, Policy  # noqa: E402
from claimgraph.verify.rewriting import corrected_answer  # noqa: E402
from claimgraph.verify.windows import Embed, WindowRequest, cut_all  # noqa: E402

DATA = ROOT / "benchmarks" / "data"
HALVES = (DATA / "injected_dev.jsonl", DATA / "injected_held_out.jsonl")
TENANT = "benchmark"
RESTORED, OTHER, QUOTED, REMOVED, MISSED = "restored", "other", "quoted", "removed", "missed"
UNTOUCHED, CHANGED = "untouched", "changed"


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    lang: str
    kind: str
    evidence: str
    claim: str
    original: str

    @property
    def right(self) -> bool:
        return self.claim == self.original

    @property
    def is_taken_from_the_evidence(self) -> bool:
        """Whether what was put in stands in the evidence, in another role: the harder swap to see."""
        new = [part.text.strip() for part in word_diff(self.original, self.claim) if part.kind == "added"]
        return any(new) and all(part in self.evidence for part in new)


@dataclass(frozen=True, slots=True)
class Fate:
    case: Case
    fate: str
    text: str  # the corrected text
    conclusions: tuple[Conclusion, ...]
    corrections: tuple[Correction, ...]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, and after each wrong claim its original as a case of its own."""
    cases: dict[tuple[str, str], Case] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        case = Case(**json.loads(line))
        right = replace(case, id=f"{case.id}-right", kind="right", claim=case.original)
        for one in [case] if case.right else [case, right]:
            cases.setdefault((one.evidence, one.claim), one)
    return list(cases.values())


@dataclass(frozen=True, slots=True)
class Verifying:
    """The parts of verification that need no store."""

    models: Models
    claims: ClaimMaker
    policy: Policy
    facts: FactReader

    async def read(self, texts: Sequence[str]) -> list[list[Claim]]:
        return [await self.claims.make(TENANT, text, text) for text in texts]

    async def judge(self, claims: Sequence[Claim], chunks: Sequence[tuple[Evidence, ...]]) -> list[Conclusion]:
        """Each claim against the windows of its chunks, by every judge; one conclusion each, in order."""
        requests = [
            WindowRequest(claim.text, claim.lang, chunk_texts(found))
            for claim, found in zip(claims, chunks, strict=True)
        ]
        windows = cut_all(requests, cast("Embed", self.models.embeddings.embed))
        evidence = [
            self._told(ClaimEvidence(claim, found, cut))
            for claim, found, cut in zip(claims, chunks, windows, strict=True)
        ]
        checks = await self._checks(evidence)
        return [
            Conclusion(one, checks[place], self.policy.decide(one, checks[place])) for place, one in enumerate(evidence)
        ]

    def _told(self, evidence: ClaimEvidence) -> ClaimEvidence:
        """With what the windows state, and the names that the chunks give to one thing."""
        stating = self.facts.read({chunk.chunk_id: chunk.text for chunk in evidence.chunks})
        names = {group for of_chunk in stating.values() for group in of_chunk.same_names}
        return replace(evidence, windows=with_facts(evidence.windows, stating), same_names=tuple(sorted(names)))

    async def _checks(self, evidence: Sequence[ClaimEvidence]) -> list[tuple[Check, ...]]:
        slots: list[tuple[int, Window]] = [
            (place, window) for place, one in enumerate(evidence) if one.claim.checkable for window in one.windows
        ]
        checks: list[list[Check]] = [[] for _ in evidence]
        for judge in self.models.judges:
            pairs = [pair_for(judge, pair_of(evidence[place], window)) for place, window in slots]
            for (place, window), opinion in zip(slots, await judge.judge(pairs), strict=True):
                checks[place].append(Check(evidence[place].claim.id, window, judge.name, judge.version, opinion))
        return [tuple(found) for found in checks]

    def correctors(self) -> list[Corrector]:
        """Those that a verification has without a language model, in their order."""
        embeddings = self.models.embeddings
        by_value = ValueCorrector(Teller(self.models.reader, self.models.mentions))
        by_quote = QuoteCorrector(self.models.reader, cast("Embed", embeddings.embed), embeddings.version)
        return [by_value, by_quote]

    async def correct(self, case: Case, conclusions: tuple[Conclusion, ...]) -> Fate:
        chunks = evidence_chunks(case.evidence)

        async def recheck(texts: Sequence[str]) -> list[tuple[Conclusion, ...]]:
            made = await self.read(texts)
            flat = [claim for found in made for claim in found]
            judged = iter(await self.judge(flat, [chunks] * len(flat)))
            return [tuple(next(judged) for _ in found) for found in made]

        corrections = await correct(conclusions, case.claim, None, self.correctors(), recheck)
        restate = partial(self.claims.statements, granularity=Granularity.CLAIM)
        text = await corrected_answer(case.claim, conclusions, corrections, restate)
        return Fate(case, _fate(case, text, corrections), text, conclusions, tuple(corrections))


def _fate(case: Case, text: str, corrections: Sequence[Correction]) -> str:
    if normalise_claim(text) == normalise_claim(case.original):
        return UNTOUCHED if case.right else RESTORED
    if normalise_claim(text) == normalise_claim(case.claim):
        return MISSED
    if any(correction.method == METHOD for correction in corrections):
        return QUOTED
    if any(not correction.after for correction in corrections):
        return REMOVED
    return CHANGED if case.right else OTHER


async def run(cases: Sequence[Case], policy: str) -> list[Fate]:
    with tempfile.TemporaryDirectory() as home:
        models = Models(load_settings(home=Path(home), policy=policy, decomposer="rules"))
        maker = ClaimMaker(models.decomposer("rules"), models.mentions, models.reader.version)
        verifying = Verifying(models, maker, models.policies.default, FactReader(models.reader))
        claims = await verifying.read([case.claim for case in cases])
        flat = [claim for found in claims for claim in found]
        chunks = [evidence_chunks(case.evidence) for case, found in zip(cases, claims, strict=True) for _ in found]
        judged = iter(await verifying.judge(flat, chunks))
        concluded = [tuple(next(judged) for _ in found) for found in claims]
        return [await verifying.correct(case, found) for case, found in zip(cases, concluded, strict=True)]


def table(half: str, fates: Sequence[Fate]) -> list[dict[str, Any]]:
    """A row a language and kind, with a row for all wrong claims and one for all right ones."""
    rows = []
    wrong = [one for one in fates if not one.case.right]
    right = [one for one in fates if one.case.right]
    groups: list[tuple[str, str, list[Fate]]] = [
        (lang, kind, [one for one in wrong if (one.case.lang, one.case.kind) == (lang, kind)])
        for lang, kind in sorted({(one.case.lang, one.case.kind) for one in wrong})
    ]
    for lang in sorted({one.case.lang for one in fates}):
        groups.append((lang, "all wrong", [one for one in wrong if one.case.lang == lang]))
        groups.append((lang, "all right", [one for one in right if one.case.lang == lang]))
    groups += [("all", "all wrong", wrong), ("all", "all right", right)]
    taken = [one for one in wrong if one.case.is_taken_from_the_evidence]
    groups += [
        ("all", "value of the evidence", taken),
        ("all", "foreign value", [one for one in wrong if one not in taken]),
    ]
    for lang, kind, members in groups:
        counts = Counter(one.fate for one in members)
        wanted = (UNTOUCHED, CHANGED) if kind == "all right" else (RESTORED, OTHER, MISSED)
        names = (*wanted, QUOTED, REMOVED)
        shares = {name: f"{100 * counts[name] / max(1, len(members)):.0f}%" for name in names}
        every = dict.fromkeys((RESTORED, OTHER, QUOTED, REMOVED, MISSED, UNTOUCHED, CHANGED), "")
        rows.append({"half": half, "lang": lang, "kind": kind, "claims": len(members), **every, **shares})
    return rows


def print_errors(fates: Sequence[Fate]) -> None:
    for one in fates:
        if one.fate in (RESTORED, UNTOUCHED):
            continue
        print(f"\n{one.case.id}: {one.fate}\n  claim     {one.case.claim}\n  original  {one.case.original}")
        print(f"  became    {one.text}\n  evidence  {one.case.evidence}")
        for conclusion in one.conclusions:
            decision = conclusion.decision
            votes = ", ".join(f"{vote.judge} {vote.stance.value}" for vote in decision.votes)
            print(f"  - {conclusion.claim.text}: {decision.verdict.value} {decision.confidence} ({votes})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="+", type=Path, default=[path for path in HALVES if path.exists()])
    parser.add_argument("--policy", default="calibrated", help="the verdict policy")
    parser.add_argument("--errors", action="store_true", help="print every claim that was not put right or left alone")
    arguments = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for path in arguments.cases:
        started = time.perf_counter()
        fates = asyncio.run(run(read_cases(path), arguments.policy))
        rows += table(path.stem.removeprefix("injected_"), fates)
        print(f"{path.name}: {time.perf_counter() - started:.0f} s", file=sys.stderr)
        if arguments.errors:
            print_errors(fates)
    title = "Corrections without a language model"
    if set(arguments.cases) == set(HALVES):
        publish("corrections", title, rows, {"policy": arguments.policy})
    else:
        show(title, rows)


if __name__ == "__main__":
    main()
