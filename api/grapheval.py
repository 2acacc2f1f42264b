"""`GraphEvalPipeline`: the interface that readers of the GraphEval paper expect, over the platform."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .client import ClaimGraph

if TYPE_CHECKING:
    from claimgraph.verify.grapheval import GraphEvalResult


class GraphEvalPipeline:
    """Knowledge graph of an output, each triple held against the context by NLI, hallucinated ones corrected.

        with GraphEvalPipeline() as pipeline:
            result = pipeline.run(llm_output, context)
            result.consistent, result.hallucinated_triples, result.corrected_output

    It is a verification like any other, with the NLI judge alone deciding: what it finds is kept in the graph.
    """

    def __init__(
        self, client: ClaimGraph | None = None, *, threshold: float = 0.5, strategy: str | None = None, **settings: Any
    ) -> None:
        """`client`: an open one to work with; without, one is opened with `settings` and closed by `close`.

        `threshold`, in [0, 1]: the least probability with which contradiction or neutral makes a triple hallucinated.
        `strategy`: how triples are read, "rules" (the parse) or "llm"; None follows the setting `decomposer`.
        """
        self._client = client or ClaimGraph.open(**settings)
        self._owned = client is None
        self._threshold = threshold
        self._strategy = strategy

    def run(self, llm_output: str, context: str | Sequence[str], *, correct: bool = True) -> GraphEvalResult:
        """Evaluate and, unless told otherwise, correct one output; `context` is what it was made from.

        The result has `original_output`, `consistent`, `kg_triples`, `hallucinated_triples` (each with the three NLI
        probabilities), `corrected_triples` and `corrected_output`.
        Raises `InputError` for an output or a context that is empty or too long.
        """
        return self._client.grapheval(
            llm_output, context, threshold=self._threshold, strategy=self._strategy, correct=correct
        )

    def close(self) -> None:
        """Close the client, where the pipeline opened it."""
        if self._owned:
            self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
