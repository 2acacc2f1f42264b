"""ReDeEP on a small model whose copying and recall are known: answers, heads, their ablation, scores, detection.

    python benchmarks/redeep_synthetic.py [--model training/synthetic_retrieval/model] [--markdown FILE]

The model is made by `python training/make_retrieval_model.py`. Needs claimgraph[torch]; a few minutes on a CPU.
Everything follows from the seeds. `--markdown` writes the tables of docs/redeep_figures.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from figures import ROOT, publish, show

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "training")]

from synthetic_retrieval import evaluate, trials  # noqa: E402
from synthetic_retrieval.answering import COPIED, FROM_MEMORY, Answered  # noqa: E402
from synthetic_retrieval.evaluate import Evidence, Plan, Read  # noqa: E402
from synthetic_retrieval.world import make_world  # noqa: E402

from claimgraph.platform.models.causal.loading import load_causal  # noqa: E402
from claimgraph.verify.redeep.detecting import CANDIDATES, ONLY_ECS, ONLY_PKS  # noqa: E402
from claimgraph.verify.redeep.fitting import Candidate, Logistic, Units, choose, nested  # noqa: E402
from claimgraph.verify.redeep.measures import auc, auc_with_interval, difference_with_interval, resampled  # noqa: E402

if TYPE_CHECKING:
    from claimgraph.platform.models.causal.network import CausalModel

Row = dict[str, Any]
Floats = Any
ONLY_MEAN = ("mean",)  # each answer is one unit: every pooling of it is the same
DECIDING = 1  # the token at whose position the value is decided
TOKENS = ("name", "verb", "first word", "second word", "full stop")


def main() -> None:
    arguments = _arguments()
    if importlib.util.find_spec("torch") is None or importlib.util.find_spec("transformers") is None:
        print("redeep_synthetic: not measured (needs claimgraph[torch])", flush=True)
        return
    import torch

    torch.set_num_threads(arguments.threads)
    model = load_causal(arguments.model, arguments.device)
    evidence = evaluate.gather(model, make_world(), Plan(conflicts=arguments.rounds))
    tables = {
        "What the model answers": answer_rows(evidence),
        "Heads that copy": head_rows(evidence),
        "Copying without them": ablation_rows(evidence),
        "Answers from memory beside copied ones: scores": score_rows(evidence),
        "The same by token of the answer": token_rows(evidence),
        "Detection": detection_rows(model, evidence),
        "Known by heart or not": known_rows(evidence),
        "Detection, known by heart or not": known_detection_rows(evidence),
        "Both answers put into the model's mouth": forced_rows(model, evidence),
    }
    for title, rows in tables.items():
        show(title, rows, width=180)
    details = {"model": model.version, "seed": Plan().seed, "tables": tables}
    publish("redeep_synthetic", "Answers once more", tables["What the model answers"], details)
    if arguments.markdown is not None:
        arguments.markdown.write_text("\n".join(_markdown(*table) for table in tables.items()), encoding="utf-8")


def answer_rows(evidence: Evidence) -> list[Row]:
    """By kind of question: what was copied, what came from memory."""
    rows: list[Row] = []
    for kind, reads in evidence.reads.items():
        rows.append({"question": kind, "answers": len(reads), **evaluate.sorts(reads)})
    known = evidence.conflicts
    rows.append({"question": "the first, of facts known by heart", "answers": len(known), **evaluate.sorts(known)})
    return rows


def head_rows(evidence: Evidence) -> list[Row]:
    return [
        {
            "layer.head": f"{one.head[0]}.{one.head[1]}",
            "copying score (eigenvalues)": round(one.eigenvalues, 3),
            "attention to the word to be copied": round(one.attention, 3),
            "found": "yes" if one.copies else "",
        }
        for one in evidence.scores[:12]
    ]


def ablation_rows(evidence: Evidence) -> list[Row]:
    """Share of strangers' trials whose answer copies the context."""
    done = evidence.ablation
    names = {name: number for number, name in enumerate(dict.fromkeys(trial.name for trial in done.trials))}
    groups = np.array([names[trial.name] for trial in done.trials])

    def row(what: str, copied: Floats) -> Row:
        values = np.array(copied, dtype=float)
        low, high = resampled(lambda drawn: float(values[drawn].mean()), groups, 1000)
        return {"heads taken out": what, "copied": _shown(float(values.mean()), low, high)}

    count = len(evidence.heads)
    each = np.array(done.without_others, dtype=float)
    draws = each.mean(axis=1)
    lost = each.mean(axis=0) - np.array(done.without, dtype=float)
    return [
        row("none", done.intact),
        row(f"the {count} that were found", done.without),
        row(f"{count} others, of the same layers and of all in turn: mean of {len(draws)} draws", each.mean(axis=0)),
        {"heads taken out": "the lowest and highest of them", "copied": f"{draws.min():.3f} to {draws.max():.3f}"},
        row("difference: others - found", lost),
    ]


def score_rows(evidence: Evidence) -> list[Row]:
    """ECS of the heads found and PKS of each layer: answers from memory minus copied ones."""
    copied, memory = _by_sort(evidence.conflicts)
    layers = copied[0].reading.layers
    measures: dict[str, Callable[[Read], float]] = {
        "ECS, heads that copy": evaluate.external(evidence.heads),
        **{f"ECS, head {layer}.{head}": evaluate.external([(layer, head)]) for layer, head in evidence.heads},
        "PKS, all layers": evaluate.parametric(layers),
        **{f"PKS, layer {layer}": evaluate.parametric([layer]) for layer in layers},
    }
    return [
        {
            "score": name,
            "copied": _of(evaluate.mean_with_interval(copied, measure)),
            "from memory": _of(evaluate.mean_with_interval(memory, measure)),
            "difference": _of(evaluate.difference_of_means(memory, copied, measure)),
        }
        for name, measure in measures.items()
    ]


def token_rows(evidence: Evidence) -> list[Row]:
    """From memory minus copied at each token's own position."""
    copied, memory = _by_sort(evidence.conflicts)
    heads = [copied[0].reading.heads.index(head) for head in evidence.heads]

    def external(place: int) -> Callable[[Read], float]:
        return lambda one: float(one.reading.ecs[heads, place].mean())

    def parametric(layer: int, place: int) -> Callable[[Read], float]:
        return lambda one: float(one.reading.pks[layer, place])

    rows: list[Row] = []
    for place, token in enumerate(TOKENS):
        measures = {
            "ECS, heads that copy": external(place),
            **{f"PKS, layer {layer}": parametric(layer, place) for layer in copied[0].reading.layers},
        }
        of = {name: _of(evaluate.difference_of_means(memory, copied, one)) for name, one in measures.items()}
        rows.append({"token": token, **of})
    return rows


def detection_rows(model: CausalModel, evidence: Evidence) -> list[Row]:
    """AUC of hallucinated answers, nested cross-validation grouped by who is asked about."""
    sets = {
        "the context says otherwise": evidence.conflicts,
        "all kinds of questions": [one for reads in evidence.reads.values() for one in reads],
    }
    rows: list[Row] = []
    for name, reads in sets.items():
        truth, groups = np.array([float(one.hallucinated) for one in reads]), evaluate.groups_of(reads)
        scores = detector_scores(reads)
        scores["perplexity"] = surprise(reads)
        scores["mean entropy of its tokens"] = np.array([float(one.reading.entropies.mean()) for one in reads])
        asked = [one.answered.trial for one in reads]
        scores["length-normalised entropy, 5 samples"] = evaluate.length_normalised_entropy(model, asked, seed=1)
        for what, values in scores.items():
            found = auc_with_interval(truth, values, groups)
            paired = difference_with_interval(truth, [scores["ReDeEP"]], [values], groups)
            rows.append(
                {
                    "answers": f"{name}: {len(reads)}, {int(truth.sum())} hallucinated",
                    "score": what,
                    "AUC": _of(found.as_json()),
                    "ReDeEP - it": "" if what == "ReDeEP" else _of(paired.as_json()),
                }
            )
    return rows + control_rows(evidence.conflicts)


def detector_scores(reads: Sequence[Read]) -> dict[str, Floats]:
    """Of each answer by a fit that saw no answer about the same person."""
    whole, deciding = evaluate.units(reads), evaluate.units(reads, DECIDING)

    def held_out(units: Units, candidates: Sequence[Candidate]) -> Floats:
        return nested(units, candidates, ONLY_MEAN, 10, 5).scores

    return {
        "ReDeEP": held_out(whole, CANDIDATES),
        "only ECS": held_out(whole, ONLY_ECS),
        "only PKS": held_out(whole, ONLY_PKS),
        "ReDeEP, at the verb alone": held_out(deciding, CANDIDATES),
        "only ECS, at the verb alone": held_out(deciding, ONLY_ECS),
        "only PKS, at the verb alone": held_out(deciding, ONLY_PKS),
    }


def control_rows(reads: Sequence[Read]) -> list[Row]:
    """What could tell the answers apart without looking inside, and ReDeEP where that is held still."""
    name = "the context says otherwise"
    truth, groups = np.array([float(one.hallucinated) for one in reads]), evaluate.groups_of(reads)
    place = np.array([-float(one.answered.trial.place or 0.0) for one in reads])
    cells = np.array([hash((one.answered.trial.place, len(one.answered.trial.records))) for one in reads])
    scores = detector_scores(reads)["ReDeEP"]

    def within(values: Floats) -> str:
        def measured(rows: Floats) -> float:
            return auc_within(truth[rows], values[rows], cells[rows])

        return _shown(measured(np.arange(len(truth))), *resampled(measured, groups, 300))

    rows = [
        ("control: place of the record", _of(auc_with_interval(truth, place, groups).as_json())),
        ("control: words of the answer", _of(auc_with_interval(truth, word_scores(reads), groups).as_json())),
        ("ReDeEP, among answers with the record at the same place", within(scores)),
        ("perplexity, among answers with the record at the same place", within(surprise(reads))),
    ]
    return [{"answers": name, "score": what, "AUC": value, "ReDeEP - it": ""} for what, value in rows]


def auc_within(truth: Floats, scores: Floats, cells: Floats) -> float:
    """Share of pairs in the right order, among pairs of one cell."""
    right = pairs = 0.0
    for cell in np.unique(cells):
        rows = cells == cell
        many = float(truth[rows].sum() * (1 - truth[rows]).sum())
        if many:
            right, pairs = right + many * auc(truth[rows], scores[rows]), pairs + many
    return right / pairs if pairs else float("nan")


def word_scores(reads: Sequence[Read]) -> Floats:
    """Held-out log-odds by which words the answer has and nothing else."""
    from claimgraph.verify.redeep.fitting import SCORES, View

    said = [one.answered.response.split()[2:4] for one in reads]
    words = sorted({word for response in said for word in response})
    values = np.array([[float(word in response) for word in words] for response in said])
    units = evaluate.units(reads)
    view = View(values, np.zeros(len(words)))
    only = Units({SCORES: view}, units.labels, units.response, units.groups)
    return nested(only, [Logistic(strength, False) for strength in (0.01, 0.1, 1.0)], ONLY_MEAN, 10, 5).scores


def known_rows(evidence: Evidence) -> list[Row]:
    """ECS, PKS and doubt of the answers to each kind of question, by what the answer is."""
    layers = evidence.conflicts[0].reading.layers
    measures = {
        "ECS": evaluate.external(evidence.heads),
        "PKS": evaluate.parametric(layers),
        "surprise": lambda one: float(-one.reading.log_probabilities.mean()),
    }
    rows: list[Row] = []
    for kind, reads in evidence.reads.items():
        heart = kind in (trials.CONFLICT, trials.AGREE, trials.SILENT)
        kept = [one for one in reads if one.known or not heart]
        for sort in dict.fromkeys(one.answered.sort for one in kept):
            cell = [one for one in kept if one.answered.sort == sort]
            if len(cell) >= 20:
                shown = {name: _of(evaluate.mean_with_interval(cell, measure)) for name, measure in measures.items()}
                rows.append({"question": kind, "answer": sort, "answers": len(cell), **shown})
    return rows


def known_detection_rows(evidence: Evidence) -> list[Row]:
    """A detector fitted on the conflicts of half of the residents, on everything else."""
    conflicts = evidence.conflicts
    half = set(list(dict.fromkeys(one.answered.trial.name for one in conflicts))[::2])
    fit = [one for one in conflicts if one.answered.trial.name in half]
    detector = linear(fit)
    held = {
        kind: [one for one in reads if one.answered.trial.name not in half] for kind, reads in evidence.reads.items()
    }
    faithful = [one for one in held[trials.CONFLICT] if one.known and not one.hallucinated]
    agreed = [one for one in held[trials.AGREE] if one.known and not one.hallucinated]
    memory = [one for one in held[trials.CONFLICT] if one.known and one.answered.sort == FROM_MEMORY]
    recalled = [one for one in held[trials.SILENT] if one.known]
    copied = [one for one in held[trials.STRANGER] if not one.hallucinated]
    guessed = held[trials.SILENT_STRANGER]
    contrasts = {
        "known: from memory beside copied, which is not true": (memory, faithful),
        "known: from memory beside copied and true": (memory, agreed),
        "known: silent context beside copied and true": (recalled, agreed),
        "not known: guessed beside copied": (guessed, copied),
    }
    rows: list[Row] = []
    for name, (bad, good) in contrasts.items():
        both = [*bad, *good]
        truth = np.array([1.0] * len(bad) + [0.0] * len(good))
        groups = evaluate.groups_of(both)
        row: Row = {"answers, the first hallucinated": name, "number": len(both)}
        for what, values in {"ReDeEP": detector(both), "perplexity": surprise(both)}.items():
            row[what] = _of(auc_with_interval(truth, values, groups).as_json())
        rows.append(row)
    return rows


def forced_rows(model: CausalModel, evidence: Evidence) -> list[Row]:
    """Conflicts of the other half of residents with both answers read, whatever the model itself had said."""
    conflicts = evidence.conflicts
    half = set(list(dict.fromkeys(one.answered.trial.name for one in conflicts))[::2])
    detector = linear([one for one in conflicts if one.answered.trial.name in half])
    asked = [one.answered for one in conflicts if one.answered.trial.name not in half]
    pairs = []
    for value in ("truth", "stated"):
        forced = [Answered(one.trial, one.trial.response(str(getattr(one.trial, value)))) for one in asked]
        pairs.append(evaluate.read_answers(model, forced))
    groups = evaluate.groups_of(pairs[0])
    rows: list[Row] = []
    for sort in ("all", COPIED, FROM_MEMORY):
        kept = np.array([number for number, one in enumerate(asked) if sort in ("all", one.sort)])
        row: Row = {"the model's own answer": sort, "questions": len(kept)}
        for what, score in (("ReDeEP", detector), ("perplexity", surprise)):
            higher = (score(pairs[0]) > score(pairs[1]))[kept].astype(float)
            low, high = resampled(lambda drawn, h=higher: float(h[drawn].mean()), groups[kept], 1000)  # type: ignore[misc]
            row[f"{what} higher for the one from memory"] = _shown(float(higher.mean()), low, high)
        rows.append(row)
    return rows


def linear(reads: Sequence[Read]) -> Callable[[Sequence[Read]], Floats]:
    """The candidate chosen and fitted on these answers, as a score of others."""
    units = evaluate.units(reads)
    choice = choose(units, CANDIDATES, ONLY_MEAN, 5)
    found = choice.candidate.fit(units)

    def score(others: Sequence[Read]) -> Floats:
        return found.log_odds(evaluate.units(others).views[choice.candidate.view].values)

    return score


def surprise(reads: Sequence[Read]) -> Floats:
    """Logarithm of the answer's perplexity."""
    return np.array([-float(one.reading.log_probabilities.mean()) for one in reads])


def _by_sort(reads: Sequence[Read]) -> tuple[list[Read], list[Read]]:
    return tuple([one for one in reads if one.answered.sort == sort] for sort in (COPIED, FROM_MEMORY))  # type: ignore[return-value]


def _of(interval: dict[str, float]) -> str:
    return _shown(interval["value"], interval["low"], interval["high"])


def _shown(value: float, low: float, high: float) -> str:
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


def _markdown(title: str, rows: Sequence[Row]) -> str:
    columns = list(rows[0])
    lines = [f"**{title}**", "", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(str(row.get(column, "")) for column in columns) + " |" for row in rows]
    return "\n".join([*lines, ""])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=ROOT / "training" / "synthetic_retrieval" / "model")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2, help="contexts for each fact that contradict it")
    parser.add_argument("--markdown", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
