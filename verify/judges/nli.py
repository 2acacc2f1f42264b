"""The NLI judge: a cross-encoder's entailment, neutral and contradiction of claim given window."""

from __future__ import annotations

import math
from collections.abc import Sequence

import anyio

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.models.ports import NliModel, NliScores
from claimgraph.verify.model import Opinion, Pair, Unscored

NLI_RULE = "1"
KNOWN_FRACTION = 0.75
"""Below it the model guesses: it gave a swapped Chinese founder 0.86 entailment with half of the characters unknown."""


class NliJudge:
    """Scores `nli_entailment`, `nli_neutral` and `nli_contradiction`, which sum to 1.

    Abstains on texts in a language that the model was not made for (`languages`), and on those of which its
    vocabulary knows too little.
    """

    name = "nli"

    def __init__(self, model: NliModel, languages: frozenset[str] = frozenset({"en"})) -> None:
        self._model = model
        self._languages = languages
        self.version = digest("nli", NLI_RULE, str(KNOWN_FRACTION), sorted(languages), model.name, model.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await anyio.to_thread.run_sync(self._judge, list(pairs))

    def _judge(self, pairs: list[Pair]) -> list[Opinion | Unscored]:
        results: list[Opinion | Unscored] = [self._unscored(pair) or Opinion() for pair in pairs]
        places = [place for place, result in enumerate(results) if isinstance(result, Opinion)]
        scores = self._model.score([(pairs[place].premise, pairs[place].claim) for place in places]) if places else []
        for place, one in zip(places, scores, strict=True):
            results[place] = _opinion(one)
        return results

    def _unscored(self, pair: Pair) -> Unscored | None:
        for lang in (pair.claim_lang, pair.premise_lang):
            if lang not in self._languages:
                return Unscored(f"the NLI model does not read language '{lang}'")
        if not any(char.isalnum() for char in pair.claim) or not any(char.isalnum() for char in pair.premise):
            return Unscored("there is no word to judge")
        for text, what in ((pair.claim, "claim"), (pair.premise, "evidence")):
            if self._model.known_fraction(text) < KNOWN_FRACTION:
                return Unscored(f"the NLI model knows too few words of the {what}")
        return None


def _opinion(scores: NliScores) -> Opinion | Unscored:
    values = (scores.entailment, scores.neutral, scores.contradiction)
    if not all(math.isfinite(value) for value in values):
        return Unscored("the NLI model gave no finite score")
    entailment, neutral, contradiction = (min(1.0, max(0.0, value)) for value in values)
    return Opinion({"nli_entailment": entailment, "nli_neutral": neutral, "nli_contradiction": contradiction})
