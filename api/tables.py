"""Rows of a statement as JSON values and as the text of a cell."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from claimgraph.platform.graph.read_only import Table


def table_object(table: Table) -> dict[str, Any]:
    """`columns`, `rows` (an object each), `cut` (there are more) and `seconds`."""
    rows = [dict(zip(table.columns, map(json_value, row), strict=True)) for row in table.rows]
    return {"columns": list(table.columns), "rows": rows, "cut": table.cut, "seconds": table.seconds}


def json_value(value: Any) -> Any:
    """A value of the store as JSON has it: times as ISO 8601, what is not finite by its name, bytes in hexadecimal."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case bytes() | bytearray():
            return value.hex()
        case Mapping():
            return {str(key): json_value(item) for key, item in value.items()}
        case list() | tuple():
            return [json_value(item) for item in value]
    return str(value)


def cell_text(value: Any) -> str:
    """A text as it is, nothing for null, and JSON for lists and maps."""
    value = json_value(value)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
