"""Pairs of a premise and a hypothesis as their files hold them, and what the words of a pair give away."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from pathlib import Path

LABELS = {"SUPPORTED", "CONTRADICTED", "NOT_ENOUGH_INFO"}
_NO_END = r"(?<!\bDr)(?<!\b(?:Mr|St))(?<!& Co)(?<!\b[ap]\.m)(?!(?<= [A-Z])\.\s[A-Z])"
SENTENCE_END = re.compile(rf"[。！？]|{_NO_END}[.!?](?=[”’]?(?:\s|$))|(?<=\b[ap]\.m)\.(?=\s+[A-Z]|$)")
TERM = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")  # a Chinese character, or a word or number of other scripts


@dataclass(frozen=True, slots=True)
class PremisePair:
    id: str
    lang: str
    kind: str
    premise: str
    hypothesis: str
    label: str


FIELDS = [field.name for field in fields(PremisePair)]


def read_rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_pairs(path: Path) -> list[PremisePair]:
    return [PremisePair(**{name: str(row[name]) for name in FIELDS}) for row in read_rows(path)]


def terms(text: str) -> set[str]:
    return set(TERM.findall(text.casefold()))


def overlap(pair: PremisePair) -> float:
    """Share of the hypothesis's terms that the premise has."""
    wanted = terms(pair.hypothesis)
    return len(wanted & terms(pair.premise)) / len(wanted)


def separation(pairs: list[PremisePair], label: str) -> float:
    """AUROC of overlap for one label against the others, whichever way round a threshold on it does better."""
    inside = [overlap(pair) for pair in pairs if pair.label == label]
    outside = [overlap(pair) for pair in pairs if pair.label != label]
    won = sum((one > other) + 0.5 * (one == other) for one in inside for other in outside)
    area = won / (len(inside) * len(outside))
    return max(area, 1 - area)
