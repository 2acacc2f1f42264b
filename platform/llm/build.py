"""Picks the endpoint from the settings."""

from __future__ import annotations

from urllib.parse import urlsplit

from claimgraph.platform.errors import ConfigError
from claimgraph.platform.settings import Settings

from .cache import ReplyCache
from .endpoint import OPENAI_URL, Endpoint
from .model import LanguageModel
from .openai_model import Limits, OpenAiModel
from .usage import price_of

_NO_KEY = "none"  # servers of one's own often want no key, but the SDK wants a text


def build_llm(settings: Settings, model: str | None = None) -> LanguageModel | None:
    """The configured language model, or `model` at its endpoint; None where none is configured.

    Opens no connection and imports no SDK. Raises `ConfigError` for an address that is none.
    """
    endpoint = configured_endpoint(settings)
    if endpoint is None:
        return None
    name = model or settings.llm_model
    return OpenAiModel(
        endpoint,
        name,
        Limits(settings.llm_timeout_seconds, settings.llm_retries, settings.llm_concurrency),
        ReplyCache(settings.home / "cache" / "llm"),
        price_of(name, settings.llm_prices),
    )


def configured_endpoint(settings: Settings) -> Endpoint | None:
    """Where language models and embeddings are served: an address of one's own wins over Azure, and Azure over OpenAI.

    None where neither an address nor a key is set. Raises `ConfigError` for an address that is none.
    """
    if not settings.llm_configured:
        return None
    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else _NO_KEY
    if settings.llm_base_url:
        return Endpoint("compatible", _address(settings.llm_base_url, "CLAIMGRAPH_LLM_BASE_URL"), key)
    if settings.azure_api_key and settings.azure_endpoint:
        url = _address(settings.azure_endpoint, "CLAIMGRAPH_AZURE_ENDPOINT")
        return Endpoint("azure", url, settings.azure_api_key.get_secret_value(), settings.azure_api_version)
    return Endpoint("openai", OPENAI_URL, key)


def _address(url: str, setting: str) -> str:
    try:
        parts = urlsplit(url.strip())
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        valid = False
    if not valid:
        raise ConfigError(f"{setting} is not an address such as https://host/v1.")
    return url.strip().rstrip("/")
