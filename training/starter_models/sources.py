"""The public NLI data as rows of one shape."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILES = {
    "snli": "snli.jsonl.gz",
    "counterfactual_snli": "counterfactual_snli.jsonl.gz",
    "fever": "fever_dev_pairs.jsonl.gz",
    "fever_symmetric": "fever_symmetric.jsonl.gz",
    "conjnli": "conjnli_adversarial.jsonl.gz",
    "foolmetwice": "foolmetwice_dev.jsonl.gz",
    "summedits": "summedits_5.jsonl.gz",
    "wice": "wice_dev.jsonl.gz",
}

# Kinds of text: what is measured on one kind is trained on the other two.
FAMILIES = {
    "sentences": ("snli", "counterfactual_snli", "conjnli"),
    "wikipedia": ("fever", "fever_symmetric", "foolmetwice", "wice"),
    "documents": ("summedits",),
}

UNRELATED = "unrelated"
"""What a claim beside the source of another claim is said to be from: of no set (`policy_cases.unrelated`)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One pair; `label`: entailment, neutral, contradiction or not_entailment (two-label sources)."""

    source: str
    id: str
    premise: str
    hypothesis: str
    label: str
    supporting: tuple[int, ...] = ()  # WiCE: numbers of the premise's lines that support the claim


def read(data: Path, source: str) -> Iterator[Row]:
    """The rows of one source below `data`/nli, in file order."""
    with gzip.open(data / "nli" / FILES[source], "rt", encoding="utf-8") as lines:
        for line in lines:
            raw = json.loads(line)
            yield Row(
                source=source,
                id=raw["id"],
                premise=raw["premise"].strip(),
                hypothesis=raw["hypothesis"].strip(),
                label=raw["label"],
                supporting=tuple(raw.get("supporting_sentences") or ()),
            )
