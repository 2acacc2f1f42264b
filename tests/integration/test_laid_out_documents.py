"""Tables and lists of facts from a Markdown file to the corrected text, on both stores, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ENGLISH = """# Cloudnest plans

All prices exclude VAT. Support is closed on public holidays.

| Plan | Price (€ per month) | Storage | SSO |
|---|---|---|---|
| Basic | 9 | 100 GB | no |
| Team | 29 | 1 TB | no |
| Pro | 49 | 5 TB | yes |

## Support hours

Monday to Thursday: 9 am to 6 pm
Friday: 9 am to 4 pm
Weekend: closed
"""
CHINESE = """# 食堂供餐时间

早餐：6:30—8:30
午餐：11:00—13:00
晚餐：17:00—19:00

| 窗口 | 菜系 | 人均（元） |
|---|---|---|
| 东窗 | 川菜 | 18 |
| 南窗 | 面食 | 12 |
| 北窗 | 粤菜 | 22 |
"""


@pytest.mark.parametrize(
    ("document", "answer", "verdicts", "corrected"),
    [
        (
            ENGLISH,
            "Team costs 29 euros a month. Pro is the cheapest plan. Basic costs 20 euros less than Team. "
            "On Fridays support is available until 6 pm.",
            ["SUPPORTED", "CONTRADICTED", "SUPPORTED", "CONTRADICTED"],
            "Team costs 29 euros a month. Basic costs 20 euros less than Team. "
            "On Fridays support is available until 4 pm.",
        ),
        (
            CHINESE,
            "食堂的晚餐供应到晚上十点。南窗的人均比北窗低10元。",
            ["CONTRADICTED", "SUPPORTED"],
            "食堂的晚餐供应到19:00。南窗的人均比北窗低10元。",
        ),
    ],
)
def test_claims_about_rows_and_lines_are_judged_and_mended_where_they_stand(
    document: str, answer: str, verdicts: list[str], corrected: str, run: Callable[..., Any], tmp_path: Path
) -> None:
    source = tmp_path / "source.md"
    source.write_text(document, encoding="utf-8")
    assert run("ingest", str(source))[0] == 0

    for sources in ([], ["--context", str(source)]):
        code, out, _ = run("verify", "-", "--json", *sources, stdin=answer)
        told = json.loads(out)

        assert code == 0
        assert [claim["verdict"] for claim in told["claims"]] == verdicts
        assert told["corrected_text"] == corrected
