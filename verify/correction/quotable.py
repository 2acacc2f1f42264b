"""What of a text can be quoted alone: its sentences, and those clauses of them that stand in one piece.

Not what needs other sentences ("It also…", 这也…), or other clauses of its own ("…, but not on Sundays"), what states
nothing (a question, a heading, an item under "We do not pay for:"), what stands in an open quotation or is half of one
or of a bracket, and no rows of tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from claimgraph.ingest.model import ReadText, Span, Statement
from claimgraph.ingest.text.openings import opening_pronoun
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import content_words

from ..emphasis import plain
from ..model import Piece
from .rewrite import STOPS, is_closed

QUOTABLE_VERSION = "1"
_MOST_BEGINNINGS = 12
"""Of one Chinese sentence."""


@dataclass(frozen=True, slots=True)
class Quotable:
    """A text that can stand alone; `piece` is where its words are, `sentence` the sentence that they are of.

    `complete`: nothing that belongs to it is left out, as "since 2019" may be of a clause.
    """

    text: str
    piece: Piece
    sentence: Piece
    complete: bool = True

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
        stated = [each for each in one.statements if each.spans and _is_within(_stretch(each), sentence)]
        named = {_stretch(each).start: name for each in stated if (name := _name(each, one.text))}
        says = any(statement.checkable and statement.triples for statement in stated)
        if _is_quoted(one.text, sentence.start) or _is_under_a_lead(one.text, sentence.start, says):
            continue
        place = Piece(chunk, sentence.start, sentence.end)
        for span, complete in ((sentence, True), *_clauses(one.text, sentence, stated)):
            said = _alone(one.text, span, lang, named.get(span.start))
            if said is not None and (says or not _is_a_title(said, lang)):
                found.setdefault(said, Quotable(said, Piece(chunk, span.start, span.end), place, complete))
    return list(found.values())


def _sentences(read: Mapping[str, ReadText], pieces: Sequence[Piece]) -> Iterator[tuple[str, Span]]:
    split = {chunk: sentences(one.text, one.lang) for chunk, one in read.items()}
    found = (
        (piece.chunk_id, span)
        for piece in pieces
        for span in split.get(piece.chunk_id, ())
        if span.start < piece.end and piece.start < span.end
    )
    yield from dict.fromkeys(found)


# --- Clauses


def _clauses(text: str, sentence: Span, stated: Sequence[Statement]) -> Iterator[tuple[Span, bool]]:
    """All between two semicolons, which is complete; in Chinese also the beginning of that up to the end of what is
    stated, which keeps its topic; and what is stated in one piece."""
    told = [_stretch(one) for one in stated if one.checkable and one.triples and _name(one, text) is not None]
    parts = [Span(*part.span()) for part in _BETWEEN_SEMICOLONS.finditer(text, sentence.start, sentence.end)]
    found: dict[Span, bool] = {}
    for part in parts:
        mine = [span for span in told if _is_within(span, part)]
        if any(span.start == part.start for span in mine):
            found[part] = True
        for comma in islice(_CHINESE_COMMA.finditer(text, part.start, part.end), _MOST_BEGINNINGS):
            beginning = Span(part.start, comma.start())
            if any(span.end == beginning.end for span in mine) and not _SAYS.search(text, *_of(beginning)):
                found[beginning] = False
    found = {**found, **{span: found.get(span, False) for span in told}}
    yield from ((span, complete) for span, complete in found.items() if _is_apart(text, sentence, span))


_BETWEEN_SEMICOLONS = re.compile(r"[^;；\s](?:[^;；]*[^;；\s])?")
_CHINESE_COMMA = re.compile("，")
_SAYS = re.compile(r"[称说]|认为|表示|指出|以为|据|传闻|证据")
_HANGS = re.compile(
    r"\W*(?:(?:if|when|whenever|unless|although|though|while|whereas|because|since|once|until|after|before|for|according"
    r"|in case|as long as|provided|except|besides|apart|despite|with|without|under|nobody|no|not|never|neither)\b"
    r"|如|若|虽|尽管|对于?|截[至止]|除|凡|未经|因|由于|当|为了?|在|只要|只有|即使|倘|假|无论|不论)",
    re.IGNORECASE,
)
_JOINS = re.compile(r"[;；，]\s*$|,\s+(?:and|while|whereas)\s+$", re.IGNORECASE)
_GOES_ON = re.compile(r"\s*(?:[,;:，；：.。!?！？)）\"”]|(?:and|while|whereas)\b)", re.IGNORECASE)
_TURNS = re.compile(
    r"[\s,;:，；：]*(?:(?:but|except|unless|however|though|although|otherwise|if|provided|only|this|that|these|those|it"
    r"|which|who|where|when|whereas|while|as long|not|yet|albeit)\b"
    r"|[但除否却这此该其如若因只仅即而]|不过|然而|由于|例外|并非)",
    re.IGNORECASE,
)


def _is_apart(text: str, sentence: Span, span: Span) -> bool:
    """Whether nothing else of the sentence bears on a clause: no condition before it, no exception behind."""
    before, behind = text[sentence.start : span.start], text[span.end : sentence.end]
    if _says(before) and (":" in before or "：" in before or not _JOINS.search(before) or _HANGS.match(before)):
        return False
    if not _says(behind):
        return True
    hangs = _HANGS.match(text, span.start, span.end) is not None
    return not hangs and _GOES_ON.match(behind) is not None and _TURNS.match(behind) is None


def _is_within(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end


def _of(span: Span) -> tuple[int, int]:
    return span.start, span.end


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


# --- What can stand alone

_MARK = re.compile(
    r"(?:[-*+•·>–▪]\s+|\[[ xX]\]\s+|\(?\d{1,3}[.)）、](?!\d)\s*|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*"
    r"|[一二三四五六七八九十]{1,3}、\s*|[a-z]\)\s+|[①-⑳]\s*|[☐☑✓✔]\s*)+"
)
_LABEL = re.compile(r"【[^】]{1,12}】\s*")
_OPENS = re.compile(
    r"(?:(?i:however|therefore|thus|hence|moreover|furthermore|additionally|in addition|also|besides|consequently"
    r"|as a result|nevertheless|nonetheless|meanwhile|in contrast|by contrast|on the other hand|finally|overall)\s*,\s*"
    r"|(?i:and|but)\s+(?=(?:the|an?|all|some|many|most|no)\s|[A-Z\d])"
    r"|(?:但是?|而且?|不过|然而|因此|因而|所以|于是|同时|此外|另外|并且?|最后|总之|其次)[，,])+"
)
_LEANS = re.compile(
    r"(?:this|that|these|those|such|both|neither|either|here|then|he|she|it|they|his|her|its|their"
    r"|(?:one|all|most|some|half|many|none|each) of (?:them|which|these|those)|which|who|whose|where|otherwise"
    r"|if so|not so|so (?:far|did|does|do|is|are|was|were)|(?:at|by|after|before|until|since) (?:that|this|then)"
    r"|according to (?:him|her|it|them)|the (?:former|latter|others|same|rest)"
    r"|the (?:other|first|second|third)(?: one)? (?:is|was|are|were|has|had))\b"
    r"|(?:in|on|at|by|from|since|after|before|during|until|under|with|for|besides?|when|if|while|once|as|later|today)\b"
    r"[^.;]{0,40}?\b(?:he|she|it|they|his|her|its|their|him|them)\b"
    r"|(?:[在根据按照对为从由]{0,2})[这那此其她他它]|根据该|上述|前者|后者|以上|否则|反之|两者|二者",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？][\"'”’」』*_)）]*$")
_PAIRS = (
    ("(", ")"),
    ("[", "]"),
    ("（", "）"),
    ("【", "】"),
    ("《", "》"),
    ("「", "」"),
    ("『", "』"),
    ("“", "”"),
)
_QUOTES = (("“", "”"), ("「", "」"), ("『", "』"))
_TITLES = re.compile(r"《[^》]*》|（[^）]*）|\([^)]*\)")
_WORD = re.compile(r"[^\W\d_]+\b")  # not the "bzip" of "bzip2"
_JOINING = ",;:，；：、 \t"
_CLOSING = STOPS + "\"'”’」）);；"


def _alone(text: str, span: Span, lang: str, name: str | None = None) -> str | None:
    """The stretch as a sentence of its own; None where it is none. `name`: what it opens with a pronoun for."""
    raw = text[span.start : span.end].strip()
    mark = _MARK.match(raw)
    listed = mark is not None or _is_behind_a_mark(text, span.start)
    said = " ".join(plain(raw[mark.end() :] if mark else raw).split())
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
    closing = (said[-1:], text[span.end : span.end + 1])
    if not listed and _is_a_line(text, span) and not any(mark and mark in _CLOSING for mark in closing):
        return None  # a heading
    said = said.rstrip(_JOINING)
    if not _says(_TITLES.sub("", said)):
        return None
    first = _WORD.match(said)
    said = said[:1].upper() + said[1:] if first and first[0].islower() else said
    return said if is_closed(said) else said + ("。" if lang == "zh" else ".")


def _is_a_title(said: str, lang: str) -> bool:
    """Whether it is as short as "Returns and refunds.": of which no triple was read, that says nothing."""
    return len(said.split()) < _LEAST_WORDS and len(content_words(said, lang)) < _LEAST_CONTENT_WORDS


_LEAST_WORDS, _LEAST_CONTENT_WORDS = 4, 3


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_whole(said: str) -> bool:
    """Whether brackets and quotation marks are closed."""
    return not said.count('"') % 2 and all(said.count(opening) == said.count(closing) for opening, closing in _PAIRS)


def _is_quoted(text: str, start: int) -> bool:
    """Whether a quotation is open there, from the beginning of the paragraph."""
    before = text[max(text.rfind("\n\n", 0, start), 0) : start]
    return before.count('"') % 2 == 1 or any(before.count(one) > before.count(other) for one, other in _QUOTES)


def _is_a_line(text: str, span: Span) -> bool:
    """Whether nothing stands behind it on its line."""
    end = text.find("\n", span.end)
    return not _says(text[span.end : end if end >= 0 else len(text)])


def _is_behind_a_mark(text: str, start: int) -> bool:
    line = text.rfind("\n", 0, start) + 1
    return _MARK.fullmatch(text[line:start].strip() + " ") is not None


_DENIES = re.compile(
    r"[不禁勿除未无非拒]|\b(?:not|no|never|none|nothing|except\w*|exclu\w*|prohibit\w*|forbidden)\b|n['’]t\b"
)


def _is_under_a_lead(text: str, start: int, says: bool) -> bool:
    """Whether it is an item of a list that only its lead makes a statement: under "We do not pay for:" any, under
    another that ends with a colon one that states nothing by itself."""
    line = text.rfind("\n", 0, start) + 1
    if _MARK.match(text[line : line + _LONGEST_MARK].lstrip()) is None:
        return False
    above = [one for one in text[:line].splitlines() if one.strip()]
    lead = next((one.strip() for one in reversed(above) if _MARK.match(one.lstrip()) is None), "")
    return lead.rstrip("*_ ").endswith((":", "：")) and (not says or _DENIES.search(lead) is not None)


_LONGEST_MARK = 12
