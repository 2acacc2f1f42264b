"""A batch's output file: a result a line, added as they come, and read back when the batch is run again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from claimgraph.platform.errors import ClaimGraphError, InputError

from .jsonable import to_json_line

if TYPE_CHECKING:
    from claimgraph.verify.report import Verification

    from .batch_ledger import Ledger

_HEAD = re.compile(rb'\{"line": (\d{1,15}), "input": "([0-9a-f]{16})", ')
_HEAD_BYTES = 80
_PIECE = 1024 * 1024


class Output(Protocol):
    """Where results go."""

    def write(self, line: str) -> None: ...


def result_line(number: int, digest: str, found: Verification, *, only_ascii: bool = False) -> str:
    """A result as one line of JSON: the line it answers, the digest of its input, and all that `verify --json` says."""
    body = to_json_line(found, only_ascii=only_ascii)
    return f'{{"line": {number}, "input": "{digest}", {body[1:]}\n'


class ResultFile:
    """The open output file; each line is handed to the system as soon as it is there, so that a kill costs none."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file

    def write(self, line: str) -> None:
        try:
            self._file.write(line.encode("utf-8"))
            self._file.flush()
        except OSError as error:
            raise ClaimGraphError(
                f"{self._path}: cannot be written ({error.strerror}); mend that and run the same command again."
            ) from error


@contextmanager
def open_results(path: Path, ledger: Ledger) -> Iterator[ResultFile]:
    """Open an output file, tell the ledger of the results it holds, and keep other batches from it meanwhile.

    A result that was cut off in the middle of a write is taken off. Raises `InputError` for a file of anything else.
    """
    from claimgraph.platform.graph.embedded.locks import FileLock

    try:
        with path.open("ab"):
            pass
        file = path.open("r+b", buffering=_PIECE)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}).") from error
    lock = FileLock(path)
    with file:
        if not lock.acquire():
            raise InputError(f"{path}: another verify-batch is writing to this file.")
        try:
            _read_back(path, file, ledger)
            yield ResultFile(path, file)
        finally:
            lock.release()


def _read_back(path: Path, file: BinaryIO, ledger: Ledger) -> None:
    """Leaves the file at its end, behind the last whole line."""
    end = 0
    for head, length, whole in _heads(file):
        found = _HEAD.match(head)
        if found is None:
            # The first bytes of a result of which no more was written are no reason to refuse the file.
            if whole or not (end or b'{"line": '.startswith(head[:9])):
                raise InputError(f"{path}: holds something other than results of verify-batch; name another file.")
            break
        if not whole:
            break
        ledger.note_done(int(found[1]), found[2].decode("ascii"))
        end += length
    file.seek(end)
    file.truncate()


def _heads(file: BinaryIO) -> Iterator[tuple[bytes, int, bool]]:
    """(first bytes, length, whether it ends) of each line; a result may be long, and is never held whole."""
    while piece := file.readline(_PIECE):
        head, length = piece[:_HEAD_BYTES], len(piece)
        while not piece.endswith(b"\n") and (piece := file.readline(_PIECE)):
            length += len(piece)
        yield head, length, piece.endswith(b"\n")


class Stream:
    """Results on standard output."""

    def __init__(self) -> None:
        import sys

        self._stream = sys.stdout

    def write(self, line: str) -> None:
        try:
            self._stream.write(line)
            self._stream.flush()
        except BrokenPipeError as error:
            import sys

            sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - or the interpreter complains once more at its end
            raise ClaimGraphError("Standard output was closed; what is done is in the graph.") from error
