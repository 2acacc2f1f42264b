"""The command line, killed with SIGKILL at its nth write transaction: `killed_cli.py N before|after ARGS...`.

`before` dies with the transaction open, after its statements have been sent; `after` dies once it is committed.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from claimgraph.platform.graph import Graph


def main() -> None:
    count, moment = int(sys.argv[1]), sys.argv[2]
    sys.argv = ["claimgraph", *sys.argv[3:]]
    original = Graph.write
    writes = 0

    async def write(self: Graph, name: str, work: Any) -> Any:
        nonlocal writes
        writes += 1
        if writes != count:
            return await original(self, name, work)
        if moment == "after":
            await original(self, name, work)
            os.kill(os.getpid(), signal.SIGKILL)

        async def killed(tx: Any) -> Any:
            await work(tx)
            os.kill(os.getpid(), signal.SIGKILL)

        return await original(self, name, killed)

    Graph.write = write  # type: ignore[method-assign]
    from claimgraph.api.cli import main as cli

    cli()


main()
