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


@functools.lru_cache(maxsize=512)
def filled_query(name: str, **placeholders: str) -> Query:
    """A query with its `{{PLACEHOLDER}}`s filled in: labels, edge types and property maps, which cannot be parameters.

    Every text that is put in comes from `schema` or is built of checked names: never text from outside.
    """
    found = query(name)
    text = found.text
    for placeholder, value in placeholders.items():
        text = text.replace("{{" + placeholder + "}}", value)
    return Query(name=found.name, text=text)
