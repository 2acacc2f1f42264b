"""Names in English text: capitalised sequences, typed by titles, suffixes, small lists and the words before
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimgraph.graph_schema.vocabulary import EntityType

from .common_words import CALENDAR, COMMON_ENDINGS, COMMON_WORDS
from .gazetteer import (
    DEMONYMS,
    GIVEN_NAMES,
    NAME_HEADS,
    ORGANISATION_HEADS,
    ORGANISATION_LAST,
    ORGANISATIONS,
    PERSON_TITLES,
    PLACE_FIRST,
    PLACE_HEADS,
    PLACE_LAST,
    PLACES,
)
from .sentences import sentences
from .word_lists import word_set

Found = tuple[int, int, EntityType]

_UPPER = "A-ZÀ-ÖØ-Þ"
_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_word = re.compile(
    rf"(?:St|Mt|Ft)\.|(?:[{_UPPER}]\.)+(?:[{_UPPER}](?![{_LETTER}]))?"  # J. R. R., U.S.
    rf"|(?:[dlO]['’]|al-|el-)?[{_UPPER}][{_LETTER}0-9]*(?:[-&+'’.][{_LETTER}0-9]+)*"
    rf"|[a-z]{{1,2}}[A-Z][{_LETTER}0-9]+"  # iPhone, eBay
    rf"|[0-9]+[A-Z][{_LETTER}0-9]*"  # 3M
)
_boundary_before = re.compile(r"[\w@#/\\.]\Z")
_space = r"(?:[^\S\n]{1,2}|[^\S\n]?\n[^\S\n]{0,4}(?=\S))"
_adjacent = re.compile(rf"{_space}")
_particle = re.compile(
    rf"{_space}(?:de|del|della|di|da|dos|du|la|le|van|von|der|den|ten|ter|bin|ibn|al|el|y|zu)(?:{_space}(?:la|las|los|der|den|le))?{_space}"
)
_of = re.compile(rf"{_space}(?:of|for)(?:{_space}the)?{_space}")
_ampersand = re.compile(rf"{_space}&{_space}|{_space}and{_space}")
_comma_suffix = re.compile(r",?\s(?:Inc|Ltd|Corp|Co|LLC|Jr|Sr)\b\.?")
_place_before = re.compile(r"\b(?:in|near|throughout|across|toward|towards|around|outside|via|to|from|at|of)\s\Z")
_strong_place_before = re.compile(r"\b(?:in|near|throughout|outside|northern|southern|eastern|western|central)\s\Z")
_person_after = re.compile(
    r"(?:,)?\s(?:said|says|told|wrote|was born|born|died|argued|married|who|whose|\(born|\(\d{4})\b"
)
_role_before = re.compile(
    r"\b(?:actor|actress|architect|artist|astronaut|author|chairman|chemist|coach|composer|designer|developer|director|doctor|"
    r"economist|editor|engineer|explorer|father|founder|inventor|journalist|king|leader|lawyer|manager|mathematician|"
    r"minister|mother|musician|novelist|painter|philosopher|physicist|player|poet|politician|president|producer|professor|"
    r"programmer|queen|scientist|singer|wife|husband|writer|brother|sister|son|daughter)\s\Z"
)
_acts = re.compile(
    r"['’]s\b|,?\s+(?:is|was|were|are|has|had|have|will|would|can|could|did|does|also|and\s[A-Z]|\(|[a-z]{2,}(?:ed|[^s]s)\b"
    r"|became|began|won|led|wrote|made|took|left|grew|rose|fell|gave|went|met|ran|built|held|lost|sold|bought)\b|\s\("
)
"""What follows a name that opens a sentence as its subject."""
_possessive = re.compile(r"['’]s?\Z")


def english_names(text: str) -> list[Found]:
    """(start, end, type) of the names in `text`, in order and disjoint."""
    openings = {_first_letter(text, sentence.start, sentence.end) for sentence in sentences(text)}
    lower_elsewhere: frozenset[str] | None = None
    found: list[Found] = []
    for run in _runs(text):
        if lower_elsewhere is None:
            lower_elsewhere = frozenset(re.findall(r"\b[a-z]{2,}\b", text))
        found.extend(_named(text, run, openings, lower_elsewhere))
    return found


_opening_marks = re.compile(r"[^\w]*(?:\d{1,3}[.)]\s+)?[^\w]*")


def _first_letter(text: str, start: int, end: int) -> int:
    match = _opening_marks.match(text, start, end)
    return match.end() if match else start


def _runs(text: str) -> Iterator[list[tuple[int, int]]]:
    """Sequences of capitalised words with what may stand between the parts of one name."""
    run: list[tuple[int, int]] = []
    for match in _word.finditer(text):
        start, end = match.span()
        if start and _boundary_before.match(text[start - 1]):
            continue
        end = _without_possessive(text, start, end)
        if run and not _continues(text, run, start):
            yield run
            run = []
        run.append((start, end))
    if run:
        yield run


def _without_possessive(text: str, start: int, end: int) -> int:
    match = _possessive.search(text, start, end)
    return match.start() if match and match.start() > start else end


def _continues(text: str, run: list[tuple[int, int]], start: int) -> bool:
    """Whether the word at `start` belongs to the same name as `run`."""
    begin, end = run[-1]
    between = text[end:start]
    if len(between) > 16:
        return False
    if _adjacent.fullmatch(between) or _particle.fullmatch(between):
        return True
    if between == " & ":
        return True
    if _of.fullmatch(between):
        head = text[begin:end]
        return head in ORGANISATION_HEADS or head in PLACE_HEADS or head in NAME_HEADS
    return _comma_suffix.match(text, end) is not None and between in (", ", ",")


def _named(
    text: str, run: list[tuple[int, int]], openings: set[int], lower_elsewhere: frozenset[str]
) -> Iterator[Found]:
    """The names in one run, after what only opens a sentence and titles are taken off."""
    run = [word for word in run if text[word[0] : word[1]].lower() not in ("i", "i'm", "i’m", "i've", "i'll", "ok")]
    opens_sentence = bool(run) and run[0][0] in openings
    while run and _is_no_name(text, run, opens_sentence, lower_elsewhere):
        if text[run[0][0] : run[0][1]].lower() == "the":
            opens_sentence = False  # "The World Health Organization": the next capital is the name's own
        run = run[1:]
    titled = False
    while run and (len(run) > 1 or titled) and text[run[0][0] : run[0][1]].rstrip(".") in PERSON_TITLES:
        run, titled = run[1:], True
    if not run or (titled and not run):
        return
    words = [text[start:end] for start, end in run]
    if all(word.lower().rstrip(".") in CALENDAR for word in words):
        return
    if len(run) == 1 and (words[0].rstrip(".") in PERSON_TITLES or len(words[0].rstrip(".")) < 2):
        return
    start, end = run[0][0], run[-1][1]
    end = _with_abbreviation_stop(text, end)
    yield start, end, _type(text, start, end, words, titled)


def _is_no_name(text: str, run: list[tuple[int, int]], opens_sentence: bool, lower_elsewhere: frozenset[str]) -> bool:
    """Whether the first word of `run` is capitalised for its place in the sentence only."""
    word = text[run[0][0] : run[0][1]]
    folded = word.lower()
    surface = text[run[0][0] : run[-1][1]]
    if surface in PLACES or surface in ORGANISATIONS or (word.isupper() and len(word) > 1 and word in _ACRONYMS):
        return False
    if folded in CALENDAR and len(run) > 1:
        return True
    if folded.split("'")[0].split("’")[0] in _NEVER_FIRST:
        return True
    if not opens_sentence:
        return len(run) == 1 and (
            folded in ("am", "pm", "ceo", "cfo", "cto", "coo", "phd", "tv")
            or (len(word) > 4 and word.isupper() and folded in COMMON_WORDS)
        )
    if word in GIVEN_NAMES or word in PLACES or word in ORGANISATIONS or word in DEMONYMS:
        return False
    if len(run) > 1 and word.rstrip(".") in (PERSON_TITLES | ORGANISATION_HEADS | PLACE_FIRST):
        return False
    if folded in COMMON_WORDS or folded in lower_elsewhere:
        return True
    return len(run) == 1 and (folded.endswith(COMMON_ENDINGS) or not _acts.match(text, run[0][1]))


_TERMS = word_set(
    """
    AIDS CD DNA DVD GDP GNP GPS HIV HTML HTTP IP PC PDF RNA TV USB
    """
)
_ACRONYMS = word_set(
    """
    EU IT UK UN US WHO
    """
)
_NEVER_FIRST = word_set(
    """
    the a an this that these those it its he she they we you his her their our your my in on at of by to
    from with and or but if when while as for so because although though after before during since until
    under over about into here there what who whom whose which why how all some any each every no not yes
    is are was were be been do does did has have had will would can could may might must shall should i
    both either neither however also then thus hence former late current another many most more much
    several such only just even other
    """
) - {"may", "late"}


def _with_abbreviation_stop(text: str, end: int) -> int:
    """Take in the full stop of "Inc." and "Jr." where one follows."""
    if (
        end < len(text)
        and text[end] == "."
        and re.search(r"\b(?:Inc|Ltd|Corp|Co|Jr|Sr|Bros)\Z", text[max(0, end - 5) : end])
    ):
        return end + 1
    return end


def _type(text: str, start: int, end: int, words: list[str], titled: bool) -> EntityType:
    surface = " ".join(text[start:end].split())
    first, last = words[0], words[-1].rstrip(".")
    if surface in PLACES:
        return EntityType.PLACE
    if surface in ORGANISATIONS:
        return EntityType.ORGANISATION
    if titled:
        return EntityType.PERSON
    if len(words) > 1 and (last in ORGANISATION_LAST or words[-1] in ORGANISATION_LAST):
        return EntityType.ORGANISATION
    if " of " in surface or " for " in surface:
        head = re.split(r" (?:of|for) ", surface)[0].split()[-1]
        if head in ORGANISATION_HEADS:
            return EntityType.ORGANISATION
        return EntityType.PLACE if head in PLACE_HEADS else EntityType.NAME
    if len(words) > 1 and (last in PLACE_LAST or first in PLACE_FIRST):
        return EntityType.PLACE
    if surface in DEMONYMS:
        return EntityType.NAME
    if first in GIVEN_NAMES and (len(words) < 5):
        return EntityType.PERSON
    if len(words) > 1 and any(re.fullmatch(r"[A-Z]\.|Jr\.?|Sr\.?", word) for word in words):
        return EntityType.PERSON
    return _type_by_context(text, start, end, words)


def _type_by_context(text: str, start: int, end: int, words: list[str]) -> EntityType:
    before = text[max(0, start - 16) : start]
    acronym = len(words) == 1 and words[0].isupper()
    if acronym and 2 <= len(words[0]) <= 6 and words[0].isalpha():
        return EntityType.ORGANISATION if words[0] not in _TERMS else EntityType.NAME
    if _person_after.match(text, end) and not acronym and 1 <= len(words) <= 3:
        return EntityType.PERSON
    if 2 <= len(words) <= 3 and _role_before.search(before):
        return EntityType.PERSON
    if _strong_place_before.search(before) and not acronym and words[0] not in DEMONYMS:
        return EntityType.PLACE
    if text[end : end + 2] == ", " and any(text.startswith(place, end + 2) for place in _followers(text, end + 2)):
        return EntityType.PLACE
    return EntityType.NAME


def _followers(text: str, at: int) -> Iterator[str]:
    """Well-known places that stand at `at`: "Springfield, Illinois"."""
    match = re.compile(r"[A-Z][\w.]*(?: [A-Z]\w*)?").match(text, at)
    if match:
        for candidate in (match.group(), match.group().split(" ")[0]):
            if candidate in PLACES:
                yield candidate
