"""Sentences of English, Chinese and mixed text, with exact offsets.

Own rules and no library: of those with a permissive licence, pysbd is no longer kept up and loses offsets,
and spaCy's and nltk's splitters know no Chinese.

One pass over the text. A regular expression finds the next character that could matter (a stop, a line
break, an opening quote or bracket); each kind has one function that says where a sentence ends, if one
does. Every look-ahead and look-back is bounded, so the time is linear in the length of the text.
"""

from __future__ import annotations

import re

from ..model import Span
from .abbreviations import (
    ENDING_ABBREVIATIONS,
    NEVER_ENDING_ABBREVIATIONS,
    SENTENCE_STARTERS,
    UNIT_ABBREVIATIONS,
)
from .language import HAN

_CLOSERS = "\"'”’»)\\]}）】〕」』》〉"
_POINT_OF_INTEREST = re.compile('[\\n\\r\\x0b\\x0c\\x85\\u2028\\u2029.!?…。！？｡．"“「『（(《〈]')

_paragraph_break = re.compile(
    r"(?:\r\n?|[\n\x0b\x85\u2028])[^\S\n\r\x0b\x85\u2028]*(?:\r\n?|[\n\x0b\x85\u2028])\s*|[^\S\x0c\u2029]*[\x0c\u2029]\s*"
)
_line_break = re.compile(r"\r\n?|[\n\x0b\x85\u2028]")
_stop = re.compile(rf"[.!?…。！？｡．]+(?:[{_CLOSERS}]| ?\[\d{{1,3}}\])*")
_quoted = {  # bounded: longer stretches are split like any text, which also keeps the time linear
    '"': re.compile(r'"(?=\S)(?:[^"\n]|\n(?!\s*\n)){1,240}"(?!\w)'),
    "“": re.compile(r"“(?:[^“”\n]|\n(?!\s*\n)){1,240}”"),
    "「": re.compile(r"「[^「」\n]{1,240}」"),
    "『": re.compile(r"『[^『』\n]{1,240}』"),
    "(": re.compile(r"\((?:[^()\n]|\n(?!\s*\n)){1,240}\)"),
    "（": re.compile(r"（[^（）\n]{1,240}）"),
    "《": re.compile(r"《[^《》\n]{1,100}》"),
    "〈": re.compile(r"〈[^〈〉\n]{1,100}〉"),
}
_BOOK_MARKS = "《〈"
_inner_stop = re.compile(r"[.!?…。！？]['’”\"」』]*.\Z", re.DOTALL)
_more_closers = re.compile(rf"(?:[{_CLOSERS}]| ?\[\d{{1,3}}\])*")

_spaces = re.compile(r"\s*")
_list_item = re.compile(
    r"[^\S\n]*(?:[-*+•·▪◦‣–—][^\S\n]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)][^\S\n]|#{1,6}[^\S\n]|[|>]"
    r"|[（(]?[一二三四五六七八九十百\d]{1,4}[）)、]|第[一二三四五六七八九十百\d]{1,4}[章节条部分])"
)
_fact = re.compile(
    rf"[^\S\n]*(?:[A-Z][\w'’()/ -]{{0,40}}(?::[^\S\n]|：)"
    rf"|[{HAN}][{HAN}\w（）()/、]{{0,15}}(?:：|:[^\S\n]|(?<=[{HAN}）]):))(?=\S)"
)
_rule_line = re.compile(r"[^\S\n]*([-=*_~#])\1{2,}[^\S\n]*(?:\n|\Z)")
_first_word = re.compile(r"\S{1,40}")
_word_before = re.compile(r"[^\W\d_](?:[^\W_]|[.'’&-])*\Z")
_enumerator = re.compile(r"\s*\(?\d{1,3}\Z")
_starter = re.compile(r"[\"'“‘(\[]*([A-Za-z][\w’']*)")
_attribution = re.compile(
    r"\s*(?!(?:He|She|It|They|We|I|You)\b)(?:[A-Z][\w.'’-]*\s+){1,4}(?:said|says|asked|replied|wrote|added|told|answered|shouted|cried|noted|explained)\b"
)
_attribution_zh = re.compile(rf"\s*[{HAN}]{{0,8}}?(?:说|道|问|表示|称|喊|答|写道|指出|补充)")
_han = re.compile(f"[{HAN}]")
_wide = re.compile(r"[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]")
_NARROWEST_WRAP = 30


def opens_a_fact(line: str) -> bool:
    """Whether a line begins as those of a list of facts do: "Rooms: 84", 周六：10:00—14:00."""
    return _fact.match(line) is not None


def sentences(text: str, lang: str | None = None) -> list[Span]:
    """The sentences of `text` in order, disjoint, covering every character that is not white space.

    None begins or ends with white space. `lang` is not needed: the rules go by the characters around each
    stop, so that mixed text works; it is taken so that a parser bound to a language can stand in.
    """
    del lang
    spans: list[Span] = []
    start = 0
    for end in _ends(text):
        _append(spans, text, start, end)
        start = end
    _append(spans, text, start, len(text))
    return spans


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    match = _spaces.match(text, start, end)
    begin = match.end() if match else start
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        spans.append(Span(begin, end))


def _ends(text: str) -> list[int]:
    """Offsets just behind each sentence, the last one excepted."""
    ends: list[int] = []
    position = 0
    search = _POINT_OF_INTEREST.search
    while found := search(text, position):
        at = found.start()
        mark = text[at]
        if mark in ".!?…。！？｡．":
            position, is_end = _at_stop(text, at, ends[-1] if ends else 0)
        elif mark in _quoted:
            position, is_end = _at_quote(text, at, mark)
        else:
            position, is_end = _at_line_break(text, at)
        if is_end:
            ends.append(position)
    return ends


def _at_stop(text: str, at: int, start: int) -> tuple[int, bool]:
    """Look at the stop at `at` in the sentence that began at `start`."""
    after = at + 1
    if text[at] == "." and after < len(text) and (text[after].isalnum() and text[after].isascii()):
        return after, False  # decimals, addresses, file names
    match = _stop.match(text, at)
    assert match is not None
    end = match.end()
    marks = match.group()
    if any(mark in "。！？｡" for mark in marks):
        return end, not _closes_quote_before_speaker(text, end, marks)
    if end == len(text):
        return end, True
    follows = text[end]
    if not follows.isspace():
        if marks[0] in ".．":
            glued = at > 0 and _han.match(follows) is not None and (_is_han(text[at - 1]) or _ends_a_word(text, at))
            return end, glued and not marks.startswith("...")
        if marks[0] == "…":
            return end, len(marks) > 1 and _han.match(follows) is not None
        return end, _han.match(follows) is not None
    if at - start < 12 and _enumerator.match(text[start:at]):
        return end, _paragraph_break.match(text, end) is not None  # the marker of a list item: "1. First"
    return end, _ends_western_sentence(text, at, end, marks)


def _is_han(char: str) -> bool:
    return _han.match(char) is not None


_SHORTEST_WORD = 4  # letters; what is shorter before a stop may be cut short


def _ends_a_word(text: str, at: int) -> bool:
    """Whether a whole Latin word stands before the stop at `at` ("It is closed.青川大桥…"), not "Inc." or "U.S."."""
    word = _word_before.search(text, max(0, at - 40), at)
    if word is None or len(word.group()) < _SHORTEST_WORD or not word.group().isalpha():
        return False
    cut_short = ENDING_ABBREVIATIONS | NEVER_ENDING_ABBREVIATIONS | UNIT_ABBREVIATIONS
    return not {word.group(), word.group().lower()} & {one.rstrip(".") for one in cut_short}


def _closes_quote_before_speaker(text: str, end: int, marks: str) -> bool:
    """True for `“……。”他说`: the speaker belongs to what was said."""
    return marks[-1] in '”」』"' and _attribution_zh.match(text, end) is not None


_measured = re.compile(r"\d[\s-]?[A-Za-z]+$")


def _ends_western_sentence(text: str, at: int, end: int, marks: str) -> bool:
    """Whether the stop at `at`, followed by white space at `end`, ends its sentence."""
    gap = _spaces.match(text, end)
    begin = gap.end() if gap else end
    if begin == len(text):
        return True
    follows = text[begin]
    if _paragraph_break.match(text, end):
        return True
    if marks[0] in "!?":
        if follows.islower():
            return False
        return not (marks[-1] in "\"”'’" and _attribution.match(text, end))
    if marks.startswith("..") or marks[0] == "…":
        return not follows.islower()
    return _period_ends(text, at, end, begin, marks)


def _period_ends(text: str, at: int, end: int, begin: int, marks: str) -> bool:
    closed = len(marks) > 1
    before = text[max(0, at - 24) : at]
    word_match = _word_before.search(before)
    follows = text[begin]
    if word_match is None:
        return not (closed and follows.islower())
    word = word_match.group()
    starter = _starter.match(text, begin, begin + 24)
    starts_sentence = starter is not None and starter.group(1) in SENTENCE_STARTERS
    folded = word.lower()
    if folded == "no" or (folded in _MONTHS and word[0].isupper()):
        return not follows.isdigit()  # "on Dec. 10 the board met"
    if not closed and folded in NEVER_ENDING_ABBREVIATIONS:
        return False
    if folded in UNIT_ABBREVIATIONS and _measured.search(before):
        return not follows.islower()  # "4,970 km. Reykjavik": a name rarely goes on after a measure
    if folded in ENDING_ABBREVIATIONS or _is_dotted(word):
        return starts_sentence or (closed and not follows.islower())
    if len(word) == 1 and word.isupper():
        return starts_sentence or closed  # an initial, unless an ordinary opening word follows
    if follows.islower():
        return not closed and len(word) >= 5 and word.islower()
    return True


_MONTHS = frozenset({"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"})


def _is_dotted(word: str) -> bool:
    """True for U.S, e.g, J.R.R: letters set apart by full stops."""
    parts = word.split(".")
    return len(parts) > 1 and all(len(part) <= 2 for part in parts)


def _at_quote(text: str, at: int, mark: str) -> tuple[int, bool]:
    """Pass over a quoted or bracketed stretch, so that nothing inside splits it; it may itself end the
    sentence.
    """
    if mark == '"' and at and not (text[at - 1].isspace() or text[at - 1] in "([（，：、" or _han.match(text[at - 1])):
        return at + 1, False
    match = _quoted[mark].match(text, at)
    if match is None:
        return at + 1, False
    end = match.end()
    if mark in _BOOK_MARKS or not _inner_stop.search(text, max(at, end - 4), end):
        return end, False
    more = _more_closers.match(text, end)
    end = more.end() if more else end
    if end == len(text) or _paragraph_break.match(text, end):
        return end, True
    return end, _quote_ends(text, at, end)


def _quote_ends(text: str, at: int, end: int) -> bool:
    """Whether a quote that holds a stop as its last character ends the sentence around it."""
    follows = text[end]
    if follows in ",;:，；：、。.!?！？" or (text[at] in "(（" and at and not _sentence_before(text, at)):
        return False  # among them brackets within a sentence: "Acme (Acme Inc.) was"
    if not follows.isspace():
        whole = end - at > 8 or text[end - 2] == "。"
        return whole and _han.match(follows) is not None and _attribution_zh.match(text, end) is None
    gap = _spaces.match(text, end)
    begin = gap.end() if gap else end
    if begin == len(text):
        return True
    return not text[begin].islower() and not _attribution.match(text, end) and not _attribution_zh.match(text, end)


def _sentence_before(text: str, at: int) -> bool:
    before = text[max(0, at - 8) : at].rstrip()
    return not before or before[-1] in '.!?。！？…"”]'


def _at_line_break(text: str, at: int) -> tuple[int, bool]:
    paragraph = _paragraph_break.match(text, at)
    if paragraph is not None:
        return paragraph.end(), True
    line_break = _line_break.match(text, at)
    if line_break is None:
        return at + 1, False
    end = line_break.end()
    return end, not _is_wrap(text, at, end)


def _is_wrap(text: str, at: int, end: int) -> bool:
    """Whether the line break at `at` only wraps a line, as text files and PDFs do in mid-sentence.

    A line was wrapped where the next word would not have fitted any more: the width is that of the widest
    of the lines around. A next line that opens a list or a fact of one ("Rooms: 84"), or a rule of dashes, is no
    continuation.
    """
    if _list_item.match(text, end) or _rule_line.match(text, end) or _fact.match(text, end):
        return False
    begin = max(text.rfind("\n", max(0, at - 400), at) + 1, at - 400, 0)
    line = text[begin:at].strip()
    if _rule_line.match(line):
        return False
    word = _first_word.match(text, end + len(text[end : end + 80]) - len(text[end : end + 80].lstrip()))
    if word is None or not line:
        return False
    if word.group()[0].islower() or line[-1] in ",-，、":
        return True
    needed = 2 if _wide.match(word.group()) else 1 + len(word.group())
    slack = 4 if _wide.match(word.group()) else 0
    return _width(line) + needed + slack > max(_NARROWEST_WRAP, _width_around(text, at))


def _width(line: str) -> int:
    return len(line) + (0 if line.isascii() else len(_wide.findall(line)))


def _width_around(text: str, at: int) -> int:
    """Columns of the widest line near `at`; only lines between blank lines count."""
    before = text[max(0, at - 400) : at].rsplit("\n\n", 1)[-1].split("\n")[-4:]
    after = text[at + 1 : at + 401].split("\n\n", 1)[0].split("\n")[:4]
    return max(_width(line.strip()) for line in [*before, *after])
