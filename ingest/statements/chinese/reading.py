"""One sentence to its statements: clause after clause, the subject carried over where a clause has none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...model import Span, Statement
from ...text.word_lists import word_set
from ..checkability import is_checkable
from ..parsed import ParsedSentence
from ..realise import Piece
from . import lexicon as lex
from .adjuncts import between
from .asides import Aside, apposition, asides_of
from .atoms import atoms_of
from .attributions import read_attributed, read_reported
from .binding import is_contrast, is_exception, opens_with_subject
from .claims import Draft, clause_claims, modifier_claims
from .conditionals import read_cause, read_conditional, read_purpose, read_reason
from .conjoined import is_count, split_conjoined
from .frames import is_noun_phrase, read_frame, strip_lead
from .lives import life_claims
from .phrases import distribute, take_apart
from .pieces import Phrase, Source, cut
from .reader import Reader, ends_part, mark_of
from .segments import (
    Segment,
    is_condition,
    is_purpose,
    is_quotation,
    is_ruling,
    is_scene_clause,
    is_source,
    is_speech,
    is_telling,
    is_time_or_place,
    reports_clause,
    segments_of,
)
from .slots import CORE, OBJECT, PLACE, SUBJECT, TIME_SLOT, Slot
from .subjects import Subject, subjects_of
from .topics import counts_points, is_label, lead_in, named_behind
from .units import AMOUNT, AND, CONNECTIVE, OR, TIME, VERB

_PERSON_ENDINGS = ("人", "家", "员", "教授", "者", "博士", "导演", "演员", "首席执行官", "董事长", "创始人")


def read_sentence(
    source: Source, sentence: ParsedSentence, topic: tuple[Subject, ...] = ()
) -> tuple[list[Statement], tuple[Subject, ...]]:
    """The statements of one sentence, in order, and what it is about in the end.

    `topic` is what it is about where it does not say so. A sentence that claims nothing is one statement as it stands.
    """
    text = sentence.analysis.text
    if not text.strip():
        return [], ()
    span = sentence.span
    atoms = atoms_of(sentence)
    segments = segments_of(atoms) if is_checkable(text, "zh") else []
    if not segments:
        whole = (Piece(text, span.start, span.end),)
        return [source.statement(whole, span, checkable=False, final="")], ()
    outside, asides = asides_of(source, sentence, atoms)
    reading = Reader(source, topic)
    drafts = [*life_claims(source, atoms), *_read(reading, segments_of(outside))]
    drafts += [draft for aside in asides for draft in _aside_drafts(source, aside)]
    found = [source.statement(_own(d.pieces, span), span, triples=d.triples, standalone=d.standalone) for d in drafts]
    return found, () if reading.unsure else reading.subjects


def _aside_drafts(source: Source, aside: Aside) -> list[Draft]:
    subject = Subject(source.phrase(aside.about), aside.about)
    if aside.apposed:
        return [apposition(source, subject, aside.segments[0].atoms)]
    return _read(Reader(source, (subject,) if aside.about else ()), aside.segments)


def _own(pieces: Phrase, span: Span) -> Phrase:
    """The pieces with places in the sentence alone: a topic from a line above has its place there."""
    return tuple(
        piece if not piece.has_source or span.start <= piece.start < span.end else Piece(piece.text)
        for piece in pieces
        if piece.text or span.start <= piece.start < span.end
    )


def _read(reading: Reader, segments: Sequence[Segment]) -> list[Draft]:
    at = 0
    apart = _set_apart(segments)
    while at < len(segments):
        stop = apart[at]
        at = _together(reading, segments, at, stop) if stop else _step(reading, segments, at)
    if reading.scene:
        reading.loose(())
    return reading.drafts


def _set_apart(segments: Sequence[Segment]) -> list[int]:
    """For each segment where the contrast or exception ends that belongs to what begins there, or 0."""
    stops = [0] * len(segments)
    for at in range(len(segments) - 2, -1, -1):
        if is_contrast(segments[at].atoms, segments[at + 1].atoms):
            stops[at] = at + 2
        elif stops[at + 1] and _leads_to(segments[at], segments[at + 1]):
            stops[at] = stops[at + 1]
        elif not ends_part(segments[at]):  # how far back an exception reaches cannot be told: all of it
            stops[at] = (
                at + 2 if is_exception(segments[at + 1].atoms) else stops[at + 1] * _excepts(segments, stops[at + 1])
            )
    return stops


def _leads_to(segment: Segment, after: Segment) -> bool:
    """因天气原因, 如果下雨, 在冬天: said with what follows, and so with all that is said together."""
    return segment.first.text in lex.CAUSE or is_condition(segment, after) or is_time_or_place(segment)


def _excepts(segments: Sequence[Segment], stop: int) -> bool:
    return stop > 0 and is_exception(segments[stop - 1].atoms)


def _together(reading: Reader, segments: Sequence[Segment], at: int, stop: int) -> int:
    _, rest = strip_lead(segments[at].atoms)
    lacks = not opens_with_subject(rest) and rest[0].kind != TIME
    subject = reading.subjects[0].phrase if lacks and len(reading.subjects) == 1 else ()
    said = cut(reading.take_scene(), subject, reading.stretch(segments[at:stop]))
    if lacks and not subject and reading.drafts:
        reading.extend(said)
    else:
        reading.drafts.append(Draft(said))
    if not subject:
        reading.subjects = ()
        reading.unsure = True
    reading.frame = None
    return stop


def _step(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    segment = segments[at]
    after = segments[at + 1] if at + 1 < len(segments) else None
    if _says_nothing(segment):
        return at + 1
    about = lead_in(segment) if after is not None else None
    if about is not None:
        reading.subjects = (Subject(reading.source.phrase(about), about),) if about else ()
        return at + 1
    if at == 0 and is_label(segments, at):
        of = reading.subjects[0].phrase if len(reading.subjects) == 1 else ()
        reading.drafts.append(Draft(cut(of, reading.stretch(segments)), standalone=bool(of)))
        return len(segments)
    if after is not None and counts_points(segment):
        return reading.whole(segments, at, len(segments))
    if segment.first.kind == OR and reading.drafts:
        reading.extend(reading.source.phrase(segment.atoms))
        return at + 1
    if is_quotation(segment):
        return reading.whole(segments, at, len(segments))
    if is_source(segment) and after is not None:
        return read_attributed(reading, segments, at)
    if is_condition(segment, after):
        return read_conditional(reading, segments, at)
    if after is not None and segment.first.text in lex.CAUSE:
        return read_cause(reading, segments, at)
    if reading.drafts and segment.first.text in lex.CAUSE:
        return read_reason(reading, segments, at)
    if reading.frame is not None and reading.drafts and is_purpose(segment):
        return read_purpose(reading, segments, at)
    if after is not None and (is_time_or_place(segment) or is_scene_clause(segment)):
        _set_scene(reading, segment)
        return at + 1
    frame = read_frame(segment.atoms)
    if (frame is not None and is_speech(segment, frame)) or (
        frame is None and after is not None and is_ruling(segment)
    ):
        return read_attributed(reading, segments, at)
    if _finds(segment):
        return _found(reading, segment, at)
    if after is not None and frame is not None and is_telling(frame):
        return read_attributed(reading, segments, at)
    if frame is not None and reports_clause(frame):
        return read_reported(reading, segments, at, frame)
    if _is_list_of_examples(reading, segment):
        return _examples(reading, segments, at)
    if frame is None:
        return _phrase(reading, segments, at)
    if segment.first.text in lex.CONCESSION and after is not None and not frame.first(SUBJECT) and not reading.subjects:
        following = read_frame(after.atoms)  # 尽管面临困难，团队…: the subject comes with the main clause
        if following is not None:
            reading.subjects, _ = subjects_of(reading.source, following, ())
    reading.among = (
        segment.atoms[:1] if segment.first.text == "其中" else reading.among if is_count(segment.atoms) else ()
    )
    if frame is not None and (objects := named_behind(segments, at, frame)):
        subjects, _ = subjects_of(reading.source, frame, reading.subjects)
        for each in objects:
            reading.drafts += clause_claims(reading.source, replace(frame, slots=(*frame.slots, each)), subjects)
        return len(segments)
    for part in split_conjoined(segment.atoms):
        reading.clause((*reading.among, *part) if is_count(part) else part)
    return at + 1


def _finds(segment: Segment) -> bool:
    """发现喝咖啡的人寿命更长: a verb of speech without a subject, before a clause with one."""
    _, rest = strip_lead(segment.atoms)
    if len(rest) < 3 or rest[0].text not in lex.SPEECH_VERBS or rest[0].kind != VERB:
        return False
    inner = read_frame(rest[1:])
    return inner is not None and bool(inner.first(SUBJECT))


def _found(reading: Reader, segment: Segment, at: int) -> int:
    subject = reading.subjects[0].phrase if len(reading.subjects) == 1 else ()
    said = reading.source.phrase(strip_lead(segment.atoms)[1])
    reading.drafts.append(Draft(cut(reading.take_scene(), subject, said), standalone=bool(subject)))
    reading.frame, reading.subjects, reading.unsure = None, (), True
    return at + 1


def _says_nothing(segment: Segment) -> bool:
    """此外, 第一, 注意: words that only lead to what follows."""
    if all(atom.text in lex.TOPIC_CONNECTIVES for atom in segment.atoms):
        return True
    only = segment.atoms[0] if len(segment.atoms) == 1 and segment.mark is not None else None
    return only is not None and (only.text in _HEADINGS or (only.kind == AMOUNT and only.text[0] == "第"))


_HEADINGS = word_set("注意 提示 备注 说明 总结 结论 答案 回答 答 问 例如 比如 其一 其二 其三 一是 二是 三是")


def _set_scene(reading: Reader, segment: Segment) -> None:
    """Keep the time or place for the next clause; what is neither never comes apart from it."""
    _, rest = strip_lead(segment.atoms)
    roles = [slot.role for slot in between(rest)]
    role = roles[0] if roles in ([TIME_SLOT], [PLACE]) else CORE
    reading.scene = (*reading.scene, Slot(role, (*rest, *mark_of(segment))))


def _is_list_of_examples(reading: Reader, segment: Segment) -> bool:
    frame = reading.frame
    if frame is None or not frame.first(OBJECT) or not reading.drafts or frame.copula:
        return False
    return (
        segment.first.text in lex.ENUMERATION_OPENERS
        and len(segment.atoms) > 1
        and (
            segment.first.text != "分为"
            and is_noun_phrase([a for a in segment.atoms[1:] if a.text not in ("在", "内")])
        )
    )


def _examples(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """支持多种格式，如A和B: the clause with each example in its object's place."""
    frame = reading.frame
    if frame is None:
        return at + 1
    for item in distribute(segments[at].atoms[1:]).items:
        slots = tuple(replace(slot, atoms=tuple(item)) if slot.role == OBJECT else slot for slot in frame.slots)
        reading.drafts += clause_claims(reading.source, replace(frame, slots=slots), reading.subjects)
    return at + 1


def _phrase(reading: Reader, segments: Sequence[Segment], at: int) -> int:
    """A noun phrase between commas: a topic, an apposition, or more of the list before."""
    segment = segments[at]
    after = segments[at + 1] if at + 1 < len(segments) else None
    _, rest = strip_lead(segment.atoms)
    told = take_apart(rest, name_only=True)
    if reading.frame is None and after is not None and told.clauses:  # 毛泽东喜爱的长江，全长6300公里
        reading.subjects = (Subject(reading.source.phrase(told.head), told.head),)
        reading.drafts += modifier_claims(reading.source, told, reading.subjects, depth=1)
        return at + 1
    if reading.frame is None and after is not None and is_noun_phrase(rest):
        if reading.subjects and not reading.drafts:
            subject = reading.subjects[0]
            reading.drafts.append(Draft(cut(subject.phrase, (Piece("是"),), reading.source.phrase(rest))))
        elif not reading.subjects:
            reading.subjects = (Subject(reading.source.phrase(rest), tuple(rest)),)
            if all(read_frame(later.atoms) is None for later in segments[at + 1 :]):
                return reading.whole(segments, at, len(segments))
        else:
            reading.loose(tuple(rest))
        return at + 1
    if (
        reading.subjects
        and reading.subjects[0].is_name
        and is_noun_phrase(rest)
        and rest[-1].text.endswith(_PERSON_ENDINGS)
    ):
        reading.drafts.append(Draft(cut(reading.subjects[0].phrase, (Piece("是"),), reading.source.phrase(rest))))
        return at + 1
    frame = reading.frame
    opens_list = segment.first.kind in (AND, CONNECTIVE) and is_noun_phrase(rest)
    more = tuple(atom for i, atom in enumerate(rest) if i or atom.kind != AND)
    if frame is not None and opens_list and more and frame.first(OBJECT):
        slots = tuple(replace(slot, atoms=more) if slot.role == OBJECT else slot for slot in frame.slots)
        reading.drafts += clause_claims(reading.source, replace(frame, slots=slots), reading.subjects)
        return at + 1
    reading.loose(segment.atoms)
    return at + 1
