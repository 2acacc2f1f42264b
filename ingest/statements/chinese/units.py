"""The units that the rules read, and their classes."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Span

NOUN, NAME, TIME, AMOUNT, VERB, ADJECTIVE, ADVERB = "noun", "name", "time", "amount", "verb", "adjective", "adverb"


PREPOSITION, AND, OR, DE, PARTICLE, PRONOUN, LOCALISER = "preposition", "and", "or", "de", "particle", "pronoun", "loc"


NEGATION, MODAL, CONNECTIVE, MARK, QUOTE = "negation", "modal", "connective", "mark", "quote"


NOMINAL = frozenset({NOUN, NAME, TIME, AMOUNT, PRONOUN, QUOTE})


@dataclass(frozen=True, slots=True)
class Atom:
    """One unit; offsets in the whole text. `brackets` are parentheses that follow it."""

    text: str
    start: int
    end: int
    kind: str
    tag: str = ""  # jieba's, of the first word
    brackets: tuple[Span, ...] = ()

    @property
    def nominal(self) -> bool:
        return self.kind in NOMINAL


def is_real_amount(atom: Atom) -> bool:
    """A number that says how many or how much; 一种 and 一家 are articles."""
    if atom.kind != AMOUNT:
        return False
    if atom.text[-1] in "年月天日周时分秒倍半成百千万亿岁米元克人次度里吨":
        return True
    return not (atom.text[0] == "一" and not any(char.isdigit() for char in atom.text) and len(atom.text) <= 3)
