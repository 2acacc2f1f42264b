"""The model cards, written from the figures of the run that made the files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).with_name("card_templates")
NAMES = {
    "fever": "FEVER pairs",
    "fever_symmetric": "FEVER Symmetric",
    "conjnli": "ConjNLI (adversarial train)",
    "snli": "SNLI",
    "counterfactual_snli": "counterfactual SNLI",
    "foolmetwice": "FoolMeTwice",
    "summedits": "SummEdits, sentences",
    "wice": "WiCE",
    "synthetic_absent": "synthetic: sentence taken out",
    "synthetic_antonym": "synthetic: antonym",
    "synthetic_date": "synthetic: date",
    "synthetic_name": "synthetic: name",
    "synthetic_negation": "synthetic: negation",
    "synthetic_number": "synthetic: number",
    "synthetic_quantifier": "synthetic: quantifier",
}


def table(held_out: Mapping[str, Mapping[str, Any]]) -> str:
    """The figures per held-out set, as a Markdown table."""
    lines = [
        "| set | claims | supported | AUROC | balanced accuracy at 0.5 | unseen claims | AUROC on them |",
        "|---|---|---|---|---|---|---|",
    ]
    for key, name in NAMES.items():
        if key in held_out:
            row = held_out[key]
            lines.append(
                f"| {name} | {row['claims']} | {row['supported']} | {_area(row, '')} "
                f"| {row['balanced_accuracy_at_half']} | {row['unseen_claims']} | {_area(row, 'unseen_')} |"
            )
    return "\n".join(lines)


def _area(row: Mapping[str, Any], prefix: str) -> str:
    area = row[f"{prefix}auroc"]
    return "-" if area is None else f"{area:.3f} ± {row[f'{prefix}standard_error']:.3f}"


def write(folder: Path, figures: Mapping[str, Any], max_tokens: int) -> None:
    """MODEL_CARD.minilm.md and MODEL_CARD.nli.md beside the weights."""
    values = {
        **figures["export"],
        **figures["probe"],
        "table": table(figures["held_out"]),
        "max_tokens": max_tokens,
    }
    for model in ("minilm", "nli"):
        template = (TEMPLATES / f"{model}.md").read_text(encoding="utf-8")
        (folder / f"MODEL_CARD.{model}.md").write_text(template.format(**values), encoding="utf-8")


def write_chinese(folder: Path, figures: Mapping[str, Any]) -> None:
    """MODEL_CARD.zh_ner.md beside the weights; `figures`: what `chinese_ner.make` gave."""
    tried = "; ".join(f"{name} {score}" for name, score in figures["tried"].items())
    values = {**figures, **figures["trained_on"], "table": names_table(figures["dev"]), "tried": tried}
    template = (TEMPLATES / "zh_ner.md").read_text(encoding="utf-8")
    (folder / "MODEL_CARD.zh_ner.md").write_text(template.format(**values), encoding="utf-8")


def write_chinese_embedder(folder: Path, figures: Mapping[str, Any]) -> None:
    """MODEL_CARD.zh_embedder.md beside the weights; `figures`: what `chinese_embedder.make` gave."""
    rows = ["| | bge_small_zh_v15 | hashed_zh |", "|---|---|---|"]
    for name, part, key in (
        ("paraphrases, right premise first", "paraphrases", "right_premise_first"),
        ("paraphrases, AUROC against other premises", "paraphrases", "auroc"),
        ("texts, right one first", "documents", "right_text_first"),
        ("texts, mean reciprocal rank", "documents", "mean_reciprocal_rank"),
    ):
        rows.append(f"| {name} | {figures[part]['bge'][key]} | {figures[part]['hashed'][key]} |")
    speed = figures["texts_per_core_second"]
    rows.append(f"| claims a second of one core | {speed['bge']} | {speed['hashed']} |")
    values = {
        **figures,
        "table": "\n".join(f"  {row}" for row in rows),
        "without_prefix": figures["documents"]["bge"]["right_text_first"],
        "with_prefix": figures["documents"]["bge with the prefix"]["right_text_first"],
    }
    template = (TEMPLATES / "zh_embedder.md").read_text(encoding="utf-8")
    (folder / "MODEL_CARD.zh_embedder.md").write_text(template.format(**values), encoding="utf-8")


def write_chinese_nli(folder: Path, figures: Mapping[str, Any]) -> None:
    """MODEL_CARD.zh_nli.md beside the weights; `figures`: what `chinese_nli.make` gave."""
    rows = ["| set | claims | AUROC | supported | AUROC, untrained | supported |", "|---|---|---|---|---|---|"]
    for name, one in figures["sets"].items():
        before = figures["sets_untrained"][name]
        told = (one["claims"], one["auroc"], one["supported"], before["auroc"], before["supported"])
        rows.append(f"| {name} | " + " | ".join(map(str, told)) + " |")
    lowest = sorted(figures["sets"].items(), key=lambda item: item[1]["auroc"])[:3]
    weakest = ", ".join(f"{name} {one['auroc']}" for name, one in lowest)
    template = (TEMPLATES / "zh_nli.md").read_text(encoding="utf-8")
    text = template.format(**figures, table="\n".join(rows), weakest=weakest)
    (folder / "MODEL_CARD.zh_nli.md").write_text(text, encoding="utf-8")


def write_english(folder: Path, figures: Mapping[str, Any]) -> None:
    """MODEL_CARD.en_analysis.md beside the weights; `figures`: what `english.make` gave."""
    dev, held_out = figures["dev"], figures["held_out"]
    keys = ("words", "upos", "xpos", "lemma", "uas", "las")
    rows = [
        f"| {name} | " + " | ".join(str(dev[part][key]) for key in keys) + " |"
        for part, name in (("gold_words", "the treebank's"), ("raw_text", "the pipeline's own, from raw text"))
    ]
    values = {
        **figures,
        **dev,
        **{f"held_{key}": round(100 * value, 1) for key, value in held_out.items()},
        "tried": "; ".join(f"{name} {score}" for name, score in figures["tried"].items()),
        "parse_table": "\n".join(rows),
        "name_table": names_table(dev["names"]),
    }
    template = (TEMPLATES / "en_analysis.md").read_text(encoding="utf-8")
    (folder / "MODEL_CARD.en_analysis.md").write_text(template.format(**values), encoding="utf-8")


def names_table(scores: Mapping[str, Mapping[str, float]]) -> str:
    """Precision, recall and F1 per kind of name, as a Markdown table."""
    lines = ["| names | in the text | precision | recall | F1 |", "|---|---|---|---|---|"]
    for key in sorted(scores, key=lambda name: (name == "all", name)):
        row = scores[key]
        lines.append(f"| {key} | {row['gold']} | {row['precision']} | {row['recall']} | {row['f1']} |")
    return "\n".join(lines)
