"""The rule reader as it ships, built once: English and Chinese with their own analysers and coreference."""

from __future__ import annotations

from functools import cache

from claimgraph.ingest.entities.text_entities import text_entities
from claimgraph.ingest.model import ReadText
from claimgraph.ingest.statements.coreference.chinese import ChineseCoreference
from claimgraph.ingest.statements.coreference.english import EnglishCoreference
from claimgraph.ingest.statements.reader import RuleReader
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.english import EnglishAnalyser


@cache
def rule_reader() -> RuleReader:
    analysers = {"en": EnglishAnalyser(threads=1), "zh": ChineseAnalyser()}
    return RuleReader(analysers, {"en": EnglishCoreference(), "zh": ChineseCoreference()}, text_entities)


def read_by_rules(text: str) -> ReadText:
    return rule_reader().read([text])[0]


def rule_claims(text: str) -> list[str]:
    """The checkable statements' texts."""
    return [statement.text for statement in read_by_rules(text).statements if statement.checkable]
