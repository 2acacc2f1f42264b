"""The page on judges says what the program has."""

from __future__ import annotations

import re
from pathlib import Path

from claimgraph.verify.judges.registry import JUDGES

WHOLE = (Path(__file__).parents[3] / "docs" / "judging.md").read_text(encoding="utf-8")
PAGE = WHOLE.split("## Policies")[0]
ROWS = [line.split(" | ") for line in PAGE.splitlines() if re.match(r"\| `\w+` \| .* \| .* \| ", line)]


def test_every_judge_is_in_the_table_with_its_calls_and_its_paper() -> None:
    assert [row[0].strip("| `") for row in ROWS] == list(JUDGES)
    for row in ROWS:
        kind = JUDGES[row[0].strip("| `")]
        assert (row[1], row[2]) == (kind.reads, kind.calls)
        assert kind.paper in row[3]


def test_every_judge_that_asks_says_what_its_score_is() -> None:
    scored = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert scored == [kind.name for kind in JUDGES.values() if kind.asks]
