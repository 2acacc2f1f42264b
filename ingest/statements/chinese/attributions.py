"""Who says it: each clause of what is said is a claim with its source."""

from __future__ import annotations

from collections.abc import Sequence

from . import lexicon as lex
from .claims import Draft
from .conjoined import split_conjoined
from .frames import Frame, read_frame, strip_lead
from .pieces import Phrase, cut
from .reader import Reader, ends_part, mark_of
from .segments import (
    Segment,
    is_condition,
    is_quotation,
    is_scene_clause,
    is_source,
    is_speech,
    is_time_or_place,
)
from .slots import OBJECT, PREDICATE, SUBJECT


def read_attributed(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """Each clause of what is said, with who says it."""
    opening = [*strip_lead(segments[at].atoms)[1], *mark_of(segments[at])]
    prefix = cut(reading.take_scene(), reading.source.phrase(opening))
    reading.subjects = ()
    stop = _content_end(segments, at + 1)
    if at + 1 < stop and (is_quotation(segments[at + 1]) or is_condition(segments[at + 1], None)):
        reading.drafts.append(Draft(cut(prefix, reading.stretch(segments[at + 1 : stop]))))
        return stop
    _with_prefix(reading, prefix, segments[at + 1 : stop])
    return stop


def read_reported(reading: Reader, segments: Sequence[Segment], at: int, frame: Frame) -> int:
    """X认为Y是Z，…: the clause with its source, and each that follows in the same breath."""
    position = next(i for i, slot in enumerate(frame.slots) if slot.role == PREDICATE)
    opening = [atom for slot in frame.slots[: position + 1] for atom in slot.atoms]
    prefix = cut(reading.take_scene(), _subject_before(reading, frame), reading.source.phrase(opening))
    content = [Segment(frame.first(OBJECT), segments[at].mark)]
    reading.subjects = ()
    stop = at + 1
    while stop < len(segments) and not ends_part(segments[stop - 1]):
        following = read_frame(segments[stop].atoms)
        if (
            following is None
            or is_speech(segments[stop], following)
            or segments[stop].first.text in ("但", "但是", "然而", "不过")
        ):
            break
        stop += 1
    _with_prefix(reading, prefix, [*content, *segments[at + 1 : stop]])
    reading.subjects, reading.unsure = (), True  # …, 但没有证明…: of who says it, or of what is said
    return stop


def _with_prefix(reading: Reader, prefix: Phrase, content: Sequence[Segment]) -> None:
    """One claim for each clause of the content; what is no clause stays with the one after it."""
    pending: Phrase = ()
    made = False
    for index, segment in enumerate(content):
        after = content[index + 1] if index + 1 < len(content) else None
        if made and (segment.first.text in lex.CAUSE or segment.first.text == "其中" or _turns(segment)):
            reading.extend(reading.source.phrase(segment.atoms))  # who gives the reason cannot be told
            continue
        scene = after is not None and (
            is_time_or_place(segment)
            or is_scene_clause(segment)
            or read_frame(segment.atoms) is None
            or segment.first.text in lex.CAUSE
            or is_condition(segment, after)
        )
        if scene:
            pending = cut(pending, reading.source.phrase([*strip_lead(segment.atoms)[1], *mark_of(segment)]))
            continue
        if read_frame(segment.atoms) is None and made:
            reading.extend(reading.source.phrase(segment.atoms))
            continue
        for part in split_conjoined(segment.atoms):
            reading.drafts.append(Draft(cut(prefix, pending, reading.said(Segment(tuple(part), None)))))
        pending, made = (), True
    if not content:
        reading.drafts.append(Draft(prefix[:-1] if prefix and prefix[-1].text in "，,：:" else prefix))


def _turns(segment: Segment) -> bool:
    """…, 但没有证明…: of who says it, or of what is said."""
    frame = read_frame(segment.atoms)
    return segment.first.text in ("但", "但是", "然而", "不过", "却") and frame is not None and not frame.first(SUBJECT)


def _subject_before(reading: Reader, frame: Frame) -> Phrase:
    return () if frame.first(SUBJECT) or not reading.subjects else reading.subjects[0].phrase


def _content_end(segments: Sequence[Segment], start: int) -> int:
    """What is said goes on to the next source or speaker."""
    for index in range(start, len(segments)):
        if index > start and (
            is_source(segments[index]) or is_speech(segments[index], read_frame(segments[index].atoms))
        ):
            return index
    return len(segments)
