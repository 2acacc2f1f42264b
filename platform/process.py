"""Which process owns a piece of work, and whether that process still lives.

A process is named by the boot of its host, its number and its start time: process numbers are reused, and a
number says nothing on another host, nor in another container of the same host. Text form: `boot/pid/start`.
"""

from __future__ import annotations

import functools
import os
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path

import psutil


@functools.cache
def boot_id() -> str:
    """An id of what process numbers mean something in: this host's current boot and, on Linux, this container."""
    linux = Path("/proc/sys/kernel/random/boot_id")
    if linux.exists():
        space = "".join(char for char in _process_space() if char.isdigit())
        return f"{linux.read_text().strip()}.{space}"
    return f"{uuid.getnode():012x}-{int(psutil.boot_time())}"


def _process_space() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    boot: str
    pid: int
    started: str  # ticks since the boot on Linux, where the clock may be set; elsewhere seconds since the epoch

    @classmethod
    def of_this_process(cls) -> ProcessIdentity:
        pid = os.getpid()
        return cls(boot_id(), pid, _start_of(pid) or "0")

    @classmethod
    def parse(cls, text: str) -> ProcessIdentity | None:
        """The identity that `str()` wrote; None for anything else."""
        parts = text.split("/")
        if len(parts) != 3 or not parts[1].isdigit():
            return None
        return cls(parts[0], int(parts[1]), parts[2])

    def __str__(self) -> str:
        return f"{self.boot}/{self.pid}/{self.started}"

    def known_dead(self) -> bool:
        """True only where it can be told: same boot of the same host, and no such process any more."""
        if self.boot != boot_id():
            return False
        found = _start_of(self.pid)
        return found is None or found not in (self.started, _HIDDEN)


_HIDDEN = ""
"""The start of a process that is there, under another user, and cannot be looked at."""


def _start_of(pid: int) -> str | None:
    """When a process started; None where there is none."""
    if sys.platform == "linux":
        return _linux_start_of(pid)
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return f"{process.create_time():.2f}"
    except psutil.NoSuchProcess:
        return None
    except psutil.AccessDenied:
        return _HIDDEN


def _linux_start_of(pid: int) -> str | None:
    """From the kernel itself: psutil adds the boot time, which moves whenever the clock is set."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return _HIDDEN if _exists(pid) else None
    fields = stat.rpartition(")")[2].split()  # the name before it may hold anything
    state, started = fields[0], fields[19]
    return None if state in "ZX" else started


def _exists(pid: int) -> bool:
    """Whether there is such a process, though /proc may hide those of other users."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True
