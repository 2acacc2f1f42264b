"""The NLI judge: a cross-encoder's entailment, neutral and contradiction of claim given window."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal

import anyio

from claimgraph.graph_schema.ids import digest
from claimgraph.ingest.text.dates import DateMention
from claimgraph.ingest.text.quantity_bounds import with_hedges
from claimgraph.ingest.text.respective import apart
from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.platform.models.ports import NliModel, NliScores
from claimgraph.verify.model import Opinion, Pair, Unscored

from .aligning import Alignment, align
from .analysis import Item
from .comparison import compare_values
from .intervals import EQUAL
from .lexicon_english import STOP_WORDS
from .literals import read_literals
from .naming import with_full_names
from .rules_version import RULES_VERSION
from .shortened import given_short_names, in_full

NLI_RULE = "9"
KNOWN_FRACTION = 0.75
"""Below it the model guesses: it gave a swapped Chinese founder 0.86 entailment with half of the characters unknown."""

LONGEST_CLAIM = 250
"""Word pieces of a claim, about. A model that reads 320 of a pair would drop the end of a longer one unsaid, and nobody
would have judged what stands there."""


class NliJudge:
    """Scores `nli_entailment`, `nli_neutral` and `nli_contradiction`, which sum to 1.

    Abstains where no model reads both languages of a pair, on texts of which the model's vocabulary knows too
    little, and on claims too long to be read to their end.
    """

    name = "nli"

    def __init__(self, models: Mapping[str, NliModel]) -> None:
        """`models`: language -> model; "und" stands for every language that has none of its own."""
        self._models = models
        named = [f"{lang} {model.name} {model.version}" for lang, model in sorted(models.items())]
        self.version = digest("nli", NLI_RULE, RULES_VERSION, str(KNOWN_FRACTION), named)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await anyio.to_thread.run_sync(self._judge, list(pairs))

    def _judge(self, pairs: list[Pair]) -> list[Opinion | Unscored]:
        results: list[Opinion | Unscored] = []
        places: dict[str, list[int]] = defaultdict(list)  # by the claim's language: its model reads the evidence's too
        for place, pair in enumerate(pairs):
            unscored = self._unscored(pair)
            results.append(unscored or Opinion())
            if unscored is None:
                places[pair.claim_lang].append(place)
        for lang, found in places.items():
            read = [self._read(pairs[place]) for place in found]
            for place, one in zip(found, self._model(lang).score(read), strict=True):
                results[place] = _opinion(one)
        return results

    def _read(self, pair: Pair) -> tuple[str, str]:
        """Premise and claim as the model gets them: names in full where the window gives short ones, values as the
        window writes them, each thing of a list or table by itself."""
        claim, premise = with_the_windows_numbers(pair), pair.premise
        if given := given_short_names(premise):
            premise, claim = in_full(premise, given), in_full(claim, given)
        if claim.rstrip(" .。") not in premise:
            premise, claim = apart(premise, whole=True, facts=True), apart(claim)
        both = {pair.claim_lang, pair.premise_lang}
        return (with_full_names(premise, claim) if both == {"en"} else premise), claim

    def _model(self, lang: str) -> NliModel:
        return self._models.get(lang) or self._models["und"]

    def _unscored(self, pair: Pair) -> Unscored | None:
        for lang in (pair.claim_lang, pair.premise_lang):
            if lang not in self._models and "und" not in self._models:
                return Unscored(f"no NLI model reads language '{lang}'")
        model = self._model(pair.claim_lang)
        if self._model(pair.premise_lang) is not model:
            return Unscored(f"no NLI model reads '{pair.claim_lang}' and '{pair.premise_lang}' together")
        if not any(char.isalnum() for char in pair.claim) or not any(char.isalnum() for char in pair.premise):
            return Unscored("there is no word to judge")
        if (pieces := count_tokens(pair.claim)) > LONGEST_CLAIM:
            return Unscored(f"the claim is too long for an NLI model: about {pieces} word pieces, of {LONGEST_CLAIM}")
        for text, what in ((pair.claim, "claim"), (pair.premise, "evidence")):
            if model.known_fraction(text) < KNOWN_FRACTION:
                return Unscored(f"the NLI model knows too few words of the {what}")
        return None


def with_the_windows_numbers(pair: Pair) -> str:
    """The claim with its numbers and dates written as the window writes them, where the window's bear them out.

    A small model takes "0.48 kg" and "480 grams", or "twenty-five days" and "25 days", for different things, and "about
    500" and "more than 300" for a contradiction of 498. Whether a literal is borne out is decided by value, unit, bound
    and role; what differs is left as it is.
    """
    alignment = align(pair.claim, pair.claim_lang, pair.premise, pair.premise_lang)
    text = pair.claim
    for reading in reversed(read_literals(alignment)):
        if reading.state != "found" or reading.place is None:
            continue
        item, other = alignment.claim.items[reading.item], alignment.window.items[reading.place]
        edit = _in_the_windows_words(item, other, alignment)
        if edit is not None:
            start, end, written = edit
            text = text[:start] + written + text[end:]
    return text


Edit = tuple[int, int, str]
"""What is to stand in the claim from a start to an end."""


def _in_the_windows_words(item: Item, other: Item, alignment: Alignment) -> Edit | None:
    """None: the window's words would change what the claim says of something else ("the 2019 report")."""
    if item.date is not None and other.date is not None:
        if item.date.precision == other.date.precision:
            return item.start, item.end, other.date.surface
        return _in_full(item.date, other.date, alignment) if item.date.precision in _NARROWED else None
    if item.quantity is None or other.quantity is None:
        return item.start, item.end, other.surface
    mine, told = item.quantity, other.quantity
    claim, window = alignment.claim.text, alignment.window.text
    if (mine.bound, mine.low) == (told.bound, told.low):
        return item.start, item.end, other.surface
    here, there = with_hedges(mine, claim), with_hedges(told, window)
    if here is None or there is None or mine.low == told.low:
        return None
    if mine.kind != told.kind or (mine.kind != "count" and mine.unit != told.unit):
        return None  # a share of what the window counts
    if compare_values(mine, told) != EQUAL or abs(mine.low - told.low) > _NEAR * abs(told.low):
        return None  # the rest of it, or a bound that holds of much else
    if mine.kind == "count" and not mine.odd and not told.odd and (here[1], there[1]) == (mine.end, told.end):
        return here[0], mine.number_end, window[there[0] : told.number_end]  # the claim's own noun stays
    return *here, window[slice(*there)]


_NEAR = Decimal("0.25")
_NARROWED = ("span", "quarter", "part")
"""How coarse a date of the claim is written as the finer one that it holds: "in the 1990s" as "on 5 March 1994". Of
months and years models know that they hold days."""
_OF_THE_WHOLE = re.compile(
    r"\d|\b(?:no|not|never|none|nobody|nothing|only|all|every|each|most|least|first|last|between|average|total|twice"
    r"|two|three|four|five|six|seven|eight|nine|ten|several|many|[a-z]{3,}est)\b|n['’]t\b"
    r"|[没未不无只仅最共总首每多几]|唯一|平均|[一两三四五六七八九十]",
    re.IGNORECASE,
)
"""Of a claim that counts, denies or ranks, what a whole decade holds is no matter of one day of it."""
_PREPOSITION = re.compile(r"\b(?:in|at|during)\s+(?:the\s+)?$", re.IGNORECASE)


def _in_full(coarse: DateMention, fine: DateMention, alignment: Alignment) -> Edit | None:
    """None for a date that describes something ("a 16th century castle"), or is an end of a span of time."""
    claim = alignment.claim.text
    if fine.precision not in ("day", "month", "year") or _is_an_end(fine, alignment.window.text):
        return None
    if _OF_THE_WHOLE.search(claim, 0, coarse.start) or _OF_THE_WHOLE.search(claim, coarse.end):
        return None
    if not coarse.surface.isascii():
        return coarse.start, coarse.end, fine.surface
    preposition = _PREPOSITION.search(claim[: coarse.start])
    following = re.compile(r"\s+([a-z]+)").match(claim, coarse.end)
    described = following is not None and following[1] not in STOP_WORDS
    if preposition is None or described:
        return None
    return preposition.start(), coarse.end, f"{'on' if fine.precision == 'day' else 'in'} {fine.surface}"


def _is_an_end(date: DateMention, text: str) -> bool:
    return _TO_BEHIND.match(text, date.end) is not None or _TO_BEFORE.search(text, 0, date.start) is not None


_TO_BEHIND = re.compile(r"\s?(?:[至到—–~-]|to\b|until\b|through\b)")
_TO_BEFORE = re.compile(r"(?:[至到—–~-]|\b(?:to|until|through|between|from)\b)\s?$")


def _opinion(scores: NliScores) -> Opinion | Unscored:
    values = (scores.entailment, scores.neutral, scores.contradiction)
    if not all(math.isfinite(value) for value in values):
        return Unscored("the NLI model gave no finite score")
    entailment, neutral, contradiction = (min(1.0, max(0.0, value)) for value in values)
    return Opinion({"nli_entailment": entailment, "nli_neutral": neutral, "nli_contradiction": contradiction})
