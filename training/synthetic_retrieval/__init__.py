"""A small causal language model whose hallucinations are known: it copies from its context, or answers by heart."""
