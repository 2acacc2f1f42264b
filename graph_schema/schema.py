"""Every node label and edge type of the graph. Migrations, tests and the documentation are held against this list.

What makes each one unique is in `ids`; their properties are in section 3 of `docs/graph.md`.
"""

from __future__ import annotations

from .ids import tenant_suffix

NODE_LABELS = (
    "Document",
    "Revision",
    "Chunk",
    "Entity",
    "Question",
    "Answer",
    "Claim",
    "Triple",
    "Job",
    "Run",
    "Correction",
    "Review",
)

EDGE_TYPES: dict[str, tuple[tuple[str, str], ...]] = {
    "HAS_REVISION": (("Document", "Revision"),),
    "CURRENT": (("Document", "Revision"),),
    "HAS_CHUNK": (("Revision", "Chunk"),),
    "MENTIONS": (("Chunk", "Entity"), ("Claim", "Entity")),
    "SAME_AS": (("Entity", "Entity"),),
    "STATES": (("Chunk", "Claim"),),
    "HAS_TRIPLE": (("Claim", "Triple"),),
    "HEAD": (("Triple", "Entity"),),
    "TAIL": (("Triple", "Entity"),),
    "ANSWERS": (("Answer", "Question"),),
    "HAS_RUN": (("Answer", "Run"),),
    "CURRENT_RUN": (("Answer", "Run"),),
    "RETRIEVED": (("Run", "Chunk"),),
    "CHECKED_AGAINST": (("Claim", "Chunk"),),
    "FOUND": (("Run", "Claim"),),
    "ASSERTS": (("Answer", "Claim"),),
    "HAS_CORRECTION": (("Run", "Correction"),),
    "CORRECTS": (("Correction", "Claim"),),
    "BASED_ON": (("Correction", "Chunk"),),
    "YIELDS": (("Correction", "Claim"),),
    "OF": (("Review", "Run"), ("Review", "Claim")),
}
"""Edge type -> the pairs of node labels that it may join, from and to."""


def tenant_label(tenant: str) -> str:
    """The label that a tenant's chunks carry beside `Chunk`; vector and full-text indexes are made on it."""
    return f"Chunk_{tenant_suffix(tenant)}"


def vector_property(embedder: str) -> str:
    """The chunk property that holds an embedder's vector. `embedder` is its name: `[a-z0-9_]+`."""
    if not embedder.replace("_", "").isalnum() or not embedder.isascii() or embedder != embedder.lower():
        raise ValueError(f"an embedder's name must be lower-case letters, digits and _: {embedder!r}")
    return f"vector_{embedder}"
