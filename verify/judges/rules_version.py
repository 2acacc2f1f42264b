"""The version of all hand-written rules of the judges: it changes with every change of a rule."""

from __future__ import annotations

from claimgraph.platform.source import source_fingerprint

RULES_VERSION = source_fingerprint("claimgraph.ingest.text", "claimgraph.verify.judges")
