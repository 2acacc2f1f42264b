"""Words of a text for comparison, English and Chinese: which carry content, which are names, which negate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.text.common_words import COMMON_WORDS
from claimgraph.ingest.text.english_names import english_names
from claimgraph.ingest.text.word_lists import word_set

from . import lexicon_chinese as zh
from . import lexicon_english as en
from .stems import stem

NAME_WEIGHT, WORD_WEIGHT, LIGHT_WEIGHT, CHARACTER_WEIGHT = 1.6, 1.0, 0.4, 0.4


@dataclass(frozen=True, slots=True)
class Token:
    surface: str
    folded: str
    norm: str
    start: int
    end: int
    content: bool
    weight: float = 0.0
    group: int = -1
    lead: str = ""
    negation: bool = False
    reach: int = 3  # of a negation: how many content words it may cover
    breaks_before: bool = False  # a clause boundary stands before it


Names = list[tuple[str, str, bool]]  # surface, type, sure

_ENGLISH_TOKEN = re.compile(r"(?:[A-Z]\.){2,}|[^\W_]+(?:['’][^\W\d_]+)*(?:[+#]+)?")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0002ceaf]")
_TRANSLITERATED = re.compile(r"[\u4e00-\u9fff]{1,8}(?:[·・•‧][\u4e00-\u9fff]{1,8})+")
_TITLE = re.compile(r"《([^《》]{1,40})》")
_CLAUSE_BREAK = re.compile(r"[,;:.!?，；：。！？\n]")


def tokenize(text: str, lang: str, covered: Sequence[tuple[int, int]]) -> tuple[list[Token], Names]:
    """All words of `text` outside of the `covered` stretches, and the names that some of them form."""
    if lang == "zh" or (lang != "en" and _HAN.search(text)):
        return _chinese(text, covered)
    return _english(text, covered)


def _inside(start: int, end: int, covered: Sequence[tuple[int, int]]) -> bool:
    return any(left < end and start < right for left, right in covered)


# --- English


def _english(text: str, covered: Sequence[tuple[int, int]]) -> tuple[list[Token], Names]:
    tokens: list[Token] = []
    previous_end, lead = 0, ""
    for match in _ENGLISH_TOKEN.finditer(text):
        if _inside(match.start(), match.end(), covered):
            previous_end, lead = match.end(), ""
            continue
        breaks = bool(_CLAUSE_BREAK.search(text, previous_end, match.start()))
        token = _english_token(match, lead, breaks)
        tokens.append(token)
        lead = "" if token.content else (token.folded if token.folded in en.PREPOSITIONS else lead)
        previous_end = match.end()
    return _english_names(text, tokens)


def _english_token(match: re.Match[str], lead: str, breaks: bool) -> Token:
    surface = match.group()
    folded = surface.lower().replace("’", "'")
    negation = folded in en.NEGATIONS or folded.endswith("n't")
    verb = folded in en.NEGATIVE_VERBS
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


_ORGANISATION_WORDS = word_set(
    """
    university college institute company corporation corp inc ltd group bank ministry department agency
    foundation association committee council party club museum press school hospital society union army navy
    court commission organization organisation airlines motors
    """
)
_PLACE_WORDS = word_set(
    """
    island islands river lake mountain mount bay sea ocean city county province state street valley strait
    peninsula park bridge airport station castle desert coast north south east west
    """
)


def _english_names(text: str, tokens: list[Token]) -> tuple[list[Token], Names]:
    """The names that the mention patterns see, laid over the tokens."""
    names: Names = []
    places = {token.start: place for place, token in enumerate(tokens)}
    for start, end, kind in sorted(english_names(text)):
        members = [
            place
            for place in (places.get(at) for at in range(start, end))
            if place is not None and tokens[place].content and tokens[place].group < 0
        ]
        if not members:
            continue
        names.append((text[start:end], _TYPES.get(kind, ""), True))
        share = NAME_WEIGHT / (1 + 0.25 * (len(members) - 1))
        for member in members:
            tokens[member] = replace(tokens[member], group=len(names) - 1, weight=share)
    _add_openers(text, tokens, names)
    return tokens, names


_COMMON_ENDINGS = ("ing", "ly", "ed", "ion", "ions", "ment", "ness", "ers", "ists", "ies", "ity", "ance", "ence")


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


_TYPES = {EntityType.PERSON: "person", EntityType.PLACE: "place", EntityType.ORGANISATION: "organisation"}


# --- Chinese


@lru_cache(maxsize=1)
def _name_tags() -> dict[str, str]:
    """Words of jieba's dictionary that are names (nr, ns, nt, nz) with their tags. Read once, a fifth of a second."""
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("jieba")
    if spec is None or spec.origin is None:
        return {}
    lines = Path(spec.origin).with_name("dict.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\S{2,}) \d+ (n[rszt]t?)", lines, re.MULTILINE))


_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤"
    "滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭"
    "梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁荀惠曲封储靳段焦巴牧山谷车侯全班秋仲宫宁仇栾甘"
    "厉戎祖武符刘景詹束龙叶幸司黎薄白怀蒲从索赖卓蔺屠蒙池乔阴闻党翟谭贡劳逄姬申扶堵冉宰雍桑桂牛寿通边燕冀浦尚农温别庄晏柴瞿阎慕连习容向古易廖终步耿满弘"
    "匡国文寇广禄东欧沃利蔚越隆师巩聂晁勾敖融冷辛阚那简饶曾沙养鞠须丰巢关蒯查荆红游竺权盖益桓公"
)
_MEASURED = "度率量期数额值级"  # 长度, 人数: the dictionary holds some of them as places
_TAG_TYPES = {"nr": "person", "nrt": "person", "ns": "place", "nt": "organisation", "nz": ""}


def _chinese(text: str, covered: Sequence[tuple[int, int]]) -> tuple[list[Token], Names]:
    from claimgraph.platform.models.chinese import segment

    names: Names = []
    fixed = _fixed_names(text, covered)
    tokens: list[Token] = []
    lead, breaks = "", False
    for word, start, end in _given_names(_merged(_unglued(segment(text)), fixed, text), fixed):
        if not any(char.isalnum() for char in word):
            breaks = breaks or bool(_CLAUSE_BREAK.search(word))
            if not word.isspace() and word not in "“”\"'‘’《》（）()、·":
                lead = ""
            continue
        if _inside(start, end, covered):
            lead = ""
            continue
        token = _chinese_token(word, start, end, lead, breaks)
        kind = _chinese_name_type(token, (start, end) in fixed)
        if kind is not None:
            token = _named(token, kind[0], kind[1], names)
        tokens.append(token)
        breaks = False
        lead = "" if token.content else (token.folded if token.folded in _ZH_LEADS else lead)
    return _joined_latin(text, tokens, names), names


LEADS = en.PREPOSITIONS | word_set(
    """
    在 由 被 于 与 和 向 从 把 为 对 以 至 到 给 比 自 将 让 跟 同
    """
)
_ZH_LEADS = word_set(
    """
    在 由 被 于 与 和 向 从 把 为 对 以 至 到 给 比 自 将 让 跟 同
    """
)


def _fixed_names(text: str, covered: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Stretches that are one name whatever the dictionary says: 伊恩·默多克, and titles in 《》."""
    fixed: set[tuple[int, int]] = set()
    for match in _TRANSLITERATED.finditer(text):
        fixed.add(_trimmed_transliteration(text, match))
    for match in _TITLE.finditer(text):
        if not _inside(match.start(1), match.end(1), covered):
            fixed.add(match.span(1))
    return {span for span in fixed if not any(o != span and o[0] <= span[0] and span[1] <= o[1] for o in fixed)}


def _trimmed_transliteration(text: str, match: re.Match[str]) -> tuple[int, int]:
    """The name itself: the words that the dictionary knows around it (总统伊恩·默多克创立) are cut away."""
    from claimgraph.platform.models.chinese import segment

    start, end = match.span()
    dot = min(place for place in range(start, end) if text[place] in "·・•‧")
    last_dot = max(place for place in range(start, end) if text[place] in "·・•‧")
    head = [(w, s, e) for w, s, e in segment(text[start:dot])]
    if len(head) > 1:
        start += head[-1][1] if len(head[-1][0]) > 1 else head[-2][1]
    tail = segment(text[last_dot + 1 : end])
    if len(tail) > 1:
        keep = tail[0][2]
        if keep == 1 and len(tail) > 1:
            keep = tail[1][2]
        end = last_dot + 1 + keep
    return start, end


def _merged(
    words: Sequence[tuple[str, int, int]], fixed: set[tuple[int, int]], text: str
) -> list[tuple[str, int, int]]:
    """Words with those inside a fixed name replaced by the name; words that stick out are cut at its edge."""
    if not fixed:
        return list(words)
    merged: list[tuple[str, int, int]] = []
    position = 0
    for start, end in sorted(fixed):
        merged += [
            (text[max(s, position) : min(e, start)], max(s, position), min(e, start))
            for _, s, e in words
            if s < start and e > position
        ]
        merged.append((text[start:end], start, end))
        position = end
    merged += [(text[max(s, position) : e], max(s, position), e) for _, s, e in words if e > position]
    return merged


_GLUED_BEFORE = frozenset("由在和与于从被把将是为向对及到至该其")
_GLUED_AFTER = frozenset("的在于是了等和与")


def _unglued(words: Sequence[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Words that the segmenter guessed, with function words at their edges set apart: 由石|迈克 is 由|石|迈克."""
    cut: list[tuple[str, int, int]] = []
    for word, start, end in words:
        if len(word) < 2 or word.isascii() or _known(word):
            cut.append((word, start, end))
        elif word[0] in _GLUED_BEFORE:
            cut += [(word[0], start, start + 1), (word[1:], start + 1, end)]
        elif word[-1] in _GLUED_AFTER:
            cut += [(word[:-1], start, end - 1), (word[-1], end - 1, end)]
        else:
            cut.append((word, start, end))
    return cut


def _given_names(words: list[tuple[str, int, int]], fixed: set[tuple[int, int]]) -> list[tuple[str, int, int]]:
    """Words with what the segmenter cut made whole: personal names (柳青|萍, 沈|立强) and 副|主任."""
    joined: list[tuple[str, int, int]] = []
    for place, (word, start, end) in enumerate(words):
        if (
            joined
            and joined[-1][2] == start
            and (start, end) not in fixed
            and (joined[-1][1], joined[-1][2]) not in fixed
        ):
            before = joined[-1][0]
            following = words[place + 1][0] if place + 1 < len(words) else ""
            if before == "副" or _completes_name(before, word, following):
                joined[-1] = (before + word, joined[-1][1], end)
                continue
        joined.append((word, start, end))
    return joined


_NOT_GIVEN = frozenset(
    "的了在是和与及或也都而就并还被把对从向于以为由等之其这那此该有我你他她它中上下地得着过吗呢说来去到至将曾已任死生年月日时省市县区州国人会能可不没未无称任出入开岁当做获"
)


_AFTER_NAME = word_set(
    """
    是 在 于 和 与 、 ， 。 ； 的 说 表示 担任 任 出生 生于 曾 为 （ 接替 率领 带领 获得 导演 执导 领导 认为 指出
    """
)


def _completes_name(before: str, word: str, following: str) -> bool:
    if before[0] not in _SURNAMES or not all("\u4e00" <= char <= "\u9fff" for char in before + word):
        return False
    if len(before) == 2 and len(word) == 1:
        return _name_tags().get(before) == "nr" and word not in _NOT_GIVEN
    if len(before) != 1 or len(word) != 2 or before in zh.STOP_WORDS or word in zh.STOP_WORDS:
        return False
    if not _known(word) or _name_tags().get(word, "").startswith("nr"):
        return True
    return following in _AFTER_NAME or not following or following[0].isdigit()


_ZH_AUXILIARIES = "能会曾得可再法需必用是要有想肯敢愿"


def _is_chinese_negation(word: str) -> bool:
    if word in zh.NOT_NEGATIONS:
        return False
    if word in zh.NEGATIONS:
        return True
    return len(word) == 2 and word[0] in "不未没无" and word[1] in _ZH_AUXILIARIES


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


def _chinese_name_type(token: Token, fixed: bool) -> tuple[str, bool] | None:
    """(type, sure) of a word that is a name, else `None`."""
    word = token.surface
    if fixed:
        return ("person" if "·" in word else "work"), True
    if not token.content:
        return None
    if word.isascii():
        return ("", len(word) > 1) if word[0].isalpha() and (len(word) > 1 or word.isupper()) else None
    if len(word) < 2:
        return None
    tag = _name_tags().get(word)
    if tag is None:
        if _known(word):
            return None
        if word[-1] in _MEASURED or word[0] == "副":
            return None
        if len(word) <= 3 and word[0] in _SURNAMES:
            return "person", len(word) == 3
        return "", False
    if word[-1] in _MEASURED:
        return None
    if tag == "nr" and (word[0] not in _SURNAMES or len(word) > 4):
        return None
    return _TAG_TYPES[tag], tag != "nz"


@lru_cache(maxsize=20_000)
def _known(word: str) -> bool:
    """Whether jieba's dictionary holds the word; what it does not is most often a name."""
    from claimgraph.platform.models.chinese import _loaded

    return bool(_loaded().FREQ.get(word))


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
