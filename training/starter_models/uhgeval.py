"""UHGEval changed so that it measures something: as it is, the true continuation stands word for word in the premise.

`without_continuations` takes its sentence out: what is left seldom says all of it, so it asks which of the two is more
probable. `numbers_rewritten` leaves the premise as it is and makes two claims of each true continuation that has a
number: with its numbers written in the other way that Chinese has (22日, 二十二日), and the same with one of them
changed. Both share as many words with the premise, and neither stands in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.verify.evaluation.judging import Case, parse_label

from .split import premise_hash

_NUMBER = re.compile(r"(?<![0-9A-Za-z.,，:：/\-－—~～])(\d{1,4})(\.\d+)?(%?)(?![0-9A-Za-z.,:：/\-－—~～]|，\d)")
_DIGITS = "〇一二三四五六七八九"


def without_continuations(cases: Sequence[Case]) -> list[Case]:
    """Each pair of a true and an invented continuation, on the text with the true one's sentence taken out."""
    true = {_pair(case): case.text for case in cases if case.label.supported}
    found = []
    for case in cases:
        said = true.get(_pair(case))
        if said is not None and said in case.source:
            found.append(replace(case, source=case.source.replace(said, "")))
    return found


def numbers_rewritten(cases: Sequence[Case]) -> list[Case]:
    """Two claims of each true continuation with a number: all numbers rewritten, and one of them changed as well."""
    found = []
    for case in cases:
        numbers = list(_NUMBER.finditer(case.text))
        if not case.label.supported or not numbers:
            continue
        changed = numbers[_drawn(case.id, len(numbers))]
        other = _other_value(case, changed)
        right, wrong = rewritten(case.text), rewritten(case.text, changed.start(), other)
        found.append(replace(case, id=f"{case.id}-rewritten", text=right, kind="rewritten"))
        found.append(replace(case, id=f"{case.id}-changed", text=wrong, kind="changed", label=parse_label(False)))
    return found


def may_fit(case: Case) -> bool:
    """Whether its premise is of the half that policies and thresholds may be fitted on; the other half is measured."""
    return int(premise_hash(f"fit {case.premise_hash}"), 16) % 2 == 0


def rewritten(text: str, place: int | None = None, value: int | None = None) -> str:
    """The text with its Arabic numbers as Chinese ones; the one at `place` with the whole part `value`."""

    def numeral(match: re.Match[str]) -> str:
        whole = value if match.start() == place and value is not None else int(match[1])
        by_digits = len(match[1]) == 4 and text[match.end() : match.end() + 1] == "年"
        said = "".join(_DIGITS[int(digit)] for digit in str(whole)) if by_digits else by_value(whole)
        if match[2]:
            said += "点" + "".join(_DIGITS[int(digit)] for digit in match[2][1:])
        return f"百分之{said}" if match[3] else said

    return _NUMBER.sub(numeral, text)


def by_value(number: int) -> str:
    """A number from 0 to 9999 in Chinese: 14 is 十四, 105 is 一百零五."""
    if not number:
        return "零"
    said, gap = "", False
    for place, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // place % 10
        if digit:
            said += ("零" if gap and said else "") + _DIGITS[digit] + unit
            gap = False
        else:
            gap = True
    return said.removeprefix("一") if said.startswith("一十") else said


def _other_value(case: Case, number: re.Match[str]) -> int:
    """A number of the same unit that the premise has, else one that is near."""
    value, unit = int(number[1]), case.text[number.end() : number.end() + 1]
    others = sorted(
        {
            int(match[1])
            for match in _NUMBER.finditer(case.source)
            if int(match[1]) != value
            and len(match[1]) == len(number[1])
            and match[3] == number[3]
            and case.source[match.end() : match.end() + 1] == unit
        }
    )
    if others:
        return others[_drawn(case.id + unit, len(others))]
    return value % 12 + 1 if unit == "月" else value + 1 + _drawn(case.id, 5)


def _drawn(key: str, number: int) -> int:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % number


def _pair(case: Case) -> str:
    return case.id.rsplit("-", 1)[0]
