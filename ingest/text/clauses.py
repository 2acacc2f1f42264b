"""Clauses of one sentence that are set apart on the page and can each be read alone.

Conservative by intent: a clause is split off only where its own subject and finite verb are plain to see,
and never out of a condition, a quotation, an attribution or a list. What is missed here is found by a
parser; what is split wrongly would be judged as something the author never said.
"""

from __future__ import annotations

import re

from ..model import Span
from .common_words import CALENDAR
from .language import HAN

_AUXILIARIES = (
    r"is|are|was|were|has|have|had|will|would|can|could|may|might|must|shall|should|does|did|do|isn['’]t|aren['’]t|"
    r"wasn['’]t|weren['’]t|hasn['’]t|haven['’]t|won['’]t|doesn['’]t|didn['’]t|cannot|can['’]t"
)
_IRREGULAR = (
    "became|began|bought|brought|built|came|drew|fell|flew|fought|found|gave|got|grew|held|kept|knew|lay|led|left|lost|"
    "made|met|paid|ran|rose|said|sang|sank|sat|saw|sent|sold|spent|stood|spoke|taught|told|took|went|won|wore|wrote"
)
_PRESENT = (
    "contains|includes|remains|lies|covers|has|belongs|consists|comprises|employs|lives|works|owns|runs|uses|costs|"
    "measures|weighs|produces|makes|becomes|serves|holds|stands|flows|borders|exports|imports|forms|means|shows|provides"
)
_finite = re.compile(rf"\b(?:{_AUXILIARIES}|{_IRREGULAR}|{_PRESENT}|[a-z]{{3,}}ed)\b")
_name = r"[A-ZÀ-Þ][\w.'’&-]*(?: (?:(?:of|de|van|von|the|and) )?[A-ZÀ-Þ0-9][\w.'’&-]*){0,5}"
_noun_phrase = (
    rf"(?:(?:[Tt]he|[Aa]n?|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|[Aa]ll|[Mm]ost|[Ss]ome|[Mm]any|[Bb]oth) "
    rf"(?:[\w'’-]+ ){{1,4}}?"
    rf"(?:of (?:the )?(?:{_name}|[\w-]+) )?|{_name} )"
)
_own_subject_and_verb = re.compile(
    rf"(?:{_noun_phrase})(?:(?:also|later|still|now|then|often|never|currently|originally|first|soon) )?"
    rf"(?:{_AUXILIARIES}|{_IRREGULAR}|{_PRESENT}|(?!\w+ed by\b)[a-z]{{3,}}ed)\b"
)
_anaphoric = re.compile(r"(?:[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|[Bb]oth|[Aa]ll) ")
_definite = re.compile(r"[Tt]he ")  # "the company": which one, only the clause before tells
_capital = re.compile(r"[A-ZÀ-Þ]")
_conjunction = re.compile(r",\s+(?:and|but|yet|while|whereas)\s+|;\s+(?:(?:and|but|however,|moreover,|meanwhile,)\s+)?")
_not_splittable = re.compile(
    r"[\"“”「」『』]|\b(?:if|unless|when|whenever|whether|although|though|because|since|until|provided|assuming|"
    r"once|should|were it|either|neither|not only|so that|such that|according to|said|says|say|claims?|"
    r"claimed|states?d?|reported|reports|announced|believes?d?|argues?d?|thinks?|thought|suggests?|suggested|told|"
    r"wrote that|"
    r"that (?:the|an?|it|he|she|they|[A-Z]))\b",
    re.IGNORECASE,
)

_zh_not_splittable = re.compile(
    '[“”「」『』"]|如果|若|假如|倘若|只要|只有|除非|当[^地局年选]|时，|即使|虽然|尽管|因为|由于|因此|所以|从而|不仅|不但|而且|无论|不管|一旦|据|表示|认为|指出|'
    "声称|宣称|说|称，|报道|是否|与其|宁可|或者|要么|以便|为了|随着"
)
_zh_mark = re.compile("[；;，]")
_zh_verb = re.compile(
    "(?:也|则|曾|已|将|现|目前|主要|于[^，；]{1,12})?(?:是|为|位于|成立于|建于|始建于|出生于|生于|死于|逝世于|创立|创办|成立|拥有|达到|占地|属于|发布|收购|毕业于|"
    "担任|出任|获得|发明|发现|建造|包括|包含|流经|隶属)"
)
_zh_unready = re.compile("[其它他她该此这那并且但而又还也则都却]|以及|同时|另|此外|后来|随后|之后|于是")


def clauses(sentence_text: str, lang: str) -> list[Span]:
    """The clauses of `sentence_text` in order; one span over all of it where nothing can be split off safely.

    A comma and conjunction between two clauses belong to neither. Offsets are in `sentence_text`.
    """
    whole = _trimmed(sentence_text, 0, len(sentence_text))
    if whole is None:
        return []
    cuts = _chinese_cuts(sentence_text) if lang == "zh" else _english_cuts(sentence_text)
    spans: list[Span] = []
    start = whole.start
    for end, begin in cuts:
        if span := _trimmed(sentence_text, start, end):
            spans.append(span)
        start = begin
    if span := _trimmed(sentence_text, start, whole.end):
        spans.append(span)
    return spans


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if start < end else None


def _english_cuts(text: str) -> list[tuple[int, int]]:
    """(end of a clause, start of the next) for each place where the sentence may be split."""
    if _not_splittable.search(text) or text.rstrip().endswith("?"):
        return []
    cuts: list[tuple[int, int]] = []
    start = 0
    for match in _conjunction.finditer(text):
        if _in_brackets(text, match.start()):
            continue
        left, right = text[start : match.start()], text[match.end() :]
        if _stands_alone(left, first=start == 0) and _stands_alone(right, first=False):
            cuts.append((match.start(), match.end()))
            start = match.end()
    return cuts


def _stands_alone(clause: str, *, first: bool) -> bool:
    """Whether a clause has its own subject and finite verb; the first one of a sentence may open with an
    adverbial.
    """
    if len(clause.split()) < 3:
        return False
    if first:
        return _finite.search(clause.rsplit(",", 1)[-1]) is not None  # after a comma: no item of a list
    match = _own_subject_and_verb.match(clause)
    if match is None or _anaphoric.match(clause) or clause.split(" ", 1)[0].lower() in CALENDAR:
        return False
    subject = match.group().rsplit(" ", 1)[0]
    return not _definite.match(subject) or _capital.search(subject, 4) is not None


def _in_brackets(text: str, at: int) -> bool:
    before = text[:at]
    return before.count("(") + before.count("（") > before.count(")") + before.count("）")


def _chinese_cuts(text: str) -> list[tuple[int, int]]:
    if _zh_not_splittable.search(text) or text.rstrip().endswith(("？", "?")):
        return []
    marks = [match.start() for match in _zh_mark.finditer(text) if not _in_brackets(text, match.start())]
    if not marks:
        return []
    cuts: list[tuple[int, int]] = []
    openings = _name_ends(text)
    start = _first(text, 0)
    for at in marks:
        begin = _first(text, at + 1)
        if _reads_alone(text, start, at, openings) and _reads_alone(text, begin, len(text), openings):
            cuts.append((at, begin))
            start = begin
    return cuts


def _first(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _name_ends(text: str) -> dict[int, int]:
    """Where the longest name that starts at an offset ends."""
    from .chinese_names import chinese_names

    ends: dict[int, int] = {}
    for start, end, _ in chinese_names(text):
        if start and text[start - 1] == "《":
            start, end = start - 1, end + 1
        ends[start] = max(end, ends.get(start, 0))
    return ends


def _reads_alone(text: str, start: int, end: int, name_ends: dict[int, int]) -> bool:
    """Whether the clause opens with a name as its subject, with a finite verb behind it before any comma."""
    if end - start < 6 or _zh_unready.match(text, start):
        return False
    behind = name_ends.get(start)
    if behind is None or behind >= end:
        return False
    stop = next((index for index in range(behind, end) if text[index] in "，；;、"), end)
    subject = re.compile(rf"(?:的[{HAN}]{{1,6}}?)?(?:[（(][^）)]{{1,40}}[）)])?").match(text, behind, stop)
    for offset in {behind, subject.end() if subject else behind}:
        verb = _zh_verb.match(text, offset, stop)
        if verb is not None and verb.end() < stop:
            return True
    return re.compile(f"的[{HAN}]{{1,6}}?(?:是|为|位于)").match(text, behind, stop) is not None
