"""Which of the supported languages a text is in, told by its script.

Script is enough for now: the only choice that hangs on it is between the English and the Chinese tools
(sentence ends, words, embedder), and those two scripts do not overlap. Other Latin-script languages go the
English way, where multilingual models can take over by a setting; scripts with no tools of their own are
"und" (undetermined).
"""

from __future__ import annotations

import re

_LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿＡ-Ｚａ-ｚ"
HAN = "㐀-䶿一-鿿豈-﫿𠀀-𲎯〇"
_KANA = "ぁ-ゖァ-ヺｦ-ﾝ"

_han = re.compile(f"[{HAN}]")
_kana = re.compile(f"[{_KANA}]")
_latin_word = re.compile(f"[{_LATIN}]+")
_other_letter = re.compile(f"[^\\W\\d_{_LATIN}{HAN}{_KANA}]")

_word = re.compile(f"(?<!-)[{_LATIN}]+(?:['’-][{_LATIN}]+)*")
_particle = re.compile(
    f"(?<=[A-ZÀ-ÖØ-Þ])([{_LATIN}]* )(?:(?:de|da|di|do|dos|das|du|des|del|della|la|le|les|los|las|el|al|van|von|der|den|"
    f"ter|zu|y|e|et|und) ){{1,2}}(?=[A-ZÀ-ÖØ-Þ])"
)

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
    words = _latin_word.findall(sample)
    other = len(_other_letter.findall(sample)) / 5
    latin = sum(1.0 if word[0].islower() else 0.25 for word in words)
    chinese = han / 1.5
    if kana > 0.15 * (han + kana) and chinese + kana > latin:
        return "und"
    if han and chinese >= latin and chinese >= other:
        return "zh"
    if words and len(words) >= other:
        return "en"
    return "und"


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
    from .common_words import COMMON_WORDS
    from .function_words import ENGLISH, OTHERS, SHARED

    outside_names = _particle.sub(" ", sample)  # "Rio de Janeiro", "Ludwig van Beethoven" are in no language
    words = [word.group() for word in _word.finditer(outside_names)]
    folded = [word.casefold() for word in words]
    weight = {word: 0.5 if word in SHARED else 1.0 for word in folded}
    english = sum(weight[word] for word in folded if word in ENGLISH or word in SHARED)
    other = max(
        sum(weight[low] for word, low in zip(words, folded, strict=True) if low in known and word.islower())
        for known in OTHERS.values()
    )
    lower = [word for word in words if word.islower()]
    if other or english:
        return english >= other or len(lower) < 2
    if len(lower) < _FEW_WORDS:
        return True
    return sum(word in COMMON_WORDS for word in lower) >= _UNCERTAIN * len(lower)


def _sampled(text: str) -> str:
    if len(text) <= _SAMPLE * _SAMPLES:
        return text
    step = (len(text) - _SAMPLE) // (_SAMPLES - 1)
    return "\n".join(text[i * step : i * step + _SAMPLE] for i in range(_SAMPLES))
