"""The composition root builds what is asked for, when it is asked for, and closes what it built."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from claimgraph.api.bootstrap import Services, open_services
from claimgraph.platform.errors import ConfigError, InputError, MigrationError, ModelUnavailable
from claimgraph.platform.graph import Graph
from claimgraph.platform.settings import Settings, load_settings
from claimgraph.verify.judges.registry import DEFAULT_JUDGES
from claimgraph.verify.policies.vote import VotePolicy


class FakeGraph:
    closed = False

    async def __aenter__(self) -> FakeGraph:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.closed = True


class FakeLlm:
    name, version = "fake", "1"
    closed = False

    async def aclose(self) -> None:
        self.closed = True


def settings(tmp_path: Path, **others: Any) -> Settings:
    return load_settings(_env_file=None, home=tmp_path, llm_api_key=None, **others)


def services(tmp_path: Path, **others: Any) -> Services:
    return Services(settings(tmp_path, **others), cast(Graph, FakeGraph()))


def test_nothing_is_built_before_it_is_asked_for(tmp_path: Path) -> None:
    built = services(tmp_path)

    assert set(vars(built)) == {"settings", "graph"}


def test_every_judge_has_a_name_and_a_version_of_its_own(tmp_path: Path) -> None:
    names = [judge.name for judge in services(tmp_path).judges]

    assert names == list(DEFAULT_JUDGES)
    assert all(judge.version for judge in services(tmp_path).judges)


def test_without_a_language_model_corrections_come_from_the_evidence_alone(tmp_path: Path) -> None:
    assert [corrector.name for corrector in services(tmp_path).correctors] == ["value"]


def test_with_a_language_model_it_is_asked_first_and_named_among_the_models(tmp_path: Path) -> None:
    built = services(tmp_path, llm_base_url="http://127.0.0.1:1/v1")

    assert [corrector.name for corrector in built.correctors] == ["llm", "value"]
    assert "llm" in built.model_names()


def test_each_language_has_its_embedder_and_every_other_language_one_too(tmp_path: Path) -> None:
    embedders = services(tmp_path).embedders

    assert {"en", "zh", "und"} <= set(embedders)
    assert embedders["en"].name != embedders["zh"].name


@pytest.mark.parametrize(
    ("setting", "name", "threshold"), [("bge", "bge_small_zh_v15", 0.74), ("hashed", "hashed_zh", 0.4)]
)
def test_the_chinese_embedder_is_chosen_by_setting_and_brings_its_threshold(
    tmp_path: Path, setting: str, name: str, threshold: float
) -> None:
    built = services(tmp_path, chinese_embedder=setting, policy="vote")

    policy = cast(VotePolicy, built.policies.default)
    assert built.embedders["zh"].name == name
    assert policy.thresholds.similarity_supports == {"en": 0.65, "zh": threshold}


async def test_what_was_built_is_closed_and_so_is_the_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph, llm = FakeGraph(), FakeLlm()
    give(monkeypatch, graph)

    async with open_services(settings(tmp_path)) as opened:
        vars(opened)["language_model"] = llm

    assert graph.closed
    assert llm.closed


async def test_a_schema_that_does_not_fit_closes_the_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = FakeGraph()
    give(monkeypatch, graph, MigrationError("newer"))

    with pytest.raises(MigrationError):
        async with open_services(settings(tmp_path)):
            pass

    assert graph.closed


def give(monkeypatch: pytest.MonkeyPatch, graph: FakeGraph, error: Exception | None = None) -> None:
    """Have `open_services` find this graph, and this outcome of migrating it."""

    async def open_graph(settings: Settings) -> FakeGraph:
        return graph

    async def migrate(graph: FakeGraph) -> list[str]:
        if error is not None:
            raise error
        return []

    monkeypatch.setattr("claimgraph.platform.graph.open_graph", open_graph)
    monkeypatch.setattr("claimgraph.graph_schema.migrations.migrate", migrate)


def test_text_analysis_is_what_ships_unless_a_setting_says_otherwise(tmp_path: Path) -> None:
    assert {lang: one.name for lang, one in services(tmp_path).analysers.items()} == {
        "en": "claimgraph_en",
        "zh": "jieba_ner",
    }


def test_a_model_that_a_setting_names_and_that_is_not_there_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="no_such_pipeline"):
        services(tmp_path, spacy_model="no_such_pipeline").analysers["en"].analyse(["One."])
    with pytest.raises(ModelUnavailable, match="no/names"):
        services(tmp_path, ner_model="no/names").analysers["en"].analyse(["One."])
    with pytest.raises(ModelUnavailable, match="no/coref"):
        services(tmp_path, coreference_model="no/coref").reader.read(["One is 1. It is odd."])
    with pytest.raises(ModelUnavailable, match="no/relations"):
        services(tmp_path, relation_model="no/relations").reader.read(["One is 1."])


def test_documents_are_read_for_what_they_state_unless_it_is_switched_off(tmp_path: Path) -> None:
    assert services(tmp_path).preparer.statements_version is not None
    assert services(tmp_path, read_statements=False).preparer.statements_version is None


def test_an_unknown_way_to_read_triples_is_refused_and_a_missing_model_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="rules, llm"):
        services(tmp_path).knowledge("magic")
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        services(tmp_path).knowledge("llm")
    with pytest.raises(InputError, match="0 to 1"):
        services(tmp_path).grapheval(None, 1.5)
