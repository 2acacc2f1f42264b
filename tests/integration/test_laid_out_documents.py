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
            "Team costs 29 euros a month. Basic is the cheapest plan. Basic costs 20 euros less than Team. "
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
    _verify_both_ways(run, tmp_path, document, answer, verdicts, corrected)


PLANS = """# Cloudnest plans

| Plan | Price (euros a month) | Users | Storage (GB) |
|---|---|---|---|
| Solo | 9 | 1 | 50 |
| Team | 29 | 10 | 500 |
| Enterprise | 99 | 100 | 5,000 |
"""
TARIFFS = """# 云巢套餐

| 套餐 | 月费（元） | 用户数 | 存储（GB） |
|---|---|---|---|
| 个人版 | 29 | 1 | 50 |
| 团队版 | 199 | 10 | 500 |
| 企业版 | 699 | 100 | 5000 |
"""


@pytest.mark.parametrize(
    ("document", "answer", "verdicts", "corrected"),
    [
        (
            PLANS,
            "Cloudnest offers three plans. The Enterprise plan is the most expensive one. "
            "The Team plan has the most storage. Enterprise costs 60 euros more than Team.",
            ["SUPPORTED", "SUPPORTED", "CONTRADICTED", "CONTRADICTED"],
            "Cloudnest offers three plans. The Enterprise plan is the most expensive one. "
            "The Enterprise plan has the most storage. Enterprise costs 70 euros more than Team.",
        ),
        (
            TARIFFS,
            "云巢共有四种套餐。企业版的月费最高。个人版的存储最多。",
            ["CONTRADICTED", "SUPPORTED", "CONTRADICTED"],
            "云巢共有三种套餐。企业版的月费最高。企业版的存储最多。",
        ),
    ],
)
def test_what_only_all_rows_together_tell_is_judged_and_mended(
    document: str, answer: str, verdicts: list[str], corrected: str, run: Callable[..., Any], tmp_path: Path
) -> None:
    _verify_both_ways(run, tmp_path, document, answer, verdicts, corrected)


def _verify_both_ways(
    run: Callable[..., Any], folder: Path, document: str, answer: str, verdicts: list[str], corrected: str
) -> None:
    """Against the document as it is stored, and against it as a context of the call."""
    source = folder / "source.md"
    source.write_text(document, encoding="utf-8")
    assert run("ingest", str(source))[0] == 0

    for sources in ([], ["--context", str(source)]):
        code, out, _ = run("verify", "-", "--json", *sources, stdin=answer)
        told = json.loads(out)

        assert code == 0
        assert [claim["verdict"] for claim in told["claims"]] == verdicts
        assert told["corrected_text"] == corrected


NAMES = (
    *("Astrid", "Borealis", "Calder", "Dunmore", "Elsinore", "Fairwind", "Grenville", "Halcyon"),
    *("Isolde", "Juniper", "Kestrel", "Lodestar", "Meridian", "Northolt", "Orkney", "Pelham"),
    *("Quillon", "Ravenna", "Solway", "Tamarind", "Ullswater", "Verity"),
)
PORTS = ("Torvik", "Laxvik", "Harnes")
FERRIES = "\n".join(
    [
        "## Ferries in service",
        "",
        "| Ferry | Built | Length (m) | Passengers | Home port |",
        "|---|---|---|---|---|",
        *(
            f"| {name} | {1975 + 2 * at} | {60 + (at * 37) % 131} | {300 + 100 * (at % 9)} | {PORTS[at % 3]} |"
            for at, name in enumerate(NAMES)
        ),
        "",
        "All ferries carry cars.",
    ]
)


def test_rows_of_a_table_that_fills_several_chunks_have_its_header(run: Callable[..., Any], tmp_path: Path) -> None:
    source = tmp_path / "ferries.txt"
    source.write_text(FERRIES, encoding="utf-8")
    assert run("ingest", str(source))[0] == 0

    answer = "The Verity was built in 1999. The Ravenna has its home port in Laxvik. There are 22 ferries in service."
    for sources in ([], ["--context", str(source)]):
        code, out, _ = run("verify", "-", "--json", *sources, stdin=answer)
        told = json.loads(out)

        assert code == 0
        assert told["corrected_text"].startswith(
            "The Verity was built in 2017. The Ravenna has its home port in Harnes."
        )
    assert [claim["verdict"] for claim in told["claims"]] == ["CONTRADICTED", "CONTRADICTED", "SUPPORTED"]
    assert told["corrected_text"].endswith("There are 22 ferries in service.")
