"""What is loaded to stay is not walked by the garbage collector again and again; what dies is freed as ever."""

from __future__ import annotations

import gc
import weakref

from claimgraph.platform.models import resident


class Thing:
    """Something a weak reference can point to."""

    other: Thing


def test_what_is_alive_is_kept_out_of_the_collectors_sight_and_freed_when_nothing_refers_to_it() -> None:
    kept = Thing()
    gone = weakref.ref(kept)
    try:
        resident.keep_resident()

        assert all(one is not kept for one in gc.get_objects())
        del kept
        assert gone() is None
    finally:
        gc.unfreeze()


def test_garbage_in_cycles_is_collected_before_rather_than_kept_for_good() -> None:
    one, two = Thing(), Thing()
    one.other, two.other = two, one
    gone = weakref.ref(one)
    del one, two
    try:
        resident.keep_resident()

        assert gone() is None
    finally:
        gc.unfreeze()
