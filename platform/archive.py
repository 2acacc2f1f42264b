"""A file of blocks that can be trusted or is refused: written in one stream, every bit of it covered by a checksum.

The file is a plain `.gz` that any tool unpacks (`zcat FILE | head`): a gzip member a block, each a run of JSON lines.
What gzip leaves open is closed here, as BGZF does: the member's header carries the length and the CRC-32 of what
follows, so that a block is read without guessing and no bit of it can change unseen. The first member is the header
(one JSON object), the last one holds the SHA-256 of all before it; after it the file ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from claimgraph.platform.errors import DamagedArchive, InputError

MAX_BLOCK = 256 * 1024 * 1024
"""Bytes of one block, unpacked: what reading needs of memory. A larger one is refused on writing and on reading."""

_FIXED = b"\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x0c\x00CG\x08\x00"  # gzip with an extra field: "CG", 8 bytes
_EXTRA = struct.Struct("<II")  # length and CRC-32 of the packed bytes
_TRAILER = struct.Struct("<II")  # CRC-32 and length of the unpacked bytes
_LEVEL = 1
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_END = b'{"kind":"end"'  # how the last block begins; heads of others name another kind


class ArchiveWriter:
    """Appends blocks to an open file; `finish` writes the last one."""

    def __init__(self, file: IO[bytes], header: dict[str, Any]) -> None:
        self._file = file
        self._sha = hashlib.sha256()
        self._blocks = 0
        self._write(encode(header) + b"\n")

    def block(self, head: dict[str, Any], rows: list[bytes]) -> None:
        """One block: its head, then its rows, each of them `encode`d JSON."""
        self._write(b"\n".join([encode(head), *rows, b""]))

    def finish(self, end: dict[str, Any]) -> None:
        """Close the archive with `end` and the checksum of everything before."""
        last = {"kind": "end", "blocks": self._blocks, "sha256": self._sha.hexdigest(), **end}
        self._write(encode(last) + b"\n")

    def _write(self, raw: bytes) -> None:
        if len(raw) > MAX_BLOCK:
            raise InputError(f"One row is larger than {MAX_BLOCK // 1024**2} MB, the most that a backup can hold.")
        packer = zlib.compressobj(_LEVEL, wbits=-15)
        packed = packer.compress(raw) + packer.flush()
        member = b"".join(
            (_FIXED, _EXTRA.pack(len(packed), zlib.crc32(packed)), packed, _TRAILER.pack(zlib.crc32(raw), len(raw)))
        )
        self._sha.update(member)
        self._file.write(member)
        self._blocks += 1


@contextmanager
def writing(path: Path, header: dict[str, Any], *, replace: bool) -> Iterator[ArchiveWriter]:
    """Write an archive at `path` (mode 0600): under a temporary name beside it until it is whole and on the disk.

    Whatever fails leaves nothing behind. Raises `InputError` where `path` exists already and `replace` is false, and
    where the folder or the disk does not take it.
    """
    if path.is_dir():
        raise InputError(f"{path}: a folder; name a file.")
    if path.exists() and not replace:
        raise InputError(f"{path}: there is a file already; name another one, or overwrite it with --yes.")
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield ArchiveWriter(file, header)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def read_header(path: Path) -> dict[str, Any]:
    """The first block, checked by itself. Raises `InputError` (unreadable), `DamagedArchive` (no archive, damaged)."""
    with _opened(path) as file:
        _, raw = _member(path, file, first=True)
        return _json(path, raw)


def check(path: Path) -> dict[str, Any]:
    """Read the whole file and hold every checksum against it; the last block. Memory: one block.

    Raises `DamagedArchive` for a file that is cut short, changed by a single bit, or goes on after its end.
    """
    sha, blocks = hashlib.sha256(), 0
    with _opened(path) as file:
        while True:
            member, raw = _member(path, file, first=blocks == 0)
            if raw.startswith(_END):
                break
            sha.update(member)
            blocks += 1
        if file.read(1):
            raise DamagedArchive(f"{path}: it goes on after its end; it is damaged, take another copy.")
    end = _json(path, raw)
    if end.get("sha256") != sha.hexdigest() or end.get("blocks") != blocks:
        raise DamagedArchive(f"{path}: blocks are missing or were exchanged; it is damaged, take another copy.")
    return end


def blocks(path: Path) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """(head, rows) of each block between the first and the last. Raises `DamagedArchive` as `check` does."""
    with _opened(path) as file:
        _member(path, file, first=True)
        while True:
            _, raw = _member(path, file, first=False)
            if raw.startswith(_END):
                return
            head, *rows = raw.splitlines()
            try:
                yield json.loads(head), [json.loads(row) for row in rows]
            except ValueError as error:
                raise _no_json(path) from error


def encode(value: object) -> bytes:
    """One row as a line of JSON, in ASCII: no text in it can end the line or fail to be written."""
    return _ENCODER.encode(value).encode("ascii")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError:
        raise InputError(f"{path}: no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or type(error).__name__}).") from error


def _member(path: Path, file: IO[bytes], *, first: bool) -> tuple[bytes, bytes]:
    """The next member as it stands in the file, and unpacked."""
    fixed = file.read(len(_FIXED) + _EXTRA.size)
    if first and not (fixed and _FIXED.startswith(fixed[: len(_FIXED)])):
        raise DamagedArchive(f"{path}: this is no backup by claimgraph.")
    if len(fixed) < len(_FIXED) + _EXTRA.size:
        raise _cut(path)
    if not fixed.startswith(_FIXED):
        raise _damaged(path)
    length, checksum = _EXTRA.unpack_from(fixed, len(_FIXED))
    if length > MAX_BLOCK:
        raise _damaged(path)
    rest = file.read(length + _TRAILER.size)
    if len(rest) < length + _TRAILER.size:
        raise _cut(path)
    packed = rest[:length]
    raw_checksum, raw_length = _TRAILER.unpack_from(rest, length)
    if zlib.crc32(packed) != checksum or raw_length > MAX_BLOCK:
        raise _damaged(path)
    raw = _unpack(path, packed)
    if len(raw) != raw_length or zlib.crc32(raw) != raw_checksum:
        raise _damaged(path)
    return fixed + rest, raw


def _unpack(path: Path, packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=-15)
    try:
        raw = unpacker.decompress(packed, MAX_BLOCK + 1)
    except zlib.error as error:
        raise _damaged(path) from error
    if not unpacker.eof or unpacker.unused_data or len(raw) > MAX_BLOCK:
        raise _damaged(path)
    return raw


def _json(path: Path, raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw)
    except ValueError as error:
        raise _no_json(path) from error
    if not isinstance(value, dict):
        raise _no_json(path)
    return value


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a loss of power, where the system lets a folder be synced."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _cut(path: Path) -> DamagedArchive:
    return DamagedArchive(f"{path}: it ends too early; the copy was cut short, take another one.")


def _damaged(path: Path) -> DamagedArchive:
    return DamagedArchive(f"{path}: a checksum does not fit; the file is damaged, take another copy.")


def _no_json(path: Path) -> DamagedArchive:
    return DamagedArchive(f"{path}: a block is not what this program writes; take another copy.")


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"{path}: cannot be written ({error.strerror or type(error).__name__}); name another place.")
