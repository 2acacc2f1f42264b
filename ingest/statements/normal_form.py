"""The normal form of a claim: what it shares with paraphrases that say exactly the same.

Two claims with one normal form are one proposition in other words, so that an opinion on the one holds for the other.
It is made to err on one side only: paraphrases it does not know keep apart, and no two claims that differ in a number,
a date, a name, a negation, a modality or a quantifier come together. Two ways lead to it:

- *as a sentence*: letter case, width and white space folded; numbers and dates by their values ("1,000" and "1000",
  "30 million" and "30,000,000", "1 April 1976" and "April 1, 1976"), everything else word for word;
- *as a triple*, so that active and passive voice are one: only where the claim has a single triple and that triple
  holds every word of the claim, but for auxiliaries and articles, which are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from claimgraph.graph_schema import ids

from ..model import StatedTriple
from ..text.dates import DateMention, find_dates
from ..text.quantities import Quantity, find_quantities
from ..text.word_lists import word_set

NORMAL_FORM_VERSION = "2"

_PAST, _PRESENT = "past", "present"
_TENSES = {"was": _PAST, "were": _PAST, "did": _PAST, "is": _PRESENT, "are": _PRESENT, "does": _PRESENT, "do": _PRESENT}
_NEGATIONS = ("not", "n't")
_QUANTIFIERS = word_set(
    """
    all every each some any no none few many most several both either neither only just another other one two half
    much more less least everyone everybody everything someone somebody something anyone anybody anything nobody
    nothing at about around over under nearly almost up
    """
)
_WORD = re.compile(r"n['’]t\b|[^\W_]+(?:[-'’.][^\W_]+)*", re.IGNORECASE)
_CONTRACTED = re.compile(r"(?<=\w)(?=n['’]t\b)", re.IGNORECASE)
_CHINESE_VOICE = {"", "了", "由", "被", "由了", "被了", "是由的", "是的", "把了"}
_CHINESE_QUANTIFIER = re.compile(r"[都各每某些几只仅任全]|所有|一切|大多|部分|许多|很多|至少|至多|约")
_CHINESE_DENIALS = ("不是", "没有", "并未", "从未", "未曾", "不", "没", "未")


def normal_form(text: str, lang: str, triples: Sequence[StatedTriple] = ()) -> str | None:
    """The normal form of a claim that stands alone, as a hash; None for one that has none (no words at all)."""
    return _normal_form(text, lang, tuple(triples))


@lru_cache(maxsize=4096)
def _normal_form(text: str, lang: str, triples: tuple[StatedTriple, ...]) -> str | None:
    sentence = _as_sentence(text, lang)
    if not any(char.isalnum() for char in sentence):
        return None
    form = _as_triple(text, lang, triples[0]) if len(triples) == 1 else None
    return ids.digest("NormalForm", NORMAL_FORM_VERSION, lang, *(form or ("sentence", sentence)))


def _as_sentence(text: str, lang: str) -> str:
    return ids.normalise_claim(_by_value(text, lang))


def _by_value(text: str, lang: str) -> str:
    """The text with its numbers and dates written by value; what does not fit exactly stays as it is written."""
    cuts = [(date.start, date.end, value) for date in find_dates(text, lang) if (value := _date_value(date))]
    for quantity in find_quantities(text, lang):
        value = _number_value(quantity, text)
        if value is not None and not any(
            start < quantity.number_end and quantity.start < end for start, end, _ in cuts
        ):
            cuts.append((quantity.start, quantity.number_end, value))
    written, at = [], 0
    for start, end, value in sorted(cuts):
        if start >= at:
            written += [text[at:start], value]
            at = end
    return "".join([*written, text[at:]])


def _date_value(date: DateMention) -> str | None:
    """A date that gives a month, by its fields. A year alone is written in one way only."""
    if date.month is None or date.season or date.quarter or date.weekday or date.last_year or date.is_part:
        return None
    if re.search(r"\d[/.]\d", date.surface):  # day and month may be either way round
        return None
    return f"⟨{date.year}-{date.month}-{date.day}⟩"


_PLAIN_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:\s?(?:hundred|thousand|million|billion|trillion))?", re.IGNORECASE)
_CHINESE_NUMBER = re.compile(
    r"\d[\d,，]*(?:\.\d+)?[十百千万亿]*|[一二两三四五六七八九][零〇一二两三四五六七八九十百千万亿]+"
)
_DECIMAL = re.compile(r"\.\d*\Z")


def _number_value(quantity: Quantity, text: str) -> str | None:
    """A number of digits, or digits and a scale, by its value; ranges, labels, clocks and the like as written."""
    if quantity.kind in ("label", "ordinal", "time", "multiple") or quantity.weak:
        return None
    written = text[quantity.start : quantity.number_end]
    said = written.lstrip("$£€¥")
    if _DECIMAL.search(said) or not (_PLAIN_NUMBER.fullmatch(said) or _CHINESE_NUMBER.fullmatch(said)):
        return None  # "3.10" may be a version
    value = quantity.number
    if quantity.low != quantity.high or value != value.to_integral_value():
        return None
    return f"{written[: len(written) - len(said)]}⟨{int(value)}⟩"


_Rest = tuple[str, *tuple[object, ...]]
"""The relation by its stem, and whatever else of a claim its triple's ends do not say."""


def _as_triple(text: str, lang: str, triple: StatedTriple) -> tuple[object, ...] | None:
    """What makes the claim up beside the key of its triple; None where the triple does not hold every word of it."""
    if lang == "zh":
        rest = _chinese_rest(text, triple)
    elif lang == "en":
        rest = _english_rest(text, triple)
    else:
        return None
    if rest is None:
        return None
    head, _, tail = triple.normal
    return ("triple", ids.triple_key(_by_value(head, lang), rest[0], _by_value(tail, lang)), *rest[1:])


def _english_rest(text: str, triple: StatedTriple) -> _Rest | None:
    """Relation, tense and articles; None where a word of the claim is left over."""
    words = _words(text)
    ends = _words(triple.head.text) + _words(triple.tail.text)
    if set(ends) & _QUANTIFIERS or not _in_order(text, triple, " by "):
        return None  # "everybody wrote something" is not "something was written by everybody"
    left = Counter(words)
    left.subtract(word for word in ends if word not in ("a", "an", "the"))
    if min(left.values(), default=0) < 0:
        return None
    for word in ("a", "an", "the"):
        left.pop(word, None)
    lemma = triple.normal[1].split()
    negations = sum(left.pop(word, 0) for word in _NEGATIONS)
    tenses = [_TENSES[word] for word in list(left) if word in _TENSES for _ in range(left.pop(word))]
    passive = left.pop("by", 0) == 1
    if negations != lemma.count("not") or negations > 1 or len(tenses) > 1 or (passive and not tenses):
        return None
    base, *others = [word for word in lemma if word != "not"] or [""]
    left.subtract(others)
    verbs = list(left.elements())
    if min(left.values(), default=0) < 0 or len(verbs) > 1 or not set(verbs) <= set(_words(triple.relation)):
        return None
    verb = verbs[0] if verbs else ""
    present = not verb or verb in (base, f"{base}s", f"{base}es", "has")
    tense = tenses[0] if tenses else _PRESENT if present else _PAST
    stem = " ".join([*("not" for _ in range(negations)), _stem(verb, base), *others])
    return (stem, tense, _articles(text))


def _stem(verb: str, lemma: str) -> str:
    """What the forms of one verb share: by the word itself where it is regular, so that founded is not found."""
    if verb.endswith("ed"):
        return verb[:-2]
    return lemma.removesuffix("e") if verb in (lemma, f"{lemma}s") else f"{lemma}*"


def _in_order(text: str, triple: StatedTriple, by: str) -> bool:
    """Whether the ends stand as their voice wants it, so that a sentence that was misread joins no other: the doer
    first in the active voice, and behind `by` in the passive."""
    doer, done_to = triple.normal[0], triple.normal[2]
    first, second = text.find(doer), text.find(done_to)
    if first < 0 or second < 0:
        return False
    if by in text[: max(first, second)]:
        return second < text.rfind(by, 0, max(first, second)) < first
    return first < second


def _articles(text: str) -> list[str]:
    """Indefinite articles, and definite ones of common nouns: "the Danube" is "Danube"."""
    found = re.findall(r"\b(an?|the)\s+(\w)", text, re.IGNORECASE)
    kept = [article.lower() for article, first in found if article.lower() != "the" or first.islower()]
    return sorted("a" if article == "an" else article for article in kept)


def _words(text: str) -> list[str]:
    apart = _CONTRACTED.sub(" ", " ".join(text.split()))
    plain = re.sub(r"['’]s\b", "", apart)
    return [word.casefold().replace("’", "'") for word in _WORD.findall(plain)]


def _chinese_rest(text: str, triple: StatedTriple) -> _Rest | None:
    """The relation with its denial as it is worded, where nothing but the voice and 了 is left of the claim."""
    left = re.sub(r"[\s。．.!！；;]", "", text)
    head, tail = (re.sub(r"\s", "", end.text) for end in (triple.head, triple.tail))
    verb = triple.normal[1].removeprefix("not ")
    if _CHINESE_QUANTIFIER.search(head + tail) or not _in_order(text, triple, "由" if "由" in text else "被"):
        return None
    for part in (*sorted((head, tail), key=len, reverse=True), verb):
        if not part or left.count(part) != 1:
            return None
        left = left.replace(part, "\u0000")
    left = left.replace("\u0000", "")
    denial = ""
    if triple.normal[1].startswith("not "):
        denial = next((word for word in _CHINESE_DENIALS if left.count(word) == 1), "")
        if not denial:
            return None
        left = left.replace(denial, "")
    return (f"{denial} {verb}".strip(),) if left in _CHINESE_VOICE else None
