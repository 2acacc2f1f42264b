"""The decomposers that the benchmarks measure: the program's own parts, without its caches."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property

from figures import ROOT

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.api.bootstrap import Models
from claimgraph.platform.llm import LanguageModel
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.english import EnglishAnalyser
from claimgraph.platform.models.ports import TextAnalyser
from claimgraph.platform.settings import load_settings
from claimgraph.verify.decomposition import SentenceDecomposer
from claimgraph.verify.decomposition.choose import Escalation, build_decomposer
from claimgraph.verify.ports import Decomposer

METHODS = ("sentences", "rules", "llm", "hybrid")


class FreshModels(Models):
    """The parts that ship with the package; what was analysed once is analysed again."""

    @cached_property
    def analysers(self) -> Mapping[str, TextAnalyser]:
        return {"en": EnglishAnalyser(threads=self._threads), "zh": ChineseAnalyser()}


def fresh_models() -> FreshModels:
    return FreshModels(load_settings())


def decomposer_of(method: str, models: Models, llm: LanguageModel | None = None) -> Decomposer:
    """The decomposer of that name; every call of the language model is made, none is remembered."""
    if method == "sentences":
        return SentenceDecomposer()
    settings = models.settings
    escalation = Escalation(settings.complexity_threshold, settings.quality_threshold)
    return build_decomposer(method, models.reader, models.analysers, llm, escalation=escalation)
