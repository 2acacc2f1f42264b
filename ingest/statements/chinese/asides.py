"""What brackets assert of the thing before them: 长江（世界最长的河流）, 华为（总部位于深圳）."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from claimgraph.platform.models.ports import Analysis

from ...model import Span
from ...text.word_lists import word_set
from ..parsed import ParsedSentence
from ..realise import Piece
from .atoms import atoms_of
from .claims import Draft
from .frames import Frame, is_noun_phrase, read_frame
from .pieces import Source, cut, is_silent
from .segments import Segment, segments_of
from .slots import OBJECT, PREDICATE, SUBJECT
from .subjects import Subject, owners_of
from .triples import make, term
from .units import ADJECTIVE, AMOUNT, DE, MARK, NAME, NOUN, PRONOUN, QUOTE, TIME, VERB, Atom, is_real_amount


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands in one pair of brackets; `about` is empty where only its own words say what it is about."""

    about: tuple[Atom, ...]
    segments: tuple[Segment, ...]
    apposed: bool  # a noun phrase: what the thing is


def asides_of(source: Source, sentence: ParsedSentence, atoms: Sequence[Atom]) -> tuple[list[Atom], list[Aside]]:
    """The units without the brackets that assert something, and what those say."""
    kept: list[Atom] = []
    found: list[Aside] = []
    for at, atom in enumerate(atoms):
        left: list[Span] = []
        for bracket in atom.brackets:
            words = source.text[bracket.start : bracket.end]
            names_only = is_silent(words) and not _FURTHER.search(words)
            aside = None if names_only else _aside(source, sentence, atoms, at, bracket)
            if aside is None:
                left.append(bracket)
            else:
                found.append(aside)
        kept.append(atom if len(left) == len(atom.brackets) else replace(atom, brackets=tuple(left)))
    return kept, found


def _aside(source: Source, sentence: ParsedSentence, atoms: Sequence[Atom], at: int, bracket: Span) -> Aside | None:
    inner = _inside(sentence, Span(bracket.start + 1, bracket.end - 1))
    segments = segments_of(atoms_of(inner))
    while len(segments) > 1 and all(atom.tag == "eng" for atom in segments[0].atoms):
        segments = segments[1:]  # another name of the thing, before what is said of it
    if not segments or _RESTRICTING.match(inner.analysis.text) or segments[0].first.kind == QUOTE:
        return None
    frame = read_frame(segments[0].atoms)
    about = _host(source, atoms, at)
    if len(segments) == 1 and _says_what(about, segments[0].atoms, frame):
        return Aside(about, tuple(segments), apposed=True)
    if [atom.kind for atom in segments[0].atoms] == [ADJECTIVE, AMOUNT] and about:  # 高300米: read with what is so high
        segments[0] = replace(segments[0], atoms=(*about, *segments[0].atoms))
        frame = read_frame(segments[0].atoms)
    if frame is None or not _asserts(frame):
        return None
    own = frame.first(SUBJECT)
    certain = _is_certain(about) or any(atom.kind in (NAME, PRONOUN) for atom in own)
    return Aside(about, tuple(segments), apposed=False) if certain else None


def _inside(sentence: ParsedSentence, span: Span) -> ParsedSentence:
    start, end = span.start - sentence.span.start, span.end - sentence.span.start
    tokens = tuple(
        replace(token, start=token.start - start, end=token.end - start)
        for token in sentence.analysis.tokens
        if start <= token.start and token.end <= end
    )
    entities = tuple(
        replace(entity, start=entity.start - start, end=entity.end - start)
        for entity in sentence.analysis.entities
        if start <= entity.start and entity.end <= end
    )
    return ParsedSentence(span, Analysis(sentence.analysis.text[start:end], tokens, entities))


def _host(source: Source, atoms: Sequence[Atom], at: int) -> tuple[Atom, ...]:
    """The name before the brackets, else the subject as far as they stand in it, else that of the clause before."""
    if atoms[at].kind == NAME:
        return (replace(atoms[at], brackets=()),)
    first = next((i + 1 for i in range(at - 1, -1, -1) if atoms[i].kind == MARK), 0)
    stop = next((i for i in range(at + 1, len(atoms)) if atoms[i].kind == MARK), len(atoms))
    frame = read_frame(atoms[first:stop])
    own = [replace(atom, brackets=()) for atom in frame.first(SUBJECT)] if frame is not None else []
    if own and own[0].start <= atoms[at].start <= own[-1].start:
        return tuple(atom for atom in own if atom.start <= atoms[at].start)
    if own and atoms[at].kind in (AMOUNT, TIME):
        return owners_of(source, (Subject(source.phrase(own), tuple(own)),))[0].atoms
    return ()


def _is_certain(about: Sequence[Atom]) -> bool:
    """Whether it is one thing that brackets say something of; of 员工（入职满一年） they say which are meant."""
    return any(atom.kind == NAME for atom in about) or (bool(about) and about[0].text.startswith(_POINTING))


_FURTHER = re.compile("^.[A-Za-z][^一-龥]*[,，、;；](?!又|简称|缩写|也称|亦称|下称|以下|即|英文|全称|原名)[一-龥]{4}")
_POINTING = ("该", "这", "此", "本", "其", "他", "她", "它")


def _says_what(about: Sequence[Atom], said: Sequence[Atom], frame: Frame | None) -> bool:
    """世界最长的河流, 法国首都, 一种抗生素: a phrase of its own behind a name, that ends in a common noun."""
    if not about or not is_noun_phrase(said) or said[-1].kind != NOUN or said[-1].text in _MADE_BY:
        return False
    if said[0].kind == AMOUNT and not is_real_amount(said[0]):
        return len(said) > 1
    if (len(about) != 1 or about[0].kind != NAME) and not (_is_certain(about) and said[-1].text.endswith(_KINDS)):
        return False
    if frame is not None and frame.first(PREDICATE) and not any(atom.kind == DE for atom in said):
        return False
    return len(said) > 1 or said[0].text.endswith(_KINDS)


def _asserts(frame: Frame) -> bool:
    """Whether there is a verb with more than itself, or something measured: 总部位于深圳, 高300米, 人口14亿."""
    kinds = {atom.kind for atom in (*frame.first(PREDICATE), *frame.first(OBJECT))}
    if any(atom.kind == VERB for atom in frame.first(PREDICATE)):
        return len(frame.atoms) > 1
    return AMOUNT in kinds and (ADJECTIVE in kinds or bool(frame.first(SUBJECT)))


_MADE_BY = word_set("著 绘 摄 译 编 题")
_KINDS = tuple(sorted(word_set("家 人 员 者 教授 博士 导演 歌手 诗人 医生 总统 总理 首都 省会 首府 公司 城市")))
_RESTRICTING = re.compile(
    "(?:包?含|不含|不?包括|约|占|按|截至|截止|除|即|如|例|详?见|参见|或|其中|相当于|折合|同比|环比|基于|根据|据|以|"
    "自|从|仅|只|限|需|须|可(?!能)|应|不(?!属|是|位于|支持)|未(?!曾)|单位|注|图|表|下称|下同|以下|来源|出处|数据|今|现|时)"
)


def apposition(source: Source, subject: Subject, said: Sequence[Atom]) -> Draft:
    """长江是世界最长的河流."""
    phrase = source.phrase(said)
    head, tail = term(source, subject.phrase, subject.atoms), term(source, phrase, said)
    return Draft(cut(subject.phrase, (Piece("是"),), phrase), make(head, "是", "是", tail, (), 0.8))
