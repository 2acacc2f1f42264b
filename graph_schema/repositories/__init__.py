"""Typed functions over an open transaction. They hold no policy: what to write is decided above."""
