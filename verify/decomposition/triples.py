"""A text as the triples of its knowledge graph: each statement that has one, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.ingest.model import Statement
from claimgraph.ingest.ports import KnowledgeExtractor
from claimgraph.ingest.text.language import rules_language
from claimgraph.platform.llm import Usage
from claimgraph.platform.llm.usage import record

from .rules import NO_RULES


class TripleDecomposer:
    """Implements `Decomposer` over a `KnowledgeExtractor`: what is judged are the facts that the graph holds."""

    def __init__(self, extractor: KnowledgeExtractor) -> None:
        self._extractor = extractor
        self.version = f"triples/{extractor.name}-{extractor.version}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        """The statements of each text that assert a triple, in order. Raises what the extractor raises.

        What is left out is told to `metered()` blocks: a text without triples is not one without faults.
        """
        read = await self._extractor.read_all(texts)
        if any(rules_language(text) is None for text in texts):
            record(Usage(), NO_RULES)
        checkable = [[one for one in found.statements if one.checkable] for found in read]
        kept = [[one for one in found if one.triples] for found in checkable]
        left = sum(map(len, checkable)) - sum(map(len, kept))
        if left:
            record(Usage(), f"{left} statements carry no triple and were not evaluated.")
        return kept
