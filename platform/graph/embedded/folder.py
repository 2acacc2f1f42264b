"""The embedded store's folder: what lies where, and the record by which clients find the server."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import shutil
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from claimgraph.platform.errors import ConfigError
from claimgraph.platform.process import ProcessIdentity

from ..address import GraphAddress

DATABASE = "claimgraph"
ADMIN = "root"
READER = "reader"

_LEAST_ROOM = 16 * 1024 * 1024  # bytes: with less, a failure is put down to the disk


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """What a running server tells its clients; readable by this user only."""

    process: str  # ProcessIdentity
    version: str
    bolt_port: int
    http_port: int
    password: str = field(repr=False)
    reader_password: str = field(repr=False)

    @property
    def pid(self) -> int | None:
        identity = ProcessIdentity.parse(self.process)
        return identity.pid if identity else None

    def known_dead(self) -> bool:
        identity = ProcessIdentity.parse(self.process)
        return identity is None or identity.known_dead()


@dataclass(frozen=True, slots=True)
class StoreFolder:
    """`<CLAIMGRAPH_HOME>/store`."""

    path: Path

    @classmethod
    def create(cls, home: Path) -> StoreFolder:
        """Make the folder, closed to other users. Raises `ConfigError` where that is not possible."""
        path = home.expanduser().resolve() / "store"
        try:
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(0o700)
        except OSError as error:
            raise ConfigError(
                f"The data folder {path} cannot be used ({error.strerror}); set CLAIMGRAPH_HOME to one of yours."
            ) from error
        return cls(path)

    @property
    def start_lock(self) -> Path:
        return self.path / "start.lock"

    @property
    def server_lock(self) -> Path:
        return self.path / "server.lock"

    @property
    def clients_lock(self) -> Path:
        return self.path / "clients.lock"

    @property
    def log(self) -> Path:
        return self.path / "server.log"

    @property
    def record_file(self) -> Path:
        return self.path / "server.json"

    def read_record(self) -> ServerRecord | None:
        """The record of the last server; None where there is none or it makes no sense."""
        try:
            return ServerRecord(**json.loads(self.record_file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write_record(self, record: ServerRecord) -> None:
        """Replace the record at once as a whole, mode 0600 from the first byte."""
        write_private(self.record_file, json.dumps(dataclasses.asdict(record)))

    def remove_record(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.record_file.unlink()

    def address(self, record: ServerRecord) -> GraphAddress:
        return GraphAddress(
            uri=f"bolt://127.0.0.1:{record.bolt_port}",
            user=ADMIN,
            password=record.password,
            database=DATABASE,
            admin_url=f"http://127.0.0.1:{record.http_port}",
            folder=str(self.path),
            reader_user=READER,
            reader_password=record.reader_password,
        )


def disk_trouble(path: Path) -> str | None:
    """What is wrong with the disk under a store's folder, where that explains a failure of the store; None: nothing."""
    if not os.access(path, os.W_OK):
        return f"the folder {path} cannot be written to; make it writable, or set CLAIMGRAPH_HOME to another"
    free = shutil.disk_usage(path).free
    if free < _LEAST_ROOM:
        return f"the disk under {path} is full ({free / 1024 / 1024:.1f} MB left); make room"
    return None


def write_private(path: Path, text: str) -> None:
    """Write a file that only this user can read, replacing what was there in one step."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def program_version() -> str:
    """Version of this program and of the store's engine: a server of another one is replaced."""
    return f"{_version_of('claimgraph')}/{_version_of('arcadedb-embedded')}"


def _version_of(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "unknown"
