"""Replies kept on disk, so that the same prompt is paid for once.

One SQLite file: several processes may share it, a killed one leaves it whole. It holds hashes of prompts and
the texts of replies, never a prompt or a key. (`diskcache` was looked at: it unpickles what it reads, so who
can write to the folder could run code.) A cache that cannot be used is a miss and a warning, not an error.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sqlite3
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import ConfigError

_log = logging.getLogger(__name__)

_TABLE = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, text TEXT NOT NULL)"
_BUSY_SECONDS = 2.0


def cache_key(parts: Mapping[str, Any]) -> str:
    """A hash of everything that a reply depends on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


class ReplyCache:
    """Texts of replies by key. Beyond `most` entries the oldest are dropped."""

    def __init__(self, folder: Path, most: int = 20_000) -> None:
        self._path = folder / "replies.sqlite3"
        self._most = most
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._broken = False

    def get(self, key: str) -> str | None:
        with self._lock:
            try:
                row = self._open().execute("SELECT text FROM replies WHERE key = ?", (key,)).fetchone()
            except (sqlite3.Error, OSError) as error:
                self._warn(error)
                return None
        return str(row[0]) if row else None

    def put(self, key: str, text: str) -> None:
        with self._lock:
            try:
                connection = self._open()
                connection.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, text))
                # rowid grows with every insertion, so it orders entries by age
                connection.execute(
                    "DELETE FROM replies WHERE rowid <= (SELECT max(rowid) FROM replies) - ?", (self._most,)
                )
            except (sqlite3.Error, OSError) as error:
                self._warn(error)

    def clear(self) -> None:
        """Forget every reply, so that no byte of one stays in the files. Raises `ConfigError` where that fails."""
        with self._lock:
            if not self._path.exists():
                return
            try:
                connection = self._open()
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("DELETE FROM replies")
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except (sqlite3.Error, OSError) as error:
                raise ConfigError(
                    f"The cache of language model replies in {self._path.parent} cannot be cleared "
                    f"({type(error).__name__}); delete that folder."
                ) from error

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # SQLite gives its side files (-wal, -shm) the mode of the main file.
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
            connection = sqlite3.connect(
                self._path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(_TABLE)
            except sqlite3.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _warn(self, error: Exception) -> None:
        if not self._broken:
            _log.warning(
                "The cache of language model replies in %s cannot be used (%s); delete it to start afresh.",
                self._path.parent,
                type(error).__name__,
            )
        self._broken = True
