"""What is loaded to stay is not walked by the garbage collector again and again; what dies is freed as ever."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from claimgraph.platform.models import resident


class Thing:
    """Something a weak reference can point to."""

    other: Thing


@pytest.fixture(autouse=True)
def collector_as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_is_alive_is_kept_out_of_the_collectors_sight_and_freed_when_nothing_refers_to_it() -> None:
    kept = Thing()
    gone = weakref.ref(kept)
    resident.keep_resident()

    assert all(one is not kept for one in gc.get_objects())
    del kept
    assert gone() is None


def test_garbage_in_cycles_is_collected_before_rather_than_kept_for_good() -> None:
    one, two = Thing(), Thing()
    one.other, two.other = two, one
    gone = weakref.ref(one)
    del one, two
    resident.keep_resident()

    assert gone() is None


def test_cycles_that_were_kept_are_freed_once_they_are_let_go_and_something_else_is_kept() -> None:
    one, two = Thing(), Thing()
    one.other, two.other = two, one
    gone = weakref.ref(one)
    resident.keep_resident()
    resident.let_go()
    del one, two
    resident.keep_resident()

    assert gone() is None


@pytest.mark.parametrize("pythons", resident.PYTHONS_THRESHOLDS)
def test_the_collector_looks_less_often_once_something_is_kept(pythons: int) -> None:
    gc.set_threshold(pythons, 10, 7)

    resident.keep_resident()

    assert gc.get_threshold() == (resident.PATIENT_THRESHOLD, 10, 7)


@pytest.mark.parametrize("chosen", [(0, 10, 10), (900, 10, 10), (50_000, 20, 20)])
def test_a_threshold_that_somebody_has_set_stays(chosen: tuple[int, int, int]) -> None:
    gc.set_threshold(*chosen)

    resident.keep_resident()

    assert gc.get_threshold() == chosen
