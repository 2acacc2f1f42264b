"""Results as plain JSON values: the one form that `--json` and REST share."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from claimgraph.ingest.model import Span

Json = dict[str, Any]


def jsonable(value: object) -> Any:
    """Dataclasses become objects of the same names, spans `[start, end]`, enumerations their values.

    Raises `TypeError` for anything else that JSON does not know, and `ValueError` for NaN and infinities: a score
    is never one of them.
    """
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case float():
            if not math.isfinite(value):
                raise ValueError("a result holds a number that is not finite")
            return value
        case Span():
            return [value.start, value.end]
        case Mapping():
            return {str(key): jsonable(item) for key, item in value.items()}
        case Sequence() | frozenset():
            return [jsonable(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: jsonable(getattr(value, field.name)) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} has no JSON form")


def to_json(value: object, *, only_ascii: bool = False) -> str:
    """The JSON text of a result. What UTF-8 cannot carry (lone surrogates) is escaped."""
    text = json.dumps(jsonable(value), ensure_ascii=only_ascii, indent=2, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def to_json_line(value: object, *, only_ascii: bool = False) -> str:
    """The same on one line."""
    text = json.dumps(jsonable(value), ensure_ascii=only_ascii, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
