"""The version of all rules by which replies of language models become opinions."""

from __future__ import annotations

from claimgraph.platform.source import source_fingerprint

LLM_RULES = source_fingerprint("claimgraph.verify.judges.llm")
