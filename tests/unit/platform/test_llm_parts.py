from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ConfigError
from claimgraph.platform.llm import build_llm
from claimgraph.platform.llm.cache import ReplyCache, cache_key
from claimgraph.platform.llm.openai_model import OpenAiModel
from claimgraph.platform.llm.usage import Price, Usage, price_of
from claimgraph.platform.settings import Settings

usages = st.builds(
    Usage,
    *[st.integers(0, 1000)] * 4,
    cost=st.none() | st.integers(0, 1000).map(float),
)


@given(usages, usages, usages)
def test_usage_adds_up_in_any_order(a: Usage, b: Usage, c: Usage) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + Usage() == a


def test_a_dated_edition_has_the_price_of_its_model() -> None:
    prices = {"gpt-4o-mini": (0.15, 0.6)}
    assert price_of("gpt-4o-mini", prices) == price_of("gpt-4o-mini-2024-07-18", prices) == Price(0.15, 0.6)
    assert price_of("gpt-4o-mini-large", prices) is None
    assert Price(2.0, 8.0).of(1_000_000, 500_000) == 6.0


def test_the_cache_drops_its_oldest_entries(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path, most=3)
    for number in range(5):
        cache.put(f"key {number}", f"text {number}")
    kept = [cache.get(f"key {number}") for number in range(5)]
    cache.close()
    assert kept == [None, None, "text 2", "text 3", "text 4"]


def test_two_open_caches_of_one_folder_see_each_other(tmp_path: Path) -> None:
    one, other = ReplyCache(tmp_path), ReplyCache(tmp_path)
    one.put("k", "从一")
    assert other.get("k") == "从一"
    other.put("k", "from other")
    assert one.get("k") == "from other"
    one.close()
    other.close()


def test_a_cache_key_does_not_depend_on_the_order_of_its_parts() -> None:
    assert cache_key({"a": 1, "b": {"c": 2, "d": 3}}) == cache_key({"b": {"d": 3, "c": 2}, "a": 1})
    assert cache_key({"a": "1"}) != cache_key({"a": 1})


@pytest.fixture(autouse=True)
def _no_language_model_in_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def _built(tmp_path: Path, **settings: Any) -> OpenAiModel:
    llm = build_llm(Settings(home=tmp_path, **settings))
    assert isinstance(llm, OpenAiModel)
    return llm


def test_without_a_key_or_an_address_there_is_no_language_model(tmp_path: Path) -> None:
    assert build_llm(Settings(home=tmp_path)) is None
    assert build_llm(Settings(home=tmp_path, azure_api_key="k")) is None


def test_the_names_people_already_use_configure_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("LLM_MODEL_ID", "house-model")
    assert _built(tmp_path).name == "house-model"


def test_the_version_tells_endpoints_apart(tmp_path: Path) -> None:
    openai = _built(tmp_path, llm_api_key="k")
    azure = _built(tmp_path, azure_api_key="k", azure_endpoint="https://example.test")
    own = _built(tmp_path, llm_base_url="http://example.test/v1")
    assert len({openai.version, azure.version, own.version}) == 3
    assert own.version == _built(tmp_path, llm_base_url="http://example.test/v1/", llm_api_key="other").version


@pytest.mark.parametrize("address", ["example.test/v1", "ftp://example.test", "http://", "http://x:99999/v1"])
def test_an_address_that_is_none_is_a_clear_error(address: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="CLAIMGRAPH_LLM_BASE_URL"):
        build_llm(Settings(home=tmp_path, llm_base_url=address))
