"""Typed errors: `extensions.code` for programs, one line for people, the details only in the log."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator

from graphql import GraphQLError
from strawberry.extensions import SchemaExtension

from claimgraph.platform.errors import ClaimGraphError

from ..problems import internal, problem_of

_log = logging.getLogger("claimgraph.graphql")


class TypedErrors(SchemaExtension):
    """Gives every error of an operation its code, and hides whatever was not raised on purpose."""

    def on_operation(self) -> Iterator[None]:
        yield
        result = self.execution_context.result
        errors = getattr(result, "errors", None)
        if result is not None and errors:
            result.errors = [typed(error) for error in errors]


def typed(error: GraphQLError) -> GraphQLError:
    """The error as callers see it."""
    cause = error.original_error
    while isinstance(cause, GraphQLError) and cause.original_error is not None:
        cause = cause.original_error
    if isinstance(cause, ClaimGraphError):
        problem = problem_of(cause)
        return _told(error, problem.detail, problem.code)
    if cause is None or isinstance(cause, GraphQLError):
        # The query itself is at fault: syntax, validation, limits, variables.
        return _told(error, error.message, "BAD_QUERY")
    reference = uuid.uuid4().hex[:12]
    _log.error("unexpected error %s at %s", reference, error.path, exc_info=cause)
    problem = internal(reference)
    return _told(error, problem.detail, problem.code)


def _told(error: GraphQLError, message: str, code: str) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={"code": code},
    )
