"""The words that are stored in the graph: verdicts, stances, outcomes, kinds."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What a run concluded about one claim."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    NOT_CHECKABLE = "NOT_CHECKABLE"


class Stance(StrEnum):
    """How one judge votes on one claim."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    NEUTRAL = "neutral"
    ABSTAINS = "abstains"


class Outcome(StrEnum):
    """What a run concluded about the whole answer; unverified: nothing was checked, or too little to decide."""

    PASSED = "passed"
    REJECTED = "rejected"
    UNVERIFIED = "unverified"


class DocumentKind(StrEnum):
    """`source`: part of the knowledge base; `context`: a text handed over with one answer."""

    SOURCE = "source"
    CONTEXT = "context"


class RunKind(StrEnum):
    MACHINE = "machine"
    HUMAN = "human"


class EvidenceSource(StrEnum):
    """How a chunk came to be looked at for a claim."""

    GIVEN = "given"
    VECTOR = "vector"
    FULLTEXT = "fulltext"
    NEIGHBOURHOOD = "neighbourhood"  # it mentions the claim's entities
    STATED = "stated"  # it states a claim about them
    JUDGED = "judged"  # it carried an earlier verdict on the same proposition


class EntityType(StrEnum):
    """Types of entity mentions. Names are one of the first four; the rest are literals that are compared by value."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    NAME = "name"  # a proper name of unknown or other type
    NUMBER = "number"
    DATE = "date"
