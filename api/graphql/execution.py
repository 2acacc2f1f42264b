"""The schema with its limits, and running an operation in this process."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import strawberry
from strawberry.extensions import MaxAliasesLimiter, MaxTokensLimiter, QueryDepthLimiter

from claimgraph.platform.errors import InputError

from .context import new_context
from .errors import TypedErrors
from .mutation import Mutation
from .query import Query

if TYPE_CHECKING:
    from ..bootstrap import Services

MAX_DEPTH = 14
MAX_ALIASES = 20
MAX_TOKENS = 2_000


class Schema(strawberry.Schema):
    def process_errors(self, errors: Any, execution_context: Any = None) -> None:
        """Strawberry's own logging prints the query's error with its trace; `TypedErrors` logs what is ours to log."""


@functools.cache
def schema() -> Schema:
    """The schema; built once a process."""
    return Schema(
        query=Query,
        mutation=Mutation,
        extensions=[
            lambda: QueryDepthLimiter(max_depth=MAX_DEPTH),
            lambda: MaxAliasesLimiter(max_alias_count=MAX_ALIASES),
            lambda: MaxTokensLimiter(max_token_count=MAX_TOKENS),
            TypedErrors,
        ],
    )


async def execute(services: Services, query: str, variables: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Run one operation: an object with `data` and, where something failed, `errors`.

    Raises `InputError` for an empty query.
    """
    if not query.strip():
        raise InputError("The query is empty; hand over a GraphQL operation, such as { documents { nodes { key } } }.")
    result = await schema().execute(query, variable_values=dict(variables or {}), context_value=new_context(services))
    response: dict[str, Any] = {"data": result.data}
    if result.errors:
        response["errors"] = [error.formatted for error in result.errors]
    return response
