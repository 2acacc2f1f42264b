"""Ids of nodes and edges: hashes of what makes a thing the same thing, always including the tenant.

Every id is 32 hexadecimal characters (128 bits of SHA-256 over a JSON list of the key's parts, so that no two
different keys can be spelled the same way). The same key gives the same id in every process and on every store:
all writes are `MERGE` by id.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

NORMALISER_VERSION = "1"
"""Part of every claim's id: two versions of `normalise_claim` never share a claim."""


_as_json = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
"""One encoder: `json.dumps` makes one a call where it is given settings, and an answer takes hundreds of ids."""


def digest(kind: str, *parts: object) -> str:
    """The id of a thing of `kind` keyed by `parts` (strings, numbers, None, or lists of these)."""
    return hashlib.sha256(_as_json([kind, *parts]).encode("ascii")).hexdigest()[:32]


def text_sha256(text: str) -> str:
    """SHA-256 of a text's UTF-8 form, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def normalise_claim(text: str) -> str:
    """Fold what does not change a proposition: width and case, white space, the closing full stop."""
    folded = " ".join(_fold_width(text).casefold().split())
    return folded.rstrip(" .。!！;；")


def _fold_width(text: str) -> str:
    """Canonical composition, and full or half width made one. Unlike NFKC it keeps 10² apart from 102."""
    if text.isascii():  # nearly all there is to do for English: names are folded for every pair that is judged
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        unicodedata.normalize("NFKC", char) if unicodedata.decomposition(char)[:3] in ("<wi", "<na") else char
        for char in composed
    )


@lru_cache(maxsize=8192)  # the names of a claim are compared with those of every window that it is held against
def normalise_name(surface: str) -> str:
    """Fold what does not change a name: width and case, white space, English possessives and articles.

    An acronym whose letters are an everyday word keeps its capitals: WHO is not The Who, US not us, IT not it. Others
    lose them, for ACME and Acme, NASA and Nasa are one.
    """
    plain = " ".join(_fold_width(surface).replace("’", "'").split())
    acronym = _bare(plain)
    if acronym.isupper() and acronym.casefold() in _WORDS:
        return acronym
    return _bare(plain.casefold())


_EVERYDAY = """
    who us it is in on or an as at he me am be do no so if by to of up we my ye all and any are but can did few
    for had has her his how its let may more most must nor not now off one our out own per she than that the them
    then they this too two via was were what when will with you your aids
"""
_WORDS = frozenset(_EVERYDAY.split())


def _bare(name: str) -> str:
    """Without an article in front, a possessive behind and points around."""
    name = re.sub(r"'s?\Z", "", name, flags=re.IGNORECASE)
    return re.sub(r"\Athe ", "", name, flags=re.IGNORECASE).strip(" .,;:\"'") or name


@lru_cache(maxsize=8192)  # a run asks for the same few hundred over and over: each pair carries its triples
def triple_key(head: str, relation: str, tail: str) -> str:
    """What all paraphrases of a triple share: "guido van rossum | create | python".

    Takes the normal form (`StatedTriple.normal`: the relation's lemma, in the active voice, with its negation). The
    ends are folded as names are, and lose an indefinite article too; a `|` of their own is escaped.
    """
    parts = (_normalise_term(head), " ".join(_fold_width(relation).casefold().split()), _normalise_term(tail))
    return " | ".join(part.replace("\\", "\\\\").replace("|", "\\|") for part in parts)


def split_triple_key(key: str) -> tuple[str, str, str]:
    """The three parts that `triple_key` joined, still in normal form. Raises `ValueError` for what is no such key."""
    parts = key.split(" | ")  # a bar within a part has a backslash before it, not a space
    if len(parts) != 3:
        raise ValueError(f"a triple's key has three parts: {key[:80]!r}")
    head, relation, tail = (part.replace("\\|", "|").replace("\\\\", "\\") for part in parts)
    return head, relation, tail


def relation_of(key: str) -> str:
    """The relation in the middle of a triple's key, as it stands there. Raises `ValueError` for what is no such key."""
    _, relation, _ = key.split(" | ")
    return relation


def _normalise_term(text: str) -> str:
    name = normalise_name(text)
    return name.removeprefix("an ").removeprefix("a ") or name


def tenant_suffix(tenant: str) -> str:
    """The hexadecimal suffix of a tenant's own labels and index names; safe in an identifier by construction."""
    return hashlib.sha256(tenant.encode("utf-8")).hexdigest()[:16]


def document_id(tenant: str, kind: str, key: str) -> str:
    return digest("Document", tenant, kind, key)


def revision_id(document: str, number: int) -> str:
    return digest("Revision", document, number)


def chunk_id(tenant: str, text: str) -> str:
    return digest("Chunk", tenant, text)


def entity_id(tenant: str, name: str) -> str:
    """`name` is the surface form; it is normalised here."""
    return digest("Entity", tenant, normalise_name(name))


def question_id(tenant: str, text: str) -> str:
    return digest("Question", tenant, text)


def answer_id(tenant: str, question: str | None, model: str | None, text: str, key: str | None) -> str:
    """`question` is the question's id."""
    return digest("Answer", tenant, question, model, text, key)


def claim_id(tenant: str, lang: str, text: str, scope: str | None = None) -> str:
    """`scope` is the id of the answer or document of a claim that cannot stand alone, else None."""
    return digest("Claim", tenant, lang, normalise_claim(text), NORMALISER_VERSION, scope)


def triple_id(claim: str, head: str, relation: str, tail: str, extractor_version: str) -> str:
    return digest("Triple", claim, head, relation, tail, extractor_version)


def job_id(answer: str, settings: str, models: str, contexts: Iterable[str] | None) -> str:
    """`settings` and `models` are fingerprints; `contexts` are the hashes of the contexts given, in order, if any."""
    return digest("Job", answer, settings, models, None if contexts is None else list(contexts))


def run_id(
    answer: str, settings: str, models: str, premises: Iterable[str], kind: str, reviewer: str | None = None
) -> str:
    """`premises` are the ids of all premises that were judged, in any order."""
    return digest("Run", answer, settings, models, sorted(set(premises)), kind, reviewer)


def correction_id(run: str, claim: str, method: str, result: str) -> str:
    return digest("Correction", run, claim, method, result)


def review_id(subject: str, run: str) -> str:
    return digest("Review", subject, run)


def premise_id(pieces: Sequence[tuple[str, int, int]]) -> str:
    """Id of a window of evidence from its pieces: (chunk id, start, end), offsets in the chunk."""
    return digest("Premise", [list(piece) for piece in pieces])


@lru_cache(maxsize=8192, typed=True)  # of a check: for its edge, and again for what the run says of it
def edge_id(edge_type: str, source: str, target: str, *key: object) -> str:
    """Id of an edge: its type, its two ends and, where those are not enough, the rest of its key."""
    return digest(edge_type, source, target, *key)
