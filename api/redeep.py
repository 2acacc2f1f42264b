"""ReDeEP outside of verification: fitting a detector on labelled responses, and reading one answer by itself.

What `claimgraph redeep` does, without printing. No store is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from claimgraph.ingest.text.cleaning import storable_text
from claimgraph.platform.errors import ConfigError, InputError

from .decomposing import decompose

if TYPE_CHECKING:
    from claimgraph.verify.redeep.detector import Detector
    from claimgraph.verify.redeep.mapping import AnswerMap

    from .bootstrap import Models

LAYOUTS = {"jsonl": "own", "ragtruth": "ragtruth", "dolly": "dolly"}
"""What the command line calls a layout -> what `labelled.read_labelled` calls it."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Fit:
    """What a detector is to be fitted on. `of_model` and `split`: of a public set, only these responses; `copying`: how
    many heads are looked at, those with the highest copying scores (0: all)."""

    data: Path
    model: str
    out: Path
    layout: str = "jsonl"
    of_model: str | None = None
    split: str | None = None
    own_prompts: bool = False
    top: float | None = None
    copying: int | None = None
    seed: int = 0
    device: str = "cpu"


def fit(wanted: Fit, progress: Progress = lambda done, total: None) -> Detector:
    """Fit a detector and write it. `progress` is told how many responses are read, of how many.

    Raises `InputError` for data that cannot be read or is too little, for a number that makes no sense, and where the
    file cannot be written, before the model is loaded; `ConfigError` and `ModelUnavailable` as its loading does.
    """
    from claimgraph.platform.models.causal import load_causal
    from claimgraph.verify.redeep.causal_reader import check_installed
    from claimgraph.verify.redeep.detecting import COPYING_HEADS, enough_labelled, fit_rows

    layout = LAYOUTS.get(wanted.layout)
    if layout is None:
        raise InputError(f"There is no layout {wanted.layout[:40]!r}; choose one of {', '.join(LAYOUTS)}.")
    if not wanted.data.exists():
        raise InputError(f"There is nothing at {wanted.data}; name labelled responses (docs/redeep.md).")
    _check_numbers(wanted)
    _check_writable(wanted.out, Path(wanted.model))
    check_installed(wanted.model)
    rows = enough_labelled(wanted.data, layout, wanted.of_model, wanted.split)
    found = fit_rows(
        rows,
        load_causal(wanted.model, wanted.device),
        own_prompts=wanted.own_prompts,
        top=wanted.top,
        copying=COPYING_HEADS if wanted.copying is None else wanted.copying,
        seed=wanted.seed,
        progress=progress,
    )
    found.save(wanted.out)
    return found


async def score_answer(
    models: Models,
    answer: str,
    contexts: Sequence[str],
    question: str | None = None,
    model: str | None = None,
    detector: Path | None = None,
    device: str | None = None,
) -> AnswerMap:
    """Read one answer inside a causal language model: each token and each claim with its scores.

    Model, detector and device are those of the settings where none is given; without any detector there are ECS and PKS
    over all heads and layers, and no score. Raises `InputError` for an answer that cannot be read, with the reason;
    `ConfigError` where no model is named or the detector does not fit it; `ModelUnavailable` without torch.
    """
    from claimgraph.verify.model import Unscored
    from claimgraph.verify.redeep.causal_reader import CausalReader, check_fits, check_installed
    from claimgraph.verify.redeep.detector import Detector
    from claimgraph.verify.redeep.mapping import Stated, map_answer
    from claimgraph.verify.redeep.prompting import prompt_of

    settings = models.settings
    name = model or settings.redeep_model
    if name is None:
        raise ConfigError("No causal language model is named; give --model, or set CLAIMGRAPH_REDEEP_MODEL.")
    where = detector or (settings.redeep_detector if model is None else None)
    fitted = None if where is None else Detector.load(where)
    check_installed(name)
    taken_apart = await decompose(models, answer)
    asked = None if question is None else storable_text(question)
    prompt = prompt_of(asked, map(storable_text, contexts), taken_apart.text)
    reader = CausalReader(name, device or settings.redeep_device, fitted.top if fitted else None)
    if fitted is not None:
        await anyio.to_thread.run_sync(check_fits, fitted, reader.version, name, str(where))
    heads, layers = (None, None) if fitted is None else (fitted.heads, fitted.layers)
    (reading,) = await anyio.to_thread.run_sync(reader.read, [prompt], heads, layers)
    if isinstance(reading, Unscored):
        raise InputError(f"The answer cannot be scored: {reading.reason.rstrip('.')}.")
    claims = [Stated(claim.text, claim.spans) for claim in taken_apart.claims]
    return map_answer(taken_apart.text, asked, reading, claims, reader.version, fitted)


def _check_numbers(wanted: Fit) -> None:
    if wanted.top is not None and not 0 < wanted.top <= 1:
        raise InputError(f"The share of context tokens is {wanted.top}; it must be above 0 and at most 1.")
    if wanted.copying is not None and wanted.copying < 0:
        raise InputError(f"The number of heads is {wanted.copying}; it must be 0, for all, or more.")
    if wanted.seed < 0:
        raise InputError(f"The seed is {wanted.seed}; it must be 0 or more.")


def _check_writable(path: Path, model: Path) -> None:
    """Raises `InputError` where no file can be written: nobody wants to learn that after an hour of reading.

    Nor is one written among the model's files, whose hash ties the detector to it and would be another one then.
    """
    if path.resolve().is_relative_to(model.resolve()):
        raise InputError(
            f"{path} is among the files of the model, which would be another model then; name another file."
        )
    if path.is_dir() or not path.parent.is_dir():
        what = "is a folder" if path.is_dir() else "is in a folder that is not there"
        raise InputError(f"{path} {what}; name a file for the detector.")
