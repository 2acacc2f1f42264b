"""Make the models that ship with claimgraph: `python training/make_models.py --data ../shared/data`.

Prepares the pairs, trains the NLI cross-encoder, evaluates it on premises kept out of training, trains the English
analysis network, the Chinese NER net and the Chinese cross-encoder, and writes `minilm.onnx`, `nli.onnx`,
`tokenizer.json`, `en_analysis/`, `zh_embedder.onnx` with its tokenizer, `zh_ner.onnx` with its lists, `zh_nli.onnx`
with its glosses and a model card each to `platform/models/weights/`, and the figures to `training/figures.json`. A run
that was interrupted goes on where it stopped (state in `--work`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

HERE = Path(__file__).resolve().parent
# The exported files are measured by the code that will run them; it need not be installed for that.
sys.path.insert(0, str(HERE.parent / ".types"))

from starter_models import (  # noqa: E402
    base,
    cards,
    chinese_embedder,
    chinese_ner,
    chinese_nli,
    english,
    evaluate,
    export,
    exported,
    fitting,
    nli,
    nli_base,
    prepare,
    probe,
)
from starter_models.pairs import Pair  # noqa: E402

SEED = 17

log = logging.getLogger("make_models")


def main() -> None:
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    arguments.work.mkdir(parents=True, exist_ok=True)

    export_embedder(arguments.out)
    figures = {  # before the NLI model, for which names are looked up by these
        "en_analysis": english.make(arguments.data, arguments.work, arguments.out, arguments.threads),
        "zh_ner": chinese_ner.make(arguments.data, arguments.work, arguments.out),
    }
    prepare.prepare(arguments.data, arguments.work, SEED)
    model = train_taught(arguments.work)
    (arguments.out / "digests.json").unlink(missing_ok=True)  # of the files before these
    export.export_nli(arrays(model), arguments.out / "nli.onnx")
    figures |= figures_of(model, arguments.work, arguments.out, arguments.threads)
    figures["zh_embedder"] = chinese_embedder.make(arguments.data, arguments.work, arguments.out, arguments.threads)
    figures["zh_nli"] = chinese_nli.make(arguments.work, arguments.out, arguments.threads)
    arguments.figures.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    export.write_digests(arguments.out)
    cards.write(arguments.out, figures, nli.STAGE.max_tokens)
    cards.write_english(arguments.out, figures["en_analysis"])
    cards.write_chinese(arguments.out, figures["zh_ner"])
    cards.write_chinese_embedder(arguments.out, figures["zh_embedder"])
    cards.write_chinese_nli(arguments.out, figures["zh_nli"])
    print(cards.table(figures["held_out"]))


def export_embedder(out: Path) -> None:
    """minilm.onnx and the tokenizer that both models share."""
    export.export_embedder(arrays(base.encoder()), out / "minilm.onnx")
    base.tokenizer().save(str(out / "tokenizer.json"), pretty=False)


def train(work: Path, pairs: Sequence[Pair], seed: int = SEED) -> fitting.CrossEncoder:
    """The base model trained on these; where anyone has with the same pairs, that is loaded.

    The weights are in `stage_folder`; the jar of the base model is in `work`, or is fetched into it.
    """
    torch.manual_seed(SEED)  # of the fresh head
    model = nli.new_model(nli_base.weights(work))
    nli.train_stage(model, nli.STAGE, pairs, stage_folder(work, nli.STAGE, pairs, seed), seed)
    return model


def train_taught(work: Path, recipe: nli.Recipe = nli.SHIPPED) -> fitting.CrossEncoder:
    """A model of each of the recipe's seeds, and the first of them trained on towards what they say together."""
    drawn = [prepare.training_pairs(work, seed, mixture=recipe.mixture) for seed in recipe.seeds]
    pairs = prepare.training_pairs(work, nli.TAUGHT_SEED, share=recipe.taught_share, mixture=recipe.mixture)
    folder = stage_folder(work, nli.TAUGHT, [*pairs, *(pair for one in drawn for pair in one)], nli.TAUGHT_SEED)
    model, teachers = nli.new_model(), []
    if not nli.is_finished(folder, nli.TAUGHT):
        teachers = [train(work, mine, seed) for mine, seed in zip(drawn, recipe.seeds, strict=True)]
        model.load_state_dict(teachers[0].state_dict())
    nli.train_stage(model, nli.TAUGHT, pairs, folder, nli.TAUGHT_SEED, teachers)
    return model


def stage_folder(work: Path, stage: fitting.Stage, pairs: Sequence[Pair], seed: int) -> Path:
    """Below `work`, by a digest of everything that the trained weights come from."""
    said = hashlib.sha256(f"{nli_base.JAR.sha256} {seed}".encode())
    said.update(repr((stage, list(pairs))).encode())
    folder = work / "stages" / f"{stage.name}-{said.hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def figures_of(model: fitting.CrossEncoder, work: Path, out: Path, threads: int) -> dict[str, Any]:
    """Figures of the exported files, as they will run."""
    claims = prepare.read_held_out(work / "held_out.jsonl")
    pairs = [(windows[0], sentence) for claim in claims for sentence, windows in claim.parts]
    trained = [pair for seed in nli.SHIPPED.seeds for pair in prepare.training_pairs(work, seed)]
    sample = random.Random(SEED).sample(pairs, 256)
    scorer = exported.ExportedNli(out, threads).entailment
    return {
        "held_out": evaluate.figures(claims, scorer, trained),
        "probe": probe.crossed_claims(scorer),
        "export": exported.export_figures(model, out, sample, threads),
    }


def arrays(model: torch.nn.Module) -> dict[str, np.ndarray]:
    """The weights by name, as fp32 arrays."""
    return {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/, ner/ and ud/")
    parser.add_argument("--work", type=Path, default=HERE / "work", help="pairs, checkpoints (default: training/work)")
    parser.add_argument("--out", type=Path, default=HERE.parent / "platform" / "models" / "weights")
    parser.add_argument("--figures", type=Path, default=HERE / "figures.json")
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
