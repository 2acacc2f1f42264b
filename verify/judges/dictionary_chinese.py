"""What jieba's dictionary says of Chinese words: which it knows, and which are names."""

from __future__ import annotations

import re
from functools import lru_cache

from claimgraph.platform.models.chinese import common_words


@lru_cache(maxsize=1)
def name_tags() -> dict[str, str]:
    """Words of jieba's dictionary that are names (nr, ns, nt, nz) with their tags, common words that it takes for names
    left out. Read once, a fifth of a second."""
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("jieba")
    if spec is None or spec.origin is None:
        return {}
    lines = Path(spec.origin).with_name("dict.txt").read_text(encoding="utf-8")
    found = dict(re.findall(r"^(\S{2,}) \d+ (n[rszt]t?)", lines, re.MULTILINE))
    return {word: tag for word, tag in found.items() if word not in common_words()}


@lru_cache(maxsize=20_000)
def is_known(word: str) -> bool:
    """Whether jieba's dictionary holds the word; what it does not is most often a name."""
    from claimgraph.platform.models.chinese import _loaded

    return bool(_loaded().FREQ.get(word))
