"""What verdict memory saves: answers that repeat each other's claims, word for word, paraphrased, and after a change.

    python benchmarks/memory.py [--answers 100] [--store arcadedb] [--store neo4j]

Of all claims 60% are repeated: half of these word for word, half in other words (the other voice, another way to write
a number or a date, and, one in six, other words altogether, which no normal form covers). Before one repeat in ten
the source that speaks of the claim is revised. Counted is how many pairs the judges were called with, against how many
they would have been without a memory, and whether everything whose evidence changed was judged again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

import anyio  # noqa: E402
from stores import MEASURED, Store, StoreMissing, Stores  # noqa: E402

from claimgraph.api.bootstrap import Services, open_services  # noqa: E402
from claimgraph.graph_schema import ids  # noqa: E402
from claimgraph.ingest.preparing import SourceDocument  # noqa: E402
from claimgraph.platform.graph import Query, Transaction  # noqa: E402
from claimgraph.verify.pipeline import VerifyRequest  # noqa: E402
from claimgraph.verify.report import Verification  # noqa: E402

CLAIMS_AN_ANSWER = 5
FIRST, EXACT, PARAPHRASE, REWORDED = "first", "exact", "paraphrase", "reworded"
MONTHS = ("January", "March", "April", "July", "August", "October", "December")


@dataclass(frozen=True, slots=True)
class Proposition:
    """One thing to claim, in three wordings, and the source that speaks of it, before and after its revision."""

    claim: str
    paraphrase: str
    reworded: str
    source: str
    revised: str

    def said(self, how: str) -> str:
        return {PARAPHRASE: self.paraphrase, REWORDED: self.reworded}.get(how, self.claim)


@dataclass(frozen=True, slots=True)
class Slot:
    """One claim of one answer."""

    proposition: int
    how: str
    changed: bool = False  # the source is revised before


@dataclass(slots=True)
class Tally:
    """What one pass over all answers took."""

    called: Counter[str] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    paraphrased: Counter[str] = field(default_factory=Counter)
    claims: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    judged_again: int = 0
    seconds: float = 0.0


def main() -> None:
    arguments = _arguments()
    stores, rows, details = Stores(MEASURED), [], {}
    try:
        for name in arguments.store or ["arcadedb", "neo4j"]:
            try:
                store = stores.get(name)
            except StoreMissing as missing:
                print(f"{name}: not measured ({missing})", flush=True)
                continue
            tally = anyio.run(measure, store, arguments.answers)
            rows.append(_row(store.name, arguments.answers, tally))
            details[name] = {
                "claims": dict(tally.claims),
                "called": dict(tally.called),
                "saved_exact": dict(tally.exact),
                "saved_paraphrased": dict(tally.paraphrased),
            }
    finally:
        stores.close()
    publish("memory", "pairs that judges were called with, against those they were spared", rows, {"details": details})


async def measure(store: Store, answers: int) -> Tally:
    """Verify all answers one after the other, each against the sources as they are by then."""
    generator = random.Random(11)
    slots = plan(answers * CLAIMS_AN_ANSWER, generator)
    made = propositions(generator)
    known = [next(made) for _ in range(1 + max(slot.proposition for slot in slots))]
    tally = Tally()
    async with open_services(store.settings(tenant=f"memory-{ids.digest('memory', time.time())[:8]}")) as services:
        await services.loader.load(services.tenant, [_document(n, one.source) for n, one in enumerate(known)])
        for start in range(0, len(slots), CLAIMS_AN_ANSWER):
            await _answer(services, slots[start : start + CLAIMS_AN_ANSWER], known, tally)
    return tally


async def _answer(services: Services, slots: Sequence[Slot], known: Sequence[Proposition], tally: Tally) -> None:
    changed = [slot.proposition for slot in slots if slot.changed]
    if changed:
        await services.loader.load(services.tenant, [_document(n, known[n].revised) for n in changed])
    texts = [known[slot.proposition].said(slot.how) for slot in slots]
    started = time.perf_counter()
    found = await services.verifier.verify(services.tenant, VerifyRequest(" ".join(texts), correct=False))
    tally.seconds += time.perf_counter() - started
    tally.called.update({judge: count for judge, count in found.run.calls.items() if not judge.startswith("llm_")})
    tally.exact.update(found.run.saved_exact)
    tally.paraphrased.update(found.run.saved_paraphrased)
    tally.claims.update(slot.how for slot in slots)
    for slot in slots:
        if slot.changed:
            tally.changed += 1
            tally.judged_again += await _judged_anew(services, found, known[slot.proposition])


async def _judged_anew(services: Services, found: Verification, one: Proposition) -> bool:
    """Whether this run looked at the revised source with checks of its own time, and at the old one with none."""
    statement = (
        "MATCH (:Run {id: $run, tenant: $tenant})-[f:FOUND]->(:Claim)-[e:CHECKED_AGAINST]->(k:Chunk) "
        "WHERE e.id IN f.checks AND k.id IN $chunks RETURN k.id AS chunk, count(e) AS checks"
    )
    old, new = (ids.chunk_id(services.tenant, text) for text in (one.source, one.revised))

    async def work(tx: Transaction) -> list[dict[str, Any]]:
        return await tx.run(
            Query("judged anew", statement), tenant=services.tenant, run=found.run_id, chunks=[old, new]
        )

    checks = {row["chunk"]: row["checks"] for row in await services.graph.read("judged anew", work)}
    return bool(checks.get(new)) and not checks.get(old)


def plan(claims: int, generator: random.Random) -> list[Slot]:
    """Which proposition each claim states, and how: 40% for the first time, the rest in earlier answers too."""
    firsts = claims * 2 // 5
    repeats = [EXACT] * ((claims - firsts) // 2)
    repeats += [PARAPHRASE if n % 6 else REWORDED for n in range(claims - firsts - len(repeats))]
    kinds = [FIRST] * firsts + repeats
    generator.shuffle(kinds)
    slots: list[Slot] = []
    next_new, before, revised = 0, 0, set[int]()
    while kinds:
        if len(slots) % CLAIMS_AN_ANSWER == 0:
            before = next_new  # what earlier answers have stated
        how = kinds.pop()
        if how != FIRST and not before:
            place = kinds.index(FIRST)
            kinds[place], how = how, FIRST
        if how == FIRST:
            slots.append(Slot(next_new, FIRST))
            next_new += 1
            continue
        proposition = generator.randrange(before)
        changed = proposition not in revised and generator.random() < 0.1
        revised |= {proposition} if changed else set()
        slots.append(Slot(proposition, how, changed))
    return slots


def propositions(generator: random.Random) -> Iterator[Proposition]:
    """As many as are asked for, no two about the same things."""
    names = _names(generator)
    while True:
        first, second, third = next(names), next(names), next(names)
        number = generator.randrange(1_100, 9_900)
        day, month, year = generator.randrange(1, 28), generator.choice(MONTHS), generator.randrange(1800, 2020)
        yield _found(
            f"{first} {third} designed the {second} Bridge.",
            f"The {second} Bridge was designed by {first} {third}.",
            f"The {second} Bridge is the work of {first} {third}.",
        )
        yield _found(
            f"{second} Industries acquired {first} Motors.",
            f"{first} Motors was acquired by {second} Industries.",
            f"{second} Industries bought {first} Motors.",
        )
        yield _found(
            f"The {third} Canal is {number:,} metres long.",
            f"The {third} Canal is {number} metres long.",
            f"The length of the {third} Canal is {number:,} metres.",
        )
        yield _found(
            f"{third} University was founded on {day} {month} {year}.",
            f"{third} University was founded on {month} {day}, {year}.",
            f"{month} {day}, {year} is the day on which {third} University was founded.",
        )
        yield _found(
            f"{first} City has {number / 1000:.1f} million inhabitants.".replace(".0 ", " "),
            f"{first} City has {round(number / 1000, 1) * 1_000_000:,.0f} inhabitants.",
            f"{number / 1000:.1f} million people live in {first} City.".replace(".0 ", " "),
        )


def _found(claim: str, paraphrase: str, reworded: str) -> Proposition:
    source = f"This page was written by hand. {claim} Visitors are welcome in summer."
    revised = f"This page was revised in spring. {claim[:-1]}, as the new edition says. Visitors are welcome in summer."
    return Proposition(claim, paraphrase, reworded, source, revised)


def _names(generator: random.Random) -> Iterator[str]:
    first = [
        "Ba",
        "Cor",
        "Del",
        "Fen",
        "Gal",
        "Hol",
        "Jas",
        "Kel",
        "Lor",
        "Mar",
        "Nor",
        "Pel",
        "Ros",
        "Sel",
        "Tam",
        "Vel",
    ]
    middle = ["a", "e", "i", "o", "u", "ari", "eni", "oli"]
    last = ["dor", "gen", "lin", "mer", "nas", "rik", "san", "ton", "vik", "wen"]
    made = [f"{a}{b}{c}" for a in first for b in middle for c in last]
    generator.shuffle(made)
    yield from made


def _document(number: int, text: str) -> SourceDocument:
    return SourceDocument(f"page-{number}.txt", f"page-{number}.txt", text.encode())


def _row(store: str, answers: int, tally: Tally) -> dict[str, Any]:
    called, exact, paraphrased = (sum(one.values()) for one in (tally.called, tally.exact, tally.paraphrased))
    whole = called + exact + paraphrased
    return {
        "store": store,
        "answers": answers,
        "claims": sum(tally.claims.values()),
        "repeated": round(1 - tally.claims[FIRST] / sum(tally.claims.values()), 3),
        "pairs_without_memory": whole,
        "judged": called,
        "judged_share": round(called / whole, 3),
        "saved_exact": exact,
        "saved_paraphrased": paraphrased,
        "changed_and_judged_again": f"{tally.judged_again} of {tally.changed}",
        "seconds": round(tally.seconds, 1),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=100)
    parser.add_argument("--store", action="append", choices=["arcadedb", "neo4j"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
