"""A text as words for comparison, English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import lexicon_english as en
from .tokens import Names, Token
from .tokens_chinese import LEADS as CHINESE_LEADS
from .tokens_chinese import chinese_tokens
from .tokens_english import english_tokens

LEADS = en.PREPOSITIONS | CHINESE_LEADS
"""Words that say in which role what follows stands."""
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0002ceaf]")


def tokenize(text: str, lang: str, covered: Sequence[tuple[int, int]]) -> tuple[list[Token], Names]:
    """All words of `text` outside of the `covered` stretches, and the names that some of them form."""
    if lang == "zh" or (lang != "en" and _HAN.search(text)):
        return chinese_tokens(text, covered)
    return english_tokens(text, covered)
