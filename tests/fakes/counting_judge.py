"""A judge that notes what it is asked: `score` of shared words, and a finding where the test wants one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

Say = Callable[[Pair], Opinion | Unscored]


def agree(pair: Pair) -> Opinion | Unscored:
    return Opinion({"counted": 0.9}, (Finding("word", Stance.SUPPORTS, "", pair.premise),), "it says so")


class CountingJudge:
    def __init__(
        self, version: str = "1", say: Say = agree, reads: frozenset[str] = frozenset(), name: str = "counting"
    ) -> None:
        self.name = name
        self.version = version
        self.reads = reads
        self.asked: list[Pair] = []
        self._say = say

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        self.asked += pairs
        return [self._say(pair) for pair in pairs]
