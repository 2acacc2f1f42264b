"""What of a text can be quoted alone: its sentences, and those clauses of them that stand in one piece.

Not what needs the sentences before it ("It also…", 这也…), what states nothing (a question, a heading, a label), what
is half of a quotation or a bracket, and no rows of tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from claimgraph.ingest.model import ReadText, Span, Statement
from claimgraph.ingest.text.openings import opening_pronoun
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import content_words

from ..model import Piece
from .rewrite import STOPS, is_closed

QUOTABLE_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Quotable:
    """A text that can stand alone; `piece` is where its words are, `sentence` the sentence that they are of."""

    text: str
    piece: Piece
    sentence: Piece

    @property
    def is_whole(self) -> bool:
        return self.piece == self.sentence


def quotable(read: Mapping[str, ReadText], pieces: Sequence[Piece], lang: str) -> list[Quotable]:
    """Whatever can be quoted of the sentences that `pieces` are of, each text once, in the order of the pieces.

    `read`: chunk id -> what was read of its text.
    """
    found: dict[str, Quotable] = {}
    for chunk, sentence in _sentences(read, pieces):
        one = read[chunk]
        stated = [statement for statement in one.statements if statement.spans and statement.sentence == sentence]
        named = {_stretch(each).start: name for each in stated if (name := _name(each, one.text))}
        place = Piece(chunk, sentence.start, sentence.end)
        titles = not any(statement.checkable and statement.triples for statement in stated)
        for span in (sentence, *_clauses(one.text, sentence, stated)):
            said = _alone(one.text, span, lang, named.get(span.start))
            if said is not None and not (titles and _is_a_title(said, lang)):
                found.setdefault(said, Quotable(said, Piece(chunk, span.start, span.end), place))
    return list(found.values())


def _clauses(text: str, sentence: Span, stated: Sequence[Statement]) -> Iterator[Span]:
    """What semicolons part; in Chinese the beginnings of it up to a comma as well, which keep their topic; what is
    stated in one piece."""
    for part in _BETWEEN_SEMICOLONS.finditer(text, sentence.start, sentence.end):
        yield Span(*part.span())
        for comma in _CHINESE_COMMA.finditer(text, *part.span()):
            yield Span(part.start(), comma.start())
    for statement in stated:
        if statement.checkable and _name(statement, text) is not None:
            yield _stretch(statement)


_BETWEEN_SEMICOLONS = re.compile(r"[^;；\s](?:[^;；]*[^;；\s])?")
_CHINESE_COMMA = re.compile("，")


def _stretch(statement: Statement) -> Span:
    return Span(min(span.start for span in statement.spans), max(span.end for span in statement.spans))


def _name(statement: Statement, text: str) -> str | None:
    """What a statement that stands in one piece, word for word, has for the pronoun that it opens with: empty where it
    opens with none; None for one that was put together."""
    span = _stretch(statement)
    stretch = text[span.start : span.end]
    said, stands = list(_TOKEN.finditer(statement.text)), _TOKEN.findall(stretch.casefold())
    if [word[0].casefold() for word in said] == stands:
        return "" if statement.standalone else None
    opening = opening_pronoun(stretch, statement.lang)
    rest = [] if opening is None or opening.owner else _TOKEN.findall(stretch[opening.end :].casefold())
    if not rest or len(said) <= len(rest) or [word[0].casefold() for word in said[-len(rest) :]] != rest:
        return None
    return statement.text[: said[-len(rest)].start()].strip()


_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")


def _is_a_title(said: str, lang: str) -> bool:
    """Whether it is as short as "Returns and refunds.": of which no triple was read, that says nothing."""
    return len(said.split()) < _LEAST_WORDS and len(content_words(said, lang)) < _LEAST_CONTENT_WORDS


_LEAST_WORDS, _LEAST_CONTENT_WORDS = 4, 3


def _sentences(read: Mapping[str, ReadText], pieces: Sequence[Piece]) -> Iterator[tuple[str, Span]]:
    split = {chunk: sentences(one.text, one.lang) for chunk, one in read.items()}
    found = (
        (piece.chunk_id, span)
        for piece in pieces
        for span in split.get(piece.chunk_id, ())
        if span.start < piece.end and piece.start < span.end
    )
    yield from dict.fromkeys(found)


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


_MARK = re.compile(
    r"(?:[-*+•·>]\s+|\(?\d{1,3}[.)、](?!\d)\s*|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|[①-⑳]\s*|[☐☑✓✔]\s*)+"
)
_OPENS = re.compile(
    r"(?:(?:however|therefore|thus|hence|moreover|furthermore|additionally|in addition|also|besides|consequently"
    r"|as a result|nevertheless|nonetheless|meanwhile|in contrast|by contrast|on the other hand|finally|overall)\s*,\s*"
    r"|(?:and|but|so|yet|or)\s+|(?:但是?|而且?|不过|然而|因此|因而|所以|于是|同时|此外|另外|并且?|且|最后|总之|其次|其中)[，,]?)+",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:this|that|these|those|such|both|neither|either|here|then|he|she|it|they|his|her|its|their"
    r"|one of (?:them|which)|which|who|whose|where|when it|after (?:that|this)|before (?:that|this)|otherwise"
    r"|the (?:former|latter|others?|same|rest))\b"
    r"|[这那此其她他它]|上述|前者|后者|以上|否则|两者|二者|后$",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？][\"'”’」』*_)）]*$")
_PAIRS = (("(", ")"), ("[", "]"), ("（", "）"), ("【", "】"), ("《", "》"), ("「", "」"), ("“", "”"))
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|`")
_LABEL = re.compile(r"【[^】]{1,12}】\s*")
_TITLES = re.compile(r"《[^》]*》|（[^）]*）|\([^)]*\)")
_JOINING = ",;:，；：、 \t"


def _alone(text: str, span: Span, lang: str, name: str | None = None) -> str | None:
    """The stretch as a sentence of its own; None where it is none. `name`: what it opens with a pronoun for."""
    raw = text[span.start : span.end].strip()
    mark = _MARK.match(raw)
    listed = mark is not None or _is_behind_a_mark(text, span.start)
    said = " ".join(_EMPHASIS.sub("", raw[mark.end() :] if mark else raw).split())
    label = _LABEL.match(said)
    said = said[label.end() :] if label else said
    if "|" in said or said.startswith("#") or _QUESTION.search(said) or said.endswith((":", "：")):
        return None
    opener = _OPENS.match(said)
    said = said[opener.end() :] if opener else said
    pronoun = opening_pronoun(said, lang)
    if pronoun is not None and name is not None and not pronoun.owner:
        said = said[: pronoun.start] + name + said[pronoun.end :]
    if _LEANS.match(said) or not _is_whole(said):
        return None
    if not listed and _is_a_line(text, span) and said[-1:] not in _CLOSING:
        return None  # a heading
    said = said.rstrip(_JOINING)
    if not _says(_TITLES.sub("", said)):
        return None
    first = _WORD.match(said)
    said = said[:1].upper() + said[1:] if first and first[0].islower() else said
    return said if is_closed(said) else said + ("。" if lang == "zh" else ".")


_WORD = re.compile(r"[^\W\d_]+\b")  # not the "bzip" of "bzip2"
_CLOSING = STOPS + "\"'”’」）);；"


def _is_whole(said: str) -> bool:
    """Whether brackets and quotation marks are closed."""
    return not said.count('"') % 2 and all(said.count(opening) == said.count(closing) for opening, closing in _PAIRS)


def _is_a_line(text: str, span: Span) -> bool:
    """Whether nothing stands behind it on its line."""
    return not _says(text[span.end : (text + "\n").index("\n", span.end)])


def _is_behind_a_mark(text: str, start: int) -> bool:
    line = text.rfind("\n", 0, start) + 1
    return _MARK.fullmatch(text[line:start].strip() + " ") is not None
