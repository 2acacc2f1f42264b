"""What can be told of a statement by its words alone: whether it stands by itself, whether it claims a fact."""

from __future__ import annotations

import re
from itertools import zip_longest

from ..text.word_lists import word_set

# --- Whether a statement can stand alone

_EN_REFERENCE = re.compile(
    r"(?:(?:and|but|so|then|also|however|moreover|furthermore|additionally|in addition|instead|later|afterwards|"
    r"consequently|therefore|as a result|meanwhile|still|yet|thus|similarly|today|since then|"
    r"after that|in \w+ \d{4}|in \d{4}|on [^,]{3,24}),?\s+)*"
    r"(?:he|she|it|they|his|her|hers|its|their|theirs|him|them|this|that|these|those|both|neither|"
    r"the (?:former|latter|same|company|city|"
    r"country|team|film|book|project|organi[sz]ation|author|author's|group|school|university|building|bridge|museum|"
    r"island|river|mountain|lake|tower|castle|palace|temple|band|album|party|program|programme|system|event|game|series|two|three|man|woman|"
    r"couple))\b(?!\s+(?:is|was)\s+(?:that|true that)\b)",
    re.IGNORECASE,
)
_EN_DUMMY = re.compile(
    r"it (?:is|was) (?:\w+ ){0,2}that\b|it (?:is|was) [^,.]{1,60}? who\b"
    r"|it (?:rains|snows|rained|snowed)\b|that \w+ \w+ (?:is|was)\b",
    re.IGNORECASE,
)
_EN_RELATIVE_TIME = re.compile(
    r"\b(?:today|yesterday|tomorrow|tonight|nowadays|recently|currently|lately|right now|(?:this|last|next|past) "
    r"(?:year|month|week|quarter|decade|century|summer|winter|spring|autumn|fall|season|weekend|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday)|(?:\w+ ){1,2}(?:days?|weeks?|months?|years?|decades?) ago)\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!,? (?:the )?(?:\d|[a-z]+ \d))",
    re.IGNORECASE,
)
_ZH_REFERENCE = re.compile(
    r"(?:(?:但是?|而且?|不过|然而|此外|另外|同时|后来|随后|之后|因此|所以|并且?|其后|此后|当时|如今|目前)[，,]?)*"
    r"(?:(?:公司|集团|银行|学校|医院|项目|法案)(?=在|于|将|已|由|曾|拟|计划|成立|去年|没有|未|拒绝|宣布|营收|利润|[一二三四五六七八九十\d])|两[地国人者](?=[的均都相之之在将是共签达于])|[二三]者|各方|"
    r"[他她它](?!们?山|国|乡)|他们|她们|它们|其(?!他|她|它|实|中一|次|余)|该|此(?!外|后|前|次)|这(?!里)|那(?!么)|上述|前者|后者|两者|二者|双方)"
)
_ZH_RELATIVE_TIME = re.compile(
    r"今年|去年|明年|前年|今天|昨天|明天|本月|上个?月|下个?月|本周|上周|下周|最近|近日|近期|近年来?|目前|如今|现在|日前|刚刚|本世纪|[一二三四五六七八九十两几数\d]+[天年个月周]+前"
    r"|(?<![每日号月、至到一二三四五六七八九十两几数\d])(?:周|星期)[一二三四五六日天](?!至|到|、|[一二三四五六日天])"
)


def stands_alone(text: str, lang: str) -> bool:
    """Whether the statement means the same wherever it is said: no leading reference, no relative time."""
    head = text.lstrip(" \t\"'“‘「『（(*_")
    if lang == "zh":
        return not (_ZH_REFERENCE.match(head) or _ZH_RELATIVE_TIME.search(text))
    if _EN_RELATIVE_TIME.search(text):
        return False
    return not _EN_REFERENCE.match(head) or bool(_EN_DUMMY.match(head))


# --- Whether a statement can be checked

_EN_SOCIAL = re.compile(
    r"(?:(?:hi|hello|hey|thanks|thank you|you['’]re welcome|welcome|sure|certainly|of course|"
    r"absolutely|great|good (?:morning|afternoon|"
    r"evening|question|luck)|ok(?:ay)?|yes|no|sorry|goodbye|bye|cheers|please|congratulations|"
    r"dear(?: \w+\.?){1,3}(?=\s*(?:[,!:，]|$))|i hope (?:this|that)|let me know|feel free|"
    r"here (?:is|are|['’]s) (?:the|a|an|some|what|your|my)\b[^.]{0,60}[:.]?$|hope (?:this|that)|"
    r"is there anything|happy to help|glad to help|"
    r"if you(?:['’]d| would)? (?:have|need|want|like)\b[^.!?]{0,60}?"
    r"\b(?:questions?|let me|feel free|just ask|ask me|happy|glad|i(?:['’]ll|['’]m| can| will| am)|reach out)"
    r"|i(?:['’]d be| am|['’]m) (?:happy|glad)))(?:\W|$)",
    re.IGNORECASE,
)
_EN_SHORT_SOCIAL = word_set(
    """
    hi hello hey thanks sure certainly absolutely great ok okay yes no sorry goodbye bye cheers please
    congratulations welcome
    """
)
_EN_OPINION = re.compile(
    r"(?:(?:in my (?:opinion|view|experience)|personally|honestly|frankly),?\s|(?:i|we) (?:really |"
    r"strongly |personally |"
    r"do not |don['’]t |would |also |firmly |just )*(?:think|believe|feel|guess|suppose|hope|wish|"
    r"love|like|hate|prefer|recommend|suggest|"
    r"doubt|imagine|find|enjoy|want|assume|agree|disagree|consider|say)\b|to me\b|my (?:favou?rite|"
    r"opinion|view)\b|imho\b)",
    re.IGNORECASE,
)
_EN_REFUSAL = re.compile(
    r"\b(?:i|we) (?:do not|don['’]t|cannot|can['’]t|can not|could not|couldn['’]t|am (?:not able|"
    r"unable)|['’]m (?:not able|unable|not sure|sorry)|"
    r"am (?:not sure|sorry)|have no|apologi[sz]e|was unable|were unable|did not find|didn['’]t find|"
    r"lack)\b|\bas an? (?:ai|(?:large )?language model|(?:virtual |ai )?assistant)\b[^.]{0,40}\b(?:i|my|we)\b|"
    r"^(?:unfortunately, )?(?:no (?:information|evidence|answer|data) (?:is |was )?(?:available|"
    r"found)|not enough information)",
    re.IGNORECASE,
)
_EN_EVALUATIVE = word_set(
    """
    lovely beautiful wonderful amazing awesome fantastic terrible horrible awful great nice delicious
    charming fascinating boring exciting stunning gorgeous incredible magnificent superb brilliant ugly
    delightful adorable interesting impressive remarkable excellent perfect pleasant disgusting breathtaking
    """
)
_ZH_SOCIAL = re.compile(
    r"(?:你好|您好|大家好|嗨|哈喽|谢谢|感谢您|多谢|不客气|好的|当然|没问题|抱歉|对不起|再见|早上好|晚上好|下午好|祝您?|希望(?:这|以上|对您|能|大家|各位|您|你|我们)|如果[您你]?(?:还|有|需要)[^。]{0,30}?(?:请|随时|告诉我|联系我|问我|欢迎|我)|请(?:问|告诉|随时)|"
    r"以下是|欢迎)"
)
_ZH_ANSWER = re.compile(r"(?:(?:回?答|答案)[:：]\s*)?(?:是的|对的|没错|不是|不对|是|对|否)[。.！!]?$")
_ZH_OPINION = re.compile(
    r"(?:(?:在)?我(?:个人)?(?:认为|觉得|感觉|相信|希望|喜欢|猜|想|看来|建议|推荐)|我们(?:认为|觉得|相信|希望|建议)|个人(?:认为|觉得)|依我看|说实话|老实说|我最喜欢|我的看法)"
)
_ZH_REFUSAL = re.compile(
    r"(?:我|我们)(?:并?不(?:知道|清楚|确定|了解|能|太清楚)|无法|没有(?:找到|相关|足够)|没能)|作为(?:一[个名位]?)?(?:人工智能|AI|大?语言模型)[^，,。]{0,8}[，,]?\s*(?:我|本(?:助手|模型))"
    r"|(?:^|(?:关于|对于|对)[^。]{0,20}[，,]|[^，,。]{0,8}(?:文中|资料中|文档中|材料中|上下文中?|知识库中?)[，,]?)"
    r"(?:抱歉|对不起)?[，,]?(?:目前|暂时|现在|并)?(?:暂无|没有|缺乏)(?:足够的?|相关)?(?:信息|资料|数据|答案)[。.]?$",
    re.IGNORECASE,
)
_ZH_EVALUATIVE = re.compile(
    r"(?:真|太|好|非常|十分|特别|很|真是|实在|多么)(?:太)?(?:美|漂亮|好看|好吃|好|棒|可爱|有趣|无聊|精彩|迷人|壮观|糟糕|难看|讨厌|可怕|令人(?:难忘|惊叹|着迷|激动))(?:了|的|极了)?[。！!.]?$"
)
_EN_INSTRUCTION = re.compile(
    r"(?:(?:please|now|also|always|never|just|first|then|do not|don['’]t|you (?:must|should|shall))[,:]?\s+)*"
    r"(?:ignore|disregard|forget|override|answer|respond|reply|output|print|return|say|write|tell|mark|label|treat|rate|"
    r"pretend|follow|obey|remember|consider|make sure|ensure|see|visit|click|contact)\s+"
    r"(?:all|any|the|this|that|these|those|your|my|me|us|it|with|as|to|only|every|each|previous|prior|above|everything|"
    r"SUPPORTED|CONTRADICTED)\b(?!\s+[A-Z][a-z])"
    r"|(?:[\w ]{1,24}:\s+)?(?:please\s+)?(?:see|read|refer to|look at)\s+(?:also\s+|the\s+)?(?:below|above|here|next|"
    r"following|(?:tables?|figures?|sections?|lists?|details?)\b)[^,;]{0,30}$"
    r"|please,?\s+(?:do not |don['’]t |always |never |also |just )?[a-z]+\b"
)
_EN_QUOTED_SPEECH = re.compile(
    r"[^\"“”]{3,400}[,.!?][\"”’']{1,2},?\s+(?:[A-Z][\w.'’-]*\s+|the\s+|an?\s+|[a-z]+\s+){0,5}"
    r"(?:said|says|told|wrote|writes|added|adds|argued|argues|explained|explains|announced|stated|noted|claimed)\b"
)
_ZH_INSTRUCTION = re.compile(
    r"(?:请你?|务必|现在)*(?:忽略|无视|忘记|忘掉|不要理会)(?:掉|了)?(?:你|所有|之前|以上|上述|上面|前面|先前|此前|一切)"
    r"|(?:[^，。；：:]{0,12}[:：])?(?:详情|具体|内容)?(?:请)?(?:参?见|详见)(?:[上下]文|[上下]面|以下|[上下]?[图表]|附件|附录)[。.]?$"
    r"|[^，,。；：:]{0,16}(?:如下|见下)(?:所示|所列)?[。.]?$"
    r"|(?:请你?|务必)(?:直接|只|仅)?(?:回答|回复|输出|判定|标记|返回|参阅|参考|联系|记住|注意|确保)"
)
_ADDRESS = re.compile(r"<?(?:https?://|ftp://|www\.)\S+$", re.IGNORECASE)
# Formulas, and a table's cells of digits and single letters, say nothing of anything.
_FORMULA = re.compile(r"\$[^$\n]{1,400}\$|\\\(.{1,400}?\\\)|\\\[.{1,400}?\\\]")
_WORD = re.compile(r"[^\W\d_]{2}|[\u3400-\u9fff]")
_EN_HALF = re.compile(
    r"(?:^|[\s,;(])(?:the|an?|and|or|nor|but|because|although|whereas|while|of|to|in|at|by|for|from|with|without|into|"
    r"onto|between|among|during|which|who|whose|whom|than|as|its|their|is|are|was|were|has|have|had|will|would)"
    r"[\s,]*$",
    re.IGNORECASE,
)
_ZH_HALF = re.compile(
    r"(?:[和与及或并由被把将在于对从向]|因为|因此|所以|但是|而且|以及|并且|其中|例如|包括|位于|属于)[，,、\s]*$"
)
_QUESTION_EN = re.compile(r"[?？][\"'”’)）]*$")
_QUESTION_ZH = re.compile(r"(?:吗|呢|[什怎干]么|(?<!饿)了么|[是有好对行能会]么)[。.]?$")


_JOINING = re.compile(
    r"(?:however|in addition|additionally|moreover|furthermore|besides|also|therefore|thus|hence|consequently|meanwhile"
    r"|nevertheless|nonetheless|instead|similarly|likewise|indeed|overall|finally|lastly|of course|as a result"
    r"|for (?:example|instance)|on the (?:other hand|contrary)|at the same time|to sum up"
    r"|in (?:short|fact|general|particular|summary|conclusion|contrast|other words|comparison|total|turn)"
    r"|(?:as )?(?:mentioned|noted|described|stated|shown|discussed|explained) (?:above|below|earlier|before)"
    r"|as (?:above|below|follows)|first(?:ly)?|second(?:ly)?|third(?:ly)?"
    r"|如(?:上|前|下)?(?:所述|述|文所述|所示|图所示)|如下(?:所示)?|综上(?:所述)?|总之|总而言之|总的来说|总体而言|一般(?:来说|而言)"
    r"|此外|另外|除此之外|与此同时|同时|例如|比如|譬如|因此|因而|所以|然而|但是|不过|当时|此时|这时|那时|其中|其次|首先|最后|最终|曾经|随后|之后"
    r"|后来|此后|据此|由此|换言之|换句话说|也就是说|事实上|实际上|众所周知|据悉|据说|据了解|据报道|据介绍|相反|反之|当然|同样"
    r")[\s,，.。:：;；!！]*",
    re.IGNORECASE,
)
"""What only joins a sentence to another, cut off from both."""


def is_checkable(text: str, lang: str) -> bool:
    """Whether the statement claims a fact: no question, greeting, first-person opinion, bare praise,
    refusal or instruction."""
    return is_assertion(text, lang) and not is_praise(text, lang)


def only_joins(text: str) -> bool:
    """Whether the words do nothing but lead over to what is said: "In addition.", 如上所述。"""
    return _JOINING.fullmatch(text.strip()) is not None


def is_praise(text: str, lang: str) -> bool:
    """Whether a short statement does nothing but praise or blame: "It is a lovely place!"."""
    head = text.strip().lstrip("\"'“‘「『（(*_").strip()
    if lang == "zh":
        return _ZH_EVALUATIVE.search(head) is not None and len(head) < 24
    return _is_english_praise(head)


def is_assertion(text: str, lang: str) -> bool:
    """Whether the statement asserts something: no question, greeting, first-person opinion, refusal or instruction.

    A long sentence may do so and hold praise beside: take it apart before asking `is_checkable` of its parts.
    """
    head = text.strip().lstrip("\"'“‘「『（(*_").strip()
    if not any(char.isalnum() for char in head) or _QUESTION_EN.search(head) or head.endswith((":", "：")):
        return False
    if _ADDRESS.match(head) or _is_symbols(head) or _is_half(head, lang) or only_joins(head):
        return False
    if lang == "zh":
        return not (
            _QUESTION_ZH.search(head)
            or _ZH_ANSWER.match(head)
            or (_ZH_SOCIAL.match(head) and len(head) < 40)
            or _ZH_OPINION.match(head)
            or _ZH_INSTRUCTION.match(head)
            or _ZH_REFUSAL.search(head)
        )
    if _EN_QUOTED_SPEECH.match(head):
        return True
    if _EN_INSTRUCTION.match(head[:1].lower() + head[1:]):
        return False
    return not (_is_social(head) or _EN_OPINION.match(head) or _EN_REFUSAL.search(head))


def _is_symbols(head: str) -> bool:
    """Whether there is no word beside formulas and cells; a bare number ("1912.") may still be an answer."""
    prose = _FORMULA.sub(" ", head)
    if _WORD.search(prose):
        return False
    return prose != head or "|" in head or not any(char.isdigit() for char in head)


def _is_half(head: str, lang: str) -> bool:
    """Whether the words break off: no stop, and a last word that needs another one behind it."""
    return (_ZH_HALF if lang == "zh" else _EN_HALF).search(head) is not None


def _is_social(head: str) -> bool:
    words = re.findall(r"[A-Za-z']+", head.lower())
    if words and len(words) <= 3 and words[0] in _EN_SHORT_SOCIAL:
        return True
    match = _EN_SOCIAL.match(head)
    return match is not None and match.group().strip(" ,.!:").lower() not in _EN_SHORT_SOCIAL


def _is_english_praise(head: str) -> bool:
    """Short, no number, and carried by an evaluative word."""
    words = re.findall(r"[A-Za-z']+", head)
    if len(words) > 9 or any(char.isdigit() for char in head):
        return False
    if not any(
        word.lower() in _EN_EVALUATIVE and not (word[0].isupper() and behind[:1].isupper())
        for word, behind in zip_longest(words, words[1:], fillvalue="")
    ):
        return False  # "Great Wall" is a name
    copula = re.search(
        r"\b(?:is|are|was|were|looks?|seems?|feels?|sounds?|tastes?|what an?|how)\b", head, re.IGNORECASE
    )
    return copula is not None
