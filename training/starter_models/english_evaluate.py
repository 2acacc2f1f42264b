"""The exported English pipeline, measured by spaCy's scorer and through the analyser that runs it in claimgraph."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimgraph.platform.models.analysis.english import PIPELINE, EnglishAnalyser

from .english_data import Sentence
from .english_train import spans

TYPES = ("LOC", "ORG", "PER")


def figures(folder: Path, parses: Sequence[Sentence], names: Sequence[Sentence], threads: int) -> dict[str, Any]:
    """Of the pipeline in `folder`: tags, lemmas and trees on gold words and on raw text; names on raw text."""
    return {
        "sentences": len(parses),
        "words": sum(len(sentence.words) for sentence in parses),
        "gold_words": _scores(folder, parses, raw=False),
        "raw_text": _scores(folder, parses, raw=True),
        "names": _names(EnglishAnalyser(folder, threads), names),
        **_form(folder, [sentence.text for sentence in parses[:400]], threads),
    }


def _scores(folder: Path, parses: Sequence[Sentence], raw: bool) -> dict[str, float]:
    """spaCy's scores in percent. On raw text a word or its head that was cut otherwise is wrong."""
    import spacy
    from spacy.training import Example

    pipeline = spacy.load(folder / PIPELINE)
    gold = [_doc(pipeline, sentence) for sentence in parses]
    examples = [Example(pipeline.make_doc(doc.text) if raw else _bare(pipeline, doc), doc) for doc in gold]
    found = pipeline.evaluate(examples)
    keys = {
        "token_f": "words",
        "pos_acc": "upos",
        "tag_acc": "xpos",
        "lemma_acc": "lemma",
        "dep_uas": "uas",
        "dep_las": "las",
    }
    return {ours: round(100 * found[theirs], 1) for theirs, ours in keys.items()}


def _doc(pipeline: Any, sentence: Sentence) -> Any:
    from spacy.tokens import Doc

    return Doc(
        pipeline.vocab,
        words=sentence.words,
        spaces=_spaces(sentence),
        tags=sentence.xpos,
        pos=sentence.upos,
        lemmas=sentence.lemmas,
        heads=[index if head < 0 else head for index, head in enumerate(sentence.heads)],
        deps=["ROOT" if dep == "root" else dep for dep in sentence.deps],
    )


def _bare(pipeline: Any, doc: Any) -> Any:
    from spacy.tokens import Doc

    return Doc(pipeline.vocab, words=[token.text for token in doc], spaces=[bool(token.whitespace_) for token in doc])


def _spaces(sentence: Sentence) -> list[bool]:
    starts = [start for start, _ in sentence.spans[1:]]
    return [*(end < start for (_, end), start in zip(sentence.spans, starts, strict=False)), False]


def _names(analyser: EnglishAnalyser, sentences: Sequence[Sentence]) -> dict[str, dict[str, float]]:
    """Per type and for all: names in the text, precision, recall and F1 of exact character spans, in percent."""
    right: Counter[str] = Counter()
    found: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for sentence, analysis in zip(sentences, analyser.analyse([one.text for one in sentences]), strict=True):
        wanted = {
            (sentence.spans[first][0], sentence.spans[after - 1][1], label)
            for first, after, label in spans(sentence.names)
        }
        had = {(name.start, name.end, name.label) for name in analysis.entities}
        for counter, some in ((right, wanted & had), (found, had), (gold, wanted)):
            counter.update(label for _, _, label in some)
            counter["all"] += len(some)
    return {
        label: {
            "gold": gold[label],
            "precision": round(100 * right[label] / max(1, found[label]), 1),
            "recall": round(100 * right[label] / max(1, gold[label]), 1),
            "f1": round(200 * right[label] / max(1, found[label] + gold[label]), 1),
        }
        for label in (*TYPES, "all")
    }


def _form(folder: Path, texts: Sequence[str], threads: int) -> dict[str, Any]:
    analyser = EnglishAnalyser(folder, threads)
    analyser.analyse(texts[:1])
    started = time.process_time()
    analyses = analyser.analyse(texts)
    seconds = time.process_time() - started
    size = sum(path.stat().st_size for path in (folder / PIPELINE).rglob("*") if path.is_file())
    return {
        "megabytes": round(size / 1e6, 1),
        "words_per_core_second": round(sum(len(analysis.tokens) for analysis in analyses) / seconds),
    }
