"""One command compares the named methods of the literature on one data set, over a real HTTP server."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from fakes.judging_llm import JudgingLlm, task_of
from fakes.llm_server import LlmServer

from claimgraph.api.cli import main

METHODS = ["ragas_faithfulness", "refchecker", "hallusearch"]
ROWS = [
    {"premise": f"The bridge of town {n} was opened in {1900 + n}. It is grey.", "hypothesis": said, "label": label}
    for n in range(8)
    for said, label in (
        (f"The bridge of town {n} was opened in {1900 + n}.", "entailment"),
        (f"Wholly other matters concern king {n} of Sweden.", "neutral"),
    )
]


@pytest.mark.slow
def test_one_command_compares_the_named_methods(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "bridges.jsonl"
    data.write_text("\n".join(map(json.dumps, ROWS)))
    for name in list(os.environ):
        if name.startswith(("CLAIMGRAPH_", "OPENAI_", "AZURE_", "LLM_", "EMBEDDING_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    with LlmServer(JudgingLlm()) as server:
        monkeypatch.setenv("CLAIMGRAPH_LLM_BASE_URL", server.base_url)
        policies = [word for method in METHODS for word in ("--policy", method)]
        with pytest.raises(SystemExit) as ended:
            main(["bench", "quality", str(data), *policies, "--judge", "llm_plain", "--json"])
    out = json.loads(capsys.readouterr().out)

    assert ended.value.code in (0, None)
    assert [one["subject"] for one in out["report"]["subjects"]] == [*METHODS, "llm_plain"]
    assert all(one["auroc"]["value"] == 1.0 for one in out["report"]["subjects"])
    asked = {task_of(request) for request in server.requests}
    assert asked == {"statements", "faithfulness", "triples", "triple_check", "facts", "fact_check", "plain"}
    assert set(out["judges"]) >= {*METHODS, "llm_plain"}
