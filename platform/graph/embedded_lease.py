"""What a client holds of the embedded server: its lease, and the way to a new server when that one has died."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from .address import GraphAddress

if TYPE_CHECKING:
    from neo4j import AsyncDriver

    from claimgraph.platform.settings import Settings

    from .embedded import Lease


class EmbeddedServer:
    """The server over one folder, whichever process runs it just now; held while a lease on it is."""

    def __init__(self, settings: Settings, driver: Callable[[GraphAddress], AsyncDriver]) -> None:
        """`driver` makes a driver for an address; it is kept here as all that was set for the first one."""
        self.driver = driver
        self.changing = asyncio.Lock()
        self._settings = settings
        self._lease: Lease | None = None

    async def attach(self) -> GraphAddress:
        """Take a lease on the server that runs, started where none does, in place of the one held.

        Raises as `embedded.attach` does; the lease held so far stays then.
        """
        from .embedded import attach

        given = self._settings
        lease = await asyncio.to_thread(
            attach, given.home, idle_minutes=given.embedded_idle_minutes, heap=given.embedded_heap
        )
        self.release()
        self._lease = lease
        return lease.address

    def release(self) -> None:
        """Let the server leave when it has been idle for long enough."""
        if self._lease is not None:
            self._lease.release()
            self._lease = None
