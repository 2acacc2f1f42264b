"""The command line. Its modules are light: what a command needs is imported when that command runs."""

from __future__ import annotations

from .main import main

__all__ = ["main"]
