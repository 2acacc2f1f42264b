"""What changes in a text: spans to replace, by offset, and the difference of two texts, by words."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

EDITS_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `after` in the place of a span of the text; an empty `after` takes the span out."""

    start: int
    end: int
    after: str


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A stretch of a word diff: `kind` is "same", "removed" or "added"."""

    kind: str
    text: str


DIFF_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+(?:[.,'’-][^\W_\u3400-\u9fff]+)*|\s+|.", re.DOTALL)


def word_diff(before: str, after: str) -> tuple[DiffPart, ...]:
    """What changed, by words (Chinese: by characters). "same" and "removed" parts make up `before`, "same" and
    "added" ones `after`. A change of several words with only white space between is shown as one."""
    left, right = DIFF_TOKEN.findall(before), DIFF_TOKEN.findall(after)
    parts: list[DiffPart] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            parts.append(DiffPart("same", "".join(left[a:b])))
            continue
        if b > a:
            parts.append(DiffPart("removed", "".join(left[a:b])))
        if d > c:
            parts.append(DiffPart("added", "".join(right[c:d])))
    return tuple(parts)
