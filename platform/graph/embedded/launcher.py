"""The client's side of the embedded server: find it, start it, replace it, stop it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from claimgraph.platform.errors import Conflict, GraphError, GraphUnavailable

from ..address import GraphAddress
from ..client import EMBEDDED_MARKER
from .folder import ServerRecord, StoreFolder, disk_trouble, program_version
from .locks import FileLock
from .memory import default_heap

START_SECONDS = 90.0
_LEAVE_SECONDS = 30.0  # for a server that closes its database


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to use the embedded server: it stays while the lease is held. Released at the latest by death."""

    address: GraphAddress
    _lock: FileLock

    def release(self) -> None:
        """Let the server leave when it has been idle for long enough."""
        if self._lock.path.exists():
            with contextlib.suppress(OSError):
                self._lock.touch()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def attach(home: Path, *, idle_minutes: float = 10.0, heap: str | None = None) -> Lease:
    """A lease on the server over `home`, started now where none runs; blocks, about 2.5 s for a start.

    Raises `GraphUnavailable` where it cannot be started, `GraphError` where other processes use a server of
    another program version, `ConfigError` for a folder that cannot be used.
    """
    folder = StoreFolder.create(home)
    clients = FileLock(folder.clients_lock)
    # A server about to leave holds the lock exclusively until it is gone.
    if not clients.acquire(shared=True, timeout=_LEAVE_SECONDS):
        raise GraphUnavailable(f"The embedded store in {folder.path} does not finish closing; see {folder.log}.")
    record = _living(folder)
    if record is None or record.version != program_version():
        clients.release()
        record = _start_or_wait(folder, clients, idle_minutes * 60, heap)
    clients.touch()
    return Lease(folder.address(record), clients)


def running(home: Path) -> ServerRecord | None:
    """The record of the server over `home`, None where none runs; starts nothing, creates nothing."""
    folder = StoreFolder(home.expanduser().resolve() / "store")
    return _living(folder) if folder.path.is_dir() else None


def stop(home: Path, *, force: bool = False, timeout: float = _LEAVE_SECONDS) -> bool:
    """Stop the server over `home`. True where one ran.

    Raises `Conflict` where other processes use it and `force` is not given; with it they lose their store.
    """
    folder = StoreFolder(home.expanduser().resolve() / "store")
    if not folder.path.is_dir():
        return False
    with FileLock(folder.start_lock) as start, FileLock(folder.clients_lock) as clients:
        if not start.acquire(timeout=START_SECONDS):
            raise GraphUnavailable(f"A server in {folder.path} is still starting; try again.")
        record = _living(folder)
        if record is None:
            return False
        if not clients.acquire(timeout=1.0) and not force:
            raise Conflict(f"Other processes use the embedded store in {folder.path}; end them first, or use force.")
        _end(folder, record, timeout)
        return True


def _start_or_wait(folder: StoreFolder, clients: FileLock, idle_seconds: float, heap: str | None) -> ServerRecord:
    """The slow way, one process at a time: replace a server of another version, start one where none is."""
    with FileLock(folder.start_lock) as start:
        if not start.acquire(timeout=START_SECONDS):
            raise GraphUnavailable(f"Another process has been starting the store in {folder.path} for too long.")
        record = _living(folder)
        if record is not None and record.version != program_version():
            _replace(folder, clients, record)
        if not clients.acquire(shared=True, timeout=_LEAVE_SECONDS):
            raise GraphUnavailable(f"The embedded store in {folder.path} does not finish closing; see {folder.log}.")
        try:
            return _living(folder) or _launch(folder, idle_seconds, heap or default_heap())
        except BaseException:
            clients.release()
            raise


def _replace(folder: StoreFolder, clients: FileLock, record: ServerRecord) -> None:
    if not clients.acquire(timeout=3.0):
        raise GraphError(
            f"The embedded store in {folder.path} is run by version {record.version} for processes that still use "
            f"it; this is {program_version()}. End those processes, then try again."
        )
    _end(folder, record, _LEAVE_SECONDS)
    clients.release()


def _living(folder: StoreFolder) -> ServerRecord | None:
    """The record, where the process that wrote it lives, holds the server's lock and listens."""
    record = folder.read_record()
    if record is None or record.known_dead() or not FileLock(folder.server_lock).held_by_someone():
        return None
    try:
        socket.create_connection(("127.0.0.1", record.bolt_port), timeout=5.0).close()
    except OSError:
        return None
    return record


def _launch(folder: StoreFolder, idle_seconds: float, heap: str) -> ServerRecord:
    deadline = time.monotonic() + START_SECONDS
    while FileLock(folder.server_lock).held_by_someone():  # one that starts or leaves, its launcher gone
        if record := _living(folder):
            return record
        if time.monotonic() >= deadline:
            raise GraphUnavailable(
                f"A server holds the folder {folder.path} but does not answer; end that process and try again."
            )
        time.sleep(0.05)
    folder.remove_record()
    said = _spawn(folder, idle_seconds, heap, deadline)
    record = folder.read_record()
    if said != "ready" or record is None:
        reason = disk_trouble(folder.path) or said or "it ended without a word"
        raise GraphUnavailable(f"The embedded store in {folder.path} did not start: {reason}. See {folder.log}.")
    return record


def _spawn(folder: StoreFolder, idle_seconds: float, heap: str, deadline: float) -> str:
    """Start the process and return the one line it reports ('' where it died or took too long)."""
    reading, writing = os.pipe()
    options = {
        "folder": str(folder.path),
        "heap": heap,
        "idle_seconds": idle_seconds,
        "marker": EMBEDDED_MARKER,
        "ready": writing,
    }
    try:
        with open(os.open(folder.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as log:
            subprocess.run(
                [sys.executable, "-P", "-m", f"{__package__}.server", json.dumps(options)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder.path,
                env=_environment(),
                pass_fds=(writing,),
                start_new_session=True,
                check=False,
            )
        os.close(writing)
        writing = -1
        return _read_line(reading, deadline)
    finally:
        os.close(reading)
        if writing >= 0:
            os.close(writing)


def _environment() -> dict[str, str]:
    """This process's environment, in which the server finds the same `claimgraph` that runs here."""
    import claimgraph

    parents = [os.path.dirname(part) for part in claimgraph.__path__ if os.path.isdir(part)]
    known = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    paths = dict.fromkeys(os.path.abspath(part) for part in (*parents, *known))  # it works in another folder
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _read_line(descriptor: int, deadline: float) -> str:
    said = b""
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([descriptor], [], [], left)[0]:
            break
        part = os.read(descriptor, 4096)
        if not part:
            break
        said += part
    return said.decode("utf-8", "replace").strip()


def _end(folder: StoreFolder, record: ServerRecord, timeout: float) -> None:
    """Ask the server to close its database and leave; wait until it has."""
    if record.pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(record.pid, signal.SIGTERM)
    with FileLock(folder.server_lock) as gone:
        if not gone.acquire(timeout=timeout):
            raise GraphUnavailable(
                f"The server in {folder.path} (process {record.pid}) does not end; see {folder.log}."
            )
    folder.remove_record()
