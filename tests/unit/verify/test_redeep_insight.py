"""Which causal model and which detector belong together is checked before anything is read, and said in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes.redeep_reader import fitted_detector

from claimgraph.platform.errors import ConfigError, ModelError, ModelUnavailable
from claimgraph.platform.models.causal.loading import version_of
from claimgraph.verify.model import Unscored
from claimgraph.verify.redeep import causal_reader
from claimgraph.verify.redeep.causal_reader import CausalReader, insight_of
from claimgraph.verify.redeep.judging import RedeepJudge
from claimgraph.verify.redeep.model import Prompt
from claimgraph.verify.redeep.prompting import prompt_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a model that nobody loads here; the packages that would load it count as installed."""
    monkeypatch.setattr(causal_reader, "PARTS", ())
    found = tmp_path / "model"
    found.mkdir()
    (found / "config.json").write_text("{}", encoding="utf-8")
    (found / "model.safetensors").write_bytes(b"weights")
    return found


def saved(folder: Path, **others: Any) -> Path:
    values = {"layers": (1,), "layer_weights": (1.0,), "model": version_of(folder), **others}
    path = folder.parent / "detector.json"
    fitted_detector(**values).save(path)
    return path


def test_without_either_setting_there_is_nothing_to_look_into() -> None:
    assert insight_of(None, None) is None


def test_a_model_and_its_detector_make_a_judge_and_nothing_is_loaded(folder: Path) -> None:
    insight = insight_of(str(folder), saved(folder))

    assert insight is not None
    assert insight.reader.version == version_of(folder)
    assert RedeepJudge(insight).version
    assert vars(insight.reader)["_loaded"] is None


def test_one_setting_without_the_other_is_an_error_that_names_both(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"REDEEP_MODEL is set and CLAIMGRAPH_REDEEP_DETECTOR is not"):
        insight_of(str(folder), None)
    with pytest.raises(ConfigError, match=r"REDEEP_DETECTOR is set and CLAIMGRAPH_REDEEP_MODEL is not"):
        insight_of(None, saved(folder))


def test_a_detector_of_another_model_is_refused_with_both_hashes(folder: Path) -> None:
    detector = saved(folder)
    (folder / "model.safetensors").write_bytes(b"other weights")

    with pytest.raises(ConfigError, match="fitted for another model") as told:
        insight_of(str(folder), detector)
    assert version_of(folder) in str(told.value)


def test_a_detector_of_other_prompts_or_of_chunks_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="other prompts"):
        insight_of(str(folder), saved(folder, prompt="own"))
    with pytest.raises(ConfigError, match="scores of chunks"):
        insight_of(str(folder), saved(folder, level="chunk"))


def test_a_file_that_is_no_detector_is_refused(folder: Path) -> None:
    broken = folder.parent / "broken.json"
    broken.write_text("{}", encoding="utf-8")

    with pytest.raises(ConfigError):
        insight_of(str(folder), broken)
    with pytest.raises(ConfigError):
        insight_of(str(folder), folder.parent / "nowhere.json")


def test_a_folder_that_is_not_there_is_named(folder: Path) -> None:
    detector = saved(folder)

    with pytest.raises(ModelUnavailable, match="no folder"):
        insight_of(str(folder / "gone"), detector)


def test_without_torch_the_extra_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causal_reader, "PARTS", ("a_package_that_nobody_has",))

    with pytest.raises(ModelUnavailable, match=r"claimgraph\[torch\]"):
        insight_of(str(folder), saved(folder))


def test_the_readers_version_is_that_of_the_files_and_loads_nothing(folder: Path) -> None:
    reader = CausalReader(folder)

    assert reader.version == version_of(folder)
    assert vars(reader)["_loaded"] is None


def test_what_there_is_no_memory_for_is_unscored_this_time_and_the_next_prompt_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, short = prompt_of(None, ["A context."], "A long answer."), prompt_of(None, ["A context."], "Short.")

    def read_all(model: object, prompts: list[Prompt], *wanted: object) -> list[object]:
        if prompts == [long]:
            raise ModelError("memory does not suffice for the model")
        return ["a reading"]

    monkeypatch.setattr("claimgraph.verify.redeep.reading.read_all", read_all)
    monkeypatch.setattr(causal_reader, "load_causal", lambda model, device: object())

    found = CausalReader(folder).read([long, short], ((0, 0),), (0,))

    assert found == [Unscored("memory does not suffice for the model", lasting=False), "a reading"]


def test_a_model_that_cannot_be_loaded_is_an_error_and_no_score(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(model: str, device: str) -> None:
        raise ModelUnavailable(f"The causal language model {model} cannot be loaded.")

    monkeypatch.setattr(causal_reader, "load_causal", refuse)

    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        CausalReader(folder).read([prompt_of(None, ["A context."], "Short.")], ((0, 0),), (0,))
