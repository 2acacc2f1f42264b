"""Writers of the embedded store take turns, in a process and between processes, and never wait for ever."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from claimgraph.platform.graph import gate
from claimgraph.platform.graph.embedded.locks import FileLock
from claimgraph.platform.graph.gate import WriterGate


@pytest.mark.parametrize("gates", [1, 3])
async def test_one_writer_passes_at_a_time(tmp_path: Path, gates: int) -> None:
    """Each gate stands for a process."""
    made = [WriterGate(tmp_path / "writers.lock") for _ in range(gates)]
    inside = passed = 0

    async def write(number: int) -> None:
        nonlocal inside, passed
        async with made[number % gates].passing():
            inside += 1
            assert inside == 1
            for _ in range(3):
                await anyio.lowlevel.checkpoint()
            inside -= 1
            passed += 1

    async with anyio.create_task_group() as tasks:
        for number in range(12):
            tasks.start_soon(write, number)

    assert passed == 12


async def test_writers_of_one_process_pass_in_the_order_they_came(tmp_path: Path) -> None:
    waiting = WriterGate(tmp_path / "writers.lock")
    order: list[int] = []

    async def write(number: int) -> None:
        async with waiting.passing():
            order.append(number)

    async with anyio.create_task_group() as tasks:
        for number in range(8):
            tasks.start_soon(write, number)

    assert order == list(range(8))


async def test_behind_one_that_hangs_a_writer_goes_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PATIENCE_SECONDS", 0.01)
    hung = WriterGate(tmp_path / "writers.lock")
    other = WriterGate(tmp_path / "writers.lock")
    passed: list[str] = []

    async with hung.passing():
        for name, one in (("this process", hung), ("another", other)):
            async with one.passing():
                passed.append(name)

    assert passed == ["this process", "another"]
    async with other.passing():
        assert FileLock(tmp_path / "writers.lock").held_by_someone()


async def test_a_writer_that_is_cancelled_or_fails_lets_the_next_one_pass(tmp_path: Path) -> None:
    one = WriterGate(tmp_path / "writers.lock")

    with pytest.raises(ZeroDivisionError):
        async with one.passing():
            raise ZeroDivisionError
    with anyio.move_on_after(0.01):
        async with one.passing():
            await anyio.sleep_forever()

    assert not FileLock(tmp_path / "writers.lock").held_by_someone()
    async with one.passing():
        assert FileLock(tmp_path / "writers.lock").held_by_someone()


async def test_without_a_folder_in_common_a_process_still_takes_turns(tmp_path: Path) -> None:
    for path in (None, tmp_path / "gone" / "writers.lock"):
        async with WriterGate(path).passing():
            pass
