"""From settings to an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimgraph.platform.errors import ConfigError

from .address import GraphAddress

if TYPE_CHECKING:
    from claimgraph.platform.settings import Settings


def configured_address(settings: Settings) -> GraphAddress:
    """The Neo4j server of the settings. Raises `ConfigError` where its address or password is missing."""
    if not settings.neo4j_uri:
        raise ConfigError("CLAIMGRAPH_NEO4J_URI is not set.")
    if settings.neo4j_password is None:
        raise ConfigError("CLAIMGRAPH_NEO4J_URI is set but CLAIMGRAPH_NEO4J_PASSWORD is not.")
    return GraphAddress(
        uri=settings.neo4j_uri,
        user=settings.neo4j_user,
        password=settings.neo4j_password.get_secret_value(),
        database=settings.neo4j_database,
    )
