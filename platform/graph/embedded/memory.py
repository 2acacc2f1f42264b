"""How much memory the embedded server may take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_MIB = 1024 * 1024
_LEAST, _MOST = 256, 4096  # MiB
_CGROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")


def default_heap() -> str:
    """The heap for this machine, as the JVM takes it, such as `2048m`."""
    return f"{heap_for(usable_memory())}m"


def heap_for(memory: int) -> int:
    """MiB of heap where `memory` bytes may be used: an eighth, at least 256 and at most 4096.

    The store keeps its pages in the heap, and the models of the processes that use it want the rest of the memory.
    """
    return max(_LEAST, min(_MOST, memory // 8 // _MIB))


def usable_memory() -> int:
    """Bytes this process may use: the memory of the machine, or less where a control group (a container) says so."""
    import psutil

    return min([int(psutil.virtual_memory().total), *limits(_OWN_GROUPS, _CGROUPS)])


def limits(own: Path, root: Path) -> Iterator[int]:
    """The memory limits of this process's control groups and of those above them; version 2 and 1 alike."""
    for line in _lines(own):
        _, controllers, path = line.split(":", 2)
        if controllers not in ("", "memory"):
            continue
        top, name = (root / "memory", "memory.limit_in_bytes") if controllers else (root, "memory.max")
        group = top / path.lstrip("/")
        for folder in (group, *group.parents):
            if folder.is_relative_to(top):
                yield from (int(limit) for limit in _lines(folder / name) if limit.isdigit())  # or the word "max"


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:  # no such file: no control groups, or those of another machine's view
        return []
