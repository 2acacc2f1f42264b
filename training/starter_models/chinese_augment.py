"""Training sentences with other names in them, so that the net learns from the words around a name.

4,500 sentences hold few names: each is put in again with its names replaced by others of the same kind, from the
training sentences, the dictionaries, or made up of the parts of such names.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from .chinese_data import Sentence, Span

SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
_ENDS = (
    "特别行政区 自治区 自治州 自治县 国际机场 火车站 共和国 大桥 公园 广场 机场 地区 半岛 群岛 山脉 大道 水库 隧道"
    " 省 市 县 区 州 郡 镇 乡 村 岛 山 河 江 湖 海 湾 路 街 站 线 港 寺 庙 宫 城 桥"
)
_PLACE_ENDS = _ENDS.split()
_REPLACED = 0.6
_MADE_UP = 0.35


class Names:
    """Names to put in, by label."""

    def __init__(
        self, sentences: Sequence[Sentence], tags: Mapping[str, str], names: Mapping[str, Sequence[str]]
    ) -> None:
        """`tags`: jieba's dictionary; `names`: the word list of `chinese_lexicon`."""
        seen: dict[str, list[str]] = {"PER": [], "LOC": [], "ORG": []}
        for sentence in sentences:
            for start, end, label in sentence.spans:
                seen[label].append(sentence.text[start:end])
        native = [word for word, tag in tags.items() if tag in ("nr", "nrfg") and _is_native(word)]
        self._given = [word[1:] for word in native]
        self._people = [seen["PER"], native, [word for word in names["person"] if len(word) > 2]]
        places = [word for word, tag in tags.items() if tag == "ns" and len(word) > 1]
        self._places = [seen["LOC"], places, list(names["geonames"]), list(names["place"])]
        self._organisations = [seen["ORG"], seen["ORG"], list(names["organisation"])]
        letters = {letter for word in names["geonames"] for letter in word}
        self._foreign = [
            word
            for word, tag in tags.items()
            if tag == "nrt" and 2 <= len(word) <= 5 and letters.issuperset(word) and word[-1] not in "人语族州岛省市教"
        ]

    def other(self, name: str, label: str, rng: random.Random) -> str:
        """Another name to stand where `name` stands."""
        if not any("\u3400" <= letter <= "\u9fff" for letter in name):
            return name
        if label == "PER":
            return self._person(rng)
        if label == "LOC":
            return self._place(name, rng)
        return self._organisation(name, rng)

    def _person(self, rng: random.Random) -> str:
        if rng.random() >= _MADE_UP:
            return rng.choice(rng.choice(self._people))
        if rng.random() < 0.5:
            return rng.choice(SURNAMES) + rng.choice(self._given)
        parts = [rng.choice(self._foreign) for _ in range(rng.choice((1, 2, 2, 2, 3)))]
        return "·".join(parts)

    def _place(self, name: str, rng: random.Random) -> str:
        other = rng.choice(rng.choice(self._places))
        end = next((end for end in _PLACE_ENDS if name.endswith(end) and len(name) > len(end)), "")
        if not end or other.endswith(end) or rng.random() < 0.3:
            return other
        stem = next(
            (other[: -len(one)] for one in _PLACE_ENDS if other.endswith(one) and len(other) > len(one) + 1), other
        )
        return stem + end

    def _organisation(self, name: str, rng: random.Random) -> str:
        """Half of the time only its first two characters change, which often are a place or a name."""
        if len(name) >= 5 and rng.random() < 0.5:
            stem = rng.choice(rng.choice(self._places[1:]))[:3]
            return stem + name[2:]
        return rng.choice(rng.choice(self._organisations))


def _is_native(word: str) -> bool:
    return word[0] in SURNAMES and len(word) in (2, 3, 3)


def vary(sentence: Sentence, names: Names, rng: random.Random) -> Sentence:
    """The sentence with some of its names replaced; the same name by the same one."""
    pieces: list[str] = []
    spans: list[Span] = []
    chosen: dict[str, str] = {}
    position = length = 0
    for start, end, label in sentence.spans:
        name = sentence.text[start:end]
        if name not in chosen:
            chosen[name] = names.other(name, label, rng) if rng.random() < _REPLACED else name
        between = sentence.text[position:start]
        pieces += [between, chosen[name]]
        length += len(between)
        spans.append((length, length + len(chosen[name]), label))
        length += len(chosen[name])
        position = end
    return Sentence("".join([*pieces, sentence.text[position:]]), tuple(spans))
