"""The card of the calibrated policy, from the figures of its fit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimgraph.verify.judges.registry import DEFAULT_JUDGES
from claimgraph.verify.policies.features import ADDED_WORDS, SAYS_MORE, UNTOLD_CLAUSE, UNTOLD_NAME

_TEMPLATE = Path(__file__).with_name("card_templates") / "calibrated.md"
_NAMES = {"en": "English", "zh": "Chinese"}


def card(figures: Mapping[str, Any], features: str, there: str = "") -> str:
    """The whole text. A language without figures keeps its section of `there`, an earlier card."""
    languages = "".join(
        _language(figures[lang], figures["summary"][lang], name) if lang in figures else _section(there, name)
        for lang, name in _NAMES.items()
    )
    return _TEMPLATE.read_text(encoding="utf-8").format(
        features=features,
        nli=figures["nli"],
        shift=figures["shift"],
        judges=", ".join(DEFAULT_JUDGES),
        languages=languages,
    )


def _section(card: str, name: str) -> str:
    """From the line before a heading to the next heading. Raises ValueError where the card has no such heading."""
    _, heading, rest = card.partition(f"\n## {name}\n")
    if not heading:
        raise ValueError(f"the card has no section {name}")
    return heading + rest.split("\n## ")[0]


def _language(made: Mapping[str, Any], by_set: Mapping[str, Any], name: str) -> str:
    lines = [
        "",
        f"## {name}",
        "",
        f"- fitted on {made['fitted_on']}",
        f"- reported on {made['reported_on']} (the last word is the hash of the premises)",
        f"- expected calibration error {made['reliability']['error']} (ten bins of the second table)",
        *(
            f"- P(supported) of the {made['held_down'].get(feature, 0)} claims that {said} is at most"
            f" {made['ceilings'].get(feature, 1.0)}{why}"
            for feature, (said, why) in _HELD_DOWN.items()
        ),
        "",
        "| set | claims | AUROC | balanced accuracy at 0.5 |",
        "|---|---|---|---|",
        *(
            f"| {one} | {v['cases']} | {_or_dash(v['auroc'])} | {_or_dash(v['balanced_accuracy'])} |"
            for one, v in by_set.items()
        ),
        "",
        "| P(supported), mean of the bin | share supported | claims |",
        "|---|---|---|",
        *(f"| {bin['stated']} | {bin['supported']} | {bin['claims']} |" for bin in made["reliability"]["bins"]),
        "",
        f"Review, on {made['conformal']['claims']} of these claims whose label is three-way:",
        "",
        "| share of errors | true verdict possible | decided | right of those |",
        "|---|---|---|---|",
        *(
            f"| {error} | {v['covered']} | {v['decided']} | {v['right_of_decided']} |"
            for error, v in made["conformal"].items()
            if error != "claims"
        ),
        "",
    ]
    return "\n".join(lines)


_HELD_DOWN = {
    SAYS_MORE: ("say more than their evidence", ": the share of them that were supported"),
    UNTOLD_NAME: ("name what no word of their evidence names", ", which is given"),
    UNTOLD_CLAUSE: ("have a clause of which their evidence has no word", ", which is given"),
    ADDED_WORDS: ("are a sentence of their evidence with words put in", ", which is given"),
}


def _or_dash(value: float | None) -> str:
    return "–" if value is None else str(value)
