"""Sentences of real text as answers: word for word, and with one name or one number exchanged.

    python benchmarks/copies.py DATA_DIR [--seen] [--errors] [--sentences N]

The evidence is one sentence of a treebank; the answer is that sentence, or the same with a name exchanged for another
of its kind (`DATA_DIR/ner`), or with another number (`DATA_DIR/ud`). An answer goes the usual way: taken apart, judged
by the default judges and policy, without a store. Right is

- of a copy: every claim that can be checked is SUPPORTED;
- of an exchange: some claim is not (`flagged`), or is CONTRADICTED (`contradicted`).

`--seen`: sentences of the parts whose errors were looked at while the rules were mended, printed and not kept. Without
it: other parts, whose errors nobody looked at; the figures go to `benchmarks/results/copies.json`. The recogniser of
Chinese names is trained on the parts of `--seen` and measured on the others.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from figures import ROOT, publish, show

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.api.benching import fact_reader
from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.platform.settings import load_settings
from claimgraph.verify.evaluation.judging import Case, JudgedCase, Label, judge_cases, warm_up
from claimgraph.verify.policies.choose import build_policy
from claimgraph.verify.ports import Policy

COPY, NAME, NUMBER = "copy", "name", "number"
SEEN = {
    ("en", NAME): "ner/uner_en_ewt-test.iob2.gz",
    ("zh", NAME): "ner/uner_zh_gsdsimp-train.iob2.gz",
    ("en", NUMBER): "ud/en_ewt-train.conllu.gz",
    ("zh", NUMBER): "ud/zh_gsdsimp-dev.conllu.gz",
}
UNSEEN = {
    ("en", NAME): "ner/uner_en_ewt-dev.iob2.gz",
    ("zh", NAME): "ner/uner_zh_gsdsimp-dev.iob2.gz",  # those without a number: the others are among the seen ones
    ("en", NUMBER): "ud/en_ewt-dev.conllu.gz",
    ("zh", NUMBER): "ud/zh_gsdsimp-test.conllu.gz",
}
_LENGTHS = {"en": (40, 240), "zh": (12, 120)}  # characters
_NO_STATEMENT = re.compile(r"[?？@]|http|\b(?:i|we|you|my|our|your|me|us|please)\b|[我你您咱]", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.,:/A-Za-z#-])(?:\d{1,3}(?:,\d{3})+|\d{1,4})(?![\d:/)A-Za-z-]|[.,]\d)")
_YEARS = range(1700, 2100)
_UNSPACED_BEFORE = re.compile(r" (?=[.,;:?!)\]%]|'s\b|n't\b)")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    label: str = "O"  # B-PER, I-PER, …
    glued: bool = False  # to the next


def main() -> int:
    arguments = _arguments()
    files = SEEN if arguments.seen else UNSEEN
    models = Models(load_settings())
    policy = build_policy(models.settings.policy, None)
    rows: list[dict[str, Any]] = []
    for (lang, kind), name in files.items():
        without_numbers = files is UNSEEN and (lang, kind) == ("zh", NAME)
        cases = list(_cases(arguments.data / name, lang, kind, arguments.sentences, without_numbers))
        judged = asyncio.run(_judged(models, cases))
        rows += [_row(policy, judged, name, lang, which) for which in (COPY, kind)]
        if arguments.errors:
            _show_errors(policy, judged)
    title = "sentences of real text as answers"
    if arguments.seen:
        show(title, rows)
    else:
        publish("copies", title, rows, {"sentences": arguments.sentences})
    return 0


async def _judged(models: Models, cases: Sequence[Case]) -> list[JudgedCase]:
    await warm_up(models.judges)
    return await judge_cases(
        cases, models.judges, models.embeddings, None,
        answers=models.decomposer(), facts=fact_reader(models, models.judges),
    )  # fmt: skip


def _row(policy: Policy, judged: Sequence[JudgedCase], name: str, lang: str, kind: str) -> dict[str, Any]:
    """Of the answers of one kind: how many can be checked, and of those how many are judged right."""
    found = [verdicts for one in judged if one.case.kind == kind and (verdicts := _verdicts(policy, one))]
    supported = sum(set(verdicts) == {Verdict.SUPPORTED} for verdicts in found)
    row: dict[str, Any] = {"set": Path(name).name.split(".")[0], "lang": lang, "answer": kind, "number": len(found)}
    if kind == COPY:
        return row | {"supported": supported / len(found), "flagged": None, "contradicted": None}
    contradicted = sum(Verdict.CONTRADICTED in verdicts for verdicts in found)
    return row | {"supported": None, "flagged": 1 - supported / len(found), "contradicted": contradicted / len(found)}


def _verdicts(policy: Policy, judged: JudgedCase) -> list[Verdict]:
    """Of the claims that can be checked."""
    decided = [policy.decide(one, judged.checks.get(one.claim.id, ())) for one in judged.evidence]
    return [one.verdict for one in decided if one.verdict is not Verdict.NOT_CHECKABLE]


def _show_errors(policy: Policy, judged: Sequence[JudgedCase]) -> None:
    for one in judged:
        verdicts = _verdicts(policy, one)
        if verdicts and (set(verdicts) == {Verdict.SUPPORTED}) is not (one.case.kind == COPY):
            print(one.case.kind, "|", one.case.source, "|", one.case.text)
            for evidence in one.evidence:
                decided = policy.decide(evidence, one.checks.get(evidence.claim.id, ()))
                print("    ", decided.verdict.value, decided.confidence, evidence.claim.text)


# --- The sentences


def _cases(path: Path, lang: str, kind: str, number: int, without_numbers: bool) -> Iterator[Case]:
    chosen = random.Random(5)
    sentences = [one for one in _sentences(path, lang) if _is_statement(_text(one, lang), lang)]
    if without_numbers:
        sentences = [one for one in sentences if not re.search(r"\d", _text(one, lang))]
    chosen.shuffle(sentences)
    names = _names(sentences)
    made = 0
    for words in sentences:
        text = _text(words, lang)
        other = _other_name(words, lang, names, chosen) if kind == NAME else _other_number(text, chosen)
        if other is None or other == text:
            continue
        yield Case(f"{made}-copy", text, text, Label(True, Verdict.SUPPORTED), lang, is_answer=True, kind=COPY)
        yield Case(f"{made}-other", text, other, Label(False, None), lang, is_answer=True, kind=kind)
        made += 1
        if made == number:
            return


def _is_statement(text: str, lang: str) -> bool:
    """A whole sentence that tells something: no question, and nothing about whoever writes or reads it."""
    least, most = _LENGTHS[lang]
    return least <= len(text) <= most and text[-1] in ".。" and not text[0].islower() and not _NO_STATEMENT.search(text)


def _other_name(
    words: Sequence[_Word], lang: str, names: dict[str, list[list[_Word]]], by: random.Random
) -> str | None:
    places = list(_places(words))
    if not places:
        return None
    start, end = by.choice(places)
    said = {word.text for word in words}
    others = [other for other in names[words[start].label[2:]] if not said & {word.text for word in other}]
    return _text([*words[:start], *by.choice(others), *words[end:]], lang) if others else None


def _other_number(text: str, by: random.Random) -> str | None:
    found = list(_NUMBER.finditer(text))
    if not found:
        return None
    written = by.choice(found)
    value = int(written[0].replace(",", ""))
    apart = (-11, -7, -3, -1, 1, 2, 4, 9) if value in _YEARS else (1, 2, 3, 7, value)
    other = value + by.choice(apart)
    return text[: written.start()] + (f"{other:,}" if "," in written[0] else str(other)) + text[written.end() :]


def _names(sentences: Sequence[Sequence[_Word]]) -> dict[str, list[list[_Word]]]:
    """Kind of name -> the names of that kind, each once."""
    found: dict[str, dict[str, list[_Word]]] = defaultdict(dict)
    for words in sentences:
        for start, end in _places(words):
            name = list(words[start:end])
            found[words[start].label[2:]].setdefault(" ".join(word.text for word in name), name)
    return {kind: list(named.values()) for kind, named in found.items()}


def _places(words: Sequence[_Word]) -> Iterator[tuple[int, int]]:
    starts = [at for at, word in enumerate(words) if word.label.startswith("B-")]
    for start, following in pairwise([*starts, len(words)]):
        end = start + 1
        while end < following and words[end].label.startswith("I-"):
            end += 1
        yield start, end


def _sentences(path: Path, lang: str) -> Iterator[list[_Word]]:
    """Of an IOB2 file with labels, or of a CoNLL-U file without."""
    words: list[_Word] = []
    labelled = ".iob2" in path.name
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) < 2:
                if words and not line.startswith("#"):
                    yield words
                    words = []
            elif fields[0].isdigit():
                words.append(_Word(fields[1], fields[2]) if labelled else _Word(fields[1], glued=_is_glued(fields)))
    if words:
        yield words


def _is_glued(fields: Sequence[str]) -> bool:
    return "SpaceAfter=No" in fields[-1]


def _text(words: Sequence[_Word], lang: str) -> str:
    if lang == "zh":
        return "".join(word.text for word in words)
    return _UNSPACED_BEFORE.sub("", "".join(word.text + ("" if word.glued else " ") for word in words).strip())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with ner/ and ud/")
    parser.add_argument("--seen", action="store_true", help="sentences whose errors were looked at; nothing is kept")
    parser.add_argument("--errors", action="store_true", help="print what was judged wrong")
    parser.add_argument("--sentences", type=int, default=200, help="of each set (200)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
