"""What is loaded to stay: models, dictionaries, and the modules around them."""

from __future__ import annotations

import gc

PYTHONS_THRESHOLDS = (700, 2000)
"""That versions of Python begin with."""
PATIENT_THRESHOLD = 20_000
"""Containers made and not yet freed from which on garbage is looked for: three answers make about as many."""


def keep_resident() -> None:
    """Take all that is alive out of the garbage collector's sight; for whoever has just loaded a model to keep.

    A few hundred thousand objects that live as long as the process are otherwise walked again and again. They are freed
    as ever when nothing refers to them; only what is in a cycle now, beyond the youngest garbage, which is collected
    first, is not found any more. From then on the collector is patient, unless somebody has set its threshold: what
    judges read is kept in caches, and would be walked eight times while one answer is verified.
    """
    gc.collect(1)
    gc.freeze()
    youngest, *older = gc.get_threshold()
    if youngest in PYTHONS_THRESHOLDS:
        gc.set_threshold(PATIENT_THRESHOLD, *older)
