from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from claimgraph.platform.models.onnx_encoder import WEIGHTS, OnnxEncoder
from claimgraph.platform.models.onnx_session import Lanes, lanes, processors


@pytest.fixture(params=[1, 2, 5], ids=lambda count: f"{count} lanes")
def some(request: pytest.FixtureRequest) -> Lanes:
    return Lanes(request.param)


def test_every_item_comes_back_once_with_its_own_result_in_order(some: Lanes) -> None:
    assert list(some.each(lambda number: number * number, range(50))) == [(n, n * n) for n in range(50)]
    assert list(some.each(str, [])) == []


def test_two_lanes_work_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=10)
    assert [number for number, _ in Lanes(2).each(lambda _: both.wait(), [1, 2])] == [1, 2]


def test_never_more_pieces_at_once_than_lanes_whoever_asks() -> None:
    shared, guard, now, most = Lanes(2), threading.Lock(), 0, 0

    def work(_: int) -> None:
        nonlocal now, most
        with guard:
            now += 1
            most = max(most, now)
        time.sleep(0.002)
        with guard:
            now -= 1

    callers = [threading.Thread(target=lambda: list(shared.each(work, range(20)))) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert most == 2


def test_a_reader_that_lags_behind_is_not_buried_in_results() -> None:
    begun: list[int] = []
    results = Lanes(2).each(begun.append, range(1000))
    next(results)
    time.sleep(0.05)
    assert len(begun) <= 5


def test_a_single_item_is_worked_on_by_the_caller(some: Lanes) -> None:
    here: Callable[[int], int] = lambda _: threading.get_ident()  # noqa: E731
    assert list(some.each(here, [1])) == [(1, threading.get_ident())]


def test_the_first_error_is_raised_and_what_has_not_begun_is_left(some: Lanes) -> None:
    done: list[int] = []

    def work(number: int) -> None:
        if number == 3:
            raise ValueError("three")
        done.append(number)

    with pytest.raises(ValueError, match="three"):
        list(some.each(work, range(1000)))
    assert len(done) < 100
    assert list(some.each(lambda number: number, [7, 8])) == [(7, 7), (8, 8)]


def test_models_of_one_process_share_their_lanes() -> None:
    assert lanes(3) is lanes(3)
    assert lanes(None).count == processors()


def test_more_lanes_change_no_vector_beyond_rounding() -> None:
    texts = [" ".join(["the bridge was opened in 1932"] * count) for count in (1, 9, 2, 30, 3, 3, 12, 1)]
    one, many = (OnnxEncoder(WEIGHTS / "minilm.onnx", WEIGHTS / "tokenizer.json", 256, count) for count in (1, 3))
    assert np.abs(one.run(texts, 384) - many.run(texts, 384)).max() < 1e-5
