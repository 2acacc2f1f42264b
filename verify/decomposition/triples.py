"""A text as the triples of its knowledge graph: each statement that has one, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.ingest.model import Statement
from claimgraph.ingest.ports import KnowledgeExtractor


class TripleDecomposer:
    """Implements `Decomposer` over a `KnowledgeExtractor`: what is judged are the facts that the graph holds."""

    def __init__(self, extractor: KnowledgeExtractor) -> None:
        self._extractor = extractor
        self.version = f"triples/{extractor.name}-{extractor.version}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        """The statements of each text that carry a triple, in order. Raises what the extractor raises."""
        read = await self._extractor.read_all(texts)
        return [[statement for statement in one.statements if statement.triples] for one in read]
