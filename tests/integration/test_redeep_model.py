"""From labelled responses to scores in the graph, with a real causal model (tiny and random) and no fake between."""

from __future__ import annotations

import json
import math
import os
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sample_graph import LightServices, erase

from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.graph import Graph
from claimgraph.verify.pipeline import VerifyRequest
from claimgraph.verify.redeep.detector import Detector

pytestmark = pytest.mark.torch

ANSWER = "Anna lives in Lima. It rains there."
CONTEXTS = ("Anna lives in Oslo. It rains a lot in Oslo.",)


def labelled(path: Path, count: int) -> Path:
    """Every other response names another town than its context: strange bytes, which any model takes otherwise."""
    drawn = random.Random(1)
    towns = ["Oslo", "Rome", "Lima", "Bonn", "Kyiv", "Riga"]
    rows = []
    for number in range(count):
        town = drawn.choice(towns)
        said = town if number % 2 else "ÿþÿþÿþ"
        response = f"Anna lives in {said}. It rains there."
        labels = [] if number % 2 else [[0, response.index(".") + 1]]
        context = f"Anna lives in {town}. It rains a lot in {town}. Case {number}."
        rows.append({"context": context, "question": "Where is she?", "response": response, "labels": labels})
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A model, and a detector that the command fitted for it."""
    pytest.importorskip("torch", reason="needs claimgraph[torch]")
    from fakes.tiny_causal import save_model

    from claimgraph.api.cli import main

    folder = tmp_path_factory.mktemp("redeep")
    model = save_model(folder / "model", "llama", max_position_embeddings=512)
    data, out = labelled(folder / "data.jsonl", 24), folder / "detector.json"
    with pytest.raises(SystemExit) as ended:
        main(["redeep", "fit", str(data), "--model", str(model), "--out", str(out), "--json"])
    assert not ended.value.code
    return {"model": model, "detector": out, "folder": folder}


def test_the_command_fits_a_detector_that_names_its_model_and_its_figures(made: dict[str, Path]) -> None:
    fitted = Detector.load(made["detector"])

    assert fitted.heads or fitted.layers
    assert fitted.figures["responses"] == 24
    assert fitted.figures["hallucinated"] == 12


def test_the_command_scores_an_answer_and_draws_it(
    made: dict[str, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from claimgraph.api.cli import main

    for name in [name for name in os.environ if name.startswith("CLAIMGRAPH_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(tmp_path))
    (tmp_path / "answer.txt").write_text(ANSWER, encoding="utf-8")
    (tmp_path / "context.txt").write_text(CONTEXTS[0], encoding="utf-8")
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["claimgraph"])

    with pytest.raises(SystemExit) as ended:
        main(
            ["redeep", "score", str(tmp_path / "answer.txt"), "--context", str(tmp_path / "context.txt"), "--json",
             "--model", str(made["model"]), "--detector", str(made["detector"]), "--html", str(tmp_path / "map.html")]
        )  # fmt: skip

    found = json.loads(capsys.readouterr().out)
    assert not ended.value.code
    assert "".join(ANSWER[one["start"] : one["end"]] for one in found["tokens"]) == ANSWER
    assert [claim["text"] for claim in found["claims"]] == ["Anna lives in Lima.", "It rains there."]
    assert all(0.0 <= claim["score"] <= 1.0 for claim in found["claims"])
    assert "Lima" in (tmp_path / "map.html").read_text(encoding="utf-8")


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str, made: dict[str, Path]) -> AsyncIterator[LightServices]:
    await migrate(graph)
    inside = {"redeep_model": str(made["model"]), "redeep_detector": made["detector"]}
    built = LightServices(store.settings(tenant=tenant, judges="rules,alignment", policy="vote", **inside), graph)
    yield built
    await erase(graph, tenant)


async def test_by_two_settings_every_claim_of_a_verification_has_its_scores(services: LightServices) -> None:
    tenant = services.tenant
    await services.ready()

    found = await services.verifier.verify(tenant, VerifyRequest(ANSWER, contexts=CONTEXTS, correct=False))

    detector = Detector.load(services.settings.redeep_detector)  # type: ignore[arg-type]
    assert len(found.claims) == 2
    for claim in found.claims:
        assert claim.redeep_score is not None
        assert 0.0 <= claim.redeep_score <= 1.0
        assert (claim.redeep_ecs is not None) == bool(detector.heads)
        assert claim.redeep_ecs is None or -1.0 <= claim.redeep_ecs <= 1.0
        assert claim.redeep_pks is None or 0.0 <= claim.redeep_pks <= math.log(2) + 1e-6
        assert claim.votes["redeep"] in ("supports", "neutral")
    assert "judge redeep" in found.run.models
