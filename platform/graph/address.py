"""Where the graph lives: what a client needs to connect, without showing secrets."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from enum import StrEnum


class Dialect(StrEnum):
    """The two stores behind Bolt, where they differ."""

    NEO4J = "neo4j"
    ARCADEDB = "arcadedb"


@dataclass(frozen=True, slots=True)
class GraphAddress:
    """One store, one user. Passwords are left out of `repr`.

    `admin_url` and the reader are known only for the embedded store; `folder` is that store's folder, named in
    messages. Which dialect answers there is found out on connecting (`Graph.dialect`).
    """

    uri: str
    user: str
    password: str = field(repr=False)
    database: str | None = None
    admin_url: str | None = None
    folder: str | None = None
    reader_user: str | None = None
    reader_password: str | None = field(default=None, repr=False)

    def as_reader(self) -> GraphAddress:
        """The same store under a user that can only read, for statements that people hand in.

        The embedded store has such a user. On Neo4j `Graph.read` is refused writes by the server itself, so the
        address stays as it is.
        """
        if self.reader_user is None or self.reader_password is None:
            return self
        return dataclasses.replace(
            self, user=self.reader_user, password=self.reader_password, admin_url=None, reader_user=None
        )

    def __str__(self) -> str:
        return f"the embedded store in {self.folder}" if self.folder else f"the store at {self.uri}"
