"""Reading what a language model wrote in place of a verdict or a number, where that leaves no doubt.

Whatever can be read in two ways is not read at all: the caller says why it has no score, and never makes one up.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from typing import Literal, TypeVar

ThreeWay = Literal["supported", "contradicted", "not_enough_info"]
Grounding = Literal["grounded", "inferred", "hallucinated"]
Label = TypeVar("Label")


class Unreadable(ValueError):
    """The reply leaves doubt; the message says which, without the reply's text."""


# --- Numbers

_NUMBER = r"[-+−]?\d+(?:\.\d+)?"
_EXPRESSION = re.compile(
    rf"百分之\s*(?P<cn>{_NUMBER})|(?P<part>{_NUMBER})\s*(?:/|\bout of\b|\bof\b)\s*(?P<whole>{_NUMBER})"
    rf"|(?P<percent>{_NUMBER})\s*(?:%|percent\b|per cent\b)|(?P<plain>{_NUMBER})"
)
_COMMA = re.compile(r"(?<![\d.])0,(?=\d)")


def read_share(value: object, most: float = 1.0) -> float:
    """A number from 0 to `most` as a share of `most`, in [0, 1].

    Takes numbers and texts that hold one number: "0.85", "85%", "8/10", "8 out of 10", "百分之85". With `most` above 1
    a fraction below 1 may be meant as a share already, so it is not read; nor are words ("very high", "很高"), several
    numbers, or numbers out of range. Raises `Unreadable`.
    """
    number, whole = _number(value)
    if whole is None:
        whole = most
        if most > 1 and 0 < abs(number) < 1:
            raise Unreadable(f"a score below 1 on a scale of {most:g} can mean two things")
    if not (math.isfinite(number) and whole > 0):
        raise Unreadable("the score is not a number")
    share = number / whole
    if not 0 <= share <= 1:
        raise Unreadable(f"the score is not between 0 and {whole:g}")
    return share


def _number(value: object) -> tuple[float, float | None]:
    """The number, and what it is a part of where the text says so."""
    if isinstance(value, bool) or value is None:
        raise Unreadable("the score is not a number")
    if isinstance(value, int | float):
        return float(value), None
    text = _COMMA.sub("0.", _folded(str(value))).replace("−", "-")
    found = list(_EXPRESSION.finditer(text))
    if len(found) != 1:
        raise Unreadable("there are several numbers in place of a score" if found else "the score is not a number")
    (match,) = found
    if match["part"]:
        return float(match["part"]), float(match["whole"])
    if match["plain"]:
        return float(match["plain"]), None
    return float(match["cn"] or match["percent"]), 100.0


# --- Words

_THREE_WAY: dict[ThreeWay, tuple[str, ...]] = {
    "supported": ("supported", "supports", "support", "entailment", "entailed", "支持", "得到支持", "蕴含"),
    "contradicted": (
        *("contradicted", "contradicts", "contradiction", "contradictory", "refuted", "refutes"),
        *("矛盾", "相矛盾", "被反驳", "反驳", "冲突", "相冲突"),
    ),
    "not_enough_info": (
        *("not enough info", "not enough information", "nei", "insufficient information", "neutral"),
        *("信息不足", "证据不足", "无法判断", "中立"),
    ),
}
_YES_NO: dict[bool, tuple[str, ...]] = {
    True: ("yes", "true", "是", "是的", "对", "真", "正确"),
    False: ("no", "false", "否", "不是", "不", "不对", "假", "错误"),
}
_GROUNDING: dict[Grounding, tuple[str, ...]] = {
    "grounded": ("grounded", "有依据", "有据"),
    "inferred": ("inferred", "inference", "推断", "推论"),
    "hallucinated": ("hallucinated", "hallucination", "ungrounded", "幻觉", "无依据"),
}
_LEAD = re.compile(
    r"^(?:(?:final )?(?:verdict|answer|label|result|conclusion)|结论|答案|判断|判定|结果)\s*(?:is|是|为)?\s*[:：]\s*"
)
_MARKUP = re.compile(r"[*_`#\"'“”‘’()（）\[\]【】<>]+")
_SPACES = re.compile(r"[^\S\n]+")
_FIRST_SENTENCE = re.compile(r"^(.+?)(?:[.!?。！？;；\n]|,\s|，|$)(.*)$", re.DOTALL)


def read_verdict(value: object) -> ThreeWay:
    """One of three: "SUPPORTED", "Supported.", "**Verdict: refuted**", "信息不足". Raises `Unreadable`."""
    return _word(value, _THREE_WAY, "the verdict is none of the three")


def read_grounding(value: object) -> Grounding:
    """One of "grounded", "inferred", "hallucinated". Raises `Unreadable`."""
    return _word(value, _GROUNDING, "the class is none of the three")


def read_yes_no(value: object) -> bool:
    """True or false: "Yes.", "no, because …", "是", true. Raises `Unreadable`."""
    if isinstance(value, bool):
        return value
    return _word(value, _YES_NO, "the answer is neither yes nor no")


def _word(value: object, table: Mapping[Label, tuple[str, ...]], problem: str) -> Label:
    """The label that the text begins with, as its whole first sentence or clause, if it takes no other one back."""
    text = _LEAD.sub("", _SPACES.sub(" ", _MARKUP.sub(" ", _folded(str(value)).replace("_", " "))).strip())
    first = _FIRST_SENTENCE.match(text)
    if first is None:
        raise Unreadable(problem)
    for label, words in table.items():
        if first[1].strip() in words:
            others = [word for other, found in table.items() if other != label for word in found]
            if any(_begins_sentence(word, first[2]) for word in others):
                raise Unreadable("the reply says one thing and then another")
            return label
    raise Unreadable(problem)


def _begins_sentence(word: str, rest: str) -> bool:
    """Whether a later sentence or clause consists of `word`: "Supported. No, contradicted." takes it back."""
    return any(part.strip() == word for part in re.split(r"[.!?。！？;；,，\n]", rest))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()
