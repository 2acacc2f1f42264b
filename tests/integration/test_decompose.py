"""Taking texts apart through the SDK, beside a store that stays empty; and its warnings in a verification."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import anyio.to_thread
import pytest
from fakes.claims_llm import Claims
from fakes.llm_server import Fails, LlmServer, Request
from graph_dump import dump
from sample_graph import erase

from claimgraph.api import AsyncClaimGraph, ClaimGraph
from claimgraph.platform.errors import ConfigError, InputError
from claimgraph.platform.graph import Graph

FERRY = "The Redwing was built in Bergen and carries mail and passengers."
CLAIMS = ["The Redwing was built in Bergen.", "The Redwing carries mail.", "The Redwing carries passengers."]
FRENCH = "Paris est la capitale de la France. Elle compte deux millions d'habitants."


@pytest.fixture
async def settings(store: Any, graph: Graph, tenant: str) -> AsyncIterator[dict[str, Any]]:
    yield {"_env_file": None, **store.fixed, "tenant": tenant}
    await erase(graph, tenant)


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(Claims({FERRY: CLAIMS})) as running:
        yield running


async def test_both_clients_take_a_text_apart_and_store_nothing(
    settings: dict[str, Any], graph: Graph, tenant: str
) -> None:
    async with AsyncClaimGraph.open(**settings) as client:
        found = await client.decompose(FERRY, method="rules", quality=True)

    def synchronously() -> Any:
        with ClaimGraph.open(**settings) as client:
            return client.decompose(FERRY, method="rules", quality=True)

    assert await anyio.to_thread.run_sync(synchronously) == found
    assert [claim.text for claim in found.claims] == CLAIMS
    assert found.quality is not None
    assert found.quality.completeness == 1.0
    assert await dump(graph, tenant) == ([], [])


async def test_what_cannot_be_taken_apart_is_the_users_fault(settings: dict[str, Any]) -> None:
    async with AsyncClaimGraph.open(**settings) as client:
        with pytest.raises(InputError, match="empty"):
            await client.decompose("  ")
        with pytest.raises(InputError, match="choose one of rules"):
            await client.decompose(FERRY, method="magic")
        with pytest.raises(ConfigError, match="none is configured"):
            await client.decompose(FERRY, method="llm")


async def test_a_verification_by_the_language_models_claims_says_what_went_wrong(
    settings: dict[str, Any], server: LlmServer
) -> None:
    def fails_to_decompose(request: Request) -> Any:
        return Fails(500) if "answers" in request.document else Claims()(request)

    server.handler = fails_to_decompose
    model = {"llm_base_url": server.base_url, "llm_api_key": "k", "llm_retries": 0, "decomposer": "llm"}
    async with AsyncClaimGraph.open(**{**settings, **model}) as client:
        report = await client.verify(FERRY, contexts=[FERRY], correct=False)

    assert [claim.text for claim in report.claims] == CLAIMS  # by the rules
    assert any("HTTP 500" in warning for warning in report.run.warnings)
    assert any("taken apart without it" in warning for warning in report.run.warnings)


async def test_an_answer_in_french_is_verified_by_sentences_with_a_warning(settings: dict[str, Any]) -> None:
    async with AsyncClaimGraph.open(**settings) as client:
        report = await client.verify(FRENCH, contexts=[FRENCH], correct=False)

    assert len(report.claims) == 2
    assert any("another language" in warning for warning in report.run.warnings)


async def test_an_enterprises_answer_is_verified_by_sentences(settings: dict[str, Any]) -> None:
    async with AsyncClaimGraph.open(**settings) as client:
        report = await client.verify(FERRY, contexts=[FERRY], correct=False, domain="enterprise")

    assert [claim.text for claim in report.claims] == [FERRY]
