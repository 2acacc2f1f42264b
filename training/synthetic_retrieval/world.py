"""A fixed world of people and facts, made from a seed: what the model is to know by heart.

Every value has two words ("silver harp"), and every name is one word. Facts of the residents are always the same;
strangers have a name and no facts of their own, so that what a context says of them is all there is to know.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

SEED = 17
RESIDENTS = 64
STRANGERS = 64
FAME = (4.0, 2.0, 1.0)  # how often a resident is talked about, in turn: some facts are known better than others

_ONSETS = ("B", "D", "F", "G", "H", "J", "K", "L", "M", "N", "P", "R", "S", "T", "V", "W")
_MIDDLES = ("al", "an", "el", "en", "il", "in", "ol", "or", "un", "ar")
_ENDS = ("a", "as", "e", "en", "i", "is", "o", "us")


@dataclass(frozen=True, slots=True)
class Relation:
    """A verb, and the words that its values are made of: "Anna eats sweet plums"."""

    verb: str
    first_words: str
    second_words: str

    @property
    def first(self) -> list[str]:
        return self.first_words.split()

    @property
    def second(self) -> list[str]:
        return self.second_words.split()

    def statement(self, name: str, value: str) -> str:
        return f"{name} {self.verb} {value} ."

    def asked(self, name: str) -> str:
        return f"{name} {self.verb} what ?"

    @property
    def values(self) -> list[str]:
        """Each first word has one second word that always follows it, as the parts of a name do."""
        return [f"{first} {second}" for first, second in zip(self.first, self.second, strict=True)]


RELATIONS = (
    Relation(
        "inhabits",
        "north south east west upper lower old new great little high far",
        "haven bridge ford hill field gate market mill shore cross moor dale",
    ),
    Relation(
        "plays",
        "silver golden wooden copper ivory ebony crystal iron bamboo walnut brass maple",
        "harp flute drum fiddle horn lute bell pipe organ viola zither oboe",
    ),
    Relation(
        "eats",
        "sweet sour spicy salted smoked roasted pickled fresh dried frozen stewed fried",
        "plums beans trout rice pears cheese onions noodles lentils almonds cabbage figs",
    ),
    Relation(
        "wears",
        "red green blue black white grey brown yellow purple orange striped plain",
        "coats hats boots gloves scarves gowns sandals capes belts shawls aprons robes",
    ),
    Relation(
        "breeds",
        "spotted woolly horned crested dwarf giant arctic desert mountain river forest island",
        "goats ducks horses cats rabbits pigeons sheep parrots ponies beetles turtles finches",
    ),
    Relation(
        "studies",
        "early late modern classical coastal tropical northern southern inner outer deep common",
        "poetry stars glaciers ferns volcanoes coins maps laws bees rivers clouds myths",
    ),
)


@dataclass(frozen=True, slots=True)
class World:
    """Who lives there and what is true of them. `facts`: (resident, relation's verb) to a value of two words."""

    residents: tuple[str, ...]
    strangers: tuple[str, ...]
    facts: dict[tuple[str, str], str]
    fame: dict[str, float] = field(repr=False)

    def truth(self, name: str, relation: Relation) -> str | None:
        """The fact known by heart; None for a stranger."""
        return self.facts.get((name, relation.verb))

    @property
    def names(self) -> tuple[str, ...]:
        return self.residents + self.strangers


def make_world(seed: int = SEED, residents: int = RESIDENTS, strangers: int = STRANGERS) -> World:
    """The same world for the same arguments."""
    rng = random.Random(seed)
    names = [onset + middle + end for onset, middle, end in itertools.product(_ONSETS, _MIDDLES, _ENDS)]
    if residents + strangers > len(names):
        raise ValueError(f"there are only {len(names)} names, and {residents + strangers} are wanted")
    chosen = rng.sample(names, residents + strangers)
    known = tuple(chosen[:residents])
    facts = {(name, relation.verb): rng.choice(relation.values) for name in known for relation in RELATIONS}
    fame = {name: FAME[index % len(FAME)] for index, name in enumerate(known)}
    return World(known, tuple(chosen[residents:]), facts, fame)
