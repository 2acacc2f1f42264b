"""Scores of a reading, held against the paper's equations written out slowly in float64. Needs `claimgraph[torch]`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes.tiny_causal import FAMILIES, POSITIONS, save_model

from claimgraph.platform.models.causal import load_causal
from claimgraph.platform.models.causal.families import module_at
from claimgraph.verify.model import Unscored
from claimgraph.verify.redeep.chunk_reading import read_chunks
from claimgraph.verify.redeep.model import ChunkReading, Prompt, Reading
from claimgraph.verify.redeep.reading import read, read_all

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("one_thread")]
torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")

TOLERANCE = 1e-4
TOP = 0.2
QUESTION, CONTEXTS, ANSWER = "Who?", ("The cat sat on the mat.", "A dog barked."), "The cat sat."


def prompt_of(contexts: tuple[str, ...] = CONTEXTS, answer: str = ANSWER, question: str = QUESTION) -> Prompt:
    text, spans = f"Q: {question}\n", []
    for context in contexts:
        spans.append((len(text), len(text) + len(context)))
        text += f"{context}\n--\n"
    return Prompt(f"{text}A: {answer}", tuple(spans), (len(text) + 3, len(text) + 3 + len(answer)))


@pytest.fixture(scope="module", params=FAMILIES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp(request.param), request.param)


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load_causal(save_model(tmp_path_factory.mktemp("llama")))


@pytest.fixture(scope="module")
def model(folder: Path) -> Any:
    return load_causal(folder)


class Slow:
    """One prompt through the model as transformers has it, in float64, and the equations with a loop for each sum."""

    def __init__(self, model: Any, folder: Path, prompt: Prompt) -> None:
        self.model = transformers.AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager")
        self.model.double().eval()
        ids = model.tokenizer(prompt.text)["input_ids"]  # a byte each, after "<s>"
        self.count = len(ids)
        self.family, self.prompt, self.ids = model.family, prompt, ids
        self.context = [1 + place for start, end in prompt.context for place in range(start, end)]
        self.rows = list(range(1 + prompt.answer[0], self.count))
        self.attentions, self.hidden, self.logits, self.streams = self._passed()

    def _passed(self) -> tuple[Any, Any, Any, list[tuple[Any, Any]]]:
        """The stream before a network is what the layer was given and what attention added; after it, and its own."""
        layers = module_at(self.model, self.family.layers)
        four_norms = hasattr(layers[0], "pre_feedforward_layernorm")
        added: dict[str, list[Any]] = {"attention": [], "ffn": []}

        def keep(where: str) -> Any:
            def hook(_: Any, __: Any, output: Any) -> None:
                added[where].append((output[0] if isinstance(output, tuple) else output)[0].numpy())

            return hook

        for layer in layers:
            attention = layer.post_attention_layernorm if four_norms else module_at(layer, self.family.attention)
            attention.register_forward_hook(keep("attention"))
            (layer.post_feedforward_layernorm if four_norms else layer.mlp).register_forward_hook(keep("ffn"))
        with torch.no_grad():
            passed = self.model(torch.tensor([self.ids]), output_attentions=True, output_hidden_states=True)
        states = [state[0].numpy() for state in passed.hidden_states]
        before = [given + more for given, more in zip(states[:-1], added["attention"], strict=True)]
        streams = [(stream, stream + more) for stream, more in zip(before, added["ffn"], strict=True)]
        attentions = [weights[0].numpy() for weights in passed.attentions]
        return attentions, states[-1], passed.logits[0].numpy(), streams

    def ecs(self, layer: int, head: int, row: int) -> float:
        weights = self.attentions[layer][head, row]
        ranked = sorted(self.context, key=lambda place: -weights[place])
        chosen = [place for place in ranked[: max(1, round(TOP * len(self.context)))] if weights[place] > 0]
        if not chosen:  # all of the context lies outside the layer's sliding window
            return 0.0
        size = self.hidden.shape[1]
        mean = [sum(self.hidden[place, axis] for place in chosen) / len(chosen) for axis in range(size)]
        return cosine(mean, list(self.hidden[row]))

    def pks(self, layer: int, row: int) -> float:
        before, after = self.streams[layer]
        p, q = self.lens(before[row]), self.lens(after[row])
        total = 0.0
        for one, other in zip(p, q, strict=True):
            middle = (one + other) / 2
            total += 0.5 * one * math.log(one / middle) + 0.5 * other * math.log(other / middle)
        return total

    def lens(self, stream: Any) -> list[float]:
        with torch.no_grad():
            normed = module_at(self.model, self.family.final_norm)(torch.tensor(stream))
            logits = self.model.lm_head(normed).tolist()
        cap = getattr(self.model.config, "final_logit_softcapping", None)
        return softmax([math.tanh(logit / cap) * cap for logit in logits] if cap else logits)


def softmax(logits: list[float]) -> list[float]:
    most = max(logits)
    powers = [math.exp(logit - most) for logit in logits]
    total = sum(powers)
    return [power / total for power in powers]


def cosine(one: Any, other: Any) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return float(product / math.sqrt(sum(a * a for a in one)) / math.sqrt(sum(b * b for b in other)))


@pytest.fixture(scope="module")
def slow(model: Any, folder: Path) -> Slow:
    return Slow(model, folder, prompt_of())


def test_a_reading_is_the_papers_equations(model: Any, slow: Slow) -> None:
    reading = read(model, prompt_of(), top=TOP)

    assert isinstance(reading, Reading)
    assert reading.heads == tuple((layer, head) for layer in range(3) for head in range(4))
    assert reading.layers == (0, 1, 2)
    ecs = [[slow.ecs(*head, row) for row in slow.rows] for head in reading.heads]
    pks = [[slow.pks(layer, row) for row in slow.rows] for layer in reading.layers]
    np.testing.assert_allclose(reading.ecs, ecs, atol=TOLERANCE)
    np.testing.assert_allclose(reading.pks, pks, atol=TOLERANCE)
    assert reading.pks.max() > 0.01  # so that the tolerance means something
    assert np.ptp(reading.ecs) > 0.1


def test_a_tokens_doubt_is_that_of_the_prediction_made_for_it(model: Any, slow: Slow) -> None:
    reading = read(model, prompt_of(), heads=[], layers=[])

    assert isinstance(reading, Reading)
    assert reading.ecs.shape == reading.pks.shape == (0, len(ANSWER))
    for number, row in enumerate(slow.rows):
        predicted = softmax(slow.logits[row - 1].tolist())
        assert reading.log_probabilities[number] == pytest.approx(math.log(predicted[slow.ids[row]]), abs=TOLERANCE)
        entropy = -sum(one * math.log(one) for one in predicted)
        assert reading.entropies[number] == pytest.approx(entropy, abs=TOLERANCE)


class Letters:
    """An embedder that counts letters."""

    name, version, dimensions, languages = "letters", "1", 26, frozenset({"en"})

    def embed(self, texts: Any) -> Any:
        rows = np.array([[1e-3 + text.lower().count(chr(97 + n)) for n in range(26)] for text in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_a_chunk_reading_is_the_papers_equations(model: Any, slow: Slow) -> None:
    prompt, start = prompt_of(), prompt_of().context[0][0]
    context_chunks = [(start, start + 8), (start + 8, start + 23), prompt.context[1]]
    response_chunks = [(0, 7), (8, 12)]

    reading = read_chunks(model, prompt, context_chunks, response_chunks, Letters())

    assert isinstance(reading, ChunkReading)
    embedded = Letters().embed([prompt.text[a:b] for a, b in context_chunks]).astype(float)
    own = Letters().embed([ANSWER[a:b] for a, b in response_chunks]).astype(float)
    for place, (layer, head) in enumerate(reading.heads):
        for number, (first, last) in enumerate(response_chunks):
            rows = range(slow.rows[0] + first, slow.rows[0] + last)
            means = []
            for chunk in context_chunks:
                pairs = [slow.attentions[layer][head, row, 1 + column] for row in rows for column in range(*chunk)]
                means.append(sum(pairs) / len(pairs))
            most = means.index(max(means)) if max(means) > 0 else -1  # beyond a layer's sliding window
            assert reading.attended[place, number] == most
            expected = cosine(embedded[most], own[number]) if most >= 0 else 0.0
            assert reading.ecs[place, number] == pytest.approx(expected, abs=TOLERANCE)
    for layer in reading.layers:
        for number, (first, last) in enumerate(response_chunks):
            of_tokens = [slow.pks(layer, slow.rows[0] + token) for token in range(first, last)]
            expected = sum(of_tokens) / len(of_tokens)
            assert reading.pks[layer, number] == pytest.approx(expected, abs=TOLERANCE)


def test_heads_and_layers_come_in_the_order_they_were_asked_for(llama: Any) -> None:
    every = read(llama, prompt_of())
    some = read(llama, prompt_of(), heads=[(2, 1), (0, 3), (2, 0)], layers=[2, 0])

    assert isinstance(every, Reading)
    assert isinstance(some, Reading)
    assert some.heads == ((2, 1), (0, 3), (2, 0))
    assert some.layers == (2, 0)
    np.testing.assert_allclose(some.ecs, every.ecs[[every.heads.index(head) for head in some.heads]], atol=1e-6)
    np.testing.assert_allclose(some.pks, every.pks[[2, 0]], atol=1e-6)


def test_prompts_of_a_batch_are_read_as_each_alone(llama: Any) -> None:
    prompts = [
        prompt_of(),
        prompt_of(("A long context. " * 5,), "No."),
        prompt_of(answer="x"),
        prompt_of(answer="猫坐。"),
    ]
    for prompt, together in zip(prompts, read_all(llama, prompts, batch=3), strict=True):
        alone = read(llama, prompt)
        assert isinstance(alone, Reading)
        assert isinstance(together, Reading)
        assert alone.offsets == together.offsets
        for name in ("ecs", "pks", "log_probabilities", "entropies"):
            np.testing.assert_allclose(getattr(together, name), getattr(alone, name), atol=1e-5)


def test_offsets_are_characters_of_the_answer(llama: Any) -> None:
    reading = read(llama, prompt_of(answer="It 猫"))
    assert isinstance(reading, Reading)
    assert reading.offsets == ((0, 1), (1, 2), (2, 3), (3, 4), (3, 4), (3, 4))  # a token a byte


def test_an_answer_of_one_token_is_read(llama: Any) -> None:
    reading = read(llama, prompt_of(answer="4"))
    assert isinstance(reading, Reading)
    assert reading.ecs.shape == (12, 1)
    assert reading.pks.shape == (3, 1)
    assert np.isfinite(reading.ecs).all()


def test_a_bf16_reading_stays_near(tmp_path: Path) -> None:
    folder = save_model(tmp_path)
    exact, half = (read(load_causal(folder, dtype=dtype), prompt_of()) for dtype in ("float32", "bfloat16"))
    assert isinstance(exact, Reading)
    assert isinstance(half, Reading)
    assert half.ecs.dtype == half.pks.dtype == np.float32
    assert np.abs(half.pks - exact.pks).max() < 0.05
    assert np.median(np.abs(half.ecs - exact.ecs)) < 0.05


def test_a_context_longer_than_the_model_reads_is_read_in_windows_and_said(llama: Any) -> None:
    prompt = prompt_of(("The dog barked. " * 20, "The cat sat."), "The cat sat.")
    assert len(prompt.text) > 2 * POSITIONS

    reading = read(llama, prompt)

    assert isinstance(reading, Reading)
    assert reading.windows > 2
    assert str(POSITIONS) in reading.notes[0]
    assert f"{reading.windows} overlapping windows" in reading.notes[0]
    assert reading.ecs.shape == (12, 12)
    assert np.isfinite(reading.ecs).all()


def test_beside_a_chinese_answer_it_is_said_in_chinese(llama: Any) -> None:
    prompt = prompt_of(("The dog barked. " * 20, "猫坐着。"), "猫坐在垫子上。")

    reading, (together,) = read(llama, prompt), read_all(llama, [prompt])

    assert isinstance(reading, Reading)
    assert isinstance(together, Reading)
    assert reading.notes == together.notes
    assert f"分成 {reading.windows} 个相互重叠的窗口" in reading.notes[0]
    assert str(POSITIONS) in reading.notes[0]


def test_each_token_is_taken_from_the_window_that_explains_it_best(llama: Any) -> None:
    """Three windows of the same length, read by hand one by one."""
    answer, question = "The cat sat.", "Who?"
    context = "".join(chr(97 + number * 7 % 26) for number in range(300))
    whole = prompt_of((context,), answer, question)
    head, tail = whole.context[0][0], len(whole.text) - whole.context[0][1]
    room = POSITIONS - 1 - head - tail  # "<s>"
    stride = room - room // 4
    starts = [*range(0, len(context) - room, stride), len(context) - room]

    alone = [read(llama, prompt_of((context[start : start + room],), answer, question)) for start in starts]
    reading = read(llama, whole)

    assert isinstance(reading, Reading)
    assert reading.windows == len(starts) > 2
    best = np.argmax([one.log_probabilities for one in alone if isinstance(one, Reading)], axis=0)
    assert len(set(best)) > 1
    for token, window in enumerate(best):
        chosen = alone[window]
        assert isinstance(chosen, Reading)
        np.testing.assert_allclose(reading.ecs[:, token], chosen.ecs[:, token], atol=1e-5)
        np.testing.assert_allclose(reading.pks[:, token], chosen.pks[:, token], atol=1e-5)
        assert reading.log_probabilities[token] == pytest.approx(chosen.log_probabilities[token], abs=1e-5)


def test_chunks_of_a_context_in_windows_are_all_within_reach(llama: Any) -> None:
    prompt = prompt_of(("The dog barked. " * 20,))
    start = prompt.context[0][0]
    chunks = [(place, place + 16) for place in range(start, start + 320, 16)]

    reading = read_chunks(llama, prompt, chunks, [(0, 7), (7, 12)], Letters(), layers=[1])
    last_only = read_chunks(llama, prompt, chunks[-1:], [(0, 12)], Letters())

    assert isinstance(reading, ChunkReading)
    assert reading.windows > 2
    assert reading.notes
    assert reading.attended.shape == (12, 2)
    assert reading.pks.shape == (1, 2)
    assert isinstance(last_only, ChunkReading)
    assert last_only.windows == 1  # no other holds it
    assert set(last_only.attended.ravel()) == {0}


def test_values_that_are_no_numbers_are_unscored(tmp_path: Path) -> None:
    model = load_causal(save_model(tmp_path))
    with torch.no_grad():
        model.layers[1].mlp.up_proj.weight[3, 4] = float("nan")

    single = read(model, prompt_of())
    several = read_all(model, [prompt_of(), prompt_of(answer="4")])
    chunks = read_chunks(model, prompt_of(), [prompt_of().context[0]], [(0, 12)], Letters())

    for one in (single, *several, chunks):
        assert isinstance(one, Unscored)
        assert "NaN" in one.reason
