"""The gold set: texts with their atomic claims and triples, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import InputError

from .claims import GoldClaim
from .triples import Triple


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One text of one or two sentences, taken apart by hand."""

    id: str
    lang: str
    domain: str
    text: str
    claims: tuple[GoldClaim, ...]
    triples: tuple[Triple, ...] = ()
    constructions: tuple[str, ...] = ()  # what makes the text worth having: "relative clause", "negation", ...


def read_items(path: Path) -> list[GoldItem]:
    """The items of a file, in order. Raises `InputError` that names the line which is none."""
    items = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            items.append(parse_item(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"Line {number} of {path.name} is no gold item ({error!r}).") from error
    return items


def parse_item(row: Mapping[str, Any]) -> GoldItem:
    """One item; raises KeyError, TypeError or ValueError where a part is missing or of the wrong form."""
    claims = tuple(
        GoldClaim(one["text"], one["checkable"], one["standalone"], tuple(one.get("also", ()))) for one in row["claims"]
    )
    triples = tuple((head, relation, tail) for head, relation, tail in row["triples"])
    constructions = tuple(row.get("constructions", ()))
    return GoldItem(row["id"], row["lang"], row["domain"], row["text"], claims, triples, constructions)
