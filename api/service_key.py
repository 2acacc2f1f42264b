"""The key of `claimgraph serve`: made once, kept in the data folder, readable by its owner only."""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

from claimgraph.platform.errors import ConfigError

FILE_NAME = "service.key"
_LEAST_LENGTH = 16


def service_key(home: Path) -> str:
    """The key of this data folder, made at the first call (mode 0600).

    Raises `ConfigError` where it cannot be read or written, or is too short to be one.
    """
    path = home / FILE_NAME
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make(path)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: the service's key cannot be read or made ({type(error).__name__}).") from error
    if len(key) < _LEAST_LENGTH:
        raise ConfigError(f"{path}: this key is too short; delete the file, and a new one is made.")
    return key


def same_key(given: str, expected: str) -> bool:
    """Compare without telling by the time it takes how much of the key was right."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode("utf-8"))


def _make(path: Path) -> None:
    """Write a new key unless there is one; of two processes at once, the first one's is kept."""
    if path.exists():
        return
    draft = path.with_name(f".{FILE_NAME}.{secrets.token_hex(8)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
