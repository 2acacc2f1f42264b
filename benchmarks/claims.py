"""How well answers are taken apart: atomic claims and triples against the gold set, by language and domain.

    python benchmarks/claims.py [--cases FILE...] [--method sentences|rules|llm|hybrid]... [--summary]
    python benchmarks/claims.py --cases benchmarks/data/claims_dev.jsonl --method rules --errors

When a claim or a triple counts as right, `claimgraph.verify.evaluation` says; intervals are those that 95% of samples
of as many items fall into; "lenient" forgives a word too many or too few. "llm" and "hybrid" ask a scripted model that
answers from the gold: their figures show how often a model is asked and what becomes of right answers, not how good a
model is. Without `--cases` all files are measured, and the figures go to `benchmarks/results/claims.json`.

`claims_pool.jsonl` is a sample of what rules get wrong: written before they were run on it, since then looked at and
tuned on, for the rules as well as for when `hybrid` asks. It has claims only, and no half that was kept apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures import ROOT, publish, show

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from scripted import GoldModel
from taking_apart import METHODS, decomposer_of, fresh_models

from claimgraph.api.bootstrap import Models
from claimgraph.verify.evaluation import (
    Counts,
    GoldItem,
    ItemOutcome,
    bootstrap_interval,
    evaluate_item,
    read_items,
    total,
)
from claimgraph.verify.evaluation.claims import CLAIM_THRESHOLD, LENIENT_THRESHOLD
from claimgraph.verify.ports import Decomposer

DATA = ROOT / "benchmarks" / "data"
FILES = ("claims_dev", "claims_held_out", "claims_pool", "claims_long_dev", "claims_long_held_out")
BATCH = 20
"""Answers whose calls are counted when they are handed over at once."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One method over one file of items."""

    cases: str
    method: str
    outcomes: tuple[ItemOutcome, ...]
    lenient: tuple[ItemOutcome, ...]  # a word too many or too few forgiven
    calls: int | None  # of the language model, the answers handed over one by one; None without a model
    batch_calls: int | None  # the same for the first 20 answers at once


def main() -> int:
    arguments = _arguments()
    paths = arguments.cases or [DATA / f"{name}.jsonl" for name in FILES]
    if arguments.errors and not arguments.yes_look and any("held_out" in path.name for path in paths):
        print("Held-out items are measured, not looked at (--yes-look, once tuning is over).", file=sys.stderr)
        return 2
    models = fresh_models()
    measured = [
        asyncio.run(measure(models, path.stem, read_items(path), method))
        for path in paths
        for method in arguments.method or METHODS
    ]
    if arguments.errors:
        for one in measured:
            print_errors(one)
    figures = [row for one in measured for row in rows(one, domains=not arguments.summary)]
    if arguments.json:
        print(json.dumps(figures, ensure_ascii=False, indent=1))
    elif arguments.cases:
        show("claims and triples against the gold set", [_shown(row) for row in figures], width=180)
    else:
        shown = [_short(row) for row in figures if row["domain"] == "all"]
        publish("claims", "claims and triples against the gold set", shown, {"figures": figures})
    return 0


async def measure(models: Models, cases: str, items: Sequence[GoldItem], method: str) -> Measured:
    model = GoldModel(items) if method in ("llm", "hybrid") else None
    decomposer = decomposer_of(method, models, model)
    made = [(await decomposer.decompose([item.text]))[0] for item in items]
    outcomes, lenient = (
        tuple(evaluate_item(item, found, threshold) for item, found in zip(items, made, strict=True))
        for threshold in (CLAIM_THRESHOLD, LENIENT_THRESHOLD)
    )
    if model is None:
        return Measured(cases, method, outcomes, lenient, None, None)
    calls = model.calls
    return Measured(cases, method, outcomes, lenient, calls, await _batch_calls(decomposer, items, model))


async def _batch_calls(decomposer: Decomposer, items: Sequence[GoldItem], model: GoldModel) -> int:
    """The most calls that any 20 neighbouring answers make when they are handed over together."""
    most = 0
    for start in range(0, len(items), BATCH):
        before = model.calls
        await decomposer.decompose([item.text for item in items[start : start + BATCH]])
        most = max(most, model.calls - before)
    return most


def rows(one: Measured, domains: bool) -> list[dict[str, Any]]:
    """One row a language, and with `domains` one more for each domain of it."""
    found = []
    for lang in sorted({outcome.item.lang for outcome in one.outcomes}):
        names = sorted({outcome.item.domain for outcome in one.outcomes if outcome.item.lang == lang})
        for domain in ["all", *(names if domains else ())]:
            found.append(_row(one, lang, domain))
    return found


def _row(one: Measured, lang: str, domain: str) -> dict[str, Any]:
    def mine(outcomes: Sequence[ItemOutcome]) -> list[ItemOutcome]:
        return [found for found in outcomes if found.item.lang == lang and domain in ("all", found.item.domain)]

    row: dict[str, Any] = {"cases": one.cases, "method": one.method, "lang": lang, "domain": domain}
    row["items"] = len(mine(one.outcomes))
    row |= _scores("claims", [outcome.claims for outcome in mine(one.outcomes)])
    row["claims_f1_lenient"] = total(outcome.claims for outcome in mine(one.lenient)).f1
    annotated = any(outcome.item.triples for outcome in one.outcomes)
    row |= _scores("triples", [outcome.triples for outcome in mine(one.outcomes)] if annotated else [])
    return row | {"calls": one.calls, "calls_of_20_at_once": one.batch_calls}


def _scores(name: str, counts: Sequence[Counts]) -> dict[str, Any]:
    whole = total(counts)
    return {
        f"{name}_precision": whole.precision,
        f"{name}_recall": whole.recall,
        f"{name}_f1": whole.f1,
        f"{name}_interval": bootstrap_interval(counts),
    }


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """The row as the table has it, with short names."""
    shown = {name: row[name] for name in ("cases", "method", "lang", "domain", "items")}
    shown["cases"] = row["cases"].removeprefix("claims_")
    for of in ("claims", "triples"):
        shown |= {f"{of} {name}": row[f"{of}_{name}"] for name in ("precision", "recall", "f1")}
        shown[f"{of} 95%"] = _interval(row[f"{of}_interval"])
        if of == "claims":
            shown["lenient"] = row["claims_f1_lenient"]
    return shown | {"calls": row["calls"], "of 20": row["calls_of_20_at_once"]}


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """The row with F1 only; the file has everything."""
    shown = _shown(row)
    return {name: value for name, value in shown.items() if not name.endswith(("domain", "precision", "recall"))}


def _interval(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"{interval[0]:.2f}-{interval[1]:.2f}"


def print_errors(one: Measured) -> None:
    """What each item missed and what it has too much: claims first, then triples."""
    for outcome in one.outcomes:
        lists: list[tuple[str, Iterable[object]]] = [
            ("missed claim", outcome.missed_claims),
            ("extra claim", outcome.extra_claims),
            ("missed triple", outcome.missed_triples),
            ("extra triple", outcome.extra_triples),
        ]
        if not any(found for _, found in lists):
            continue
        print(f"\n[{outcome.item.id} {one.method}] {outcome.item.text}")
        for name, found in lists:
            for what in found:
                print(f"  {name}: {' ; '.join(what) if isinstance(what, tuple) else what}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="+", type=Path, help="files of gold items; all of them when left out")
    parser.add_argument("--method", action="append", choices=METHODS, help="all of them when left out")
    parser.add_argument("--summary", action="store_true", help="figures by language only")
    parser.add_argument("--errors", action="store_true", help="print what each item missed and has too much")
    parser.add_argument("--yes-look", action="store_true", help="let --errors show held-out items")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
