"""The store's two users, written to its configuration folder before each start.

Passwords are 256 random bits, new for every start, so the number of hashing rounds protects nothing and is low: it
is paid for every connection.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from pathlib import Path
from typing import Any

from .folder import ADMIN, DATABASE, READER, write_private

_ROUNDS = 1000


def write_accounts(config: Path, admin_password: str, reader_password: str) -> None:
    """`server-users.jsonl` and `server-groups.json` as ArcadeDB reads them; the reader can read records only."""
    config.mkdir(mode=0o700, exist_ok=True)
    users = [
        {"name": ADMIN, "databases": {"*": ["admin"]}, "password": _hashed(admin_password)},
        {"name": READER, "databases": {DATABASE: ["reader"]}, "password": _hashed(reader_password)},
    ]
    write_private(config / "server-users.jsonl", "\n".join(json.dumps(user) for user in users))
    groups = {
        "admin": _group(
            ["updateSecurity", "updateSchema", "updateDatabaseSettings"],
            ["createRecord", "readRecord", "updateRecord", "deleteRecord"],
        ),
        "reader": _group([], ["readRecord"]),
        "*": _group([], []),
    }
    write_private(
        config / "server-groups.json", json.dumps({"databases": {"*": {"groups": groups}}, "version": 2}, indent=1)
    )


def _group(database_access: list[str], record_access: list[str]) -> dict[str, Any]:
    return {
        "resultSetLimit": -1,
        "readTimeout": -1,
        "access": database_access,
        "types": {"*": {"access": record_access}},
    }


def _hashed(password: str) -> str:
    salt = base64.b64encode(secrets.token_bytes(32)).decode()
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), _ROUNDS, 32)
    return f"PBKDF2WithHmacSHA256${_ROUNDS}${salt}${base64.b64encode(digest).decode()}"
