"""Taking answers apart into statements: by sentences, by rules, by a language model, or by both."""

from .sentences import SentenceDecomposer

__all__ = ["SentenceDecomposer"]
