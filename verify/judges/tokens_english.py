"""Words of an English text, and the names that its mention patterns see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.text.common_words import COMMON_WORDS
from claimgraph.ingest.text.english_names import english_names

from . import lexicon_english as en
from .stems import stem
from .tokens import CLAUSE_BREAK, LIGHT_WEIGHT, NAME_WEIGHT, WORD_WEIGHT, Names, Token, inside

_TO_DO = re.compile(r"\s+to\b", re.IGNORECASE)
_ENGLISH_TOKEN = re.compile(r"(?:[A-Z]\.){2,}|[^\W_]+(?:['’][^\W\d_]+)*(?:[+#]+)?")
_TYPES = {EntityType.PERSON: "person", EntityType.PLACE: "place", EntityType.ORGANISATION: "organisation"}
_COMMON_ENDINGS = ("ing", "ly", "ed", "ion", "ions", "ment", "ness", "ers", "ists", "ies", "ity", "ance", "ence")


def english_tokens(text: str, covered: Sequence[tuple[int, int]]) -> tuple[list[Token], Names]:
    tokens: list[Token] = []
    previous_end, lead = 0, ""
    for match in _ENGLISH_TOKEN.finditer(text):
        if inside(match.start(), match.end(), covered):
            previous_end, lead = match.end(), ""
            continue
        breaks = bool(CLAUSE_BREAK.search(text, previous_end, match.start()))
        token = _english_token(match, lead, breaks)
        if match.group() == "A" and _is_label(text, match.start(), tokens):
            token = replace(token, norm="a", content=True, weight=WORD_WEIGHT)
        if token.folded == "longer" and tokens and tokens[-1].folded in ("no", "any"):
            token = replace(token, content=False, weight=0.0)  # of the negation, and not what is denied
        tokens.append(token)
        lead = "" if token.content else (token.folded if token.folded in en.PREPOSITIONS else lead)
        previous_end = match.end()
    return _english_names(text, tokens)


_A_STOP = re.compile(
    r"\b(?:the|an?|this|that|each|every|one|next|last|first|second|final|bus|tram|metro|train|ferry|coach|pit)\s+$",
    re.IGNORECASE,
)
_STOP_OF = re.compile(r"\s+(?:button|sign|light|line|signal|watch|key)\b", re.IGNORECASE)


def _is_label(text: str, start: int, before: Sequence[Token]) -> bool:
    """ "Valve A", "vitamin A": a capital in the middle of a sentence, behind a word that may be so told apart."""
    last = before[-1] if before else None
    return last is not None and last.content and last.end == start - 1 and text[last.end] == " "


def _english_token(match: re.Match[str], lead: str, breaks: bool) -> Token:
    surface = match.group()
    folded = surface.lower().replace("’", "'")
    negation = folded in en.NEGATIONS or folded.endswith("n't")
    verb = folded in en.NEGATIVE_VERBS
    if folded in en.DECLINING and _TO_DO.match(match.string, match.end()) is None:
        verb = False
    if folded == "stop" and (
        _A_STOP.search(match.string, max(0, match.start() - 12), match.start())
        or _STOP_OF.match(match.string, match.end())
    ):
        verb = False
    content = (
        not negation
        and folded not in en.STOP_WORDS
        and not (len(folded) == 1 and folded.isalpha() and surface.islower())
    )
    if folded.endswith("'s") and folded[:-2] in en.STOP_WORDS:
        content = False
    norm = stem(surface.replace(".", "") if surface.endswith(".") else surface)
    light = folded in en.LIGHT_WORDS
    weight = (LIGHT_WEIGHT if light else WORD_WEIGHT) if content else 0.0
    return Token(
        surface,
        folded,
        norm,
        match.start(),
        match.end(),
        content,
        weight,
        lead=lead,
        negation=negation or verb,
        reach=2 if folded in ("no", "without") or verb else 3,
        breaks_before=breaks,
    )


def _english_names(text: str, tokens: list[Token]) -> tuple[list[Token], Names]:
    """The names that the mention patterns see, laid over the tokens."""
    names: Names = []
    places = {token.start: place for place, token in enumerate(tokens)}
    for start, end, kind in sorted(english_names(text)):
        members = [
            place
            for place in (places.get(at) for at in range(start, end))
            if place is not None and (tokens[place].content or _is_acronym(tokens[place])) and tokens[place].group < 0
        ]
        if not members:
            continue
        names.append((text[start:end], _TYPES.get(kind, ""), True))
        share = NAME_WEIGHT / (1 + 0.25 * (len(members) - 1))
        for member in members:
            tokens[member] = replace(tokens[member], group=len(names) - 1, weight=share, content=True)
    _add_openers(text, tokens, names)
    return tokens, names


def _is_acronym(token: Token) -> bool:
    """ "US", "WHO", "IT": in capitals they are no everyday words."""
    return len(token.surface) > 1 and token.surface.isupper() and not token.negation


def _add_openers(text: str, tokens: list[Token], names: Names) -> None:
    """Lone capitalised words that open a sentence: perhaps names ("Hargreave, 58, had ..."), so never sure ones."""
    for place, token in enumerate(tokens):
        if token.group >= 0 or not token.content or not token.surface[0].isupper() or len(token.surface) < 3:
            continue
        if (
            token.folded in en.LIGHT_WORDS
            or token.folded in en.MONTHS_AND_DAYS
            or token.folded.endswith(_COMMON_ENDINGS)
        ):
            continue
        if token.folded in COMMON_WORDS or token.folded.endswith("s"):
            continue
        names.append((token.surface, "", False))
        tokens[place] = replace(token, group=len(names) - 1, weight=1.2)
