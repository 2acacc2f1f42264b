"""Synthetic pairs: a sentence of a document, made false by one small edit, or taken out of its context.

A sentence within its context is entailed (sometimes shortened first). With a number, date, antonym or
negation changed it is contradicted; with a quantifier changed, or a name changed for another of the same
document, it is not entailed (whether it is contradicted depends on the sentence); with its sentence taken
out of the context it is neutral.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from .word_lists import ANTONYMS, CALENDAR, DAYS, MONTHS, ORDINALS, QUANTIFIERS, SCALES, WORD_NUMBERS

_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has been|have been|had been|will|would|can|could|should|must|may|does|did"
    r"|has|have|had)\b"
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
_NAME = re.compile(r"\b(?:[A-Z][\w'’-]+)(?:\s+(?:of|the|de|von|van|del|and)?\s*[A-Z][\w'’-]+){0,4}")

ENTAILED, NEUTRAL, CONTRADICTED, NOT_ENTAILED = 0, 1, 2, 3


Side = Literal["claim", "premise", "either"]
"""Where the edit has to be for the claim not to follow: "all" of "some" does not, "some" of "all" does."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A false version of a sentence, the kind of edit and the label it deserves."""

    text: str
    kind: str
    target: int
    side: Side = "either"


def _like(pattern: str, word: str) -> str:
    return word[:1].upper() + word[1:] if pattern[:1].isupper() else word


def _replace(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def swap_number(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    """Another number of the document of the same shape, or one made up close by or far off."""
    found = list(_NUMBER.finditer(sentence))
    worded = list(re.finditer(rf"\b({'|'.join((*WORD_NUMBERS, *ORDINALS, *SCALES))})\b", sentence))
    if not found and not worded:
        return None
    match = rng.choice(found + worded)
    old = match.group()
    for family in (WORD_NUMBERS, ORDINALS, SCALES):
        if old in family:
            return Edit(_replace(sentence, match, rng.choice([w for w in family if w != old])), "number", CONTRADICTED)
    same_shape = [n for n in numbers if n != old and len(n) == len(old) and ("," in n) == ("," in old)]
    if same_shape and rng.random() < 0.5:
        return Edit(_replace(sentence, match, rng.choice(same_shape)), "number", CONTRADICTED)
    new = other_number(old, rng)
    return None if new == old else Edit(_replace(sentence, match, new), "number", CONTRADICTED)


def other_number(old: str, rng: random.Random) -> str:
    """A number written as `old` is, close by or far off; a year stays a year. Now and then the same."""
    plain = old.replace(",", "")
    if "." in plain:
        digits = len(plain.split(".")[1])
        return f"{float(plain) * rng.choice([0.4, 0.7, 1.3, 1.9, 2.6]) + 10**-digits:.{digits}f}"
    value = int(plain)
    if len(plain) == 4 and 1000 <= value <= 2100:
        return str(value + rng.choice([-30, -12, -8, -3, -2, -1, 1, 2, 3, 5, 9, 20]))
    change = rng.choice([-2, -1, 1, 2, 3, value, value * 2, value // 2 + 1, -(value // 2) - 1])
    new = max(0, value + change)
    return f"{new:,}" if "," in old else str(new)


def swap_date(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    """Another month or day of the week."""
    found = list(re.finditer(rf"\b({'|'.join((*MONTHS, *DAYS))})\b", sentence))
    if not found:
        return None
    match = rng.choice(found)
    family = MONTHS if match.group() in MONTHS else DAYS
    new = rng.choice([word for word in family if word != match.group()])
    return Edit(_replace(sentence, match, new), "date", CONTRADICTED)


def swap_name(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    """Another name of the same document, of as many words where there is one."""
    found = [
        match
        for match in _NAME.finditer(sentence)
        if (match.start() > 0 or " " in match.group()) and match.group().split()[0] not in CALENDAR
    ]
    if not found:
        return None
    match = rng.choice(found)
    old = match.group()
    others = [n for n in names if n not in sentence and old not in n and n not in old]
    alike = [name for name in others if name.count(" ") == old.count(" ")] or others
    if not alike:
        return None
    return Edit(_replace(sentence, match, rng.choice(alike)), "name", NOT_ENTAILED)


def swap_names_around(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    """Two names of the sentence change places."""
    found = [match for match in _NAME.finditer(sentence) if match.group() in names]
    if len(found) < 2 or re.search(r"\b(and|or|with|between)\b", sentence[found[0].end() : found[1].start()]):
        return None
    first, second = found[0], found[1]
    if first.group() == second.group():
        return None
    text = (
        sentence[: first.start()]
        + second.group()
        + sentence[first.end() : second.start()]
        + first.group()
        + sentence[second.end() :]
    )
    return Edit(text, "name", NOT_ENTAILED)


def swap_antonym(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    found = [m for m in re.finditer(r"\b[A-Za-z]+\b", sentence) if m.group().lower() in ANTONYMS]
    if not found:
        return None
    match = rng.choice(found)
    new = _like(match.group(), rng.choice(ANTONYMS[match.group().lower()]))
    return Edit(_replace(sentence, match, new), "antonym", CONTRADICTED)


def swap_quantifier(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    found = list(re.finditer(rf"\b({'|'.join(QUANTIFIERS)})\b", sentence, re.IGNORECASE))
    if not found:
        return None
    match = rng.choice(found)
    new = _like(match.group(), rng.choice(QUANTIFIERS[match.group().lower()]))
    return Edit(_replace(sentence, match, new), "quantifier", NOT_ENTAILED)


def negate(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    """Put a negation after the first auxiliary, or take one out."""
    without = re.sub(
        r"\b(is|are|was|were|will|would|can|could|should|must|may|does|did|has|have|had) not\b",
        r"\1",
        sentence,
    )
    without = re.sub(r"\b(is|are|was|were|does|did|has|have|had|would|could|should)n['’]t\b", r"\1", without)
    if without != sentence:
        return Edit(without, "negation", CONTRADICTED)
    match = _AUXILIARY.search(sentence)
    if match is None:
        return None
    head, *rest = match.group().split()
    word = rng.choice(["not", "not", "never"])
    return Edit(_replace(sentence, match, " ".join([head, word, *rest])), "negation", CONTRADICTED)


Swap = Callable[[str, Sequence[str], Sequence[str], random.Random], "Edit | None"]
SWAPS: tuple[tuple[Swap, float], ...] = (
    (swap_number, 4.0),
    (swap_date, 6.0),
    (swap_name, 4.0),
    (swap_names_around, 1.0),
    (swap_antonym, 2.0),
    (swap_quantifier, 3.0),
    (negate, 1.5),
)


def falsify(sentence: str, names: Sequence[str], numbers: Sequence[str], rng: random.Random) -> Edit | None:
    """One false version of the sentence, its kind drawn by weight; `None` where no kind fits."""
    left = list(SWAPS)
    while left:
        swap, _ = pick = rng.choices(left, weights=[weight for _, weight in left])[0]
        edit = swap(sentence, names, numbers, rng)
        if edit is not None and edit.text != sentence:
            return edit
        left.remove(pick)
    return None


def shorten(sentence: str, rng: random.Random) -> str:
    """The sentence without an aside, a leading adverbial or a trailing clause, where that is safe."""
    options = [
        re.sub(r"\s*\([^()]*\)", "", sentence),
        re.sub(
            r"^(?:In|On|At|By|After|Before|During|Since|From) [^,]{3,40}, (\w)",
            lambda m: m[1].upper(),
            sentence,
        ),
        re.sub(
            r", (?:which|who|where|including|according to|such as|with|while|although)\b[^.;]*(?=\.|$)",
            "",
            sentence,
        ),
        re.sub(r", (?:which|who|where) [^,]+, ", " ", sentence),
    ]
    shorter = [one for one in options if one != sentence and len(one.split()) >= 6]
    return rng.choice(shorter) if shorter else sentence


def names_of(text: str) -> list[str]:
    """Runs of capitalised words that do not start a sentence, without months and days."""
    found = dict.fromkeys(
        match.group()
        for match in _NAME.finditer(text)
        if match.start() > 1 and text[match.start() - 2] not in '.!?\n"' and match.group().split()[0] not in CALENDAR
    )
    return [name for name in found if len(name) > 2]


def numbers_of(text: str) -> list[str]:
    return list(dict.fromkeys(match.group() for match in _NUMBER.finditer(text)))
