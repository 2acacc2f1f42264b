"""Chinese coreference by rules over words, tags and clauses: 他, 她, 它, 他们, 其, 该公司, 这家公司, 此人.

A reference is resolved only to what leads clearly: the only thing that agrees in kind, gender and number, or the
subject of the clause before where what else agrees stands in the background. What is not sure is left out.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import EntityType

from ..chinese.references import Reference, find_references
from ..parsed import ParsedText, Referent, Resolutions
from .chinese_sorts import bears_its_sort, may_be_called
from .chinese_things import Sighting, sightings_of
from .chinese_words import ORGANISATION, PERSON, PERSON_PRONOUNS, PLACE, PLURAL_PRONOUNS, THING, WORKS, kind_of_noun

_NEAR = 60
"""How many of the things named before it in its own sentence a reference may choose from."""
REACH = 2
"""How many sentences back the antecedent of a pronoun may be."""
DESCRIPTION_REACH = 4
"""How many sentences back that of a description (该公司) may be."""

_TYPES = {PERSON: EntityType.PERSON, PLACE: EntityType.PLACE, ORGANISATION: EntityType.ORGANISATION}
_QUOTES = ("“", "「", "『")


class ChineseCoreference:
    """Implements `CoreferenceResolver`."""

    version = "chinese-rules-2"

    def resolve(self, parsed: ParsedText) -> Resolutions:
        """What pronouns and descriptions stand for, by sentence and head token."""
        found: dict[tuple[int, int], Referent] = {}
        memory: list[list[Sighting]] = []
        for number, sentence in enumerate(parsed.sentences):
            references = find_references(sentence.analysis)
            memory.append(sightings_of(parsed.text, number, sentence))
            offset = sentence.span.start
            for reference in references:
                start = offset + reference.start
                if _inside_quotes(sentence.analysis.text, reference.start):
                    continue
                sighting = _Choice(parsed.text, memory, number, reference, start).antecedent()
                if sighting is None:
                    continue
                found[number, reference.head] = _referent(sighting)
                gender = PERSON_PRONOUNS.get(reference.text, "")
                if gender and sighting.kind == PERSON and not sighting.gender:
                    sighting = _of_gender(memory, sighting, gender)
                memory[number] = _seen_again(memory[number], sighting, number, start, offset + reference.end)
        return found


def _inside_quotes(text: str, at: int) -> bool:
    before = text[max(0, at - 400) : at]
    return any(before.count(opening) > before.count(closing) for opening, closing in zip(_QUOTES, "”」』", strict=True))


def _referent(sighting: Sighting) -> Referent:
    return Referent(sighting.text, sighting.start, sighting.end, _TYPES.get(sighting.kind), sighting.plural)


def _seen_again(seen: list[Sighting], sighting: Sighting, number: int, start: int, end: int) -> list[Sighting]:
    """A resolved reference is a sighting of the thing at its own place, so that the next one may go by it."""
    clause = _clause_at(seen, start)
    again = Sighting(
        sighting.text,
        start,
        end,
        sighting.kind,
        "subject",
        number,
        clause,
        sighting.gender,
        sighting.plural,
        sighting.named,
    )
    insort(seen, again, key=lambda s: (s.start, s.end))
    return seen


def _of_gender(memory: list[list[Sighting]], sighting: Sighting, gender: str) -> Sighting:
    """The pronoun tells the gender of whom it stands for, wherever else near they are named."""
    for number in range(max(0, len(memory) - 1 - REACH), len(memory)):
        memory[number] = [
            replace(s, gender=gender) if s.text == sighting.text and s.kind == PERSON and not s.plural else s
            for s in memory[number]
        ]
    return replace(sighting, gender=gender)


def _clause_at(seen: Sequence[Sighting], start: int) -> int:
    """The clause of the last thing named at or before an offset."""
    behind = bisect_right(seen, start, key=lambda s: s.start)
    return seen[behind - 1].clause if behind else 0


def _ends_of(seen: Sequence[Sighting]) -> list[Sighting]:
    """Of a sentence that names very much, what it begins and ends with."""
    return [*seen] if len(seen) <= _NEAR else [*seen[: _NEAR // 2], *seen[-_NEAR // 2 :]]


class _Choice:
    """One reference and the things that stand before it."""

    def __init__(
        self, text: str, memory: Sequence[list[Sighting]], number: int, reference: Reference, start: int
    ) -> None:
        self._text = text
        self._memory = memory
        self._number = number
        self._reference = reference
        self._start = start

    def antecedent(self) -> Sighting | None:
        words = self._reference.text
        if words in PERSON_PRONOUNS:
            return self._of_person(PERSON_PRONOUNS[words])
        if words in PLURAL_PRONOUNS:
            return self._of_several(words)
        if words == "它":
            return self._of_thing()
        if words == "其":
            return self._of_owner()
        return self._of_description() if self._reference.noun else None

    def _before(self, reach: int) -> list[list[Sighting]]:
        """What is named before the reference, the own sentence first, then each sentence back to `reach`."""
        first = max(0, self._number - reach)
        seen = self._memory[self._number]
        behind = bisect_right(seen, self._start, key=lambda s: s.start)
        own = [s for s in seen[max(0, behind - _NEAR) : behind] if s.end <= self._start]
        return [own, *(_ends_of(self._memory[number]) for number in range(self._number - 1, first - 1, -1))]

    def _of_person(self, gender: str) -> Sighting | None:
        def fits(s: Sighting) -> bool:
            return (
                s.kind == PERSON
                and not s.plural
                and s.role != "listed"
                and not (gender and s.gender and s.gender != gender)
            )

        persons = [s for sentence in self._before(REACH) for s in sentence if s.kind == PERSON and not s.plural]
        if self._bound():
            persons = [s for s in persons if s.sentence != self._number or s.clause != self._clause()]
        agreeing = [s for s in persons if fits(s)]
        names = {s.text for s in agreeing}
        if len(names) == 1:
            rivals = {
                s.text for s in persons if s.role == "listed" and not (gender and s.gender and s.gender != gender)
            }
            return agreeing[0] if rivals <= names else None
        leading = self._leading([[s for s in sentence if s in agreeing] for sentence in self._before(REACH)])
        if leading is None or (gender and not leading.gender and any(s.gender for s in agreeing)):
            return None  # one whose name tells the gender fits no worse
        return None if self._told(leading) else leading

    def _told(self, speaker: Sighting) -> bool:
        """张华告诉李娜，她…: who is spoken of may be either."""
        return any(
            verb in self._text[speaker.end : self._start]
            for verb in ("告诉", "告知", "通知", "提醒", "转告", "对", "问")
        )

    def _of_several(self, words: str) -> Sighting | None:
        for sentence in self._before(1):
            plural = [s for s in sentence if s.plural and s.named]
            if words == "它们":
                plural = [s for s in plural if s.kind != PERSON]
            else:
                plural = [s for s in plural if s.kind in (PERSON, "")]
            if len(plural) == 1:
                return plural[0]
            if plural:
                return None
        return None

    def _of_thing(self) -> Sighting | None:
        """它 is the subject before it, where that is no person."""
        for sentence in self._before(1):
            things = [s for s in sentence if s.kind != PERSON and s.role == "subject" and not s.plural]
            if things:
                if self._rivals(things[0], sentence):
                    return None
                return (
                    things[0]
                    if len({s.text for s in things}) == 1 or sentence is not self._before(1)[0]
                    else self._latest(things)
                )
            if sentence:
                named = {s.text for s in sentence if s.kind != PERSON and s.named}
                return next(s for s in sentence if s.text in named) if len(named) == 1 else None
        return None

    def _rivals(self, thing: Sighting, sentence: Sequence[Sighting]) -> bool:
        """阿里巴巴收购了饿了么。它…: the object of the same kind fits as well as the subject."""
        return any(
            s.role in ("object", "agent") and s.named and s.kind == thing.kind == ORGANISATION and s.text != thing.text
            for s in sentence
        )

    def _latest(self, things: Sequence[Sighting]) -> Sighting | None:
        names = {s.text for s in things}
        return things[-1] if len(names) == 1 else things[0] if things[0].named else None

    def _of_owner(self) -> Sighting | None:
        """其 goes with the subject of its sentence; right behind 及 or 和 with the name before that."""
        before = self._text[max(0, self._start - 3) : self._start].rstrip()
        if before.endswith(("及", "和", "与", "以及")):
            joint = "以及" if before.endswith("以及") else before[-1]
            stem = self._text.rindex(joint, 0, self._start)
            return next((s for s in self._before(0)[0] if s.end == stem and s.named), None)
        for sentence in self._before(1):
            subjects = [s for s in sentence if s.role == "subject" and not s.plural]
            if subjects:
                return subjects[0] if len({s.text for s in subjects}) == 1 or subjects[0].named else None
            if sentence:
                return None
        return None

    def _of_description(self) -> Sighting | None:
        """该公司: the only organisation of the sentences before, or the one that leads as a subject."""
        kind = kind_of_noun(self._reference.noun)
        noun = self._reference.noun

        bound = self._bound()

        def fits(s: Sighting) -> bool:
            if not s.named or s.plural or s.role == "listed" or s.text == noun or not may_be_called(s.text, noun):
                return False
            if bound and s.role == "subject" and s.sentence == self._number and s.clause == self._clause():
                return False  # nobody discovers himself: 甲发现了该行星
            if bears_its_sort(noun):
                return s.kind != PERSON
            if kind == THING:
                titled = s.text.startswith("《") and noun in WORKS
                return s.kind in (THING, "") and (s.role == "subject" or titled)
            return s.kind == kind or (s.kind == "" and s.role == "subject" and kind != PERSON)

        sentences = [[s for s in sentence if fits(s)] for sentence in self._before(DESCRIPTION_REACH)]
        for sentence in sentences:
            named_so = {s.text for s in sentence if s.text.endswith(noun)}
            if len(named_so) == 1 and (kind != THING or bears_its_sort(noun)):
                return next(s for s in sentence if s.text in named_so)
            names = {s.text for s in sentence}
            if len(names) == 1:
                return sentence[0]
            if names:
                return self._leading([sentence])
        return None

    def _leading(self, sentences: Sequence[Sequence[Sighting]]) -> Sighting | None:
        """Of the nearest sentence with candidates its one subject, where all others are in the background."""
        for sentence in sentences:
            if not sentence:
                continue
            subjects = [s for s in sentence if s.role == "subject"]
            names = {s.text for s in subjects}
            return subjects[0] if len(names) == 1 else None
        return None

    def _bound(self) -> bool:
        """Whether the reference is an object of its clause: then the clause's subject is somebody else."""
        at = self._start + len(self._reference.text)
        behind = self._text[at : at + 1]
        clause = self._text[max(0, self._start - 200) : self._start]
        opened = max(clause.rfind(mark) for mark in "，。；！？\n")
        return bool(clause[opened + 1 :].strip()) and behind in ("", "。", "，", "；", "！", "\n")

    def _clause(self) -> int:
        return _clause_at(self._memory[self._number], self._start)
