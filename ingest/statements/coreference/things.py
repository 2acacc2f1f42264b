"""What a text has spoken of so far, and how much each thing stands in the foreground."""

from __future__ import annotations

from dataclasses import dataclass, field

from .english_phrases import ORGANISATION, PERSON, PLACE, Phrase
from .tree import Tree

DECAY = 0.5
"""How much of its weight a mention keeps from one sentence to the next (Lappin and Leass, 1994)."""

_WEIGHTS = {"iobj": 65.0, "obl:agent": 45.0, "nmod:poss": 40.0, "root": 60.0, "compound": 15.0, "vocative": 10.0}
_BASE_WEIGHTS = {"obj": 65.0, "obl": 35.0, "nmod": 25.0}
SUBJECT, EMBEDDED_SUBJECT, BARE_OBJECT, OTHER = 80.0, 65.0, 40.0, 25.0


@dataclass(frozen=True, slots=True)
class Sighting:
    sentence: int
    head: int
    role: str  # "subject", "object" or "other"
    weight: float
    phrase: Phrase | None = None  # None: a pronoun


@dataclass(slots=True, eq=False)
class Thing:
    """One thing with all its mentions so far. Equal only to itself."""

    best: Phrase
    kinds: frozenset[str]
    gender: str | None
    plural: bool
    sightings: list[Sighting] = field(default_factory=list)
    nouns: set[str] = field(default_factory=set)  # what the text says it is: "company", "vaccine"
    members: tuple[Thing, ...] = ()
    unknown: bool = False  # what an unresolved pronoun stands for

    @property
    def named(self) -> bool:
        return self.best.group is not None

    def narrow(self, kinds: frozenset[str]) -> None:
        """Learn what it is; what contradicts is not believed."""
        self.kinds = self.kinds & kinds or self.kinds

    def prominence(self, sentence: int, role: str, reach: int) -> float:
        """How much it stands in the foreground for a phrase of this role; 0 where it is more than `reach` sentences
        back."""
        strongest: dict[int, Sighting] = {}  # a sentence counts once
        for sighting in reversed(self.sightings):
            if sighting.sentence < sentence - (0 if self.best.quantified else reach):
                break
            rival = strongest.get(sighting.sentence)
            if rival is None or sighting.weight > rival.weight:
                strongest[sighting.sentence] = sighting
        if not strongest:
            return 0.0
        total = sum(sighting.weight * DECAY ** (sentence - at) for at, sighting in strongest.items())
        if strongest[max(strongest)].role == role != "other":
            total *= 1.15
        return total * 1.1 if self.named else total

    def nearest(self, place: tuple[int, int]) -> Phrase:
        """The last phrase before a place that names or describes it; the first after it where there is none."""
        phrases = [sighting.phrase for sighting in reversed(self.sightings) if sighting.phrase is not None]
        before = (phrase for phrase in phrases if (phrase.sentence, phrase.head) < place)
        return next(before, phrases[-1] if phrases else self.best)


def role_of(tree: Tree, head: int) -> str:
    relation = tree.relation(head).split(":")[0]
    if relation == "nsubj":
        return "subject"
    return "object" if relation in ("obj", "iobj") else "other"


def weight_of(tree: Tree, phrase_head: int, bare: bool) -> float:
    """What a mention adds to the foreground, by its grammatical function."""
    relation = tree.relation(phrase_head)
    base = relation.split(":")[0]
    if base == "nsubj":
        predicate = tree.predicate(phrase_head)
        main = tree.base(tree.first_conjunct(predicate)) in ("root", "parataxis", "ccomp")
        return SUBJECT if main else EMBEDDED_SUBJECT
    if relation == "nmod:poss" and tree.relation(tree.tokens[phrase_head].head).startswith("nsubj"):
        return EMBEDDED_SUBJECT  # "China's demand grew as it ...": the owner stands in front with what it owns
    if base == "obj" and bare:
        return BARE_OBJECT
    return _WEIGHTS.get(relation, _BASE_WEIGHTS.get(base, OTHER))


INANIMATE = frozenset({ORGANISATION, PLACE, "thing"})
PEOPLE = frozenset({PERSON})
ANYTHING = INANIMATE | PEOPLE
__all__ = [
    "ANYTHING",
    "INANIMATE",
    "ORGANISATION",
    "PEOPLE",
    "PERSON",
    "PLACE",
    "Sighting",
    "Thing",
    "role_of",
    "weight_of",
]
