"""Surgery on an answer's text: replace or take out spans, and mend punctuation and spacing only at the seams.

Text that no edit touches is left as it is, character for character, but for the white space, the punctuation mark
or the capital letter right at a place where something was taken out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..edits import Edit

REWRITE_VERSION = "10"


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """`text` with all edits made. Edits are given by offsets in `text`; of two that overlap the first one counts."""
    chosen: list[Edit] = []
    for edit in sorted(edits, key=lambda one: (one.start, -one.end)):
        if edit.start < 0 or edit.end > len(text) or edit.start >= edit.end:
            raise ValueError(f"edit {edit.start}..{edit.end} does not lie in a text of {len(text)} characters")
        if not chosen or edit.start >= chosen[-1].end:
            chosen.append(edit)
    for edit in reversed(_joined(text, chosen)):
        text = _replace(text, edit) if edit.after else _take_out(text, edit.start, edit.end)
    return text


def _joined(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Removals with nothing but white space and joining marks between them, made one."""
    joined: list[Edit] = []
    for edit in edits:
        if joined and not edit.after and not joined[-1].after and _is_seam(text[joined[-1].end : edit.start]):
            joined[-1] = Edit(joined[-1].start, edit.end, "")
        else:
            joined.append(edit)
    return joined


_SEAM = re.compile(r"[ \t]*[,;，；、]?[ \t]*(?:and|but|while|并且?|但|而|和|与|以及|及)?[ \t]*")


def _is_seam(between: str) -> bool:
    return _SEAM.fullmatch(between) is not None


STOPS = ".!?。！？…"
_JOINING = ",;:，；：、"
_IN_A_SENTENCE = re.compile(r";[ \t]+$")
_ARTICLE = re.compile(r"(?:The|An?|In|On|At|All|Some|Most|Many|No|There|For|If|When|Please|Of)\s")


_QUOTED = "\"'”’」』）)"


def is_closed(text: str) -> bool:
    """Whether it ends with a stop, or with a quotation that does."""
    return text[-1:] in tuple(STOPS) or (text[-1:] in tuple(_QUOTED) and text[-2:-1] in tuple(STOPS))


_GOES_ON = re.compile(r"[ \t]+[a-z\d(]")  # behind "9 a.m." the sentence does: that was no closing mark


def _replace(text: str, edit: Edit) -> str:
    """The replacement with the closing mark of what it replaces, where it brings none and none follows."""
    before, after = text[edit.start : edit.end], edit.after.strip()
    last = before.rstrip()[-1:]
    follows = text[edit.end : edit.end + 1]
    if (
        last in STOPS + _JOINING
        and last
        and after
        and not is_closed(after)
        and after[-1] not in _JOINING
        and follows not in tuple(STOPS)
        and not (last == "." and _GOES_ON.match(text, edit.end))
    ):
        after += last
    elif last in tuple(";；") and after[-1:] in tuple(STOPS):
        after = after[:-1] + last  # an item of a list among others, or a clause
    elif after and after[-1] in STOPS and last not in STOPS and follows in tuple(STOPS + _JOINING):
        after = after[:-1]
    if _ARTICLE.match(after) and _IN_A_SENTENCE.search(text[max(0, edit.start - 20) : edit.start]):
        after = after[:1].lower() + after[1:]
    return text[: edit.start] + after + text[edit.end :]


_LIST_MARK = re.compile(
    r"(?:^|\r?\n)[ \t]*(?:>[ \t]*)*(?:[-*+•·>]|\(?\d{1,3}[.)、]|[（(][一二三四五六七八九十\d]+[）)])[ \t]*$"
)
_ROW_OPENS = re.compile(r"(?:^|\r?\n)[ \t]*\|[ \t]*$")
_ROW_ENDS = re.compile(r"[ \t|]*(?=\r?\n|$)")
_CONJUNCTION = re.compile(
    r"[ \t]*(?:and|but|while|whereas|or|并且?|但是?|而且?|以及)[ \t]+$|(?:并且?|但是?|而且?|以及|和|与|及|或)$"
)
_OPENING = re.compile(
    r"(?:^|(?<=[.!?。！？…\n;；,，]))[ \t]*"
    r"(?P<said>(?:however|therefore|thus|hence|moreover|furthermore|additionally|in addition|also|besides|consequently"
    r"|as a result|nevertheless|nonetheless|still|yet|so|but|and|meanwhile|in contrast|by contrast|on the other hand"
    r"|finally|overall|yes|no)\b"
    r"|但是?|而且?|却|不过|然而|可是|因此|因而|所以|故|于是|同时|此外|另外|并且?|且|再者|最后|总之|其次|相反|相比之下|是的)"
    r"[,，]?[ \t]*$",
    re.IGNORECASE,
)
"""What opens a statement and says nothing without it."""
_CONJUNCTION_AFTER = re.compile(
    r"[ \t]*(?:[,;，；、]|[:：](?!\d))?[ \t]*(?:(?:and|but|while|whereas)\b[ \t]*|(?:并且|但是|而且|以及|但|而|并))?"
)


def _take_out(text: str, start: int, end: int) -> str:
    """`text` without `start..end`: a whole sentence goes with its white space, a clause with its joining mark."""
    before, taken, after = text[:start], text[start:end], text[end:]
    opening = _OPENING.search(before) if _closes_sentence(taken, after) else None
    if opening:
        before = before[: opening.start("said")]
    row, rest = _ROW_OPENS.search(before), _ROW_ENDS.match(after)
    if row and rest and "|" in before[row.start() :]:
        return before[: row.start()] + after[rest.end() :]  # the whole row of a table
    mark = _LIST_MARK.search(before)
    if mark and after.lstrip(" \t")[:1] in ("", "\r", "\n"):
        return before[: mark.start()] + after.lstrip(" \t")  # the whole item of a list
    if _opens_sentence(before):
        return _without_opening(before, taken, after)
    if _closes_sentence(taken, after):
        return _without_ending(before, taken, after)
    joined = before.rstrip(" \t")
    return joined.rstrip(_JOINING) + _kept_mark(joined, after) + _spaced(after)


def _closes_sentence(taken: str, after: str) -> bool:
    return taken.rstrip()[-1:] in STOPS or not after.strip() or after.lstrip()[:1] in tuple(STOPS)


_CLOSED = re.compile(
    r"[.!?。！？…][\"'”’」』*_]*(?:\[\d+\])*$"
)  # with closing quotes and numbers of citations behind it


def _opens_sentence(before: str) -> bool:
    bare = before.rstrip(" \t\"'“‘「『（(")
    if not bare or bare[-1] in STOPS + "\n" or _LIST_MARK.search(before):
        return True
    return _CLOSED.search(before.rstrip(" \t")) is not None


def _without_opening(before: str, taken: str, after: str) -> str:
    """The sentence, or its first clause, goes: what remains of it begins with a capital."""
    if taken.rstrip()[-1:] in STOPS or not after.strip():
        rest = after.lstrip(" \t")
        if not rest or rest[0] in "\r\n":
            return (
                before.rstrip(" \t").removesuffix("\n").removesuffix("\r") + rest
            )  # the sentence was a line of its own
        return before + rest
    if after.lstrip()[:1] in tuple(STOPS):
        return before.rstrip(" \t") + after.lstrip()[1:] if before.strip() else after.lstrip()[1:].lstrip(" \t")
    match = _CONJUNCTION_AFTER.match(after)
    rest = after[match.end() :] if match else after
    return before + rest[:1].upper() + rest[1:]


def _without_ending(before: str, taken: str, after: str) -> str:
    """The last clause of a sentence goes: what remains of it ends with a stop."""
    head = before.rstrip()
    conjunction = _CONJUNCTION.search(head + " ")
    if conjunction:
        head = head[: min(conjunction.start(), len(head))]
    head = head.rstrip(" \t" + _JOINING)
    closing = taken.rstrip()[-1:]
    if after.lstrip()[:1] in tuple(STOPS) and after.strip():
        return head + after.lstrip()
    stop = closing if closing in STOPS else ("。" if re.search(r"[\u4e00-\u9fff]$", head) else ".")
    return head + stop + after


_JOINS = re.compile(r"[ \t]*(?:(?:and|or)\b|和|与|及|以及|或)")


def _kept_mark(before: str, after: str) -> str:
    """Of the joining marks on both sides of a removed clause one stays."""
    if after.lstrip()[:1] in tuple(_JOINING):
        return ""
    mark = before[-1] if before and before[-1] in _JOINING else ""
    sentence = re.split(r"[.!?。！？\n]", before[:-1])[-1]
    pair_is_left = _JOINS.match(after) and mark in (",", "，", "、") and mark not in sentence
    return "" if pair_is_left else mark  # "pumps, valves and pipes" without valves is "pumps and pipes"


def _spaced(after: str) -> str:
    stripped = after.lstrip(" \t")
    if not stripped or stripped[0] in _JOINING + STOPS or stripped[0] > "\u2e80":
        return stripped
    return " " + stripped
