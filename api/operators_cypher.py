"""Cypher of operators: their statement, its parameters and its bounds, checked before a store is opened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import InputError

if TYPE_CHECKING:
    from claimgraph.platform.graph import Graph
    from claimgraph.platform.graph.read_only import Table

MAX_ROWS = 1_000_000
"""Most rows that one statement gives."""

MAX_SECONDS = 3600.0
"""Longest time that a statement may take. The embedded store ends every statement after 120 s."""

MAX_CHARS = 100_000
"""Longest statement."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement to be run read-only, at most `timeout` seconds, for its first `limit` rows.

    Raises `InputError` where one of them makes no sense.
    """

    text: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 30.0
    limit: int = 1000

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise InputError("The statement is empty; give one such as: MATCH (c:Claim) RETURN count(c) AS claims")
        if len(self.text) > MAX_CHARS:
            raise InputError(f"The statement has {len(self.text)} characters; the most is {MAX_CHARS}.")
        if not 0 < self.timeout <= MAX_SECONDS:
            raise InputError(f"The timeout must be more than 0 and at most {MAX_SECONDS:g} seconds.")
        if not 1 <= self.limit <= MAX_ROWS:
            raise InputError(f"The limit must be from 1 to {MAX_ROWS} rows.")

    async def run(self, graph: Graph) -> Table:
        """See `read_table`. It sees every tenant."""
        from claimgraph.platform.graph.read_only import read_table

        return await read_table(graph.address, self.text, self.parameters, seconds=self.timeout, rows=self.limit)


def read_parameters(given: Iterable[str]) -> dict[str, Any]:
    """`NAME=JSON` texts as parameters. Raises `InputError` for one that is none, or a name given twice."""
    parameters: dict[str, Any] = {}
    for one in given:
        name, found, value = one.partition("=")
        name = name.strip().removeprefix("$")
        if not found or not name:
            raise InputError("--param wants NAME=JSON, such as tenant='\"default\"' or least=2.")
        if name in parameters:
            raise InputError(f"The parameter {name[:40]} is given twice.")
        try:
            parameters[name] = json.loads(value)
        except ValueError as error:
            raise InputError(
                f"The parameter {name[:40]} is not JSON ({error}); a text stands in double quotes, as in "
                f"--param '{name[:40]}=\"text\"'."
            ) from error
    return parameters
