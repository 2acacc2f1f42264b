"""What a sentence opens with: the name that it speaks of, or a pronoun in the place of one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import EntityType

from .chinese_names import chinese_names
from .english_names import english_names

_BEFORE = re.compile(r"[\s\"'“‘(\[]*(?:the\s)?[\s\"'“‘]*", re.IGNORECASE)
_NAMED = (EntityType.PERSON, EntityType.ORGANISATION, EntityType.NAME)
_THINGS = (
    "actor|actress|agency|airline|album|animal|author|award|band|battle|book|bridge|building|city|club|company|country"
    "|disease|drug|episode|film|firm|franchise|game|gang|group|island|magazine|monument|movie|museum|newspaper|novel"
    "|organisation|organization|party|play|program|programme|railway|river|school|series|ship|show|singer|single|song"
    "|species|stadium|station|story|team|tournament|town|university|village|war"
)
_PRONOUN = re.compile(
    r"\s*(?:[\"'“‘(\[]\s*)*(?:(?:In|On|At|By|From|Since|After|Before|During|Until)\s[^,.;]{1,40}?\s?,\s)?"
    r"(?P<what>he|she|it|they|(?P<owner>his|her|its|their))\b(?!['’])",
    re.IGNORECASE,
)
_VERB = (
    r"(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|do|does|did|never|also|only"
    r"|(?!series|news|arts|sales|sports|works|games|awards|studies)[a-z]{2,}(?:ed|[^s]s)"
    r"|became|began|built|came|fell|found|gave|got|grew|held|kept|knew|led|left|lost|made|met|paid|put|ran|read|rose|said"
    r"|sang|saw|sold|bought|spent|spoke|stood|taught|told|took|went|won|wrote)\b"
)
_THE_THING = re.compile(rf"\s*(?P<what>The (?:{_THINGS}))(?:(?P<owner>['’]s)(?=\s)|(?=\s{_VERB}))")
"""Not "the city of Paris", "the film Titanic" or "the film director"."""
_SPEAKS_OF = re.compile(rf"[\"'”’]?\s?(?:['’]s\b|,|\()|[\"'”’]?\s(?:{_VERB}|(?:of|in|and)\b)")
_PRONOUN_CHINESE = re.compile(
    r"\s*(?:\d{2,4}年(?:\d{1,2}月)?(?:\d{1,2}日)?，?)?(?P<what>(?P<owner>其)(?![他它中余次实间后])|[他她它]们?(?P<owned>的)?"
    r"|[该本此](?:公司|集团|组织|机构|部门|影片|电影|片|剧|书|小说|作品|歌曲|专辑|乐队|球队|队|校|院|馆|市|县|镇|村|岛|桥|项目|产品|品牌|系统)"
    r"(?![长员民记场士区节组名友内外方]))"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """Offsets of the words that a sentence opens with. `owner`: as whose something is, "his" or "the film's"."""

    start: int
    end: int
    owner: bool = False


def opening_name(text: str, lang: str) -> str | None:
    """The name that the sentence opens with and speaks of; None where it opens with anything else."""
    if lang == "zh":
        found = [(start, end) for start, end, kind in chinese_names(text) if kind in _NAMED and start <= 1]
        start, end = max(found, key=lambda one: one[1] - one[0], default=(0, 0))
        return text[start:end] if text[:start] in ("", "《", "“") and end > start else None
    names = english_names(text)
    if not names or not _BEFORE.fullmatch(text, 0, names[0][0]) or not _SPEAKS_OF.match(text, names[0][1]):
        return None
    return text[names[0][0] : names[0][1]]


def opening_pronoun(text: str, lang: str) -> Opening | None:
    """The pronoun that the sentence opens with, or what stands as one: "the film", 该公司."""
    if lang == "zh":
        match = _PRONOUN_CHINESE.match(text)
        return Opening(*match.span("what"), bool(match["owner"] or match["owned"])) if match else None
    match = _PRONOUN.match(text) or _THE_THING.match(text)
    if match is None:
        return None
    end = match.end("owner") if match["owner"] else match.end("what")
    return Opening(match.start("what"), end, bool(match["owner"]))
