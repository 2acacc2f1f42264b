"""The marks of a list that runs on within one sentence: "情况如下：1、成立于1998年；2、总部位于北京"."""

from __future__ import annotations

import re

from ..model import Span

_CHINESE = "一二三四五六七八九十"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_mark = re.compile(
    rf"(?P<circled>[{_CIRCLED}])\s*|"
    rf"(?:(?<=[；;：:，,。、\n])|(?<=[；;：:，,。、\n]\s))"
    rf"(?:[（(](?P<bracketed>\d{{1,2}}|[{_CHINESE}]{{1,3}})[）)]|(?P<plain>\d{{1,2}})(?:[)）、．]|\.(?=\D))(?!\d)"
    rf"|(?P<han>[{_CHINESE}]{{1,3}})、(?![{_CHINESE}]))\s*|"
    rf"(?:(?<=[；;：:，,。])|^)(?P<named>[{_CHINESE}])(?:是|则)"
)
_FORMS = ("circled", "bracketed", "plain", "han", "named")


def inner_list_marks(text: str) -> list[Span]:
    """The marks behind the first words of a Chinese sentence, in order, where their numbers run on one by one.

    A list begins with 1, or with 2 where its first mark opens the text; a single number with a comma behind it may
    be part of what is said ("分别为2、3和4").
    """
    found: list[Span] = []
    for form in _FORMS:
        marks = [(Span(*match.span()), _number(match[form])) for match in _mark.finditer(text) if match[form]]
        run = _running(marks)
        found += run if form != "named" or len(run) > 1 else []
    return sorted(found, key=lambda span: span.start)


def _running(marks: list[tuple[Span, int]]) -> list[Span]:
    run: list[Span] = []
    expected = 0
    for span, number in marks:
        if not run and number in (1, 2):
            run, expected = [span], number + 1
            opened = number
        elif run and number == expected:
            run.append(span)
            expected += 1
    return run if run and (opened == 2 or len(run) > 1) else []


def _number(mark: str) -> int:
    if mark.isdecimal():
        return int(mark)
    if mark in _CIRCLED:
        return _CIRCLED.index(mark) + 1
    tens, ten, ones = mark.rpartition("十")
    if not ten:
        return _CHINESE.index(mark) + 1 if len(mark) == 1 else 0
    return 10 * (_CHINESE.index(tens) + 1 if len(tens) == 1 else 1) + (_CHINESE.index(ones) + 1 if ones else 0)
