"""Make the small model that ReDeEP is tried on: `python training/make_retrieval_model.py`.

Trains a Llama of a million parameters on a synthetic world (`synthetic_retrieval/`) and writes weights, configuration,
tokenizer and a model card to `--out`. It takes some minutes on one processor and uses a GPU where torch finds one; a
run that was interrupted goes on where it stopped (checkpoints in `--work`). Needs claimgraph[torch].
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from synthetic_retrieval.card import write_card
from synthetic_retrieval.network import Sizes, new_network, save
from synthetic_retrieval.tokens import make_tokenizer, vocabulary
from synthetic_retrieval.train import Recipe, train
from synthetic_retrieval.world import make_world

HERE = Path(__file__).resolve().parent


def main() -> None:
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    import torch

    torch.set_num_threads(arguments.threads)
    world, recipe = make_world(), Recipe()
    tokenizer = make_tokenizer(world)
    network = new_network(len(vocabulary(world)), Sizes(), recipe.seed)
    train(network, tokenizer, world, recipe, arguments.work)
    save(network, tokenizer, arguments.out)
    write_card(network, world, recipe, arguments.out)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=HERE / "synthetic_retrieval" / "model")
    parser.add_argument("--work", type=Path, default=HERE / "work" / "synthetic_retrieval", help="checkpoints")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
