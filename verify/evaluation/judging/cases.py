"""Cases to measure judges on: a text, what is said about it, and whether that is so; one JSON object a line.

A row is (`premise`, `hypothesis`, `label`), or (`source`, `answer`, `label`) where the answer is to be taken apart
into claims. `document` and `context` are read as `source`, `claim` as `hypothesis`, `kind`, `group`, `question`,
`lang` and `id` where they are given. A file whose name ends in `.gz` is unpacked.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.text.cleaning import storable_text
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.errors import InputError

SOURCE_NAMES = ("premise", "source", "document", "context")
SAID_NAMES = ("hypothesis", "answer", "claim")

_SUPPORTED = frozenset({"entailment", "entailed", "supported", "supports", "true", "yes", "1"})
_CONTRADICTED = frozenset({"contradiction", "contradicted", "contradicts", "refuted", "refutes"})
_NOT_ENOUGH = frozenset({"neutral", "not_enough_info", "nei"})
_NOT_SUPPORTED = frozenset({"not_entailment", "not_entailed", "not_supported", "unsupported", "false", "no", "0"})
LABELS = (
    "entailment, neutral, contradiction, not_entailment, SUPPORTED, CONTRADICTED, NOT_ENOUGH_INFO, true, false, 1 or 0"
)


@dataclass(frozen=True, slots=True)
class Label:
    """Whether the source supports what is said. `verdict` is None where a label only says that it does not."""

    supported: bool
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Case:
    """One row. `is_answer`: the text is an answer, to be taken apart; else it is a hypothesis."""

    id: str
    source: str
    text: str
    label: Label
    lang: str  # of the text
    is_answer: bool = False
    kind: str | None = None
    question: str | None = None

    @property
    def premise_hash(self) -> str:
        """Cases of one source share it."""
        return premise_hash(self.source)


def premise_hash(premise: str) -> str:
    """Ten hex digits over the letters and digits alone: spacing, case and punctuation make no new premise."""
    letters = "".join(char for char in premise.casefold() if char.isalnum())
    return hashlib.sha256(letters.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def read_cases(path: Path, limit: int | None = None) -> list[Case]:
    """The cases of a file in order; with `limit` about so many, whole premises, the same ones at every call.

    Raises `InputError` that names the line and says what to do, for a file that is missing or damaged, a row that is
    no case, an id given twice and a file without any case.
    """
    cases: list[Case] = []
    lines: dict[str, int] = {}
    for number, line in _numbered_lines(path):
        if not line.strip():
            continue
        case = _case(line, number, path.name)
        if case.id in lines:
            raise InputError(
                f"Line {number} of {path.name} has the id of line {lines[case.id]}; give each row an id of its own, "
                "or none."
            )
        lines[case.id] = number
        cases.append(case)
    if not cases:
        raise InputError(f"{path.name} has no case; it needs one JSON object a line (see docs/judging.md).")
    return cases if limit is None else sample(cases, limit)


def sample(cases: Sequence[Case], limit: int) -> list[Case]:
    """Cases of whole premises, drawn by a fixed hash, in their order: the first that bring `limit` or a few more.

    A larger sample holds every smaller one, so that what was judged for one is of use for the other.
    """
    if limit < 1:
        raise InputError(f"At least one case has to be measured, not {limit}.")
    hashes = [case.premise_hash for case in cases]
    sizes: dict[str, int] = {}
    for one in hashes:
        sizes[one] = sizes.get(one, 0) + 1
    taken: set[str] = set()
    room = limit
    for one in sorted(sizes, key=_drawing_order):
        if room <= 0:
            break
        taken.add(one)
        room -= sizes[one]
    return [case for case, one in zip(cases, hashes, strict=True) if one in taken]


def _drawing_order(premise: str) -> str:
    """Another order than that of the hashes themselves, by which training splits its data."""
    return hashlib.sha256(f"sample {premise}".encode()).hexdigest()


def parse_label(value: object) -> Label:
    """A label in any of the usual words, letter case and separators aside. Raises ValueError for another one."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    words = str(value).strip().casefold().replace("-", "_").replace(" ", "_")
    if words in _SUPPORTED:
        return Label(True, Verdict.SUPPORTED)
    if words in _CONTRADICTED:
        return Label(False, Verdict.CONTRADICTED)
    if words in _NOT_ENOUGH:
        return Label(False, Verdict.NOT_ENOUGH_INFO)
    if words in _NOT_SUPPORTED:
        return Label(False, None)
    raise ValueError(f"the label {str(value)[:40]!r} is none of {LABELS}")


def _numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    opened = gzip.open if path.name.endswith(".gz") else open
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            yield from enumerate(lines, 1)
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path}; name a JSONL file of cases.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8; save it as UTF-8, or as gzip with a name in .gz.") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path.name} cannot be read ({type(error).__name__}); is it complete?") from error


def _case(line: str, number: int, name: str) -> Case:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"Line {number} of {name} is no JSON; write one object a line.") from error
    if not isinstance(row, dict):
        raise InputError(f"Line {number} of {name} is no JSON object; write {{...}} with premise, hypothesis, label.")
    try:
        return _read(row, number)
    except ValueError as error:
        raise InputError(f"Line {number} of {name}: {error}.") from error


def _read(row: Mapping[str, Any], number: int) -> Case:
    source = _text(row, SOURCE_NAMES)
    said, text = next(((name, row[name]) for name in SAID_NAMES if row.get(name) is not None), ("", None))
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"it needs one of {', '.join(SAID_NAMES)}, a text that is not empty")
    if row.get("label") is None:
        raise ValueError(f"it needs a label: {LABELS}")
    text = storable_text(text.strip())
    lang = row.get("lang")
    return Case(
        id=str(row["id"]) if row.get("id") not in (None, "") else f"line-{number}",
        source=storable_text(source),
        text=text,
        label=parse_label(row["label"]),
        lang=lang if isinstance(lang, str) and lang else detect_language(text),
        is_answer=said == "answer",
        kind=_optional(row, "kind") or _optional(row, "group"),
        question=_optional(row, "question"),
    )


def _text(row: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first of these fields; it may be empty: no evidence is a case of its own."""
    for name in names:
        if row.get(name) is not None:
            value = row[name]
            if not isinstance(value, str):
                raise ValueError(f"{name} is no text; write it in quotes")
            return value.strip()
    raise ValueError(f"it needs one of {', '.join(names)}")


def _optional(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    return None if value in (None, "") else str(value)
