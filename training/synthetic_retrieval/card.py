"""The model card: what the model is, what it was made from, what it is no good for."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Any

from .train import Recipe
from .world import RELATIONS, World

_TEMPLATE = Path(__file__).with_name("card.md")


def write_card(network: Any, world: World, recipe: Recipe, folder: Path) -> None:
    """`MODEL_CARD.md` beside the weights."""
    config = network.config
    values = {
        "parameters": f"{sum(part.numel() for part in network.parameters()):,}",
        "layers": config.num_hidden_layers,
        "heads": config.num_attention_heads,
        "width": config.hidden_size,
        "vocabulary": config.vocab_size,
        "residents": len(world.residents),
        "strangers": len(world.strangers),
        "facts": len(world.facts),
        "relations": len(RELATIONS),
        "steps": f"{recipe.steps:,}",
        "documents": recipe.batch,
        "seed": recipe.seed,
    }
    text = Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(values)
    (folder / "MODEL_CARD.md").write_text(text, encoding="utf-8")
