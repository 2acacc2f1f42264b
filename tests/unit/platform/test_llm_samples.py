"""Asking for samples, and for the probabilities of a reply's tokens."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from fakes.asked_llm import asked
from fakes.llm_server import LlmServer, Raw, Says

from claimgraph.platform.llm import Failure, LanguageModel, Prompt, Reply

PROMPT = Prompt("You flip a coin.", "Heads or tails?", None, "coin-1", temperature=1.0, max_tokens=5)
TELLING = replace(PROMPT, temperature=0.0, top_logprobs=3)
CANDIDATES = {"Heads": math.log(0.75), "Tails": math.log(0.25)}


@pytest.fixture
def server() -> Iterator[LlmServer]:
    number = count()
    with LlmServer(lambda request: Says(f"flip {next(number)}", logprobs=[CANDIDATES, {"!": -0.5}])) as running:
        yield running


async def reply(llm: LanguageModel, prompt: Prompt) -> Reply:
    (result,) = await llm.complete([prompt])
    assert isinstance(result, Reply)
    return result


async def test_each_sample_of_a_prompt_is_remembered_for_itself(server: LlmServer, tmp_path: Path) -> None:
    async with asked(server, cache=tmp_path) as llm:
        first = [(await reply(llm, replace(PROMPT, sample=sample))).text for sample in range(3)]
        again = [await reply(llm, replace(PROMPT, sample=sample)) for sample in range(3)]
    assert len(set(first)) == 3
    assert [one.text for one in again] == first
    assert all(one.cached for one in again)


async def test_probabilities_are_told_where_they_are_asked_for(server: LlmServer) -> None:
    async with asked(server) as llm:
        told, untold = await reply(llm, TELLING), await reply(llm, PROMPT)
    assert told.logprobs == (tuple(CANDIDATES.items()), (("!", -0.5),))
    assert untold.logprobs is None
    assert "logprobs" not in server.requests[1].body


async def test_probabilities_come_back_from_the_cache(server: LlmServer, tmp_path: Path) -> None:
    async with asked(server, cache=tmp_path) as llm:
        first, again = await reply(llm, TELLING), await reply(llm, TELLING)
    assert again.cached
    assert (again.text, again.logprobs) == (first.text, first.logprobs)


async def test_an_endpoint_that_refuses_probabilities_is_asked_without(server: LlmServer) -> None:
    server.refused = {"logprobs": "This model does not support logprobs."}
    async with asked(server) as llm:
        first, second = await reply(llm, TELLING), await reply(llm, TELLING)
    assert first.logprobs is second.logprobs is None
    assert len(server.requests) == 3  # refused once, then learnt


@pytest.mark.parametrize(
    "logprobs", ['{"content": null}', "[]", '{"tokens": ["a"], "top_logprobs": [{"a": -1}]}', '{"content": [{}]}', "7"]
)
async def test_other_forms_of_probabilities_count_as_none(logprobs: str, server: LlmServer) -> None:
    body = '{"choices": [{"message": {"content": "Heads"}, "finish_reason": "stop", "logprobs": LOGPROBS}]}'
    server.script(Raw(body.replace("LOGPROBS", logprobs).encode()))
    async with asked(server) as llm:
        told = await reply(llm, TELLING)
    assert (told.text, told.logprobs) == ("Heads", None)


async def test_a_damaged_entry_is_asked_for_again(server: LlmServer, tmp_path: Path) -> None:
    async with asked(server, cache=tmp_path) as llm:
        await reply(llm, TELLING)
        assert llm._cache is not None
        llm._cache.put(llm._key(TELLING), "not JSON")
        assert not (await reply(llm, TELLING)).cached
        assert not isinstance(await reply(llm, TELLING), Failure)
