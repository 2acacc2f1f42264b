"""Whole answers as assistants write them, in both languages: what is right stays, what is wrong is mended or goes, and
the text is a text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LIBRARY = """The library is closed on Mondays. You cannot borrow more than five books at a time. Payment of fines is due
within 10 working days. The reading room will not open before May. Lena Holm has led the library since 2019."""
CLINIC = """该药可以空腹服用，一次1粒，一日2次。急诊24小时开放。公司现有员工860人，其中研发人员占62%。"""


@pytest.mark.parametrize(
    ("document", "answer", "corrected"),
    [
        (
            LIBRARY,
            "According to the document, the library is closed on Tuesdays. Within ten working days, fines have to be "
            "paid. However, Lena Holm was born in Rome. Please note that the reading room won't open before May.",
            "According to the document, the library is closed on Mondays. Within ten working days, fines have to be "
            "paid. Please note that the reading room won't open before May.",
        ),
        (
            CLINIC,
            "根据文档，该药不能空腹服用。需要注意的是，急诊24小时开放。但研发人员有三百名博士。",
            "根据文档，该药可以空腹服用。需要注意的是，急诊24小时开放。",
        ),
    ],
)
def test_an_answer_of_which_something_is_taken_out_stays_a_text(
    document: str, answer: str, corrected: str, run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source.md"
    source.write_text(document, encoding="utf-8")
    monkeypatch.setenv("CLAIMGRAPH_UNCORRECTED", "remove")

    code, out, _ = run("verify", "-", "--json", "--context", str(source), stdin=answer)

    assert code == 0
    assert json.loads(out)["corrected_text"] == corrected
