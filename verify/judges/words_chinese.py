"""Chinese words as the segmenter cuts them, with names that it cut apart or ran together put right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from claimgraph.ingest.text.chinese_names import TRANSLITERATION
from claimgraph.ingest.text.chinese_people import ADDRESSES, CALLINGS, OFFICES
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.platform.models.chinese import is_known, name_tags, segment

from . import lexicon_chinese as zh
from .tokens import inside

Word = tuple[str, int, int]  # as it stands, start, end

_TRANSLITERATED = re.compile(r"[\u4e00-\u9fff]{1,8}(?:[·・•‧][\u4e00-\u9fff]{1,8})+")
_TITLE = re.compile(r"《([^《》]{1,40})》")
_GLUED_BEFORE = frozenset("由在和与于从被把将是为向对及到至该其以")
_GLUED_AFTER = frozenset("的在于是了等和与")
_NOT_GIVEN = frozenset(
    "的了在是和与及或也都而就并还被把对从向于以为由等之其这那此该有我你他她它中上下地得着过吗呢说来去到至将曾已任死生年月日时省市县区州国人会能可不没未无称任出入开岁当做获"
)
_AFTER_NAME = word_set(
    """
    是 在 于 和 与 、 ， 。 ； 的 说 表示 担任 任 出生 生于 曾 为 （ 接替 率领 带领 获得 导演 执导 领导 认为 指出
    """
)
_TITLES = OFFICES | CALLINGS | ADDRESSES | {"书记", "代表", "委员"}
SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤"
    "滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭"
    "梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁荀惠曲封储靳段焦巴牧山谷车侯全班秋仲宫宁仇栾甘"
    "厉戎祖武符刘景詹束龙叶幸司黎薄白怀蒲从索赖卓蔺屠蒙池乔阴闻党翟谭贡劳逄姬申扶堵冉宰雍桑桂牛寿通边燕冀浦尚农温别庄晏柴瞿阎慕连习容向古易廖终步耿满弘"
    "匡国文寇广禄东欧沃利蔚越隆师巩聂晁勾敖融冷辛阚那简饶曾沙养鞠须丰巢关蒯查荆红游竺权盖益桓公"
)


def words_of(text: str, fixed: set[tuple[int, int]]) -> list[Word]:
    """The words of `text`; each stretch of `fixed` is one."""
    return _given_names(_merged(_unglued(segment(text)), fixed, text), fixed)


def fixed_names(text: str, covered: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Stretches that are one name whatever the dictionary says: 伊恩·默多克, and titles in 《》."""
    fixed: set[tuple[int, int]] = set()
    for match in _TRANSLITERATED.finditer(text):
        fixed.add(_trimmed_transliteration(text, match))
    for match in _TITLE.finditer(text):
        if not inside(match.start(1), match.end(1), covered):
            fixed.add(match.span(1))
    return {span for span in fixed if not any(o != span and o[0] <= span[0] and span[1] <= o[1] for o in fixed)}


def _trimmed_transliteration(text: str, match: re.Match[str]) -> tuple[int, int]:
    """The name itself: the words that the dictionary knows around it (总统伊恩·默多克创立) are cut away."""
    start, end = match.span()
    dot = min(place for place in range(start, end) if text[place] in "·・•‧")
    last_dot = max(place for place in range(start, end) if text[place] in "·・•‧")
    head = [(w, s, e) for w, s, e in segment(text[start:dot])]
    if len(head) > 1:
        start += head[-1][1] if len(head[-1][0]) > 1 else head[-2][1]
    tail = segment(text[last_dot + 1 : end])
    if len(tail) > 1:
        keep = tail[0][2]
        if keep == 1 and _goes_on(tail[1][0]):
            keep = tail[1][2]
        else:
            keep += _run_over(tail[1][0])
        end = last_dot + 1 + keep
    while end > last_dot + 2 and text[end - 1] in _GLUED_AFTER:
        end -= 1  # 李在1970年
    return start, end


def _run_over(word: str) -> int:
    """How many characters of the word are still the name's: 科 of 科要, where the segmenter ran the two together."""
    rest = word.lstrip("".join(TRANSLITERATION))
    runs_over = 0 < len(rest) < len(word) and not is_known(word) and set(rest) <= _NOT_GIVEN | set("要更最很又才只仍")
    return len(word) - len(rest) if runs_over else 0


def _goes_on(word: str) -> bool:
    """Whether a word may be the rest of a transliterated name: 多克 of 默|多克, but not 创办 of 李|创办, nor 在."""
    if word in zh.STOP_WORDS or word[0] in _NOT_GIVEN or word[0] in _GLUED_BEFORE | _GLUED_AFTER:
        return False
    if TRANSLITERATION.issuperset(word):
        return True
    return len(word) > 1 and (not is_known(word) or name_tags().get(word, "").startswith("nr"))


def _merged(words: Sequence[Word], fixed: set[tuple[int, int]], text: str) -> list[Word]:
    """Words with those inside a fixed name replaced by the name; words that stick out are cut at its edge."""
    if not fixed:
        return list(words)
    merged: list[Word] = []
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


def _unglued(words: Sequence[Word]) -> list[Word]:
    """Words that the segmenter guessed, with function words at their edges set apart: 由石|迈克 is 由|石|迈克."""
    cut: list[Word] = []
    for word, start, end in words:
        if len(word) < 2 or word.isascii() or is_known(word):
            cut.append((word, start, end))
        elif word[0] in _GLUED_BEFORE:
            cut += [(word[0], start, start + 1), (word[1:], start + 1, end)]
        elif word[-1] in _GLUED_AFTER:
            cut += [(word[:-1], start, end - 1), (word[-1], end - 1, end)]
        else:
            cut.append((word, start, end))
    return cut


def _given_names(words: list[Word], fixed: set[tuple[int, int]]) -> list[Word]:
    """Words with what the segmenter cut made whole: personal names (柳青|萍, 沈|立强) and 副|主任."""
    joined: list[Word] = []
    for place, (word, start, end) in enumerate(words):
        if (
            joined
            and joined[-1][2] == start
            and (start, end) not in fixed
            and (joined[-1][1], joined[-1][2]) not in fixed
        ):
            before = joined[-1][0]
            following = words[place + 1][0] if place + 1 < len(words) else ""
            title = joined[-2][0] if len(joined) > 1 else ""
            if (
                before == "副"
                or _is_team(before, word)
                or is_titled(before + word)
                or _completes_name(before, word, following, title)
            ):
                joined[-1] = (before + word, joined[-1][1], end)
                continue
        joined.append((word, start, end))
    return joined


_NO_SURNAMES = frozenset("任于和向时从应连都常成原全方国公农")  # before a title they are mostly words of their own


@lru_cache(maxsize=16_384)
def is_titled(word: str) -> bool:
    """Whether it is a surname and what its bearer is: 费医生."""
    return word[:1] in SURNAMES and word[:1] not in _NO_SURNAMES and word[1:] in _TITLES


def is_one_bearer(name: str, other: str) -> bool:
    """Whether two names may be a surname with a title and the whole name: 李教授 and 李明华."""
    return name[:1] == other[:1] and is_titled(name) != is_titled(other) and len(name) <= 5 and len(other) <= 5


def _is_team(before: str, word: str) -> bool:
    """雪豹|队, but not 中国|队: the country is a name by itself."""
    return word == "队" and len(before) in (2, 3) and not before.isascii() and name_tags().get(before) != "ns"


def _completes_name(before: str, word: str, following: str, title: str) -> bool:
    if before[0] not in SURNAMES or not all("\u4e00" <= char <= "\u9fff" for char in before + word):
        return False
    if len(before) == 2 and len(word) == 1:
        return name_tags().get(before) in ("nr", "nrfg") and word not in _NOT_GIVEN
    if len(before) != 1 or len(word) != 2 or before in zh.STOP_WORDS or word in zh.STOP_WORDS:
        return False
    if not is_known(word) or name_tags().get(word, "").startswith("nr"):
        return True
    return title in _TITLES or following in _AFTER_NAME or not following or following[0].isdigit()
