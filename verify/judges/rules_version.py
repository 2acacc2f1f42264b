"""The version of all hand-written rules of the judges: it changes with every change of a rule or of their word list."""

from __future__ import annotations

import hashlib

from claimgraph.platform.models.chinese import COMMON_WORDS
from claimgraph.platform.source import source_fingerprint

_WORDS = hashlib.sha256(COMMON_WORDS.read_bytes()).hexdigest()[:8]
RULES_VERSION = f"{source_fingerprint('claimgraph.ingest.text', 'claimgraph.verify.judges')}-{_WORDS}"
