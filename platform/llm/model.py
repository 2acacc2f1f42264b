"""What goes to a language model and what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from claimgraph.platform.errors import ClaimGraphError

from .usage import Usage


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request. With a `schema` (JSON Schema of an object) the reply is parsed and checked against it."""

    system: str
    user: str
    schema: Mapping[str, Any] | None
    prompt_version: str
    temperature: float = 0.0
    max_tokens: int = 1024  # of the reply; a cut-off one is asked for once more with twice as many
    sample: int = 0  # tells apart the replies to a prompt that is asked several times, above temperature 0
    top_logprobs: int = 0  # likeliest candidates wanted for each token of the reply; endpoints give at most 20


Candidates = tuple[tuple[str, float], ...]
"""(text, natural logarithm of its probability) of what could have stood in the place of one token."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply. `data` is the parsed object that fits the prompt's schema; None where it has none."""

    text: str
    data: Any
    usage: Usage = field(default_factory=Usage)
    cached: bool = False
    logprobs: tuple[Candidates, ...] | None = None  # one a token; None where they were not asked for or not given


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that brought no usable reply. It is never a score: the caller says that it could not ask.

    `error` is a `ModelUnavailable`, `ModelReplyError`, `CredentialsRefused`, `ConfigError` or `TextTooLong`; `usage`
    holds what was spent all the same.
    """

    error: ClaimGraphError
    usage: Usage = field(default_factory=Usage)

    @property
    def reason(self) -> str:
        return str(self.error)


class LanguageModel(Protocol):
    """Answers prompts. `version` changes with the endpoint and with the rules by which replies are read."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    async def complete(self, requests: Sequence[Prompt]) -> list[Reply | Failure]:
        """One result per request, in the same order; the failure of one does not lose the others."""
        ...

    async def aclose(self) -> None: ...
