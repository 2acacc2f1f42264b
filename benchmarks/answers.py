"""Whole answers: what becomes of right and wrong statements, from the answer of an assistant to its corrected text.

    python benchmarks/answers.py [--cases FILE...] [--policy NAME] [--review-error SHARE] [--uncorrected keep] [--show]

Each case of `data/answers_*.jsonl` has a source, an answer that an assistant might have written from it, and the
statements of that answer, each marked right or wrong by hand as a stretch of the answer; of a wrong one the words that
are wrong, and what the source has in their place, if anything. The answer goes the way of a user's: verified against
its source and corrected without a language model, over a store.

Of the statements: a right one is *supported* where every claim that was read from it is, *doubted* where one is not,
and *unread* where none could be checked. A wrong one is *told* where a claim over its wrong words is not supported,
*missed* where all are, and *unread* where none could be checked. With `--review-error` claims that are left to a
person are neither: *review*.

Of the corrected text: a right statement is *kept* where at least four of five of its words are there, *quoted* where
its words gave place to a quotation of all stretches of the source that it comes from, by the marks, else *lost*. A
wrong one is *mended* where its wrong words have given place to those of the source, *put right* where they are gone
and the stretches by which it is wrong are quoted, *removed* where they are gone and nothing came instead, *otherwise*
where something else did, and *left* where they are still there. An answer is *clean* where all right statements are
kept or quoted and no wrong one is left or changed otherwise. *Twice*: quotations that say again what is said in the
answer's own words.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from figures import publish, show  # noqa: E402

from claimgraph.api.aclient import AsyncClaimGraph  # noqa: E402
from claimgraph.api.bootstrap import open_services  # noqa: E402
from claimgraph.graph_schema.vocabulary import Verdict  # noqa: E402
from claimgraph.ingest.model import Span  # noqa: E402
from claimgraph.platform.settings import load_settings  # noqa: E402
from claimgraph.verify.correcting import REMOVAL  # noqa: E402
from claimgraph.verify.correction.by_quote import METHOD  # noqa: E402
from claimgraph.verify.edits import DIFF_TOKEN  # noqa: E402
from claimgraph.verify.report import ClaimReport, Verification  # noqa: E402

DATA = ROOT / "benchmarks" / "data"
HALVES = (DATA / "answers_dev.jsonl", DATA / "answers_held_out.jsonl")
KEPT = 0.8  # of a right statement's words, for it to be there still
QUOTED = 0.7  # of the letters of each stretch that a statement comes from, for a quotation to say it
GONE = (METHOD, REMOVAL)
AS_IT_SHOULD = (("supported", "kept"), ("told", "mended"), ("told", "put right"), ("told", "removed"))
COVERED = 0.8  # of a statement's letters, for a claim that is mostly about others to state it too
REWORDED = 0.5  # of a wrong statement's other words: with fewer it has been taken out
DOUBTS = (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)


@dataclass(frozen=True, slots=True)
class Marked:
    """A statement as it was marked: `wrong` is where its wrong words stand, `instead` what belongs there.

    `comes_from`: the stretches of the source that state it, or by which it is wrong; none of what is made up.
    """

    span: Span
    wrong: Span | None
    instead: str | None
    comes_from: tuple[Span, ...] = ()

    @property
    def right(self) -> bool:
        return self.wrong is None


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    lang: str
    source: str
    answer: str
    statements: tuple[Marked, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one statement: of its claims, and of its words in the corrected text."""

    marked: Marked
    told: str
    became: str
    words: str  # what stands in its place


@dataclass(frozen=True, slots=True)
class Result:
    case: Case
    fates: tuple[Fate, ...]
    found: Verification

    @property
    def clean(self) -> bool:
        return all(fate.became in ("kept", "quoted", "mended", "put right", "removed") for fate in self.fates)

    @property
    def twice(self) -> int:
        """How many quotations say what is said in the answer's own words as well."""
        quoted, own = quotations(self.found), self.found.corrected_text
        for one in self.found.corrections:
            own = own.replace(one.after.rstrip(".。"), "") if one.method == METHOD else own
        right = [fate.marked for fate in self.fates if fate.marked.right]
        kept = [one for one in right if _stay(self.case.answer[one.span.start : one.span.end], own) >= KEPT]
        return sum(any(_says(self.case, [one], marked) for marked in kept) for one in quoted)


def read_cases(path: Path) -> list[Case]:
    cases = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        marked = tuple(_marked(row["answer"], row["source"], one) for one in row["statements"])
        cases.append(Case(row["id"], row["lang"], row["source"], row["answer"], marked))
    return cases


def _marked(answer: str, source: str, row: dict[str, Any]) -> Marked:
    span, comes_from = _place(answer, row["words"]), tuple(_place(source, words) for words in row["from"])
    if row["right"]:
        return Marked(span, None, None, comes_from)
    at = span.start + row["words"].index(row["wrong"])
    return Marked(span, Span(at, at + len(row["wrong"])), row["instead"], comes_from)


def _place(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


# --- What was read and judged


def claims_of(case: Case, claims: Sequence[ClaimReport]) -> list[list[ClaimReport]]:
    """The claims that were read from each statement. What several claims share, as their subject, counts for less of
    each, so that a claim belongs where its own words stand."""
    shared = Counter(place for claim in claims for place in _places(claim.spans))
    found: list[list[ClaimReport]] = [[] for _ in case.statements]
    for claim in claims:
        places = _places(claim.spans)
        own = [
            sum(1 / shared[place] for place in places & _places([one.span]) if case.answer[place].isalnum())
            for one in case.statements
        ]
        for index, weight in enumerate(own):
            if weight > 0 and weight >= max(own) / 2:
                found[index].append(claim)
    for index, one in enumerate(case.statements):
        words = {place for place in _places([one.span]) if case.answer[place].isalnum()}
        found[index] = found[index] or [
            claim for claim in claims if len(words & _places(claim.spans)) >= COVERED * len(words)
        ]  # a part of a longer claim, most of whose words belong to another statement
    return found


def _places(spans: Iterable[Span]) -> set[int]:
    return {place for span in spans for place in range(span.start, span.end)}


def told(marked: Marked, own: Sequence[ClaimReport], claims: Sequence[ClaimReport]) -> str:
    if marked.wrong is None:
        return _first(own, doubted="doubted", supported="supported")
    wrong = _places([marked.wrong])
    return _first([claim for claim in claims if wrong & _places(claim.spans)], doubted="told", supported="missed")


def _first(claims: Sequence[ClaimReport], doubted: str, supported: str) -> str:
    if any(claim.verdict in DOUBTS and not claim.open for claim in claims):
        return doubted
    if any(claim.open for claim in claims):
        return "review"
    return supported if any(claim.verdict is Verdict.SUPPORTED for claim in claims) else "unread"


# --- What the corrected text says


def standing(found: Verification, span: Span) -> tuple[str, str]:
    """What stands in the place of a stretch of the answer: all of it, and what was put in."""
    words, added, place = "", "", 0
    for part in found.diff:
        if part.kind == "added":
            if span.start <= place <= span.end:
                words += part.text
                added += part.text
            continue
        start, end = max(span.start, place), min(span.end, place + len(part.text))
        if part.kind == "same" and start < end:
            words += part.text[start - place : end - place]
        place += len(part.text)
    return words, added


def quotations(found: Verification) -> list[str]:
    """What of the source is quoted in the corrected text, each stretch once."""
    quoted = [one for one in found.corrections if one.method == METHOD]
    standing = [one for one in quoted if one.after.rstrip(".。") in found.corrected_text]
    texts = [ground.text for one in standing for ground in one.evidence]
    return list(dict.fromkeys(words for text in texts for words in text.split(" … ")))


def _says(case: Case, quoted: Sequence[str], marked: Marked) -> bool:
    """Whether the quotations have all that a statement comes from; of each stretch most letters."""
    held = {place for words in quoted for place in _places([_place(case.source, words)])}
    wanted = [{at for at in _places([span]) if case.source[at].isalnum()} for span in marked.comes_from]
    return bool(wanted) and all(len(one & held) >= QUOTED * len(one) for one in wanted)


def became(case: Case, marked: Marked, found: Verification, words: str, added: str) -> str:
    said = case.answer[marked.span.start : marked.span.end]
    quoted = _says(case, quotations(found), marked)
    if marked.wrong is None:
        return "kept" if _stay(said, words) >= KEPT else "quoted" if quoted else "lost"
    over = _places([marked.wrong])
    claims = [claim for claim in found.claims if over & _places(claim.spans)]
    if claims and all(one.correction is not None and one.correction.method in GONE for one in claims):
        return "put right" if quoted else "removed"
    wrong = case.answer[marked.wrong.start : marked.wrong.end]
    others = said.replace(wrong, " ", 1)
    instead = marked.instead or ""
    put_right = marked.instead is not None and _plain(instead) in _plain(words)
    if _plain(wrong) in _plain(words) and not (put_right and _plain(wrong) in _plain(instead)):
        return "left"
    if _stay(others, words) < REWORDED or (_plain(others) == "" and not _plain(added)):
        return "removed"
    if put_right:
        return "mended"
    return "otherwise" if _plain(added) else "removed"


def _stay(said: str, words: str) -> float:
    """The share of a stretch's words that still stand."""
    before, after = Counter(_words(said)), Counter(_words(words))
    return (before & after).total() / max(1, before.total())


def _words(text: str) -> list[str]:
    return [token.casefold() for token in DIFF_TOKEN.findall(text) if token[0].isalnum()]


def _plain(text: str) -> str:
    return "".join(_words(text))


# --- Running and showing


async def run(cases: Sequence[Case], settings: Mapping[str, Any]) -> list[Result]:
    results = []
    with tempfile.TemporaryDirectory() as home:
        async with open_services(load_settings(home=Path(home), **settings)) as services:
            client = AsyncClaimGraph(services)
            for case in cases:
                found = await client.verify(case.answer, contexts=[case.source], correct=True)
                results.append(Result(case, tuple(_fates(case, found)), found))
    return results


def _fates(case: Case, found: Verification) -> Iterable[Fate]:
    for marked, own in zip(case.statements, claims_of(case, found.claims), strict=True):
        words, added = standing(found, marked.span)
        yield Fate(marked, told(marked, own, found.claims), became(case, marked, found, words, added), words)


def table(half: str, results: Sequence[Result]) -> list[dict[str, Any]]:
    rows = []
    for lang in sorted({one.case.lang for one in results}):
        members = [one for one in results if one.case.lang == lang]
        fates = [fate for one in members for fate in one.fates]
        right = [fate for fate in fates if fate.marked.right]
        wrong = [fate for fate in fates if not fate.marked.right]
        read = Counter(fate.told for fate in fates)
        left = Counter(fate.became for fate in fates)
        mendable = [fate for fate in wrong if fate.marked.instead is not None]
        rows.append(
            {
                "half": half,
                "lang": lang,
                "answers": len(members),
                "right": len(right),
                "supported": read["supported"],
                "doubted": read["doubted"],
                "review": sum(fate.told == "review" for fate in right),
                "unread": sum(fate.told == "unread" for fate in right),
                "kept": left["kept"],
                "quoted": left["quoted"],
                "lost": left["lost"],
                "wrong": len(wrong),
                "told": read["told"],
                "missed": read["missed"],
                "reviewed": sum(fate.told == "review" for fate in wrong),
                "mendable": len(mendable),
                "mended": left["mended"],
                "put right": left["put right"],
                "removed": left["removed"],
                "otherwise": left["otherwise"],
                "left": left["left"],
                "clean": sum(one.clean for one in members),
                "twice": sum(one.twice for one in members),
            }
        )
    return rows


def show_cases(results: Sequence[Result]) -> None:
    for one in results:
        print(f"\n=== {one.case.id}{'' if one.clean else '  (not clean)'}\n  source    {one.case.source!r}")
        print(f"  answer    {one.case.answer!r}\n  corrected {one.found.corrected_text!r}")
        for claim in one.found.claims:
            sure = "" if claim.confidence is None else f" {claim.confidence:.2f}"
            print(f"  [{claim.verdict.value}{sure}] {claim.text}")
            if claim.correction is not None:
                print(f"      {claim.correction.method}: {claim.correction.after!r}")
        for fate in one.fates:
            if (fate.told, fate.became) not in AS_IT_SHOULD:
                said = one.case.answer[fate.marked.span.start : fate.marked.span.end]
                label = "right" if fate.marked.right else "wrong"
                print(f"  !! {label} {fate.told} {fate.became}: {said!r} -> {fate.words!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="+", type=Path, default=[path for path in HALVES if path.exists()])
    parser.add_argument("--policy", default="calibrated", help="the verdict policy")
    parser.add_argument("--review-error", type=float, help="share of errors at which unsure claims go to a person")
    parser.add_argument("--uncorrected", default="quote", help="what becomes of claims that nobody could mend")
    parser.add_argument("--show", action="store_true", help="print every answer with its claims and what went wrong")
    arguments = parser.parse_args()
    settings = {name: getattr(arguments, name) for name in ("policy", "review_error", "uncorrected")}
    rows: list[dict[str, Any]] = []
    for path in arguments.cases:
        started = time.perf_counter()
        results = asyncio.run(run(read_cases(path), settings))
        rows += table(path.stem.removeprefix("answers_"), results)
        print(f"{path.name}: {time.perf_counter() - started:.0f} s", file=sys.stderr)
        if arguments.show:
            show_cases(results)
    title = "Whole answers, verified and corrected without a language model"
    if set(arguments.cases) == set(HALVES):
        publish("answers", title, rows, {"settings": settings}, width=180)
    else:
        show(title, rows, width=180)


if __name__ == "__main__":
    main()
