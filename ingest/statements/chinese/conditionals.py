"""Conditions, causes and purposes: clauses that are not asserted apart from what hangs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .claims import Draft
from .conjoined import split_conjoined, with_modal
from .frames import read_frame, strip_lead
from .pieces import Phrase, cut
from .reader import Reader, ends_part, mark_of
from .segments import REACHING, Segment, is_condition, is_purpose
from .slots import PREDICATE, SUBJECT
from .subjects import subjects_of
from .units import CONNECTIVE, Atom

_AND_SO = Atom("并", 0, 0, CONNECTIVE)


def read_conditional(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """The conditions up to the last one in a row, then each consequence with all of them."""
    stop = at + 1
    while (
        stop < len(segments) - 1
        and (is_condition(segments[stop], segments[stop + 1]) or not _is_consequence(segments, stop))
        and stop - at < 6
    ):
        if ends_part(segments[stop - 1]):
            break
        stop += 1
    opening = [*strip_lead(segments[at].atoms)[1]]
    for before, segment in zip(segments[at:stop], segments[at + 1 : stop], strict=False):
        opening += [*mark_of(before), *segment.atoms]
    said = reading.source.phrase([*opening, *mark_of(segments[stop - 1])])
    condition = cut(reading.take_scene(), _who_meets(reading, opening), said)
    if stop >= len(segments):
        if reading.drafts and len(segments) > 1 and at > 0:
            reading.extend(condition)
        else:
            reading.drafts.append(Draft(condition))
        return stop
    made = 0
    topic: Phrase = ()
    while stop < len(segments):
        segment = segments[stop]
        after = segments[stop + 1] if stop + 1 < len(segments) else None
        if made and (is_condition(segment, after) or ends_part(segments[stop - 1])):
            break
        topic = _consequence(reading, condition, segment, made, topic)
        made += 1
        stop += 1
    return stop


def _who_meets(reading: Reader, opening: Sequence[Atom]) -> Phrase:
    """员工满1年的，…；满10年的，…: the second condition is met by whom the first speaks of."""
    frame = read_frame(opening)
    if frame is None:
        return ()
    own = frame.first(SUBJECT)
    if own or opening[0].text not in REACHING:
        plain = own and opening[0] is own[0] and all(atom.nominal for atom in own)
        reading.conditioned = reading.source.phrase(own) if plain else ()
        return ()
    return reading.conditioned


def _consequence(reading: Reader, condition: Phrase, segment: Segment, made: int, topic: Phrase) -> Phrase:
    """Adds the claims of one consequence; returns the subject that the next one goes on with."""
    frame = read_frame(segment.atoms)
    if made and (frame is None or is_purpose(segment)):
        reading.extend(reading.source.phrase(segment.atoms))
        return topic
    parts = split_conjoined(segment.atoms)
    own = frame.first(SUBJECT) if frame is not None else ()
    for index, part in enumerate(parts):
        rest = strip_lead(part)[1] if index or made else list(part)
        subject = reading.source.phrase(own) if own and index else () if own else topic
        if (index or made) and (following := read_frame(rest)) is not None and frame is not None:
            joined = with_modal(reading.frame, replace(following, lead=(_AND_SO,)))
            if len(joined.slots) > len(following.slots):
                subject = cut(subject, reading.source.phrase(joined.slots[0].atoms))
        reading.frame = read_frame(part) or reading.frame
        reading.drafts.append(Draft(cut(condition, subject, reading.source.phrase(rest))))
    return reading.source.phrase(own) if own else topic


def _is_consequence(segments: Sequence[Segment], at: int) -> bool:
    """Whether the segment is no further part of the condition (, 且…) but what follows from it."""
    return (
        segments[at].first.text not in ("且", "并且", "并", "而且", "或", "或者")
        and read_frame(segments[at].atoms) is not None
    )


def read_cause(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """因为A，所以B: the whole, and A where it is a clause."""
    scene = reading.take_scene()
    _, cause = strip_lead(segments[at].atoms)
    frame = read_frame(cause[1:]) if len(cause) > 1 else None
    effect = segments[at + 1]
    opening = cut(scene, reading.source.phrase([*cause, *mark_of(segments[at])]))
    reading.drafts.append(Draft(cut(opening, reading.source.phrase(effect.atoms))))
    if frame is not None and frame.first(SUBJECT):
        reading.clause(cause[1:])
    following = read_frame(effect.atoms)
    if following is not None and following.first(SUBJECT):
        reading.subjects, _ = subjects_of(reading.source, following, ())
    reading.frame = following
    return at + 2


def read_reason(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """A，因为B: the whole, and B where it is a clause; A alone is not what the sentence says."""
    segment = segments[at]
    reading.extend(reading.source.phrase(segment.atoms))
    inner = segment.atoms[1:]
    frame = read_frame(inner) if inner else None
    if frame is not None and (frame.first(SUBJECT) or len(frame.first(PREDICATE)[-1].text) > 3):
        reading.subjects = ()
        reading.clause(inner)
    return at + 1


def read_purpose(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """以便…: a purpose is said with the clause that has it."""
    reading.extend(reading.source.phrase(segments[at].atoms))
    return at + 1
