"""The Chinese NLI cross-encoder: the English one, trained further on Chinese in glosses.

    cd training; PYTHONPATH=../.types python -m starter_models.chinese_nli [--work WORK] [--out OUT]

A Chinese text is glossed word by word (`claimgraph.platform.models.glossing`, `chinese_glosses`), so that what the
English model learnt of entailment serves Chinese too. Training starts from the weights of OUT/nli.onnx as they ship, on
the claims written for this project (`written`), on these and what their premises state with names, numbers and dates
exchanged (`exchanged`, `stated`), and on quotations and falsifications of their premises (`chinese_swaps`), alone and
within whole texts; the mean of both weights is the model. No text of the sets that are measured is among them. Writes
OUT/zh_nli.onnx and OUT/zh_glosses.txt. A run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from claimgraph.platform.models.cross_encoder import CHINESE, CrossEncoderNli
from claimgraph.platform.models.glossing import Glossary, GlossedNli
from claimgraph.platform.models.ports import NliModel

from . import cards, chinese_glosses, chinese_swaps, exchanged, export, nli, policy_cases, stated, swaps
from .evaluate import auroc
from .pairs import Pair
from .written import Written, kept_apart, read_written, written_pairs

STAGE = nli.Stage("zh", learning_rate=1e-4, batch_tokens=2560, max_tokens=320, frozen=4)
WRITTEN = 10_000  # of the first claims; those in other words than their premise are all taken
QUOTED_IN_TEXTS = 3_000
QUOTED_ALONE = 2_000
EXCHANGED = 6_000
STATED = 6_000
STATED_TEXTS = 1_200
HELD_OUT = 1_000
SEED = 17

log = logging.getLogger(__name__)


def training_items() -> list[Written]:
    return kept_apart(_items(), held_out=False)


def training_pairs(items: Sequence[Written]) -> list[Pair]:
    """All that a model learns of these premises; of each kind no more than was settled on."""
    texts = [chinese_swaps.quotable(item.premise) for item in items]
    first = {item.premise for item in read_written("zh")}
    written = written_pairs([item for item in items if item.premise in first])
    pairs = [
        *random.Random(SEED).sample(written, min(WRITTEN, len(written))),
        *written_pairs([item for item in items if item.premise not in first], "reworded"),
        *exchanged.exchanged_pairs(items, exchanged.mentions, EXCHANGED, random.Random(SEED)),
        *stated.stated_pairs([item.premise for item in items], STATED_TEXTS, STATED, random.Random(SEED)),
        *chinese_swaps.quoted_pairs(texts, QUOTED_IN_TEXTS, random.Random(SEED)),
        *chinese_swaps.quoted_pairs(texts, QUOTED_ALONE, random.Random(SEED + 1), alone=True),
    ]
    random.Random(SEED).shuffle(pairs)
    return pairs


def _items() -> list[Written]:
    return [item for name in ("written", "reworded") for item in read_written("zh", name=name)]


def held_out_pairs() -> dict[str, list[Pair]]:
    """Of premises that trained nothing: the claims written for them, exchanges and quotations."""
    kept = kept_apart(_items(), held_out=True)
    texts = [chinese_swaps.quotable(item.premise) for item in kept]
    return {
        "written": written_pairs(kept),
        "exchanged": exchanged.exchanged_pairs(kept, exchanged.mentions, HELD_OUT, random.Random(SEED)),
        "stated": stated.stated_pairs([item.premise for item in kept], HELD_OUT // 4, HELD_OUT, random.Random(SEED)),
        "quoted": chinese_swaps.quoted_pairs(texts, HELD_OUT, random.Random(SEED)),
    }


def train(start: Path, pairs: Sequence[Pair], work: Path) -> dict[str, Tensor]:
    """The mean of the English weights at `start` and of the same trained on these (loaded where that is finished)."""
    model = nli.new_model()
    english = {name: torch.from_numpy(value) for name, value in export.read_nli(start).items()}
    model.load_state_dict(english)
    nli.train_stage(model, STAGE, pairs, work, SEED)
    return nli.mean([english, model.state_dict()])


def make(work: Path, out: Path, threads: int) -> dict[str, Any]:
    """Write `zh_glosses.txt` and `zh_nli.onnx`; returns what the card says of them."""
    glosses = out / "zh_glosses.txt"
    chinese_glosses.write(glosses)
    pairs = training_pairs(training_items())
    weights = train(out / "nli.onnx", _glossed(pairs, Glossary(glosses)), work)
    path = out / CHINESE
    export.export_nli({name: value.numpy() for name, value in weights.items()}, path)
    export.write_digests(out)
    before = GlossedNli(CrossEncoderNli(out, threads), Glossary(glosses))
    after = GlossedNli(CrossEncoderNli(out, threads, file=CHINESE), Glossary(glosses))
    return {
        "megabytes": round(path.stat().st_size / 1e6, 1),
        "words": len(chinese_glosses.glosses()),
        "trained_on": len(pairs),
        "sets": figures(after),
        "sets_untrained": figures(before),
    }


def _glossed(pairs: Sequence[Pair], glossary: Glossary) -> list[Pair]:
    return [
        replace(one, premise=glossary.gloss(one.premise), hypothesis=glossary.gloss(one.hypothesis)) for one in pairs
    ]


def figures(model: NliModel) -> dict[str, dict[str, float | int | None]]:
    """Set -> claims, AUROC of P(entailment), and the share of the claims that it supports at one half."""
    found = {}
    for name, pairs in held_out_pairs().items():
        rows = [(one.premise, one.hypothesis, one.target == swaps.ENTAILED) for one in pairs]
        found[f"{name}, kept apart"] = _figures(model, rows)
    for one in policy_cases.own(policy_cases.OWN):
        if one.cases[0].lang == "zh":
            found[one.source] = _figures(model, [(case.source, case.text, case.label.supported) for case in one.cases])
    return found


def _figures(model: NliModel, rows: Sequence[tuple[str, str, bool]]) -> dict[str, float | int | None]:
    scores = [one.entailment for one in model.score([(premise, claim) for premise, claim, _ in rows])]
    area = auroc(scores, [supported for _, _, supported in rows])
    return {
        "claims": len(rows),
        "auroc": None if area is None else round(area, 3),
        "supported": round(sum(score >= 0.5 for score in scores) / len(scores), 3),
    }


def main() -> None:
    """This model and its card alone, without the others."""
    here = Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=here / "work")
    parser.add_argument("--out", type=Path, default=here.parent / "platform" / "models" / "weights")
    parser.add_argument("--figures", type=Path, default=here / "figures.json")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(arguments.threads)
    arguments.work.mkdir(parents=True, exist_ok=True)
    made = make(arguments.work, arguments.out, arguments.threads)
    kept = json.loads(arguments.figures.read_text(encoding="utf-8"))
    kept["zh_nli"] = made
    arguments.figures.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    cards.write_chinese_nli(arguments.out, made)
    print(json.dumps(made, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
