"""Asking about one thing a request, several times where samples are wanted.

The language model's own cache of prompts knows each by prompt version, model, text and number of the sample.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from claimgraph.platform.errors import TextTooLong
from claimgraph.platform.llm import Failure, LanguageModel, Reply
from claimgraph.platform.llm.prompting import load_prompt

from .asking import LONGEST, failed, prompt_version

SHORT_REPLY, LONG_REPLY = 1_000, 2_000
"""Tokens that a reply may have: many more than it needs, for models that think first."""


@dataclass(frozen=True, slots=True)
class Question:
    """The document of one request; its strings go in as quoted data."""

    lang: str
    document: Mapping[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        return self.lang, json.dumps(self.document, sort_keys=True, ensure_ascii=False)


class SingleAsker:
    """The prompt `task` of this package over one document a request; equal documents are asked about once."""

    def __init__(
        self,
        task: str,
        llm: LanguageModel,
        reply_tokens: int,
        *,
        samples: int = 1,
        temperature: float = 0.0,
        top_logprobs: int = 0,
    ) -> None:
        self._task = task
        self._llm = llm
        self._reply_tokens = reply_tokens
        self._samples = samples
        self._temperature = temperature
        self._top_logprobs = top_logprobs
        self.version = f"{prompt_version(task)}/{llm.name}@{llm.version}/{samples}x{temperature:g}/{top_logprobs}"

    async def ask(self, questions: Sequence[Question]) -> list[list[Reply | Failure]]:
        """For each question its samples, in order."""
        wanted = {question.key: question for question in questions if len(question.key[1]) <= LONGEST}
        prompts = [
            replace(
                load_prompt(__package__, self._task, question.lang).fill(question.document, self._reply_tokens),
                temperature=self._temperature,
                top_logprobs=self._top_logprobs,
                sample=sample,
            )
            for question in wanted.values()
            for sample in range(self._samples)
        ]
        replies = await self._llm.complete(prompts)
        found = {key: replies[place * self._samples : (place + 1) * self._samples] for place, key in enumerate(wanted)}
        return [found[question.key] if question.key in found else [_too_long()] for question in questions]

    async def ask_once(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """The first sample of each."""
        return [samples[0] for samples in await self.ask(questions)]


def _too_long() -> Failure:
    return failed(TextTooLong(f"it has more than {LONGEST} characters, which no model reads"))
