"""One writer at a time, for a store whose writers start again when they meet."""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.errors import ConfigError

if TYPE_CHECKING:
    from .embedded.locks import FileLock

PATIENCE_SECONDS = 15.0
"""How long a writer waits for its turn before it goes ahead out of turn: well within the lease of a job."""

_PAUSE = 0.004  # seconds between two looks at the lock of other processes, on average


class WriterGate:
    """Lets the writing transactions of all clients of one embedded store through one after the other.

    That store lets writers run side by side and refuses whoever commits later, who then does everything again, and in
    the end gives up. Within a process the turn goes round in order; between processes it is a file lock, which the
    kernel takes from whoever dies. It is a courtesy: the store alone keeps writers apart, so whoever has waited for
    `PATIENCE_SECONDS`, behind a writer that takes its time or hangs, goes ahead.
    """

    def __init__(self, path: Path | None) -> None:
        """`path`: the file that processes agree by; None where they share no folder."""
        self._path = path
        self._turn = anyio.Semaphore(1)

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Hold the turn, if it is to be had, while the body runs."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        with anyio.move_on_after(PATIENCE_SECONDS) as waiting:
            await self._turn.acquire()
        mine = not waiting.cancelled_caught
        try:
            lock = await self._among_processes(deadline) if mine and self._path is not None else None
            try:
                yield
            finally:
                if lock is not None:
                    lock.release()
        finally:
            if mine:
                self._turn.release()

    async def _among_processes(self, deadline: float) -> FileLock | None:
        from .embedded.locks import FileLock

        assert self._path is not None
        lock = FileLock(self._path)
        try:
            while not lock.acquire():
                if time.monotonic() >= deadline:
                    return None
                await anyio.sleep(random.uniform(0, 2 * _PAUSE))
        except (OSError, ConfigError):  # the folder is gone, and the server with it: what that answers says so
            return None
        return lock
