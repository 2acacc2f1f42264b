"""The embedded default store: ArcadeDB behind Bolt, in one background process a data folder.

`attach` gives a lease on a running server and starts one where none runs; `stop` ends it. How processes agree:

- `start.lock`: held while deciding whether to start a server, so that only one is started;
- `server.lock`: held by the server for its whole life;
- `clients.lock`: held shared by every client, exclusively by a server that is about to leave.

All three are `flock`s: the kernel releases them when a process dies, however it dies.
"""

from __future__ import annotations

from .launcher import Lease, attach, running, stop

__all__ = ["Lease", "attach", "running", "stop"]
