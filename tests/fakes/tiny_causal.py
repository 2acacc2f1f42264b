"""Tiny random causal models of every family that can be read from inside, saved to disk with a tokenizer of bytes.

Their weights are large enough for heads to prefer some tokens, norms and biases are random too, and what a family has
of its own is on: sliding windows shorter than the texts, softcapping, norms of queries and keys, fewer key-value heads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

POSITIONS = 160
VOCABULARY = 258
SLIDING = 24
SHAPE = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": POSITIONS,
    "initializer_range": 0.25,
    "bos_token_id": 256,
    "eos_token_id": 257,
    "pad_token_id": 257,
}
GROUPED = {"num_key_value_heads": 2}
IMAGES = {
    "hidden_size": 16,
    "intermediate_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "image_size": 16,
    "patch_size": 4,
}
FAMILIES: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("Llama", GROUPED),
    "llama_multi_head": ("Llama", {"num_key_value_heads": 4, "tie_word_embeddings": True}),
    "llama_multi_query": ("Llama", {"num_key_value_heads": 1, "attention_bias": True}),
    "mistral": ("Mistral", {**GROUPED, "sliding_window": SLIDING, "head_dim": 8}),
    "qwen2": ("Qwen2", {**GROUPED, "use_sliding_window": True, "sliding_window": SLIDING, "max_window_layers": 1}),
    "qwen3": ("Qwen3", {**GROUPED, "head_dim": 16}),
    "gemma": ("Gemma", {"num_key_value_heads": 1, "head_dim": 16}),
    "gemma2": (
        "Gemma2",
        {
            **GROUPED,
            "head_dim": 16,
            "sliding_window": SLIDING,
            "attn_logit_softcapping": 4.0,
            "final_logit_softcapping": 6.0,
            "query_pre_attn_scalar": 20,
        },
    ),
    "gemma3": (
        "Gemma3",
        {
            **GROUPED,
            "head_dim": 16,
            "sliding_window": SLIDING,
            "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
            "query_pre_attn_scalar": 20,
        },
    ),
    "gemma3_with_images": ("Gemma3", {**GROUPED, "head_dim": 16, "sliding_window": SLIDING}),
    "phi": ("Phi", {"qk_layernorm": True, "partial_rotary_factor": 0.5}),
    "phi3": ("Phi3", {**GROUPED, "sliding_window": SLIDING}),
    "gpt2": ("GPT2", {"scale_attn_by_inverse_layer_idx": True}),
}
"""Our name -> the name of the transformers classes, and options of the config beyond `SHAPE`."""


def save_model(folder: Path, family: str = "llama", seed: int = 0, **options: Any) -> Path:
    """A random model of that family, and its tokenizer, in the folder, which is returned."""
    import torch
    import transformers

    kind, own = FAMILIES[family]
    shape = {**SHAPE, **own, **options}
    if kind == "GPT2":
        shape |= {"n_inner": shape.pop("intermediate_size")}
    text = "Text" if kind == "Gemma3" else ""
    torch.manual_seed(seed)
    config = getattr(transformers, f"{kind}{text}Config")(**shape)
    classes = {"gpt2": "GPT2LMHeadModel", "gemma3_with_images": "Gemma3ForConditionalGeneration"}
    if family == "gemma3_with_images":
        config = transformers.Gemma3Config(text_config=config.to_dict(), vision_config=IMAGES, mm_tokens_per_image=4)
    model = getattr(transformers, classes.get(family, f"{kind}ForCausalLM"))(config)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 1:  # norms and biases, which begin as ones and zeros
                parameter.add_(torch.randn_like(parameter) * 0.2)
    model.save_pretrained(folder)
    save_tokenizer(folder)
    return folder


def save_tokenizer(folder: Path) -> None:
    """One token a byte, and a first one, "<s>", that is set before a text."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    vocabulary = {char: number for number, char in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    tokenizer = Tokenizer(models.BPE({**vocabulary, "<s>": 256, "</s>": 257}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 256)])
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="</s>"
    ).save_pretrained(folder)


def save_piece_tokenizer(folder: Path, pieces: str) -> None:
    """As those of Llama 2: pieces that begin with "▁" for a space, a token a byte for what is in none of them.

    It ends every text with "</s>" as well, which a prompt must lose before an answer follows.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    known = [*(f"<0x{byte:02X}>" for byte in range(256)), "<s>", "</s>", *pieces.split()]
    vocabulary = {piece: float(number < 258) * -20.0 for number, piece in enumerate(known)}
    tokenizer = Tokenizer(models.Unigram(list(vocabulary.items()), unk_id=0, byte_fallback=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=True)
    tokenizer.decoder = decoders.Sequence([decoders.Metaspace(), decoders.ByteFallback(), decoders.Fuse()])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 256), ("</s>", 257)]
    )
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>").save_pretrained(folder)


def save_word_tokenizer(folder: Path, words: str) -> None:
    """One token a word of `words`, split at spaces; all others are "[UNK]"."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate(dict.fromkeys(["[UNK]", *words.split()]))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]").save_pretrained(folder)
