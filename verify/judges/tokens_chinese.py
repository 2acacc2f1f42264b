"""Words of a Chinese text, and those among them that are names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.ingest.text.chinese_names import COMMON_AS_NAMES
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.platform.models.chinese import common_words, is_known, name_tags

from . import lexicon_chinese as zh
from . import lexicon_english as en
from .countries import place_of
from .known_names import stands_for
from .stems import stem
from .tokens import (
    CHARACTER_WEIGHT,
    CLAUSE_BREAK,
    LIGHT_WEIGHT,
    NAME_WEIGHT,
    WORD_WEIGHT,
    Names,
    Token,
    inside,
)
from .words_chinese import SURNAMES, fixed_names, is_titled, words_of

LEADS = word_set(
    """
    在 由 被 于 与 和 向 从 把 为 对 以 至 到 给 比 自 将 让 跟 同 除 除了
    """
)
_MEASURED = "度率量期数额值级"  # 长度, 人数: the dictionary holds some of them as places
_NO_NAME_BEGINS = "副之其所而与及以将被把已未不也又还再更最很都就才只"
_NO_SHORT_NAME_BEGINS = "因退参停获休座赴辞受抵返"  # 因伤, 退赛, 休馆; but 因斯布鲁克
_BODIES = "队会社厂院校所局部店"
_NO_GIVEN_NAME_ENDS = _BODIES + "赛员者们站线桥楼塔寺馆场剧歌书报刊药片病菌毒酸素物品车船舰号型级版届期机器系统县区镇"
_NO_GIVEN_NAME = frozenset("职案写位项条件款种些们过着被把将从给让说做用去来到在是")
_NO_NAME = re.compile(
    "曾[任获在为是于被有]|[共均现各已将拟仍][\u4e00-\u9fff]|比[达为至]|之日起?|中以|楼会|[\u4e00-\u9fff][过了着]"
)
"""An adverb with its verb, and other words that are cut so out of a sentence: 曾任, 共设, 占|比达, 判决生效|之日起."""
_TAG_TYPES = {"nr": "person", "nrfg": "person", "nrt": "person", "ns": "place", "nt": "organisation", "nz": ""}
_ZH_AUXILIARIES = "能会曾得可再法需必用是要有想肯敢愿"


def chinese_tokens(text: str, covered: Sequence[tuple[int, int]]) -> tuple[list[Token], Names]:
    names: Names = []
    fixed = fixed_names(text, covered)
    tokens: list[Token] = []
    lead, breaks = "", False
    for word, start, end in words_of(text, fixed):
        if not any(char.isalnum() for char in word):
            breaks = breaks or bool(CLAUSE_BREAK.search(word))
            if not word.isspace() and word not in "“”\"'‘’《》（）()、·":
                lead = ""
            continue
        if inside(start, end, covered):
            lead = ""
            continue
        token = _chinese_token(word, start, end, lead, breaks)
        kind = ("person", True) if is_titled(word) else _chinese_name_type(token, (start, end) in fixed)
        if kind is not None:
            token = _named(token, kind[0], kind[1], names)
        tokens.append(token)
        breaks = False
        lead = "" if token.content else (token.folded if token.folded in LEADS else lead)
    return _joined_latin(text, tokens, names), names


def _chinese_token(word: str, start: int, end: int, lead: str, breaks: bool) -> Token:
    folded = word.casefold()
    negation = _is_chinese_negation(word)
    latin = word.isascii()
    content = not negation and folded not in zh.STOP_WORDS and not (latin and folded in en.STOP_WORDS)
    if len(word) == 1 and not latin and word in "了着过们":
        content = False
    light = word in zh.LIGHT_WORDS
    weight = CHARACTER_WEIGHT if len(word) == 1 else LIGHT_WEIGHT if light else WORD_WEIGHT
    norm = stem(word) if latin else folded
    return Token(
        word,
        folded,
        norm,
        start,
        end,
        content,
        weight if content else 0.0,
        lead=lead,
        negation=negation,
        reach=2,
        breaks_before=breaks,
    )


def _is_chinese_negation(word: str) -> bool:
    if word in zh.NOT_NEGATIONS:
        return False
    if word in zh.NEGATIONS:
        return True
    return len(word) == 2 and word[0] in "不未没无" and word[1] in _ZH_AUXILIARIES


def _chinese_name_type(token: Token, fixed: bool) -> tuple[str, bool] | None:
    """(type, sure) of a word that is a name, else `None`."""
    word = token.surface
    if fixed:
        return ("person" if "·" in word else "work"), True
    if not token.content:
        return None
    if word.isascii():
        return ("", len(word) > 1) if word[0].isalpha() and (len(word) > 1 or word.isupper()) else None
    if len(word) < 2 or word[0] in "这那该此每各某":
        return None
    if stands_for(word) is not None:
        return ("place" if place_of(word) is not None else "organisation"), True
    if word in COMMON_AS_NAMES or _NO_NAME.fullmatch(word):
        return None
    tag = name_tags().get(word)
    if tag is None:
        if is_known(word):
            return None
        if word[-1] in _MEASURED or word[0] in _NO_NAME_BEGINS or (len(word) == 2 and word[0] in _NO_SHORT_NAME_BEGINS):
            return None
        if word[-1] in _NO_GIVEN_NAME_ENDS:
            return ("organisation", True) if word[-1] in _BODIES else ("", False)
        if len(word) <= 3 and word[0] in SURNAMES:
            if word[:2] in common_words() or _NO_GIVEN_NAME.intersection(word[1:]) or word[1] == "之":
                return None  # 和尚|写, 长|一职, 周|之手: what the segmenter guessed
            return "person", len(word) == 3
        return "", False
    if word[-1] in _MEASURED:
        return None
    if tag in ("nr", "nrfg") and (word[0] not in SURNAMES or len(word) > 4):
        return None
    return _TAG_TYPES[tag], tag != "nz"


def _named(token: Token, kind: str, sure: bool, names: Names) -> Token:
    names.append((token.surface, kind, sure))
    return replace(token, group=len(names) - 1, content=True, weight=NAME_WEIGHT if sure else 1.2)


def _joined_latin(text: str, tokens: list[Token], names: Names) -> list[Token]:
    """Latin words in a row (Bruce Perens) are one name."""
    for place in range(1, len(tokens)):
        left, right = tokens[place - 1], tokens[place]
        if left.group < 0 or right.group < 0 or not (left.surface.isascii() and right.surface.isascii()):
            continue
        if text[left.end : right.start].strip() not in ("", "-", "."):
            continue
        surface = names[left.group][0] + text[left.end : right.start] + right.surface
        names[left.group] = (surface, "", True)
        tokens[place] = replace(right, group=left.group)
    return tokens
