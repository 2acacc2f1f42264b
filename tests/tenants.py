"""Tenants for tests: each test has one to itself, and the next one finds its name again, empty."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from neo4j import Driver, GraphDatabase

if TYPE_CHECKING:
    from stores import Store

ERASE = "MATCH (n) WHERE n.tenant STARTS WITH $tenant DETACH DELETE n"


class Tenants:
    """Names are used again because the indexes of a tenant are dear: whenever some are made, Neo4j throws away the
    plans of all statements, and half the time of its tests went into planning them anew.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._drivers: dict[str, Driver] = {}
        self._free: dict[str, list[str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def take(self, store: Store) -> str:
        free = self._free.setdefault(store.name, [])
        return free.pop() if free else f"test-{secrets.token_hex(6)}"

    def give_back(self, store: Store, tenant: str) -> None:
        """Erases what is left of it in the store first."""
        driver = self._driver(store)
        driver.execute_query(ERASE, tenant=tenant, database_=store.address.database)
        self._free[store.name].append(tenant)

    def _driver(self, store: Store) -> Driver:
        if store.name not in self._drivers:
            address = store.address
            driver = GraphDatabase.driver(address.uri, auth=(address.user, address.password))
            self._drivers[store.name] = self._stack.enter_context(driver)
        return self._drivers[store.name]
