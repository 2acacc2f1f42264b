"""Settings: environment (`CLAIMGRAPH_*`), `.env`, `claimgraph.toml`, in this order of precedence.

The language model is also found by the names other tools already use (`OPENAI_API_KEY`, `AZURE_OPENAI_…`,
`LLM_…`); those are aliases of the settings below.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from claimgraph.platform.errors import ConfigError


def _names(setting: str, *aliases: str) -> AliasChoices:
    return AliasChoices(setting, f"claimgraph_{setting}", *aliases)


class Settings(BaseSettings):
    """All settings of one process; immutable. Unknown `CLAIMGRAPH_*` names in `claimgraph.toml` are refused."""

    model_config = SettingsConfigDict(
        env_prefix="CLAIMGRAPH_",
        env_file=".env",
        toml_file="claimgraph.toml",
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("claimgraph", appauthor=False)),
        description="Folder of the embedded store, its password, caches and the service key.",
    )
    tenant: str = Field("default", min_length=1, max_length=200, description="Whose part of the graph is used.")

    neo4j_uri: str | None = Field(None, description="Bolt address of a Neo4j 5 server; empty: the embedded store.")
    neo4j_user: str = Field("neo4j", description="User at that server.")
    neo4j_password: SecretStr | None = Field(None, description="Password at that server.")
    neo4j_database: str | None = Field(None, description="Database at that server; empty: its default database.")
    embedded_idle_minutes: float = Field(
        10.0, gt=0, description="The embedded server stops after this many minutes without a client."
    )
    embedded_heap: str | None = Field(
        None, pattern=r"^\d+[mMgG]$", description="Heap of the embedded server, such as 1g; empty: by machine size."
    )
    pool_size: int = Field(20, ge=1, description="Most Bolt connections of one process.")
    store_timeout_seconds: float = Field(30.0, gt=0, description="How long to wait for a connection to the store.")

    threads: int = Field(0, ge=0, description="Processors that local models use, a batch on each; 0: all there are.")
    embedding_model: str | None = Field(
        None,
        min_length=1,
        validation_alias=_names("embedding_model", "EMBEDDING_MODEL_ID"),
        description="An embedder for every language instead of the built-in ones: a sentence-transformers folder or "
        "hub name (needs claimgraph[torch]); `endpoint:NAME` asks the endpoint that is configured for the language "
        "model, which then gets every text. Documents loaded under another embedder are found by words until they are "
        "loaded again.",
    )
    chinese_embedder: Literal["bge", "hashed"] = Field(
        "bge",
        description="Embedder of Chinese texts: a small BERT, or hashed words and characters, much faster and blind to "
        "paraphrase; documents loaded under the other one are found by words until they are loaded again.",
    )
    nli_model: str | None = Field(
        None,
        min_length=1,
        description="An NLI model of the transformers library, a folder or a name on a model hub, instead of the "
        "built-in ones; it is given every language (needs claimgraph[torch]).",
    )
    nli_runtime: Literal["onnxruntime", "openvino"] = Field(
        "onnxruntime",
        description="What computes the built-in NLI models. OpenVINO is faster where the processor has bfloat16; its "
        "scores differ by about 0.01 (needs claimgraph[openvino]).",
    )
    chunk_tokens: int = Field(200, ge=20, le=2000, description="Most tokens in a chunk.")
    max_text_chars: int = Field(
        20_000_000, ge=1, description="Longest document, in characters after parsing; longer ones are refused."
    )
    max_answer_chars: int = Field(200_000, ge=1, description="Longest answer that verify takes, in characters.")

    llm_api_key: SecretStr | None = Field(
        None,
        validation_alias=_names("llm_api_key", "OPENAI_API_KEY", "LLM_API_KEY"),
        description="Key of the language model's endpoint.",
    )
    llm_base_url: str | None = Field(
        None,
        validation_alias=_names("llm_base_url", "OPENAI_BASE_URL", "LLM_BASE_URL"),
        description="Address of an OpenAI-compatible endpoint.",
    )
    llm_model: str = Field(
        "gpt-4o-mini",
        validation_alias=_names("llm_model", "LLM_MODEL_ID"),
        description="Name of the language model (the deployment's name on Azure).",
    )
    examinee_model: str | None = Field(
        None,
        min_length=1,
        description="A second model at the same endpoint, which answers what the judge lmvlm asks; empty: the language "
        "model answers itself.",
    )
    azure_api_key: SecretStr | None = Field(
        None,
        validation_alias=_names("azure_api_key", "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_KEY"),
        description="Key of an Azure OpenAI resource.",
    )
    azure_endpoint: str | None = Field(
        None,
        validation_alias=_names("azure_endpoint", "AZURE_OPENAI_ENDPOINT", "AZURE_ENDPOINT"),
        description="Address of an Azure OpenAI resource.",
    )
    azure_api_version: str = Field(
        "2024-10-21",
        validation_alias=_names("azure_api_version", "OPENAI_API_VERSION"),
        description="Version of Azure OpenAI's interface.",
    )
    llm_timeout_seconds: float = Field(60.0, gt=0, description="Longest wait for one reply of the language model.")
    llm_concurrency: int = Field(4, ge=1, description="Most requests to the language model at once.")
    llm_retries: int = Field(4, ge=0, description="Further tries after a passing failure of the endpoint.")
    llm_prices: dict[str, tuple[float, float]] = Field(
        default={
            "gpt-4o": (2.5, 10.0),
            "gpt-4o-mini": (0.15, 0.6),
            "gpt-4.1": (2.0, 8.0),
            "gpt-4.1-mini": (0.4, 1.6),
            "gpt-4.1-nano": (0.1, 0.4),
        },
        description="US dollars for a million prompt and completion tokens, by model; others have no known cost.",
    )

    decomposer: Literal["rules", "llm", "hybrid"] = Field(
        "hybrid",
        description="How answers are taken apart: by rules, by the language model, or by rules with the language model "
        "for what is too complex for them; without a language model hybrid means rules.",
    )
    granularity: Literal["auto", "claim", "sentence", "passage"] = Field(
        "auto", description="What is judged as one claim; auto: by domain and risk."
    )
    complexity_threshold: float = Field(
        0.3,
        ge=0,
        le=1,
        description="Sentences whose claims by rule are at least this likely to be wrong go to the language model "
        "(hybrid).",
    )
    quality_threshold: float = Field(
        0.6, ge=0, le=1, description="A decomposition of lower quality goes to the language model (hybrid); 0: never."
    )
    read_statements: bool = Field(
        True, description="Read documents as claims and triples too, so that chunks state claims; off costs nothing."
    )
    spacy_model: str | None = Field(
        None, description="Name or folder of an installed spaCy pipeline for English; empty: the one that ships."
    )
    ner_model: str | None = Field(
        None,
        description="Name or folder of a transformers token classifier for named entities; needs claimgraph[torch].",
    )
    coreference_model: str | None = Field(
        None, description="Name or folder of a fastcoref model for English; empty: rules. Needs claimgraph[torch]."
    )
    relation_model: str | None = Field(
        None,
        description="Name or folder of a REBEL-like transformers model whose relations are added to the triples; needs "
        "claimgraph[torch].",
    )

    redeep_model: str | None = Field(
        None,
        min_length=1,
        description="Folder of a causal language model (safetensors) that ReDeEP reads answers in, as a further judge; "
        "needs claimgraph[torch] and a detector.",
    )
    redeep_detector: Path | None = Field(
        None, description="The detector that `claimgraph redeep fit` made for that model; a JSON file."
    )
    redeep_device: str = Field(
        "cpu",
        pattern=r"^(auto|cpu|mps|cuda(:\d+)?)$",
        description="Where that model runs: cpu, cuda, cuda:1, mps, or auto.",
    )

    judges: str = Field(
        "nli,similarity,rules,alignment,statements,values,graph",
        description="The judges of every claim, by name (docs/judging.md lists them); those by a language model cost "
        "calls.",
    )
    policy: str = Field(
        "calibrated",
        description="How the judges' opinions become a verdict: calibrated, vote, strict, or a policy's .json file.",
    )
    policy_by_domain: dict[str, str] = Field(
        default={}, description="Policies of single domains, as {'medical': 'strict'}; others get `policy`."
    )
    review_error: float | None = Field(
        None,
        gt=0,
        lt=1,
        description="Share of errors at which a claim without a single possible verdict goes to review (calibrated); "
        "empty: every claim gets its most probable verdict.",
    )
    support_threshold: float = Field(
        0.8, ge=0, le=1, description="Least share of supported claims for an answer to pass."
    )
    correct: bool = Field(True, description="Correct what is contradicted or unsupported.")
    correction_rounds: int = Field(
        2, ge=1, le=10, description="Most proposals that each corrector may make for one claim."
    )
    uncorrected: Literal["quote", "remove", "flag", "keep"] = Field(
        "quote",
        description="What becomes of a claim that nobody could correct: what the evidence says of it is quoted in its "
        "place (it is taken out where that says nothing), or it is taken out, marked, or kept as it is.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "warning",
        description="Least level that programs log, on stderr: names and numbers, never texts; debug: every statement.",
    )
    log_format: Literal["text", "json"] = Field("text", description="A log line is plain text or a JSON object.")
    otlp_endpoint: str | None = Field(
        None,
        validation_alias=_names("otlp_endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT"),
        description="Where the service sends its spans by OTLP over HTTP, such as http://localhost:4318 (needs "
        "claimgraph[telemetry]); empty: nowhere.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, dotenv_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def llm_configured(self) -> bool:
        """True when some language model can be asked: a key, or an address of one's own."""
        return bool(self.llm_api_key or self.llm_base_url or (self.azure_api_key and self.azure_endpoint))


def load_settings(**overrides: Any) -> Settings:
    """Read the settings of this process; `overrides` win over everything.

    Raises `ConfigError` naming each setting that is wrong, without its value.
    """
    try:
        return Settings(**overrides)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_input=False))
        raise ConfigError(f"Settings are wrong: {wrong}. See `claimgraph config show`.") from error
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"Settings could not be read ({type(error).__name__}); check .env and claimgraph.toml."
        ) from error
