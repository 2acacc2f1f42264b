"""NLI scores by pair, kept on disk: judging the same pairs again, after a change of some rule, asks no model."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.models.ports import NliModel, NliScores

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
        keys = [digest("nli pair", self.version, *pair) for pair in pairs]
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
