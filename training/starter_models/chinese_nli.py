"""The Chinese NLI cross-encoder: the English one, trained further on Chinese in glosses.

    cd training; PYTHONPATH=../.types python -m starter_models.chinese_nli [--work WORK] [--out OUT]

A Chinese text is glossed word by word (`claimgraph.platform.models.glossing`, `chinese_glosses`), so that what the
English model learnt of entailment serves Chinese too. Training starts from the weights of OUT/nli.onnx as they ship, on
the claims written for this project (`written`), on these and what their premises state with names, numbers and dates
exchanged (`exchanged`, `stated`), and on quotations and falsifications of their premises (`chinese_swaps`), alone and
within whole texts. No text of the sets that are measured is among them. Writes
OUT/zh_nli.onnx and OUT/zh_glosses.txt. A run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from claimgraph.platform.models.cross_encoder import CHINESE, CrossEncoderNli
from claimgraph.platform.models.glossing import Glossary, GlossedNli
from claimgraph.platform.models.ports import NliModel

from . import (
    cards,
    chinese_glosses,
    chinese_swaps,
    exchanged,
    export,
    fitting,
    joined,
    laid_out,
    nli,
    policy_cases,
    stated,
    swaps,
)
from .evaluate import auroc
from .pairs import Pair
from .written import Written, kept_apart, read_written, written_pairs

STAGE = fitting.Stage("zh", learning_rate=2e-4, batch_tokens=16_384, max_tokens=320)
TIMES = {"written": 1, "reworded": 2, "twinned": 3}
"""How often each claim of those written is trained on."""
_JOINED = {**TIMES, "retold": 3}
_DETAILED = {**_JOINED, "detailed": 3}
TIMES_OF = {
    "single": TIMES,
    "joined": _JOINED,
    "detailed": _DETAILED,
    "laid_out": {**_DETAILED, laid_out.SOURCE: 3},
}
"""By the mixture (`prepare.MIXTURES`) of the English model that it begins with."""
QUOTED_IN_TEXTS = 6_000
QUOTED_ALONE = 4_000
EXCHANGED = 30_000
EXCHANGED_TWINNED = 36_000
JOINED = 36_000
STATED = 14_000
STATED_TEXTS = 2_400
HELD_OUT = 1_000
SEED = 17

log = logging.getLogger(__name__)


def training_items(mixture: str = "single") -> dict[str, list[Written]]:
    """By the file that they are from (`TIMES_OF`)."""
    return {name: kept_apart(read_written("zh", name=name), held_out=False) for name in TIMES_OF[mixture]}


def training_pairs(items: Mapping[str, Sequence[Written]], mixture: str = "single") -> list[Pair]:
    """All that a model learns of these premises, in Chinese and in random order."""
    told = [*items["written"], *items["reworded"]]
    premises = [item.premise for item in told]
    texts = [chinese_swaps.quotable(premise) for premise in premises]
    pairs = [
        *(pair for name, some in items.items() for pair in _claims(name, some) * TIMES_OF[mixture][name]),
        *exchanged.exchanged_pairs(told, exchanged.mentions, EXCHANGED, random.Random(SEED)),
        *exchanged.exchanged_pairs(items["twinned"], exchanged.mentions, EXCHANGED_TWINNED, random.Random(SEED)),
        *stated.stated_pairs(premises, STATED_TEXTS, STATED, random.Random(SEED)),
        *chinese_swaps.quoted_pairs(texts, QUOTED_IN_TEXTS, random.Random(SEED)),
        *chinese_swaps.quoted_pairs(texts, QUOTED_ALONE, random.Random(SEED + 1), alone=True),
    ]
    if mixture != "single":
        every = [item for some in items.values() for item in some]
        pairs += joined.joined_pairs(every, "zh", JOINED, random.Random(SEED))
    random.Random(SEED).shuffle(pairs)
    return pairs


def _claims(name: str, items: Sequence[Written]) -> list[Pair]:
    """The claims of a file; a character is a token and a little more in glosses."""
    if name == laid_out.SOURCE:
        return laid_out.laid_out_pairs(items, lambda texts: [len(text) for text in texts])
    return written_pairs(items, name)


def _items() -> list[Written]:
    return [item for name in TIMES for item in read_written("zh", name=name)]


def held_out_pairs() -> dict[str, list[Pair]]:
    """Of premises that trained nothing: the claims written for them, exchanges and quotations."""
    kept = kept_apart(_items(), held_out=True)
    texts = [chinese_swaps.quotable(item.premise) for item in kept]
    return {
        "written": random.Random(SEED).sample(written := written_pairs(kept), min(HELD_OUT, len(written))),
        "exchanged": exchanged.exchanged_pairs(kept, exchanged.mentions, HELD_OUT, random.Random(SEED)),
        "stated": stated.stated_pairs([item.premise for item in kept], HELD_OUT // 4, HELD_OUT, random.Random(SEED)),
        "quoted": chinese_swaps.quoted_pairs(texts, HELD_OUT, random.Random(SEED)),
    }


def train(start: Path, pairs: Sequence[Pair], work: Path) -> dict[str, Tensor]:
    """The English weights at `start` trained on these pairs (loaded where that is finished)."""
    model = nli.new_model()
    model.load_state_dict({name: torch.from_numpy(value) for name, value in export.read_nli(start).items()})
    nli.train_stage(model, STAGE, pairs, work, SEED)
    return model.state_dict()


def make(work: Path, out: Path, threads: int) -> dict[str, Any]:
    """Write `zh_glosses.txt` and `zh_nli.onnx`; returns what the card says of them."""
    glosses = out / "zh_glosses.txt"
    chinese_glosses.write(glosses)
    pairs = training_pairs(training_items())
    weights = train(out / "nli.onnx", glossed(pairs, Glossary(glosses)), work)
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


def glossed(pairs: Sequence[Pair], glossary: Glossary) -> list[Pair]:
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
