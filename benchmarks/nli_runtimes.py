"""The built-in NLI model in ONNX Runtime and in OpenVINO, side by side: speed, and how far the scores differ.

    python benchmarks/nli_runtimes.py [--pairs 256] [--rounds 5]

The pairs are English ones of `training/data/written_en.jsonl` (a premise of some sentences, a claim about it), all in
one call, and ten at a time as a verification asks for them. Rounds are in turn; the fastest counts. Needs
`claimgraph[openvino]`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Sequence

from figures import ROOT, publish

sys.path.insert(0, str(ROOT / ".types"))

import numpy as np

from claimgraph.platform.models.cross_encoder import CrossEncoderNli

DATA = ROOT / "training" / "data" / "written_en.jsonl"
AT_A_TIME = 10

Pairs = Sequence[tuple[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if importlib.util.find_spec("openvino") is None:
        print("nli_runtimes: skipped, it needs pip install 'claimgraph[openvino]'")
        return
    pairs = read_pairs(arguments.pairs)
    models = {"ONNX Runtime": CrossEncoderNli(), "OpenVINO": CrossEncoderNli(runtime="openvino")}
    at_once, few = ({name: float("inf") for name in models} for _ in range(2))
    for _ in range(arguments.rounds):
        for name, model in models.items():
            at_once[name] = min(at_once[name], seconds(model, [pairs]))
            few[name] = min(
                few[name], seconds(model, [pairs[i : i + AT_A_TIME] for i in range(0, len(pairs), AT_A_TIME)])
            )
    usual = scores(models["ONNX Runtime"], pairs)
    rows = [
        {
            "runtime": name,
            "version": model.version,
            "pairs_per_s": len(pairs) / at_once[name],
            "ten_at_a_time": len(pairs) / few[name],
            "alone_or_in_a_batch": float(np.abs(alone(model, pairs) - scores(model, pairs)).max()),
            "from_onnx_runtime": float(np.abs(scores(model, pairs) - usual).max()),
            "other_verdicts": int((scores(model, pairs).argmax(axis=1) != usual.argmax(axis=1)).sum()),
        }
        for name, model in models.items()
    ]
    publish("nli_runtimes", f"the built-in NLI model over {len(pairs)} pairs", rows, {})


def read_pairs(count: int) -> Pairs:
    """(premise, claim) pairs; of each premise the first claim that follows and the first that contradicts it."""
    items = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    found = [(item["premise"], item[kind][0]) for item in items for kind in ("entailed", "contradicted") if item[kind]]
    return found[:count]


def seconds(model: CrossEncoderNli, calls: Sequence[Pairs]) -> float:
    started = time.perf_counter()
    for pairs in calls:
        model.score(pairs)
    return time.perf_counter() - started


def scores(model: CrossEncoderNli, pairs: Pairs) -> np.ndarray:
    """(pairs, 3): entailment, neutral, contradiction."""
    return np.array([[one.entailment, one.neutral, one.contradiction] for one in model.score(pairs)])


def alone(model: CrossEncoderNli, pairs: Pairs) -> np.ndarray:
    return np.concatenate([scores(model, [pair]) for pair in pairs])


if __name__ == "__main__":
    main()
