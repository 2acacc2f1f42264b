"""Property values as JSON and back, with nothing lost: whole numbers stay whole, vectors and times keep their type.

Stores hold no maps, so a JSON object always is a tagged value: `{"f4": …}` or `{"f8": …}` a list of floats (base64,
little-endian; `f4` only where every number is a 32-bit one exactly), `{"datetime": …}`, `{"local": …}`, `{"date": …}`
ISO times with and without an offset, and dates, `{"bytes": …}`.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from claimgraph.platform.errors import DamagedArchive, GraphError

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_SHORT_LIST = 8  # floats; below this, JSON is as short
_TIMES = {"datetime": "datetime", "local": "localdatetime", "date": "date"}  # tag -> the store's function


def to_json(value: Any, name: str) -> Any:
    """One property's value. Raises `GraphError`, naming the property, for a type that no part of the graph has."""
    if isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else _packed([value], scalar=True)
    if isinstance(value, list):
        return _list_to_json(value, name)
    if isinstance(value, datetime):
        return {"datetime" if value.tzinfo else "local": value.isoformat()}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    raise GraphError(f"The property {name} holds a {type(value).__name__}, which a backup cannot keep.")


def from_json(value: Any) -> Any:
    """What `to_json` was given; times stay ISO text, and `time_kind` says what they are."""
    if not isinstance(value, dict):
        return value
    (tag, content), *more = value.items()
    if more or not isinstance(content, str):
        raise _unknown()
    if tag in _TIMES:
        return content
    try:
        raw = base64.b64decode(content, validate=True)
        if tag == "bytes":
            return raw
        numbers = list(struct.unpack(f"<{len(raw) // _WIDTH[tag]}{_CODE[tag]}", raw))
    except (ValueError, KeyError, struct.error) as error:
        raise _unknown() from error
    return numbers[0] if tag == "float" else numbers


def time_kind(value: Any) -> str:
    """The store's function that makes a value of its JSON ("datetime"), or "" for what needs none."""
    return _TIMES.get(next(iter(value), ""), "") if isinstance(value, dict) else ""


def properties_to_json(properties: Mapping[str, Any]) -> dict[str, Any]:
    """All properties of a node or edge; what is null is not there."""
    return {name: to_json(value, name) for name, value in properties.items() if value is not None}


def property_map(properties: Mapping[str, Any]) -> str:
    """The Cypher map that sets exactly these properties from `row.p`: one text for all rows of the same shape.

    Property names cannot be parameters; they are held to letters, digits and _. Raises `DamagedArchive` for others.
    """
    parts = []
    for name, value in sorted(properties.items()):
        if not _NAME.fullmatch(name):
            raise DamagedArchive("The backup names a property that is no plain name; take another copy.")
        kind = time_kind(value)
        parts.append(f"{name}: {kind}(row.p.{name})" if kind else f"{name}: row.p.{name}")
    return "{" + ", ".join(parts) + "}"


_WIDTH = {"f4": 4, "f8": 8, "float": 8}
_CODE = {"f4": "f", "f8": "d", "float": "d"}


def _list_to_json(values: list[Any], name: str) -> Any:
    if not all(isinstance(value, (str, bool, int, float)) for value in values):
        raise GraphError(f"The property {name} holds a list that a backup cannot keep.")
    floats = bool(values) and all(isinstance(value, float) for value in values)
    if floats and (len(values) >= _SHORT_LIST or not all(map(math.isfinite, values))):
        return _packed(values)
    return values


def _packed(values: list[float], *, scalar: bool = False) -> dict[str, str]:
    if scalar:
        return {"float": base64.b64encode(struct.pack("<d", *values)).decode("ascii")}
    try:
        raw, tag = struct.pack(f"<{len(values)}f", *values), "f4"
        if list(struct.unpack(f"<{len(values)}f", raw)) != values:  # NaN, equal to nothing, goes the longer way
            raw, tag = struct.pack(f"<{len(values)}d", *values), "f8"
    except OverflowError:
        raw, tag = struct.pack(f"<{len(values)}d", *values), "f8"
    return {tag: base64.b64encode(raw).decode("ascii")}


def _unknown() -> DamagedArchive:
    return DamagedArchive("The backup holds a value of an unknown kind; take another copy.")
