"""Who is left out: "all but Tom handed it in", 除佟佳以外，全班都交了. Of him it is not so. And what holds of the rest
alone, 其余都合格: it does not hold of all."""

from __future__ import annotations

import re
from itertools import islice

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import DATE, Analysis, Item

_MOST = 8  # exceptions that are looked at: bounds what hostile text can cost
_LEAST_SAID = 0.6  # of the claim, that the sentence with the exception must hold
_ALL = r"\b(?i:all|every|each|everyone|everybody|everything)\b"
_BUT = r"\b(?i:except|excepting|save|apart\s+from|aside\s+from|other\s+than|with\s+the\s+exception\s+of)\s+(?:for\s+)?"
_OUT = r"(?:the\s+)?(?P<out>\w[\w'’-]*(?:\s+[A-Z][\w'’-]*)*)"
_ENGLISH = (
    re.compile(rf"{_ALL}[^.;]{{0,60}}?{_BUT}{_OUT}"),
    re.compile(rf"{_ALL}(?:\s+\w+){{0,2}}\s+but\s+{_OUT}"),  # "all tried, but Tom failed" leaves nobody out
    re.compile(rf"{_BUT}(?:the\s+)?(?P<out>[^,.;]{{2,40}}),\s[^.;]{{0,20}}{_ALL}"),
)
_OF_ONE = re.compile(
    r",?\s+\b(?i:except|apart\s+from|aside\s+from|with\s+the\s+exception\s+of)\s+(?:for\s+)?"
    r"(?:(?:the|its|his|her|their)\s+)?(?P<out>[^,.;]{2,40})"
)
_CHINESE = re.compile(
    r"除(?:了|去)?(?P<out>[^，。；、除]{1,16}?)(?:(?:以外|之外|外)[，,]?|[，,])"
    r"(?=[^。；]*(?:都|均|皆|全|所有|一律|无一|每[天日]|天天))(?![^。；]*[也还])"
)
_DENIED = re.compile(r"\b(?:not|never|no|none|nobody|failed|without)\b|n['’]t\b|[没未不无]", re.IGNORECASE)


def read_exception(alignment: Alignment) -> Finding | None:
    """CONTRADICTS where the claim says of what is left out what the evidence says of all others."""
    claim, window = alignment.claim, alignment.window
    if alignment.anchored() < _LEAST_SAID or _exceptions(claim.text, claim.lang) or _SHUT.search(claim.text):
        return None
    for found in _exceptions(window.text, window.lang):
        name = found["out"].strip()
        sentence = window.text[found.start() :].split("。" if window.lang == "zh" else ". ", 1)[0]
        if name.casefold() in claim.folded and bool(_DENIED.search(claim.text)) == bool(_DENIED.search(sentence)):
            return Finding("exclusivity", Stance.CONTRADICTS, name, found[0])
    return _left_out_of_one(alignment)


def is_of_the_exception(alignment: Alignment) -> bool:
    """Whether the claim is about what the evidence leaves out: "closed on Mondays" of "open daily except Mondays"."""
    claim, window = alignment.claim, alignment.window
    if _exceptions(claim.text, claim.lang) or _OF_ONE.search(claim.text):
        return False
    found = [*_exceptions(window.text, window.lang), *(islice(_OF_ONE.finditer(window.text), _MOST))]
    out = [name for one in found if (name := one["out"].strip().casefold()) in claim.folded]
    dates = [item.surface.casefold() for item in claim.items if item.kind == DATE]
    return bool(out) and all(any(date in name for name in out) for date in dates)


_LEAVES_OUT = re.compile(
    r"(?:\b(?:except|excepting|save|apart\s+from|aside\s+from|other\s+than)\s+(?:for\s+)?(?:on\s+)?(?:the\s+)?|除了?)$",
    re.IGNORECASE,
)


def is_left_out(window: Analysis, place: int) -> bool:
    """Whether a date or number of the evidence is what it leaves out: "daily except Mondays" says nothing against
    Tuesdays."""
    item = window.items[place]
    return _LEAVES_OUT.search(window.text[max(0, item.start - 32) : item.start]) is not None


_SHUT = re.compile(r"\b(?:closed|shut|free|off)\b|闭馆|休馆|休息|停业|关闭|停止|放假|免", re.IGNORECASE)


def _left_out_of_one(alignment: Alignment) -> Finding | None:
    """ "The house was repainted, except for the cellar": all else that is claimed of it stands before the exception."""
    claim, window = alignment.claim, alignment.window
    if claim.lang == "zh" or _DENIED.search(claim.text):
        return None
    for found in islice(_OF_ONE.finditer(window.text), _MOST):
        name = found["out"].strip()
        if name.casefold() not in claim.folded or _DENIED.search(window.text, 0, found.start()):
            continue
        own = [item for item in claim.items if item.surface.casefold() not in name.casefold()]
        before = [[p for p in alignment.matches[item.index] if window.items[p].end <= found.start()] for item in own]
        sentence = _sentence_at(window, found.start())
        if own and all(any(window.items[p].sentence == sentence for p in places) for places in before):
            return Finding("exclusivity", Stance.CONTRADICTS, name, found[0].strip(" ,"))
    return None


def _sentence_at(analysis: Analysis, start: int) -> int:
    return next((item.sentence for item in analysis.items if item.end > start), -1)


_REST = {
    "en": re.compile(r"\b(?i:the\s+(?:rest|others?|remainder)|the\s+(?:other|remaining)\s+\w+)\b"),
    "zh": re.compile(r"(?:其余|其他|其它|剩下|余下)[^，。；]{0,8}?(?:[都均皆全]|一律)"),
}
_OF_ALL = {
    "en": re.compile(rf"{_ALL}(?!\s+(?:of\s+)?(?:the\s+)?(?:other|rest|remaining))"),
    "zh": re.compile(r"所有|全体|全部|一切|[都均皆全]|无一例外"),
}


def read_rest(alignment: Alignment) -> Finding | None:
    """CONTRADICTS where the claim says of all what the evidence, in one sentence, says of some otherwise and of the
    rest."""
    claim, window = alignment.claim, alignment.window
    mine, rest = _OF_ALL[claim.lang].search(claim.text), _REST[claim.lang]
    if mine is None or rest.search(claim.text) or _exceptions(claim.text, claim.lang):
        return None
    if alignment.anchored() < _LEAST_SAID or _DENIED.search(claim.text):
        return None
    told = {place for item in claim.items if item.end > mine.end() for place in alignment.matches[item.index]}
    for found in islice(rest.finditer(window.text), _MOST):
        behind = [item for item in window.items if item.start >= found.end()]
        said = [item for item in behind if item.clause == behind[0].clause]
        of_others = any(item.clause < said[0].clause for item in _sentence(window, said[0].sentence)) if said else False
        if of_others and told & {item.index for item in said} and not any(item.negated for item in said):
            return Finding("quantifier", Stance.CONTRADICTS, mine.group(), found.group())
    return None


def read_all(alignment: Alignment) -> Finding | None:
    """CONTRADICTS where the claim says of all what the evidence says of all but some: "All dogs are banned" of "All
    dogs except guide dogs"."""
    claim, window = alignment.claim, alignment.window
    mine = _OF_ALL[claim.lang].search(claim.text)
    if mine is None or _BUT_FORM.search(claim.text) or alignment.anchored() < _LEAST_SAID:
        return None
    of = next((item for item in claim.items if item.start >= mine.end()), None)
    for found in _exceptions(window.text, window.lang):
        named = found["out"].strip().casefold() in claim.folded
        there = [place for place in alignment.matches[of.index] if _is_in(window.items[place], found)] if of else []
        if there and not named and bool(_DENIED.search(claim.text)) == bool(_DENIED.search(found[0])):
            return Finding("quantifier", Stance.CONTRADICTS, mine.group(), found[0])
    return None


_BUT_FORM = re.compile(rf"{_BUT}|\bbut\b|除")


def _is_in(item: Item, found: re.Match[str]) -> bool:
    return found.start() <= item.start and item.end <= found.end()


def _sentence(analysis: Analysis, number: int) -> list[Item]:
    return [item for item in analysis.items if item.sentence == number]


def _exceptions(text: str, lang: str) -> list[re.Match[str]]:
    patterns = (_CHINESE,) if lang == "zh" else _ENGLISH
    return [found for pattern in patterns for found in pattern.finditer(text)]
