"""Causal models that can be loaded, and those that are refused, with the reason. Needs `claimgraph[torch]`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny_causal import save_model, save_tokenizer

from claimgraph.platform.errors import ConfigError, ModelError, ModelUnavailable
from claimgraph.platform.models.causal import load_causal, version_of
from claimgraph.platform.models.causal.memory import halved_where_memory_ends, out_of_memory

pytestmark = pytest.mark.torch
torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")

TINY: dict[str, Any] = {"vocab_size": 258, "hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 1}


def test_its_version_is_known_before_it_is_loaded_and_follows_its_weights(tmp_path: Path) -> None:
    one, other = save_model(tmp_path / "one"), save_model(tmp_path / "other", seed=1)
    assert version_of(one) == load_causal(one).version
    assert version_of(one) != version_of(other)
    assert load_causal(one).name.endswith("_one")


def test_an_encoder_is_refused(tmp_path: Path) -> None:
    config = transformers.BertConfig(**TINY, intermediate_size=16)
    transformers.BertForMaskedLM(config).save_pretrained(tmp_path)
    save_tokenizer(tmp_path)
    with pytest.raises(ConfigError, match="encoder-only"):
        load_causal(tmp_path)


def test_an_encoder_decoder_is_refused(tmp_path: Path) -> None:
    config = transformers.T5Config(vocab_size=258, d_model=16, d_ff=16, d_kv=8, num_layers=1, num_heads=2)
    transformers.T5ForConditionalGeneration(config).save_pretrained(tmp_path)
    save_tokenizer(tmp_path)
    with pytest.raises(ConfigError, match="encoder-decoder"):
        load_causal(tmp_path)


def test_an_embedder_made_of_a_causal_model_is_refused(tmp_path: Path) -> None:
    """Its tokens look ahead."""
    save_model(tmp_path, "gemma3")
    _change(tmp_path / "config.json", use_bidirectional_attention=True)
    with pytest.raises(ConfigError, match="encoder-only"):
        load_causal(tmp_path)


def test_an_architecture_whose_parts_are_unknown_is_refused(tmp_path: Path) -> None:
    """Its modules have the names of Llama's, and its residual stream is scaled."""
    config = transformers.GraniteConfig(**TINY, intermediate_size=16, residual_multiplier=0.2)
    transformers.GraniteForCausalLM(config).save_pretrained(tmp_path)
    save_tokenizer(tmp_path)
    with pytest.raises(ConfigError, match=r"granite cannot be read.*Llama, .*GPT-2"):
        load_causal(tmp_path)


def test_a_known_name_with_other_modules_is_refused(tmp_path: Path) -> None:
    config = transformers.GPT2Config(n_embd=16, n_head=2, n_layer=1, vocab_size=258, add_cross_attention=True)
    transformers.GPT2LMHeadModel(config).save_pretrained(tmp_path)
    save_tokenizer(tmp_path)
    with pytest.raises(ConfigError, match="gpt2 cannot be read"):
        load_causal(tmp_path)


def test_pickled_weights_are_refused_unread(tmp_path: Path) -> None:
    save_model(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    (tmp_path / "pytorch_model.bin").write_bytes(b"cos\nsystem\n(S'touch pwned'\ntR.")
    with pytest.raises(ConfigError, match=r"pytorch_model\.bin, a pickle.*safetensors"):
        load_causal(tmp_path)


def test_a_tokenizer_without_offsets_is_refused(tmp_path: Path) -> None:
    save_model(tmp_path)
    for path in tmp_path.glob("token*"):
        path.unlink()
    transformers.ByT5Tokenizer().save_pretrained(tmp_path)
    with pytest.raises(ConfigError, match="does not say which characters"):
        load_causal(tmp_path)


def test_weights_that_are_missing_are_not_made_up(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    save_model(tmp_path)
    weights = load_file(tmp_path / "model.safetensors")
    del weights["model.layers.1.mlp.up_proj.weight"]
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelUnavailable, match=r"lacks 1 of its weights: model\.layers\.1\.mlp\.up_proj"):
        load_causal(tmp_path)


def test_damaged_weights_say_so(tmp_path: Path) -> None:
    save_model(tmp_path)
    whole = (tmp_path / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        load_causal(tmp_path)


def test_a_folder_without_a_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"no config\.json"):
        load_causal(tmp_path)


def test_a_folder_without_weights_says_so(tmp_path: Path) -> None:
    save_model(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(ModelUnavailable, match=r"no weights.*\*\.safetensors"):
        load_causal(tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.json", "{oops"),
        ("config.json", "[1, 2]"),
        ("config.json", '{"model_type": "llama", "num_hidden_layers": "three"}'),
        ("tokenizer.json", "{}"),
        ("tokenizer.json", "no JSON"),
    ],
)
def test_files_that_are_no_such_files_say_so(tmp_path: Path, name: str, text: str) -> None:
    save_model(tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        load_causal(tmp_path)


def test_what_is_wrong_with_weights_is_said_by_the_error_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save_model(tmp_path)
    _change(tmp_path / "config.json", hidden_size=64)
    capfd.readouterr()
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        load_causal(tmp_path)
    assert capfd.readouterr() == ("", "")


def test_a_model_too_large_for_the_memory_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_model(tmp_path)

    def full(*_: Any, **__: Any) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    monkeypatch.setattr(transformers.LlamaForCausalLM, "to", full)
    with pytest.raises(ModelUnavailable, match="memory does not suffice to load"):
        load_causal(tmp_path)


@pytest.mark.parametrize("device", ["cuda:99", "nonsense"])
def test_a_device_that_is_not_there_is_refused(tmp_path: Path, device: str) -> None:
    with pytest.raises(ConfigError, match="no device"):
        load_causal(tmp_path, device=device)


@pytest.mark.parametrize("dtype", ["int8", "nonsense", "Tensor"])
def test_a_type_that_is_none_is_refused(tmp_path: Path, dtype: str) -> None:
    with pytest.raises(ConfigError, match="floating-point"):
        load_causal(tmp_path, dtype=dtype)


class Crowded:
    """Work that has memory for so many items at once, and reports its want as some device does."""

    def __init__(self, room: int, error: Exception) -> None:
        self.room, self.error, self.calls = room, error, list[int]()

    def __call__(self, items: Any) -> list[int]:
        self.calls.append(len(items))
        if len(items) > self.room:
            raise self.error
        return [item * 10 for item in items]


WANTS = (
    torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB."),
    RuntimeError("[enforce fail at alloc_cpu.cpp:124] DefaultCPUAllocator: can't allocate memory"),
    MemoryError(),
)


@pytest.mark.parametrize("want", WANTS)
def test_where_memory_ends_a_half_is_tried_once(want: Exception) -> None:
    work = Crowded(3, want)
    assert halved_where_memory_ends([1, 2, 3, 4, 5], work) == [10, 20, 30, 40, 50]
    assert work.calls == [5, 3, 2]


def test_where_it_ends_again_it_is_said() -> None:
    work = Crowded(1, WANTS[0])
    with pytest.raises(ModelError, match=r"memory does not suffice.*smaller batch"):
        halved_where_memory_ends([1, 2, 3, 4], work)
    assert work.calls == [4, 2]
    with pytest.raises(ModelError, match="one text"):
        halved_where_memory_ends([1], Crowded(0, WANTS[0]))


def test_another_error_is_not_taken_for_a_want_of_memory() -> None:
    assert not out_of_memory(RuntimeError("shape mismatch"))
    with pytest.raises(RuntimeError, match="shape"):
        halved_where_memory_ends([1, 2], Crowded(1, RuntimeError("shape mismatch")))


def _change(path: Path, **values: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **values}), encoding="utf-8")
