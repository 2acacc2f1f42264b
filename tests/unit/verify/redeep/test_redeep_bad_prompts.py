"""Prompts and answers that cannot be read with a model, and what is said of them. Needs `claimgraph[torch]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes.tiny_causal import POSITIONS, save_model, save_piece_tokenizer, save_word_tokenizer

from claimgraph.platform.errors import InputError, ModelError, TextTooLong
from claimgraph.platform.models.causal import load_causal
from claimgraph.verify.model import Unscored
from claimgraph.verify.redeep.chunk_reading import read_chunks
from claimgraph.verify.redeep.model import Prompt, Reading
from claimgraph.verify.redeep.reading import read, read_all
from claimgraph.verify.redeep.tokens import tokenise

pytestmark = pytest.mark.torch
torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
pytest.importorskip("transformers", reason="needs claimgraph[torch]")


def prompt_of(context: str, answer: str, before: str = "Say: ") -> Prompt:
    text = f"{before}{context}\n{answer}"
    start = len(before)
    return Prompt(text, ((start, start + len(context)),), (len(text) - len(answer), len(text)))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load_causal(save_model(tmp_path_factory.mktemp("llama")))


@pytest.fixture(scope="module")
def of_words(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = save_model(tmp_path_factory.mktemp("words"))
    for path in folder.glob("token*"):
        path.unlink()
    save_word_tokenizer(folder, "Say: the cat sat . no yes")
    return load_causal(folder)


@pytest.fixture(scope="module")
def of_pieces(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = save_model(tmp_path_factory.mktemp("pieces"), vocab_size=264)
    for path in folder.glob("token*"):
        path.unlink()
    save_piece_tokenizer(folder, "▁the ▁cat ▁sat ▁Say: s ▁")
    return load_causal(folder)


def test_pieces_that_hold_their_space_have_the_characters_of_the_answer(of_pieces: Any) -> None:
    tokens = tokenise(of_pieces, prompt_of("the cat", "the cats 猫"))
    read_as = [of_pieces.tokenizer.convert_ids_to_tokens(one) for one in tokens.response]
    assert read_as == ["▁the", "▁cat", "s", "▁", "<0xE7>", "<0x8C>", "<0xAB>"]
    text = "the cats 猫"
    covered = [text[start:end].strip() for start, end in tokens.offsets]
    assert [one for one in covered if one] == ["the", "cat", "s", "猫", "猫", "猫"]
    assert isinstance(read(of_pieces, prompt_of("the cat", text)), Reading)


def test_what_ends_a_text_does_not_stand_between_prompt_and_answer(of_pieces: Any) -> None:
    tokens = tokenise(of_pieces, prompt_of("the cat", "the cat"))
    assert tokens.before[0] == of_pieces.tokenizer.bos_token_id
    assert of_pieces.tokenizer.eos_token_id not in (*tokens.middle, *tokens.after, *tokens.response)


@pytest.mark.parametrize("context", ["", "  \n "])
def test_an_empty_context_is_an_error(model: Any, context: str) -> None:
    with pytest.raises(InputError, match="no context"):
        read(model, prompt_of(context, "yes"))


def test_no_context_at_all_is_an_error(model: Any) -> None:
    with pytest.raises(InputError, match="no context"):
        read(model, Prompt("Say: yes", (), (5, 8)))


def test_an_empty_answer_is_an_error(model: Any) -> None:
    with pytest.raises(InputError, match="answer is empty"):
        read(model, prompt_of("the cat", ""))


def test_an_answer_that_does_not_tokenise_back_is_an_error(of_words: Any) -> None:
    with pytest.raises(InputError, match="do not stand for the answer's text"):
        read(of_words, prompt_of("the cat", "the dog sat ."))


def test_spaces_that_a_tokenizer_drops_are_no_error(of_words: Any) -> None:
    reading = read(of_words, prompt_of("the  cat", "the  cat\nsat ."))
    assert isinstance(reading, Reading)
    assert reading.offsets == ((0, 3), (5, 8), (9, 12), (13, 14))


def test_words_of_the_context_that_a_tokenizer_does_not_know_are_no_error(of_words: Any) -> None:
    assert isinstance(read(of_words, prompt_of("the dog", "the cat")), Reading)


def test_an_answer_longer_than_the_model_reads_is_an_error(model: Any) -> None:
    with pytest.raises(TextTooLong, match=f"of the {POSITIONS} .* no room for the context"):
        read(model, prompt_of("the cat", "y" * POSITIONS))


def test_a_short_context_needs_no_more_room_than_it_has_tokens(model: Any) -> None:
    rest = len("<Say: \n") + 1  # what is "<s>" is a token
    reading = read(model, prompt_of("cat", "y" * (POSITIONS - rest - 2)))
    assert isinstance(reading, Reading)
    assert reading.windows == 1


def test_what_looks_like_a_special_token_is_read_as_text(model: Any) -> None:
    tokens = tokenise(model, prompt_of("the </s> cat", "a </s>"))
    ends = model.tokenizer.eos_token_id
    assert ends not in tokens.middle
    assert ends not in tokens.response
    assert len(tokens.response) == len("a </s>")
    assert tokens.before[0] == model.tokenizer.bos_token_id


def test_lone_surrogates_keep_nothing_from_being_read(model: Any) -> None:
    reading = read(model, prompt_of("the \ud800 cat", "yes \udfff"))
    assert isinstance(reading, Reading)
    assert reading.offsets[-1] == (4, 5)


def test_one_bad_prompt_keeps_none_of_the_others_back(model: Any) -> None:
    prompts = [prompt_of("the cat", "yes"), prompt_of("", "yes"), prompt_of("a cat", "y" * 200), prompt_of("cat", "no")]
    readings = read_all(model, prompts)
    assert [type(one) for one in readings] == [Reading, Unscored, Unscored, Reading]
    assert "no context" in readings[1].reason
    assert "no room" in readings[2].reason


def test_no_prompts_give_no_readings(model: Any) -> None:
    assert read_all(model, []) == []


def test_a_head_that_is_not_there_is_an_error(model: Any) -> None:
    with pytest.raises(InputError, match="no head 4 in layer 0"):
        read(model, prompt_of("the cat", "yes"), heads=[(0, 4)])
    with pytest.raises(InputError, match="no layer 7"):
        read(model, prompt_of("the cat", "yes"), layers=[7])


def test_chunks_without_tokens_are_an_error(of_words: Any) -> None:
    prompt = prompt_of("the   cat", "the cat")
    with pytest.raises(InputError, match="chunk of the context at characters 9 to 10 has no token"):
        read_chunks(of_words, prompt, [(9, 10)], [(0, 3)], None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="chunk of the answer at characters 3 to 4 has no token"):
        read_chunks(of_words, prompt, [(5, 8)], [(3, 4)], None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="nothing can be compared"):
        read_chunks(of_words, prompt, [], [(0, 3)], None)  # type: ignore[arg-type]


class OutOfMemory:
    """In place of a model's pass: there is memory for so many passages at once."""

    def __init__(self, capture: Any, room: int) -> None:
        self.capture, self.room, self.sizes = capture, room, list[int]()

    def __call__(self, passages: Any, *arguments: Any) -> None:
        self.sizes.append(len(passages))
        if len(passages) > self.room:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        self.capture(passages, *arguments)


def test_a_batch_too_large_for_the_memory_is_read_in_halves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load_causal(save_model(tmp_path))
    prompts = [prompt_of("the cat", "yes"), prompt_of("a cat", "no"), prompt_of("no cat", "it"), prompt_of("cat", "so")]
    expected = read_all(model, prompts)
    crowded = OutOfMemory(model.capture, 2)
    monkeypatch.setattr(model, "capture", crowded)

    readings = read_all(model, prompts, batch=4)

    assert crowded.sizes == [4, 2, 2]
    for one, other in zip(readings, expected, strict=True):
        assert isinstance(one, Reading)
        assert isinstance(other, Reading)
        assert one.tokens == other.tokens


def test_where_half_a_batch_is_too_large_the_memory_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load_causal(save_model(tmp_path))
    monkeypatch.setattr(model, "capture", OutOfMemory(model.capture, 0))
    with pytest.raises(ModelError, match="memory does not suffice"):
        read(model, prompt_of("the cat", "yes"))
    with pytest.raises(ModelError, match="Use a smaller batch"):
        read_all(model, [prompt_of("the cat", "yes")] * 3)
