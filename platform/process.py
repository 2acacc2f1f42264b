"""Which process owns a piece of work, and whether that process still lives.

A process is named by the boot of its host, its number and its start time: process numbers are reused, and a
number says nothing on another host. Text form: `boot/pid/start`.
"""

from __future__ import annotations

import functools
import os
import uuid
from dataclasses import dataclass
from pathlib import Path

import psutil


@functools.cache
def boot_id() -> str:
    """An id of this host's current boot; two hosts, or two boots of one host, differ."""
    linux = Path("/proc/sys/kernel/random/boot_id")
    if linux.exists():
        return linux.read_text().strip()
    return f"{uuid.getnode():012x}-{int(psutil.boot_time())}"


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    boot: str
    pid: int
    started: str  # seconds since the epoch with two decimals, as the system reports it

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
        return self.boot == boot_id() and _start_of(self.pid) != self.started


def _start_of(pid: int) -> str | None:
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return f"{process.create_time():.2f}"
    except psutil.NoSuchProcess:
        return None
    except psutil.AccessDenied:  # it lives, under another user
        return "0"
