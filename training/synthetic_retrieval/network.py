"""The model: a Llama of a million parameters, built, saved and loaded through transformers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


@dataclass(frozen=True, slots=True)
class Sizes:
    width: int = 128
    feed_forward: int = 384
    layers: int = 4
    heads: int = 8
    head: int = 24
    positions: int = 256


def new_network(vocabulary: int, sizes: Sizes, seed: int) -> Any:
    """A LlamaForCausalLM with random weights; embeddings and unembedding are one matrix."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(seed)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=vocabulary,
            hidden_size=sizes.width,
            intermediate_size=sizes.feed_forward,
            num_hidden_layers=sizes.layers,
            num_attention_heads=sizes.heads,
            num_key_value_heads=sizes.heads,
            head_dim=sizes.head,
            max_position_embeddings=sizes.positions,
            tie_word_embeddings=True,
            bos_token_id=None,
            eos_token_id=2,
            pad_token_id=1,
        )
    )


def save(network: Any, tokenizer: PreTrainedTokenizerFast, folder: Path) -> None:
    """Weights in half precision as safetensors, config and tokenizer: what any transformers loader reads."""
    import copy

    import torch

    half = copy.deepcopy(network).to(torch.float16)
    half.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
