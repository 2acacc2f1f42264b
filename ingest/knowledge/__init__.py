"""The knowledge graph of a text: by rules over the parse (strategy A), or by a language model (strategy B)."""
