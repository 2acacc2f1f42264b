"""Who did what: claims whose words all stand in the evidence, tied together rightly and wrongly.

Hand-written and never trained on; the first pair was seen to fail, the others were then written in its likeness. No
held-out set asks this.
"""

from __future__ import annotations

from .evaluate import Scorer

# (evidence, true claim, claim with its parts crossed)
CROSSED = (
    (
        "Sales of electric cars rose in Norway while sales of diesel cars fell.",
        "Sales of electric cars rose in Norway.",
        "Sales of electric cars fell in Norway.",
    ),
    (
        "Anna was born in Rome and Peter was born in Lyon.",
        "Peter was born in Lyon.",
        "Peter was born in Rome.",
    ),
    (
        "The red team won the final and the blue team lost it.",
        "The red team won the final.",
        "The red team lost the final.",
    ),
    ("Exports grew by 4% whereas imports shrank by 7%.", "Exports grew by 4%.", "Exports shrank by 7%."),
    (
        "The north bridge opened in 1931; the south bridge opened in 1958.",
        "The south bridge opened in 1958.",
        "The south bridge opened in 1931.",
    ),
    (
        "Miller bought the farm from Keller in 1902.",
        "Miller bought the farm from Keller.",
        "Keller bought the farm from Miller.",
    ),
    (
        "Unemployment dropped in the cities but climbed in the countryside.",
        "Unemployment dropped in the cities.",
        "Unemployment climbed in the cities.",
    ),
    ("Oxygen supports burning, and nitrogen does not.", "Oxygen supports burning.", "Nitrogen supports burning."),
    (
        "The novel was written by Ida Holm and illustrated by Max Ruud.",
        "The novel was written by Ida Holm.",
        "The novel was written by Max Ruud.",
    ),
    ("Zinc costs more than lead.", "Zinc costs more than lead.", "Lead costs more than zinc."),
)


def crossed_claims(scorer: Scorer) -> dict[str, int]:
    """How many of the true and of the crossed claims get P(entailment) above one half."""
    true = scorer([(evidence, claim) for evidence, claim, _ in CROSSED])
    crossed = scorer([(evidence, claim) for evidence, _, claim in CROSSED])
    return {
        "crossed_pairs": len(CROSSED),
        "crossed_true_entailed": int((true > 0.5).sum()),
        "crossed_false_entailed": int((crossed > 0.5).sum()),
    }
