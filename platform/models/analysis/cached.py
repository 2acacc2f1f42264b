"""Text analysis that is asked for twice in a row is made once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from ..ports import Analysis, TextAnalyser

TOKENS_KEPT = 200_000
"""Tokens of the sentences analysed last: some 100 MB at most."""


class CachedAnalyser:
    """Keeps the analyses of the sentences seen last: whoever reads a chunk's statements and whoever looks for its
    mentions ask for the same ones. Safe to share by threads.
    """

    def __init__(self, analyser: TextAnalyser, tokens_kept: int = TOKENS_KEPT) -> None:
        self._analyser = analyser
        self._room = tokens_kept
        self._known: OrderedDict[str, Analysis] = OrderedDict()
        self._tokens = 0
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._analyser.name

    @property
    def version(self) -> str:
        return self._analyser.version

    @property
    def languages(self) -> frozenset[str]:
        return self._analyser.languages

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        """As the analyser's own; only sentences that are not kept are given to it."""
        with self._lock:
            found = {text: self._known[text] for text in sentences if text in self._known}
        missing = [text for text in dict.fromkeys(sentences) if text not in found]
        if missing:
            made = dict(zip(missing, self._analyser.analyse(missing), strict=True))
            found.update(made)
            self._keep(made)
        return [found[text] for text in sentences]

    def _keep(self, made: dict[str, Analysis]) -> None:
        with self._lock:
            for text, analysis in made.items():
                if text not in self._known:
                    self._known[text] = analysis
                    self._tokens += len(analysis.tokens) + 1
            while self._tokens > self._room:
                _, oldest = self._known.popitem(last=False)
                self._tokens -= len(oldest.tokens) + 1
