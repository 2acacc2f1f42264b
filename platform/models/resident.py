"""What is loaded to stay: models, dictionaries, and the modules around them."""

from __future__ import annotations

import gc
import threading

PYTHONS_THRESHOLDS = (700, 2000)
"""That versions of Python begin with."""
PATIENT_THRESHOLD = 20_000
"""Containers made and not yet freed from which on garbage is looked for: three answers make about as many."""


_let_go = threading.Event()


def keep_resident() -> None:
    """Take all that is alive out of the garbage collector's sight; for whoever has just loaded a model to keep.

    A few hundred thousand objects that live as long as the process are otherwise walked again and again. They are freed
    as ever when nothing refers to them; what is in a cycle by now is not found any more until `let_go`, beyond the
    youngest garbage, which is collected first. From then on the collector is patient, unless somebody has set its
    threshold: what judges read is kept in caches, and would be walked eight times while one answer is verified.
    """
    everything = _let_go.is_set()
    _let_go.clear()
    gc.collect(2 if everything else 1)
    gc.freeze()
    youngest, *older = gc.get_threshold()
    if youngest in PYTHONS_THRESHOLDS:
        gc.set_threshold(PATIENT_THRESHOLD, *older)


def let_go() -> None:
    """Bring it all back into the collector's sight; for whoever closes what models were loaded for.

    Models, judges and what they keep refer to one another: without this each client that is opened and closed would
    leave its own behind. They are collected before the next model is kept, if not earlier: whoever closes still holds
    them.
    """
    gc.unfreeze()
    _let_go.set()
