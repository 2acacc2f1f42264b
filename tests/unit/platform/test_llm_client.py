"""The real `openai` client against a local server that also fails, truncates, rate-limits and lies."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.llm_server import Answer, Disconnects, Fails, Hangs, LlmServer, RateLimited, Raw, Request, Says

from claimgraph.platform.errors import (
    ClaimGraphError,
    ConfigError,
    CredentialsRefused,
    ModelReplyError,
    ModelUnavailable,
    TextTooLong,
)
from claimgraph.platform.llm import (
    Failure,
    LanguageModel,
    Prompt,
    Reply,
    Usage,
    build_llm,
    metered,
    total_usage,
)
from claimgraph.platform.settings import Settings

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
PROMPT = Prompt("You name capitals.", "Of France?", SCHEMA, "capital-1", max_tokens=50)
PARIS = Says({"city": "Paris"})


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(handler=lambda request: PARIS) as running:
        yield running


@asynccontextmanager
async def client(server: LlmServer, home: Path, **settings: Any) -> AsyncIterator[LanguageModel]:
    chosen = {"llm_base_url": server.base_url, "llm_api_key": "secret-key", "llm_retries": 2, **settings}
    llm = build_llm(Settings(home=home, **chosen))
    assert llm is not None
    try:
        yield llm
    finally:
        await llm.aclose()


async def ask(llm: LanguageModel, prompt: Prompt = PROMPT) -> Reply | Failure:
    (result,) = await llm.complete([prompt])
    return result


async def failure(server: LlmServer, home: Path, **settings: Any) -> ClaimGraphError:
    async with client(server, home, **settings) as llm:
        result = await ask(llm)
    assert isinstance(result, Failure)
    return result.error


async def test_a_reply_brings_the_parsed_object_and_what_it_took(server: LlmServer, tmp_path: Path) -> None:
    async with client(server, tmp_path) as llm:
        result = await ask(llm)
    assert isinstance(result, Reply)
    assert result.data == {"city": "Paris"}
    assert result.usage == Usage(1, 0, 100, 20, pytest.approx(100 * 0.15e-6 + 20 * 0.6e-6))


async def test_exactly_this_is_sent(server: LlmServer, tmp_path: Path) -> None:
    async with client(server, tmp_path) as llm:
        await ask(llm)
    (request,) = server.requests
    assert (request.path, request.key) == ("/v1/chat/completions", "secret-key")
    assert request.body == {
        "model": "gpt-4o-mini",
        "messages": [
            {"role": "system", "content": "You name capitals."},
            {"role": "user", "content": "Of France?"},
        ],
        "max_tokens": 50,
        "temperature": 0.0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA},
        },
    }


async def test_azure_is_asked_at_its_own_path_with_its_own_key(server: LlmServer, tmp_path: Path) -> None:
    azure = {
        "llm_base_url": None,
        "llm_api_key": None,
        "azure_endpoint": server.address,
        "azure_api_key": "az",
    }
    async with client(server, tmp_path, **azure, llm_model="my-deployment", azure_api_version="2024-10-21") as llm:
        result = await ask(llm)
    assert isinstance(result, Reply)
    path = "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21"
    assert (server.requests[0].path, server.requests[0].key) == (path, "az")


async def test_a_prompt_without_a_schema_brings_the_bare_text(server: LlmServer, tmp_path: Path) -> None:
    server.script(Says("Paris, of course."))
    async with client(server, tmp_path) as llm:
        result = await ask(llm, replace(PROMPT, schema=None))
    assert isinstance(result, Reply)
    assert (result.text, result.data) == ("Paris, of course.", None)
    assert "response_format" not in server.requests[0].body


async def test_results_keep_their_places_and_one_failure_does_not_lose_the_others(
    server: LlmServer, tmp_path: Path
) -> None:
    def by_user(request: Request) -> Answer:
        number = int(request.user)
        return Fails(400, "odd_request") if number == 3 else Says({"city": f"city {number}"})

    server.handler = by_user
    async with client(server, tmp_path) as llm:
        results = await llm.complete([replace(PROMPT, user=str(number)) for number in range(8)])
    cities = [result.data["city"] if isinstance(result, Reply) else None for result in results]
    assert cities == ["city 0", "city 1", "city 2", None, "city 4", "city 5", "city 6", "city 7"]
    assert isinstance(results[3], Failure)
    assert "odd_request" in results[3].reason


async def test_no_more_requests_are_under_way_than_allowed(server: LlmServer, tmp_path: Path) -> None:
    both_are_here = threading.Barrier(2, timeout=20)  # broken, and so an error, unless two come at once

    def meet(request: Request) -> Answer:
        both_are_here.wait()
        return PARIS

    server.handler = meet
    async with client(server, tmp_path, llm_concurrency=2) as llm:
        results = await llm.complete([replace(PROMPT, user=str(number)) for number in range(6)])
    assert all(isinstance(result, Reply) for result in results)
    assert server.most_at_once == 2


@pytest.mark.parametrize(
    "passing",
    [RateLimited(), Fails(500, retry_after=0.01), Fails(503, retry_after=0.01), Disconnects()],
    ids=["429", "500", "503", "connection lost"],
)
async def test_a_passing_failure_is_tried_again(passing: Answer, server: LlmServer, tmp_path: Path) -> None:
    server.script(passing)
    async with client(server, tmp_path) as llm:
        result = await ask(llm)
    assert isinstance(result, Reply)
    assert len(server.requests) == 2


async def test_retries_are_bounded(server: LlmServer, tmp_path: Path) -> None:
    server.handler = lambda request: RateLimited()
    error = await failure(server, tmp_path)
    assert isinstance(error, ModelUnavailable)
    assert "limits the rate" in str(error)
    assert len(server.requests) == 3


async def test_the_wait_that_the_endpoint_asks_for_is_kept(server: LlmServer, tmp_path: Path) -> None:
    server.script(RateLimited(retry_after=0.8))  # the first wait of one's own choosing would be at most 0.5
    async with client(server, tmp_path) as llm:
        await ask(llm)
    first, second = server.requests
    assert second.at - first.at >= 0.8


async def test_a_wait_beyond_reason_is_a_failure_at_once(server: LlmServer, tmp_path: Path) -> None:
    server.script(RateLimited(retry_after=3600))
    assert isinstance(await failure(server, tmp_path), ModelUnavailable)
    assert len(server.requests) == 1


async def test_no_reply_in_time_is_an_unavailable_model(server: LlmServer, tmp_path: Path) -> None:
    server.script(Hangs())
    error = await failure(server, tmp_path, llm_timeout_seconds=0.2, llm_retries=0)
    assert isinstance(error, ModelUnavailable)
    assert "in time" in str(error)


async def test_a_wrong_key_is_forbidden_and_is_not_repeated_in_the_message(tmp_path: Path) -> None:
    with LlmServer(keys={"right-key"}) as server:
        error = await failure(server, tmp_path)
    assert isinstance(error, CredentialsRefused)
    assert "refused the key" in str(error)
    assert "secret-key" not in str(error)
    assert len(server.requests) == 1


async def test_an_unknown_model_is_a_setting_to_correct(tmp_path: Path) -> None:
    with LlmServer(models={"other"}) as server:
        error = await failure(server, tmp_path)
    assert isinstance(error, ConfigError)
    assert "'gpt-4o-mini'" in str(error)
    assert "CLAIMGRAPH_LLM_MODEL" in str(error)


async def test_an_address_where_nobody_listens_is_an_unavailable_model(tmp_path: Path) -> None:
    with LlmServer() as server:
        address = server.base_url
    error = await failure(server, tmp_path, llm_base_url=address, llm_retries=0)
    assert isinstance(error, ModelUnavailable)
    assert "cannot be reached" in str(error)


async def test_after_a_lasting_failure_the_rest_of_the_batch_is_not_sent(tmp_path: Path) -> None:
    with LlmServer(keys={"right-key"}) as server:
        async with client(server, tmp_path, llm_concurrency=1) as llm:
            results = await llm.complete([replace(PROMPT, user=str(number)) for number in range(5)])
            later = await ask(llm)
    assert [type(result.error) for result in results if isinstance(result, Failure)] == [CredentialsRefused] * 5
    assert isinstance(later, Failure)
    assert len(server.requests) == 2  # one for the batch, and the next call asks again


async def test_a_used_up_quota_and_a_prompt_too_long_are_told_apart(server: LlmServer, tmp_path: Path) -> None:
    server.script(Fails(429, "insufficient_quota", retry_after=0.01))
    assert "no quota" in str(await failure(server, tmp_path, llm_retries=0))
    server.script(Fails(400, "context_length_exceeded"))
    assert isinstance(await failure(server, tmp_path), TextTooLong)


async def test_words_of_the_endpoint_never_reach_a_message(server: LlmServer, tmp_path: Path) -> None:
    server.script(Fails(400, code="the prompt 'my secret' is odd", message="the prompt 'my secret' is odd"))
    assert "my secret" not in str(await failure(server, tmp_path))


async def test_credentials_in_an_address_never_reach_a_message(server: LlmServer, tmp_path: Path) -> None:
    server.script(Fails(400))
    with_password = server.base_url.replace("http://", "http://user:passw0rd@")
    error = await failure(server, tmp_path, llm_base_url=with_password)
    assert "passw0rd" not in str(error)
    assert "127.0.0.1" in str(error)


@pytest.mark.parametrize(
    ("formats", "asked"),
    [
        (["json_object"], ["json_schema", "json_object", "json_object"]),
        ([], ["json_schema", "json_object", None, None]),
    ],
)
async def test_an_endpoint_without_structured_output_is_asked_in_weaker_ways_and_that_is_remembered(
    formats: list[str], asked: list[str | None], tmp_path: Path
) -> None:
    with LlmServer(handler=lambda request: PARIS, formats=formats) as server:
        async with client(server, tmp_path) as llm:
            first = await ask(llm)
            second = await ask(llm, replace(PROMPT, user="Again?"))
    assert isinstance(first, Reply)
    assert isinstance(second, Reply)
    assert [request.response_format for request in server.requests] == asked
    assert '"required": ["city"]' in server.requests[-1].system
    assert '"required"' not in server.requests[0].system


async def test_a_reasoning_model_is_asked_without_the_parameters_it_refuses(tmp_path: Path) -> None:
    refused = {
        "max_tokens": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        "temperature": "Unsupported value: only the default is supported.",
    }
    with LlmServer(handler=lambda request: PARIS, refused=refused) as server:
        async with client(server, tmp_path) as llm:
            result = await ask(llm)
    assert isinstance(result, Reply)
    assert server.requests[-1].body["max_completion_tokens"] == 50
    assert "temperature" not in server.requests[-1].body


async def test_a_malformed_reply_is_repaired_once(server: LlmServer, tmp_path: Path) -> None:
    server.script(Says("It is Paris."))
    async with client(server, tmp_path) as llm:
        result = await ask(llm)
    assert isinstance(result, Reply)
    assert result.data == {"city": "Paris"}
    assert (result.usage.requests, result.usage.tokens) == (2, 240)
    assistant, user = server.requests[1].messages[2:]
    assert assistant == {"role": "assistant", "content": "It is Paris."}
    assert "no JSON object" in user["content"]


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (Says("It is Paris."), "no JSON object"),
        (Says({"town": "Paris"}), "not the asked-for JSON"),
        (Says(""), "empty"),
        (Says(None), "empty"),
        (Says('{"city": "Pa', finish_reason="length"), "cut off after 100 tokens"),
    ],
    ids=["words", "wrong schema", "empty", "null", "truncated"],
)
async def test_a_reply_that_stays_wrong_is_a_failure_with_its_cost(
    lie: Answer, reason: str, server: LlmServer, tmp_path: Path
) -> None:
    server.handler = lambda request: lie
    async with client(server, tmp_path) as llm:
        result = await ask(llm)
    assert isinstance(result, Failure)
    assert isinstance(result.error, ModelReplyError)
    assert reason in result.reason
    assert len(server.requests) == 2
    assert result.usage.tokens == 240


async def test_a_truncated_reply_is_asked_for_again_with_twice_the_room(server: LlmServer, tmp_path: Path) -> None:
    server.script(Says('{"city": "Pa', finish_reason="length"))
    async with client(server, tmp_path) as llm:
        result = await ask(llm)
    assert isinstance(result, Reply)
    assert [request.body["max_tokens"] for request in server.requests] == [50, 100]


@pytest.mark.parametrize(
    "refusal", [Says(None, refusal="I will not."), Says("", finish_reason="content_filter")], ids=str
)
async def test_a_refusal_is_a_failure_and_is_not_argued_with(
    refusal: Answer, server: LlmServer, tmp_path: Path
) -> None:
    server.script(refusal)
    error = await failure(server, tmp_path)
    assert isinstance(error, ModelReplyError)
    assert "refused to answer" in str(error)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"<html>a proxy's page</html>",
        b"{}",
        b'{"choices": []}',
        b'{"choices": "many"}',
        b"null",
        b"",
        b"\xff\xfe",
    ],
)
async def test_a_body_that_is_no_chat_completion_is_a_reply_error(
    body: bytes, server: LlmServer, tmp_path: Path
) -> None:
    server.script(Raw(body))
    error = await failure(server, tmp_path)
    assert isinstance(error, ModelReplyError)
    assert "not a chat completion" in str(error)


async def test_lone_surrogates_in_a_prompt_are_sent_as_replacement_characters(
    server: LlmServer, tmp_path: Path
) -> None:
    async with client(server, tmp_path) as llm:
        result = await ask(llm, replace(PROMPT, user="broken \ud800 text"))
    assert isinstance(result, Reply)
    assert server.requests[0].user == "broken \ufffd text"


async def test_the_same_prompt_is_paid_for_once_also_by_another_process(server: LlmServer, tmp_path: Path) -> None:
    async with client(server, tmp_path) as llm:
        await ask(llm)
    async with client(server, tmp_path) as another:
        result = await ask(another)
    assert isinstance(result, Reply)
    assert (result.cached, result.data, result.usage) == (True, {"city": "Paris"}, Usage(cached=1))
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"user": "Of Spain?"},
        {"system": "x"},
        {"prompt_version": "capital-2"},
        {"temperature": 0.5},
        {"schema": None},
    ],
    ids=str,
)
async def test_whatever_changes_a_reply_is_part_of_the_cache_key(
    change: dict[str, Any], server: LlmServer, tmp_path: Path
) -> None:
    async with client(server, tmp_path) as llm:
        await ask(llm)
        await ask(llm, replace(PROMPT, **change))
    assert len(server.requests) == 2


async def test_another_model_or_endpoint_does_not_share_replies(server: LlmServer, tmp_path: Path) -> None:
    async with client(server, tmp_path) as llm:
        await ask(llm)
    async with client(server, tmp_path, llm_model="other") as llm:
        await ask(llm)
    async with client(server, tmp_path, llm_base_url=f"{server.address}/second/v1") as llm:
        await ask(llm)
    assert len(server.requests) == 3


async def test_a_failed_reply_is_not_cached(server: LlmServer, tmp_path: Path) -> None:
    server.script(Says("words"), Says("words"))
    async with client(server, tmp_path) as llm:
        assert isinstance(await ask(llm), Failure)
        assert isinstance(await ask(llm), Reply)


async def test_the_key_is_nowhere_on_disk_and_the_cache_is_for_its_owner_only(
    server: LlmServer, tmp_path: Path
) -> None:
    async with client(server, tmp_path) as llm:
        await ask(llm)
        _assert_private_and_without(tmp_path, b"secret-key", b"Of France")
        assert "secret-key" not in repr(vars(llm))


def _assert_private_and_without(folder: Path, *words: bytes) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    assert not any(word in path.read_bytes() for word in words for path in files)
    if sys.platform != "win32":
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
        assert (folder / "cache" / "llm").stat().st_mode & 0o777 == 0o700


async def test_a_damaged_cache_costs_a_warning_and_a_request_but_no_reply(
    server: LlmServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "cache" / "llm"
    folder.mkdir(parents=True)
    (folder / "replies.sqlite3").write_bytes(b"this is no database" * 100)
    async with client(server, tmp_path) as llm:
        assert isinstance(await ask(llm), Reply)
        assert isinstance(await ask(llm), Reply)
    assert len(server.requests) == 2
    assert [record.levelname for record in caplog.records if "cache" in record.getMessage()] == ["WARNING"]


async def test_a_meter_counts_its_own_run_only(server: LlmServer, tmp_path: Path) -> None:
    async with client(server, tmp_path) as llm:
        await ask(llm)
        server.script(Fails(400, "odd_request"))
        with metered() as meter:
            results = [await ask(llm, replace(PROMPT, user="Of Spain?")), await ask(llm), await ask(llm)]
        await ask(llm, replace(PROMPT, user="Of Italy?"))
    assert meter.usage == total_usage(results) == Usage(cached=2)
    assert len(meter.failures) == 1
    assert "odd_request" in meter.failures[0]


@pytest.mark.parametrize(
    ("answer", "passing"), [(Fails(503), True), (Fails(401), True), (RateLimited(), True), (Says("no city"), False)]
)
async def test_a_meter_tells_failures_that_may_pass_from_replies_that_cannot_be_used(
    answer: Answer, passing: bool, server: LlmServer, tmp_path: Path
) -> None:
    server.handler = lambda request: answer
    async with client(server, tmp_path, llm_retries=0) as llm:
        with metered() as meter:
            result = await ask(llm)

    assert isinstance(result, Failure)
    assert meter.failures
    assert meter.passing is passing


async def test_a_cost_that_is_not_known_is_none(server: LlmServer, tmp_path: Path) -> None:
    server.script(Says({"city": "Paris"}, tokens=None))
    async with client(server, tmp_path) as llm:
        untold = await ask(llm)
    async with client(server, tmp_path, llm_model="house-model") as llm:
        unpriced = await ask(llm)
    assert untold.usage.cost is None
    assert unpriced.usage.cost is None
    assert total_usage([untold, unpriced]).cost is None


async def test_no_requests_are_no_results(server: LlmServer, tmp_path: Path) -> None:
    async with client(server, tmp_path) as llm:
        assert await llm.complete([]) == []


def test_the_openai_package_is_not_imported_before_it_is_needed(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from claimgraph.platform.llm import build_llm\n"
        "from claimgraph.platform.settings import Settings\n"
        f"assert build_llm(Settings(home={str(tmp_path)!r}, llm_api_key='k')) is not None\n"
        "assert not {'openai', 'jsonschema'} & set(sys.modules), 'too early'\n"
    )
    where = Path(__file__).parents[3] / ".types"
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": str(where)}, cwd=tmp_path)
