"""A和B分别为3和5, as what it says of each (`respective`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .respective_lists import Clause, Passage, Sentence, Stretch, stripped
from .word_lists import word_list

_HAN = re.compile(r"[\u3400-\u9fff]")
_LONGEST = 24  # characters of a thing in a list
_BREAK = re.compile(r"[，。；：！？,;:\n（）()“”]")
_LISTED = re.compile(r"、|以及|[和与及]")
_CHANGE = r"增长|下降|减少|增加|上升|提高|降低|回落|上涨|下跌|扩大|缩小"
_JOINT_ZH = re.compile(rf"\s*(?P<joint>、|以及|[和与及])\s*(?P<verb>{_CHANGE})?(?:了)?(?:[约近达超]|大约|超过|接近)?")
_LEAD_ZH = re.compile(r"[^，。；：！？,;:、和与\d]{0,8}[：:]?")
_NAMING = re.compile(
    r"(?:是|为|叫做?|名为|位于|来自|出生于|生于|毕业于|就读于|任职于|担任|出任|当选为?|获得|夺得|摘得|捧得|赢得|荣获|写于|建于"
    r"|成立于|对应|代表|指|负责|主管|分管|承担|扮演|饰演|主讲|讲授|教授?|主修|学习?|研究|从事|生产|种植|销售|经营|出产|驾驶|乘坐"
    r"|选择|喜欢|擅长|就职于|任教于|葬于|卒于|住在|前往|飞往|开往|通往|流入|采用|使用|属于)(?=[^\d\s])"
)
_LEADING = re.compile(r"[由被归在于对向]")
"""Leads to the names, and the verb follows: 分别由张伟和李强获得."""
_ADVERB = re.compile(
    r"[而但则]?(?:同比|环比|较(?:上年|去年|上月|同期|此前)[^，]{0,4}|比(?:上年|去年|上月)[^，]{0,4}|[也则并又还])"
)
_TIME = re.compile(r"(?:年|月|日|季度|同期|前|后|时|期)$")
_NOW = re.compile(r"[今去前][年天日]|[本上]月|\d{4}年(?:\d{1,2}月)?|目前|现在")
_NUMBER = re.compile(r"[约近达超]?[\d.,零〇一二三四五六七八九十百千两]+(?P<large>万亿|[万亿]|)")
_ITEM_MARK = re.compile(r"[一二三四五六七八九十]{1,3}|第[一二三四五六七八九十]{1,3}|[其首]次?")
_ORDINAL = re.compile(r"第[一二三四五六七八九十\d]+")
_OPENING = re.compile(r".*(?:是|为|有|包括|分为|即|于)")
_OF_ALL = re.compile(r"[各均都每]")
_MEASURE = re.compile(
    r"(?:收入|支出|产[值能出]|投资|利润|利税|成本|资产|负债|人口|面积|比重|比例|占比|水平|气?温|工资|补贴|补助|里程|寿命|年龄|指数|得分|净利|均价"
    r"|[量额值数价费税率度积重长宽高深速龄])$"
)
_ONE_CHARACTER = word_list(
    "东西南北中 男女 城乡 甲乙丙丁戊己 上下中 左右 内外 前后 老中青少幼 大中小 雌雄 公母 日夜 春夏秋冬"
)
"""Of which one stands for a longer word, in a list of such: 东、中、西部地区."""
_BARE_NUMERAL = re.compile(r"[一二三四五六七八九十]{1,2}|\d{1,2}")
_NUMERALS = {2: "两二俩2", 3: "三3", 4: "四4", 5: "五5", 6: "六6", 7: "七7", 8: "八8"}
_CLASSIFIERS = "个家名位项种款类地所座国省市区县队校支台条片"


def chinese_passage(
    sentence: Sentence, mark: re.Match[str], carried: tuple[Clause, ...]
) -> tuple[Passage | None, tuple[Clause, ...]]:
    """The passage, and what it tells of: the sentence may go on with the same things (同比分别增长3%和5%)."""
    text = sentence.text
    found = _measured(sentence, mark.end()) or _named(sentence, mark.end())
    if found is None:
        return None, carried
    values, end = found
    start, stop = _clause(text, sentence.start, mark.start())
    if start < stop:
        labels = _labels(text, start, stop, len(values))
        if labels is None and len(carried) == len(values) and not _LISTED.search(text, start, stop):
            going_on = _going_on(text, carried, start, stop)
            return _passage(start, end, mark, going_on, values), carried
        dates = None if labels else _labels_before(text, sentence.start, start, len(values))
        if dates and all(map(sentence.is_date, dates)):
            labels, start = tuple((*one, (start, stop)) for one in dates), dates[0][0][0]
    else:
        labels = _labels_before(text, sentence.start, start, len(values))
    if labels is None:
        return None, carried
    return _passage(start, end, mark, labels, values), labels


def _passage(start: int, end: int, mark: re.Match[str], labels: Sequence[Clause], values: Sequence[Clause]) -> Passage:
    clauses = tuple((*label, *value) for label, value in zip(labels, values, strict=True))
    return Passage(start, end, mark.span(), clauses)


def _going_on(text: str, carried: Sequence[Clause], start: int, stop: int) -> list[Clause]:
    """What a later clause tells of the same things: 同比, 利润, 三年前."""
    head = (start + (text[start] in "而但则"), stop)
    if _ADVERB.fullmatch(text, start, stop):
        return [(*one, head) for one in carried]
    if _TIME.search(text, *head):
        return [(head, *_without(text, one, _NOW)) for one in carried]
    return [(*_up_to_owned(text, one), head) for one in carried]


def _without(text: str, clause: Clause, pattern: re.Pattern[str]) -> Clause:
    left = []
    for start, end in clause:
        for found in pattern.finditer(text, start, end):
            left.append((start, found.start()))
            start = found.end()
        left.append((start, end))
    return tuple((start, end) for start, end in left if start < end)


def _up_to_owned(text: str, clause: Clause) -> Clause:
    """甲厂 of 甲厂的产量."""
    kept: list[Stretch] = []
    for place, (start, end) in reversed(list(enumerate(clause))):
        if (at := text.rfind("的", start, end)) > start or (at == start and place):
            kept = [*clause[:place], (start, at)]
            return tuple((one, two) for one, two in kept if one < two)
    return clause


_Values = tuple[list[Clause], int]
"""Each value with the verb before it and what stands behind them all; where that ends."""


def _measured(sentence: Sentence, at: int) -> _Values | None:
    """Numbers or dates, each with the unit that the last one alone may have: 30万、20万、10万元."""
    text = sentence.text
    row = sentence.behind(at, _JOINT_ZH, _LEAD_ZH)
    if len(row) < 2:
        return None
    end = _next_break(text, row[-1][1], sentence.end)
    verb = (at, at + len(text[at : row[0][0]].rstrip("：:")))
    joints = [_JOINT_ZH.match(text, one[1]) for one in row[:-1]]
    said = [(verb, row[0])]  # the verb of each, and the value with what hedges it
    said += [
        (joint.span("verb") if joint["verb"] else verb, (joint.end("verb" if joint["verb"] else "joint"), one[1]))
        for joint, one in zip(joints, row[1:], strict=True)
        if joint is not None
    ]
    last = _NUMBER.match(text, *row[-1])
    units: list[Clause] = [()] * len(row)
    if last is not None:
        unit, large = (last.end(), row[-1][1]), last.span("large")
        bare = [_NUMBER.fullmatch(text, *one) for one in row[:-1]]
        units = [*(() if one is None else (unit,) if one["large"] else (large, unit) for one in bare), ()]
    return [(*one, *own, (row[-1][1], end)) for one, own in zip(said, units, strict=True)], end


def _named(sentence: Sentence, at: int) -> _Values | None:
    """Names or the like behind a verb that puts a name to each: 分别位于中国和日本."""
    text = sentence.text
    naming = _NAMING.match(text, at) or _LEADING.match(text, at)
    if naming is None:
        return None
    end = _next_break(text, at, sentence.end)
    values = _pieces(text, naming.end(), end)
    if values is None or len(values) < 2:
        return None
    rest = (end, end)
    if naming.re is _LEADING:
        values[-1], rest = _cut_as(text, values[-2], values[-1])
        if rest[0] == rest[1]:
            return None
    return [(naming.span(), one, rest) for one in values], end


def _pieces(text: str, start: int, end: int) -> list[Stretch] | None:
    """The things of a list that fills start..end; None where one of them is none."""
    joints = [found.span() for found in _LISTED.finditer(text, start, end)]
    edges = [(start, start), *joints, (end, end)]
    found = [stripped(text, left[1], right[0]) for left, right in pairwise(edges)]
    return found if all(0 < two - one <= _LONGEST for one, two in found) else None


def _next_break(text: str, at: int, end: int) -> int:
    found = _BREAK.search(text, at, end)
    return found.start() if found else end


def _clause(text: str, start: int, at: int) -> Stretch:
    """What the clause says that `at` stands in, up to there."""
    return stripped(text, max((found.end() for found in _BREAK.finditer(text, start, at)), default=start), at)


def _labels_before(text: str, start: int, at: int, many: int) -> tuple[Clause, ...] | None:
    """What the clause before `at` lists at its end: 前三位是甲、乙、丙，分别为…"""
    if at == start or text[at - 1] not in "，,：:":
        return None
    begin, stop = _clause(text, start, at - 1)
    opening = _OPENING.match(text, begin, stop)
    labels = _labels(text, opening.end() if opening else begin, stop, many)
    said = ["".join(text[slice(*one)] for one in label) for label in labels or ()]
    return labels if said and not any(_OF_ALL.search(one) or one.isdigit() for one in said) else None


def two_things(text: str, start: int, end: int) -> tuple[Clause, Clause] | None:
    """Those that a clause of start..end lists, and no others: 甲、乙两种方案."""
    edges = [start, *(found.end() for found in _BREAK.finditer(text, start, end)), end]
    for begin, stop in reversed(list(pairwise(edges))):
        begin, stop = stripped(text, begin, stop - (stop < end or _BREAK.match(text, stop - 1) is not None))
        opening = _OPENING.match(text, begin, stop)
        labels = _labels(text, opening.end(), stop, 2) if opening else None
        labels = labels or _labels(text, begin, stop, 2)
        if labels is None:
            continue
        first, second = _alike(text, *labels)
        counted = second[1][1] < second[2][0]  # what they are: 方案
        found = (first, second) if counted else (first[:2], second[:2])
        return found if all(one[1][1] - one[1][0] <= _LONGEST // 2 for one in found) else None
    return None


def _alike(text: str, first: Clause, second: Clause) -> tuple[Clause, Clause]:
    """The first without the verb before it (门诊楼 of 将改造门诊楼和住院楼), and without a preposition."""
    from claimgraph.platform.models.chinese import segment

    (owner, (start, end), *rest) = first
    start += text[start] in "在与和对向从" and end - start > 1
    many = second[1][1] - second[1][0]
    if many < end - start:
        starts = [begin for _, begin, _ in segment(text[start:end])]
        if end - start - many in starts:
            owner, start = (start, start), end - many
    return (owner, (start, end), *rest), second


def _labels(text: str, start: int, end: int, many: int) -> tuple[Clause, ...] | None:
    """The things of the list that fills start..end, each with what is said of all: 甲厂的产量 of 甲厂和乙厂的产量."""
    pieces = _pieces(text, start, end)
    if pieces is None or len(pieces) != many:
        return None
    numbered = all(_BARE_NUMERAL.fullmatch(text, *one) for one in pieces[:-1])
    if _ITEM_MARK.fullmatch(text, *pieces[0]) and text[pieces[0][0]] != text[pieces[1][0]] and not numbered:
        return None
    (begin, stop), *between, last = pieces
    owned = max(begin, text.rfind("的", begin, stop) + 1)
    first = [(owned, stop), *between]
    label, rest = _counted(text, last, many) or _cut_as(text, first[-1], last)
    label = (label[0], label[1] - text[label[0] : label[1]].endswith("等"))
    return tuple(((begin, owned), one, rest) for one in (*first, label))


def _counted(text: str, last: Stretch, many: int) -> tuple[Stretch, Stretch] | None:
    """The last thing before what counts them, and what is said of all: 华南 and 的销售额 of 华南三区的销售额."""
    numeral = _NUMERALS.get(many)
    if numeral is None:
        return None
    said = text[slice(*last)]
    found = re.search(rf"(?<=[^第初高大十百千零〇\d])[{numeral}](?:[{_CLASSIFIERS}]|人|者)", said)
    found = found or re.search(rf"(?<=[^第])[{numeral}][人者名位](?=的|$)", said)
    found = found or re.search(rf"(?<=[^第初高大十百千零〇\d])[{numeral}](?=[\u4e00-\u9fff]{{1,3}}(?:的|$))", said)
    return ((last[0], last[0] + found.start()), (last[0] + found.end(), last[1])) if found else None


def _cut_as(text: str, first: Stretch, last: Stretch) -> tuple[Stretch, Stretch]:
    """The last thing of a list and what is said of all: up to 的, or what is as long as the thing before it and a
    word of its own (上海平均气温 beside 北京)."""
    from claimgraph.platform.models.chinese import segment

    start, end = last
    many = first[1] - first[0]
    ordinal = _ORDINAL.match(text, *last)
    if ordinal is not None and _ORDINAL.fullmatch(text, *first):
        return ordinal.span(), (ordinal.end(), end)
    if (of := text.find("的", start + 1, end)) > 0:
        cut = start + many if _NOW.fullmatch(text, start + many, of) else of
        return (start, cut), (cut, end)
    number = _BARE_NUMERAL.match(text, *last)
    if number is not None and number.end() < end and _BARE_NUMERAL.fullmatch(text, *first):
        return number.span(), (number.end(), end)
    if many >= end - start or _MEASURE.search(text, *first):
        return last, (end, end)
    cut = many in [stop for _, _, stop in segment(text[start:end])] or _shares_its_end(text, first, last)
    return ((start, start + many), (start + many, end)) if cut else (last, (end, end))


def _shares_its_end(text: str, first: Stretch, last: Stretch) -> bool:
    """Whether what the last thing ends in is the first one's as well, though no word ends where that is: 城镇 beside
    农村居民人均收入, 东 beside 西部地区投资."""
    from claimgraph.platform.models.chinese import segment

    said, own = text[slice(*first)], text[slice(*last)]
    if not _MEASURE.search(own):
        return False
    if len(said) == 1:
        return any(said in kind and own[0] in kind and said != own[0] for kind in _ONE_CHARACTER)
    alike, rest = own[: len(said)], own[len(said) :]
    if len(segment(alike)) > 1:
        return False
    return _MEASURE.fullmatch(rest) is not None or segment(rest)[0][2] > 1
