"""The numbers of the vote, as data: what a judge must score for which vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SIMILARITY_SUPPORTS: Mapping[str, float] = {"minilm_l6_v2": 0.65, "bge_small_zh_v15": 0.74, "hashed_zh": 0.4}
"""The cosine from which similarity supports, by embedder: no claim comes as near to any sentence about something else
(fitted on the development half of the adversarial cases)."""


GLOSSED_SUPPORTS: Mapping[str, float] = {"glossed_nli": 0.8}
"""The entailment from which an NLI model that reads glosses supports, by model."""


def glossed_supports(models: Mapping[str, str]) -> dict[str, float]:
    """Language -> threshold of its NLI model, of the languages that are read in glosses."""
    return {lang: GLOSSED_SUPPORTS[name] for lang, name in models.items() if name in GLOSSED_SUPPORTS}


def similarity_supports(embedders: Mapping[str, str]) -> dict[str, float]:
    """Language -> threshold of the embedder of that name; languages whose embedder has none are left out."""
    return {lang: SIMILARITY_SUPPORTS[name] for lang, name in embedders.items() if name in SIMILARITY_SUPPORTS}


@dataclass(frozen=True, slots=True)
class VoteThresholds:
    nli_supports: float = 0.8  # entailment from here on
    nli_contradicts: float = 0.8  # contradiction from here on
    nli_glossed_supports: Mapping[str, float] = field(default_factory=lambda: {"zh": 0.8})
    """By language, where NLI reads glosses: there it contradicts nothing, since who did what is lost in them."""
    nli_contradicts_aligned: float = 0.95  # the same, of a claim that the window holds word for word: there a small
    # model's contradiction is most often its own mistake
    word_for_word: float = 0.95  # what that takes in alignment
    similarity_supports: Mapping[str, float] = field(default_factory=lambda: {"en": 0.65, "zh": 0.74})
    """By language, since each has an embedder of its own (`SIMILARITY_SUPPORTS`); others as "en"."""
    alignment_supports: float = 0.8
    alignment_contradicts: float = 0.55  # of a conflict: so much of the claim must be found in the window
    nli_context: float = 0.4  # a contradiction by NLI counts where so much of the claim is found in its window
    rules_context: float = 0.4  # a rule's vote counts where so much of the claim is found in its window
    redeep_supports: float = 0.5  # 1 - the hallucination score, above which a claim counts as taken from the evidence
    """As the detector was fitted; where one is configured, 1 - its threshold."""
    llm_decides: float = 0.5  # a language model's support or contradiction from here on
    near_best: float = 0.05  # windows aligned within this of the best count as equally well aligned
    supports_needed: int = 2
    most_doubt: float = 0.8  # the confidence of NOT_ENOUGH_INFO where nothing of the claim was found
