"""What a pass shows, held against the model's own eager attention and hidden states. Needs `claimgraph[torch]`."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny_causal import FAMILIES, POSITIONS, SLIDING, VOCABULARY, save_model

from claimgraph.platform.errors import InputError, TextTooLong
from claimgraph.platform.models.causal import Passage, load_causal

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("one_thread")]
torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")
TorchDispatchMode = pytest.importorskip("torch.utils._python_dispatch").TorchDispatchMode

TOLERANCE = 1e-4
LENGTHS = (70, 41, 9)
ROWS = 6


class Shown:
    """Keeps all that a pass shows."""

    def __init__(self) -> None:
        self.weights: dict[tuple[int, int], Any] = {}
        self.before: dict[int, Any] = {}
        self.after: dict[int, Any] = {}
        self.order: list[str] = []

    def attention(self, layer: int, heads: Sequence[int], weights: Any) -> None:
        self.order.append(f"attention {layer}")
        self.weights |= {(layer, head): weights[place] for place, head in enumerate(heads)}

    def ffn(self, layer: int, before: Any, after: Any) -> None:
        self.order.append(f"ffn {layer}")
        self.before[layer], self.after[layer] = before, after

    def final(self, hidden: Any, logits: Any) -> None:
        self.order.append("final")
        self.hidden, self.logits = hidden, logits


@pytest.fixture(scope="module", params=FAMILIES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp(request.param), request.param)


@pytest.fixture(scope="module")
def model(folder: Path) -> Any:
    return load_causal(folder)


@pytest.fixture(scope="module")
def eager(folder: Path) -> Any:
    """The model as transformers has it, building all of its attention weights."""
    return transformers.AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager").eval()


@pytest.fixture(scope="module")
def together(model: Any, eager: Any) -> list[tuple[Passage, Shown, Any]]:
    """Passages of several lengths read in one batch: what was shown, and what the eager model gives for each alone."""
    passages = random_passages()
    return list(
        zip(passages, everything(model, passages), [plain(eager, passage) for passage in passages], strict=True)
    )


def random_passages(lengths: Sequence[int] = LENGTHS) -> list[Passage]:
    """The last `ROWS` tokens of each are read, and what predicts them."""
    drawn = torch.Generator().manual_seed(5)
    return [
        Passage(
            tuple(torch.randint(0, 256, (length,), generator=drawn).tolist()),
            tuple(range(length - ROWS, length)),
            tuple(range(length - ROWS - 1, length - 1)),
        )
        for length in lengths
    ]


def everything(model: Any, passages: Sequence[Passage]) -> list[Shown]:
    shown = [Shown() for _ in passages]
    heads = {layer: tuple(range(model.sizes.heads)) for layer in range(model.sizes.layers)}
    model.capture(passages, shown, heads, range(model.sizes.layers))
    return shown


def plain(eager: Any, passage: Passage) -> Any:
    with torch.inference_mode():
        return eager(torch.tensor([passage.ids]), output_attentions=True, output_hidden_states=True)


def far(one: Any, other: Any) -> float:
    assert one.shape == other.shape
    return float((one - other).abs().max())


def test_attention_rows_are_those_of_the_eager_model(model: Any, together: Any) -> None:
    for passage, shown, expected in together:
        assert len(shown.weights) == model.sizes.layers * model.sizes.heads
        for (layer, head), weights in shown.weights.items():
            assert far(weights, expected.attentions[layer][0, head, list(passage.rows)]) < TOLERANCE
            assert float(weights.max()) > 2 / len(passage.ids)  # it prefers something


def test_hidden_states_and_logits_are_those_of_the_eager_model(model: Any, together: Any) -> None:
    for passage, shown, expected in together:
        assert far(shown.hidden, expected.hidden_states[-1][0]) < TOLERANCE
        assert far(shown.logits, expected.logits[0, list(passage.predicting)]) < TOLERANCE
        for layer in range(model.sizes.layers - 1):  # the last layer's is only given after the final norm
            assert far(shown.after[layer], expected.hidden_states[layer + 1][0, list(passage.rows)]) < TOLERANCE


def test_the_lens_of_the_last_layer_is_the_models_logits(model: Any, together: Any) -> None:
    for passage, shown, expected in together:
        rows = list(passage.rows)
        assert far(model.lens(shown.after[model.sizes.layers - 1]), expected.logits[0, rows]) < TOLERANCE
        assert far(model.unembed(shown.hidden[rows]), expected.logits[0, rows]) < TOLERANCE


def test_the_stream_before_a_network_is_what_is_left_without_it(model: Any) -> None:
    """Taking out the last layer's network leaves the stream before it as what the layer gives."""
    (passage,) = random_passages([50])
    last = model.sizes.layers - 1
    (shown,) = everything(model, [passage])
    with model.scaled(ffns={last: 0.0}):
        (without,) = everything(model, [passage])
    assert far(without.after[last], shown.before[last]) < TOLERANCE
    assert far(shown.after[last], shown.before[last]) > 0.01


def test_a_passage_is_read_the_same_alone_and_beside_longer_ones(model: Any, together: Any) -> None:
    passage, shown, _ = together[-1]
    (alone,) = everything(model, [passage])
    assert far(alone.hidden, shown.hidden) < TOLERANCE
    assert all(far(alone.weights[head], weights) < TOLERANCE for head, weights in shown.weights.items())


def test_only_what_is_asked_for_is_shown_and_in_order(model: Any) -> None:
    passages, shown = random_passages([30]), Shown()
    model.capture(passages, [shown], {2: (3, 1), 0: (2,)}, (1,))
    assert shown.order == ["attention 0", "ffn 1", "attention 2", "final"]
    every = everything(model, passages)[0]
    assert set(shown.weights) == {(0, 2), (2, 1), (2, 3)}
    assert all(far(weights, every.weights[head]) < TOLERANCE for head, weights in shown.weights.items())


def test_the_model_is_as_before_after_a_pass_also_one_that_failed(model: Any) -> None:
    (passage,) = random_passages([30])
    ids = torch.tensor([passage.ids])
    with torch.inference_mode():
        before = model.network(ids).logits

    class Failing(Shown):
        def ffn(self, layer: int, before: Any, after: Any) -> None:
            raise RuntimeError("no more")

    failing = Failing()
    with pytest.raises(RuntimeError, match="no more"):
        model.capture([passage], [failing], {0: (0,)}, (0,))
    assert failing.order == ["attention 0"]
    with torch.inference_mode():
        assert far(model.network(ids).logits, before) == 0
    assert failing.order == ["attention 0"]  # nothing is shown any more
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in model.network.modules())


def test_what_a_layer_shows_is_let_go_before_the_next_one_shows_anything(model: Any) -> None:
    """So the memory is that of one layer's rows, however many layers are looked into."""
    shown: list[Any] = []

    class Watching(Shown):
        def attention(self, layer: int, heads: Sequence[int], weights: Any) -> None:
            assert not any(one() is not None for one in shown)
            shown.append(weakref.ref(weights))

        def ffn(self, layer: int, before: Any, after: Any) -> None:
            assert not any(one() is not None for one in shown)
            shown.extend(map(weakref.ref, (before, after)))

    everything_of = {layer: tuple(range(model.sizes.heads)) for layer in range(model.sizes.layers)}
    model.capture(random_passages([50]), [Watching()], everything_of, range(model.sizes.layers))

    assert len(shown) == 3 * model.sizes.layers


class Largest(TorchDispatchMode):
    """Notes how many numbers the largest tensor has that is made."""

    numbers = 0

    def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        made = function(*args, **(kwargs or {}))
        for one in made if isinstance(made, tuple | list) else (made,):
            self.numbers = max(self.numbers, one.numel() if isinstance(one, torch.Tensor) else 0)
        return made


def test_no_layer_builds_its_attention_of_all_positions(model: Any) -> None:
    if model.family.name == "Gemma 2":
        pytest.skip("caps its scores, which SDPA cannot do: a few hundred rows at a time")
    (passage,) = random_passages([POSITIONS])

    with Largest() as largest:
        everything(model, [passage])

    whole = model.sizes.heads * POSITIONS**2
    assert POSITIONS * model.sizes.hidden <= largest.numbers < whole / 2


def test_generation_goes_on_as_without_us(model: Any, eager: Any) -> None:
    ids = torch.tensor([random_passages([40])[0].ids])
    options = {"attention_mask": torch.ones_like(ids), "max_new_tokens": 6, "do_sample": False}
    assert model.network.generate(ids, **options).tolist() == eager.generate(ids, **options).tolist()


@pytest.fixture
def llama(tmp_path: Path) -> Any:
    return load_causal(save_model(tmp_path))


def test_the_windows_of_these_models_are_shorter_than_the_texts() -> None:
    assert max(LENGTHS) > 2 * SLIDING


def test_in_bf16_the_rows_stay_near_those_in_float32(tmp_path: Path) -> None:
    folder = save_model(tmp_path, "qwen3")
    (passage,) = random_passages([60])
    exact = everything(load_causal(folder), [passage])[0]
    half = load_causal(folder, dtype="bfloat16")
    assert half.network.dtype == torch.bfloat16
    (shown,) = everything(half, [passage])
    for head, weights in shown.weights.items():
        assert weights.dtype == torch.float32
        assert far(weights.sum(-1), torch.ones(ROWS)) < 1e-5
        assert far(weights, exact.weights[head]) < 0.1


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
@pytest.mark.parametrize("family", ["llama", "gemma2", "phi", "gpt2"])
def test_on_a_gpu_the_same_is_shown(tmp_path: Path, family: str) -> None:
    folder, passages = save_model(tmp_path, family), random_passages()
    on_gpu, heads = load_causal(folder, device="cuda", dtype="float32"), {(0, 1): 0.0, (2, 3): 2.0}
    on_cpu = load_causal(folder)
    with on_gpu.scaled(heads=heads, ffns={1: 0.5}), on_cpu.scaled(heads=heads, ffns={1: 0.5}):
        pairs = list(zip(everything(on_gpu, passages), everything(on_cpu, passages), strict=True))
    for one, other in pairs:
        assert one.hidden.device.type == "cuda"
        assert far(one.hidden.cpu(), other.hidden) < 1e-3
        assert far(one.logits.cpu(), other.logits) < 1e-3
        assert all(far(weights.cpu(), other.weights[head]) < 1e-3 for head, weights in one.weights.items())
        assert all(far(stream.cpu(), other.before[layer]) < 1e-3 for layer, stream in one.before.items())


def test_a_text_longer_than_the_models_positions_is_refused(llama: Any) -> None:
    with pytest.raises(TextTooLong, match=f"{POSITIONS}"):
        everything(llama, random_passages([POSITIONS + 1]))


@pytest.mark.parametrize(
    ("heads", "ffns"), [({3: (0,)}, ()), ({0: (4,)}, ()), ({0: (-1,)}, ()), ({}, (3,)), ({}, (-1,))]
)
def test_a_head_or_layer_that_is_not_there_is_refused(llama: Any, heads: Any, ffns: Any) -> None:
    with pytest.raises(InputError, match="has no"):
        llama.capture(random_passages([20]), [Shown()], heads, ffns)


def test_a_passage_names_positions_that_it_has() -> None:
    with pytest.raises(ValueError, match="not among"):
        Passage((1, 2, 3), (3,))
    with pytest.raises(ValueError, match="at least one"):
        Passage((), ())


def test_no_passages_are_no_pass(llama: Any) -> None:
    llama.capture([], [], {0: (0,)}, (0,))


def test_matrices_have_their_shapes(model: Any) -> None:
    sizes = model.sizes
    assert model.embeddings.shape == model.unembedding.shape == (VOCABULARY, sizes.hidden)
    for layer in range(sizes.layers):
        values, outputs = model.value_outputs(layer)
        assert values.shape == (sizes.kv_heads, sizes.head, sizes.hidden)
        assert outputs.shape == (sizes.heads, sizes.hidden, sizes.head)
