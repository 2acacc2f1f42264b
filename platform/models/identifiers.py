"""Names and versions of models that people bring along."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

_READ = 1 << 20


def identifier(model: str) -> str:
    """A model's name or folder as `[a-z0-9_]+`: lower case, its last two path parts, the rest underscores.

    >>> identifier("BAAI/bge-m3")
    'baai_bge_m3'
    """
    tail = "/".join(model.rstrip("/\\").replace("\\", "/").split("/")[-2:])
    return re.sub(r"[^a-z0-9]+", "_", tail.lower()).strip("_") or "model"


def folder_hash(folder: Path, suffixes: Iterable[str] = (".safetensors", ".bin", ".json", ".txt", ".model")) -> str:
    """Twelve hex digits over names and bytes of a model's files, whatever the folder is called."""
    wanted = tuple(suffixes)
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name.endswith(wanted):
            digest.update(str(path.relative_to(folder)).encode("utf-8", "surrogatepass"))
            with path.open("rb") as file:
                while block := file.read(_READ):
                    digest.update(block)
    return digest.hexdigest()[:12]
