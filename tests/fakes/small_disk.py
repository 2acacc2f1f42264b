"""An embedded store on a disk of its own that fills up, gets room again and is made read-only: `small_disk.py FOLDER`.

To be run in a mount namespace of its own (`unshare --mount`), so that the disk, in memory, is gone with the process.
It prints what happened as one JSON object.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio

from claimgraph.platform.errors import ClaimGraphError
from claimgraph.platform.graph import Query, open_graph
from claimgraph.platform.graph.embedded import attach, running, stop
from claimgraph.platform.graph.embedded.folder import StoreFolder
from claimgraph.platform.graph.embedded.locks import FileLock
from claimgraph.platform.settings import load_settings

KEEP = Query("keep", "UNWIND range(1, 20) AS n MERGE (k:Kept {id: $round * 100 + n}) SET k.text = $text")
COUNT = Query("kept", "MATCH (k:Kept) RETURN count(k) AS n, count(DISTINCT k.id) AS ids")
MOST_ROUNDS = 1000


async def main() -> None:
    disk, told = Path(sys.argv[1]), dict[str, Any]()
    home = disk / "home"
    _mount(disk, "-t", "tmpfs", "-o", "size=6m", "tmpfs")
    settings = load_settings(_env_file=None, home=home, neo4j_uri=None, embedded_heap="512m", embedded_idle_minutes=1)

    async with await open_graph(settings) as graph:
        told["acknowledged"] = 0
        try:
            for number in range(MOST_ROUNDS):
                await graph.write("keep", lambda tx, number=number: tx.run(KEEP, round=number, text="x" * 2000))
                told["acknowledged"] += 20
        except ClaimGraphError as error:
            told["full"] = repr(error)
        told["read while full"] = await graph.execute(COUNT)
    stop(home)

    with (disk / "rest").open("wb", buffering=0) as rest, contextlib.suppress(OSError):
        while rest.write(bytes(512)):
            pass
    told["start while full"] = _error(lambda: attach(home, heap="512m"))
    with FileLock(StoreFolder(home / "store").server_lock) as lock:
        told["ended while full"] = lock.acquire(timeout=20)

    (disk / "rest").unlink()
    _mount(disk, "-o", "remount,size=64m")
    started = time.monotonic()
    async with await open_graph(settings) as graph:
        told["start with room"] = time.monotonic() - started
        told["read with room"] = await graph.execute(COUNT)
        await graph.write("keep", lambda tx: tx.run(KEEP, round=MOST_ROUNDS, text="x"))
        told["write with room"] = await graph.execute(COUNT)
    stop(home)

    _mount(disk, "-o", "remount,ro")
    told["read-only"] = [
        _error(lambda: attach(home)),
        _error(lambda: attach(disk / "other")),
        _error(lambda: stop(home)),
    ]
    told["running while read-only"] = running(home) is not None
    print(json.dumps(told))


def _mount(disk: Path, *options: str) -> None:
    subprocess.run(["mount", *options, str(disk)], check=True)


def _error(work: Any) -> str:
    try:
        return f"none, but {work()}"
    except ClaimGraphError as error:
        return repr(error)


anyio.run(main)
