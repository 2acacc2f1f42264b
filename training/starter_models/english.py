"""The English analysis pipeline: trained on the treebank and the named-entity data, measured on their dev splits."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from claimgraph.platform.models.analysis.english import PIPELINE
from claimgraph.platform.models.minilm import MAX_TOKENS
from claimgraph.platform.models.onnx_encoder import OnnxEncoder

from . import english_evaluate
from .english_augment import fronted
from .english_data import Sentence, column_names, treebank, universal_names
from .english_export import export_pipeline
from .english_labels import Labels, collect, lemma_table
from .english_network import EnglishNetwork, Sizes
from .english_train import Example, Recipe, evaluate, examples, train

log = logging.getLogger(__name__)
STAGE_1 = Recipe(epochs=10, lr=1e-3, layer_lr=2e-4, warm_up=0.1, names_every=2, average=0.998)
STAGE_2 = Recipe(epochs=1, lr=3e-4, layer_lr=6e-5, warm_up=0.05, names_every=3, average=0.99)
"""Once more over everything, with fronted participles among it."""
FRONTED, SEED = 1000, 17
TRIED = {
    "all three sources": 72.8,
    "without WNUT": 72.6,
    "without WikiGold": 72.6,
    "Universal NER alone": 71.5,
}
"""F1 of names on the dev split, of a names head trained anew over the finished network, mean of two seeds."""


@dataclass(frozen=True, slots=True)
class Data:
    """One document in twenty of the treebank and of Universal NER is held out of training."""

    parses: list[Sentence]
    names: list[Sentence]
    dev_parses: list[Sentence]
    dev_names: list[Sentence]


def read(data: Path) -> Data:
    return Data(
        parses=treebank(data / "ud" / "en_ewt-train.conllu.gz"),
        names=[
            *universal_names(data / "ner" / "uner_en_ewt-test.iob2.gz"),
            *column_names(data / "ner" / "wikigold.conll.gz", " "),
            *column_names(data / "ner" / "wnut17-train.conll.gz", "\t"),
        ],
        dev_parses=treebank(data / "ud" / "en_ewt-dev.conllu.gz"),
        dev_names=universal_names(data / "ner" / "uner_en_ewt-dev.iob2.gz"),
    )


def make(data: Path, work: Path, out: Path, threads: int) -> dict[str, Any]:
    """Writes `en_analysis/` to `out`, where the embedder's files are; the figures of the written pipeline."""
    read_data = read(data)
    labels = collect(read_data.parses)
    encoder = OnnxEncoder(out / "minilm.onnx", out / "tokenizer.json", MAX_TOKENS, threads)
    network, held_out = trained(read_data, labels, encoder, work)
    training = [sentence for sentence in read_data.parses if not sentence.held_out]
    export_pipeline(network, labels, lemma_table(training), work / "english", out / PIPELINE)
    return {
        "trained_sentences": len(training),
        "tried": TRIED,
        "fronted": FRONTED,
        "trained_name_sentences": sum(not sentence.held_out for sentence in read_data.names),
        "held_out": held_out,
        "dev": english_evaluate.figures(out, read_data.dev_parses, read_data.dev_names, threads),
    }


def trained(data: Data, labels: Labels, encoder: OnnxEncoder, work: Path) -> tuple[EnglishNetwork, dict[str, float]]:
    """The network, from `work` where it is finished there, and its scores on the sentences held out."""
    sizes, finished = Sizes(), work / "english.pt"

    def part(sentences: list[Sentence], held_out: bool) -> list[Example]:
        return examples([one for one in sentences if one.held_out == held_out], encoder, sizes.frozen)

    checks = {"parses": part(data.parses, held_out=True), "names": part(data.names, held_out=True)}
    if finished.exists():
        network = EnglishNetwork(labels, sizes)
        network.load_state_dict(torch.load(finished))
    else:
        parses, names = part(data.parses, held_out=False), part(data.names, held_out=False)
        network = train(labels, sizes, STAGE_1, parses, names, checks)
        made = fronted([one for one in data.parses if not one.held_out], FRONTED, SEED)
        parses += examples(made, encoder, sizes.frozen)
        network = train(labels, sizes, STAGE_2, parses, names, checks, network)
        torch.save(network.state_dict(), finished)
    scores = {**evaluate(network, labels, checks["parses"]), **evaluate(network, labels, checks["names"])}
    log.info("held out: %s", scores)
    return network, scores
