"""What reading an answer from inside costs beside the plain forward pass over the same tokens.

    python benchmarks/redeep_cost.py [--model FOLDER]... [--detector FILE] [--rounds 9]

One prompt of 1,024 tokens with an answer of 128, on Llamas with random weights (their values change no time) of a few
and of 100 million parameters and a vocabulary of 8,000, or on the models given. Read are the heads and layers of the
detector given, else eight heads and four layers spread over the model; then all there are. Each way takes its turn in
every round, and ratios are medians over the rounds. Seconds are the processor's, of one thread (on a GPU the clock's),
so that what else runs on the machine does not count. The plain pass is
transformers' own, with its SDPA attention and the logits of all tokens; beside it stands the one that works out the
logits of the answer alone, as the reading does. Memory is the process's peak in a process of its own (on a GPU: what
torch had allocated). Needs `claimgraph[torch]`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

PROMPT, ANSWER, VOCABULARY = 1024, 128, 8000
RANDOM = {
    "Llama, 7 million": {"hidden_size": 224, "intermediate_size": 640, "layers": 6, "heads": 8},
    "Llama, 100 million": {"hidden_size": 768, "intermediate_size": 2432, "layers": 12, "heads": 12},
}
HEADS, LAYERS = 8, 4
MEMORY_ROUNDS = 3
MEBIBYTE = 2**20


def main() -> None:
    arguments = _arguments()
    if arguments.worker:
        print(json.dumps(measure(arguments)))
        return
    if importlib.util.find_spec("torch") is None or importlib.util.find_spec("transformers") is None:
        print("redeep_cost: not measured (needs claimgraph[torch])", flush=True)
        return
    rows = []
    with tempfile.TemporaryDirectory(prefix="claimgraph-bench-") as scratch:
        models = dict.fromkeys(arguments.model) or {name: _random(Path(scratch), name) for name in RANDOM}
        for name, folder in models.items():
            for device in _devices():
                rows.append(_row(name, Path(folder or name), device, arguments))
    title = f"reading {ANSWER} tokens after {PROMPT}, beside the plain forward pass"
    publish("redeep_cost", title, [_shown(row) for row in rows], {"details": rows}, width=200)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """One model on one device, in this process: seconds of each way, round by round, or its memory."""
    import torch

    from claimgraph.platform.models.causal import load_causal

    torch.set_num_threads(1)
    model = load_causal(arguments.model[0], device=arguments.device)
    heads, layers = _selection(model, arguments.detector)
    ways = _ways(model, heads, layers)
    found: dict[str, Any] = {
        "parameters": sum(one.numel() for one in model.network.parameters()),
        "heads": len(heads),
        "layers": len(layers),
        "all_heads": model.sizes.layers * model.sizes.heads,
        "all_layers": model.sizes.layers,
        "vocabulary": model.sizes.vocabulary,
    }
    for way in ways.values():  # warm
        way()
    if arguments.worker == "memory":
        return found | {"memory": {name: _peak(model, way) for name, way in ways.items()}}
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(arguments.rounds):
        for name, way in ways.items():
            seconds[name].append(_seconds(model, way))
    return found | {"seconds": seconds}


def _ways(model: Any, heads: Any, layers: Any) -> dict[str, Callable[[], Any]]:
    import torch

    from claimgraph.verify.redeep.reading import read

    prompt = _prompt(model)
    tokens = model.tokenizer(prompt.text, return_tensors="pt")["input_ids"].to(model.device)

    def plain(**options: Any) -> Any:
        with torch.inference_mode():
            return model.network(tokens, use_cache=False, **options).logits

    return {
        "plain": plain,
        "plain, logits of the answer": lambda: plain(logits_to_keep=ANSWER + 1),
        "fitted": lambda: read(model, prompt, heads, layers),
        "fitted, without the lens": lambda: read(model, prompt, heads, ()),
        "all": lambda: read(model, prompt),
        "all, without the lens": lambda: read(model, prompt, None, ()),
    }


def _prompt(model: Any) -> Any:
    """A context, a word that asks, an answer: as many tokens as wanted, whatever the tokenizer."""
    from claimgraph.verify.redeep.model import Prompt

    drawn = random.Random(0)
    usual = [one for one in range(model.sizes.vocabulary) if one not in model.tokenizer.all_special_ids]

    def text_of(count: int) -> str:
        """Words of one token each where there are such; else as many tokens as it takes, cut to size."""
        text = model.tokenizer.decode(drawn.choices(usual, k=count * 2))
        encoded = model.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
        return str(text[: encoded[count - 1][1]].strip())

    context, answer = text_of(PROMPT), text_of(ANSWER)
    text = f"{context} {answer}"
    return Prompt(text, ((0, len(context)),), (len(context) + 1, len(text)))


def _selection(model: Any, detector: str | None) -> tuple[Any, Any]:
    if detector:
        from claimgraph.verify.redeep.detector import Detector

        loaded = Detector.load(Path(detector))
        return loaded.heads, loaded.layers
    sizes = model.sizes
    every = [(layer, head) for layer in range(sizes.layers) for head in range(sizes.heads)]
    step = max(1, len(every) // HEADS)
    return every[step // 2 :: step][:HEADS], tuple(range(sizes.layers))[-LAYERS:]


def _seconds(model: Any, way: Callable[[], Any]) -> float:
    import torch

    if model.device.type != "cuda":
        started = time.process_time()
        way()
        return time.process_time() - started
    torch.cuda.synchronize()
    started = time.perf_counter()
    way()
    torch.cuda.synchronize()
    return time.perf_counter() - started


def _peak(model: Any, way: Callable[[], Any]) -> dict[str, float] | None:
    """Mebibytes: `held` before (the weights, and the program on a CPU), `more` at the peak; None where unknown."""
    import torch

    if model.device.type == "cuda":
        held = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        way()
        return {"held": held / MEBIBYTE, "more": (torch.cuda.max_memory_allocated() - held) / MEBIBYTE}
    if not Path("/proc/self/clear_refs").exists():
        return None
    more = []
    for _ in range(MEMORY_ROUNDS):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forget the peak so far
        before = _status("VmRSS")
        way()
        more.append(_status("VmHWM") - before)
    weights = sum(one.numel() * one.element_size() for one in model.network.parameters()) / MEBIBYTE
    return {"held": weights, "more": statistics.median(more)}


def _status(field: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:"))


def _row(name: str, folder: Path, device: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Both parts of one model on one device, each in a process of its own."""
    row: dict[str, Any] = {"model": name, "device": device}
    for part in ("time", "memory"):
        command = [sys.executable, __file__, "--worker", part, "--model", str(folder), "--device", device]
        command += ["--rounds", str(arguments.rounds)]
        command += ["--detector", arguments.detector] if arguments.detector else []
        # So that what is freed leaves the process at once, and the peak is that of one pass.
        own = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"} if part == "memory" else {}
        done = subprocess.run(command, env={**os.environ, **own}, stdout=subprocess.PIPE, text=True, check=True)
        row |= json.loads(done.stdout.splitlines()[-1])
    return row


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    seconds, memory = row["seconds"], row["memory"]

    def ratio(way: str, beside: str = "plain") -> float:
        return statistics.median(a / b for a, b in zip(seconds[way], seconds[beside], strict=True))

    def more(way: str) -> float | None:
        return memory[way] and memory[way]["more"]

    def memory_ratio(way: str) -> float | None:
        one, other = memory[way], memory["plain"]
        return one and (one["held"] + one["more"]) / (other["held"] + other["more"])

    needed = "plain, logits of the answer"
    lens = [a - b for a, b in zip(seconds["fitted"], seconds["fitted, without the lens"], strict=True)]
    return {
        "model": row["model"],
        "device": row["device"],
        "million": row["parameters"] / 1e6,
        "heads": f"{row['heads']} of {row['all_heads']}",
        "layers": f"{row['layers']} of {row['all_layers']}",
        "plain s": statistics.median(seconds["plain"]),
        "fitted": ratio("fitted"),
        "no lens": ratio("fitted, without the lens"),
        "lens s": statistics.median(lens),
        "all": ratio("all"),
        "all, no lens": ratio("all, without the lens"),
        "fitted / answer's logits": ratio("fitted", needed),
        "plain MiB": more("plain"),
        "fitted MiB": more("fitted"),
        "all MiB": more("all"),
        "memory": memory_ratio("fitted"),
        "memory, all": memory_ratio("all"),
    }


def _random(scratch: Path, name: str) -> str:
    """A Llama with random weights and a tokenizer of as many words as it has tokens."""
    from fakes.tiny_causal import save_model, save_word_tokenizer

    shape = dict(RANDOM[name])
    folder = scratch / name.replace(" ", "_").replace(",", "")
    layers, heads = shape.pop("layers"), shape.pop("heads")
    save_model(
        folder,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=heads // 2,
        vocab_size=VOCABULARY,
        max_position_embeddings=PROMPT + ANSWER + 128,
        initializer_range=0.02,
        **shape,
    )
    for path in folder.glob("token*"):
        path.unlink()
    save_word_tokenizer(folder, " ".join(f"w{number}" for number in range(VOCABULARY - 1)))
    return str(folder)


def _devices() -> list[str]:
    import torch

    return ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="append", default=[], help="a folder; may be repeated")
    parser.add_argument("--detector", help="a fitted detector, whose heads and layers are read")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--worker", choices=("time", "memory"), help=argparse.SUPPRESS)
    parser.add_argument("--device", default="cpu", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
