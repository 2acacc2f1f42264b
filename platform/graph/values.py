"""Driver values as plain Python ones, so that no other room has to know the driver."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """Nodes and edges become dicts of their properties, paths lists of those, times the standard library's."""
    if value is None or isinstance(value, (str, int, float, bool, bytes)):
        return value
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return _from_driver(value)


def _from_driver(value: Any) -> Any:
    from neo4j.graph import Node, Path, Relationship
    from neo4j.time import Date, DateTime, Duration, Time

    if isinstance(value, (Node, Relationship)):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Path):
        steps: list[Any] = [value.start_node]
        for edge, node in zip(value.relationships, value.nodes[1:], strict=True):
            steps += [edge, node]
        return [plain(step) for step in steps]
    if isinstance(value, (Date, DateTime, Time)):
        return value.to_native()
    if isinstance(value, Duration):
        return value.iso_format()
    return value
