"""The values judge: does some statement of the evidence say the claim as it is, or the same with another value?

Where `alignment` and `rules` ask which value of a window stands in the claim's role, this judge asks it of single
statements, read as answers are: "Belt has 930 inhabitants" beside "Orrin has 930 inhabitants" and "Belt has 41
inhabitants". It sees numbers, dates, names and negation; of anything else it is silent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import anyio.to_thread

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.model import Mention
from claimgraph.ingest.ports import MentionExtractor

from ...edits import word_diff
from ...model import Finding, Opinion, Pair, Piece, Unscored
from .candidates import Candidate, candidates
from .ellipsis import made_whole
from .told import Told, names_of
from .version import VALUES_VERSION


class ValuesJudge:
    """Scores `values`: 1 where a statement says the claim, 0 where one says it with another value or the opposite.

    Findings: SUPPORTS ("statement"), or CONTRADICTS with the words that differ ("name" where these are names alone,
    else "value"). Abstains where no statement comes near the claim, and where claim and evidence are in different
    languages.
    """

    name = "values"
    reads = frozenset({"premise_facts"})

    def __init__(self, mentions: MentionExtractor) -> None:
        self._mentions = mentions
        self.version = digest("values", VALUES_VERSION, mentions.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await anyio.to_thread.run_sync(self._judge, list(pairs))

    def _judge(self, pairs: list[Pair]) -> list[Opinion | Unscored]:
        stated = {pair: _stated(pair) for pair in dict.fromkeys(pairs)}
        texts = dict.fromkeys(text for pair, found in stated.items() if found for text in (pair.claim, *found))
        names = dict(zip(texts, map(names_of, self._mentions.extract(list(texts))), strict=True)) if texts else {}
        said = {pair: _opinion(pair, found, names) for pair, found in stated.items()}
        return [said[pair] for pair in pairs]


def _stated(pair: Pair) -> tuple[str, ...]:
    """The statements of the window's current sources, ellipses filled in."""
    if pair.claim_lang != pair.premise_lang:
        return ()
    texts = dict.fromkeys(fact.text for fact in pair.premise_facts if fact.until is None and fact.text)
    return tuple(dict.fromkeys(whole for text in texts for whole in made_whole(text, pair.premise_lang)))


def _opinion(pair: Pair, stated: Sequence[str], names: Mapping[str, tuple[Mention, ...]]) -> Opinion | Unscored:
    if pair.claim_lang != pair.premise_lang:
        return Unscored("claim and evidence are in different languages")
    if not stated:
        return Unscored("no statement of the evidence was read")
    told = [Told(text, pair.premise_lang, names[text], Piece("", 0, 0), "") for text in stated]
    found = candidates(pair.claim, pair.claim_lang, names[pair.claim], told)
    if found is None:
        mine = names[pair.claim]
        said = next(one for one in told if candidates(pair.claim, pair.claim_lang, mine, [one], beside=told) is None)
        return Opinion({"values": 1.0}, (Finding("statement", Stance.SUPPORTS, pair.claim, said.text),))
    if not found:
        return Unscored("no statement of the evidence comes near the claim")
    return Opinion({"values": 0.0}, (_conflict(pair.claim, found[0]),))


def _conflict(claim: str, mended: Candidate) -> Finding:
    parts = word_diff(claim, mended.text)
    wrong = " ".join(part.text.strip() for part in parts if part.kind == "removed")
    right = " ".join(part.text.strip() for part in parts if part.kind == "added")
    return Finding("name" if mended.names else "value", Stance.CONTRADICTS, wrong, right)
