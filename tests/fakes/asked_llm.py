"""The real client over a fake server, for one test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.platform.llm.endpoint import Endpoint
from claimgraph.platform.llm.openai_model import Limits, OpenAiModel

from .llm_server import LlmServer


@asynccontextmanager
async def asked(
    server: LlmServer, cache: Path | None = None, model: str = "judging-model", limits: Limits | None = None
) -> AsyncIterator[OpenAiModel]:
    """A client without a cache unless a folder is given: what was answered before must not stand in for an answer."""
    kept = None if cache is None else ReplyCache(cache)
    llm = OpenAiModel(Endpoint("compatible", server.base_url, "k"), model, limits or Limits(retries=0), kept)
    try:
        yield llm
    finally:
        await llm.aclose()
