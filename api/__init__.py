"""The public surface: `ClaimGraph`, `AsyncClaimGraph`, `GraphEvalPipeline`, the command line, GraphQL and REST.

Names are loaded on first use, so that `claimgraph --help` pays for none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aclient import AsyncClaimGraph
    from .client import ClaimGraph
    from .grapheval import GraphEvalPipeline

__all__ = ["AsyncClaimGraph", "ClaimGraph", "GraphEvalPipeline"]


def __getattr__(name: str) -> Any:
    if name == "ClaimGraph":
        from .client import ClaimGraph

        return ClaimGraph
    if name == "AsyncClaimGraph":
        from .aclient import AsyncClaimGraph

        return AsyncClaimGraph
    if name == "GraphEvalPipeline":
        from .grapheval import GraphEvalPipeline

        return GraphEvalPipeline
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
