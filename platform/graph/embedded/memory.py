"""How much memory the embedded server may take."""

from __future__ import annotations

from pathlib import Path

_MIB = 1024 * 1024
_LEAST, _MOST = 512, 4096  # MiB
_CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def default_heap() -> str:
    """An eighth of the memory this process may use, between 512 MiB and 4 GiB."""
    return f"{heap_for(_usable_memory())}m"


def heap_for(memory: int) -> int:
    """MiB of heap for a machine with `memory` bytes."""
    return max(_LEAST, min(_MOST, memory // 8 // _MIB))


def _usable_memory() -> int:
    import psutil

    total = int(psutil.virtual_memory().total)
    for path in _CGROUP_LIMITS:
        try:
            total = min(total, int(path.read_text()))
        except (OSError, ValueError):  # no such file, or the word "max"
            continue
    return total
