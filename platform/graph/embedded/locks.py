"""Advisory file locks that the kernel releases when their holder dies."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Self

from claimgraph.platform.errors import ConfigError

_PAUSE = 0.02  # seconds between tries


class FileLock:
    """A lock on one file, shared or exclusive; each object stands for itself, also within one process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self, *, shared: bool = False, timeout: float = 0.0) -> bool:
        """True once the lock is held; False where it was not to be had within `timeout` seconds.

        Raises `ConfigError` where its file cannot be made or opened.
        """
        deadline = time.monotonic() + timeout
        while not self._try(shared):
            if time.monotonic() >= deadline:
                return False
            time.sleep(_PAUSE)
        return True

    def release(self) -> None:
        """Let go; nothing happens where nothing is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def held_by_someone(self) -> bool:
        """Whether another holder keeps this lock from being taken exclusively right now."""
        if self.acquire():
            self.release()
            return False
        return True

    def touch(self) -> None:
        """Set the file's time to now, which tells the server of a client too quick to be seen holding the lock."""
        os.utime(self.path)

    def _try(self, shared: bool) -> bool:
        fcntl = _fcntl()
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise ConfigError(
                f"The file {self.path} cannot be used ({error.strerror}); set CLAIMGRAPH_HOME to a folder of yours."
            ) from error
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        except BaseException:
            os.close(descriptor)
            raise
        self.release()
        self._descriptor = descriptor
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _fcntl() -> ModuleType:
    try:
        import fcntl
    except ImportError as error:
        raise ConfigError(
            "The embedded store needs Linux or macOS; on this system set CLAIMGRAPH_NEO4J_URI to a Neo4j 5 server."
        ) from error
    return fcntl
