"""The things that one text names, each with all its mentions: names, aliases, and the words that go back to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model import Mention, TextEntity
from ..statements.parsed import ParsedText, Referent, Resolutions
from ..text.language import detect_language
from .grouping import NameGroup, fold, group_names
from .linking import short_forms
from .names import NAMES_VERSION, mentions_in


def text_entities(
    parsed: ParsedText, resolutions: Resolutions, extractor: str = NAMES_VERSION
) -> tuple[TextEntity, ...]:
    """The named things of a text, in order of their first mention. Numbers and dates are none.

    `aliases` are the further names that hold beyond this text: what the text defines, and a company's bare name; a
    person's surname is a mention, but no alias.
    """
    groups = group_names(parsed.text, mentions_in(parsed, extractor))
    referring = _referring(parsed, groups, resolutions, extractor)
    return tuple(_entity(parsed, group, referring.get(i, [])) for i, group in enumerate(groups))


def _entity(parsed: ParsedText, group: NameGroup, referring: Sequence[Mention]) -> TextEntity:
    surfaces = {mention.surface for mention in group.mentions}
    defined = [name for alias in group.aliases for name in (alias.name, alias.alias)]
    names = [*defined, *short_forms(group.name, group.type, surfaces)]
    aliases = {fold(name): name for name in names if fold(name) != fold(group.name)}
    mentions = sorted([*group.mentions, *referring], key=lambda mention: (mention.start, mention.end))
    lang = detect_language(group.name)
    return TextEntity(
        name=group.name,
        type=group.type,
        lang=parsed.lang if lang == "und" else lang,
        mentions=tuple(mentions),
        aliases=tuple(aliases.values()),
    )


def _referring(
    parsed: ParsedText, groups: Sequence[NameGroup], resolutions: Resolutions, extractor: str
) -> dict[int, list[Mention]]:
    """Position of the group -> the pronouns and descriptions that stand for it."""
    by_name = {fold(group.name): i for i, group in enumerate(groups)}
    taken = {place for group in groups for m in group.mentions for place in range(m.start, m.end)}
    found: dict[int, list[Mention]] = {}
    for (s, t), referent in sorted(resolutions.items()):
        group = _group_of(referent, by_name)
        if group is None:
            continue
        sentence = parsed.sentences[s]
        token = sentence.analysis.tokens[t]
        start, end = sentence.span.start + token.start, sentence.span.start + token.end
        if not any(place in taken for place in range(start, end)):
            mention = Mention(start, end, parsed.text[start:end], groups[group].type, extractor)
            found.setdefault(group, []).append(mention)
    return found


def _group_of(referent: Referent, by_name: Mapping[str, int]) -> int | None:
    """The group that a pronoun stands for; None for common nouns and for several things at once."""
    return by_name.get(fold(referent.text))
