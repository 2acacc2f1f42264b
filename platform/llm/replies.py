"""Reading a JSON object out of whatever a language model wrote.

Endpoints without structured output wrap the object in a code fence, in sentences, in thoughts, or leave a
trailing comma. All of that is taken off; what is then not the asked-for object is a `ModelReplyError`, not a
guess.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

from claimgraph.platform.errors import ModelReplyError

from .text import travelling

_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)```", re.DOTALL)
_STRING_OR_TRAILING_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_LONGEST = 200_000  # characters
_MOST_STARTS = 50  # braces at which an object is looked for


def parse_reply(text: str, schema: Mapping[str, Any]) -> Any:
    """The one object in `text` that fits `schema`.

    Raises `ModelReplyError` where there is none, or where there are several different ones. The message names
    the place and the rule that is broken, never the text.
    """
    if len(text) > _LONGEST:
        raise ModelReplyError(f"The reply has {len(text)} characters; more than {_LONGEST} are not read.")
    text = _THOUGHTS.sub("", text)
    problem = "it holds no JSON object"
    for values in (_whole(text), _fenced(text), _embedded(text)):
        fitting: list[Any] = []
        for value in values:
            broken = _broken_rule(value, schema)
            if broken is not None:
                problem = broken
            elif value not in fitting:
                fitting.append(value)
        if len(fitting) > 1:
            raise ModelReplyError("The reply holds several different objects; one was asked for.")
        if fitting:
            return fitting[0]
    raise ModelReplyError(f"The reply is not the asked-for JSON: {problem}.")


def _whole(text: str) -> Iterator[Any]:
    yield from _loaded(text)


def _fenced(text: str) -> Iterator[Any]:
    for body in _FENCE.findall(text):
        yield from _loaded(body)


def _embedded(text: str) -> Iterator[Any]:
    text = _without_trailing_commas(text)
    position = text.find("{")
    for _ in range(_MOST_STARTS):
        if position < 0:
            return
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            yield _cleaned(value)
        position = text.find("{", end)


def _loaded(text: str) -> Iterator[Any]:
    for candidate in (text, _without_trailing_commas(text)):
        try:
            value = _DECODER.decode(candidate.strip())
            yield _cleaned(value)
        except (ValueError, RecursionError):
            continue
        return


def _without_trailing_commas(text: str) -> str:
    return _STRING_OR_TRAILING_COMMA.sub(lambda found: "" if found[0] == "," else found[0], text)


def _not_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_not_json)


def _cleaned(value: Any) -> Any:
    """Escapes such as `\\ud800` decode to lone surrogates, which no store and no terminal takes."""
    if isinstance(value, str):
        return travelling(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {travelling(key): _cleaned(item) for key, item in value.items()}
    return value


def _broken_rule(value: Any, schema: Mapping[str, Any]) -> str | None:
    jsonschema = import_module("jsonschema")  # lazy: it costs more than all the rest of this module
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(schema).iter_errors(value))
    if error is None:
        return None
    return f"at {error.json_path} the rule {error.validator!r} is broken"
