"""Running out of memory: noticed on any device, and tried once more with half of the work."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from typing import TypeVar

from claimgraph.platform.errors import ModelError

Item = TypeVar("Item")
Result = TypeVar("Result")

_SAID = ("out of memory", "can't allocate memory", "not enough memory", "alloc_failed")


def out_of_memory(error: BaseException) -> bool:
    """Whether an error says that the memory of some device was used up: CUDA has a class for it, a CPU a sentence."""
    if isinstance(error, MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _SAID)


def halved_where_memory_ends(items: Sequence[Item], work: Callable[[Sequence[Item]], list[Result]]) -> list[Result]:
    """`work(items)`, one result an item; where memory ends, once more in two halves.

    Raises ModelError where it ends again, or where there is but one item.
    """
    done = _tried(items, work)
    if done is None and len(items) > 1:
        half = (len(items) + 1) // 2
        first = _tried(items[:half], work)
        second = _tried(items[half:], work) if first is not None else None
        done = None if first is None or second is None else first + second
    if done is None:
        raise ModelError(
            f"The memory does not suffice to read {'one text' if len(items) == 1 else 'half of a batch'} with the "
            f"causal language model (batch of {len(items)}). Use a smaller batch, a shorter context, a smaller model "
            "or dtype, or a device with more memory."
        )
    return done


def _tried(items: Sequence[Item], work: Callable[[Sequence[Item]], list[Result]]) -> list[Result] | None:
    """The results, or None where memory ended; by then what the attempt had taken is free again."""
    try:
        return work(items)
    except (MemoryError, RuntimeError) as error:
        if not out_of_memory(error):
            raise
    _release()
    return None


def _release() -> None:
    gc.collect()
    import torch

    if torch.cuda.is_available():
        torch.cuda.empty_cache()
