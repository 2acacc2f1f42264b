"""NLI scores by pair, kept on disk: judging the same pairs again, after a change of some rule, asks no model.

`RememberedNli` keeps what a model scores; `record` writes that as one small file, and `RecordedNli` reads it where the
model itself is no longer there: what was measured with models that took hours to train can be measured again.
"""

from __future__ import annotations

import logging
import math
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.models.ports import NliModel, NliScores

log = logging.getLogger(__name__)

_ASKED_AT_ONCE = 500


class RememberedNli:
    """An NLI model whose scores are kept in an SQLite file, by its version and the pair. Not for several processes."""

    def __init__(self, model: NliModel, path: Path) -> None:
        self._model = model
        self.name, self.version = model.name, model.version
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path, check_same_thread=False)
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS scores (pair TEXT PRIMARY KEY, e REAL, n REAL, c REAL) WITHOUT ROWID"
        )

    def known_fraction(self, text: str) -> float:
        return self._model.known_fraction(text)

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        keys = [_key(self.version, pair) for pair in pairs]
        kept = self._kept(list(dict.fromkeys(keys)))
        new = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in kept}
        if new:
            scored = dict(zip(new, self._model.score(list(new.values())), strict=True))
            rows = [(key, one.entailment, one.neutral, one.contradiction) for key, one in scored.items()]
            with self._file:
                self._file.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?)", rows)
            kept |= scored
        return [kept[key] for key in keys]

    def _kept(self, keys: Sequence[str]) -> dict[str, NliScores]:
        found: dict[str, NliScores] = {}
        for start in range(0, len(keys), _ASKED_AT_ONCE):
            some = keys[start : start + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(some))
            for key, *scores in self._file.execute(f"SELECT pair, e, n, c FROM scores WHERE pair IN ({marks})", some):
                found[key] = NliScores(*scores)
        return found


SPARED = 25
"""Pairs of a model that may be without a score: a rule of reading that changes some ten of a hundred thousand windows
is no reason to train for hours. They are unscored, as what a model gives no finite score is; no score is made up."""


class NotRecorded(Exception):
    """More pairs than `SPARED` whose score was never recorded, asked for where the model is not there."""


class RecordedNli:
    """The scores of a model that need not be there. `reader`: a model with its vocabulary, which tells what it reads.

    A pair without one has scores that are no numbers, and a warning says so; `score` raises NotRecorded where that are
    more than `SPARED` different ones.
    """

    def __init__(self, path: Path, reader: NliModel) -> None:
        with np.load(path) as kept:
            self.name, self.version = str(kept["name"]), str(kept["version"])
            self._keys, self._scores = kept["keys"], kept["scores"]
        self._path, self._reader = path, reader
        self._missing: set[int] = set()

    def known_fraction(self, text: str) -> float:
        return self._reader.known_fraction(text)

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        if not pairs:
            return []
        wanted = np.array([_short(_key(self.version, pair)) for pair in pairs], dtype=np.uint64)
        if not len(self._keys):
            return [self._without(key, pair) for key, pair in zip(wanted.tolist(), pairs, strict=True)]
        places = np.searchsorted(self._keys, wanted).clip(max=len(self._keys) - 1)
        known = self._keys[places] == wanted
        return [
            NliScores(*map(float, self._scores[place])) if there else self._without(key, pair)
            for place, there, key, pair in zip(places.tolist(), known.tolist(), wanted.tolist(), pairs, strict=True)
        ]

    def _without(self, key: int, pair: tuple[str, str]) -> NliScores:
        if key not in self._missing:
            self._missing.add(key)
            log.warning("%s has no score for %r beside a window of its premise", self._path.name, pair[1][:80])
        if len(self._missing) > SPARED:
            raise NotRecorded(
                f"{self._path.name} has no score for {len(self._missing)} pairs, as the claim {pair[1][:80]!r} beside"
                " this window of its premise. What windows hold has changed since: train the model"
                " (training/make_folds.py), record it anew."
            )
        return NliScores(math.nan, math.nan, math.nan)


def record(scores: Path, name: str, version: str, out: Path) -> int:
    """Write to `out` all that was kept in `scores`, for a model of this version; returns how many pairs.

    Keys are half of those kept (64 bits), scores are float32.
    """
    with sqlite3.connect(f"{scores.resolve().as_uri()}?mode=ro", uri=True) as file:
        rows = file.execute("SELECT pair, e, n, c FROM scores").fetchall()
    rows.sort(key=lambda row: _short(row[0]))
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        out,
        name=np.array(name),
        version=np.array(version),
        keys=np.array([_short(row[0]) for row in rows], dtype=np.uint64),
        scores=np.array([row[1:] for row in rows], dtype=np.float32).reshape(-1, 3),
    )
    return len(rows)


def _key(version: str, pair: tuple[str, str]) -> str:
    return digest("nli pair", version, *pair)


def _short(key: str) -> int:
    return int(key[:16], 16)
