"""What the resolvers of one operation share, and the helpers that every one of them uses."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from strawberry.types import Info

from claimgraph.platform.errors import InputError, NotFound

from .loaders import Loaders, Page

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ..bootstrap import Services

_Type = TypeVar("_Type", bound="DataclassInstance")
_Record = TypeVar("_Record")

MAX_PAGE = 100
"""Most things that one list gives at once."""


@dataclass(frozen=True, slots=True)
class Scope:
    services: Services
    loaders: Loaders


def new_context(services: Services) -> dict[str, Any]:
    """The context of one operation."""
    return {"scope": Scope(services, Loaders(services))}


def scope_of(info: Info[Any, Any]) -> Scope:
    return cast(Scope, info.context["scope"])


def loaders_of(info: Info[Any, Any]) -> Loaders:
    return scope_of(info).loaders


def page(owner: str, first: int, **arguments: Any) -> Page:
    """The key of one owner's list. Raises `InputError` for a page that is too large."""
    return Page(owner, checked_first(first), tuple(sorted(arguments.items())))


def checked_first(first: int) -> int:
    if not 1 <= first <= MAX_PAGE:
        raise InputError(f"first must be from 1 to {MAX_PAGE}, not {first}.")
    return first


def checked_id(id: str) -> str:
    """An id as the caller gave it; anything that cannot be one is refused before it reaches the store."""
    if not (len(id) == 32 and id.isascii() and id.isalnum()):
        raise InputError("An id has 32 hexadecimal characters.")
    return id


def must_exist(record: _Record | None, kind: str, id: str) -> _Record:
    """A thing that another thing refers to: only an erasure in this very moment can have taken it away."""
    if record is None:
        raise NotFound(f"No {kind} with the id {id} in this tenant.")
    return record


def fill(type_: type[_Type], record: object, **others: object) -> _Type:
    """A GraphQL type filled with a record's attributes of the same names."""
    values = {
        field.name: getattr(record, field.name)
        for field in dataclasses.fields(type_)
        if field.init and field.name not in others
    }
    return type_(**values, **others)
