"""Logs on stderr, a line each: plain to read, or JSON for a collector.

What is logged are names and numbers that this program made. An exception's own message may quote what was read, and is
left out: its type, its place and the frames above say where to look.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Literal

LogFormat = Literal["text", "json"]
ROOT = "claimgraph"

_Caught = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def frames(caught: _Caught) -> str:
    """Type and place of an exception and of those that caused it, without any message."""
    error = caught[1]
    lines: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        lines.append(f"{'caused by ' if lines else ''}{type(error).__module__}.{type(error).__qualname__}")
        places = traceback.extract_tb(error.__traceback__)
        lines.extend(f"  {place.filename}:{place.lineno} in {place.name}" for place in places)
        error = error.__cause__ or error.__context__
    return "\n".join(lines)


class TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        # A record keeps the first trace that any formatter made of it, messages and all.
        mine = logging.makeLogRecord({**record.__dict__, "exc_text": None})
        return super().format(mine)

    def formatException(self, ei: _Caught) -> str:
        return frames(ei)


def _json_formatter() -> logging.Formatter:
    from pythonjsonlogger.json import JsonFormatter

    class Formatter(JsonFormatter):
        def formatException(self, ei: _Caught) -> str:
            return frames(ei)

    names = {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "exception"}
    return Formatter(
        "%(asctime)s %(levelname)s %(name)s %(message)s",
        rename_fields=names,
        datefmt="%Y-%m-%dT%H:%M:%S%z",
        json_ensure_ascii=False,
    )


def configure(level: str, form: LogFormat) -> None:
    """Log what is ours from `level` on, and what others have to warn of. For programs: the SDK leaves logging alone."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_json_formatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    for old in [one for one in root.handlers if one.get_name() == ROOT]:
        root.removeHandler(old)
    handler.set_name(ROOT)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(ROOT).setLevel(level.upper())
