"""Many answers, a few at a time: each is verified as `verify` does, and told of as soon as it is done."""

from __future__ import annotations

import heapq
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

import anyio
import anyio.to_thread

from claimgraph.platform.errors import (
    ClaimGraphError,
    ConfigError,
    Forbidden,
    GraphUnavailable,
    InputError,
    MigrationError,
    ModelUnavailable,
)
from claimgraph.platform.tasks import task_group

from .batch_ledger import Ledger
from .batch_lines import BatchAnswer, parse_line, read_lines
from .batch_results import Output, result_line
from .problems import problem_of

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    from .aclient import AsyncClaimGraph

_log = logging.getLogger("claimgraph.batch")

LISTED = 1000
"""Failures that are listed, those of the first lines; all are counted."""

PAUSE_EVERY = 1000
"""Lines that are passed over in one go before an interruption is looked for."""


@dataclass(frozen=True, slots=True)
class Work:
    """A line that is to be verified."""

    line: int
    digest: str
    answer: BatchAnswer


@dataclass(frozen=True, slots=True, order=True)
class BatchFailure:
    line: int
    code: str
    error: str


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """`done` in this run, `skipped` because their results were there, `failed`; `failures` of the first lines.

    `may_pass`: of those failed, how many not by their input.
    """

    done: int
    skipped: int
    failed: int
    may_pass: int
    failures: tuple[BatchFailure, ...]
    finished: bool  # False: interrupted, or the store or a model failed

    @property
    def exit_code(self) -> int:
        """0: all done; 2: some inputs were bad; 1: something else failed, and may pass."""
        if not self.finished or self.may_pass:
            return 1
        return 2 if self.failed else 0


@dataclass(slots=True)
class Batch:
    """One batch over one client. `advance` is told after each line, as it is read and as it is done."""

    client: AsyncClaimGraph
    ledger: Ledger
    output: Output
    advance: Callable[[Batch], None] = lambda batch: None
    only_ascii: bool = False
    finished: bool = False
    done: int = 0
    skipped: int = 0
    failed: int = 0
    may_pass: int = 0
    _failures: list[tuple[int, BatchFailure]] = field(default_factory=list)  # a heap, the last line on top

    def summary(self) -> BatchSummary:
        listed = tuple(sorted(failure for _, failure in self._failures))
        return BatchSummary(self.done, self.skipped, self.failed, self.may_pass, listed, self.finished)

    async def run(self, stream: BinaryIO, at_once: int) -> None:
        """Verify all lines, `at_once` at a time; no more of them than that are held.

        A line that is at fault is counted and the others go on. What would meet every line (the store, the settings,
        a model that does not answer) is raised: run again then, and it goes on where it was.
        """
        async with task_group() as tasks:
            send, receive = anyio.create_memory_object_stream[Work](0)
            for _ in range(at_once):
                tasks.start_soon(self._work_on, receive.clone())
            receive.close()
            await self._hand_out(stream, send)
        self.finished = True

    async def _hand_out(self, stream: BinaryIO, send: MemoryObjectSendStream[Work]) -> None:
        waiting = self._pending(stream)
        async with send:
            # In a thread: standard input may let one wait.
            while (found := await anyio.to_thread.run_sync(next, waiting, _END, abandon_on_cancel=True)) is not _END:
                if isinstance(found, Work):
                    await send.send(found)
                elif isinstance(found, BatchFailure):
                    self._fail(found)
                else:
                    self.advance(self)

    def _pending(self, stream: BinaryIO) -> Iterator[Work | BatchFailure | None]:
        """What is to be done, and what cannot be; None now and then while lines are passed over."""
        for number, line in read_lines(stream):
            try:
                answer = parse_line(line)
                digest = answer.digest()
                self._check_key(number, answer, digest)
            except InputError as error:
                yield _failure(number, error)
                continue
            if not self.ledger.is_done(number, digest):
                yield Work(number, digest, answer)
                continue
            self.skipped += 1
            if self.skipped % PAUSE_EVERY == 0:
                yield None

    def _check_key(self, number: int, answer: BatchAnswer, digest: str) -> None:
        """Answers of several models may share a key, say that of their question; those of one model may not."""
        if answer.key is None:
            return
        first = self.ledger.first_use(answer.key, answer.model, number, digest)
        if first is not None:
            raise InputError(f"Its key was given to another answer of the same model, on line {first}.")

    async def _work_on(self, receive: MemoryObjectReceiveStream[Work]) -> None:
        async with receive:
            async for work in receive:
                try:
                    await self._verify(work)
                except InputError as error:
                    self._fail(_failure(work.line, error))
                except _MEETS_EVERY_LINE:
                    raise
                except ClaimGraphError as error:
                    self.may_pass += 1
                    self._fail(_failure(work.line, error))
                except Exception as error:  # a fault of ours that one answer brings out must not cost the others
                    _log.exception("line %d failed", work.line)
                    self.may_pass += 1
                    self._fail(BatchFailure(work.line, "INTERNAL", f"unexpected {type(error).__name__}"))

    async def _verify(self, work: Work) -> None:
        answer = work.answer
        found = await self.client.verify(
            answer.answer,
            question=answer.question,
            contexts=answer.contexts,
            model=answer.model,
            key=answer.key,
            domain=answer.domain,
            risk=answer.risk,
            correct=answer.correct,
        )
        self.output.write(result_line(work.line, work.digest, found, only_ascii=self.only_ascii))
        self.done += 1
        self.advance(self)

    def _fail(self, failure: BatchFailure) -> None:
        self.failed += 1
        heapq.heappush(self._failures, (-failure.line, failure))
        if len(self._failures) > LISTED:
            heapq.heappop(self._failures)
        self.advance(self)


_MEETS_EVERY_LINE = (ConfigError, Forbidden, GraphUnavailable, MigrationError, ModelUnavailable)
_END = object()


def _failure(line: int, error: ClaimGraphError) -> BatchFailure:
    return BatchFailure(line, problem_of(error).code, str(error))
