"""Where the families of causal models keep their parts: one small adapter each, found by the module tree.

A family is taken only where both the model type in its config and the modules fit: others that use the same names for
other mathematics (a scaled residual stream, experts) would be read wrongly and in silence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ConfigError

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Sizes:
    """The numbers of a model that its parts are cut by."""

    layers: int
    heads: int
    kv_heads: int  # fewer than heads: consecutive heads share one (grouped-query), or all do (multi-query)
    head: int  # dimension of a head
    hidden: int  # dimension of the residual stream
    vocabulary: int
    positions: int  # as many tokens as it can read at once


@dataclass(frozen=True, slots=True)
class Family:
    """Paths in the module tree: the first four from the model, the others from a layer."""

    name: str
    model_types: tuple[str, ...]
    base: str  # all but the unembedding
    layers: str
    embedding: str
    final_norm: str
    attention: str
    output: str  # W_O; its input are the outputs of all heads side by side
    values: Callable[[Any, Sizes], torch.Tensor]  # of the attention module: W_V, (kv_heads * head, hidden)
    ffn: str  # its output is what the feed-forward network adds to the residual stream
    before_ffn: str | None  # its input is the residual stream before the feed-forward network; None: see below
    other: tuple[str, ...] = ()  # what must be there besides
    absent: tuple[str, ...] = ()  # what must not

    @property
    def parallel(self) -> bool:
        """Attention and feed-forward network read the same input, and both are added to it at once."""
        return self.before_ffn is None

    def fits(self, network: Any) -> bool:
        layers = module_at(network, self.layers)
        if layers is None or not len(layers):
            return False
        needed = (self.attention, self.output, self.ffn, *self.other, *([self.before_ffn] if self.before_ffn else []))
        return (
            all(module_at(network, path) is not None for path in (self.base, self.embedding, self.final_norm))
            and all(module_at(layer, path) is not None for layer in layers for path in needed)
            and all(module_at(layer, path) is None for layer in layers for path in self.absent)
        )


def module_at(root: Any, path: str) -> Any:
    """The module at a dotted path, or None."""
    for name in path.split("."):
        root = getattr(root, name, None)
        if root is None:
            return None
    return root


def _separate(attention: Any, sizes: Sizes) -> torch.Tensor:
    return attention.v_proj.weight


def _stacked(attention: Any, sizes: Sizes) -> torch.Tensor:
    """Rows of queries, keys and values in one matrix."""
    return attention.qkv_proj.weight[-sizes.kv_heads * sizes.head :]


def _side_by_side(attention: Any, sizes: Sizes) -> torch.Tensor:
    """Columns of queries, keys and values in one matrix, which stands the other way round than in a linear layer."""
    return attention.c_attn.weight[:, -sizes.kv_heads * sizes.head :].T


_DECODER = ("model", "model.layers", "model.embed_tokens", "model.norm")
_DECODER_BESIDE_IMAGES = (
    "model.language_model",
    "model.language_model.layers",
    "model.language_model.embed_tokens",
    "model.language_model.norm",
)
_ATTENTION = ("self_attn", "self_attn.o_proj")
_PROJECTIONS = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "input_layernorm")
_GATED = ("mlp.gate_proj", "mlp.up_proj", "mlp.down_proj")
_AFTER_ATTENTION = ("mlp", "post_attention_layernorm")
# Two more norms: what attention and feed-forward network add is normalised before it is added.
_FOUR_NORMS = ("post_feedforward_layernorm", "pre_feedforward_layernorm")
_EXTRA = ("pre_feedforward_layernorm", "post_feedforward_layernorm")
_QK_NORMS = ("self_attn.q_norm", "self_attn.k_norm")

FAMILIES = (
    Family(
        "Llama", ("llama",), *_DECODER, *_ATTENTION, _separate, *_AFTER_ATTENTION, (*_PROJECTIONS, *_GATED),
        (*_EXTRA, *_QK_NORMS),
    ),
    Family(
        "Mistral", ("mistral", "ministral"), *_DECODER, *_ATTENTION, _separate, *_AFTER_ATTENTION,
        (*_PROJECTIONS, *_GATED), (*_EXTRA, *_QK_NORMS),
    ),
    Family(
        "Qwen2", ("qwen2",), *_DECODER, *_ATTENTION, _separate, *_AFTER_ATTENTION, (*_PROJECTIONS, *_GATED),
        (*_EXTRA, *_QK_NORMS),
    ),
    Family(
        "Qwen3", ("qwen3",), *_DECODER, *_ATTENTION, _separate, *_AFTER_ATTENTION,
        (*_PROJECTIONS, *_GATED, *_QK_NORMS), _EXTRA,
    ),
    Family(
        "Gemma", ("gemma",), *_DECODER, *_ATTENTION, _separate, *_AFTER_ATTENTION, (*_PROJECTIONS, *_GATED),
        (*_EXTRA, *_QK_NORMS),
    ),
    Family(
        "Gemma 2", ("gemma2",), *_DECODER, *_ATTENTION, _separate, *_FOUR_NORMS,
        (*_PROJECTIONS, *_GATED, "post_attention_layernorm"), _QK_NORMS,
    ),
    Family(
        "Gemma 3", ("gemma3_text",), *_DECODER, *_ATTENTION, _separate, *_FOUR_NORMS,
        (*_PROJECTIONS, *_GATED, *_QK_NORMS, "post_attention_layernorm"),
    ),
    Family(  # the sizes that read images, too: their text model, a level deeper
        "Gemma 3 with images", ("gemma3",), *_DECODER_BESIDE_IMAGES, *_ATTENTION, _separate, *_FOUR_NORMS,
        (*_PROJECTIONS, *_GATED, *_QK_NORMS, "post_attention_layernorm"),
    ),
    Family(
        "Phi", ("phi",), "model", "model.layers", "model.embed_tokens", "model.final_layernorm", "self_attn",
        "self_attn.dense", _separate, "mlp", None, (*_PROJECTIONS, "mlp.fc1", "mlp.fc2"), ("post_attention_layernorm",),
    ),
    Family(
        "Phi-3", ("phi3",), *_DECODER, *_ATTENTION, _stacked, *_AFTER_ATTENTION,
        ("self_attn.qkv_proj", "mlp.gate_up_proj", "mlp.down_proj", "input_layernorm"), _EXTRA,
    ),
    Family(
        "GPT-2", ("gpt2",), "transformer", "transformer.h", "transformer.wte", "transformer.ln_f", "attn",
        "attn.c_proj", _side_by_side, "mlp", "ln_2", ("attn.c_attn", "ln_1"), ("crossattention",),
    ),
)  # fmt: skip


def family_of(network: Any) -> Family:
    """The family whose type and modules are those of this model. Raises ConfigError where there is none."""
    kind = network.config.model_type
    for family in FAMILIES:
        if kind in family.model_types and family.fits(network):
            return family
    raise ConfigError(
        f"A model of the architecture {kind} cannot be read from inside. "
        f"Those that can: {', '.join(family.name for family in FAMILIES)}."
    )


def sizes_of(config: Any) -> Sizes:
    """The sizes in a model's config; of one that reads images, too, those of its text model."""
    config = config.get_text_config()
    heads = config.num_attention_heads
    return Sizes(
        layers=config.num_hidden_layers,
        heads=heads,
        kv_heads=getattr(config, "num_key_value_heads", None) or heads,
        head=getattr(config, "head_dim", None) or config.hidden_size // heads,
        hidden=config.hidden_size,
        vocabulary=config.vocab_size,
        positions=config.max_position_embeddings,
    )
