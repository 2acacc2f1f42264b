"""Rows as the parameters of a statement."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def parameters(row: DataclassInstance) -> dict[str, Any]:
    """The fields of a flat row by name. `dataclasses.asdict` copies every list and looks for rows within rows, which
    for the hundred rows of an answer took as long as sending them."""
    return {name: getattr(row, name) for name in _names(type(row))}


@cache
def _names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
