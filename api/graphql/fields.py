"""Fields with a description. Strawberry's own decorators lose the types when they are given one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import strawberry
from strawberry.types.field import StrawberryField


def field(description: str) -> Callable[[Callable[..., Any]], StrawberryField]:
    return lambda resolver: strawberry.field(resolver, description=description)


def mutation(description: str) -> Callable[[Callable[..., Any]], StrawberryField]:
    return lambda resolver: strawberry.mutation(resolver, description=description)
