"""Words of a sentence joined into the units that the rules read: names, dates, amounts, titles, brackets.

jieba cuts names, dates and numbers into pieces and tags some closed words by the noun they look like; what rules need
to be told apart is the class of a unit, so each gets one of a dozen classes here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ...model import Span
from ..list_marks import inner_list_marks
from ..parsed import ParsedSentence
from .cutting import Word, forced_words, overlaid
from .joining import MARKS, grouped
from .rereading import reread
from .tagging import ITEM, kind_of
from .units import MARK, QUOTE, Atom


@lru_cache(maxsize=2048)
def atoms_of(sentence: ParsedSentence) -> tuple[Atom, ...]:
    """The units of one sentence, in order; white space is left out, parentheses hang on the unit before them.

    Remembered: coreference and the rules read the same sentences.
    """
    text = sentence.analysis.text
    words = forced_words(text, [Word(t.text, t.start, t.end, t.tag or t.pos) for t in sentence.analysis.tokens])
    words = _without_list_marks(text, [word for word in grouped(words, text, sentence) if word.text.strip("*_`")])
    atoms = [
        Atom(word.text, sentence.span.start + word.start, sentence.span.start + word.end, kind_of(word), word.tag)
        for word in words
        if word.text.strip()
    ]
    return tuple(reread(_hang_brackets(atoms)))


def _without_list_marks(text: str, words: list[Word]) -> list[Word]:
    """The words of the items alone; a mark that no comma or stop stands before parts them itself."""
    for span in inner_list_marks(text):
        before = text[: span.start].rstrip()
        words = overlaid(text, words, [(span.start, span.end, "" if before.endswith(tuple(MARKS)) else ITEM)])
    return [word for word in words if word.tag]


def _hang_brackets(atoms: list[Atom]) -> list[Atom]:
    out: list[Atom] = []
    for atom in atoms:
        if atom.kind == "bracket":
            if out and out[-1].kind != MARK:
                last = out[-1]
                out[-1] = replace(last, brackets=(*last.brackets, Span(atom.start, atom.end)))
            else:
                out.append(replace(atom, kind=QUOTE))
        else:
            out.append(atom)
    return out
