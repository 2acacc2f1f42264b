"""Causal language models read from inside: what heads attend to and what feed-forward networks add, in one pass.

Importing this needs no torch; `load_causal` does (`claimgraph[torch]`).
"""

from .loading import load_causal, version_of
from .ports import Observer, Passage

__all__ = ["Observer", "Passage", "load_causal", "version_of"]
