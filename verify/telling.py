"""What a caller hears while an answer is being verified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

OnStep = Callable[[str], None]
"""Told the name of the step that begins."""

OnProgress = Callable[[int, int], None]
"""Told (done, of) within the step that was told last; a step that is done at once tells none."""


def _nobody(*told: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Listener:
    step: OnStep = _nobody
    progress: OnProgress = _nobody

    @classmethod
    def of(cls, on_step: OnStep | None, on_progress: OnProgress | None) -> Listener:
        return cls(on_step or _nobody, on_progress or _nobody)
