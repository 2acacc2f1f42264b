"""Fit the calibrated policy: `python training/fit_policy.py --data ../shared/data --held-out work/held_out.jsonl ...`.

All judges judge claims on premises that trained none of them (`starter_models.split`). Two logistic models over
`claimgraph.verify.policies.features` are fitted to that, the weight of every feature held to its sensible sign, and
conformal quantiles are taken on a part that is not fitted on. Writes the policy's numbers, and `--figures` with the
hashes of the cases fitted, calibrated and reported on. Judged cases are kept in `--cache`; a run that was interrupted
goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from pathlib import Path

import anyio

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / ".types"))

from starter_models import policy_card, policy_cases, policy_fit  # noqa: E402
from starter_models.sources import FAMILIES  # noqa: E402

from claimgraph.platform.models.cross_encoder import CrossEncoderNli  # noqa: E402

log = logging.getLogger("fit_policy")


def main() -> None:
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    left_out = FAMILIES[arguments.left_out] if arguments.left_out else ()
    cases = policy_cases.english(arguments.data, arguments.held_out, left_out, arguments.per_source)
    cases["zh"] = policy_cases.own(arguments.own, "zh")
    if not left_out:
        cases["en"] += policy_cases.own(arguments.own, "en")
    cases = {lang: [*group, *policy_cases.unrelated(group)] for lang, group in cases.items()}
    nli = CrossEncoderNli(arguments.nli) if arguments.nli else CrossEncoderNli()
    judged = anyio.run(policy_cases.judge, cases, nli, arguments.cache)
    policy, figures = policy_fit.fit_all(judged)
    figures["nli"] = nli.version
    figures["left_out"] = list(left_out)
    arguments.out.write_text(json.dumps(policy, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if arguments.figures:
        arguments.figures.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if arguments.card:
        arguments.card.write_text(policy_card.card(figures, policy["features"]), encoding="utf-8")
    print(json.dumps(figures["summary"], indent=1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/")
    parser.add_argument("--held-out", type=Path, required=True, help="held_out.jsonl of the NLI model's training")
    parser.add_argument("--own", type=Path, nargs="*", default=[], help="further cases written for this project")
    parser.add_argument("--nli", type=Path, help="folder of the NLI model (default: the one that ships)")
    parser.add_argument("--left-out", choices=FAMILIES, help="the family that the NLI model was not trained on")
    parser.add_argument("--per-source", type=int, default=800, help="most cases of a source")
    parser.add_argument("--cache", type=Path, required=True, help="where judged cases are kept")
    parser.add_argument("--out", type=Path, default=HERE.parent / "verify" / "policies" / "calibrated.json")
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--card", type=Path, help="where to write what was fitted on, and how well it does")
    return parser.parse_args()


if __name__ == "__main__":
    main()
