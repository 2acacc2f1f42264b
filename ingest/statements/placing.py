"""Finding a statement that somebody else worded (a language model) in the text it is about.

The statement's words are aligned with those of its sentence; what they rest on become its spans, and what stands
there word for word its quotes. The same alignment tells what the statement adds to the text and whether it turns the
sentence around, so that what the text does not say is never taken for a part of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ..model import Quote, Span
from ..text.chinese_names import chinese_names
from ..text.function_words import OTHERS
from ..text.language import HAN, rules_language
from ..text.stop_words import CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS
from ..text.word_lists import word_set
from ..text.words import Word, content_words, normal_form

_TOKEN = re.compile(rf"[{HAN}]|(?:(?![{HAN}])[^\W_])+(?:[.,:'’-](?:(?![{HAN}])[^\W_])+)*")
_GAP = re.compile(r"[\s,，、·.'’\"“”()（）-]{0,3}")
_LONGEST_CLAIM = 1_000  # characters; a single proposition is never longer

_GUARDS_EN = word_set(
    """
    not never no neither nor hardly may might could should must cannot without only
    don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't hasn't haven't hadn't shouldn't
    """
)
_NEGATIONS_EN = _GUARDS_EN - {"may", "might", "could", "should", "must", "only"}
_GUARD_ZH = re.compile(
    "(?:并|也|还|尚|从|都)?(?:不(?:会|能|得|可|应|再|曾|可能)?|没有?|未(?:曾|能|必)?|无法?|可能|或许|也许|必须|应当?|应该|只|仅)"
)
_NEGATION_ZH = re.compile("不(?!仅|但|断|同|少|久|止|过|论|管|锈)|没有|并未|尚未|从未|未曾|未能|无法|非(?!常|洲|凡)")
_REFERRING_EN = word_set(
    """
    he she it they him her them his hers its their theirs this that these those such both which who whom whose where
    there former latter the one ones same each
    """
)
_REFERRING_ZH = re.compile("[他她它其该此这那]|前者|后者|双方|两者|二者|上述|本")
_ADDED_BY_GRAMMAR = frozenset({"born", "die", "出生", "生于", "去世", "逝世"})  # years of life in brackets


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement's words in a text."""

    spans: tuple[Span, ...]
    quotes: tuple[Quote, ...]
    found: int  # content words that stand in the sentence
    referred: tuple[str, ...]  # content words that stand elsewhere in the text: what a pronoun stands for
    alien: tuple[str, ...]  # content words that stand nowhere in the text
    turned: bool  # a negation or a hedge has been dropped or put in

    @property
    def words(self) -> int:
        return self.found + len(self.referred) + len(self.alien)


def place(claim: str, sentence: Span, text: str, lang: str) -> Placed:
    """Align `claim` with its sentence of `text`. Time grows with the product of their lengths; both are bounded."""
    piece = text[sentence.start : sentence.end]
    claim_tokens, source_tokens = _tokens(claim, 0), _tokens(piece, sentence.start)
    pairs = _aligned(claim_tokens, source_tokens)
    aligned = {offset for index, _ in pairs for offset in range(claim_tokens[index].start, claim_tokens[index].end)}
    here, everywhere = _norms(piece, lang), _norms(text, lang)
    alien, referred, found = [], [], 0
    for word in content_words(claim, lang):
        rest = _unaligned(word, aligned)
        if word.norm in here or not rest:
            found += 1
        elif word.norm in everywhere or all(run in text for run in rest):
            referred.append(word.text)
        elif word.norm not in _ADDED_BY_GRAMMAR and word.norm not in _grammar_of(text):
            alien.append(word.text)
    turned = _drops_guard(pairs, claim_tokens, source_tokens, text, lang) or _adds_negation(claim, piece, lang)
    return Placed(
        spans=_spans(pairs, source_tokens, text),
        quotes=_quotes(pairs, claim_tokens, source_tokens, claim, text),
        found=found,
        referred=tuple(referred),
        alien=tuple(alien),
        turned=turned,
    )


def is_stated(placed: Placed, claim: str, sentence: str, lang: str) -> bool:
    """Whether the text says what the placed statement says, as far as words can tell.

    Some of its content words stand in its sentence, each number does, and all others stand somewhere in the text;
    words from elsewhere are taken only where the sentence refers to something.
    """
    if not placed.spans or not placed.found or placed.turned or len(claim) > _LONGEST_CLAIM:
        return False
    if placed.alien or any(char.isdigit() for word in placed.referred for char in word):
        return False
    return not placed.referred or _refers(sentence, lang)


def _refers(sentence: str, lang: str) -> bool:
    """Whether a sentence leaves open what it is about: by a referring word, or (Chinese) without a subject."""
    if lang == "zh":
        own_subject = any(start <= 1 for start, _, _ in chinese_names(sentence))
        return bool(_REFERRING_ZH.search(sentence)) or not own_subject
    return any(word in _REFERRING_EN for word in re.findall(r"[a-z]+", sentence.casefold()))


def _unaligned(word: Word, aligned: Set[int]) -> list[str]:
    """A Chinese word's characters that the sentence does not have, in runs; any other word as it is.

    Where words end is a guess that comes out differently in claim and text, so characters decide.
    """
    if not re.match(f"[{HAN}]", word.text):
        return [f"{word.text}\0"]  # in no text: decided by its folded form alone
    runs = [""]
    for offset, char in enumerate(word.text, start=word.start):
        if offset in aligned:
            runs.append("")
        else:
            runs[-1] += char
    return [run for run in runs if run]


@lru_cache(maxsize=64)
def _grammar_of(text: str) -> frozenset[str]:
    """Function words of the language that a text may be in besides English and Chinese."""
    if rules_language(text) is not None:
        return frozenset()
    return frozenset(word for known in OTHERS.values() for word in known)


@lru_cache(maxsize=256)
def _norms(text: str, lang: str) -> frozenset[str]:
    return frozenset(word.norm for word in content_words(text, lang))


# --- Alignment


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    written: str
    key: str  # what is compared
    content: bool


def _tokens(text: str, offset: int) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text):
        written = match.group()
        if re.match(f"[{HAN}]", written):
            key, content = written, written not in CHINESE_STOP_WORDS
        else:
            folded = written.casefold().replace("’", "'")
            key = normal_form(written) or folded
            content = folded not in ENGLISH_STOP_WORDS
        found.append(_Token(offset + match.start(), offset + match.end(), written, key, content))
    return found


def _aligned(claim: Sequence[_Token], source: Sequence[_Token]) -> list[tuple[int, int]]:
    """(index in the claim, index in the source) of the words that go together, in the claim's order.

    First in order, longest stretches first; then what is left of the content words, wherever it stands. Function
    words that stand alone are coincidences and left out.
    """
    matcher = SequenceMatcher(None, [token.key for token in claim], [token.key for token in source], autojunk=False)
    pairs = {block.a + step: block.b + step for block in matcher.get_matching_blocks() for step in range(block.size)}
    taken = set(pairs.values())
    places: dict[str, list[int]] = {}
    for index, token in enumerate(source):
        if token.content:
            places.setdefault(token.key, []).append(index)
    for index, token in enumerate(claim):
        if index not in pairs and token.content and token.key in places:
            free = [place for place in places[token.key] if place not in taken]
            if free:
                _pair_run(pairs, taken, claim, source, index, free[0])
    kept = {source for claim_index, source in pairs.items() if claim[claim_index].content}
    for index in sorted(taken - kept):  # function words: only in company, from either side
        if index - 1 in kept:
            kept.add(index)
    for index in sorted(taken - kept, reverse=True):
        if index + 1 in kept:
            kept.add(index)
    return sorted((index, place) for index, place in pairs.items() if place in kept)


def _pair_run(
    pairs: dict[int, int], taken: set[int], claim: Sequence[_Token], source: Sequence[_Token], index: int, place: int
) -> None:
    """Pair two words, and the function words that go before both of them ("in 1974")."""
    pairs[index] = place
    taken.add(place)
    while index > 0 and place > 0:
        index, place = index - 1, place - 1
        if index in pairs or place in taken or claim[index].content or claim[index].key != source[place].key:
            return
        pairs[index] = place
        taken.add(place)


def _spans(pairs: Sequence[tuple[int, int]], source: Sequence[_Token], text: str) -> tuple[Span, ...]:
    spans: list[Span] = []
    for place in sorted({place for _, place in pairs}):
        token = source[place]
        if spans and _GAP.fullmatch(text, spans[-1].end, token.start):
            spans[-1] = Span(spans[-1].start, token.end)
        else:
            spans.append(Span(token.start, token.end))
    return tuple(spans)


def _quotes(
    pairs: Sequence[tuple[int, int]], claim: Sequence[_Token], source: Sequence[_Token], words: str, text: str
) -> tuple[Quote, ...]:
    quotes: list[Quote] = []
    for index, place in pairs:
        mine, theirs = claim[index], source[place]
        if mine.written != text[theirs.start : theirs.end]:
            continue
        if quotes:
            last = quotes[-1]
            reached = last.source + last.end - last.start
            if reached <= theirs.start and words[last.end : mine.start] == text[reached : theirs.start]:
                quotes[-1] = Quote(last.start, mine.end, last.source)
                continue
        quotes.append(Quote(mine.start, mine.end, theirs.start))
    return tuple(quotes)


# --- Negation and hedges


def _drops_guard(
    pairs: Sequence[tuple[int, int]], claim: Sequence[_Token], source: Sequence[_Token], text: str, lang: str
) -> bool:
    """Whether two words that the claim joins have a negation or hedge, and nothing else of content, between them."""
    kept = {_folded(token) for token in claim}
    places = [place for _, place in pairs]
    for before, place in zip([-1, *places], places, strict=False):
        if before >= place:
            continue
        between = source[before + 1 : place] if before >= 0 else source[max(0, place - 2) : place]
        if not between:
            continue
        if lang == "zh":
            gap = text[between[0].start : between[-1].end]
            if _GUARD_ZH.fullmatch(gap) and gap not in "".join(token.written for token in claim):
                return True
        elif not _has_comma(text, between, source[place]) and _only_guards(between, kept, source):
            return True
    return False


def _only_guards(between: Sequence[_Token], kept: set[str], source: Sequence[_Token]) -> bool:
    """Whether nothing of content stands there but a negation or hedge that the claim has not kept."""
    if any(token.content and not _is_guard(token) for token in between):
        return False
    return any(_is_guard(token) and _folded(token) not in kept and not _not_only(source, token) for token in between)


def _is_guard(token: _Token) -> bool:
    return _folded(token) in _GUARDS_EN


def _folded(token: _Token) -> str:
    """The word in lower case; the month stays May."""
    return token.written if token.written == "May" else token.written.casefold().replace("’", "'")


def _not_only(source: Sequence[_Token], token: _Token) -> bool:
    at = next(index for index, other in enumerate(source) if other is token)
    following = source[at + 1].written.casefold() if at + 1 < len(source) else ""
    before = source[at - 1].written.casefold() if at else ""
    return following == "only" or (before == "not" and token.written.casefold() == "only")


def _has_comma(text: str, between: Sequence[_Token], then: _Token) -> bool:
    return any(mark in text[between[0].start : then.start] for mark in ",;:")


def _adds_negation(claim: str, sentence: str, lang: str) -> bool:
    if lang == "zh":
        return bool(_NEGATION_ZH.search(claim)) and not re.search("[不没未无非]", sentence)
    return bool(_english_words(claim) & _NEGATIONS_EN) and not _english_words(sentence) & _NEGATIONS_EN


def _english_words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+(?:'[a-z]+)?", text.casefold().replace("’", "'")))
