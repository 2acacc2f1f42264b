"""A batch of answers: one bad line costs no other, a few at a time are held, and what is done is not done again."""

from __future__ import annotations

import io
import json
import tracemalloc
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.api import batch as batches
from claimgraph.api import batch_lines
from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.batch import Batch
from claimgraph.api.batch_ledger import Ledger
from claimgraph.api.batch_lines import BatchAnswer, parse_line, read_lines
from claimgraph.api.batch_results import open_results, result_line
from claimgraph.api.rest import VerifyBody
from claimgraph.platform.errors import (
    ClaimGraphError,
    Conflict,
    GraphError,
    GraphUnavailable,
    InputError,
    ModelUnavailable,
)


class FakeClient:
    """Verifies by echoing; fails for answers that name an error."""

    def __init__(self, **errors: Exception) -> None:
        self.errors = errors
        self.asked: list[str] = []
        self.held = self.most_held = 0

    async def verify(self, answer: str, **others: Any) -> Any:
        self.asked.append(answer)
        self.held += 1
        self.most_held = max(self.held, self.most_held)
        try:
            await anyio.lowlevel.checkpoint()
            if answer in self.errors:
                raise self.errors[answer]
            return {"answer": answer, **{name: value for name, value in others.items() if value is not None}}
        finally:
            self.held -= 1


class Lines:
    """Results in memory."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        self.lines.append(line)

    def read(self) -> list[dict[str, Any]]:
        return sorted((json.loads(line) for line in self.lines), key=lambda one: one["line"])


def spelt(*answers: dict[str, Any] | str) -> io.BytesIO:
    lines = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in answers)
    return io.BytesIO("\n".join(lines).encode())


def run(
    client: FakeClient, stream: io.BytesIO, at_once: int = 2, output: Any = None, ledger: Ledger | None = None
) -> Batch:
    with ledger or Ledger() as opened:
        batch = Batch(cast("AsyncClaimGraph", client), opened, output or Lines())
        anyio.run(batch.run, stream, at_once)
        return batch


def run_into(path: Path, client: FakeClient, stream: io.BytesIO) -> Batch:
    with Ledger() as ledger, open_results(path, ledger) as output:
        batch = Batch(cast("AsyncClaimGraph", client), ledger, output)
        anyio.run(batch.run, stream, 1)
        return batch


def results(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_takes_what_a_request_over_http_takes() -> None:
    assert set(BatchAnswer.model_fields) == set(VerifyBody.model_fields)


def test_every_input_reaches_verify_in_english_and_chinese() -> None:
    output = Lines()
    texts = {"answer": "长江很长。\ud800", "question": "多长？", "contexts": ["长江全长6300公里。"]}
    given_ = {**texts, "model": "m", "key": "k", "domain": "legal", "risk": "high", "correct": False}

    batch = run(FakeClient(), spelt(json.dumps(given_)), output=output)

    (found,) = output.read()
    assert {name: found[name] for name in given_} == given_
    assert (found["line"], batch.summary().exit_code) == (1, 0)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("not json", "not JSON (at character 1)"),
        ('{"answer": "secret"', "not JSON"),
        ("[1]", "no JSON object"),
        ("{}", "answer: Field required"),
        ('{"answer": 7}', "answer: Input should be a valid string"),
        ('{"answer": "a", "contexts": "text"}', "contexts: Input should be a valid list"),
        ('{"answer": "a", "contexts": ["b", 1]}', "contexts.1: Input should be a valid string"),
        ('{"answer": "a", "secret": 1}', "1 unknown field; known are answer"),
        ('{"answer": "a", "answer": "b"}', "names a field twice"),
        ('{"answer": NaN}', "NaN"),
        ("[" * 200_000, "nested too deeply"),
        ('{"answer": ' + "9" * 5_000 + "}", "number too large"),
    ],
    ids=range(12),
)
def test_a_broken_line_is_told_with_its_number_and_reason_and_the_others_are_done(line: str, reason: str) -> None:
    client, output = FakeClient(), Lines()

    batch = run(client, spelt({"answer": "one"}, "", line, {"answer": "four"}), output=output)

    (failure,) = batch.summary().failures
    assert (failure.line, failure.code) == (3, "BAD_INPUT")
    assert reason in failure.error
    assert "secret" not in failure.error
    assert [one["line"] for one in output.read()] == [1, 4]
    assert batch.summary().exit_code == 2


def test_bytes_that_are_no_text_are_one_bad_line() -> None:
    stream = io.BytesIO(b'\xef\xbb\xbf{"answer": "one"}\r\n{"answer": "\xff"}\r\n{"answer": "three"}')

    batch = run(client := FakeClient(), stream)

    assert sorted(client.asked) == ["one", "three"]
    assert [(one.line, one.error) for one in batch.summary().failures] == [(2, "The line is not UTF-8 (byte 13).")]


def test_a_line_without_end_is_refused_without_being_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_lines, "MAX_LINE_BYTES", 100)
    stream = spelt({"answer": "one"}, {"answer": "x" * 5_000_000}, {"answer": "three"})

    tracemalloc.start()
    found = list(read_lines(stream))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert [number for number, _ in found] == [1, 2, 3]
    assert found[1][1] is None
    assert peak < 3_000_000
    with pytest.raises(InputError, match="longer than"):
        parse_line(None)


def test_one_key_for_two_answers_of_a_model_is_refused_and_the_same_line_twice_is_not() -> None:
    output = Lines()
    first = {"answer": "one", "key": "k", "model": "m"}
    stream = spelt(
        first, {"answer": "two", "key": "k", "model": "m"}, {**first, "model": "n"}, dict(reversed(first.items()))
    )

    batch = run(FakeClient(), stream, output=output)

    assert [one["line"] for one in output.read()] == [1, 3, 4]
    (failure,) = batch.summary().failures
    assert (failure.line, failure.error) == (2, "Its key was given to another answer of the same model, on line 1.")


def test_never_more_are_held_than_asked_for() -> None:
    client = PatientClient(3)

    run(client, spelt(*({"answer": f"answer {n}"} for n in range(50))), at_once=3)

    assert client.most_held == 3
    assert len(client.asked) == 50


class PatientClient(FakeClient):
    """Gives no answer before so many have been asked for at once."""

    def __init__(self, wanted: int) -> None:
        super().__init__()
        self._wanted, self._enough, self._arrived = wanted, anyio.Event(), 0

    async def verify(self, answer: str, **others: Any) -> Any:
        self._arrived += 1
        if self._arrived == self._wanted:
            self._enough.set()
        self.held += 1
        self.most_held = max(self.held, self.most_held)
        try:
            with anyio.fail_after(30):
                await self._enough.wait()
            self.asked.append(answer)
            return {"answer": answer}
        finally:
            self.held -= 1


def test_memory_does_not_grow_with_the_lines() -> None:
    """Lines are read as they are wanted, and most of these are broken: only so many failures are listed."""

    class Endless(io.RawIOBase):
        def __init__(self, lines: int) -> None:
            self._lines = iter(range(lines))

        def readline(self, size: int | None = -1, /) -> bytes:
            number = next(self._lines, None)
            if number is None:
                return b""
            return (b'{"answer": "' + b"x" * 1_000 + b'"}\n') if number % 100 == 0 else b"broken\n"

    class Nowhere:
        def write(self, line: str) -> None:
            pass

    def peak(lines: int) -> tuple[int, Batch]:
        client = FakeClient()
        client.asked = cast("list[str]", _Forgetful())
        tracemalloc.start()
        batch = run(client, cast("io.BytesIO", Endless(lines)), output=Nowhere())
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found, batch

    few, _ = peak(2_000)
    many, batch = peak(8_000)

    assert (batch.done, batch.failed, len(batch.summary().failures)) == (80, 7_920, batches.LISTED)
    assert [one.line for one in batch.summary().failures[:3]] == [2, 3, 4]
    assert many < few * 1.5 + 200_000


class _Forgetful:
    def append(self, text: str) -> None:
        pass


@pytest.mark.parametrize("error", [GraphUnavailable("gone"), ModelUnavailable("gone")])
def test_what_would_meet_every_line_ends_the_batch(error: ClaimGraphError) -> None:
    client = FakeClient(bad=error)
    stream = spelt({"answer": "one"}, {"answer": "bad"}, *({"answer": f"answer {n}"} for n in range(100)))
    with Ledger() as ledger:
        batch = Batch(cast("AsyncClaimGraph", client), ledger, Lines())

        with pytest.raises(type(error)):
            anyio.run(batch.run, stream, 1)

    assert len(client.asked) < 10
    assert (batch.summary().finished, batch.summary().exit_code) == (False, 1)


@pytest.mark.parametrize("error", [Conflict("busy"), GraphError("refused"), ValueError("the text is secret")])
def test_what_may_pass_costs_its_line_alone_and_is_the_systems_fault(error: Exception) -> None:
    batch = run(FakeClient(bad=error), spelt({"answer": "bad"}, {"answer": "two"}))

    assert (batch.done, batch.failed, batch.summary().exit_code) == (1, 1, 1)
    assert "secret" not in batch.summary().failures[0].error


def test_a_second_run_does_what_is_left_and_what_failed(tmp_path: Path) -> None:
    path, stream = tmp_path / "out.jsonl", spelt(*({"answer": f"answer {n}"} for n in range(5)))
    first = run_into(path, FakeClient(**{"answer 3": Conflict("busy")}), stream)
    stream.seek(0)

    second = run_into(path, client := FakeClient(), stream)

    assert (first.done, first.failed) == (4, 1)
    assert (second.done, second.skipped, client.asked) == (1, 4, ["answer 3"])
    assert sorted(one["answer"] for one in results(path)) == [f"answer {n}" for n in range(5)]


def test_a_line_that_has_changed_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    run_into(path, FakeClient(), spelt({"answer": "one"}, {"answer": "two"}))

    run_into(path, client := FakeClient(), spelt('{ "answer" : "one" }', {"answer": "zwei"}))

    assert client.asked == ["zwei"]
    assert [one["answer"] for one in results(path)] == ["one", "two", "zwei"]


@settings(max_examples=30)
@given(cut=st.integers(min_value=0, max_value=200))
def test_a_result_that_was_cut_off_anywhere_is_done_again(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path, stream = tmp_path_factory.mktemp("cut") / "out.jsonl", spelt({"answer": "one"}, {"answer": "two"})
    run_into(path, FakeClient(), stream)
    whole = path.read_bytes()
    path.write_bytes(whole[: min(cut, len(whole))])
    stream.seek(0)

    run_into(path, FakeClient(), stream)

    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", ["# notes\n", '{"answer": "one"}\n', "no newline", '{"line": 1}\n'])
def test_a_file_of_something_else_is_not_touched(tmp_path: Path, content: str) -> None:
    path = tmp_path / "precious.txt"
    path.write_text(content)

    with pytest.raises(InputError, match="name another file"):
        run_into(path, FakeClient(), spelt({"answer": "one"}))

    assert path.read_text() == content


def test_two_batches_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"

    with Ledger() as ledger, open_results(path, ledger), pytest.raises(InputError, match="another verify-batch"):
        run_into(path, FakeClient(), spelt({"answer": "one"}))


def test_a_full_disk_is_one_clear_line(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    from claimgraph.api.batch_results import ResultFile

    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(ClaimGraphError, match="No space left"):
        ResultFile(Path("out.jsonl"), full).write("{}\n")  # type: ignore[arg-type]


def test_a_result_is_one_line_however_its_text_is() -> None:
    line = result_line(7, "0" * 16, cast("Any", {"answer": "a\nb\u2028c\ud800"}))

    assert line.count("\n") == 1
    assert json.loads(line)["answer"] == "a\nb\u2028c\ud800"


def test_the_ledger_knows_lines_and_keys() -> None:
    with Ledger() as ledger:
        ledger.note_done(3, "aa")

        assert [ledger.is_done(3, "aa"), ledger.is_done(3, "bb"), ledger.is_done(4, "aa")] == [True, False, False]
        assert [ledger.first_use("k", None, 1, "aa"), ledger.first_use("k", None, 9, "aa")] == [None, None]
        assert [ledger.first_use("k", None, 9, "bb"), ledger.first_use("k", "m", 9, "bb")] == [1, None]
