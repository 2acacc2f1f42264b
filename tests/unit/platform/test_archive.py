"""A file of blocks is read back as it was written, or refused."""

from __future__ import annotations

import errno
import gzip
import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimgraph.platform import archive
from claimgraph.platform.errors import DamagedArchive, InputError

HEADER = {"format": "test", "format_version": 1}
ROWS = [{"id": "a", "text": "第一 \u2028 line\nwith a break"}, {"id": "b", "n": 1.0}]


def write(path: Path, rows: list[Any] = ROWS, **options: Any) -> None:
    with archive.writing(path, HEADER, replace=options.get("replace", False)) as file:
        file.block({"kind": "nodes", "rows": len(rows)}, [archive.encode(row) for row in rows])
        file.block({"kind": "edges", "rows": 0}, [])
        file.finish({"more": 1})


def read(path: Path) -> list[Any]:
    archive.read_header(path)
    archive.check(path)
    return list(archive.blocks(path))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("archive") / "whole.gz"
    write(path)
    return path.read_bytes()


def test_blocks_are_read_back_in_order(tmp_path: Path) -> None:
    write(tmp_path / "a.gz")

    assert read(tmp_path / "a.gz") == [({"kind": "nodes", "rows": 2}, ROWS), ({"kind": "edges", "rows": 0}, [])]
    assert archive.read_header(tmp_path / "a.gz") == HEADER
    assert archive.check(tmp_path / "a.gz")["more"] == 1


def test_any_tool_for_gzip_unpacks_it(whole: bytes) -> None:
    lines = gzip.decompress(whole).splitlines()

    assert [json.loads(line) for line in lines[:3]] == [HEADER, {"kind": "nodes", "rows": 2}, ROWS[0]]


def test_every_flipped_bit_is_refused(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "flipped.gz"
    believed = []
    for bit in range(len(whole) * 8):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        try:
            read(path)
        except DamagedArchive:
            continue
        believed.append(bit)

    assert believed == []


def test_a_file_cut_anywhere_is_refused(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    believed = []
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        try:
            read(path)
        except DamagedArchive:
            continue
        believed.append(length)

    assert believed == []


def members(whole: bytes) -> list[bytes]:
    """The members of an archive, cut where each one's header says that it ends."""
    found, at = [], 0
    while at < len(whole):
        length = int.from_bytes(whole[at + 16 : at + 20], "little")
        found.append(whole[at : at + 24 + length + 8])
        at += len(found[-1])
    return found


@pytest.mark.parametrize("order", [[0, 2, 3], [0, 2, 1, 3], [0, 1, 1, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 1]])
def test_blocks_that_are_missing_exchanged_repeated_or_appended_are_refused(
    order: list[int], whole: bytes, tmp_path: Path
) -> None:
    parts = members(whole)
    assert len(parts) == 4
    (tmp_path / "mixed.gz").write_bytes(b"".join(parts[i] for i in order))

    with pytest.raises(DamagedArchive):
        read(tmp_path / "mixed.gz")


@pytest.mark.parametrize("content", [b"", b"hello", gzip.compress(b"{}", mtime=0), bytes(4096)])
def test_what_is_no_archive_is_called_so(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(content)

    with pytest.raises(DamagedArchive, match="no backup"):
        archive.read_header(tmp_path / "other")


@given(
    st.lists(
        st.dictionaries(
            st.text(min_size=1),
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        )
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_written_is_read_back(tmp_path: Path, rows: list[Any]) -> None:
    write(tmp_path / "any.gz", rows, replace=True)

    assert read(tmp_path / "any.gz")[0][1] == rows


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    write(tmp_path / "a.gz")

    assert stat.S_IMODE((tmp_path / "a.gz").stat().st_mode) == 0o600


def test_a_file_that_is_there_is_overwritten_only_when_asked(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_text("precious")

    with pytest.raises(InputError, match="--yes"):
        write(tmp_path / "a.gz")
    assert (tmp_path / "a.gz").read_text() == "precious"

    write(tmp_path / "a.gz", replace=True)
    assert len(read(tmp_path / "a.gz")) == 2


def test_what_fails_half_way_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_text("precious")

    def fail_half_way() -> None:
        with archive.writing(tmp_path / "a.gz", HEADER, replace=True) as file:
            file.block({"kind": "nodes", "rows": 0}, [])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_half_way()

    assert [path.name for path in tmp_path.iterdir()] == ["a.gz"]
    assert (tmp_path / "a.gz").read_text() == "precious"


def test_a_full_disk_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)

    with pytest.raises(InputError, match="No space left on device"):
        write(tmp_path / "a.gz")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["nowhere/a.gz", "."])
def test_a_place_that_takes_no_file_is_one_clear_line(place: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be written|a folder"):
        write(tmp_path / place)


def test_a_block_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "bomb.gz", [{"text": "0" * 100_000}])
    monkeypatch.setattr(archive, "MAX_BLOCK", 50_000)

    with pytest.raises(DamagedArchive):
        read(tmp_path / "bomb.gz")


def test_a_row_beyond_the_bound_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_BLOCK", 50_000)

    with pytest.raises(InputError, match="larger than"):
        write(tmp_path / "bomb.gz", [{"text": "0" * 100_000}])
    assert list(tmp_path.iterdir()) == []
