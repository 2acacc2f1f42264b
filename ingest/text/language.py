"""Which of the supported languages a text is in, told by its script.

Script is enough for now: the only choice that hangs on it is between the English and the Chinese tools
(sentence ends, words, embedder), and those two scripts do not overlap. Other Latin-script languages go the
English way, where multilingual models can take over by a setting; scripts with no tools of their own are
"und" (undetermined).
"""

from __future__ import annotations

import re

from .word_lists import word_set

_LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿＡ-Ｚａ-ｚ"
HAN = "㐀-䶿一-鿿\uf900-\ufaff𠀀-𲎯〇"  # the compatibility block by its numbers: it does not survive normalisation
_KANA = "ぁ-ゖァ-ヺｦ-ﾝ"

_han = re.compile(f"[{HAN}]")
_kana = re.compile(f"[{_KANA}]")
_hangul = re.compile("[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]")
_latin_word = re.compile(f"[{_LATIN}]+")
_lower_word = re.compile("(?<![A-Za-z])[a-z]+(?![A-Za-z])")
_other_letter = re.compile(f"[^\\W\\d_{_LATIN}{HAN}{_KANA}]")

_word = re.compile(f"(?<![-'’{_LATIN}\\d])[{_LATIN}]+(?:['’-][{_LATIN}]+)*(?![{_LATIN}\\d])")
_particle = re.compile(
    f"(?<=[A-ZÀ-ÖØ-Þ])([{_LATIN}]* )(?:(?:de|da|di|do|dos|das|du|des|del|della|la|le|les|los|las|el|al|van|von|der|den|"
    f"ter|zu|y|e|et|und) ){{1,2}}(?=[A-ZÀ-ÖØ-Þ])"
)

_address = re.compile(r"\S*(?:://|@|www\.)\S*")
_opens = re.compile(r"(?:\A|[.!?:;\n])[\s\"'“‘«(\[*_#>-]*\Z")

_LEAST_HAN = 5  # characters; fewer in a Western text are a name, a title or a word that is explained
_LEAST_LATIN = 3  # words; fewer in a Chinese text are a name or a model number
_WITHIN_NAMES = word_set("of the and for in on at to a an & de la le du des von van der den di da el y")
_SAMPLE = 5_000
_SAMPLES = 4
_FEW_WORDS = 8  # below, a text without function words is taken for English: names, headings, "OK"
_UNCERTAIN = 0.12  # of its words in lower case, an English text has at least this share of everyday English ones


def detect_language(text: str) -> str:
    """ "zh", "en" or "und".

    Words are weighed, not letters: one and a half Han characters make a word, and a capitalised Latin word
    (a product or a person named in a Chinese sentence) counts a quarter of an ordinary one. Long texts are
    sampled.
    """
    sample = _sampled(text)
    if sample.isascii():
        return "en" if _latin_word.search(sample) else "und"
    han = len(_han.findall(sample))
    kana = len(_kana.findall(sample))
    hangul = len(_hangul.findall(sample))
    words = _latin_word.findall(sample)
    other = len(_other_letter.findall(sample)) / 5
    latin = sum(1.0 if word[0].islower() else 0.25 for word in words)
    chinese = han / 1.5
    if kana > 0.15 * (han + kana) and chinese + kana > latin:
        return "und"
    if hangul > 0.15 * (han + hangul) and (chinese + hangul) / 2 > latin:
        return "und"
    if han and chinese >= latin and chinese >= other:
        return "zh"
    if words and len(words) >= other:
        return "en"
    return "und"


def sentence_language(sentence: str, around: str) -> str:
    """The language of one sentence of a text that `around` was detected for: "zh", "en" or "und".

    What has too little of another script to be prose in it, as a name, a title or a model number of its own ("iPhone
    15 Pro Max."), is in the language of the text around it.
    """
    if not may_hold_another_language(sentence, around):
        return around
    lang = detect_language(sentence)
    if lang == around or lang == "und":
        return around
    if lang == "zh":
        return lang if len(_han.findall(sentence)) >= _LEAST_HAN else around
    words = _latin_word.findall(sentence)
    said = any(word.islower() and word not in _WITHIN_NAMES for word in words)
    return lang if said and len(words) >= _LEAST_LATIN else around


def may_hold_another_language(text: str, lang: str) -> bool:
    """False where no sentence of a text in `lang` can be in another language; told at a glance."""
    if lang == "en":
        return _han.search(text) is not None
    return lang != "zh" or _lower_word.search(text) is not None


def rules_language(text: str) -> str | None:
    """The language whose rules can read a text: "en", "zh", or None where there are none.

    Unlike `detect_language`, which says by the script alone which tools come nearest, this tells English from the
    other languages in Latin script: by function words, and where a text has none of any language, by everyday
    English words. A text without a single word (numbers, emoji) counts as English: there is nothing to read in it.
    """
    lang = detect_language(text)
    if lang == "zh":
        return "zh"
    sample = _sampled(text)
    if lang == "und":
        return None if any(char.isalpha() for char in sample) else "en"
    return "en" if _is_english(sample) else None


def _is_english(sample: str) -> bool:
    """By function words first, in lower case, for names hold those of any language; by all else that tells, after.

    An article that opens a sentence tells too ("Le pont", less so "Der Preis", for there may be a name: "Los
    Angeles"), and so do words with accents. Everyday English words weigh half. Where there are signs of another
    language, the English ones must outweigh them.
    """
    from .function_words import ENGLISH, FOREIGN, OTHERS, SHARED

    # "Rio de Janeiro", "Ludwig van Beethoven" are in no language
    outside_names = _particle.sub(" ", _address.sub(" ", sample))
    found = list(_word.finditer(outside_names))
    words = [word.group() for word in found]
    folded = [word.casefold() for word in words]
    weight = {word: 0.5 if word in SHARED else 1.0 for word in folded}
    english = sum(weight[word] for word in folded if word in ENGLISH or word in SHARED)
    lower = [word for word in words if word.islower()]
    opening = _openings(outside_names, found)
    other = max(
        sum(weight[word] for word in lower if word in known)
        + sum(value for word, value in opening.items() if word in known)
        for known in OTHERS.values()
    )
    accented = sum(word not in _ENGLISH_ACCENTS and word not in FOREIGN and not word.isascii() for word in lower)
    everyday = sum(_is_everyday(word) for word in lower)
    if opening or accented or any(word in FOREIGN for word in lower):
        if not lower or (len(lower) < 2 and not opening and not accented):
            return True
        return english + everyday / 2 > other + accented
    if other:
        return english + everyday / 2 >= other or len(lower) < 2
    if english or len(lower) < _FEW_WORDS:
        return True
    return everyday >= _UNCERTAIN * len(lower)


_ENGLISH_ACCENTS = word_set(
    """
    café cafés naïve naïveté résumé résumés cliché clichés façade façades fiancé fiancée décor née vis-à-vis über
    jalapeño jalapeños crème brûlée touché d'état déjà entrée entrées soufflé pâté exposé protégé protégés matinée
    papier-mâché coöperate coöperation à émigré émigrés attaché communiqué sauté sautéed purée piñata señor señora
    doppelgänger smörgåsbord rosé passé risqué blasé consommé détente élite élan régime rôle fête naïf coup
    """
)


def _openings(text: str, words: list[re.Match[str]]) -> dict[str, float]:
    """Capitalised function words of other languages that open a sentence, with what each tells of its language."""
    from .function_words import ENGLISH, FOREIGN, SHARED

    found: dict[str, float] = {}
    for word, following in zip(words, [*words[1:], None], strict=False):
        low = word.group().casefold()
        if low not in FOREIGN or low in ENGLISH or low in SHARED or not word.group().istitle():
            continue
        if following is not None and _opens.search(text, max(0, word.start() - 8), word.start()):
            found[low] = found.get(low, 0) + (1.0 if following.group().islower() else 0.4)
    return found


def _is_everyday(word: str) -> bool:
    """An English word of every day, or one in the past tense or the progressive form."""
    from claimgraph.platform.models.analysis.irregular import IRREGULAR

    from .common_words import COMMON_WORDS
    from .function_words import ENGLISH, FOREIGN, SHARED

    if word in FOREIGN or word in ENGLISH or word in SHARED or not word.isascii():
        return False
    if word in COMMON_WORDS or word in IRREGULAR["VB"] or (word.endswith("s") and word[:-1] in COMMON_WORDS):
        return True
    return len(word) > 4 and word.endswith(("ed", "ing"))


def _sampled(text: str) -> str:
    if len(text) <= _SAMPLE * _SAMPLES:
        return text
    step = (len(text) - _SAMPLE) // (_SAMPLES - 1)
    return "\n".join(text[i * step : i * step + _SAMPLE] for i in range(_SAMPLES))
