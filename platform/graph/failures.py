"""What a driver error means here: which of our errors it is, and whether running the work again may help."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import (
    ClaimGraphError,
    ConfigError,
    Conflict,
    CredentialsRefused,
    Forbidden,
    GraphError,
    GraphUnavailable,
    InputError,
)

from .address import Dialect, GraphAddress

if TYPE_CHECKING:
    from neo4j import exceptions as neo4j_errors

_CONSTRAINT = "Neo.ClientError.Schema.ConstraintValidationFailed"
_GONE = "Neo.ClientError.Statement.EntityNotFound"
_STATEMENT_IS_WRONG = ("Neo.ClientError.Statement.SyntaxError", "Neo.ClientError.Procedure.ProcedureNotFound")


class Overtaken(Conflict):
    """A work function saw that its transaction cannot come to a good end, as another writer came between.

    `Graph.write` runs it again. On the embedded store a transaction sees what others commit meanwhile, and of two that
    merge the same new node the later no longer finds its own, before the commit refuses it.
    """


class CommitUnknown(GraphUnavailable):
    """The connection was lost while a transaction committed: it is in the store, or it is not."""


def lost_connection(error: BaseException | None) -> bool:
    """True where no server was there any more to answer, or none came to be there."""
    from neo4j import exceptions as neo4j

    return isinstance(error, (neo4j.ServiceUnavailable, neo4j.SessionExpired, OSError))


def translate(
    error: Exception, address: GraphAddress, doing: str, parameters: Mapping[str, object] | None = None
) -> ClaimGraphError:
    """The error of our tree for what the driver raised while `doing` ("query chunks_by_id", "connecting").

    The server's own message is left out wherever it can quote values, which are people's text: it is kept only
    for what is wrong with the statement itself, and not where it repeats one of the `parameters`.
    """
    from neo4j import exceptions as neo4j

    if isinstance(error, (UnicodeEncodeError, OverflowError)):
        return InputError(f"In {doing}: a value cannot be stored (a lone surrogate, or a number beyond 64 bits).")
    if isinstance(error, neo4j.AuthError):
        return CredentialsRefused(_refused_login(address))
    if lost_connection(error):
        return GraphUnavailable(_away(address, doing))
    if isinstance(error, neo4j.ConfigurationError):
        return ConfigError(f"{_upper(address)} cannot be used: {error}. Check CLAIMGRAPH_NEO4J_URI.")
    if isinstance(error, neo4j.Neo4jError):
        return _from_server(error, address, doing, parameters or {})
    if isinstance(error, neo4j.DriverError):
        return GraphError(f"In {doing}, {address}: {type(error).__name__}.")
    return GraphError(f"In {doing}, {address}: a value of this type cannot be stored ({type(error).__name__}).")


def may_pass(error: BaseException | None, dialect: Dialect) -> bool:
    """True where the same work, run again as a whole, may succeed.

    The embedded store raises a constraint violation when two transactions merge the same new key; the driver
    does not call that retryable, and on Neo4j, which locks the key, it would be a real violation. What a statement
    found and could then not find any more, another writer deleted meanwhile: on either store, as no statement of ours
    names a node or edge by the store's own id.
    """
    from neo4j import exceptions as neo4j

    if isinstance(error, neo4j.Neo4jError):
        met = error.code == _GONE or (error.code == _CONSTRAINT and dialect is Dialect.ARCADEDB)
        return met or error.is_retryable()
    return isinstance(error, neo4j.DriverError) and error.is_retryable()


def gave_up(error: ClaimGraphError, attempts: int) -> ClaimGraphError:
    """What to raise when a failure that may pass did not pass."""
    if isinstance(error, GraphError) and not isinstance(error, GraphUnavailable):
        return Conflict(f"{error} Other writers kept interfering in {attempts} tries; try again later.")
    return error


def _from_server(
    error: neo4j_errors.Neo4jError, address: GraphAddress, doing: str, parameters: Mapping[str, object]
) -> ClaimGraphError:
    code = error.code or ""
    if code == "Neo.ClientError.Security.Forbidden" or ".Statement.AccessMode" in code:
        return Forbidden(f"In {doing}: user {address.user} may not do this in {address}.")
    if code.startswith("Neo.ClientError.Security."):
        return CredentialsRefused(_refused_login(address))
    if code.startswith("Neo.ClientError.Database."):
        return ConfigError(
            f"{_upper(address)} has no database {address.database or '(default)'}; check CLAIMGRAPH_NEO4J_DATABASE."
        )
    if code == _CONSTRAINT:
        return GraphError(f"In {doing}: the store refused a second node or edge with a key that must be unique.")
    if code in _STATEMENT_IS_WRONG:
        said = _first_line(error, parameters)
        return GraphError(f"In {doing}: the store does not understand the statement{said}.")
    from .embedded.folder import disk_trouble

    if address.folder and (trouble := disk_trouble(Path(address.folder))):
        return GraphUnavailable(f"In {doing}: nothing was written, as {trouble}. Then run the command again.")
    return GraphError(f"In {doing}: {address} answered {code or type(error).__name__}.")


def _refused_login(address: GraphAddress) -> str:
    if address.folder:
        return f"{_upper(address)} refused its own password; run `claimgraph stop` and try again."
    return (
        f"{_upper(address)} refused user {address.user}; check CLAIMGRAPH_NEO4J_USER and CLAIMGRAPH_NEO4J_PASSWORD, "
        "and start anew what is running with others."
    )


def _away(address: GraphAddress, doing: str) -> str:
    if address.folder:
        return f"{_upper(address)} went away (while {doing}); run the command again, it starts a new one."
    return f"{_upper(address)} does not answer (while {doing}); start it, or check CLAIMGRAPH_NEO4J_URI."


def _first_line(error: neo4j_errors.Neo4jError, parameters: Mapping[str, object]) -> str:
    message = error.message or ""
    if not message or any(value in message for value in parameters.values() if isinstance(value, str) and value):
        return ""
    return f" ({message.splitlines()[0][:300].rstrip('.')})"


def _upper(address: GraphAddress) -> str:
    text = str(address)
    return text[0].upper() + text[1:]
