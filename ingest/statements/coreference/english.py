"""English coreference by rules over the dependency parse: agreement, binding, and what stands in the foreground.

Mentions are weighed by grammatical function and recency, in the manner of Lappin and Leass (1994). A pronoun is
resolved only where one candidate clearly leads: a wrong resolution is worse than none.
"""

from __future__ import annotations

from ...entities.grouping import group_names
from ...entities.names import mentions_in
from ..parsed import ParsedText, Referent, Resolutions
from .english_binding import favoured, reflexive_antecedent, shut_out, subject_ahead
from .english_choice import (
    CLEAR_LEAD_OF_DESCRIPTIONS,
    PRONOUNS,
    REACH,
    Pronoun,
    Question,
    agrees,
    leader,
    may_stand_for,
)
from .english_cues import cued_kinds, is_treated_as_thing
from .english_descriptions import described_by, is_description, may_describe
from .english_phrases import Phrase, kinds_of_noun, phrases_of
from .english_pleonastic import is_pleonastic
from .english_words import SAYING
from .things import ANYTHING, INANIMATE, Sighting, Thing, role_of, weight_of
from .tree import Tree

MEMORY = 12
"""How many sentences back a description's antecedent may be."""


class EnglishCoreference:
    """Implements `CoreferenceResolver`."""

    version = "english-rules-1"

    def resolve(self, parsed: ParsedText) -> Resolutions:
        """What pronouns and descriptions stand for; empty for a text without trees."""
        if not all(sentence.analysis.has_tree or not sentence.analysis.tokens for sentence in parsed.sentences):
            return {}
        return _Reading(parsed).read()


class _Reading:
    """One pass over a text, in the order of its words."""

    def __init__(self, parsed: ParsedText) -> None:
        self._parsed = parsed
        self._trees = [Tree(sentence.analysis) for sentence in parsed.sentences]
        groups = group_names(parsed.text, mentions_in(parsed))
        self._phrases = phrases_of(parsed, self._trees, groups)
        self._things: list[Thing] = []
        self._by_group: dict[int, Thing] = {}
        self._at: dict[tuple[int, int], Thing] = {}
        self._resolved: dict[tuple[int, int], Thing] = {}
        self._antecedents: dict[tuple[int, int], Phrase] = {}

    def read(self) -> dict[tuple[int, int], Referent]:
        for s, tree in enumerate(self._trees):
            self._things = [t for t in self._things if not t.sightings or t.sightings[-1].sentence >= s - MEMORY]
            for i in range(len(tree.tokens)):
                self._meet(s, tree, i)
        found = {place: self._referent(thing, self._antecedents[place]) for place, thing in self._resolved.items()}
        return {place: referent for place, referent in found.items() if referent is not None}

    def _meet(self, s: int, tree: Tree, i: int) -> None:
        """Take in the word at `i`: a pronoun to resolve, or a phrase that names something."""
        pronoun = PRONOUNS.get(tree.lower(i))
        if pronoun is not None and tree.tokens[i].pos in ("PRON", "DET") and tree.tokens[i].text != "IT":
            thing = self._pronoun(s, tree, i, pronoun)
            if thing is not None and thing.unknown:
                self._sight(thing, s, tree, i, None)
            elif thing is not None:
                self._resolve(s, i, thing)
                thing.gender = thing.gender or pronoun.gender
                thing.narrow(pronoun.kinds)
                self._sight(thing, s, tree, i, None)
            return
        phrase = self._phrases.get((s, i))
        if phrase is not None:
            self._phrase(s, tree, phrase)

    def _phrase(self, s: int, tree: Tree, phrase: Phrase) -> None:
        described = None if phrase.group is not None else self._described(s, tree, phrase)
        if described is not None and described.best.text.casefold() != phrase.text.removeprefix("the ").casefold():
            self._resolve(s, phrase.head, described)
        thing = described or self._apposed(s, tree, phrase) or self._known(phrase)
        self._sight(thing, s, tree, phrase.head, phrase)
        self._join(s, tree, phrase.head)

    def _resolve(self, s: int, i: int, thing: Thing) -> None:
        self._resolved[s, i] = thing
        self._antecedents[s, i] = thing.nearest((s, i))

    def _known(self, phrase: Phrase) -> Thing:
        """The thing a phrase names: for a name the one it has named before, for "the vaccine" the vaccine before."""
        if phrase.group is not None and id(phrase.group) in self._by_group:
            thing = self._by_group[id(phrase.group)]
            if thing not in self._things:
                self._things.append(thing)
            return thing
        if phrase.group is None and phrase.definite and phrase.owner is None:
            same = [
                t for t in self._things if not t.named and t.best.lemma == phrase.lemma and t.plural == phrase.plural
            ]
            if same:
                return same[-1]
        thing = Thing(phrase, phrase.kinds, phrase.gender, phrase.plural)
        self._things.append(thing)
        if phrase.group is not None:
            self._by_group[id(phrase.group)] = thing
        else:
            thing.nouns.add(phrase.lemma)
        return thing

    def _apposed(self, s: int, tree: Tree, phrase: Phrase) -> Thing | None:
        """The thing that a phrase only says more about: "Tim Cook, the head of Apple", "the physicist Marie Curie"."""
        head = tree.tokens[phrase.head].head
        if tree.base(phrase.head) != "appos" or (s, head) not in self._at:
            return None
        thing = self._at[s, head]
        if phrase.group is not None and thing.named:
            says_what = tree.child(phrase.head, "det") is not None  # "the Phillips House, a Registered Historic Place"
            return thing if thing.best.group is phrase.group or says_what else None
        if phrase.group is not None:
            self._name(thing, phrase)
        else:
            self._learn(thing, phrase.lemma)
        return thing

    def _name(self, thing: Thing, phrase: Phrase) -> None:
        """Give a thing that was only described its name."""
        thing.best, thing.gender = phrase, phrase.gender or thing.gender
        thing.narrow(phrase.kinds)
        self._by_group[id(phrase.group)] = thing

    def _learn(self, thing: Thing, noun: str) -> None:
        thing.nouns.add(noun)
        kinds = kinds_of_noun(noun)
        if len(thing.kinds) > 1:
            thing.narrow(kinds)

    def _sight(self, thing: Thing, s: int, tree: Tree, i: int, phrase: Phrase | None) -> None:
        """Note that the thing stands at `i`, and what the sentence says that it is."""
        bare = phrase is not None and phrase.bare
        thing.sightings.append(Sighting(s, i, role_of(tree, i), weight_of(tree, i, bare), phrase))
        self._at[s, i] = thing
        if len(thing.kinds) > 1 and phrase is not None and is_treated_as_thing(tree, i):
            thing.narrow(INANIMATE)
        for noun in described_by(tree, i):
            self._learn(thing, noun)

    def _join(self, s: int, tree: Tree, i: int) -> None:
        """With the last of several things joined by "and", the whole of them becomes a thing too."""
        first = tree.first_conjunct(i)
        conjuncts = [first, *tree.children(first, "conj")]
        if first == i or conjuncts[-1] != i or any((s, j) not in self._at for j in conjuncts):
            return
        words = {tree.lower(c) for j in conjuncts for c in tree.children(j, "cc")}
        members = [self._at[s, j] for j in conjuncts]
        if words != {"and"} or len(set(map(id, members))) < len(members):
            return
        kinds = frozenset.intersection(*(member.kinds for member in members))
        whole = Thing(members[0].best, kinds or ANYTHING, None, plural=True, members=tuple(members))
        self._things.append(whole)
        whole.sightings.append(Sighting(s, first, role_of(tree, first), weight_of(tree, first, bare=False)))

    def _described(self, s: int, tree: Tree, phrase: Phrase) -> Thing | None:
        """What "the company", "this drug" stands for, where the text has named one such thing."""
        if not is_description(tree, phrase):
            return None
        fitting = [t for t in self._things if not t.members and may_describe(phrase, t, (s, phrase.head))]
        named = [thing for thing in fitting if thing.named]
        if not named:
            return None
        if len(fitting) == 1:
            return named[0]
        return leader(Question(s, "other"), fitting, CLEAR_LEAD_OF_DESCRIPTIONS)

    def _pronoun(self, s: int, tree: Tree, i: int, pronoun: Pronoun) -> Thing | None:
        if pronoun.reflexive:
            found = reflexive_antecedent(tree, i)
            thing = self._at.get((s, found)) if found is not None else None
            return thing if thing is not None and agrees(thing, pronoun) else self._whole_at(s, found, pronoun)
        if is_pleonastic(self._parsed.sentences[s].analysis, i):
            return None
        out = {id(self._at[s, j]) for j in shut_out(tree, i) if (s, j) in self._at}
        candidates = [t for t in self._things if may_stand_for(t, pronoun, out)]
        likely = [self._at[s, j] for j in favoured(tree, i, SAYING) if (s, j) in self._at]
        question = Question(s, role_of(tree, i), pronoun, frozenset(map(id, likely)), cued_kinds(tree, i))
        if not any(t.prominence(s, "other", REACH) for t in candidates):
            return self._ahead(s, tree, i, pronoun) or self._open(s, tree, i, pronoun)
        return leader(question, candidates) or self._open(s, tree, i, pronoun)

    def _open(self, s: int, tree: Tree, i: int, pronoun: Pronoun) -> Thing | None:
        """Note that the pronoun stands for something unknown, which the next ones may go on with; returns None."""
        token, start = tree.tokens[i], self._parsed.sentences[s].span.start
        phrase = Phrase(
            s, i, start + token.start, start + token.end, token.text, "", pronoun.kinds, pronoun.plural, True, False
        )
        unknown = Thing(phrase, pronoun.kinds, pronoun.gender, pronoun.plural, unknown=True)
        self._things.append(unknown)
        self._sight(unknown, s, tree, i, None)
        return None

    def _whole_at(self, s: int, head: int | None, pronoun: Pronoun) -> Thing | None:
        """The several things joined at `head` ("Alice and Bob taught themselves")."""
        for thing in self._things:
            if thing.members and agrees(thing, pronoun) and thing.sightings[-1].head == head:
                return thing if thing.sightings[-1].sentence == s else None
        return None

    def _ahead(self, s: int, tree: Tree, i: int, pronoun: Pronoun) -> Thing | None:
        """A name further on that the pronoun leans on: "Although it was founded in 1998, Acme ..."."""
        subject = subject_ahead(tree, i)
        phrase = self._phrases.get((s, subject)) if subject is not None else None
        if phrase is None or not phrase.definite or phrase.owner is not None:
            return None
        thing = self._known(phrase)
        return thing if agrees(thing, pronoun) else None

    def _referent(self, thing: Thing, antecedent: Phrase) -> Referent | None:
        if thing.members:
            parts = [self._referent(member, member.nearest(_behind(antecedent))) for member in thing.members]
            if any(part is None for part in parts):
                return None
            known = [part for part in parts if part is not None]
            text = f"{', '.join(part.text for part in known[:-1])} and {known[-1].text}"
            return Referent(text, min(p.start for p in known), max(p.end for p in known), known[0].type, plural=True)
        best = thing.best
        if best.group is not None:
            return Referent(best.group.name, antecedent.start, antecedent.end, best.group.type, thing.plural)
        text = self._with_owner(best) if best.owner is not None else best.text
        return Referent(text, antecedent.start, antecedent.end, None, thing.plural) if text else None

    def _with_owner(self, phrase: Phrase) -> str:
        """ "its products" as "Acme's products"; empty where "its" is not known."""
        owner = self._resolved.get((phrase.sentence, phrase.owner if phrase.owner is not None else -1))
        if owner is None or owner.best.owner is not None or owner.members:
            return ""
        named = self._referent(owner, owner.best)
        rest = phrase.text.split(" ", 1)
        return f"{named.text}'s {rest[1]}" if named is not None and len(rest) == 2 else ""


def _behind(phrase: Phrase) -> tuple[int, int]:
    return phrase.sentence, phrase.head + 1_000_000
