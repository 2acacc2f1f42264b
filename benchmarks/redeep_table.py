"""ReDEeP on a labelled set that one has, with a causal model that one has: the rows of the paper's table.

    python benchmarks/redeep_table.py MODEL DATA --layout ragtruth --of-model llama-2-7b-chat [--split test]

MODEL is a folder with a causal language model, DATA the folder of RAGTruth (`response.jsonl`, `source_info.jsonl`) or
Dolly (AC), or a file of one's own (`claimgraph.verify.redeep.labelled` says how). ReDEeP at token level and at chunk
level, each half of it alone, and the model's own doubt. Everything that is chosen is chosen inside the folds of a
cross-validation by source, so the figures are lower than those of a recipe that is chosen on what it is measured on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from figures import ROOT, publish

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.errors import ClaimGraphError, InputError
from claimgraph.verify.redeep.detecting import (
    CANDIDATES,
    COPYING_HEADS,
    POOLED,
    chunk_units_of,
    copying_heads,
    fit_file,
)
from claimgraph.verify.redeep.figuring import cross_validated
from claimgraph.verify.redeep.labelled import LAYOUTS, OWN, LabelledResponse, read_labelled
from claimgraph.verify.redeep.model import ChunkReading, Prompt, Span
from claimgraph.verify.redeep.prompting import prompt_of

if TYPE_CHECKING:
    from claimgraph.platform.models.causal.network import CausalModel
    from claimgraph.platform.models.ports import Embedder

CHUNK = 256
"""Characters of a chunk, whole sentences; as many as the authors take."""


def main() -> int:
    arguments = _parser().parse_args()
    try:
        rows, details = measured(arguments)
    except ClaimGraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    publish("redeep_table", f"ReDEeP on {arguments.data.name} with {arguments.model.name}", rows, details)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="folder of a causal language model")
    parser.add_argument("data", type=Path, help="folder of the public set, or a file of one's own")
    parser.add_argument("--layout", choices=LAYOUTS, default=OWN)
    parser.add_argument("--of-model", help="of a public set: the model that gave the responses")
    parser.add_argument("--split", help="of a public set: the split")
    parser.add_argument("--own-prompts", action="store_true", help="read with the prompts of the data")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--heads", type=int, default=COPYING_HEADS, help="how many heads, by copying score; 0: all")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def measured(arguments: argparse.Namespace) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows of the table, and what was fitted."""
    from claimgraph.api.bootstrap import Models
    from claimgraph.platform.models.causal import load_causal
    from claimgraph.platform.settings import load_settings

    model = load_causal(arguments.model, arguments.device)
    public = {"layout": arguments.layout, "of_model": arguments.of_model, "split": arguments.split}
    told = {"own_prompts": arguments.own_prompts, "copying": arguments.heads, "seed": arguments.seed}
    detector = fit_file(arguments.data, model, **public, **told, progress=_progress)
    token = detector.figures
    responses = read_labelled(arguments.data, arguments.layout, arguments.of_model, arguments.split)
    heads = copying_heads(model, arguments.heads) if arguments.heads else None
    embedders = Models(load_settings()).embedders  # of each language
    chunk = chunk_figures(model, responses, embedders, heads, arguments.own_prompts, arguments.seed)
    rows = [
        _row("ReDEeP, tokens", token),
        _row("ReDEeP, chunks", chunk),
        *(
            _row(name, {"auc": token[key]})
            for name, key in (
                ("only ECS, tokens", "auc_only_ecs"),
                ("only PKS, tokens", "auc_only_pks"),
                ("perplexity", "auc_perplexity"),
                ("entropy", "auc_entropy"),
            )
        ),
    ]
    return rows, {"detector": detector.as_json(), "chunk_level": chunk}


def chunk_figures(
    model: CausalModel,
    rows: Sequence[LabelledResponse],
    embedders: Mapping[str, Embedder],
    heads: Sequence[tuple[int, int]] | None,
    own_prompts: bool,
    seed: int,
) -> dict[str, Any]:
    """Nested cross-validation at chunk level; responses that cannot be read are left out and counted."""
    from claimgraph.verify.redeep.chunk_reading import read_chunks

    kept, readings = [], []
    for row in rows:
        embedder = embedders.get(detect_language(row.response), embedders["en"])
        try:
            prompt = row.own_prompt() if own_prompts else prompt_of(row.question, row.contexts, row.response)
            found = read_chunks(model, prompt, context_chunks(prompt), chunks(row.response), embedder, heads)
        except InputError:
            continue  # counted below, as what the model has no scores of
        if isinstance(found, ChunkReading):
            kept.append(row)
            readings.append(found)
    units = chunk_units_of(kept, readings)
    outer = 10 if min(units.truth.sum(), (1 - units.truth).sum()) >= 20 else 5
    figures = cross_validated(units, CANDIDATES, POOLED, outer, seed)
    return {"responses": len(kept), "not_read": len(rows) - len(kept), **figures}


def chunks(text: str) -> list[Span]:
    """Whole sentences, as many as CHUNK characters hold; a longer sentence is a chunk alone."""
    found: list[Span] = []
    for sentence in sentences(text):
        if found and sentence.end - found[-1][0] <= CHUNK:
            found[-1] = (found[-1][0], sentence.end)
        else:
            found.append((sentence.start, sentence.end))
    return found


def context_chunks(prompt: Prompt) -> list[Span]:
    """Chunks of every context, as characters of the prompt's text."""
    return [
        (start + begin, start + end) for start, stop in prompt.context for begin, end in chunks(prompt.text[start:stop])
    ]


def _row(name: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    shown = {key: figures["auc"][key] for key in ("value", "low", "high")}
    rest = {key: figures.get(key) for key in ("pcc", "precision", "recall", "f1")}
    return {"model": name, "AUC": shown["value"], "low": shown["low"], "high": shown["high"], **rest}


def _progress(done: int, of: int) -> None:
    print(f"  read {done} of {of}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
