"""A verification as people read it: the answer with its claims marked, the reasons, the corrected text.

Colours only repeat what the marks say: `[✓]` supported, `[✗]` contradicted, `[?]` not enough information,
`[–]` not checkable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.verify.correcting import FLAG
from claimgraph.verify.correction.by_quote import METHOD
from claimgraph.verify.report import ClaimReport, EvidenceReport, Occurrence, Verification
from claimgraph.verify.rewriting import changes

from .printing import one_line, printable

MARKS = {
    Verdict.SUPPORTED: ("✓", "green"),
    Verdict.CONTRADICTED: ("✗", "bold red"),
    Verdict.NOT_ENOUGH_INFO: ("?", "yellow"),
    Verdict.NOT_CHECKABLE: ("–", "dim"),
}
_WORDS = {
    Verdict.SUPPORTED: "supported",
    Verdict.CONTRADICTED: "contradicted",
    Verdict.NOT_ENOUGH_INFO: "not enough information",
    Verdict.NOT_CHECKABLE: "not checkable",
}
_OUTCOMES = {Outcome.PASSED: "green", Outcome.REJECTED: "red", Outcome.UNVERIFIED: "yellow"}


class VerificationReport:
    """Prints itself on a rich console."""

    def __init__(self, found: Verification) -> None:
        self._found = found

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from _head(self._found)
        yield Rule(Text("answer"), align="left", style="dim", characters="─")
        marked = marked_answer(self._found.answer, self._found.claims)
        marked.rstrip()
        yield marked
        yield Rule(Text("claims"), align="left", style="dim", characters="─")
        for number, claim in enumerate(self._found.claims, start=1):
            yield claim_block(number, claim)
        if self._found.corrections:
            yield Rule(Text("corrected"), align="left", style="dim", characters="─")
            yield shown_diff(self._found.answer.strip(), self._found.corrected_text.strip())
            yield Text(f"support {_share(self._found.support_ratio)} -> {_share(self._found.corrected_support_ratio)}")
        yield Rule(style="dim", characters="─")
        yield _foot(self._found)


def marked_answer(answer: str, claims: Sequence[ClaimReport]) -> Text:
    """The answer's own text; each stretch that states a claim is followed by the claim's number and mark."""
    text = Text()
    at = 0
    for start, end, number, claim in _stretches(claims):
        start = max(start, at)
        if end <= start:
            continue
        mark, style = MARKS[claim.verdict]
        text.append(printable(answer[at:start]))
        text.append(printable(answer[start:end]), style=style)
        text.append(f" [{number}{mark}]", style=style)
        at = end
    text.append(printable(answer[at:]))
    return text


def claim_block(number: int, claim: ClaimReport) -> Group:
    """One claim: its verdict, the decisive piece of evidence, and what each judge saw in it."""
    mark, style = MARKS[claim.verdict]
    title = Text(f"[{mark}] {number}. ", style=style)
    title.append(one_line(claim.text))
    lines: list[Text] = [_verdict_line(claim, style)]
    for shown in _shown_evidence(claim):
        lines += [Text(f"“{one_line(shown.text)}”", style="italic"), _source_line(shown.occurrences)]
        lines += _finding_lines(shown)
    if claim.correction is not None:
        lines.append(_correction_line(claim))
    return Group(title, *(Padding(line, (0, 0, 0, 4)) for line in lines))


def _share(ratio: float | None) -> str:
    return "nothing to check" if ratio is None else f"{ratio:.0%}"


def shown_diff(before: str, after: str) -> Text:
    """The corrected text, with what was taken out as [-…-] and what was put in as {+…+}."""
    text = Text()
    for part in changes(before, after):
        shown = printable(part.text)
        if part.kind == "removed":
            text.append(f"[-{shown}-]", style="red strike")
        elif part.kind == "added":
            text.append(f"{{+{shown}+}}", style="green")
        else:
            text.append(shown)
    return text


def _head(found: Verification) -> Iterator[Text]:
    style = _OUTCOMES[found.outcome]
    ratio = "nothing to check" if found.support_ratio is None else f"support {found.support_ratio:.0%}"
    head = Text(f"{found.outcome.value}", style=f"bold {style}")
    head.append(f"  {ratio} (threshold {found.threshold:.0%})", style="none")
    counts = {verdict: sum(claim.verdict is verdict for claim in found.claims) for verdict in MARKS}
    head.append(
        "".join(f"  {MARKS[verdict][0]} {count} {_WORDS[verdict]}" for verdict, count in counts.items() if count)
    )
    yield head
    if found.question:
        yield Text(f"question: {one_line(found.question)}")
    if found.model:
        yield Text(f"model: {one_line(found.model)}")


def _stretches(claims: Sequence[ClaimReport]) -> list[tuple[int, int, int, ClaimReport]]:
    found = [
        (span.start, span.end, number, claim) for number, claim in enumerate(claims, start=1) for span in claim.spans
    ]
    return sorted(found, key=lambda stretch: stretch[:3])


def _verdict_line(claim: ClaimReport, style: str) -> Text:
    line = Text(_WORDS[claim.verdict], style=style)
    if claim.confidence is not None:
        line.append(f", confidence {claim.confidence:.2f}", style="none")
    if claim.possible:
        line.append(f", for review: {' or '.join(_WORDS[one] for one in claim.possible)}", style="none")
    if claim.redeep_score is not None:
        line.append(f", hallucination score {claim.redeep_score:.2f}", style="none")
    votes = [f"{judge} {stance}" for judge, stance in sorted(claim.votes.items())]
    if votes:
        line.append(f"  ({'; '.join(votes)})", style="dim")
    if claim.unscored_reason:
        line.append(f"  {one_line(claim.unscored_reason)}", style="dim")
    return line


def _shown_evidence(claim: ClaimReport) -> list[EvidenceReport]:
    """The piece that decided; of a claim that is left to review, one that speaks against it as well."""
    if claim.verdict is Verdict.NOT_CHECKABLE or not claim.evidence:
        return []
    first = claim.evidence[0]
    against = [one for one in claim.evidence[1:] if claim.possible and one.decisive and _contradicts(one)]
    return [first, *against[:1]] if not _contradicts(first) else [first]


def _contradicts(evidence: EvidenceReport) -> bool:
    lists = [said.get("findings") for said in evidence.judges.values()]
    return any(found["stance"] == "contradicts" for one in lists if isinstance(one, list) for found in one)


def _source_line(occurrences: Sequence[Occurrence]) -> Text:
    if not occurrences:
        return Text("— in no current document", style="dim")
    places = []
    for place in occurrences[:3]:
        name = one_line(place.title or place.document)
        page = f", page {place.page}" if place.page is not None else ""
        places.append(f"{name}{page} (characters {place.start}–{place.end})")
    more = f" and {len(occurrences) - 3} more" if len(occurrences) > 3 else ""
    return Text(f"— {'; '.join(places)}{more}", style="dim")


def _finding_lines(evidence: EvidenceReport) -> Iterator[Text]:
    """The findings of all judges on this piece that say something against or for the claim, without repeats."""
    seen: dict[tuple[str, str, str, str], list[str]] = {}
    for judge, said in evidence.judges.items():
        findings = said.get("findings")
        for found in findings if isinstance(findings, list) else []:
            if found["stance"] == "contradicts" or not found["premise"]:
                key = (found["kind"], found["stance"], found["claim"], found["premise"])
                seen.setdefault(key, []).append(judge)
            elif found["kind"] == "superseded":
                yield Text(f"“{one_line(found['claim'])}” was true until {found['premise']}  ({judge})", style="dim")
    for (kind, stance, claim, premise), judges in seen.items():
        against = f"the evidence has “{one_line(premise)}”" if premise else "no counterpart in the evidence"
        style = "red" if stance == "contradicts" else "dim"
        yield Text(f"{kind}: “{one_line(claim)}”, {against}  ({', '.join(judges)})", style=style)


def _correction_line(claim: ClaimReport) -> Text:
    correction = claim.correction
    assert correction is not None
    if not correction.after:
        return Text("→ taken out: nothing in the evidence to put in its place", style="cyan")
    if correction.method == FLAG:
        return Text("→ marked: nothing in the evidence to put in its place", style="cyan")
    quoted = "in the words of the evidence: " if correction.method == METHOD else ""
    line = Text(f"→ {quoted}{one_line(correction.after)}", style="cyan")
    if correction.verdict is not None:
        line.append(f"  (checked again: {_WORDS[correction.verdict]}; by {correction.method})", style="dim")
    return line


def _saved(found: Verification) -> str:
    """How many pairs each judge was spared by what is remembered."""
    spared = (("remembered", found.run.saved_exact), ("taken over from paraphrases", found.run.saved_paraphrased))
    return "".join(
        f"\n{what}: " + ", ".join(f"{judge} {count}" for judge, count in sorted(counts.items()))
        for what, counts in spared
        if counts
    )


def _foot(found: Verification) -> Text:
    reused = ", an earlier run with the same evidence" if found.run.reused else ""
    calls = "".join(f", {name} {count}" for name, count in sorted(found.run.calls.items()) if count)
    line = Text(style="dim")
    line.append(f"answer {found.answer_id}  run {found.run_id}{reused}\n")
    line.append(f"{found.run.seconds:.2f} s{calls}")
    line.append(_saved(found))
    for warning in found.run.warnings:
        line.append(f"\nwarning: {one_line(warning)}", style="yellow")
    if found.run.incomplete:
        line.append(
            "\nincomplete: something failed that may work another time; verify the answer again", style="yellow"
        )
    if found.run.llm_tokens:
        cost = "" if found.run.cost is None else f", ${found.run.cost:.4f}"
        line.append(f", language model: {found.run.llm_tokens:,} tokens{cost}")
    return line
