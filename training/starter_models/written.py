"""Pairs written for this project: a premise as documents have it, with claims that follow, contradict it or stay open.

Nothing else in the training data says the same thing in other words: public claims are close to their evidence, and
synthetic ones are made of it. Every premise has claims of all three kinds, so that a claim alone gives nothing away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import swaps
from .pairs import Pair
from .split import rule_holds_out

FOLDER = Path(__file__).resolve().parents[1] / "data"
KINDS = {"entailed": swaps.ENTAILED, "contradicted": swaps.CONTRADICTED, "neutral": swaps.NEUTRAL}


@dataclass(frozen=True, slots=True)
class Written:
    premise: str
    claims: tuple[tuple[str, int], ...]  # claim and target


def read_written(lang: str, folder: Path = FOLDER, name: str = "written") -> list[Written]:
    """The items of one language, in file order. Raises ValueError for an item that is not whole, naming its line.

    `name`: "written", or "reworded" for those whose right and wrong claims are all in other words than their premise.
    """
    found = []
    path = folder / f"{name}_{lang}.jsonl"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        raw = json.loads(line)
        claims = [(claim.strip(), target) for kind, target in KINDS.items() for claim in raw[kind]]
        texts = [claim for claim, _ in claims]
        if not raw["premise"].strip() or not all(texts) or len(set(texts)) < len(texts):
            raise ValueError(f"line {number} of {path.name}: an empty text, or a claim twice")
        if {target for _, target in claims} != set(KINDS.values()):
            raise ValueError(f"line {number} of {path.name}: it needs claims of all three kinds")
        found.append(Written(raw["premise"].strip(), tuple(claims)))
    return found


def written_pairs(items: Iterable[Written], source: str = "written") -> list[Pair]:
    return [Pair(source, item.premise, claim, target) for item in items for claim, target in item.claims]


def kept_apart(items: Sequence[Written], held_out: bool) -> list[Written]:
    """Those that are trained on, or those that are measured on: by premise."""
    return [item for item in items if rule_holds_out(item.premise) is held_out]
