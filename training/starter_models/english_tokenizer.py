"""spaCy's English tokenizer, fitted to the treebank where the two differ; the pipeline keeps the result as data."""

from __future__ import annotations

import re
from typing import Any

from spacy.symbols import ORTH
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

RUNS = [r"[!?.]{2,}", *(rf"{re.escape(mark)}{{2,}}" for mark in "=_*#~<>+^|-"), r"[!?]+"]
"""Repeated marks are one word: "!!!", "?!", "=====", "<<"."""
WHOLE = "|".join(
    [
        # Prefixes that are no words stay with theirs.
        r"(?:e|non|co|re|pre|anti|mid|ex|semi|multi|counter|ultra|un|sub|inter|post|micro|mini|pro|quasi|vice)-[A-Za-z]+",
        r"(?:\+?\d{1,3}[-.])?\(?\d{3}\)?[-.]\d{3}[-.]\d{4}",  # telephone numbers
        r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}",  # dates
    ]
)
ABBREVIATIONS = ("Ft.", "ft.", "No.", "Nos.", "Sgt.", "Capt.", "Lt.", "Col.", "Maj.", "Cpl.", "Ave.", "Blvd.", "Rd.")
SPLIT = {"and/or": ("and", "/", "or"), "wanna": ("wan", "na"), "Wanna": ("Wan", "na"), "lemme": ("lem", "me")}


def fit_tokenizer(pipeline: Any) -> None:
    """Change the rules of the pipeline's tokenizer in place."""
    tokenizer, defaults = pipeline.tokenizer, pipeline.Defaults
    tokenizer.prefix_search = compile_prefix_regex([*RUNS, *defaults.prefixes]).search
    tokenizer.suffix_search = compile_suffix_regex([*RUNS, *defaults.suffixes]).search
    tokenizer.infix_finditer = compile_infix_regex([*defaults.infixes, r"(?<=[A-Za-z])/(?=[A-Za-z])"]).finditer
    tokenizer.token_match = re.compile(rf"(?i)^(?:{WHOLE})$").match
    for word in ABBREVIATIONS:
        tokenizer.add_special_case(word, [{ORTH: word}])
    for word, parts in SPLIT.items():
        tokenizer.add_special_case(word, [{ORTH: part} for part in parts])
