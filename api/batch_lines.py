"""A batch's input: an answer a line, as JSON, read one line at a time and checked before any work."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from claimgraph.platform.errors import InputError, TextTooLong

MAX_LINE_BYTES = 32 * 1024 * 1024
"""Lines beyond this are refused without being kept in memory."""

_PIECE = 1024 * 1024


class BatchAnswer(BaseModel):
    """One answer of a batch: the inputs of `verify`; `contexts` are texts, and alone are the evidence where given."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    answer: str
    question: str | None = None
    contexts: list[str] | None = Field(None, max_length=1_000)
    model: str | None = Field(None, max_length=2_000)
    key: str | None = Field(None, max_length=2_000)
    domain: str = "general"
    risk: str = "normal"
    correct: bool | None = None

    def digest(self) -> str:
        """16 hexadecimal characters that tell one input from another, however its line is spelt."""
        spelt = json.dumps(self.model_dump(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(spelt.encode("ascii")).hexdigest()[:16]


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """(number from 1, line without its end) of each line that is not blank; None for one that is too long."""
    number = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            while (rest := stream.readline(_PIECE)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        elif stripped := (line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).strip():
            yield number, stripped


def parse_line(line: bytes | None) -> BatchAnswer:
    """The answer on a line. Raises `InputError` that says what is wrong, without any of the line's text."""
    if line is None:
        raise TextTooLong(f"The line is longer than {MAX_LINE_BYTES // 1024**2} MB.")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"The line is not UTF-8 (byte {error.start + 1}).") from None
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"The line is not JSON (at character {error.pos + 1}).") from None
    except (ValueError, RecursionError):
        raise InputError("The line is JSON that cannot be read: nested too deeply, or a number too large.") from None
    if not isinstance(value, dict):
        raise InputError('The line is no JSON object; write {"answer": "…"}.')
    try:
        return BatchAnswer.model_validate(value)
    except ValidationError as error:
        raise InputError(_told(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InputError("The line names a field twice.")
    return found


def _refuse_constant(name: str) -> Any:
    raise InputError(f"The line holds {name}, which is not JSON.")


def _told(error: ValidationError) -> str:
    """Fields that are known by their names; others might hold anybody's text and are only counted."""
    known = BatchAnswer.model_fields
    wrong = [one for one in error.errors(include_input=False, include_url=False) if one["loc"][0] in known]
    told = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in wrong]
    if unknown := error.error_count() - len(wrong):
        told.append(f"{unknown} unknown field{'s' if unknown > 1 else ''}; known are {', '.join(known)}")
    return "; ".join(told) + "."
