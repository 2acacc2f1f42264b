"""What Neo4j says a statement would do, before it does anything: the plan that `EXPLAIN` gives.

The server has parsed the statement by then, so that comments, escapes, quotes and odd spaces hide nothing: a plan
names operators and procedures, not words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from .procedures import LISTED_PROCEDURES

READS = "r"
"""The only kind of statement, by the server's own account, that is run."""

_OUTSIDE = {
    "LoadCSV": "LOAD CSV reads files and addresses outside the graph",
    "TerminateTransactions": "it ends the transactions of others",
    "TransactionForeach": "CALL {…} IN TRANSACTIONS commits transactions of its own",
    "TransactionApply": "CALL {…} IN TRANSACTIONS commits transactions of its own",
    "AdministrationCommand": "it is for the administration of the server",
}
_PROCEDURE = re.compile(r"[^(\s]+")
# A subquery inside a CASE, a list comprehension and the like has no operators of its own in the plan: it stands in
# the details of the operator around it, as the server writes it out after parsing.
_HIDDEN_PROCEDURE = re.compile(r"\b(?:Res|Unres)olvedCall\(\s*`?([\w.`]*)")
_HIDDEN_LOAD = re.compile(r"\bLOAD\s+CSV\b")


def refusal(plan: Mapping[str, Any] | None, kind: str | None, user_functions: Set[str] = frozenset()) -> str | None:
    """Why the statement of this plan is not run; None where it only reads the graph.

    `kind` is the server's word for what the statement does (`r`, `rw`, `w`, `s`); `user_functions` are the names of
    functions that somebody added to the server, which may run Cypher of their own.
    """
    if plan is None:
        return "the store does not say what it would do"
    for operator, details in _operators(plan):
        if reason := _outside(operator, details) or _called_function(details, user_functions):
            return reason
    if kind != READS:
        changes = "the schema or the server" if kind == "s" else "the graph"
        return f"it is not only a reading statement: it may change {changes}"
    return None


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(name without its database, details) of every operator."""
    waiting = [plan]
    while waiting:
        one = waiting.pop()
        yield str(one.get("operatorType", "")).split("@")[0], str((one.get("args") or {}).get("Details") or "")
        waiting.extend(one.get("children") or ())


def _outside(operator: str, details: str) -> str | None:
    if operator in _OUTSIDE:
        return _OUTSIDE[operator]
    called = [*_HIDDEN_PROCEDURE.findall(details)]
    if operator == "ProcedureCall":
        called += [found[0]] if (found := _PROCEDURE.match(details)) else [""]
    for name in called:
        if name.replace("`", "") not in LISTED_PROCEDURES:
            return f"the procedure {name or '(unnamed)'} is not one of those listed"
    return _OUTSIDE["LoadCSV"] if _HIDDEN_LOAD.search(details) else None


def _called_function(details: str, names: Set[str]) -> str | None:
    written = re.sub(r"[`\s]", "", details).lower()
    name = next((name for name in sorted(names) if f"{name.lower()}(" in written), None)
    return name and f"the function {name} was added to this server, and may do anything"
