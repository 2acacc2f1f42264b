"""English: from the dependency tree of a sentence to its atomic statements."""

from .reading import read_english

__all__ = ["read_english"]
