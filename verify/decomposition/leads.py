"""What leads over to a statement in an answer, or says no more than that the source says it: "According to the text,".

Of that a check is about anyway. In a document the same words speak of another one, and are read as they stand.
"""

from __future__ import annotations

import re

LEADS_VERSION = "1"
_SOURCE_EN = (
    r"(?:document|text|context|passage|article|e-?mail|information|material|source|page|website|excerpt|notes?|minutes"
    r"|guide|leaflet|policy|manual|report|contract|agreement|faq|listing|press release|announcement|description"
    r"|brochure|notice|letter|summary)s?"
)
_SOURCE_ZH = (
    r"(?:文档|文件|邮件|资料|材料|文本|文章|上下文|原文|报道|新闻|内容|信息|说明书?|页面|网页|公告|通知|纪要|会议纪要|简介|手册|指南|条款|合同"
    r"|文中|文)"
)
_LEAD = re.compile(
    r"(?P<mark>(?:^|(?<=[.!?。！？]))[ \t]*(?:(?:[-*+•>]|\d{1,3}[.)、])[ \t]*){0,3}"
    r"(?:(?:\*\*|__)[^*_\n]{1,60}(?:\*\*|__)[:：]?[ \t]*)?)"
    r"(?P<lead>"
    rf"(?:(?:according to|based on|as (?:stated|described|noted|mentioned|explained) in|per) "
    rf"(?:the|this|that|your)(?: (?:provided|given|above|supplied|attached|source|available))* {_SOURCE_EN}"
    r"(?: (?:provided|given|above))?,\s+"
    r"|(?:please )?(?:note|keep in mind|be aware|remember|bear in mind) that,?\s+"
    r"|(?:it(?:'s| is) (?:important|worth|also worth) (?:to note|noting|mentioning) that)\s+"
    rf"|(?:根据|依据|按照|依照|据)(?:该|本|此|上述|所提供的?|提供的?|给定的?|以上)?{_SOURCE_ZH}中?的?"
    r"(?:内容|所述|描述|显示|信息|介绍|所示|规定|说明)?[，,]\s*"
    r"|(?:值得|需要?|应当?)(?:注意|一提|说明|指出|强调|补充)的是[，,：:]?\s*)"
    r")(?P<first>(?!(?:which|who|where|that|as)\b)\S)",
    re.IGNORECASE | re.MULTILINE,
)


_PLAIN_WORD = re.compile(r"[a-z]+(?![A-Za-z])")
_PRINTED = re.compile(r"[^\r\n]")


def without_leads(text: str) -> str:
    """The text with blanks in the place of such words, and a capital behind them: of the same length."""
    return _LEAD.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    if _is_wrapped(match):
        return match.group()
    first = match["first"]
    if _PLAIN_WORD.match(match.string, match.start("first")):  # not "iPhone"
        first = first.upper()
    return match["mark"] + _PRINTED.sub(" ", match["lead"]) + first


def _is_wrapped(match: re.Match[str]) -> bool:
    """Whether the line goes on with a sentence of the line before: "You should⏎note that it is slow"."""
    before = match.string[: match.start()]
    if not before.endswith("\n") or match["mark"].strip() or before.endswith(("\n\n", "\r\n\r\n")):
        return False
    return before.rstrip()[-1:] not in (*".!?。！？:：*_", "")


def lead_before(text: str, start: int) -> int:
    """Where the words begin that lead over to what stands at `start`; `start` where there are none."""
    line = text.rfind("\n", 0, start) + 1
    line = text.rfind("\n", 0, max(0, line - 1)) + 1  # such words may end the line before
    return next((found.start("lead") for found in _LEAD.finditer(text, line) if found.start("first") == start), start)
