"""The little inflection that splitting asks for: agreement in number, articles, past and present of a verb."""

from __future__ import annotations

from ...text.word_lists import word_set

_SINGULAR_OF = {"are": "is", "were": "was", "have": "has", "do": "does", "'re": "is", "’re": "is", "'ve": "has"}
_PLURAL_OF = {"is": "are", "was": "were", "has": "have", "does": "do"}

_IRREGULAR = dict(
    pair.split("/")
    for pair in word_set(
        """
    be/was become/became begin/began bind/bound bite/bit blow/blew break/broke bring/brought build/built burn/burned
    buy/bought catch/caught choose/chose come/came cost/cost cut/cut deal/dealt dig/dug do/did draw/drew drink/drank
    drive/drove eat/ate fall/fell feed/fed feel/felt fight/fought find/found flee/fled fly/flew forbid/forbade
    forget/forgot freeze/froze get/got give/gave go/went grow/grew hang/hung have/had hear/heard hide/hid hit/hit
    hold/held hurt/hurt keep/kept know/knew lay/laid lead/led leave/left lend/lent let/let lie/lay light/lit lose/lost
    make/made mean/meant meet/met overcome/overcame overtake/overtook pay/paid put/put read/read ride/rode ring/rang
    rise/rose run/ran say/said see/saw seek/sought sell/sold send/sent set/set shake/shook shine/shone shoot/shot
    show/showed shrink/shrank shut/shut sing/sang sink/sank sit/sat sleep/slept speak/spoke spend/spent spin/spun
    split/split spread/spread stand/stood steal/stole stick/stuck strike/struck sweep/swept swim/swam take/took
    teach/taught tear/tore tell/told think/thought throw/threw undergo/underwent understand/understood
    undertake/undertook wear/wore win/won withdraw/withdrew write/wrote rebuild/rebuilt oversee/oversaw
    broadcast/broadcast forecast/forecast beat/beat bear/bore bet/bet bid/bid lean/leaned learn/learned
        """
    )
)
_DOUBLED = word_set(
    "stop plan drop ship rob ban fit grip occur prefer refer transfer commit submit permit admit control regret equip"
)
_AN = word_set("hour honest honor honour heir mba mp fbi nba nfl ngo html http sql xml api ai")
_A_PREFIXES = ("uni", "use", "usu", "eu", "one", "once", "ufo", "ubi", "uk", "us ", "u.s", "uto", "uti", "ura")


def past(lemma: str) -> str:
    """The simple past of a verb: "found" -> "founded", "make" -> "made"."""
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ied"
    return lemma + lemma[-1] + "ed" if lemma in _DOUBLED else lemma + "ed"


def third_person(lemma: str) -> str:
    """The present of a verb for he, she, it: "carry" -> "carries"."""
    if lemma in {"be", "have", "do", "go"}:
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[lemma]
    if lemma.endswith(("s", "x", "z", "ch", "sh")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + "s"


def present(lemma: str, *, plural: bool) -> str:
    if lemma == "be":
        return "are" if plural else "is"
    return lemma if plural else third_person(lemma)


def be(*, was: bool, plural: bool) -> str:
    if was:
        return "were" if plural else "was"
    return "are" if plural else "is"


def singular_verb(text: str, lemma: str, tag: str) -> str:
    """A finite verb as it goes with a singular subject; what does not change comes back as it is."""
    if text.lower() in _SINGULAR_OF:
        return _SINGULAR_OF[text.lower()]
    return third_person(lemma) if tag == "VBP" and lemma != "be" else text


def plural_verb(text: str, lemma: str, tag: str) -> str:
    if text.lower() in _PLURAL_OF:
        return _PLURAL_OF[text.lower()]
    return lemma if tag == "VBZ" else text


def article(following: str) -> str:
    """ "a" or "an", by the sound that the next word begins with."""
    word = following.lower().lstrip("\"'“‘(")
    if word in _AN or (following.isupper() and 1 < len(following) <= 5 and following[0] in "AEFHILMNORSX"):
        return "an"
    if word.startswith(_A_PREFIXES):
        return "a"
    return "an" if word[:1] in "aeiou8" or word in {"11", "18"} else "a"


def possessive(name: str, *, plural: bool = False) -> str:
    return name + ("'" if plural and name.endswith("s") else "'s")


def past_forms() -> frozenset[str]:
    """Irregular pasts, and the commonest regular ones, by which a verb phrase is known."""
    return _PASTS


def present_forms() -> frozenset[str]:
    """Third persons of the verbs that relations are mostly made of."""
    return _PRESENTS


def plural_noun(phrase: str) -> bool:
    """A guess, by form, whether a noun phrase is plural: "cells", "A and B"; not "Paris", "physics", "the USA"."""
    words = phrase.split()
    if not words:
        return False
    if " and " in f" {phrase} " and not phrase[:1].isupper():
        return True
    last = words[-1]
    if last[:1].isupper() or not last.endswith("s"):
        return last in {"people", "children", "men", "women", "mice", "data", "bacteria"}
    return not last.endswith(("ss", "us", "is", "ics", "news", "'s", "series", "species"))


_PASTS = frozenset(_IRREGULAR.values()) - {
    "read",
    "cut",
    "put",
    "set",
    "let",
    "cost",
    "hit",
    "hurt",
    "lead",
    "born",
    "found",
} | word_set(
    """
    acquired joined founded created directed published received studied worked lived died moved married invented
    discovered developed released launched introduced designed played served attended visited attacked defeated signed
    owned used produced established supported caused replaced succeeded preceded followed opened closed
    """
)
_PRESENTS = frozenset(third_person(lemma) for lemma in _IRREGULAR) | word_set(
    """
    owns uses produces causes contains includes supports belongs lives works plays covers borders employs treats
    prevents requires depends consists provides operates offers acquires creates develops publishes directs serves
    increases reduces inhibits activates represents remains lies flows allows enables shares studies joins manufactures
    plans wants likes loves needs follows precedes replaces
    """
)
