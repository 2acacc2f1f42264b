"""Models in ONNX Runtime: every batch on one processor, as many batches at once as there are processors.

Matrix kernels that share out one batch of a few sentences wait for each other at every layer; batches wait for nobody.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np

Item = TypeVar("Item")
Result = TypeVar("Result")


class OnnxSession:
    """A model that computes in the thread which calls it, and may be called from several at once."""

    def __init__(self, model: str | bytes) -> None:
        """`model`: a path or the model itself. Raises whatever ONNX Runtime does."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    @property
    def output_names(self) -> Sequence[str]:
        return [output.name for output in self._session.get_outputs()]

    def run(self, names: Sequence[str], feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        """The named outputs, in this order."""
        found: list[np.ndarray] = self._session.run(list(names), dict(feed))
        return found


def processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Lanes:
    """So many pieces of work at once. Models share them: together they take no more processors than one alone."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="model") if count > 1 else None

    def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """Every item with what `work` made of it, in order; a few items ahead of who reads, however many there are.

        `work` must not ask for lanes itself. A single item is worked on by the caller. The first error is raised, once
        the pieces that had been begun are done.
        """
        waiting = deque(items)
        if self._pool is None or len(waiting) <= 1:
            yield from ((item, work(item)) for item in waiting)
            return
        begun: deque[tuple[Item, Future[Result]]] = deque()
        try:
            while waiting or begun:
                while waiting and len(begun) < 2 * self.count:
                    item = waiting.popleft()
                    begun.append((item, self._pool.submit(work, item)))
                item, future = begun.popleft()
                yield item, future.result()
        finally:
            for _, future in begun:
                future.cancel()


@cache
def lanes(count: int | None) -> Lanes:
    """The lanes of this process; `None`: as many as it has processors."""
    return Lanes(count or processors())
