"""Models that several verifications share: what they ask for at the same time is answered in one batch.

Whoever finds the model free runs what everybody has asked for meanwhile. Nobody waits for a batch to fill up, so a lone
caller is as fast as without; and two callers no longer make the model's threads compete for the same cores.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from .ports import Embedder, NliModel, NliScores, PieceEmbedder, PieceStates

if TYPE_CHECKING:
    import numpy as np

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")

MOST_ITEMS = 512
"""Items of one combined batch, unless a single caller asks for more: nobody waits long behind others."""


KEPT_TEXTS = 4096
"""Texts of which is kept what is known of them: a window comes with each claim it is held against."""


class _Ticket(Generic[Asked, Answered]):
    def __init__(self, items: Sequence[Asked]) -> None:
        self.items = items
        self.results: list[Answered] | None = None
        self.error: BaseException | None = None


class Combined(Generic[Asked, Answered]):
    """`run` over items, called from many threads: one call at a time, over the items of all who wait.

    `run` gives one result an item, in order, whatever else is in the batch. An error of a combined call is not
    everybody's: each caller's items are then run alone, and only those that fail raise.
    """

    def __init__(self, run: Callable[[list[Asked]], Sequence[Answered]]) -> None:
        self._run = run
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        self._waiting: list[_Ticket[Asked, Answered]] = []

    def __call__(self, items: Sequence[Asked]) -> list[Answered]:
        if not items:
            return []
        ticket: _Ticket[Asked, Answered] = _Ticket(items)
        with self._guard:
            self._waiting.append(ticket)
        while ticket.results is None and ticket.error is None:
            with self._turn:
                if ticket.results is None and ticket.error is None:
                    self._serve(self._taken())
        if ticket.error is not None:
            raise ticket.error
        assert ticket.results is not None
        return ticket.results

    def _taken(self) -> list[_Ticket[Asked, Answered]]:
        """Those who have waited longest, as many as fit; at least one."""
        with self._guard:
            size = count = 0
            for ticket in self._waiting:
                size += len(ticket.items)
                if count and size > MOST_ITEMS:
                    break
                count += 1
            taken, self._waiting = self._waiting[:count], self._waiting[count:]
            return taken

    def _serve(self, tickets: list[_Ticket[Asked, Answered]]) -> None:
        try:
            self._answer(tickets)
        except BaseException as error:  # whoever waits must hear of it, or it would wait for ever
            if len(tickets) == 1:
                tickets[0].error = error
                return
            for ticket in tickets:
                self._serve([ticket])

    def _answer(self, tickets: list[_Ticket[Asked, Answered]]) -> None:
        items = [item for ticket in tickets for item in ticket.items]
        results = list(self._run(items))
        if len(results) != len(items):
            raise ValueError(f"the model gave {len(results)} results for {len(items)} items")
        start = 0
        for ticket in tickets:
            ticket.results = results[start : start + len(ticket.items)]
            start += len(ticket.items)


class CombiningNli:
    """An NLI model whose concurrent calls share batches."""

    def __init__(self, model: NliModel) -> None:
        self._model = model
        self._score: Combined[tuple[str, str], NliScores] = Combined(model.score)
        self._known_fraction = lru_cache(maxsize=KEPT_TEXTS)(model.known_fraction)

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def version(self) -> str:
        return self._model.version

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        return self._score(pairs)

    def known_fraction(self, text: str) -> float:
        return self._known_fraction(text)


class CombiningEmbedder:
    """An embedder whose concurrent calls share batches."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._embed: Combined[str, np.ndarray] = Combined(lambda texts: list(embedder.embed(texts)))

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def version(self) -> str:
        return self._embedder.version

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    @property
    def languages(self) -> frozenset[str]:
        return self._embedder.languages

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        import numpy as np

        rows = self._embed(texts)
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)


class CombiningPieces(CombiningEmbedder):
    """An embedder that shows word pieces; concurrent calls for these share batches as well."""

    def __init__(self, embedder: PieceEmbedder) -> None:
        super().__init__(embedder)
        self._pieces: Combined[str, PieceStates] = Combined(embedder.pieces)

    def pieces(self, texts: Sequence[str]) -> list[PieceStates]:
        return self._pieces(texts)
