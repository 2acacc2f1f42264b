"""Who gives and who gets, in Chinese: 小穆借给了老金 against 借给被告小穆, 拜谭雨亭为师 against 拜筱玉昆为师.

A preposition or verb with the party that stands behind it. The parties need be no names that any list has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from .aligning import Alignment
from .analysis import DATE, NUMBER, Analysis

_MOST = 16  # frames of a text that are looked at: bounds what hostile text can cost
_OTHER = r"[^，。；、向\d一二三四五六七八九十百千万两半]"
_ASKED = "借|买|购|租|道歉|索赔|求婚|学习|请教|支付|赔偿|提供|出售|移交|转让|投诉|举报"
_FRAMES = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "给": rf"(?P<verb>[借捐赠送交卖租付赔传递寄让输授献发汇拨还转判奖])给了?(?P<party>{_OTHER}{{1,8}})",
        "拜": rf"(?P<verb>拜)(?P<party>{_OTHER}{{1,8}}?)为师",
        "向": rf"向(?P<party>{_OTHER}{{1,8}}?)(?P<verb>{_ASKED})",
    }.items()
}
_AGENTLESS = re.compile(r"被|由|获|得到|收到")


def swapped_receivers(alignment: Alignment) -> tuple[str, str] | None:
    """(words of the claim, words of the window) where the claim's giver is the evidence's receiver; else None.

    Only where the claim's own receiver does not stand behind the same verb there.
    """
    claim, window = alignment.claim, alignment.window
    if claim.lang != "zh" or window.lang != "zh" or alignment.is_quoted:
        return None
    frames = list(islice(_frames(window), _MOST))
    for verb, start, party in islice(_frames(claim), _MOST):
        givers = _parties_before(claim, start)
        told = [one for one in frames if one[0] == verb]
        for giver in givers:
            moved = [there for _, _, there in told if _is_party(giver, there) and giver not in party]
            kept = [there for _, _, there in told if _same(party, there)]
            if moved and not kept and not _AGENTLESS.search(claim.text[:start]):
                return f"{giver} … {party}", moved[0]
    return None


def _frames(text: Analysis) -> Iterator[tuple[str, int, str]]:
    """(the frame's preposition and verb, where it begins, the party behind it)."""
    for kind, pattern in _FRAMES.items():
        for found in pattern.finditer(text.text):
            yield kind + found["verb"], found.start(), found["party"]


def _parties_before(text: Analysis, start: int) -> list[str]:
    """What may be the subject of a frame: the words of its clause before it, from two characters on."""
    clause = next((item.clause for item in text.items if item.end > start), -1)
    return [
        item.surface
        for item in text.items
        if item.clause == clause and item.end <= start and item.kind not in (DATE, NUMBER) and len(item.surface) > 1
    ]


def _is_party(name: str, there: str) -> bool:
    """Whether it is the party itself, and not whose: 父亲 in 父亲的同事 is not."""
    at = there.find(name)
    return at >= 0 and there[at + len(name) :][:1] != "的"


def _same(party: str, other: str) -> bool:
    """Whether the two parties share two characters in a row."""
    return any(party[at : at + 2] in other for at in range(len(party) - 1))
