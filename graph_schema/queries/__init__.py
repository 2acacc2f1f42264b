"""One `.cypher` file a query; the comment on top says what it answers, its parameters and its index."""

from __future__ import annotations

import functools

from claimgraph.platform.graph import Query, load_query

from ..schema import tenant_label, vector_property


@functools.cache
def query(name: str) -> Query:
    """The query in `<name>.cypher`."""
    return load_query(__name__, name)


@functools.cache
def tenant_query(name: str, *, tenant: str | None = None, embedder: str | None = None) -> Query:
    """A query whose label or vector property is a tenant's or an embedder's own.

    Labels and property names cannot be parameters. What is put in is a hash in hexadecimal or a name checked by
    `vector_property`: never text from outside.
    """
    found = query(name)
    text = found.text
    if tenant is not None:
        text = text.replace("{{LABEL}}", tenant_label(tenant))
    if embedder is not None:
        text = text.replace("{{VECTOR}}", vector_property(embedder))
    return Query(name=found.name, text=text)
