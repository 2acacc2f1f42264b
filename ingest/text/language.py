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

_SAMPLE = 5_000
_SAMPLES = 4


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


def _sampled(text: str) -> str:
    if len(text) <= _SAMPLE * _SAMPLES:
        return text
    step = (len(text) - _SAMPLE) // (_SAMPLES - 1)
    return "\n".join(text[i * step : i * step + _SAMPLE] for i in range(_SAMPLES))
