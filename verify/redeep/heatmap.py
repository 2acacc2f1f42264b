"""The heat map of an answer: its text in stretches of one heat each, and the page that shows it.

The page is one file: no script, nothing loaded from elsewhere, all text of others escaped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from .heatmap_words import Words, words_in
from .mapping import AnswerMap, ClaimMark, TokenMark

# Controls that a browser drops or obeys, marks that turn the direction of what follows, lone surrogates.
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the answer: a token with its heat in [0, 1], or what stands between tokens (both None)."""

    text: str
    mark: TokenMark | None = None
    heat: float | None = None


def stretches(found: AnswerMap) -> list[Stretch]:
    """The whole answer in order; put together, the texts are the answer.

    The heat of a token is its hallucination score. Without a detector it only compares the tokens of this answer: the
    mean of its place among them by PKS and, turned round, by ECS.
    """
    parts: list[Stretch] = []
    at = 0
    heats = [mark.score for mark in found.tokens] if found.detector else _relative_heats(found.tokens)
    for mark, heat in zip(found.tokens, heats, strict=True):
        start = max(at, mark.start)
        if mark.end <= start:
            continue
        if start > at:
            parts.append(Stretch(found.answer[at:start]))
        parts.append(Stretch(found.answer[start : mark.end], mark, heat))
        at = mark.end
    if at < len(found.answer):
        parts.append(Stretch(found.answer[at:]))
    return parts


def _relative_heats(marks: Sequence[TokenMark]) -> list[float | None]:
    knowledge, external = _places([mark.pks for mark in marks]), _places([mark.ecs for mark in marks])
    heats: list[float | None] = []
    for known, copied in zip(knowledge, external, strict=True):
        parts = [*([] if known is None else [known]), *([] if copied is None else [1.0 - copied])]
        heats.append(sum(parts) / len(parts) if parts else None)
    return heats


def _places(values: Sequence[float | None]) -> list[float | None]:
    """The place of each among all, from 0 to 1; equal values share the middle of theirs."""
    there = sorted(value for value in values if value is not None)
    if len(there) < 2:
        return [None if value is None else 0.5 for value in values]
    first = {value: place for place, value in reversed(list(enumerate(there)))}
    last = {value: place for place, value in enumerate(there)}
    return [None if one is None else (first[one] + last[one]) / 2 / (len(there) - 1) for one in values]


# --- The page


def page(found: AnswerMap) -> str:
    """A whole HTML document, in Chinese for a Chinese answer, in English for all others."""
    words = words_in(found.lang)
    values = {
        "lang": "zh-Hans" if found.lang == "zh" else "en",
        "title": words.title,
        "summary": _summary(found, words),
        "legend": _legend(found, words),
        "answer_title": words.answer,
        "answer": "".join(_stretch(part, found, words) for part in stretches(found)),
        "claims_title": words.claims,
        "claims": _claims(found, words),
        "notes": "".join(f"<p>{_shown(note)}</p>" for note in found.notes),
        "made_by": _shown(words.made_by.format(model=found.model, detector=found.detector or words.none)),
    }
    return _template().substitute(values)


@cache
def _template() -> Template:
    return Template((files(__package__) / "heatmap.html").read_text(encoding="utf-8"))


def _shown(text: str) -> str:
    """Text of others as HTML text or as an attribute in double quotes; what would not be shown is U+FFFD."""
    return html.escape(_UNSHOWN.sub("\ufffd", text))


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _summary(found: AnswerMap, words: Words) -> str:
    lines = []
    if found.question:
        lines.append(f"<p><b>{_shown(words.question)}</b> {_shown(found.question)}</p>")
    if found.score is not None and found.threshold is not None:
        verdict = words.hallucinated if found.hallucinated else words.faithful
        told = words.whole.format(score=number(found.score), threshold=number(found.threshold), verdict=verdict)
        lines.append(f"<p>{_shown(told)}</p>")
    return "".join(lines)


def _legend(found: AnswerMap, words: Words) -> str:
    low, high = (words.copied, words.made_up) if found.detector else (words.less, words.more)
    about = words.by_detector.format(threshold=number(found.span_threshold)) if found.detector else words.relative
    return (
        f'<span>{_shown(low)}</span><span class="bar" aria-hidden="true"></span><span>{_shown(high)}</span>'
        f"<p>{_shown(about)}</p>"
    )


def _stretch(part: Stretch, found: AnswerMap, words: Words) -> str:
    text = _shown(part.text)
    if part.mark is None or part.heat is None:
        return text
    over = found.span_threshold is not None and part.heat >= found.span_threshold
    told = _shown(token_line(part.mark, words))
    return f'<span class="t{" over" if over else ""}" style="--h:{part.heat:.3f}" title="{told}">{text}</span>'


def token_line(mark: TokenMark, words: Words) -> str:
    """What is told of one token, on one line."""
    score = [] if mark.score is None else [f"{words.score} {number(mark.score)}"]
    log_probability = f"{words.log_probability} {mark.log_probability:.2f}"
    return " · ".join([*score, f"ECS {number(mark.ecs)}", f"PKS {number(mark.pks)}", log_probability])


def _claims(found: AnswerMap, words: Words) -> str:
    if not found.claims:
        return f"<p>{_shown(words.no_claims)}</p>"
    heads = (words.claim, *([words.score] if found.detector else []), "ECS", "PKS", words.places)
    rows = "".join(_claim_row(claim, found, words) for claim in found.claims)
    return (
        '<div class="wide"><table><thead><tr>'
        + "".join(f'<th scope="col">{_shown(head)}</th>' for head in heads)
        + f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _claim_row(claim: ClaimMark, found: AnswerMap, words: Words) -> str:
    over = claim.score is not None and found.span_threshold is not None and claim.score >= found.span_threshold
    text = _shown(claim.text)
    if claim.unscored_reason:
        reason = words.reasons.get(claim.unscored_reason, claim.unscored_reason)
        text += f"<br><small>{_shown(words.unscored.format(reason=reason))}</small>"
    mark = "" if claim.score is None else f"{'▲ ' if over else ''}"
    heat = "" if claim.score is None else f' class="t{" over" if over else ""}" style="--h:{claim.score:.3f}"'
    score = f"<td><span{heat}>{mark}{number(claim.score)}</span></td>" if found.detector else ""
    places = ", ".join(f"{span.start}–{span.end}" for span in claim.spans)
    return f"<tr><td>{text}</td>{score}<td>{number(claim.ecs)}</td><td>{number(claim.pks)}</td><td>{places}</td></tr>"
