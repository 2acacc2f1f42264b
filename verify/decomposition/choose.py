"""Which decomposer a method's name stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimgraph.ingest.ports import StatementReader
from claimgraph.platform.errors import ConfigError, InputError
from claimgraph.platform.llm import LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.platform.models.ports import TextAnalyser

from .hybrid import COMPLEXITY_THRESHOLD, QUALITY_THRESHOLD, HybridDecomposer
from .llm import LlmDecomposer
from .quality import QualityMeter
from .result import DetailedDecomposer
from .rules import RulesDecomposer
from .splitting import LlmSplitter

METHODS = ("rules", "llm", "hybrid")


@dataclass(frozen=True, slots=True)
class Escalation:
    """When the hybrid decomposer asks the language model: risk from here on, quality below there (0: never)."""

    complexity: float = COMPLEXITY_THRESHOLD
    quality: float = QUALITY_THRESHOLD


def build_decomposer(
    method: str,
    reader: StatementReader,
    analysers: Mapping[str, TextAnalyser],
    llm: LanguageModel | None = None,
    cache: ReplyCache | None = None,
    escalation: Escalation = Escalation(),
) -> DetailedDecomposer:
    """The decomposer of a method; without a language model "hybrid" is the rules.

    `cache` keeps the language model's claims by answer, prompt version and model.
    Raises `InputError` for a method that there is not, `ConfigError` for "llm" without a language model.
    """
    if method not in METHODS:
        raise InputError(f"There is no method {method[:40]!r}; choose one of {', '.join(METHODS)}.")
    if method == "rules":
        return RulesDecomposer(reader)
    if method == "llm":
        if llm is None:
            raise ConfigError(
                "Taking an answer apart by a language model needs one, and none is configured; "
                "set OPENAI_API_KEY or LLM_BASE_URL, or choose the method rules or hybrid."
            )
        return LlmDecomposer(llm, reader, cache)
    return HybridDecomposer(
        reader,
        LlmSplitter(llm, reader, cache) if llm is not None else None,
        QualityMeter(analysers),
        complexity_threshold=escalation.complexity,
        quality_threshold=escalation.quality,
    )
