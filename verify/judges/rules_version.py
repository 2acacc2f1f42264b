"""The version of all hand-written rules of the judges: raise it with every change that can change an opinion."""

from __future__ import annotations

RULES_VERSION = "1"
