"""A fast estimate of how many word pieces a text has, without a tokenizer.

Made for the vocabulary of MiniLM (uncased BERT): seven letters or three digits to a piece, and one for each
Han character, punctuation mark or other sign. Common longer words are one piece there, so the estimate errs
upwards on most text; it falls short only where a text is full of rare names, by much less than the distance
that chunks keep from the model's limit.
"""

from __future__ import annotations

import re

_piece = re.compile(r"[A-Za-z]{1,7}|[0-9]{1,3}|[^\sA-Za-z0-9]")


def count_tokens(text: str) -> int:
    """Approximate number of word pieces of `text`."""
    return len(_piece.findall(text))


def cut_offset(text: str, start: int, end: int, limit: int) -> int:
    """The offset behind the last of the first `limit` pieces of `text[start:end]`; `end` where there are
    fewer.
    """
    offset = end
    for number, match in enumerate(_piece.finditer(text, start, end), start=1):
        if number > limit:
            break
        offset = match.end()
    else:
        return end
    return offset
