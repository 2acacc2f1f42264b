"""Chinese text analysis: jieba's words and tags, a net's named entities. There is no tree."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version as installed_version
from pathlib import Path

from claimgraph.platform.models import chinese
from claimgraph.platform.models.onnx_encoder import WEIGHTS
from claimgraph.platform.models.ports import Analysis

from .chinese_ner import ChineseNer
from .chinese_tokens import tokens, with_whole_words

_RULES = "1"
"""Raised whenever the rules that make tokens of words change."""


class ChineseAnalyser:
    """`Token.tag` is jieba's, `pos` its universal counterpart, `lemma` the word itself; `head` is -1 everywhere."""

    def __init__(self, folder: Path = WEIGHTS) -> None:
        """`folder` holds the net and its lists."""
        self._ner = ChineseNer(folder)

    @property
    def name(self) -> str:
        return "jieba_ner"

    @property
    def version(self) -> str:
        return f"{_RULES}-{installed_version('jieba')}-{self._ner.version}"

    @property
    def languages(self) -> frozenset[str]:
        return frozenset({"zh"})

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        """One analysis a sentence, in order, each made by itself. Raises ModelUnavailable."""
        return [self._analyse(sentence) for sentence in sentences]

    def _analyse(self, sentence: str) -> Analysis:
        if not sentence.strip():
            return Analysis(sentence, ())
        words = chinese.tag_words(sentence)
        entities = with_whole_words(sentence, self._ner.entities(sentence, words))
        return Analysis(sentence, tokens(sentence, words, entities, chinese.dictionary_tags()), entities)
