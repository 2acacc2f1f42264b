"""The embedded store on a disk that is full, and on one that is read-only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from stores import python_environment

SCENE = Path(__file__).parents[1] / "fakes" / "small_disk.py"


def own_mounts() -> list[str]:
    """How to run a command that may mount a disk nobody else sees; skips where the system gives no way."""
    for way in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        tried = [*way, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        if shutil.which("unshare") and subprocess.run(tried, capture_output=True, check=False).returncode == 0:
            return way
    return pytest.skip("this system lets nobody but root mount a disk")


def test_a_disk_that_is_full_or_read_only_loses_nothing_and_is_told_in_one_line(tmp_path: Path) -> None:
    command = [*own_mounts(), sys.executable, str(SCENE), str(tmp_path)]
    environment = {**python_environment(), "HOME": os.environ.get("HOME", "/")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)

    kept = {"n": told["acknowledged"], "ids": told["acknowledged"]}
    assert kept["n"] > 0
    assert told["full"].startswith("GraphUnavailable('In transaction keep: nothing was written, as the disk under ")
    assert "MB left); make room. Then run the command again." in told["full"]
    assert told["read while full"] == [kept]

    assert told["start while full"].startswith("GraphUnavailable(")
    assert "did not start: the disk under " in told["start while full"]
    assert told["ended while full"], "a server that could not start must not hold the folder"

    assert told["read with room"] == [kept]
    assert told["write with room"] == [{"n": kept["n"] + 20, "ids": kept["ids"] + 20}]
    assert told["start with room"] < 60

    for said in told["read-only"]:
        assert said.startswith("ConfigError(")
        assert "(Read-only file system); set CLAIMGRAPH_HOME to " in said
    assert not told["running while read-only"]
    assert "\\n" not in "".join([told["full"], told["start while full"], *told["read-only"]])
