"""Asking a language model: prompts in, checked replies or typed failures out.

`build_llm(settings)` gives a `LanguageModel`, or None where none is configured. Nothing here imports the
`openai` package until the first request that the cache cannot answer.
"""

from __future__ import annotations

from .build import build_llm, configured_endpoint
from .model import Candidates, Failure, LanguageModel, Prompt, Reply
from .usage import Meter, Price, Usage, metered, total_usage

__all__ = [
    "Candidates",
    "Failure",
    "LanguageModel",
    "Meter",
    "Price",
    "Prompt",
    "Reply",
    "Usage",
    "build_llm",
    "configured_endpoint",
    "metered",
    "total_usage",
]
