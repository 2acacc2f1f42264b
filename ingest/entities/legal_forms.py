"""Legal forms of companies: what may be left off a company's name without naming another company."""

from __future__ import annotations

import re

_ENGLISH = re.compile(
    r",?\s+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|plc|gmbh|ag|sa|s\.a|nv|n\.v|bv|b\.v|ab|asa|oyj|"
    r"spa|s\.p\.a|se|kk|pty)\.?\Z",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"(?:股份有限公司|有限责任公司|集团有限公司|有限公司|集团公司|股份公司|公司|集团)\Z")


def without_legal_form(name: str) -> str:
    """The name without a legal form at its end ("Acme Corp." -> "Acme"); the name itself where nothing is left."""
    bare = name
    while (shorter := _ENGLISH.sub("", bare)) != bare and len(shorter) > 1:
        bare = shorter
    shorter = _CHINESE.sub("", bare)
    return shorter if len(shorter) > 1 else bare


_ABBREVIATED = {
    "corp": "Corporation",
    "co": "Company",
    "inc": "Incorporated",
    "ltd": "Limited",
    "llc": "LLC",
    "plc": "PLC",
}
_last_word = re.compile(r"[\s,]+([A-Za-z]+)\.?\Z")


def written_out(name: str) -> str:
    """The name with its last word, where that is a legal form, written out: "Acme Corp." -> "Acme Corporation"."""
    match = _last_word.search(name)
    full = _ABBREVIATED.get(match[1].lower()) if match else None
    return f"{name[: match.start()].rstrip(' ,')} {full}" if match and full else name
