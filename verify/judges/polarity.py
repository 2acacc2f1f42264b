"""Negation, antonyms, and absolutes: words that turn an otherwise equal statement around."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.word_lists import word_list
from claimgraph.verify.model import Finding

from . import lexicon_chinese as zh
from . import lexicon_english as en
from .added_reason import read_added_reason
from .aligning import Alignment
from .alternatives import read_set_aside
from .analysis import DATE, NUMBER, WORD, Analysis, Item
from .comparatives import COMPARATIVES, read_comparative
from .counterparts import are_antonyms
from .denied_bounds import is_denied_bound
from .event_order import read_event_order
from .exceptions import is_of_the_exception, read_all, read_exception, read_rest
from .opposed_leads import read_opposed_leads
from .stems import stem
from .strength import read_strength

CONTEXT = 0.55  # share of the rest of the claim that must stand in the anchor sentence


ANTONYM_ATTAINABLE = 0.4
ANTONYM_ROLE = 0.6  # how well an antonym's company must fit that of the claim's word


@dataclass(frozen=True, slots=True)
class Polarity:
    findings: tuple[Finding, ...]
    checked: bool  # whether the claim had any polarity to check: a negation, an antonym, a quantifier


def read_polarity(alignment: Alignment) -> Polarity:
    """Findings about negations and antonyms of the claim against the anchor sentence."""
    comparative = read_comparative(alignment)
    findings = [*(_negations(alignment) or _denied_words(alignment)), *(_antonyms(alignment) or _rejected(alignment))]
    denied = any(one.stance is Stance.CONTRADICTS for one in findings)
    findings += [one for one in read_strength(alignment) if not (denied and one.stance is Stance.CONTRADICTS)]
    if comparative is not None:
        findings = [one for one in findings if one.kind != "antonym"] + [comparative]
    aside = _unless_told(findings, read_set_aside(alignment))
    if aside is not None:
        findings.append(aside)
    order = read_event_order(alignment) or _unless_told(findings, None if findings else read_opposed_leads(alignment))
    if order is not None:
        findings.append(order)
    left_out = read_exception(alignment) or _unless_told(findings, read_rest(alignment) or read_all(alignment))
    if left_out is not None:
        findings.append(left_out)
    reason = _unless_told(findings, read_added_reason(alignment))
    if reason is not None:
        findings.append(reason)
    negated = any(item.negated for item in alignment.claim.items)
    return Polarity(tuple(findings), negated or bool(findings))


def _unless_told(findings: Sequence[Finding], finding: Finding | None) -> Finding | None:
    """The finding, but for one of a kind that there is already."""
    return finding if finding and all(one.kind != finding.kind for one in findings) else None


def _negations(alignment: Alignment) -> list[Finding]:
    """Words that one side negates and the other, in an otherwise equal sentence, does not."""
    shared = [(item, place) for item in alignment.claim.items if (place := alignment.in_anchor(item.index)) is not None]
    if not shared or alignment.anchored() < CONTEXT:
        return []
    differing: list[tuple[Item, Item]] = []
    agreeing: list[tuple[Item, Item]] = []
    for item, place in shared:
        other = alignment.window.items[place]
        if item.negated != other.negated and _elsewhere_equal(alignment, item):
            continue
        if item.negated or other.negated:
            (agreeing if item.negated == other.negated else differing).append((item, other))
    differing = [pair for pair in differing if _in_company(alignment, *pair) and not _is_of_some(alignment, *pair)]
    if not any(is_denied_itself(alignment, *pair) for pair in differing):
        differing = []
    if agreeing or not differing:
        return [_negation(alignment, Stance.SUPPORTS, *pair) for pair in agreeing[:1]]
    if _antonym_explains(alignment) or says_otherwise(alignment, differing[0][0]) or leaves_open(alignment):
        return []
    if _NOBODY_WITHOUT.search(alignment.claim.text) or _NOBODY_WITHOUT.search(alignment.window.text):
        return []  # "none was without a radio" says that each had one
    if _was_so(alignment, *differing[0]):
        return []
    return [_negation(alignment, Stance.CONTRADICTS, *differing[0])]


_DENIED_WHOLE = re.compile(
    r"\bnot true that\b|\bfalse that\b|\bwhether\b|\bvoted down\b|\bturned down\b|\bbut not\b"
    r"|\bout of (?:service|use|action|print|stock|business)\b"
    r"|是否|而非|而不是|并非事实|不是事实|不属实|不实|没有?[^，。；]{1,8}也",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"\b(?:no|none|nobody|neither|nothing)\b|没有人|无人|没人|谁也|谁都|无一", re.IGNORECASE)
_NOBODY_WITHOUT = re.compile(
    r"\b(?:no|none|nobody|neither|nothing|never|not)\b[^.;]{0,40}\b(?:without|lack\w*|unable|fail\w*|miss\w*)\b"
    r"|没有(?:一|哪|任何|人|谁)[^，。；]{0,8}(?:不|没有|缺)",
    re.IGNORECASE,
)
_LIGHT = 1.0
_REPORTING = frozenset(map(stem, word_list("suggest indicate show say claim prove believe think")))


def leaves_open(alignment: Alignment) -> bool:
    """Whether one side denies or leaves open a whole statement, or both say of nobody what the other does in its own
    way: what single words say there is no matter of polarity."""
    claim, window = alignment.claim.text, alignment.window.text
    if _DENIED_WHOLE.search(claim) or _DENIED_WHOLE.search(window) or is_denied_bound(claim, window):
        return True
    return bool(_NOBODY.search(claim) and _NOBODY.search(window)) or is_turned_condition(alignment)


# What is allowed only on a condition is forbidden without it, and what must be is sanctioned where it is not.
_UNLESS = re.compile(r"\bunless\b|\bexcept (?:when|if|with)\b|除非|否则", re.IGNORECASE)
_NEEDED = re.compile(
    r"\bonly\b|\brequires?\b|只[有限能]|仅[限有能]|[须需]经|(?<!未)经(?=批准|同意|许可|审批|授权)"
    r"|[凭持](?=[^，。；]{0,8}[可能准])|方可|才[能可]|必须|应当|须",
    re.IGNORECASE,
)
_FORBIDDEN_WITHOUT = re.compile(
    r"\b(?:not|never|no|nobody)\b[^.;]*\bwithout\b|\bwithout\b[^.;]*(?:\b(?:not|never|no)\b|n't\b)"
    r"|(?:未经|没有|未|不)[^。；]{1,16}(?:不得|不能|不可|不许|不准|禁止|无法)",
    re.IGNORECASE,
)


def is_turned_condition(alignment: Alignment) -> bool:
    """Whether one side says with a denial what the other says as a condition: "may not, unless they have a permit" and
    "with a permit may", 须经批准 and 未经批准不得."""
    claim, window = alignment.claim, alignment.window
    unless = None if _UNLESS.search(claim.text) else _UNLESS.search(window.text)
    if unless is not None and _speaks_of(alignment, unless.end(), len(window.text)):
        return True
    denied = any(item.negated for item in claim.items) != any(item.negated for item in window.items)
    here, there = (claim, window) if any(item.negated for item in claim.items) else (window, claim)
    if not denied or _NEEDED.search(here.text) or not _NEEDED.search(there.text):
        return False
    return _FORBIDDEN_WITHOUT.search(here.text) is not None or _is_of_others(alignment, there)


_ONLY = re.compile(
    r"(?:^|[.;,]\s+|\bbut\s+)only\s+(?P<en>[^.;,]{2,40}?)\s+(?:can|may|could|might|is|are|was|were|has|have|will|must)\b"
    r"|(?:只有|仅限?)(?P<zh>[^，。；]{1,12}?)(?:才|可|能|会|享|有权)",
    re.IGNORECASE,
)


def _is_of_others(alignment: Alignment, there: Analysis) -> bool:
    """Whether one side says of whom it is not so, where the other says of whom alone it is: of somebody else."""
    found = _ONLY.search(there.text)
    if found is None:
        return False
    start, end = found.span("en" if found["en"] else "zh")
    named = [item for item in there.items if start <= item.start and item.end <= end]
    if there is alignment.claim:
        return any(not alignment.matches[item.index] for item in named)
    matched = {place for places in alignment.matches for place in places}
    return any(item.index not in matched for item in named)


def _speaks_of(alignment: Alignment, start: int, end: int) -> bool:
    """Whether a word of the claim stands only in that stretch of the window's sentence."""
    items = alignment.window.items
    sentence = next((item.sentence for item in items if item.start >= start), -1)
    return any(
        item.kind == WORD
        and bool(places)
        and all(start <= items[place].start < end and items[place].sentence == sentence for place in places)
        for item, places in zip(alignment.claim.items, alignment.matches, strict=True)
    )


def is_denied_itself(alignment: Alignment, item: Item, other: Item) -> bool:
    """Whether the negation is of this very word ("did not win"), not of one before it ("did not survive the cold"),
    and the other side's clause denies nothing."""
    (denied, there), (plain, here) = _sides(alignment, item, other)
    if any(one.negated and one.clause == plain.clause for one in here.items):
        return False
    before = [one for one in there.items[: denied.index] if one.negation_start == denied.negation_start]
    return not any(one.negated and one.weight >= _LIGHT and one.norm not in _REPORTING for one in before)


def _in_company(alignment: Alignment, item: Item, other: Item) -> bool:
    """Whether the clause of the evidence that has the word has more of the claim, or no clause beside it has any: "no
    xenon got through" is not denied by "argon got through; xenon was held back"."""
    beside = [
        alignment.window.items[place]
        for one in alignment.claim.items
        if one.index != item.index and one.weight >= _LIGHT and (place := alignment.in_anchor(one.index)) is not None
    ]
    return not beside or any(one.clause == other.clause for one in beside)


_NONE_MORE = re.compile(
    r"\b(?:no|never|none|nobody|nothing)\s+(?:(?:other|one|was|is|been|has|had|a|any)\s+)*"
    rf"(?!longer\b)(?:{'|'.join(sorted(COMPARATIVES))})\b|没有?[^，。；]{{0,10}}[比更]",
    re.IGNORECASE,
)
_MOST = re.compile(r"\b(?:\w{2,}est|most|least)\b|最(?!近|后|终|初)", re.IGNORECASE)
_NEGATIVE_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")


_NO_LONGER = re.compile(r"no longer|不再", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|had|did|used to|until|once|formerly|originally|previously)\b"
    r"|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeen )(?<!\bbeing )\b\w{2,}ed\b"
    r"|曾|原[本来先]|过去|以前|此前|之前|一度|直到",
    re.IGNORECASE,
)


def _was_so(alignment: Alignment, item: Item, other: Item) -> bool:
    """Whether one side says that it is no longer so, and the other that it was: both may hold."""
    (denied, there), (plain, here) = _sides(alignment, item, other)
    if not _NO_LONGER.match(there.text, denied.negation_start):
        return False
    if plain.surface.casefold() in en.IRREGULAR:
        return True  # "ran"
    clause = [one for one in here.items if (one.sentence, one.clause) == (plain.sentence, plain.clause)]
    return _PAST.search(here.text, _clause_start(here, clause[0]), clause[-1].end) is not None


def _clause_start(analysis: Analysis, first: Item) -> int:
    """Behind the word before the clause's first, so that what opens it and is no item ("once") is of it."""
    return analysis.items[first.index - 1].end if first.index else 0


def _is_of_some(alignment: Alignment, item: Item, other: Item) -> bool:
    """Whether one side says that none did something, and the other what so many of them did: "no ship could enter" and
    "two ships waited outside"."""
    (denied, there), (plain, here) = _sides(alignment, item, other)
    if there.text[denied.negation_start : denied.negation_start + 3].casefold() != "no ":
        return False
    return any(one.kind == NUMBER for one in here.items[max(0, plain.index - 2) : plain.index])


def _sides(alignment: Alignment, item: Item, other: Item) -> tuple[tuple[Item, Analysis], tuple[Item, Analysis]]:
    """The word that is denied and the one that is not, each with the text that it is of."""
    mine, theirs = (item, alignment.claim), (other, alignment.window)
    return (mine, theirs) if item.negated else (theirs, mine)


def says_otherwise(alignment: Alignment, item: Item) -> bool:
    """Whether the side that does not negate the claim's word has a word of its own that may carry the negation:
    "prohibited" beside "nobody may", "unfinished" beside "not finished"; or tells by a superlative what the other
    denies: "the coldest" beside "no colder"."""
    if _NONE_MORE.search(alignment.claim.text) and _MOST.search(alignment.window.text):
        return True
    if _MOST.search(alignment.claim.text) and _NONE_MORE.search(alignment.window.text):
        return True
    if item.negated:
        matched = {place for found in alignment.matches for place in found}
        said = alignment.claim.text
        there = (one for one in alignment.window.items if one.sentence == alignment.anchor)
        others = [one for one in there if one.index not in matched or one.surface not in said]
    else:
        others = [item for item in alignment.claim.items if not alignment.matches[item.index]]
    lexicon = zh if alignment.claim.lang == "zh" else en
    return any(item.kind == WORD and _carries_negation(item, lexicon.NEGATIVE_MEANING) for item in others)


def _carries_negation(item: Item, negative: frozenset[str]) -> bool:
    folded = item.surface.casefold()
    if folded in negative:
        return True
    return (
        item.norm.isascii()
        and len(folded) > 6
        and folded.startswith(_NEGATIVE_PREFIXES)
        and folded.endswith(_ADJECTIVE)
    )


_ADJECTIVE = ("ed", "able", "ible", "ant", "ent", "ary", "al", "ful", "less")


def _negation(alignment: Alignment, stance: Stance, item: Item, other: Item) -> Finding:
    return Finding("negation", stance, _spoken(alignment.claim, item), _spoken(alignment.window, other))


def _denied_words(alignment: Alignment) -> list[Finding]:
    """没有获奖 against 获得银星奖: a negated Chinese word that is made of characters of the claim's own words."""
    if alignment.claim.lang != "zh" or any(item.negated for item in alignment.claim.items):
        return []
    if alignment.anchored() < CONTEXT:
        return []
    characters = {char for item in alignment.claim.items if item.kind == WORD or item.group >= 0 for char in item.norm}
    norms = {item.norm for item in alignment.claim.items}
    for other in alignment.window.items:
        if other.sentence != alignment.anchor or not other.negated or len(other.norm) < 2 or other.norm in norms:
            continue
        if alignment.window.folded.count(other.norm) > 1:
            continue
        if other.kind == WORD and set(other.norm) <= characters:
            said = _claimed_words(alignment, other)
            return [Finding("negation", Stance.CONTRADICTS, said, _spoken(alignment.window, other))]
    return []


def _claimed_words(alignment: Alignment, other: Item) -> str:
    """The claim's own words that share a character with the window's word, from the first to the last."""
    shared = [item for item in alignment.claim.items if item.kind == WORD or item.group >= 0]
    shared = [item for item in shared if set(item.norm) & set(other.norm)]
    return alignment.claim.text[shared[0].start : shared[-1].end] if shared else ""


def _elsewhere_equal(alignment: Alignment, item: Item) -> bool:
    """Whether the word stands in the anchor sentence a second time with the claim's own polarity."""
    return any(
        alignment.window.items[place].sentence == alignment.anchor
        and alignment.window.items[place].negated == item.negated
        for place in alignment.matches[item.index]
    )


def _antonym_explains(alignment: Alignment) -> bool:
    """ "did not rise" against "fell": the negation and the antonym cancel out."""
    return any(_antonym_of(alignment, item) is not None for item in alignment.claim.items if item.kind == WORD)


_AUXILIARY = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|might|must|should|shall)\s+$",
    re.IGNORECASE,
)


def _spoken(analysis: Analysis, item: Item) -> str:
    """The word as it stands in the text, with the negation that reaches it and all that is between."""
    if not item.negated or not 0 <= item.negation_start <= item.start:
        return item.surface
    auxiliary = _AUXILIARY.search(analysis.text, max(0, item.negation_start - 8), item.negation_start)
    return analysis.text[auxiliary.start() if auxiliary else item.negation_start : item.end]


def _antonym_of(alignment: Alignment, item: Item) -> Item | None:
    """An antonym of the claim's word in the anchor sentence that is nobody's counterpart, where the word is missing."""
    if alignment.in_anchor(item.index) is not None:
        return None
    taken = {place for found in alignment.matches for place in found}
    anchor = alignment.anchor_of(item)
    for other in alignment.window.items:
        free = other.sentence == anchor and other.index not in taken and other.kind == WORD
        if free and are_antonyms(item.norm, other.norm):
            return None if _is_told_apart(alignment, item) else other
    return None


def _is_told_apart(alignment: Alignment, item: Item) -> bool:
    """Whether another sentence than the anchor has the word, with what the claim says beside it and the anchor lacks:
    "It is closed on Mondays", behind "The museum opened in 1987"."""
    items = alignment.window.items
    sentences = {items[place].sentence for place, quality in alignment.matches[item.index].items() if quality == 1.0}
    return any(
        items[place].sentence in sentences
        for other in alignment.claim.items
        if other.index != item.index and other.weight >= _LIGHT and alignment.in_anchor(other.index) is None
        for place in alignment.matches[other.index]
    )


def _antonyms(alignment: Alignment) -> list[Finding]:
    findings = []
    for item in alignment.claim.items:
        if item.kind != WORD:
            continue
        other = _antonym_of(alignment, item)
        if other is not None and (_is_converse(alignment, item, other) or _are_of_two(alignment, item, other)):
            continue
        if other is not None and _fits(alignment, item, other):
            same = (item.negated == other.negated) != is_of_the_exception(alignment)
            stance = Stance.CONTRADICTS if same else Stance.SUPPORTS
            findings.append(Finding("antonym", stance, item.surface, other.surface))
    return findings


_EXCHANGES = frozenset(stem(word) for word in word_list("buy bought sell sold lend lent borrow import export"))
_PAID = frozenset({*map(stem, word_list("pay paid free charge")), "收费", "免费", "付费"})
_ROLES = frozenset(
    {
        *map(stem, word_list("plaintiff defendant buyer seller landlord tenant lender borrower employer employee")),
        *("原告", "被告", "承租方", "出租方", "承租人", "出租人", "买方", "卖方", "甲方", "乙方", "甲", "乙", "丙"),
    }
)
_BE = re.compile(r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_NAMED_BY = re.compile("(?:开放|营业|关闭|开始|结束)(?=时间|日期)")


def _are_of_two(alignment: Alignment, item: Item, other: Item) -> bool:
    """Whether the two words are of different parties, or of a thing named by them: what is sold can be bought, who is
    charged does not share in what is free for others, and 开放时间 says when a place is closed."""
    claim, window = alignment.claim, alignment.window
    if {item.norm, other.norm} <= _PAID:
        prices = [one for one in claim.items if one.quantity is not None and one.quantity.kind == "money"]
        return any(alignment.matches[one.index] for one in prices)
    if {item.norm, other.norm} <= _ROLES:  # what the tenant pays the landlord receives
        said = [one for one in claim.items if one.kind == WORD and one.weight >= _LIGHT and one.index != item.index]
        return any(alignment.in_anchor(one.index) is None for one in said)
    if _NAMED_BY.match(window.text, other.start) or _NAMED_BY.match(claim.text, item.start):
        return True
    if not {item.norm, other.norm} <= _EXCHANGES:
        return False
    if any(
        _BE.search(text, max(0, at - 16), at) for text, at in ((claim.text, item.start), (window.text, other.start))
    ):
        return True
    return not any(
        one.index < item.index and one.weight >= _LIGHT and place < other.index
        for one in claim.items
        if (place := alignment.in_anchor(one.index)) is not None
    )


_PASSED, _REJECTED = re.compile("通过了|获得?通过|表决通过"), re.compile("否决|驳回|未获?通过|没有通过")


def _rejected(alignment: Alignment) -> list[Finding]:
    """通过了 against 否决: 通过 is mostly a preposition, and so no word that is compared."""
    if alignment.claim.lang != "zh" or alignment.anchored() < CONTEXT:
        return []
    for mine, theirs in ((_PASSED, _REJECTED), (_REJECTED, _PASSED)):
        said, told = mine.search(alignment.claim.text), theirs.search(alignment.window.text)
        if said and told and not mine.search(alignment.window.text) and not theirs.search(alignment.claim.text):
            return [Finding("antonym", Stance.CONTRADICTS, said.group(), told.group())]
    return []


_CONVERSE = frozenset(
    stem(word)
    for word in word_list(
        """
        buy sell lend borrow give receive north south east west northern southern eastern western above below before
        after win lose defeat older younger larger smaller taller shorter higher lower colder warmer
        father mother son daughter
        brother sister uncle aunt nephew niece husband wife left right earlier later more less better worse import
        export
        """
    )
)
_CONVERSE_CHINESE = frozenset("买卖借还南北东西左右上下父母儿女兄弟姐妹叔侄夫妻胜负赢输大小高低早晚前后击败战给于不敌")


def _is_converse(alignment: Alignment, item: Item, other: Item) -> bool:
    """ "B bought it from A" beside "A sold it to B": the opposite word, with the two parties the other way round."""
    words = {item.norm, other.norm}
    if item.norm.isascii():
        if not words <= _CONVERSE:
            return False
    elif not (set(item.norm) ^ set(other.norm)) <= _CONVERSE_CHINESE:
        return False
    placed = [
        (one.index, place)
        for one in alignment.claim.items
        if one.kind not in (NUMBER, DATE)
        and one.weight >= _LIGHT
        and one.index != item.index
        and (place := alignment.in_anchor(one.index)) is not None
        and alignment.matches[one.index][place] == 1.0
    ]
    return any(first[1] > second[1] for first, second in combinations(placed, 2) if _is_party(alignment, first, second))


def _is_party(alignment: Alignment, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Two names; in Chinese, whose names are not always told, two nouns of any sort."""
    items = alignment.claim.items
    names = sum(items[one[0]].group >= 0 for one in (first, second))
    return names == 2 or alignment.claim.lang == "zh"


def _fits(alignment: Alignment, item: Item, other: Item) -> bool:
    """Whether the antonym stands in the company that the claim's word keeps."""
    attainable = alignment.attainable(item.index)
    return attainable >= ANTONYM_ATTAINABLE and alignment.role(item.index, other.index) >= ANTONYM_ROLE * attainable
