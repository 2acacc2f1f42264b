"""The server process: `python -m claimgraph.platform.graph.embedded.server OPTIONS` (JSON).

Started by `launcher`, in a session of its own. It writes one line to the descriptor it was given once clients can
connect (`ready`) or when it could not start (the reason), then lives until no client was there for the idle time
or until it is told to end.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from claimgraph.platform.process import ProcessIdentity

from ..procedures import LISTED_PROCEDURES
from .accounts import write_accounts
from .folder import DATABASE, ServerRecord, StoreFolder, program_version
from .locks import FileLock

_BOLT = "com.arcadedb.bolt.BoltProtocolPlugin"
_LARGEST_MESSAGE = 256 * 1024 * 1024
_COMMAND_TIMEOUT_MS = 120_000
_LOGGING = "handlers=\n.level=OFF\n"


def main() -> None:
    options = json.loads(sys.argv[1])
    folder = StoreFolder(Path(options["folder"]))
    os.umask(0o077)
    _become_a_daemon()
    _serve(folder, options["heap"], options["idle_seconds"], options["marker"], options["ready"])


def _serve(folder: StoreFolder, heap: str, idle_seconds: float, marker: str, ready: int) -> None:
    lock = FileLock(folder.server_lock)
    if not lock.acquire(timeout=5.0):
        _report(ready, "another server holds the folder")
        os._exit(1)
    os.chdir(folder.path)
    told_to_end = threading.Event()
    try:
        server, record = _start(folder, heap, marker)
        signal.signal(signal.SIGTERM, lambda number, frame: _end(told_to_end, number, frame))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        folder.write_record(record)
    except BaseException as error:  # whatever it is: the client that waits must hear of it
        _report(ready, f"{type(error).__name__}: {str(error).splitlines()[0][:300] if str(error) else ''}")
        _say(f"start failed: {error!r}")
        os._exit(1)
    _report(ready, "ready")
    try:
        clients = FileLock(folder.clients_lock)
        _wait_until_idle(clients, idle_seconds, told_to_end)
        folder.remove_record()
        server.stop()
    except BaseException as error:
        _say(f"ended by {error!r}")
        os._exit(1)
    os._exit(0)  # not through interpreter and JVM shutdown, which can wait for threads; all locks go with us


def _say(line: str) -> None:
    """For the log; a disk that is full must not keep a server from ending."""
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr, flush=True)


def _end(event: threading.Event, number: int, frame: FrameType | None) -> None:
    event.set()


def _start(folder: StoreFolder, heap: str, marker: str) -> tuple[Any, ServerRecord]:
    password, reader_password = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    write_accounts(folder.path / "config", password, reader_password)
    _start_jvm(folder, heap)
    from arcadedb_embedded.server import ArcadeDBServer

    server = ArcadeDBServer(
        str(folder.path),
        password,
        {
            "host": "127.0.0.1",
            "http_port": 0,
            "bolt_port": 0,
            "mode": "development",  # errors say what is wrong; `failures` keeps values out of messages
            "server_plugins": f"Bolt:{_BOLT}",
            "server_name": "claimgraph",
            "bolt_maxMessageSize": _LARGEST_MESSAGE,
            "bolt_packstream_maxValueLength": _LARGEST_MESSAGE,
        },
    )
    server.start()
    _forget_other_procedures()
    database = server.create_database(DATABASE)
    database.command("sql", f"CREATE VERTEX TYPE {marker} IF NOT EXISTS")
    bolt_port, http_port = _ports(server)
    record = ServerRecord(
        process=str(ProcessIdentity.of_this_process()),
        version=program_version(),
        bolt_port=bolt_port,
        http_port=http_port,
        password=password,
        reader_password=reader_password,
    )
    return server, record


def _start_jvm(folder: StoreFolder, heap: str) -> None:
    from arcadedb_embedded.jvm import start_jvm

    logging_file = folder.path / "logging.properties"
    logging_file.write_text(_LOGGING, encoding="ascii")
    start_jvm(
        heap_size=heap,
        jvm_args=[
            "-Darcadedb.txWalFlush=1",  # a commit survives a power loss
            "-Darcadedb.opencypher.loadCsv.allowFileUrls=false",
            "-Darcadedb.opencypher.loadCsv.allowRemoteUrls=false",
            f"-Darcadedb.command.timeout={_COMMAND_TIMEOUT_MS}",
            f"-Djava.util.logging.config.file={logging_file}",
            f"-Darcadedb.server.logsDirectory={folder.path / 'log'}",
            f"-XX:ErrorFile={folder.path / 'jvm-crash-%p.log'}",
            "-XX:+UseSerialGC",  # the least memory and threads, for a server of one user
            "-XX:TieredStopAtLevel=1",  # optimising it all costs more than that brings (decision 0036)
        ],
    )


def _forget_other_procedures() -> None:
    """The store's own procedures write, run Cypher handed to them or work for hours; only the listed ones stay."""
    import jpype

    registry = jpype.JClass("com.arcadedb.query.opencypher.procedures.CypherProcedureRegistry")
    for name in [str(name) for name in registry.getProcedureNames()]:
        if name.lower() not in {listed.lower() for listed in LISTED_PROCEDURES}:
            registry.unregister(name)


def _ports(server: Any) -> tuple[int, int]:
    """The ports the system chose. The plugin tells its own; the HTTP server has to be looked into."""
    java = server._java_server
    bolt = next(int(plugin.getPort()) for plugin in java.getPlugins() if str(plugin.getClass().getName()) == _BOLT)
    web = java.getHttpServer()
    field = web.getClass().getDeclaredField("undertow")
    field.setAccessible(True)
    listener = field.get(web).getListenerInfo()[0]
    return bolt, int(str(listener.getAddress()).rsplit(":", 1)[1])


def _wait_until_idle(clients: FileLock, idle_seconds: float, told_to_end: threading.Event) -> None:
    """Return once told to end, or, holding the exclusive lock, when no client was there for `idle_seconds`."""
    step = min(1.0, idle_seconds / 4)
    last_seen = time.time()
    while not told_to_end.wait(step):
        if not clients.acquire():
            last_seen = time.time()
            continue
        last_seen = max(last_seen, clients.path.stat().st_mtime)
        if time.time() - last_seen >= idle_seconds:
            return
        clients.release()


def _become_a_daemon() -> None:
    """Leave the launcher's process tree, so that no one has to wait for this process to end."""
    if os.fork():
        os._exit(0)


def _report(descriptor: int, line: str) -> None:
    with contextlib.suppress(OSError):  # the launcher may be gone: the next client finds the record
        os.write(descriptor, line.encode("utf-8", "replace"))
    with contextlib.suppress(OSError):
        os.close(descriptor)


if __name__ == "__main__":
    main()
