"""What is loaded to stay: models, dictionaries, and the modules around them."""

from __future__ import annotations

import gc


def keep_resident() -> None:
    """Take all that is alive out of the garbage collector's sight; for whoever has just loaded a model to keep.

    A few hundred thousand objects that live as long as the process are otherwise walked again and again. They are freed
    as ever when nothing refers to them; only what is in a cycle now, beyond the youngest garbage, which is collected
    first, is not found any more.
    """
    gc.collect(1)
    gc.freeze()
