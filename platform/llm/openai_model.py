"""A language model behind OpenAI's chat completions: OpenAI, Azure OpenAI, or any compatible endpoint."""

from __future__ import annotations

import hashlib
import json
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import anyio
from pydantic import BaseModel, Field, ValidationError

from claimgraph.platform.errors import ClaimGraphError, CredentialsRefused, ModelReplyError, ModelUnavailable

from .cache import ReplyCache, cache_key
from .dialect import Dialect
from .endpoint import Endpoint, explain
from .model import Candidates, Failure, Prompt, Reply
from .replies import parse_reply
from .text import travelling
from .usage import Price, Usage, record

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_log = logging.getLogger(__name__)

CLIENT_VERSION = "1"  # raise it when a change here or in replies.py can change what a prompt results in

_PASSING = (ModelUnavailable, CredentialsRefused)
"""Failures after which the same request may work another time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for one try, further tries after a passing failure, and requests at once."""

    timeout: float = 60.0
    retries: int = 4
    concurrency: int = 4


class OpenAiModel:
    """`LanguageModel` over the official SDK. One instance is one endpoint and model, for all callers."""

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        limits: Limits | None = None,
        cache: ReplyCache | None = None,
        price: Price | None = None,
    ) -> None:
        limits = limits or Limits()
        self.name = model
        self.version = f"{CLIENT_VERSION}-{hashlib.sha256(endpoint.url.encode()).hexdigest()[:8]}"
        self._endpoint = endpoint
        self._limits = limits
        self._cache = cache
        self._price = price
        self._slots = anyio.Semaphore(limits.concurrency)
        self._dialect = Dialect()
        self._client: AsyncOpenAI | None = None

    async def complete(self, requests: Sequence[Prompt]) -> list[Reply | Failure]:
        """One result per request, in the same order.

        Once a failure is lasting (wrong key, no such model, nobody there), the requests of this call that
        have not begun fail with it, so that a batch does not wait it out again and again.
        """
        results: list[Reply | Failure | None] = [None] * len(requests)
        batch = _Batch()

        async def answer(place: int, prompt: Prompt) -> None:
            result = await self._answer(_cleaned(prompt), batch)
            if isinstance(result, Failure):
                record(result.usage, result.reason, passing=isinstance(result.error, _PASSING))
            else:
                record(result.usage)
            results[place] = result

        async with anyio.create_task_group() as tasks:
            for place, prompt in enumerate(requests):
                tasks.start_soon(answer, place, prompt)
        return [result for result in results if result is not None]

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None
        if self._cache is not None:
            self._cache.close()

    async def _answer(self, prompt: Prompt, batch: _Batch) -> Reply | Failure:
        key = self._key(prompt)
        known = self._remembered(key, prompt)
        if known is not None:
            return known
        async with self._slots:
            if batch.lasting is not None:
                return Failure(batch.lasting)
            exchange = _Exchange(self, prompt)
            try:
                text, data, logprobs = await exchange.run()
            except _LastingTrouble as trouble:
                batch.lasting = trouble.error
                return Failure(trouble.error, exchange.usage)
            except ClaimGraphError as error:
                return Failure(error, exchange.usage)
        if self._cache is not None:
            self._cache.put(key, _kept(text, logprobs) if prompt.top_logprobs else text)
        return Reply(text, data, exchange.usage, logprobs=logprobs)

    def _remembered(self, key: str, prompt: Prompt) -> Reply | None:
        text = self._cache.get(key) if self._cache is not None else None
        if text is None:
            return None
        try:
            text, logprobs = _unkept(text) if prompt.top_logprobs else (text, None)
            data = None if prompt.schema is None else parse_reply(text, prompt.schema)
        except (ModelReplyError, ValueError):
            return None  # a damaged entry: ask again
        return Reply(text, data, Usage(cached=1), cached=True, logprobs=logprobs)

    def _key(self, prompt: Prompt) -> str:
        return cache_key(
            {
                "client": CLIENT_VERSION,
                "endpoint": self._endpoint.url,
                "api_version": self._endpoint.api_version,
                "model": self.name,
                "system": prompt.system,
                "user": prompt.user,
                "schema": None if prompt.schema is None else dict(prompt.schema),
                "prompt_version": prompt.prompt_version,
                "temperature": prompt.temperature,
                "max_tokens": prompt.max_tokens,
                **({"sample": prompt.sample} if prompt.sample else {}),
                **({"top_logprobs": prompt.top_logprobs} if prompt.top_logprobs else {}),
            }
        )

    async def ask(self, prompt: Prompt, follow_up: Sequence[_Message], max_tokens: int) -> tuple[_Choice, Usage]:
        """One chat completion, in the strongest dialect that the endpoint takes."""
        import openai

        if self._client is None:
            self._client = self._endpoint.connect(self._limits.timeout, self._limits.retries)
        while True:
            dialect = self._dialect
            messages: list[_Message] = [
                {"role": "system", "content": dialect.system(prompt)},
                {"role": "user", "content": prompt.user},
                *follow_up,
            ]
            body: dict[str, Any] = {
                "model": self.name,
                "messages": messages,
                **dialect.arguments(prompt, max_tokens),
            }
            try:
                response = await self._client.chat.completions.with_raw_response.create(**body)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                weaker = dialect.after_refusal(error.param, error.message, prompt)
                if weaker is None:
                    raise explain(error, self._endpoint, self.name).error from error
                if self._dialect is dialect:  # else another request has already learnt it
                    self._dialect = weaker
                    _log.info("%s does not take all parameters; now asking with %s", self._endpoint.place, weaker)
            except openai.OpenAIError as error:
                trouble = explain(error, self._endpoint, self.name)
                if trouble.lasting:
                    raise _LastingTrouble(trouble.error) from error
                raise trouble.error from error
            else:
                return self._read(response.http_response.text)

    def _read(self, body: str) -> tuple[_Choice, Usage]:
        try:
            completion = _Completion.model_validate_json(body)
        except ValidationError as error:
            problem = "answered with something that is not a chat completion"
            raise ModelReplyError(f"{self._endpoint.place} {problem}; check the address.") from error
        spent = completion.usage or _Tokens(prompt_tokens=0, completion_tokens=0)
        cost = None
        if self._price is not None and completion.usage is not None:
            cost = self._price.of(spent.prompt_tokens, spent.completion_tokens)
        return completion.choices[0], Usage(1, 0, spent.prompt_tokens, spent.completion_tokens, cost)


class _Exchange:
    """Asking for one reply: the request, and one more where the first reply is cut off or malformed."""

    def __init__(self, model: OpenAiModel, prompt: Prompt) -> None:
        self._model = model
        self._prompt = prompt
        self.usage = Usage()

    async def run(self) -> tuple[str, Any, tuple[Candidates, ...] | None]:
        """The reply's text, its parsed object, and the candidates for its tokens.

        Raises `ClaimGraphError` or `_LastingTrouble`.
        """
        limit = self._prompt.max_tokens
        first = await self._ask((), limit)
        if first.finish_reason == "length":
            return self._parsed(await self._ask((), 2 * limit))
        try:
            return self._parsed(first)
        except _Refused:
            raise
        except ModelReplyError as error:
            return self._parsed(await self._ask(_repair(first.text, error), limit))

    async def _ask(self, follow_up: Sequence[_Message], max_tokens: int) -> _Choice:
        choice, usage = await self._model.ask(self._prompt, follow_up, max_tokens)
        self.usage += usage
        return choice

    def _parsed(self, choice: _Choice) -> tuple[str, Any, tuple[Candidates, ...] | None]:
        if choice.message.refusal or choice.finish_reason == "content_filter":
            raise _Refused(f"The language model {self._model.name!r} refused to answer.")
        if choice.finish_reason == "length":
            raise ModelReplyError(
                f"The reply of {self._model.name!r} is cut off after {2 * self._prompt.max_tokens} tokens."
            )
        if not choice.text.strip():
            raise ModelReplyError(f"The reply of {self._model.name!r} is empty.")
        schema = self._prompt.schema
        return choice.text, None if schema is None else parse_reply(choice.text, schema), choice.candidates


def _repair(text: str, error: ModelReplyError) -> list[_Message]:
    return [
        {"role": "assistant", "content": travelling(text)},
        {"role": "user", "content": f"{error} Reply again, with the corrected JSON object and nothing else."},
    ]


def _kept(text: str, logprobs: tuple[Candidates, ...] | None) -> str:
    return json.dumps({"text": text, "logprobs": logprobs})


def _unkept(entry: str) -> tuple[str, tuple[Candidates, ...] | None]:
    found = _Kept.model_validate_json(entry)
    return found.text, found.logprobs


def _cleaned(prompt: Prompt) -> Prompt:
    return replace(prompt, system=travelling(prompt.system), user=travelling(prompt.user))


_Message = Mapping[str, str]


@dataclass(slots=True)
class _Batch:
    lasting: ClaimGraphError | None = None


class _LastingTrouble(Exception):
    def __init__(self, error: ClaimGraphError) -> None:
        super().__init__(str(error))
        self.error = error


class _Refused(ModelReplyError):
    """Asking again would not help."""


class _ReplyMessage(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Candidate(BaseModel):
    token: str
    logprob: float


class _TokenLogprobs(BaseModel):
    top_logprobs: list[_Candidate] = []


class _Logprobs(BaseModel):
    content: list[_TokenLogprobs] | None = None


class _Kept(BaseModel):
    text: str
    logprobs: tuple[Candidates, ...] | None


class _Choice(BaseModel):
    message: _ReplyMessage
    finish_reason: str | None = None
    logprobs: Any = None  # endpoints have forms of their own

    @property
    def text(self) -> str:
        return travelling(self.message.content or "")

    @property
    def candidates(self) -> tuple[Candidates, ...] | None:
        """None where the endpoint gave none; what is not a logarithm of a probability is left out."""
        try:
            told = _Logprobs.model_validate(self.logprobs or {}).content or []
        except ValidationError:
            return None
        found = tuple(
            tuple((one.token, one.logprob) for one in token.top_logprobs if not math.isnan(one.logprob))
            for token in told
        )
        return found if any(found) else None


class _Tokens(BaseModel):
    prompt_tokens: int = Field(0, ge=0)
    completion_tokens: int = Field(0, ge=0)


class _Completion(BaseModel):
    """The part of a chat completion that is read; endpoints add and leave out much else."""

    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None
