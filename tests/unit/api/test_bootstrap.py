"""The composition root builds what is asked for, when it is asked for, and closes what it built."""

from __future__ import annotations

import json
import weakref
from pathlib import Path
from typing import Any, cast

import anyio
import anyio.to_thread
import pytest
from fakes.embeddings_server import EmbeddingsServer
from fakes.judging_llm import JudgingLlm, task_of
from fakes.llm_server import LlmServer
from fakes.redeep_reader import fitted_detector

from claimgraph.api.bootstrap import Models, Services, open_services
from claimgraph.platform.errors import ConfigError, InputError, MigrationError, ModelUnavailable
from claimgraph.platform.graph import Graph
from claimgraph.platform.models.causal.loading import version_of
from claimgraph.platform.models.combining import CombiningNli
from claimgraph.platform.models.resident import keep_resident
from claimgraph.platform.models.transformers_nli import TransformersNli
from claimgraph.platform.settings import Settings, load_settings
from claimgraph.verify.judges.registry import DEFAULT_JUDGES
from claimgraph.verify.model import Opinion, Pair
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.redeep import causal_reader


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
    return load_settings(**{"_env_file": None, "home": tmp_path, "llm_api_key": None, **others})


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
    assert [corrector.name for corrector in services(tmp_path).correctors] == ["value", "quote"]


@pytest.mark.parametrize("uncorrected", ["remove", "flag", "keep"])
def test_nothing_is_quoted_where_what_nobody_mends_is_to_go_or_stay(uncorrected: str, tmp_path: Path) -> None:
    built = services(tmp_path, uncorrected=uncorrected)

    assert [corrector.name for corrector in built.correctors] == ["value"]


def test_with_a_language_model_it_is_asked_first_and_named_among_the_models(tmp_path: Path) -> None:
    built = services(tmp_path, llm_base_url="http://127.0.0.1:1/v1")

    assert [corrector.name for corrector in built.correctors] == ["llm", "value", "quote"]
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


@pytest.mark.parametrize("lang", ["en", "zh", "und"])
def test_an_nli_model_that_a_setting_names_judges_every_language(tmp_path: Path, lang: str) -> None:
    built = services(tmp_path, nli_model="some/Nli-Model")

    model = built.nli[lang]

    assert isinstance(model, CombiningNli)
    assert isinstance(vars(model)["_model"], TransformersNli)
    assert model.name == "some_nli_model"
    assert model is built.nli["en"]


def test_without_that_setting_english_and_chinese_have_an_nli_model_each_and_others_have_none(tmp_path: Path) -> None:
    models = services(tmp_path).nli
    assert {lang: model.name for lang, model in models.items()} == {"en": "minilm_nli", "zh": "glossed_nli"}
    assert models["zh"].known_fraction("雨下了。") == 1.0 > models["en"].known_fraction("雨下了。")


@pytest.mark.parametrize("kind", ["vote", "strict"])
@pytest.mark.parametrize(("model", "expected"), [(None, {"zh": 0.8}), ("some/Nli-Model", {})])
def test_only_the_model_that_reads_glosses_is_asked_for_support_alone(
    tmp_path: Path, kind: str, model: str | None, expected: dict[str, float]
) -> None:
    """Also under a policy of one's own, which says nothing of it."""
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"policy": kind, "thresholds": {"nli_supports": 0.9}}), encoding="utf-8")
    for policy in (kind, str(path)):
        thresholds = cast(VotePolicy, services(tmp_path, nli_model=model, policy=policy).policies.default).thresholds
        assert thresholds.nli_glossed_supports == expected
        assert thresholds.nli_supports == (0.9 if policy != kind else 0.8)


@pytest.mark.parametrize("thresholds", [{"nli_glossed_supports": 0.9}, {"nli_supports": {"en": 0.9}}])
def test_a_threshold_of_the_wrong_shape_is_refused(tmp_path: Path, thresholds: dict[str, object]) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"policy": "vote", "thresholds": thresholds}), encoding="utf-8")
    with pytest.raises(ConfigError, match=f"{next(iter(thresholds))} is (a number for each language|one number)"):
        _ = services(tmp_path, policy=str(path)).policies


def test_an_nli_model_that_is_not_there_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="no/nli"):
        services(tmp_path, nli_model="no/nli").nli["zh"].score([("雨下了。", "下雨了。")])


def test_an_embedder_at_the_configured_endpoint_serves_every_language(tmp_path: Path) -> None:
    with EmbeddingsServer(size=5) as server:
        built = services(
            tmp_path, embedding_model="endpoint:org/Embedder", llm_base_url=server.base_url, llm_api_key="k"
        )
        assert server.requests == []

        vectors = [built.embeddings.embed(["one two"], lang) for lang in ("en", "zh", "de")]

        assert {rows.shape for rows in vectors} == {(1, 5)}
        assert built.preparer.embedder_sizes() == {built.embedders["und"].name: 5}
        assert built.embedders["en"].name.startswith("org_embedder_5_")
        assert {(asked.path, asked.key, asked.body["model"]) for asked in server.requests} == {
            ("/v1/embeddings", "k", "org/Embedder")
        }
        assert [asked.texts for asked in server.requests].count(["one two"]) == 1


def test_what_one_embedder_embeds_in_two_languages_is_asked_for_once(tmp_path: Path) -> None:
    with EmbeddingsServer() as server:
        built = services(tmp_path, embedding_model="endpoint:m", llm_base_url=server.base_url)

        models = built.model_names()

        assert models["embedder en"] == models["embedder zh"] == models["embedder und"]
        assert len(server.requests) == 1


def test_an_embedder_without_thresholds_of_its_own_needs_more_to_support_by_vote(tmp_path: Path) -> None:
    with EmbeddingsServer() as server:
        built = services(tmp_path, embedding_model="endpoint:m", llm_base_url=server.base_url, policy="vote")

        assert cast(VotePolicy, built.policies.default).thresholds.similarity_supports == {}


async def test_an_endpoint_that_hangs_does_not_keep_the_event_loop_from_other_work(tmp_path: Path) -> None:
    with EmbeddingsServer() as server:
        built = services(tmp_path, embedding_model="endpoint:m", llm_base_url=server.base_url)
        server.free.clear()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(built.ready)
            await anyio.to_thread.run_sync(server.reached.wait)  # only a free event loop gets past this
            server.free.set()

        assert len(server.requests) == 1
        assert built.embedders["zh"].dimensions == 3
        assert len(server.requests) == 1


async def test_nothing_is_loaded_beforehand_where_no_setting_names_a_model(tmp_path: Path) -> None:
    built = services(tmp_path)

    await built.ready()

    assert set(vars(built)) == {"settings", "graph"}


def test_an_endpoints_embedder_without_an_endpoint_or_a_name_is_a_wrong_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no endpoint is configured.*OPENAI_API_KEY or LLM_BASE_URL"):
        _ = services(tmp_path, embedding_model="endpoint:m").embedders
    with pytest.raises(ConfigError, match="name is missing"):
        _ = services(tmp_path, embedding_model="endpoint: ", llm_base_url="http://127.0.0.1:9/v1").embedders
    with pytest.raises(ConfigError, match="embedding_model"):
        settings(tmp_path, embedding_model="")


def test_an_embedder_that_is_not_there_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="no/embedder"):
        services(tmp_path, embedding_model="no/embedder").embeddings.embed(["one"], "zh")


async def test_the_examinee_is_a_second_model_at_the_same_endpoint(tmp_path: Path) -> None:
    with LlmServer(JudgingLlm()) as server:
        asking = {"llm_base_url": server.base_url, "llm_model": "examiner", "judges": "lmvlm", "policy": "vote"}
        alone, built = services(tmp_path, **asking), services(tmp_path, **asking, examinee_model="examinee")
        (judge,) = built.judges

        (opinion,) = await judge.judge([Pair("The mill is red.", "en", "The mill is white.", "en")])
        await built.aclose()

        assert isinstance(opinion, Opinion)
        models = {task_of(request): request.body["model"] for request in server.requests}
        assert models == {"lmvlm_ask": "examiner", "lmvlm_answer": "examinee", "lmvlm_decide": "examiner"}
        assert alone.judges[0].version != judge.version


def test_without_a_language_model_there_is_no_examinee(tmp_path: Path) -> None:
    built = services(tmp_path, examinee_model="examinee", judges="lmvlm", policy="vote")

    assert built.examinee is None
    with pytest.raises(ConfigError, match="lmvlm"):
        _ = built.judges


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


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Settings that name a causal model and a detector for it; the packages that would load it count as installed."""
    monkeypatch.setattr(causal_reader, "PARTS", ())
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.safetensors").write_bytes(b"weights")
    fitted = fitted_detector(
        layers=(1,), layer_weights=(1.0,), model=version_of(tmp_path / "model"), span_threshold=0.3
    )
    fitted.save(tmp_path / "detector.json")
    return {"redeep_model": str(tmp_path / "model"), "redeep_detector": tmp_path / "detector.json"}


def test_a_causal_model_and_its_detector_are_a_further_judge_of_every_answer(
    tmp_path: Path, inside: dict[str, Any]
) -> None:
    built = services(tmp_path, **inside)

    assert [judge.name for judge in built.judges] == [*DEFAULT_JUDGES, "redeep"]
    assert "judge redeep" in built.model_names()
    assert [judge.name for judge in services(tmp_path, **inside, judges="redeep,nli").judges] == ["redeep", "nli"]


@pytest.mark.parametrize("policy", ["vote", "strict"])
def test_a_claim_counts_as_supported_from_the_detectors_own_threshold_on(
    tmp_path: Path, inside: dict[str, Any], policy: str
) -> None:
    chosen = services(tmp_path, **inside, policy=policy).policies.default
    without = services(tmp_path, policy=policy).policies.default

    assert chosen.thresholds.redeep_supports == pytest.approx(0.7)  # type: ignore[attr-defined]
    assert chosen.version != without.version


@pytest.mark.parametrize("given", ["redeep_model", "redeep_detector"])
def test_one_of_the_two_alone_is_a_wrong_setting(tmp_path: Path, inside: dict[str, Any], given: str) -> None:
    with pytest.raises(ConfigError, match="CLAIMGRAPH_REDEEP_"):
        _ = services(tmp_path, **{given: inside[given]}).judges


def test_the_judge_without_its_settings_is_an_error_that_names_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="CLAIMGRAPH_REDEEP_MODEL and CLAIMGRAPH_REDEEP_DETECTOR"):
        _ = services(tmp_path, judges="nli,redeep").judges


def test_a_device_that_nobody_knows_is_a_wrong_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="redeep_device"):
        settings(tmp_path, redeep_device="gpu please")


async def test_what_was_opened_and_closed_is_freed_when_something_else_is_opened(tmp_path: Path) -> None:
    """What judges keep refers back to them: left out of the collector's sight, it would stay for good."""
    first = Models(settings(tmp_path))
    first.nli["en"].score([("The bridge is old.", "The bridge is old.")])
    gone = weakref.ref(first)
    cast(Any, first).itself = first  # a cycle, as parts that refer to one another make it
    keep_resident()
    await first.aclose()
    del first

    second = Models(settings(tmp_path))
    second.nli["zh"].score([("这座桥很老。", "这座桥很老。")])

    assert gone() is None
