"""The prompt over which an answer is read: contexts and question as templates in `prompts/` put them, then the answer.

Nothing is generated here: a causal model reads a text that is there already, as it would have written it. So the
answer stands last and word for word, and what contexts and answers say stays text that is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from string import Template

from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.errors import InputError

from .model import Prompt, Span

_LANGUAGES = ("en", "zh")
_BETWEEN = "\n\n"


def prompt_of(question: str | None, contexts: Iterable[str], answer: str, lang: str | None = None) -> Prompt:
    """The whole text that a model reads, and where contexts and answer stand in it.

    `lang` is the answer's: Chinese for "zh", English for all others; None: as it is read. Contexts without words are
    left out. Raises `InputError` for an answer without words, and where no context is left.
    """
    kept = [context.strip() for context in contexts if context.strip()]
    if not answer.strip():
        raise InputError("The answer is empty; there is nothing to read.")
    if not kept:
        raise InputError("There is no context that the answer could come from; ReDeEP needs one.")
    asked = question is not None and bool(question.strip())
    template = _template("asked" if asked else "unasked", "zh" if (lang or detect_language(answer)) == "zh" else "en")
    head, tail = (Template(part) for part in template.split("$contexts"))
    values = {"question": (question or "").strip()}
    before = head.substitute(values)
    spans: list[Span] = []
    text = before
    for number, context in enumerate(kept):
        text += _BETWEEN if number else ""
        spans.append((len(text), len(text) + len(context)))
        text += context
    text += tail.substitute(values)
    return Prompt(text + answer, tuple(spans), (len(text), len(text) + len(answer)))


@cache
def _template(kind: str, lang: str) -> str:
    """The template with the line break that ends its file: the answer begins a line of its own."""
    text = (files(__package__) / "prompts" / f"{kind}.{lang}.md").read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")


@cache
def _version() -> str:
    texts = [_template(kind, lang) for kind in ("asked", "unasked") for lang in _LANGUAGES]
    number = (files(__package__) / "prompts" / "version.txt").read_text(encoding="utf-8").strip()
    fingerprint = hashlib.sha256("\0".join([*texts, _BETWEEN]).encode()).hexdigest()[:8]
    return f"redeep-{number}-{fingerprint}"


PROMPT_VERSION = _version()
"""Covers every template: a detector holds for the prompts that it was fitted on."""
