"""The words of `strength`, English and Chinese, and what the levels of a scale mean for each other. Data only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from claimgraph.graph_schema.vocabulary import Stance


@dataclass(frozen=True, slots=True)
class Scale:
    """`levels` from the weakest to the strongest; each says all that those before it say.

    `against` holds pairs of levels that cannot both be so. Levels in `apart` are on no ladder: nothing but themselves
    says as much. `unmarked`: the level of a sentence without any of these words; None where that says nothing of it.
    """

    kind: str
    levels: tuple[str, ...]
    against: frozenset[frozenset[str]] = frozenset()
    apart: frozenset[str] = frozenset()
    unmarked: str | None = None
    _rank: dict[str, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._rank.update({level: place for place, level in enumerate(self.levels)})

    def says(self, claimed: str, told: str) -> Stance | None:
        """What evidence of the level `told` says of a claim of the level `claimed`: NEUTRAL where it says less,
        CONTRADICTS where it rules it out, None where it says as much."""
        if claimed == told:
            return None
        if frozenset({claimed, told}) in self.against:
            return Stance.CONTRADICTS
        if claimed in self.apart or told in self.apart:
            return Stance.NEUTRAL
        return Stance.NEUTRAL if self._rank[claimed] > self._rank[told] else None

    def includes(self, claimed: str, told: str) -> bool:
        """Whether the level `told` says more than the level `claimed`, and all that it says."""
        return not {claimed, told} & self.apart and self._rank[claimed] < self._rank[told]


def _against(*groups: str) -> frozenset[frozenset[str]]:
    """ "none: some most" -> the pairs {none, some}, {none, most}."""
    pairs = set()
    for group in groups:
        one, _, others = group.partition(":")
        pairs |= {frozenset({one, other}) for other in others.split()}
    return frozenset(pairs)


SCALES: Mapping[str, Scale] = {
    "quantity": Scale(
        "quantifier",
        ("some", "many", "half", "most", "all"),
        _against("none: few some many half most all", "few: half most all", "half: all", "not_all: all"),
        frozenset({"none", "few", "not_all"}),
    ),
    "frequency": Scale(
        "absolute",
        ("sometimes", "often", "usually", "always"),
        _against("never: rarely sometimes often usually always", "rarely: often usually always", "not_always: always"),
        frozenset({"never", "rarely", "not_always"}),
    ),
    "duty": Scale(
        "modality",
        ("allowed", "should", "must"),
        _against("forbidden: allowed should must", "free: must"),
        frozenset({"forbidden", "free"}),
    ),
    "certainty": Scale("hedge", ("possible", "probable", "fact"), unmarked="fact"),
    "validity": Scale("superseded", ("formerly", "now"), _against("formerly: now")),
    "completion": Scale("completion", ("planned", "partly", "whole"), unmarked="whole"),
    "cause": Scale(
        "causation",
        ("linked", "contributes", "causes"),
        _against("unrelated: linked contributes causes"),
        frozenset({"unrelated"}),
    ),
    "exclusivity": Scale("exclusivity", ("among", "only")),
    "rank": Scale(
        "superlative",
        ("one_of", "first"),
        _against("second: first third", "third: first"),
        frozenset({"second", "third"}),
    ),
}
UNBACKED: Mapping[str, frozenset[str]] = {
    "frequency": frozenset({"always"}),
    "exclusivity": frozenset({"only"}),
}
"""Levels that evidence without any word of the scale does not bear out."""


def _words(table: str, flags: re.RegexFlag = re.IGNORECASE) -> list[tuple[str, str, re.Pattern[str]]]:
    """Lines of "scale level | pattern", the longer phrases of a scale first; a line that begins with "|" goes on with
    the pattern before. Level "-" is no marker at all."""
    rows = []
    for line in re.sub(r"\n\s*\|", "|", table.strip()).splitlines():
        named, _, pattern = line.partition("| ")
        scale, level = named.split()
        rows.append((scale, "" if level == "-" else level, re.compile(pattern.strip(), flags)))
    return rows


_EST = (
    r"(?:most\s+\w+|(?:larg|bigg|great|high|tall|long|deep|old|young|fast|small|low|short|wid|rich|poor|busi|heavi"
    r"|earli|lat|new|near|cheap|strong|bright|dri|wett|hott|cold)est)"
)

ENGLISH = _words(
    rf"""
    quantity -         | \b(?:at\s+all|after\s+all|all\s+over|all\s+along|in\s+all|above\s+all|all[- ]time
                       |all\s+year|not\s+least|for\s+the\s+most\s+part|no\s+(?:more|less|fewer|later|earlier)\s+than
                       |some\s+\d[\d,.]*)\b
    quantity not_all   | \bnot\s+(?:all|every|each|everyone|everybody)\b(?:\s+of)?|\b(?:all|everyone
                       |everybody)\s+(?:but|except)\b
    quantity none      | \bnone\s+of\b|\bno\s+one\b|\bnobody\b|\bnot\s+(?:a\s+single\s+one|one|any)\s+of\b
                       |\bno\b(?=\s+[a-z])
    quantity few       | (?<!\ba\s)(?<!quite\sa\s)\bfew(?!er)\b(?:\s+of)?|\bhardly\s+any\b|\b(?:a
                       |the)\s+(?:small\s+)?minority\s+of\b|\ba\s+handful\s+of\b
    quantity most      | \bmost\s+of\b|\bthe\s+(?:vast\s+|great\s+|large\s+)?majority\s+of\b|\bnearly\s+all\b
                       |\balmost\s+(?:all|every)\b
                       |(?<!the\s)(?<!of\s)(?<!its\s)(?<!his\s)(?<!her\s)(?<!their\s)(?<!our\s)\bmost\b(?=\s+(?!\w+ly\b)[a-z]+s\b)
    quantity half      | \bhalf\s+(?:of\s+)?(?:the|its|his|her|their|all)\b
    quantity all       | \b(?:all|every|each)\b(?:\s+(?:(?:single\s+)?one\s+of|of|single))?|\b(?:everyone|everybody)\b
                       |\bwithout\s+exception\b|\bthe\s+(?:entire|whole)\b
    quantity many      | \bmany\b(?:\s+of)?|\bnumerous\b|\ba\s+(?:lot|number)\s+of\b
    quantity some      | \bsome\b(?:\s+of)?|\bseveral\b(?:\s+of)?|\b(?:quite\s+)?a\s+few\b(?:\s+of)?
                       |\bcertain\b(?=\s+[a-z]+s\b)|\bpart\s+of\b
    frequency not_always | \bnot\s+always\b
    frequency never    | \bnever\b|\bat\s+no\s+time\b
    frequency rarely   | \b(?:rarely|seldom|hardly\s+ever|scarcely\s+ever|infrequently)\b
    frequency always   | \b(?:always|invariably|every\s+time|without\s+(?:fail|(?:a\s+single\s+)?exception)
                       |at\s+all\s+times|constantly|permanently)\b
    frequency usually  | \b(?:usually|generally|normally|typically|as\s+a\s+rule|mostly|mainly|nearly\s+always
                       |almost\s+always)\b
    frequency often    | \b(?:often|frequently|regularly|many\s+times)\b
    frequency sometimes| \b(?:sometimes|occasionally|at\s+times|now\s+and\s+then|from\s+time\s+to\s+time
                       |once\s+in\s+a\s+while)\b
    duty free          | \b(?:need\s+not|needn't|(?:do|does|did)(?:\s+not|n't)\s+(?:have|need)\s+to
                       |(?:is|are|was|were)(?:\s+not|n't)\s+(?:required|obliged|obligated|compelled)
                       |not\s+(?:compulsory|mandatory|required)|optional|voluntary
                       |(?:no|without\s+any)\s+obligation)\b
    duty forbidden     | \b(?:(?:neither|no(?:body|\s+one|ne|\s+\w+))\b[^.,;]{{0,30}}?\b(?:may|can)\b|must\s+not
                       |mustn't|may\s+not|can(?:\s*not|'t)|shall\s+not|not\s+(?:be\s+)?(?:allowed|permitted)
                       |forbidden|prohibited|banned\s+from|barred\s+from|not\s+entitled)\b
    duty must          | \b(?:must(?!\s+have\b)|have\s+to|has\s+to|had\s+to|shall
                       |(?:is|are|was|were|be)\s+(?:required|obliged|obligated|compelled)\s+to|required|compulsory
                       |mandatory|obligatory|requires?|need(?:s|ed)?\s+to)\b
    duty should        | \b(?:should|ought\s+to
                       |(?:is|are|was|were)\s+(?:advised|encouraged|recommended|urged|asked)\s+to|recommends?)\b
    duty allowed       | (?-i:\bmay\b)|\bcan\b
                       |\b(?:(?:is|are|was|were|be)\s+(?:allowed|permitted|entitled|free|able)\s+to
                       |at\s+liberty\s+to|allows?|permits?)\b
    certainty -        | \b(?:more|less|most|least|as|equally)\s+likely\b|\b(?:no|little
                       |without)\s+(?:possible\s+)?doubt\b|\bas\s+(?:\w+\s+)?as\s+(?:possible|expected|planned)\b
                       |\b(?:than|as)\s+(?:\w+\s+)?(?:planned|expected|proposed)\b|\bmight\s+of\b|\blikely\s+not\b
    certainty probable | \b(?:probably|presumably|likely|reportedly|allegedly|supposedly|apparently
                       |(?:is|are|was|were)\s+(?:widely\s+|generally\s+)?(?:thought|believed|said|reported|rumou?red|assumed|supposed|expected|considered\s+likely)\s+to
                       |(?:it\s+is|it\s+was)\s+(?:thought|believed|said|reported|rumou?red)\s+that|suggests?\s+that
                       |suggested\s+that
                       |(?:claim|claims|claimed|alleges?|alleged|suspects?|suspected|believes?|believed|thinks?|hopes?|hoped)\s+that
                       |expects?\s+to|expected\s+to|seems?\s+to|appears?\s+to)\b
    certainty possible | (?-i:\bmay\b)|\b(?:might|could|possibly|perhaps|maybe|conceivably|potentially
                       |it\s+is\s+possible\s+that|there\s+is\s+a\s+(?:chance|possibility)|whether|unclear|uncertain
                       |under\s+consideration|considering|considers|is\s+thinking\s+of)\b
    validity formerly  | \b(?:used\s+to(?=\s+[a-z])|formerly|in\s+the\s+past|no\s+longer
                       |until\s+(?:recently|then|last\s+\w+)
                       |for\s+(?:(?:many|several)\s+)?(?:decades|centuries|years|a\s+long\s+time)(?=[^.;]{{0,60}}\b(?:was|were)\b))\b
    validity now       | \b(?:now(?!\s+(?:and|known))|nowadays|currently|at\s+present|at\s+the\s+moment|presently
                       |these\s+days|to\s+this\s+day|still(?=\s+[a-z]))\b
    completion -       | \b(?:(?:agreed|promised|offered|plans?|wants)\s+(?:to|for)\s+(?:its?|th\w{{1,4}}|an?|her)\b
                       |will\s+(?:\w+\s+)?(?:stay|remain|continue)
                       |(?:almost|nearly)\s+(?:all|every|half|always|never|no|none|everyone|a\b|twice|double))
                       |\b(?:no|without)\s+plans?\b|\b(?:as|than|originally|first|initially|once
                       |had\s+been)\s+planned\b
    completion planned | \b(?:plans?\s+to|planned\s+to|plans?\s+for|planning\s+to|proposes?\s+to|proposed\s+to
                       |intends?\s+to|intended\s+to|aims?\s+to
                       |(?:is|are|was|were)\s+(?:to\s+be|due\s+to|set\s+to|scheduled\s+to|about\s+to|going\s+to|planned\s+for)
                       |agreed\s+to|promised\s+to|tried\s+to|attempted\s+to|offered\s+to|wants?\s+to|hopes?\s+to
                       |will|won't|shan't)\b
    completion partly  | \b(?:almost|nearly|partly|partially|half[- ](?=\w+ed\b)|in\s+part
                       |not\s+(?:yet\s+)?(?:fully|completely|entirely)|has\s+(?:only\s+)?begun\s+to|begun\s+to
                       |began\s+to|started\s+to)\b
    cause unrelated    | \b(?:(?:not|never|neither)\s+(?:\w+\s+)?(?:linked|related|associated|connected|correlated)
                       |no\s+(?:\w+\s+)?(?:link|connection|association|correlation)
                       |(?:played|had|has)\s+no\s+(?:part|role|influence|effect)|nothing\s+to\s+do\s+with)\b
    cause contributes  | \b(?:contribut(?:e|es|ed|ing)\s+to|a\s+factor\s+in|played\s+a\s+(?:part|role)\s+in
                       |one\s+of\s+the\s+causes)\b
    cause linked       | \b(?:(?:is|are|was|were)\s+(?:\w+\s+)?(?:linked|associated|correlated|related)\s+(?:to|with)
                       |associat\w+\s+(?:between|with)|correlat\w+\s+(?:between|with)|link\s+between
                       |go(?:es)?\s+hand\s+in\s+hand|tend(?:s|ed)?\s+to\s+occur)\b
    cause causes       | \b(?:caus(?:e|es|ed|ing)|leads?\s+to|led\s+to|(?:results?|resulted)\s+in|brings?\s+about
                       |brought\s+about|triggers?|triggered|produces?|is\s+responsible\s+for|(?:due|owing)\s+to
                       |because\s+of)\b
    exclusivity among  | \b(?:also|among\s+others|amongst\s+others|including|includes?|as\s+well\s+as|such\s+as
                       |not\s+only)\b
    exclusivity only   | \b(?:only|solely|exclusively|nothing\s+but|no\s+other|the\s+sole)\b
    rank one_of        | \bone\s+of\s+(?:the|its|his|her|their)\s+(?:\w+\s+)?(?={_EST})
                       |\bamong\s+the\s+(?=\w*\s*{_EST})
    rank second        | \b(?:second|2nd)[-\s]+(?=(?:most|{_EST}))
    rank third         | \b(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|3rd|\d+th)[-\s]+(?=(?:most|{_EST}))
    rank first         | \b(?:the|its|his|her|their|world's|country's|'s)\s+(?={_EST})
    """
)

CHINESE = _words(
    r"""
    quantity -         | 全部的?(?:面积|长度)|所有[人者]?权|无所|有所|一切[断除]|每[年月日天周小平]|全部?长
                       |无一?(?:例外)?地?不同|部分[地时]
    quantity not_all   | 并非(?:所有|全部|每)|不是(?:所有|全部|每)|并不是(?:所有|全部|每)|未必(?:所有|都)|不都
                       |并不都|不全|除[^，。]{1,12}外[^，。]{0,8}(?:其余|其他)
    quantity none      | 没有(?:任何)?一?[个位名家座条件项]?(?=[^，。]{1,8}(?:能|会|参加|通过|支持|出席|完成))
                       |无一(?!例外)|没有人|无人|没人|谁也没
    quantity few       | 少数|极少数|个别|寥寥|屈指可数|为数不多
    quantity some      | (?P<before>(?:[中里]|之中|当中)有?(?:一?部分|一些))
    quantity most      | 绝大多数|大多数|绝大部分|大部分|多数|大半|几乎所有|几乎全部|近乎全部
    quantity half      | 半数|一半的?
    quantity all       | 所有的?|全体|全部的?(?!完成)|一切|每一?[个位名家座条件项所支台辆艘种类次场]
    quantity many      | 许多|很多|不少|众多|大量
    quantity some      | 一部分|部分|一些|有些|某些|有的|若干
    quantity all       | (?P<before>(?<![首成京故古国帝定陪])都(?![市城会督柏江匀昌]))
                       |(?P<behind>(?<!平)均(?![匀值价等衡线分年]))|无一例外
    frequency not_always | 并非总是|并不总是|不总是|不一定每次
    frequency never    | 从不|从未|从来不|从来没|从没|绝不
    frequency rarely   | 很少(?!数)|极少(?!数)|难得|甚少|鲜少|几乎不
    frequency always   | 总是|一直|天天|每[天晚早]都?|始终|向来|每次都?|每逢|永远|一贯|从来都
    frequency usually  | 通常|一般(?!性)|往往|大多(?!数)|多半
    frequency often    | 经常|常常|时常|频繁|常(?=[会有在])
    frequency sometimes| 有时|偶尔|间或|偶或|时而
    duty free          | 可以?不(?=[^能可])|不必|无需|无须|不需要|不用|可选(?:择|的)?|自愿|非强制|不强制|不作要求
                       |不要求
    duty forbidden     | 不得(?!不)|禁止|严禁|不准|不许|不允许|不可以|不可(?![能或])|不能|无法
    duty must          | 必须|务必|必需|须(?!知)|强制|有义务|不得不|应当|一定要
    duty should        | 应该|最好|建议|宜(?=[^人居昌宾兴])|鼓励|倡导
    duty allowed       | 可以|允许|准许|获准|有权|可(?=[在用凭于自选免通申带进入参使向持按随])
    certainty -        | 不(?:太)?可能|没有可能|毫无疑问|比(?:原)?计划|按(?:原)?计划|较(?:原)?计划
                       |计划(?=[生经书表部局外内单列])|预计划
    certainty probable | 很可能|极可能|大概率|据说|据称|据传|据悉|传闻|有传言|估计|推测|疑似|疑为|被认为|一般认为
                       |有人认为|专家认为|研究认为|研究显示可能|有望|预计|预期|预料|料将|似乎|看来
    certainty possible | 可能|也许|或许|或将|大概|恐怕|未必|是否|尚不清楚|有待|不排除|正在?考虑
    validity -         | 一如既往|不如以前|[和与同]以前|比以前|较此前
    validity formerly  | 不再|过去(?!了)|以前|原来|原先|此前|先前
    validity now       | 目前|现在|如今|现今|眼下|当前|至今|现任|仍然?|依然|依旧
    completion planned | 计划|拟(?=[在于将建投对]|\S{2})|打算|准备(?=[在于将建])|即将|将(?=[在于会要由对])|有意
                       |同意(?=\S{2,6}(?:收购|建|投))|尝试|试图
    completion partly  | 几乎|差不多|接近(?=完)|基本(?=[完建])|部分(?=[完开建竣])|尚未(?:全部|完全)|未(?:全部|完全)
                       |初步|开始(?=[修建施])
    cause unrelated    | [与和跟同][^，。]{1,14}(?:无关|没有关系|没有关联|不相关|毫无关系)
    cause contributes  | 促成|助长|原因之一|因素之一|起了?(?:一定)?作用
    cause linked       | [与和跟同][^，。]{1,14}(?:有关|相关|有联系|存在关联|关联)|相关性|(?:正|负)相关
    cause causes       | 导致|造成|引起|引发|致使|使得|因为|由于
    exclusivity among  | 也(?=[^许])|还(?=[有在从生出向])|等(?=[^于级待候])|以及|不仅|不只|包括
    exclusivity only   | 只(?=[^身能要有是]|[有是能])|仅(?!次)|唯一|仅仅|独家|专门
    rank one_of        | 最(?=[大高长深多老宽快强重低小]的?[^，。]{0,10}之一)
    rank second        | 第二(?=[大高长深多老宽快强重低小])|次(?=[大高长])
    rank third         | 第[三四五六七八九十](?=[大高长深多老宽快强重低小])
    rank first         | 最(?=[大高长深多老宽快强重低小])
    """
)

_SUPERLATIVE = re.compile(rf"\s*(?:\w+\s+)??(?P<en>{_EST})\b|(?P<zh>[大高长深多老宽快强重低小])", re.IGNORECASE)


def superlative_at(text: str, place: int) -> str:
    """The superlative at `place`: "largest", "most populous", 大; "" where there is none."""
    match = _SUPERLATIVE.match(text, place)
    return (match["en"] or match["zh"]).casefold() if match else ""
