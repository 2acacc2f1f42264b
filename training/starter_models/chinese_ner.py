"""The Chinese NER net: trained on Universal NER (Chinese GSD, train and test), measured on its dev split."""

from __future__ import annotations

import logging
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from claimgraph.platform.models import chinese
from claimgraph.platform.models.analysis import chinese_features
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.chinese_features import Features

from . import chinese_export, chinese_lexicon
from .chinese_augment import Names, vary
from .chinese_data import Sentence, read, scores
from .chinese_net import TAGS, Batch, Shape, Tagger

SEEDS = (1, 2)
EPOCHS = 16
BATCH = 32
RATE = 3e-3
WARM_UP = 200
VARIANTS = 3
VARIED = 0.4
"""Share of the sentences with names that an epoch sees with other names in them."""
UNKNOWN_CHARACTERS = 0.01
EMA = 0.998

TRIED = {
    "characters, jieba's words, tags and dictionary, one seed, 12 epochs": 70.4,
    "with GeoNames and CC-CEDICT, and other names put in, one seed, 14 of 16 epochs": 71.2,
}
"""Micro F1 on the last 497 sentences of the training split, each net trained without them."""

Example = tuple[Features, np.ndarray]
log = logging.getLogger("chinese_ner")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    characters: list[str]
    words: list[str]

    def ids(self, entries: Sequence[str]) -> dict[str, int]:
        return {entry: index for index, entry in enumerate(entries, chinese_export.FIRST_ID)}


def make(data: Path, work: Path, out: Path) -> dict[str, Any]:
    """Writes zh_ner.onnx, zh_ner.json and two word lists to `out`; the figures of these files on the dev split."""
    names_path = out / chinese_features.NAMES_FILE
    chinese_lexicon.write(names_path)
    chinese_lexicon.write_common_words(out / chinese.COMMON_WORDS.name, chinese.dictionary_tags())
    names = chinese_features.read_names(names_path.read_text(encoding="utf-8"))
    sentences = read(data, "train") + read(data, "test")
    lexicon = chinese_features.lexicon_of(chinese.dictionary_tags(), names)
    vocabulary = vocabulary_of(sentences, lexicon)
    models = [_model(sentences, names, lexicon, vocabulary, seed, work) for seed in SEEDS]
    chinese_export.export(models, out / "zh_ner.onnx")
    chinese_export.write_vocabulary(models, vocabulary.characters, vocabulary.words, out / "zh_ner.json")
    return figures(data, out, len(sentences), sum(len(sentence.spans) for sentence in sentences))


def figures(data: Path, out: Path, sentences: int, spans: int) -> dict[str, Any]:
    """Scores on the dev split of the files as the program runs them, and how fast that is, by processor time."""
    dev = read(data, "dev")
    analyser = ChineseAnalyser(out)
    analyser.analyse([dev[0].text])
    started = time.process_time()
    found = analyser.analyse([sentence.text for sentence in dev])
    seconds = time.process_time() - started
    places = [[(span.start, span.end, span.label) for span in analysis.entities] for analysis in found]
    return {
        "tried": TRIED,
        "seeds": len(SEEDS),
        "trained_on": {"sentences": sentences, "names": spans},
        "dev": scores([sentence.spans for sentence in dev], places),
        "sentences_a_second": round(len(dev) / seconds),
        "megabytes": round(sum((out / name).stat().st_size for name in ("zh_ner.onnx", "zh_names.txt")) / 1e6, 1),
    }


def vocabulary_of(sentences: Sequence[Sentence], lexicon: Mapping[str, Sequence[int]]) -> Vocabulary:
    """Characters seen in two sentences, or in one of 20 dictionary words; places in words seen three times."""
    seen: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for sentence in sentences:
        seen.update(set(chinese_features.fold(sentence.text)))
        places.update(chinese_features.word_places(chinese.tag_words(sentence.text)))
    listed: Counter[str] = Counter()
    for word in lexicon:
        listed.update(chinese_features.fold(word))
    characters = {character for character, count in seen.items() if count >= 2 or listed[character] >= 5}
    characters |= {character for character, count in listed.items() if count >= 20}
    return Vocabulary(sorted(characters), sorted(place for place, count in places.items() if count >= 3))


def _model(
    sentences: Sequence[Sentence],
    names: Mapping[str, Sequence[str]],
    lexicon: Mapping[str, tuple[int, ...]],
    vocabulary: Vocabulary,
    seed: int,
    work: Path,
) -> Tagger:
    """The net of one seed, loaded where it is finished already."""
    shape = Shape(
        characters=len(vocabulary.characters) + chinese_export.FIRST_ID,
        bigrams=chinese_features.BIGRAM_BUCKETS,
        words=len(vocabulary.words) + chinese_export.FIRST_ID,
        lexicon=4 * len(chinese_features.CLASSES),
    )
    path = work / f"zh_ner_{seed}.pt"
    if path.exists():
        model = Tagger(shape)
        model.load_state_dict(torch.load(path, weights_only=True))
        return model.eval()
    rng = random.Random(seed)
    pool = Names(sentences, chinese.dictionary_tags(), names)
    examples = [_example(sentence, lexicon, vocabulary) for sentence in sentences]
    varied = [
        [_example(vary(sentence, pool, rng), lexicon, vocabulary) for _ in range(VARIANTS)] if sentence.spans else []
        for sentence in sentences
    ]
    model = train(examples, varied, shape, seed)
    torch.save(model.state_dict(), path)
    return model


def _example(sentence: Sentence, lexicon: Mapping[str, tuple[int, ...]], vocabulary: Vocabulary) -> Example:
    seen = chinese_features.features(
        sentence.text,
        chinese.tag_words(sentence.text),
        lexicon,
        vocabulary.ids(vocabulary.characters),
        vocabulary.ids(vocabulary.words),
    )
    return seen, np.array([TAGS.index(tag) for tag in tags_of(sentence)])


def tags_of(sentence: Sentence) -> list[str]:
    """O, B-x, I-x, E-x or S-x for each character."""
    tags = ["O"] * len(sentence.text)
    for start, end, label in sentence.spans:
        marks = "S" if end - start == 1 else "B" + "I" * (end - start - 2) + "E"
        tags[start:end] = [f"{mark}-{label}" for mark in marks]
    return tags


def train(examples: Sequence[Example], varied: Sequence[Sequence[Example]], shape: Shape, seed: int) -> Tagger:
    """The moving average of the weights after all epochs."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    model = Tagger(shape)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.0)
    average = {name: value.detach().clone() for name, value in model.state_dict().items()}
    steps, step = EPOCHS * math.ceil(len(examples) / BATCH), 0
    for epoch in range(EPOCHS):
        chosen = [
            rng.choice(others) if others and rng.random() < VARIED else example
            for example, others in zip(examples, varied, strict=True)
        ]
        model.train()
        total = 0.0
        for batch in _batches(chosen, rng):
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1.0, (step + 1) / WARM_UP) * max(0.02, 1 - step / steps)
            loss = model.loss(_with_unknowns(batch))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            step += 1
            total += loss.item() * len(batch.lengths)
            _move(average, model, min(EMA, (step + 1) / (step + 10)))
        log.info("seed %d, epoch %d: loss %.3f a sentence", seed, epoch + 1, total / len(chosen))
    model.load_state_dict(average)
    return model.eval()


def _move(average: dict[str, torch.Tensor], model: Tagger, decay: float) -> None:
    with torch.no_grad():
        for name, value in model.state_dict().items():
            average[name].mul_(decay).add_(value, alpha=1 - decay)


def _with_unknowns(batch: Batch) -> Batch:
    drop = (torch.rand(batch.characters.shape) < UNKNOWN_CHARACTERS) & (batch.characters > chinese_features.UNKNOWN)
    batch.characters[drop] = chinese_features.UNKNOWN
    return batch


def _batches(examples: Sequence[Example], rng: random.Random) -> Iterator[Batch]:
    """Sentences alike in length together, otherwise in a random order."""
    order = list(range(len(examples)))
    rng.shuffle(order)
    chunks: list[list[int]] = []
    for start in range(0, len(order), BATCH * 20):
        part = sorted(order[start : start + BATCH * 20], key=lambda index: len(examples[index][1]))
        chunks += [part[first : first + BATCH] for first in range(0, len(part), BATCH)]
    rng.shuffle(chunks)
    for chunk in chunks:
        yield collate([examples[index] for index in chunk])


def collate(examples: Sequence[Example]) -> Batch:
    size, longest = len(examples), max(len(tags) for _, tags in examples)
    characters, words = (np.zeros((size, longest), np.int64) for _ in range(2))
    bigrams = np.zeros((size, longest, 2), np.int64)
    lexicon = np.zeros((size, longest, examples[0][0].lexicon.shape[1]), np.float32)
    tags = np.full((size, longest), -1, np.int64)
    for row, (seen, right) in enumerate(examples):
        length = len(right)
        characters[row, :length], words[row, :length] = seen.characters, seen.words
        bigrams[row, :length], lexicon[row, :length], tags[row, :length] = seen.bigrams, seen.lexicon, right
    lengths = torch.tensor([len(right) for _, right in examples])
    arrays = (torch.from_numpy(array) for array in (characters, bigrams, words, lexicon))
    return Batch(*arrays, lengths, torch.from_numpy(tags))
