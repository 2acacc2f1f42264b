"""The names in an analysed text: those of the entity recogniser and those of patterns and lists, made one list."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Mention
from ..statements.parsed import ParsedSentence, ParsedText
from ..text.gazetteer import GIVEN_NAMES, ORGANISATIONS, PLACES
from ..text.mentions import PatternMentions
from .aliases import find_aliases, with_aliased_names

Found = tuple[int, int, EntityType]

NAMES_VERSION = f"names-1/{PatternMentions.version}"
"""Which rules found a mention; what analysed the text is not known here."""

TYPE_OF_LABEL = {
    "PER": EntityType.PERSON,
    "PERSON": EntityType.PERSON,
    "ORG": EntityType.ORGANISATION,
    "LOC": EntityType.PLACE,
    "GPE": EntityType.PLACE,
    "FAC": EntityType.PLACE,
}
"""Labels of entity recognisers; any other is a name of another type."""

NAME_TYPES = frozenset({EntityType.PERSON, EntityType.ORGANISATION, EntityType.PLACE, EntityType.NAME})
_LITERAL_LABELS = frozenset(
    {"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL", "NORP", "LANGUAGE", "LAW", "EVENT"}
)


def mentions_in(parsed: ParsedText, extractor: str = NAMES_VERSION) -> list[Mention]:
    """Names, numbers and dates of the text, in order and disjoint; `extractor` is what they are marked with."""
    patterns = PatternMentions().extract_as(parsed.text, parsed.lang)
    if not any(sentence.analysis.tokens or sentence.analysis.entities for sentence in parsed.sentences):
        return complete(parsed.text, [replace(mention, extractor=extractor) for mention in patterns])
    merged = merge_mentions(parsed.text, patterns, recognised(parsed), parsed.lang, extractor)
    return complete(parsed.text, merged)


def complete(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, with the names that the text defines beside an alias: "Food and Drug Administration (FDA)"."""
    return with_aliased_names(mentions, find_aliases(text, mentions))


def recognised(parsed: ParsedText) -> list[Found]:
    """(start, end, type) of the named entities of the analysis, offsets in the text."""
    return [found for sentence in parsed.sentences for found in _of_sentence(sentence)]


def _of_sentence(sentence: ParsedSentence) -> Iterable[Found]:
    for entity in sentence.analysis.entities:
        if entity.label in _LITERAL_LABELS:
            continue
        start, end = _trimmed(sentence.analysis.text, entity.start, entity.end)
        if start < end:
            kind = TYPE_OF_LABEL.get(entity.label, EntityType.NAME)
            yield sentence.span.start + start, sentence.span.start + end, kind


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A name's own characters: without article, possessive and what only stands beside it."""
    while start < end and not text[start].isalnum() and text[start] not in "$#@《":
        start += 1
    if text[start:end].lower().startswith("the ") and end - start > 4:
        start += 4
    for tail in ("'s", "’s"):
        if text[start:end].endswith(tail):
            end -= len(tail)
    while start < end and text[end - 1] in " \t\n,;:!?\"'“”‘’([{，。；：、！？）(（":
        end -= 1
    return start, end


def merge_mentions(
    text: str, patterns: Sequence[Mention], named: Sequence[Found], lang: str, extractor: str
) -> list[Mention]:
    """Both finders' mentions, disjoint.

    The recogniser's type holds where both see a name. Where they disagree on its ends, the longer one stays in
    English, where names are cut short more often than drawn out, and the recogniser's in Chinese. A word that
    patterns alone take for a name, and no list knows, is a name of unknown type. (Measured on the dev splits: F1 of
    typed names 73 English and 73 Chinese, where patterns alone have 55 and 46 and the recogniser alone 72 and 72; of
    whatever type, 88 and 81 of 100 names are found, where the recogniser alone finds 82 and 77.) Dates and numbers
    are compared by value and always stay.
    """
    seen = [(m.start, m.end, m.type) for m in sorted(patterns, key=lambda m: m.start)]
    starts, ends = [found[0] for found in seen], [found[1] for found in seen]
    kept: dict[int, Found] = dict(enumerate(seen))
    added: list[Found] = []
    for start, end, kind in sorted(named):
        rivals = range(bisect_right(ends, start), bisect_left(starts, end))
        if any(seen[i][2] not in NAME_TYPES for i in rivals):
            continue
        longest = max((seen[i] for i in rivals), key=lambda rival: rival[1] - rival[0], default=None)
        if longest is not None and lang == "en" and longest[1] - longest[0] >= end - start:
            if len(rivals) == 1 and (end - start) * 2 > longest[1] - longest[0]:  # "Norway" says not what its bank is
                sure = longest[2] is EntityType.PERSON and _has_given_name(text[longest[0] : longest[1]])
                kept[rivals[0]] = (longest[0], longest[1], EntityType.PERSON if sure else kind)
            continue
        for i in rivals:
            kept.pop(i, None)
        added.append((start, end, kind))
    chosen = sorted([*kept.values(), *added])
    confirmed = {place for start, end, _ in named for place in range(start, end)}
    chosen = [_unless_unsure(text, found, confirmed) for found in chosen]
    return [Mention(start, end, text[start:end], kind, extractor) for start, end, kind in chosen]


def _has_given_name(name: str) -> bool:
    words = name.split()
    return len(words) > 1 and words[0] in GIVEN_NAMES


def _unless_unsure(text: str, found: Found, confirmed: set[int]) -> Found:
    start, end, kind = found
    surface = text[start:end]
    if kind not in NAME_TYPES or " " in surface or surface in PLACES or surface in ORGANISATIONS:
        return found
    return found if any(place in confirmed for place in range(start, end)) else (start, end, EntityType.NAME)
