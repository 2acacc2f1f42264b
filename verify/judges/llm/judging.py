"""What the judges share: leaving out pairs with nothing to judge, and counting votes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from claimgraph.platform.llm import Failure
from claimgraph.verify.model import Opinion, Pair, Unscored

from .opinions import no_words, not_asked, shortened, unreadable

Judging = Callable[[Sequence[Pair]], Awaitable[list[Opinion | Unscored]]]


async def judge_those_with_words(pairs: Sequence[Pair], judge: Judging) -> list[Opinion | Unscored]:
    """One opinion a pair, in order; `judge` sees only the pairs with words in claim and evidence, each once.

    It sees them in an order of their own, so that the order in which they come changes no prompt.
    """
    found: dict[Pair, Opinion | Unscored] = {}
    for pair in pairs:
        nothing = no_words(pair)
        if nothing is not None:
            found[pair] = nothing
    wanted = sorted((pair for pair in dict.fromkeys(pairs) if pair not in found), key=_order)
    found.update(zip(wanted, await judge(wanted) if wanted else [], strict=True))
    return [found[pair] for pair in pairs]


def _order(pair: Pair) -> tuple[object, ...]:
    return pair.claim_lang, pair.premise_lang, pair.premise, pair.claim, pair.question or "", pair.sources


def share_of_votes(votes: Sequence[bool | Failure | str], lang: str, why: str = "") -> Opinion | Unscored:
    """The share of the votes that are True. A vote that is a text or a failure says why it does not count.

    Unscored where fewer than half of the votes, or none, could be read.
    """
    counted = [vote for vote in votes if isinstance(vote, bool)]
    if not counted or 2 * len(counted) < len(votes):
        lost = [vote for vote in votes if not isinstance(vote, bool)]
        failure = next((vote for vote in lost if isinstance(vote, Failure)), None)
        return not_asked(failure.reason) if failure is not None else unreadable(lost[0] if lost else "it is empty")
    share = sum(counted) / len(counted)
    return Opinion({"llm_supported": share}, reason=shortened(f"{_counted(sum(counted), len(counted), lang)} {why}"))


def _counted(ayes: int, votes: int, lang: str) -> str:
    if lang == "zh":
        return f"{votes}次判断中有{ayes}次认为得到支持。"
    return f"{ayes} of {votes} votes: supported."
