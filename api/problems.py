"""Errors as GraphQL and REST tell them: a stable code, an HTTP status, one line; never a stack trace."""

from __future__ import annotations

from dataclasses import dataclass

from claimgraph.platform import errors


@dataclass(frozen=True, slots=True)
class Problem:
    """`code` is what programs switch on; it never changes for a kind of error."""

    code: str
    status: int
    title: str
    detail: str


_KINDS: tuple[tuple[type[errors.ClaimGraphError], str, int, str], ...] = (
    (errors.UnreadableDocument, "UNREADABLE_DOCUMENT", 422, "The document cannot be read"),
    (errors.TextTooLong, "TEXT_TOO_LONG", 413, "The text is too long"),
    (errors.Unconfirmed, "UNCONFIRMED", 409, "Say that it is meant"),
    (errors.DamagedArchive, "DAMAGED_ARCHIVE", 422, "The backup cannot be trusted"),
    (errors.InputError, "BAD_INPUT", 400, "The input cannot be worked on"),
    (errors.NotFound, "NOT_FOUND", 404, "Not found"),
    (errors.CredentialsRefused, "CREDENTIALS_REFUSED", 503, "The service's own login or key was refused"),
    (errors.Forbidden, "FORBIDDEN", 401, "Credentials are missing or were refused"),
    (errors.Conflict, "CONFLICT", 503, "Too many writers at once; try again"),
    (errors.GraphUnavailable, "GRAPH_UNAVAILABLE", 503, "The store does not answer"),
    (errors.MigrationError, "SCHEMA_MISMATCH", 500, "The store's schema does not fit"),
    (errors.GraphError, "GRAPH_ERROR", 500, "The store failed"),
    (errors.ModelReplyError, "MODEL_REPLY", 502, "A model gave an unusable reply"),
    (errors.ModelUnavailable, "MODEL_UNAVAILABLE", 503, "A model is not available"),
    (errors.ModelError, "MODEL_ERROR", 500, "A model failed"),
    (errors.ConfigError, "CONFIG", 500, "The service is set up wrongly"),
    (errors.ClaimGraphError, "FAILED", 500, "Failed"),
)
"""Most special first: the first class that fits is the error's kind."""


def problem_of(error: errors.ClaimGraphError) -> Problem:
    """How an error that was raised on purpose is told."""
    for kind, code, status, title in _KINDS:
        if isinstance(error, kind):
            return Problem(code, status, title, str(error))
    raise AssertionError("the last kind is the base of all")


def internal(reference: str) -> Problem:
    """How any other error is told: by a reference to the log, with nothing of what went wrong."""
    return Problem(
        "INTERNAL",
        500,
        "An unexpected error",
        f"An unexpected error; the service's log has it under {reference}.",
    )
