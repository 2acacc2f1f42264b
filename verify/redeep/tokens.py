"""A prompt as tokens: which stand for the contexts, which for the answer, and what the model can read at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from claimgraph.platform.errors import InputError, TextTooLong

from .model import Prompt, Span

if TYPE_CHECKING:
    from claimgraph.platform.models.causal.network import CausalModel

OVERLAP = 4
"""Neighbouring windows share one part in so many of their tokens."""
SMALLEST_WINDOW = 8
"""Tokens of context, at least, that must have room beside the rest of the prompt and the answer."""
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Tokenised:
    """A prompt's tokens; from the first to the last token of a context they may be cut into windows."""

    before: tuple[int, ...]
    middle: tuple[int, ...]
    spans: tuple[Span, ...]  # of the middle's tokens, characters in the prompt's text
    is_context: tuple[bool, ...]  # which of the middle's tokens stand for a context and not for what is between two
    after: tuple[int, ...]
    response: tuple[int, ...]
    offsets: tuple[Span, ...]  # of the response's tokens, characters in the answer


@dataclass(frozen=True, slots=True)
class Window:
    """What is read at once: all of the prompt, or all but a part of its contexts."""

    ids: tuple[int, ...]
    start: int  # position of the first token of the window's part of the middle
    first: int  # number, in the middle, of that token
    context: tuple[int, ...]  # positions that stand for a context
    rows: tuple[int, ...]  # positions of the response

    @property
    def response(self) -> tuple[int, ...]:
        return self.ids[self.rows[0] :]


def tokenise(model: CausalModel, prompt: Prompt) -> Tokenised:
    """The prompt's tokens as the model was given them when it wrote the answer, which begins with a token of its own.

    Nothing in the text is taken for a special token. Raises InputError where there is no context or no answer, or
    where the answer's tokens do not stand for its text.
    """
    text = _SURROGATE.sub("�", prompt.text)
    if not any(text[start:end].strip() for start, end in prompt.context):
        raise InputError("There is no context: what an answer takes from it cannot be read.")
    asked, response = text[: prompt.answer[0]], text[slice(*prompt.answer)]
    ids, spans = _encoded(model.tokenizer, asked, special=True)
    response_ids, offsets = _encoded(model.tokenizer, response, special=False)
    if not response_ids:
        raise InputError("The answer is empty: there is no token to read.")
    _check_same_text(model, response_ids, response)
    marked = _meeting(spans, prompt.context)
    first, last = marked.index(True), len(marked) - marked[::-1].index(True)
    return Tokenised(
        before=tuple(ids[:first]),
        middle=tuple(ids[first:last]),
        spans=tuple(spans[first:last]),
        is_context=tuple(marked[first:last]),
        after=tuple(ids[last:]),
        response=tuple(response_ids),
        offsets=tuple(offsets),
    )


def windows(tokens: Tokenised, positions: int) -> list[Window]:
    """All at once where it fits into so many positions, else overlapping windows over the contexts.

    Raises TextTooLong where the rest of the prompt and the answer leave no room for a window.
    """
    fixed = len(tokens.before) + len(tokens.after) + len(tokens.response)
    room = positions - fixed
    if room < min(SMALLEST_WINDOW, len(tokens.middle)):
        raise TextTooLong(
            f"The answer and what is asked take {fixed} tokens of the {positions} that the causal language model can "
            "read: there is no room for the context. Use a model that reads more, or a shorter answer."
        )
    cut = (_window(tokens, first, room) for first in _starts(len(tokens.middle), room))
    return [window for window in cut if window.context]


def tokens_in(spans: Sequence[Span], part: Span) -> tuple[int, int]:
    """Range of the tokens that stand for this part of the text; empty, (0, 0), where none does."""
    inside = [number for number, span in enumerate(spans) if _overlap(span, part)]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _window(tokens: Tokenised, first: int, room: int) -> Window:
    part = tokens.middle[first : first + room]
    ids = (*tokens.before, *part, *tokens.after, *tokens.response)
    start = len(tokens.before)
    context = (start + number for number in range(len(part)) if tokens.is_context[first + number])
    return Window(ids, start, first, tuple(context), tuple(range(len(ids) - len(tokens.response), len(ids))))


def _starts(length: int, room: int) -> Iterable[int]:
    """Where windows begin, the last one so that it ends with the text."""
    if length <= room:
        return [0]
    return [*range(0, length - room, room - room // OVERLAP), length - room]


def _encoded(tokenizer: Any, text: str, special: bool) -> tuple[list[int], list[Span]]:
    """Ids and spans; with `special`, also what the model expects before a text (but nothing that ends it)."""
    encoded = tokenizer(
        text,
        add_special_tokens=special,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
        split_special_tokens=True,
        truncation=False,
        verbose=False,
    )
    ids, spans = list(encoded["input_ids"]), [(start, end) for start, end in encoded["offset_mapping"]]
    added = encoded["special_tokens_mask"]
    while special and ids and added[len(ids) - 1] and spans[-1] == (0, 0):
        del ids[-1], spans[-1]
    return ids, spans


def _check_same_text(model: CausalModel, ids: Sequence[int], text: str) -> None:
    """A model that reads other text than was written tells nothing about it; spacing and Unicode forms aside."""
    decoded = model.tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    if list(_letters(decoded)) != list(_letters(text)):
        raise InputError(
            f"The tokens of {model.name} do not stand for the answer's text: it holds characters that the "
            "tokenizer does not know, or changes. Use a model whose tokenizer knows them."
        )


def _letters(text: str) -> Iterator[str]:
    return (char for char in unicodedata.normalize("NFC", text) if not char.isspace())


def _meeting(spans: Sequence[Span], parts: Sequence[Span]) -> list[bool]:
    """Which of the spans share a character with one of the parts."""
    starts, ends = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    found = np.zeros(len(spans), dtype=np.bool_)
    for start, end in parts:
        found |= (starts < end) & (start < ends)
    marked: list[bool] = found.tolist()
    return marked


def _overlap(span: Span, other: Span) -> bool:
    return span[0] < other[1] and other[0] < span[1]
