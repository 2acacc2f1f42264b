"""A triple as an assertion that can be compared: whose, which relation, which value.

"Paris is the capital of France", "The capital of France is Paris" and 法国的首都是巴黎 all give the capital of
France. A relation that is in no list keeps its subject, lemma and object.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from claimgraph.ingest.text.dates import DateMention, find_dates
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.word_lists import word_list, word_set

from .graph_relations import (
    DATE,
    DIMENSIONS,
    NAME,
    NUMBER,
    PLACE,
    VERBS,
    Property,
    is_location,
    split_noun_phrase,
    split_seat,
)


@dataclass(frozen=True, slots=True)
class Value:
    """An object of a triple: a date, a number, or a name."""

    text: str  # folded
    surface: str  # as the statement spells it, where it does
    date: DateMention | None = None
    quantity: Quantity | None = None

    @property
    def kind(self) -> str:
        return DATE if self.date else NUMBER if self.quantity else NAME


@dataclass(frozen=True, slots=True)
class Assertion:
    """`relation` is the property's name where it is one of which there is a single value."""

    subject: str  # folded
    relation: str
    value: Value
    negated: bool
    single: Property | None
    location: bool
    named: bool  # its subject has a name: "the company" of two texts may be two companies
    qualified: bool  # the statement says more than this triple: at a time, perhaps, only ...
    past: bool
    doubted: bool  # the statement says that it may be so, is said to be so, will be or once was so

    @property
    def functional(self) -> bool:
        """Whether another value of the same kind contradicts."""
        kind = PLACE if self.value.kind == NAME else self.value.kind
        return self.single is not None and bool({kind, self.value.kind} & self.single.kinds)


Triple = tuple[str, str, str]
"""Head, relation and tail in normal form, folded (`ids.split_triple_key`)."""


@lru_cache(maxsize=16_384)
def read_assertion(triple: Triple, statement: str, lang: str, others: tuple[Triple, ...] = ()) -> Assertion:
    """What a triple asserts; `statement` is the sentence that has it, `others` are further triples of the sentence.
    Pure, and kept: a statement stands in several windows, and each claim meets it there."""
    head, relation, tail = triple
    denied = relation.startswith("not ")
    lemma = relation.removeprefix("not ")
    subject, name, value, single = _shape(head, lemma, tail)
    changes = single.changing if single is not None else lemma.split()[:1] in (["be"], ["have"], ["是"], ["有"])
    past = changes and _is_past(statement, lang)
    return Assertion(
        subject=subject,
        relation=name,
        value=_value(value, statement, lang),
        negated=denied,
        single=single,
        location=single is None and is_location(lemma),
        named=_is_named(subject, statement),
        qualified=bool(beyond(statement, [(head, lemma, tail), *others], lang)),
        past=past,
        doubted=bool((_DOUBT_CHINESE if lang == "zh" else _DOUBT_ENGLISH).search(statement)),
    )


def _shape(head: str, relation: str, tail: str) -> tuple[str, str, str, Property | None]:
    """(subject, relation, value, property) of a triple without its negation."""
    if relation in ("be", "是", "为", "have", "有", "位于", "设在", "达", "达到", "约为"):
        if (split := split_noun_phrase(head)) is not None:
            return split[0], split[1].name, tail, split[1]
        if relation in ("be", "是", "为") and (split := split_noun_phrase(tail)) is not None:
            return split[0], split[1].name, head, split[1]
        if relation == "have" and (owned := re.fullmatch(r"(?P<noun>[a-z ]+?) of (?P<value>.*\d.*)", tail)):
            split = split_noun_phrase(f"{owned['noun']} of x")
            if split is not None:
                return head, split[1].name, owned["value"], split[1]
        if relation == "have" and (seat := split_seat(tail)) is not None:
            return head, seat[0].name, seat[1], seat[0]
        if relation == "be" and (size := re.fullmatch(r"(?P<value>.*\d.*?) (?P<way>long|high|tall|wide|deep)", tail)):
            single = DIMENSIONS[size["way"]]
            return head, single.name, size["value"], single
    if (split := split_noun_phrase(f"{head}的{relation}")) is not None and not relation.isascii():
        return split[0], split[1].name, tail, split[1]
    if (verb := VERBS.get(relation)) is not None:
        return head, verb.name, tail, verb
    return head, _stem(relation), tail, None


def _stem(relation: str) -> str:
    """The lemma as all its readings spell it: "invente" and "invent"."""
    verb, _, rest = relation.partition(" ")
    return f"{verb.removesuffix('e')} {rest}".strip() if verb.isascii() and len(verb) > 3 else relation


def _value(text: str, statement: str, lang: str) -> Value:
    surface = spelled(text, statement)
    dates = find_dates(surface, lang) or find_dates(f"in {surface}", lang)
    if dates and len(dates) == 1 and dates[0].end - dates[0].start >= len(surface) - 4:
        return Value(text, surface, date=dates[0])
    quantities = find_quantities(surface, lang)
    if len(quantities) == 1 and quantities[0].kind not in ("label", "ordinal") and not quantities[0].weak:
        found = quantities[0]
        outside = surface[: found.start] + surface[found.end :]
        if not re.search(r"[^\W\d_]", re.sub(_HEDGE, "", outside, flags=re.IGNORECASE)):
            return Value(text, surface, quantity=found)
    return Value(text, surface)


_HEDGE = r"about|around|roughly|approximately|nearly|almost|over|more than|less than|at least|at most|约|大约|超过"


def spelled(text: str, statement: str) -> str:
    """The words of `text` (folded) as the statement spells them."""
    at = statement.casefold().find(text)
    return statement[at : at + len(text)] if at >= 0 and len(statement.casefold()) == len(statement) else text


def _is_named(subject: str, statement: str) -> bool:
    surface = spelled(subject, statement)
    return any(char.isupper() for char in surface) or (not surface.isascii() and len(surface) > 1)


_FREE = word_set(
    """
    the a an of in on at to by for with from is are was were be been being has have had do does did and it its 's
    located situated part also currently today now
    """
)
_FREE_CHINESE = re.compile(r"[的是了在于为有由被和与其之共\s，。、；！,.!;]|目前|现在|现任|如今")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_IRREGULAR_FORMS = word_list(
    """
    born:bear wrote:write written:write won:win rose:rise risen:rise led:lead held:hold sold:sell bought:buy
    made:make took:take taken:take became:become began:begin begun:begin came:come went:go gave:give ran:run
    sank:sink lay:lie stood:stand sat:sit fought:fight taught:teach caught:catch brought:bring lost:lose
    met:meet left:leave kept:keep spent:spend sent:send built:build fell:fall flew:fly grew:grow knew:know
    known:know drew:draw threw:throw chose:choose spoke:speak broke:break drove:drive rode:ride shot:shoot
    found:find founded:found bound:bind sang:sing
    """
)
_IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR_FORMS)


def beyond(statement: str, triples: Sequence[Triple], lang: str) -> list[str]:
    """Words of a statement that its triples do not hold: an adverb, a time, a doubt, a second object."""
    parts = [part for triple in triples for part in triple]
    relations = [triple[1].removeprefix("not ") for triple in triples]
    if lang == "zh":
        left = statement.casefold()
        for part in sorted({*parts, *relations} - {""}, key=len, reverse=True):
            left = left.replace(part, " ", 1)
        for char in {char for relation in relations for char in relation if not char.isspace()}:
            left = left.replace(char, "")
        return _FREE_CHINESE.sub(" ", re.sub("不是|没有|并未|不|没|未", " ", left)).split()
    held = {word.casefold() for part in parts for word in _WORD.findall(part)}
    verbs = {relation.split()[0] for relation in relations if relation.split()}
    words = [word.casefold().replace("’", "'") for word in _WORD.findall(statement)]
    return [
        word
        for word in words
        if word not in held
        and word not in _FREE
        and word.removesuffix("'s") not in held
        and word not in ("not", "never", "isn't", "wasn't", "didn't", "doesn't", "aren't", "weren't")
        and not any(_inflects(word, verb) for verb in verbs)
    ]


def _inflects(word: str, verb: str) -> bool:
    """Whether a word may be a form of the verb."""
    if _IRREGULAR.get(word) == verb:
        return True
    stem = verb.removesuffix("e").removesuffix("y")
    return len(stem) >= 2 and word.startswith(stem[: max(2, len(stem) - 1)]) and len(word) <= len(verb) + 4


_PAST_ENGLISH = re.compile(r"\b(?:was|were|had|former|formerly|previously|until|once)\b", re.IGNORECASE)
_PAST_CHINESE = re.compile(r"曾|前任|原[任为是]|当时|以前|过去")


_DOUBT_ENGLISH = re.compile(
    r"\b(?:perhaps|maybe|(?-i:may|will)|might|could|would|should|possibly|probably|likely|reportedly|allegedly|supposedly|rumou?red|"
    r"claims?|claimed|said to|thought to|believed|if|unless|almost|nearly|planned|plans?|expected|proposed|"
    r"formerly|previously|originally|once|used to|no longer|until)\b",
    re.IGNORECASE,
)
_DOUBT_CHINESE = re.compile(
    r"可能|也许|或许|大概|据说|据称|据传|传闻|声称|似乎|疑似|如果|若|几乎|差点|计划|预计|拟|将|曾|过去|以前|原先|原本|不再|直到"
)


def _is_past(statement: str, lang: str) -> bool:
    return bool((_PAST_CHINESE if lang == "zh" else _PAST_ENGLISH).search(statement))
