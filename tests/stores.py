"""The two stores every integration test runs on, started only when a test first asks for one.

- `arcadedb`: the embedded server, over a temporary folder;
- `neo4j`: the server at `NEO4J_URI`, else one from testcontainers where Docker runs, else one from Maven artifacts
  where `mvn` and Java 17 are there (copied once to a cache folder, see `tests/neo4j/pom.xml`).
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from filelock import FileLock

from claimgraph.platform.graph import GraphAddress, configured_address
from claimgraph.platform.graph.embedded import attach, running, stop
from claimgraph.platform.settings import Settings, load_settings

NEO4J_VERSION = "5.26.29"
POM = Path(__file__).parent / "neo4j" / "pom.xml"
START_SECONDS = 120


class StoreMissing(Exception):
    """This store cannot be had on this machine; the message says why."""


@dataclass(frozen=True)
class Store:
    """One running store. `settings()` gives the settings of a program that uses it."""

    name: str
    address: GraphAddress
    fixed: dict[str, Any]
    pid: Callable[[], int | None] = lambda: None  # of its process, where that is one of this machine's

    def settings(self, **overrides: Any) -> Settings:
        return load_settings(_env_file=None, **{**self.fixed, **overrides})

    def environment(self) -> dict[str, str]:
        """The same settings as environment variables, for a command started as a process of its own."""
        names = {"home", "neo4j_uri", "neo4j_user", "neo4j_password", "neo4j_database"}
        return {f"CLAIMGRAPH_{k.upper()}": str(v) for k, v in self.fixed.items() if k in names and v is not None}


@dataclass(frozen=True)
class Tuning:
    """How the stores run. As it stands: servers that live for minutes, over graphs of a few hundred nodes."""

    embedded_heap: str = "512m"
    neo4j_heap: str = "768m"
    neo4j_pages: str = "64m"
    neo4j_compiler: int = 1  # the quick one alone: tests took half the processor time that they took with both
    neo4j_replan: str = "1h"  # graphs this small double within seconds, which is no reason to plan every statement anew


MEASURED = Tuning(neo4j_compiler=4, neo4j_replan="10s")  # as Neo4j comes: for what is timed


class Stores:
    """Starts each store at most once a session and ends all of them in `close`."""

    def __init__(self, tuning: Tuning | None = None) -> None:
        self._tuning = tuning or Tuning()
        self._stack = ExitStack()
        self._started: dict[str, Store | StoreMissing] = {}
        self._starters: dict[str, Callable[[], Store]] = {"arcadedb": self._embedded, "neo4j": self._neo4j}
        self.missing: dict[str, str] = {}
        self.neo4j: Neo4jProcess | None = None  # where it is a process of ours, which may be killed and started again

    def get(self, name: str) -> Store:
        """Raises `StoreMissing` (again, without another try) where it cannot be had."""
        if name not in self._started:
            try:
                self._started[name] = self._starters[name]()
            except StoreMissing as error:
                self._started[name] = error
                self.missing[name] = str(error)
        store = self._started[name]
        if isinstance(store, StoreMissing):
            raise store
        return store

    def close(self) -> None:
        self._stack.close()

    def _folder(self, name: str) -> Path:
        folder = tempfile.TemporaryDirectory(prefix=f"claimgraph-{name}-", ignore_cleanup_errors=True)
        return Path(self._stack.enter_context(folder))

    def _embedded(self) -> Store:
        home = self._folder("home")
        # short: a killed test run leaves nothing behind
        lease = attach(home, idle_minutes=0.5, heap=self._tuning.embedded_heap)
        self._stack.callback(stop, home, force=True)
        self._stack.callback(lease.release)
        fixed = {"home": home, "neo4j_uri": None, "embedded_idle_minutes": 0.5}
        return Store("arcadedb", lease.address, fixed, lambda: record.pid if (record := running(home)) else None)

    def _neo4j(self) -> Store:
        uri, user, password = self._find_neo4j()
        fixed = {
            "home": self._folder("home"),
            "neo4j_uri": uri,
            "neo4j_user": user,
            "neo4j_password": password,
            "neo4j_database": None,
        }
        settings = load_settings(_env_file=None, **fixed)
        return Store("neo4j", configured_address(settings), fixed, lambda: self.neo4j.pid if self.neo4j else None)

    def _find_neo4j(self) -> tuple[str, str, str]:
        if uri := os.environ.get("NEO4J_URI"):
            return uri, os.environ.get("NEO4J_USER", "neo4j"), os.environ.get("NEO4J_PASSWORD", "")
        reasons = []
        for way in (self._from_container, self._from_maven):
            try:
                return way()
            except StoreMissing as error:
                reasons.append(str(error))
        raise StoreMissing("NEO4J_URI is not set; " + "; ".join(reasons))

    def _from_container(self) -> tuple[str, str, str]:
        if not _docker_answers():
            raise StoreMissing("no Docker daemon answers")
        try:
            from testcontainers.neo4j import Neo4jContainer
        except ImportError:
            raise StoreMissing("testcontainers is not installed") from None
        container = Neo4jContainer(f"neo4j:{NEO4J_VERSION}", password=secrets.token_hex(8))
        container.with_env("NEO4J_dbms_security_allow__csv__import__from__file__urls", "false")
        try:
            container.start()
        except Exception as error:  # no image to be had, no rights, ...: the next way may work
            raise StoreMissing(f"Docker could not start Neo4j ({type(error).__name__})") from error
        self._stack.callback(container.stop)
        return container.get_connection_url(), "neo4j", container.password

    def _from_maven(self) -> tuple[str, str, str]:
        java = _java()
        jars = _neo4j_jars()
        home = self._folder("neo4j")
        port = _free_port()
        (home / "conf").mkdir()
        (home / "conf" / "neo4j.conf").write_text(_neo4j_configuration(port, self._tuning))
        self.neo4j = Neo4jProcess(java, self._tuning, jars, home, port)
        self._stack.callback(self.neo4j.kill)
        self.neo4j.start()
        password = secrets.token_hex(8)
        _set_password(f"bolt://127.0.0.1:{port}", password)
        return f"bolt://127.0.0.1:{port}", "neo4j", password


class Neo4jProcess:
    """Neo4j from Maven artifacts, on one port over one folder, which outlives the process."""

    def __init__(self, java: str, tuning: Tuning, jars: Path, home: Path, port: int) -> None:
        self._command = [
            java,
            f"-Xmx{tuning.neo4j_heap}",
            "-XX:+UseSerialGC",
            f"-XX:TieredStopAtLevel={tuning.neo4j_compiler}",
            "-cp",
            f"{jars}/*",
            "org.neo4j.server.CommunityEntryPoint",
            f"--home-dir={home}",
            f"--config-dir={home / 'conf'}",
        ]
        self._home, self._port = home, port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Returns when the port is open; the database answers a moment later."""
        with (self._home / "console.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._home,
                preexec_fn=_die_with_parent if sys.platform == "linux" else None,
            )
        _wait_for_port(self._port, self._process, self._home / "console.log")

    def kill(self) -> None:
        """By SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def python_environment() -> dict[str, str]:
    """The environment for a Python of its own that imports the same `claimgraph` as these tests."""
    import claimgraph

    parents = [str(Path(part).parent) for part in claimgraph.__path__]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(parents)}


def _docker_answers() -> bool:
    host = os.environ.get("DOCKER_HOST")
    if host and not host.startswith("unix://"):
        return True
    path = host.removeprefix("unix://") if host else "/var/run/docker.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(2)
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


def _java() -> str:
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if not java:
        raise StoreMissing("no Java")
    told = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    version = told.split('"')[1].split(".")[0] if '"' in told else ""
    if not version.isdigit() or int(version) < 17:
        raise StoreMissing(f"Java 17 or newer is needed, {java} is {version or 'unknown'}")
    return java


def _neo4j_jars() -> Path:
    """The folder of Neo4j's jars, copied there by Maven the first time (half a minute, 137 MB)."""
    folder = Path(platformdirs.user_cache_dir("claimgraph-tests", appauthor=False)) / f"neo4j-{NEO4J_VERSION}"
    jars = folder / "lib"
    done = folder / "complete"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock", timeout=600):
        if done.exists():
            return jars
        if not (maven := shutil.which("mvn")):
            raise StoreMissing("no mvn to fetch Neo4j with")
        goal = "dependency:copy-dependencies"
        options = ["-B", "-q", "-f", str(POM), goal, "-DincludeScope=runtime", f"-DoutputDirectory={jars}"]
        copied = subprocess.run([maven, *options], capture_output=True, text=True, check=False, timeout=600)
        if copied.returncode != 0:
            lines = (copied.stdout + copied.stderr).strip().splitlines() or ["no output"]
            raise StoreMissing(f"mvn could not fetch Neo4j ({lines[0][:200]})")
        done.touch()
    return jars


def _neo4j_configuration(port: int, tuning: Tuning) -> str:
    return "\n".join(
        [
            f"server.bolt.listen_address=127.0.0.1:{port}",
            "server.bolt.enabled=true",
            "server.http.enabled=false",
            "server.https.enabled=false",
            "dbms.security.auth_enabled=true",
            "dbms.security.allow_csv_import_from_file_urls=false",
            "dbms.usage_report.enabled=false",
            f"server.memory.pagecache.size={tuning.neo4j_pages}",
            f"dbms.cypher.min_replan_interval={tuning.neo4j_replan}",
            "db.tx_log.preallocate=false",
            "db.tx_log.rotation.size=16m",
            "",
        ]
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise StoreMissing(f"Neo4j ended at once: {log.read_text(errors='replace')[-400:]}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise StoreMissing(f"Neo4j did not open its port within {START_SECONDS} s")


def _set_password(uri: str, password: str) -> None:
    """Replace the initial password; the port opens a moment before the system database answers."""
    from neo4j import GraphDatabase
    from neo4j.exceptions import ClientError, ServiceUnavailable, TransientError

    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with GraphDatabase.driver(uri, auth=("neo4j", "neo4j")) as driver:
                driver.execute_query(
                    "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password", password=password, database_="system"
                )
            with GraphDatabase.driver(uri, auth=("neo4j", password)) as driver:
                driver.execute_query("RETURN 1")
            return
        except (ServiceUnavailable, TransientError, ClientError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def _die_with_parent() -> None:
    """A test run that is killed takes its Neo4j along (Linux)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
