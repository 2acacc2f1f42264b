"""What a batch has seen of its lines, in a file that the system throws away: a million lines cost no memory."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from types import TracebackType
from typing import Self


class Ledger:
    """Lines that have their result, and the keys that answers were given. For one thread at a time."""

    def __init__(self) -> None:
        # "" is a private database on disk that is deleted when it is closed; a kill leaves nothing behind.
        self._database = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("CREATE TABLE done (line INTEGER PRIMARY KEY, input TEXT)")
        self._database.execute("CREATE TABLE keys (key BLOB PRIMARY KEY, line INTEGER, input TEXT) WITHOUT ROWID")
        self._database.execute("BEGIN")

    def note_done(self, line: int, digest: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO done VALUES (?, ?)", (line, digest))

    def is_done(self, line: int, digest: str) -> bool:
        """Whether the result of this very input on this line is there."""
        found = self._database.execute("SELECT input FROM done WHERE line = ?", (line,)).fetchone()
        return found is not None and str(found[0]) == digest

    def first_use(self, key: str, model: str | None, line: int, digest: str) -> int | None:
        """The line on which another input of the same model was given this key; None where there is none."""
        spelt = json.dumps([key, model])
        hashed = hashlib.sha256(spelt.encode("ascii")).digest()[:16]
        self._database.execute("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", (hashed, line, digest))
        first, its_digest = self._database.execute("SELECT line, input FROM keys WHERE key = ?", (hashed,)).fetchone()
        return None if its_digest == digest else int(first)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()
