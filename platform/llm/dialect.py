"""How an endpoint wants to be asked, learnt from what it refuses.

"OpenAI-compatible" endpoints differ: some have no structured output, some only `json_object`, reasoning
models refuse `max_tokens` or any temperature. Each answers 400 and says which parameter it does not take; the
next weaker way is then tried, and remembered.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from .model import Prompt

_STRUCTURE_WORDS = ("response_format", "json_schema", "json_object")


class Structure(IntEnum):
    """How a reply's form is asked for, strongest first."""

    JSON_SCHEMA = 0
    JSON_OBJECT = 1
    PLAIN = 2


@dataclass(frozen=True, slots=True)
class Dialect:
    structure: Structure = Structure.JSON_SCHEMA
    limit_name: str = "max_tokens"
    temperature: bool = True
    logprobs: bool = True

    def arguments(self, prompt: Prompt, max_tokens: int) -> dict[str, Any]:
        """The keyword arguments of a chat completion that depend on the dialect."""
        arguments: dict[str, Any] = {self.limit_name: max_tokens}
        if self.temperature:
            arguments["temperature"] = prompt.temperature
        if self.logprobs and prompt.top_logprobs:
            arguments |= {"logprobs": True, "top_logprobs": prompt.top_logprobs}
        if prompt.schema is not None and self.structure is Structure.JSON_SCHEMA:
            arguments["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": True, "schema": dict(prompt.schema)},
            }
        elif prompt.schema is not None and self.structure is Structure.JSON_OBJECT:
            arguments["response_format"] = {"type": "json_object"}
        return arguments

    def system(self, prompt: Prompt) -> str:
        """The system message; it spells the schema out where the endpoint does not take it as a parameter."""
        if prompt.schema is None or self.structure is Structure.JSON_SCHEMA:
            return prompt.system
        schema = json.dumps(dict(prompt.schema), ensure_ascii=False)
        wanted = "Reply with one JSON object that fits this JSON Schema, and nothing else:"
        return f"{prompt.system}\n\n{wanted}\n{schema}"

    def after_refusal(self, parameter: str | None, message: str, prompt: Prompt) -> Dialect | None:
        """The next weaker dialect after a 400; None when the refusal was about something else."""
        about = (parameter or message).lower()
        wants_structure = prompt.schema is not None and self.structure is not Structure.PLAIN
        if wants_structure and any(word in about for word in ("response_format", "json_schema", "json_object")):
            return replace(self, structure=Structure(self.structure + 1))
        if "max_tokens" in about and self.limit_name == "max_tokens" and "max_completion_tokens" in message.lower():
            return replace(self, limit_name="max_completion_tokens")
        if "temperature" in about and self.temperature:
            return replace(self, temperature=False)
        if "logprobs" in about and self.logprobs and prompt.top_logprobs:
            return replace(self, logprobs=False)
        return None
