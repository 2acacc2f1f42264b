"""Responses with labels, from files: the layouts in which RAGTruth and Dolly (AC) are published, and a plain one.

- `ragtruth`: a folder with `response.jsonl` (id, source_id, model, split, response, labels with start and end) and
  `source_info.jsonl` (source_id, task_type, source_info, prompt);
- `dolly`: a folder with `response_dolly.jsonl` and `source_info_dolly.jsonl` of the same fields, as the authors of
  ReDEeP publish it; whether there are labels says whether the whole response is hallucinated, not where;
- `own`: one file, a JSON object a line: `response`; `context` (a text, or a list of them) and perhaps `question`;
  `labels`: [[start, end], ...] of what is hallucinated, in characters, or true or false for the response as a whole;
  perhaps `id` and `group` (responses of one group are never on both sides of a fold; else those of one context are
  one group).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from claimgraph.platform.errors import InputError

from .model import Prompt

Span: TypeAlias = tuple[int, int]
OWN, RAGTRUTH, DOLLY = "own", "ragtruth", "dolly"
LAYOUTS = (OWN, RAGTRUTH, DOLLY)
_FILES = {
    RAGTRUTH: ("response.jsonl", "source_info.jsonl"),
    DOLLY: ("response_dolly.jsonl", "source_info_dolly.jsonl"),
}


@dataclass(frozen=True, slots=True)
class LabelledResponse:
    """A response, what it was given, and where it is hallucinated."""

    id: str
    group: str
    question: str | None
    contexts: tuple[str, ...]
    response: str
    labels: tuple[Span, ...] | bool  # characters of the response, or one label for all of it
    prompt: str | None = None  # as the data has it, before the response; None: it has none

    @property
    def hallucinated(self) -> bool:
        return bool(self.labels)

    def own_prompt(self) -> Prompt:
        """The prompt of the data itself, with its contexts found in it. Raises `InputError` where they are not."""
        if self.prompt is None:
            raise InputError(f"Response {self.id} comes without a prompt of its own.")
        text = self.prompt if self.prompt[-1:].isspace() else f"{self.prompt}\n"
        spans: list[Span] = []
        for context in self.contexts:
            start = text.find(context, spans[-1][1] if spans else 0)
            if start < 0:
                raise InputError(f"A context of response {self.id} does not stand in its prompt.")
            spans.append((start, start + len(context)))
        return Prompt(text + self.response, tuple(spans), (len(text), len(text) + len(self.response)))


def read_labelled(
    path: Path, layout: str = OWN, model: str | None = None, split: str | None = None
) -> list[LabelledResponse]:
    """All labelled responses, in the order of the file. Raises `InputError` that names file and line.

    model, split: of the public sets, those that this model gave and of this split; None: all.
    """
    if layout == OWN:
        if model is not None or split is not None:
            raise InputError("Only the public layouts say which model gave a response and in which split it is.")
        found = [_own(row, where) for where, row in _rows(path)]
    elif layout in _FILES:
        found = _public(path, layout, model, split)
    else:
        raise InputError(f"{layout!r} is no layout; there are {', '.join(LAYOUTS)}.")
    if not found:
        raise InputError(
            f"{path} holds no labelled response" + (" of this model and split." if model or split else ".")
        )
    return found


def _public(folder: Path, layout: str, model: str | None, split: str | None) -> list[LabelledResponse]:
    responses, sources = (folder / name for name in _FILES[layout])
    by_id = {_text(row, "source_id", where): (where, row) for where, row in _rows(sources)}
    found = []
    for where, row in _rows(responses):
        if (model is not None and row.get("model") != model) or (split is not None and row.get("split") != split):
            continue
        source = _text(row, "source_id", where)
        if source not in by_id:
            raise InputError(f"{where}: source {source} is not in {sources.name}.")
        question, context = _given(by_id[source][1], by_id[source][0])
        response = _text(row, "response", where)
        spans = row.get("labels")
        if not isinstance(spans, list):
            raise InputError(f"{where}: `labels` is no list.")
        labels = bool(spans) if layout == DOLLY else tuple(_public_span(one, response, where) for one in spans)
        prompt = _text(by_id[source][1], "prompt", by_id[source][0])
        found.append(LabelledResponse(_text(row, "id", where), source, question, (context,), response, labels, prompt))
    return found


def _given(source: Mapping[str, Any], where: str) -> tuple[str | None, str]:
    """Question and context of a source: text to be summed up, passages with a question, or a record to be told."""
    info = source.get("source_info")
    if isinstance(info, str) and info.strip():
        question = source.get("question")
        return (question if isinstance(question, str) else None), info
    if isinstance(info, Mapping) and isinstance(info.get("passages"), str):
        return _text(info, "question", where), info["passages"]
    if isinstance(info, Mapping) and info:
        return None, str(dict(info))  # as the prompts of the data have it: Python's own way to write a dictionary
    raise InputError(f"{where}: `source_info` is neither a text nor an object.")


def _public_span(label: object, response: str, where: str) -> Span:
    if not isinstance(label, Mapping):
        raise InputError(f"{where}: a label is no object.")
    span = _span([label.get("start"), label.get("end")], response, where)
    if "text" in label and label["text"] != response[slice(*span)]:
        raise InputError(f"{where}: a label's text is not what stands at {span[0]} to {span[1]} of the response.")
    return span


def _own(row: Mapping[str, Any], where: str) -> LabelledResponse:
    response = _text(row, "response", where)
    contexts = row.get("context")
    if isinstance(contexts, str):
        contexts = [contexts]
    if not isinstance(contexts, list) or not contexts or not all(isinstance(one, str) for one in contexts):
        raise InputError(f"{where}: `context` is neither a text nor a list of texts.")
    labels = row.get("labels")
    if not isinstance(labels, bool | list):
        raise InputError(f"{where}: `labels` is neither a list of [start, end] nor true or false.")
    question, prompt = (row.get(name) for name in ("question", "prompt"))
    if not all(value is None or isinstance(value, str) for value in (question, prompt)):
        raise InputError(f"{where}: `question` or `prompt` is no text.")
    return LabelledResponse(
        id=str(row.get("id", where)),
        group=str(row.get("group", "\0".join(contexts))),
        question=question,
        contexts=tuple(contexts),
        response=response,
        labels=labels if isinstance(labels, bool) else tuple(_span(one, response, where) for one in labels),
        prompt=prompt,
    )


def _span(ends: object, response: str, where: str) -> Span:
    if (
        not isinstance(ends, Sequence)
        or len(ends) != 2
        or not all(isinstance(end, int) and not isinstance(end, bool) for end in ends)
        or not 0 <= ends[0] < ends[1] <= len(response)
    ):
        raise InputError(f"{where}: {ends!r} is no span [start, end] of a response of {len(response)} characters.")
    return int(ends[0]), int(ends[1])


def _text(row: Mapping[str, Any], name: str, where: str) -> str:
    """A text that is not empty; a number stands for its digits, as ids are written either way."""
    value = row.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and name in ("id", "source_id"):
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{where}: `{name}` is missing or empty.")
    return value


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Place ("file, line n") and object of every line that is not empty."""
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                where = f"{path.name}, line {number}"
                row = _object(line, where)
                yield where, row
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from error


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where} is no JSON: {error}.") from error
    if not isinstance(row, dict):
        raise InputError(f"{where} is no JSON object.")
    return row
