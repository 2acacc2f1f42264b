"""How likely the rules' claims of a sentence are to be wrong: by the sentence, and by what came out.

The noisy-or of three things in [0, 1]:

- the sentence's complexity (`ingest/statements/complexity.py`);
- what is left to split in its claims: one less their atomicity, as the quality meter has it;
- whether a claim, read again by the same rules, makes another claim that the sentence did not make. A reader that
  takes its own claims for something else was wrong one of the two times.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.ingest.model import ReadSentence, ReadText, Statement
from claimgraph.ingest.ports import StatementReader

from .quality import Quality

RISK_VERSION = "1"

LEFT_WEIGHT = 0.3
APART_WEIGHT = 0.3
"""How far each alone lifts the risk; both were fitted along with the factors of the complexity."""


def risk(sentence: ReadSentence, quality: Quality | None, *, apart: bool) -> float:
    """In [0, 1]; `quality` is that of the sentence's claims (None: not measured), `apart` as `come_apart` found."""
    left = 1.0 - quality.atomicity if quality is not None and quality.atomicity is not None else 0.0
    return 1.0 - (1.0 - sentence.complexity) * (1.0 - LEFT_WEIGHT * left) * (1.0 - APART_WEIGHT * apart)


def come_apart(reader: StatementReader, read: ReadText) -> set[int]:
    """The sentences (by index) with a claim that, read by itself, makes a claim which the sentence did not make.

    Pure computation, which parses every claim: use a worker thread.
    """
    claims = [statement for statement in read.statements if statement.checkable]
    by_sentence: dict[tuple[int, int], set[str]] = {}
    for statement in read.statements:
        by_sentence.setdefault(_place(statement), set()).add(_plain(statement.text))
    again = reader.read([statement.text for statement in claims]) if claims else []
    apart = {
        _place(claim)
        for claim, second in zip(claims, again, strict=True)
        if not _texts(second.statements) <= by_sentence[_place(claim)]
    }
    return {index for index, sentence in enumerate(read.sentences) if (sentence.span.start, sentence.span.end) in apart}


def _place(statement: Statement) -> tuple[int, int]:
    return statement.sentence.start, statement.sentence.end


def _texts(statements: Sequence[Statement]) -> set[str]:
    return {_plain(statement.text) for statement in statements}


def _plain(text: str) -> str:
    return text.strip(" .。").casefold()
