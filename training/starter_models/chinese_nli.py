"""A trial: an NLI cross-encoder for Chinese, bge-small-zh with a head on [CLS; mean], trained in three stages.

    cd training; PYTHONPATH=../.types python -m starter_models.chinese_nli [--jar JAR] [--work WORK]

First on single sentences with their quotations and falsifications (`chinese_swaps`), which teach it to compare two
texts at all (on longer evidence at once the loss stayed at a coin's), then on such quotations within whole texts, last
on the claims written for this project (`written`), which follow or are wrong in other words than the premise's, among
further quotations. No stage sees a text of the sets that are measured. Prints AUROC on premises kept apart and on the
development halves of the project's own sets, and writes it to WORK/zh_figures.json. No model that ships comes of it:
`training/README.md` has the figures. A run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import random
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from . import chinese_embedder, chinese_swaps, nli, policy_cases, swaps
from .evaluate import auroc
from .pairs import Pair
from .written import kept_apart, read_written, written_pairs

SENTENCES = nli.Stage("zh_sentences", learning_rate=1e-4, batch_tokens=2560)
TEXTS = nli.Stage("zh_texts", learning_rate=1e-4, batch_tokens=2560, max_tokens=320)
WRITTEN = nli.Stage("zh_written", learning_rate=1e-4, batch_tokens=2560, max_tokens=320)
STAGES = (SENTENCES, TEXTS, WRITTEN)
SENTENCE_PAIRS = 30_000
TEXT_PAIRS = 14_000
TEXT_PAIRS_BESIDE_WRITTEN = 9_000
HELD_OUT_QUOTED = 1_000
SEED = 17

log = logging.getLogger(__name__)


def start(jar: Path) -> nli.CrossEncoder:
    """The jar's encoder with a fresh head."""
    if (found := hashlib.sha256(jar.read_bytes()).hexdigest()) != chinese_embedder.JAR_SHA256:
        raise ValueError(f"{jar.name} is not {chinese_embedder.ARTIFACT}: its SHA-256 is {found}")
    with zipfile.ZipFile(jar) as files:
        matrices, vectors = chinese_embedder.read_weights(files.read(chinese_embedder.MODEL))
        tokenizer = Tokenizer.from_str(chinese_embedder.tokenizer(files.read(chinese_embedder.TOKENIZER)))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    state = {name: torch.from_numpy(value) for name, value in vectors.items()}
    for name, stored in matrices.items():
        floats = stored.floats()
        state[name] = torch.from_numpy(floats if "embeddings" in name else np.ascontiguousarray(floats.T))
    encoder = BertModel(_config(len(state["embeddings.word_embeddings.weight"])), add_pooling_layer=False)
    missing, unexpected = encoder.load_state_dict(state, strict=False)
    if set(missing) - {"embeddings.position_ids"} or any(not name.startswith("pooler") for name in unexpected):
        raise ValueError(f"the jar's weights do not fit: {missing} are missing, {unexpected} are none of BERT's")
    torch.manual_seed(SEED)
    return nli.CrossEncoder(encoder, tokenizer)


def _config(words: int) -> BertConfig:
    return BertConfig(
        vocab_size=words,
        hidden_size=chinese_embedder.WIDTH,
        num_hidden_layers=chinese_embedder.LAYERS,
        num_attention_heads=chinese_embedder.HEADS,
        intermediate_size=4 * chinese_embedder.WIDTH,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )


def training_pairs() -> dict[str, list[Pair]]:
    """Stage -> its pairs."""
    mine = kept_apart(read_written("zh"), held_out=False)
    texts = [chinese_swaps.quotable(item.premise) for item in mine]

    def quoted(wanted: int, seed: int, *, alone: bool = False) -> list[Pair]:
        return chinese_swaps.quoted_pairs(texts, wanted, random.Random(seed), alone=alone)

    return {
        SENTENCES.name: quoted(SENTENCE_PAIRS, SEED, alone=True),
        TEXTS.name: quoted(TEXT_PAIRS, SEED),
        WRITTEN.name: [*written_pairs(mine), *quoted(TEXT_PAIRS_BESIDE_WRITTEN, SEED + 1)],
    }


def held_out_pairs() -> dict[str, list[Pair]]:
    """Of premises that trained nothing: the claims written for them, and quotations."""
    kept = kept_apart(read_written("zh"), held_out=True)
    texts = [chinese_swaps.quotable(item.premise) for item in kept]
    return {
        "written": written_pairs(kept),
        "quoted": chinese_swaps.quoted_pairs(texts, HELD_OUT_QUOTED, random.Random(SEED)),
    }


def train(jar: Path, work: Path) -> nli.CrossEncoder:
    """All stages, each loaded where it is finished already."""
    model, pairs = start(jar), training_pairs()
    for stage in STAGES:
        nli.train_stage(model, stage, pairs[stage.name], work, SEED)
    return model.eval()


def figures(model: nli.CrossEncoder) -> dict[str, dict[str, float | int | None]]:
    """Set -> claims, AUROC of P(entailment), and the share of the claims that it supports at one half."""
    found = {}
    for name, pairs in held_out_pairs().items():
        found[f"{name}, kept apart"] = _figures(model, [(*_texts(one), one.target == swaps.ENTAILED) for one in pairs])
    for one in policy_cases.own(policy_cases.OWN):
        if one.cases[0].lang == "zh":
            rows = [(case.source, case.text, case.label.supported) for case in one.cases]
            found[one.source] = _figures(model, rows)
    return found


def _figures(model: nli.CrossEncoder, rows: Sequence[tuple[str, str, bool]]) -> dict[str, float | int | None]:
    pairs = [(premise, claim) for premise, claim, _ in rows]
    scores = nli.probabilities(model, pairs, autocast=False, max_tokens=WRITTEN.max_tokens)[:, 0]
    area = auroc(scores.tolist(), [supported for _, _, supported in rows])
    return {
        "claims": len(rows),
        "auroc": None if area is None else round(area, 3),
        "supported": round(float((scores >= 0.5).mean()), 3),
    }


def _texts(pair: Pair) -> tuple[str, str]:
    return pair.premise, pair.hypothesis


def main() -> None:
    here = Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", type=Path, help=f"{chinese_embedder.JAR}; else Maven fetches it")
    parser.add_argument("--work", type=Path, default=here / "work")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(arguments.threads)
    arguments.work.mkdir(parents=True, exist_ok=True)
    model = train(arguments.jar or chinese_embedder.fetch(arguments.work), arguments.work)
    text = json.dumps(figures(model), indent=1, ensure_ascii=False)
    (arguments.work / "zh_figures.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
