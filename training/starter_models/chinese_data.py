"""Universal NER's Chinese files (word-wise IOB2) as sentences with character spans, and their score."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    spans: tuple[Span, ...]  # (start, end, label) in characters of the text


def read(data: Path, split: str) -> list[Sentence]:
    """The sentences of `data`/ner/uner_zh_gsdsimp-`split`.iob2.gz, in file order."""
    path = data / "ner" / f"uner_zh_gsdsimp-{split}.iob2.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return list(_sentences(lines))


def _sentences(lines: Iterable[str]) -> Iterator[Sentence]:
    text, rows = "", list[tuple[str, str]]()
    for line in [*lines, "\n"]:
        if line.startswith("# text = "):
            text = line[len("# text = ") :].rstrip("\n")
        elif line.strip() and not line.startswith("#"):
            _, word, tag, *_ = line.rstrip("\n").split("\t")
            rows.append((word, tag))
        elif not line.strip() and rows:
            yield Sentence(text, tuple(_spans(text, rows)))
            rows = []


def _spans(text: str, rows: Sequence[tuple[str, str]]) -> Iterator[Span]:
    """Words are looked up in the raw text one after the other, so that spaces between them do no harm."""
    position, open_span = 0, None
    for word, tag in rows:
        start = text.index(word, position)
        position = start + len(word)
        kind, _, label = tag.partition("-")
        if kind == "I" and open_span is not None and open_span[2] == label:
            open_span = (open_span[0], position, label)
            continue
        if open_span is not None:
            yield open_span
        open_span = None if kind == "O" else (start, position, label)
    if open_span is not None:
        yield open_span


def scores(gold: Sequence[Iterable[Span]], found: Sequence[Iterable[Span]]) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 over exact spans with their label, in percent: "all" (micro) and by label."""
    counts: dict[str, Counter[str]] = {}
    for expected, seen in zip(map(set, gold), map(set, found), strict=True):
        for span in expected | seen:
            for key in ("all", span[2]):
                counter = counts.setdefault(key, Counter())
                counter["gold"] += span in expected
                counter["found"] += span in seen
                counter["right"] += span in expected and span in seen
    return {key: _ratios(counts[key]) for key in sorted(counts)}


def _ratios(count: Counter[str]) -> dict[str, float]:
    precision = count["right"] / count["found"] if count["found"] else 0.0
    recall = count["right"] / count["gold"] if count["gold"] else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {
        "gold": count["gold"],
        "precision": round(100 * precision, 1),
        "recall": round(100 * recall, 1),
        "f1": round(100 * f1, 1),
    }
