"""Where a language model is served, and what its HTTP errors mean to the person who configured it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from claimgraph.platform.errors import (
    ClaimGraphError,
    ConfigError,
    CredentialsRefused,
    ModelReplyError,
    ModelUnavailable,
    TextTooLong,
)

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI, OpenAI, OpenAIError

OPENAI_URL = "https://api.openai.com/v1"
_PLAIN_CODE = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address with its key. `kind` picks the client: Azure has paths and key headers of its own."""

    kind: Literal["openai", "azure", "compatible"]
    url: str
    api_key: str
    api_version: str | None = None  # Azure only

    def __repr__(self) -> str:
        return f"Endpoint({self.kind}, {self.place})"

    @property
    def place(self) -> str:
        """The address for messages: without user names, passwords and query strings, which may be secrets."""
        parts = urlsplit(self.url)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"

    def connect(self, timeout: float, retries: int) -> AsyncOpenAI:
        """A client that retries 408, 409, 429, 5xx, timeouts and lost connections.

        It waits as long as `Retry-After` says (up to two minutes), else longer each time, with jitter. That
        is the SDK's own mechanism and the only one.
        """
        from openai import AsyncAzureOpenAI, AsyncOpenAI

        client: type[AsyncOpenAI] = AsyncAzureOpenAI if self.kind == "azure" else AsyncOpenAI
        return client(**self._place_and_key(), timeout=timeout, max_retries=retries)

    def connect_blocking(self, timeout: float, retries: int) -> OpenAI:
        """As `connect`, for worker threads."""
        from openai import AzureOpenAI, OpenAI

        client: type[OpenAI] = AzureOpenAI if self.kind == "azure" else OpenAI
        return client(**self._place_and_key(), timeout=timeout, max_retries=retries)

    def _place_and_key(self) -> dict[str, Any]:
        if self.kind == "azure":
            return {"azure_endpoint": self.url, "api_key": self.api_key, "api_version": self.api_version}
        return {"base_url": self.url, "api_key": self.api_key}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failed request in this project's terms. `lasting`: the next request would fail the same way."""

    error: ClaimGraphError
    lasting: bool = False


def explain(error: OpenAIError, endpoint: Endpoint, model: str) -> Trouble:
    """Translates the SDK's errors. Texts of the endpoint are left out: some repeat the prompt or the key."""
    import openai

    who = f"The language model at {endpoint.place}"
    if isinstance(error, openai.APITimeoutError):
        hint = "CLAIMGRAPH_LLM_TIMEOUT_SECONDS sets how long to wait"
        return Trouble(ModelUnavailable(f"{who} did not reply in time; {hint}."))
    if isinstance(error, openai.APIConnectionError):
        hint = "check the address and the network"
        return Trouble(ModelUnavailable(f"{who} cannot be reached; {hint}."), lasting=True)
    if isinstance(error, openai.APIStatusError):
        return _explain_status(error, who, model)
    return Trouble(ModelUnavailable(f"{who} could not be asked ({type(error).__name__})."))


def _explain_status(error: APIStatusError, who: str, model: str) -> Trouble:
    status, code = error.status_code, _plain(error.code)
    said = f"HTTP {status}, {code}" if code else f"HTTP {status}"
    if status in (401, 403):
        return Trouble(
            CredentialsRefused(f"{who} refused the key ({said}); check it and what it may use."), lasting=True
        )
    if status == 404:
        hint = "check CLAIMGRAPH_LLM_MODEL (on Azure: the deployment) and the address"
        return Trouble(ConfigError(f"{who} knows no model {model!r} ({said}); {hint}."), lasting=True)
    if status == 429 and code == "insufficient_quota":
        return Trouble(ModelUnavailable(f"{who} has no quota left for this key ({said})."), lasting=True)
    if status == 429:
        hint = "lower CLAIMGRAPH_LLM_CONCURRENCY or try again later"
        return Trouble(ModelUnavailable(f"{who} limits the rate of requests ({said}); {hint}."))
    if status == 413 or code == "context_length_exceeded":
        return Trouble(TextTooLong(f"{who} does not take a prompt of this length ({said})."))
    if code == "content_filter":
        # About these texts, not about the endpoint: who asked about several may ask about each alone.
        return Trouble(ModelReplyError(f"{who} refused a prompt by its content filter ({said})."))
    return Trouble(ModelUnavailable(f"{who} refused or failed a request ({said})."))


def _plain(code: object) -> str | None:
    """The endpoint's error code when it is one word; anything else may be free text."""
    return code if isinstance(code, str) and _PLAIN_CODE.fullmatch(code) else None
