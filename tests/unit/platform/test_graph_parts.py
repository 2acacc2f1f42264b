from __future__ import annotations

import datetime as dt
import json
import stat
import subprocess
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j.exceptions import ClientError, Neo4jError, ServiceUnavailable, TransientError
from neo4j.time import Date, DateTime, Duration

from claimgraph.platform.errors import (
    ConfigError,
    Conflict,
    CredentialsRefused,
    Forbidden,
    GraphError,
    GraphUnavailable,
    InputError,
)
from claimgraph.platform.graph import Dialect, GraphAddress, configured_address
from claimgraph.platform.graph.embedded.accounts import write_accounts
from claimgraph.platform.graph.embedded.folder import ServerRecord, StoreFolder
from claimgraph.platform.graph.embedded.locks import FileLock
from claimgraph.platform.graph.embedded.memory import heap_for, limits
from claimgraph.platform.graph.failures import gave_up, may_pass, translate
from claimgraph.platform.graph.values import plain
from claimgraph.platform.settings import load_settings

ADDRESS = GraphAddress("bolt://store:7687", "neo4j", "s3cret", reader_user="reader", reader_password="r3ad")


def server_error(code: str, message: str = "it says") -> Neo4jError:
    return Neo4jError._hydrate_neo4j(code=code, message=message)


def test_secrets_are_not_in_the_representation():
    record = ServerRecord("boot/1/1.00", "1", 1, 2, "s3cret", "r3ad")

    shown = f"{ADDRESS!r} {ADDRESS} {ADDRESS.as_reader()!r} {record!r}"

    assert "s3cret" not in shown
    assert "r3ad" not in shown


def test_a_readers_address_has_no_way_to_administrate():
    reader = GraphAddress("u", "root", "p", admin_url="http://x", reader_user="reader", reader_password="r").as_reader()

    assert (reader.user, reader.password, reader.admin_url) == ("reader", "r", None)
    assert GraphAddress("u", "neo4j", "p").as_reader() == GraphAddress("u", "neo4j", "p")


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (ServiceUnavailable("x"), GraphUnavailable, "bolt://store:7687 does not answer"),
        (ConnectionResetError(), GraphUnavailable, "CLAIMGRAPH_NEO4J_URI"),
        (server_error("Neo.ClientError.Security.Unauthorized"), CredentialsRefused, "refused user neo4j"),
        (server_error("Neo.ClientError.Security.CredentialsExpired"), CredentialsRefused, "CLAIMGRAPH_NEO4J_PASSWORD"),
        (server_error("Neo.ClientError.Security.Forbidden"), Forbidden, "may not do this"),
        (server_error("Neo.ClientError.Database.DatabaseNotFound"), ConfigError, "CLAIMGRAPH_NEO4J_DATABASE"),
        (server_error("Neo.ClientError.Schema.ConstraintValidationFailed"), GraphError, "unique"),
        (server_error("Neo.ClientError.Statement.SyntaxError", "no 'WHEN'"), GraphError, "no 'WHEN'"),
        (server_error("Neo.ClientError.Statement.ArithmeticError"), GraphError, "ArithmeticError"),
        (OverflowError(), InputError, "64 bits"),
        (TypeError("x"), GraphError, "TypeError"),
    ],
)
def test_a_failure_becomes_one_line_that_helps(error, kind, words):
    found = translate(error, ADDRESS, "query q")

    assert type(found) is kind
    assert words in str(found)
    assert "\n" not in str(found)
    assert "s3cret" not in str(found)


@given(st.text(min_size=1))
def test_text_of_people_is_not_repeated_in_messages(text):
    error = server_error("Neo.ClientError.Statement.SyntaxError", f"Cannot parse '{text}'")

    found = translate(error, ADDRESS, "query q", {"query": text})

    assert str(found) == "In query q: the store does not understand the statement."


@pytest.mark.parametrize(
    ("error", "on_neo4j", "on_arcadedb"),
    [
        (server_error("Neo.ClientError.Schema.ConstraintValidationFailed"), False, True),
        (server_error("Neo.TransientError.Transaction.DeadlockDetected"), True, True),
        (server_error("Neo.ClientError.Statement.SyntaxError"), False, False),
        (ServiceUnavailable("x"), True, True),
        (ValueError("x"), False, False),
        (server_error("Neo.ClientError.Statement.EntityNotFound"), True, True),
        (None, False, False),
    ],
)
def test_only_what_may_pass_is_run_again(error, on_neo4j, on_arcadedb):
    assert may_pass(error, Dialect.NEO4J) is on_neo4j
    assert may_pass(error, Dialect.ARCADEDB) is on_arcadedb


def test_after_the_last_try_a_collision_is_a_conflict_and_an_absence_stays_one():
    assert type(gave_up(GraphError("In query q: x."), 10)) is Conflict
    assert type(gave_up(GraphUnavailable("away"), 10)) is GraphUnavailable


def test_driver_times_become_the_standard_librarys():
    values = plain({"at": DateTime(2024, 1, 2, 3, 4, 5), "days": [Date(2024, 1, 2)], "for": Duration(days=1)})

    assert values == {"at": dt.datetime(2024, 1, 2, 3, 4, 5), "days": [dt.date(2024, 1, 2)], "for": "P1D"}


def test_an_address_without_a_password_is_a_wrong_setting():
    settings = load_settings(_env_file=None, neo4j_uri="bolt://x", neo4j_password=None)

    with pytest.raises(ConfigError, match="CLAIMGRAPH_NEO4J_PASSWORD"):
        configured_address(settings)


def test_importing_the_store_does_not_load_the_driver():
    code = "import sys, claimgraph.platform.graph.embedded as e; print('neo4j' in sys.modules, 'jpype' in sys.modules)"
    paths = [path for path in sys.path if path]

    said = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.split() == ["False", "False"]


@given(st.integers(0, 2**45))
def test_the_heap_is_within_bounds_and_at_most_an_eighth(memory):
    heap = heap_for(memory)

    assert 256 <= heap <= 4096
    assert heap == 256 or heap * 1024 * 1024 * 8 <= memory


@pytest.mark.parametrize(
    ("own", "files", "expected"),
    [
        ("0::/a/b\n", {"a/b/memory.max": "max\n", "a/memory.max": "2000\n", "memory.max": "9000\n"}, [2000, 9000]),
        ("4:memory:/c\n3:cpu:/c\n0::/\n", {"memory/c/memory.limit_in_bytes": "700\n"}, [700]),
        ("4:memory:/outside\n", {"memory/memory.limit_in_bytes": "500\n"}, [500]),
        ("0::/\n", {}, []),
    ],
    ids=["version 2, nested", "version 1", "in a container", "no limit"],
)
def test_memory_limits_are_those_of_the_own_control_group_and_of_all_above(tmp_path, own, files, expected):
    (tmp_path / "own").write_text(own)
    for name, text in files.items():
        (tmp_path / "groups" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "groups" / name).write_text(text)

    assert list(limits(tmp_path / "own", tmp_path / "groups")) == expected
    assert list(limits(tmp_path / "nowhere", tmp_path / "groups")) == []


def test_a_lock_whose_file_cannot_be_made_is_told_in_one_line(tmp_path):
    with pytest.raises(ConfigError, match=r"lock cannot be used \(No such file or directory\); set CLAIMGRAPH_HOME"):
        FileLock(tmp_path / "nowhere" / "lock").acquire()


@pytest.mark.parametrize("free", [0, 1_000_000, 10**9])
def test_an_error_of_a_store_whose_disk_is_full_names_the_disk(tmp_path, monkeypatch, free):
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    embedded = GraphAddress("bolt://127.0.0.1:1", "root", "s3cret", folder=str(tmp_path))
    broken = server_error("Neo.ClientError.Transaction.TransactionNotFound")

    error = translate(broken, embedded, "transaction keep")

    assert ("nothing was written, as the disk under" in str(error)) == (free < 10**9)
    assert isinstance(error, GraphUnavailable) == (free < 10**9)
    assert "disk" not in str(translate(broken, ADDRESS, "transaction keep"))


def test_a_shared_lock_lets_others_share_and_keeps_the_exclusive_one_away(tmp_path):
    first, second, third = (FileLock(tmp_path / "lock") for _ in range(3))

    assert first.acquire(shared=True)
    assert second.acquire(shared=True)
    assert not third.acquire()
    first.release()
    second.release()
    assert third.acquire()
    assert not first.acquire(shared=True)


def test_secrets_lie_in_files_of_this_user_only(tmp_path):
    folder = StoreFolder.create(tmp_path / "home")

    folder.write_record(ServerRecord("boot/1/1.00", "1", 1, 2, "p", "r"))
    write_accounts(folder.path / "config", "p", "r")

    files = [folder.record_file, *(folder.path / "config").iterdir()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert '"p"' not in (folder.path / "config" / "server-users.jsonl").read_text()


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"process": 1}', json.dumps({"a": 1}), "\x00\xff"])
def test_a_broken_record_counts_as_none(tmp_path, text):
    folder = StoreFolder.create(tmp_path)
    folder.record_file.write_text(text, encoding="latin-1")

    assert folder.read_record() is None


def test_a_home_that_is_a_file_is_a_wrong_setting(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match="CLAIMGRAPH_HOME"):
        StoreFolder.create(tmp_path / "file")


def test_a_transient_error_is_what_the_driver_calls_one():
    assert isinstance(server_error("Neo.TransientError.Transaction.DeadlockDetected"), TransientError)
    assert isinstance(server_error("Neo.ClientError.Statement.SyntaxError"), ClientError)
