"""A tokenizer of whole words, with offsets: it is small, and each name is one token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .world import RELATIONS, World

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

UNKNOWN, PAD, END = "<unk>", "<pad>", "</s>"


def vocabulary(world: World) -> list[str]:
    """Every word of the world's texts once, special tokens first, in a fixed order."""
    words = [UNKNOWN, PAD, END, "context", "question", "answer", "what", ":", ".", "?"]
    for relation in RELATIONS:
        words += [relation.verb, *relation.first, *relation.second]
    return list(dict.fromkeys([*words, *world.names]))


def make_tokenizer(world: World) -> PreTrainedTokenizerFast:
    """A fast tokenizer: words between spaces, `</s>` never added by itself."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = vocabulary(world)
    tokenizer = Tokenizer(models.WordLevel({word: index for index, word in enumerate(words)}, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.decoder = decoders.WordPiece(prefix="##", cleanup=False)  # words with one space between
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token=UNKNOWN, pad_token=PAD, eos_token=END, clean_up_tokenization_spaces=False
    )
