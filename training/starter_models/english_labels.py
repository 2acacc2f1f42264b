"""The label sets of the English network, and lemmas as edits of the word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from claimgraph.platform.models.analysis.lemmas import apply_edit

from .english_data import Sentence

INFLECTED = frozenset({"NNS", "VBD", "VBG", "VBN", "VBZ", "JJR", "JJS", "RBR", "RBS"})
NAMES = ("O", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC")


@dataclass(frozen=True, slots=True)
class Labels:
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    edits: tuple[str, ...]
    deps: tuple[str, ...]
    names: tuple[str, ...] = NAMES

    def as_dict(self) -> dict[str, list[str]]:
        return {key: list(value) for key, value in asdict(self).items()}


def edit(word: str, lemma: str) -> str:
    """The shortest edit from a word to its lemma: keep or lower the case, cut an end, add another.

    >>> edit("Studies", "study")
    'lower|3|y'
    """
    case = "keep" if lemma != lemma.lower() or word == word.lower() else "lower"
    base = word if case == "keep" else word.lower()
    shared = 0
    while shared < min(len(base), len(lemma)) and base[shared] == lemma[shared]:
        shared += 1
    if word == word.lower() and case == "keep":
        case = "lower"
    if shared == 0:
        return f"whole||{lemma}"
    return f"{case}|{len(base) - shared}|{lemma[shared:]}"


def collect(sentences: Sequence[Sentence], least: int = 3) -> Labels:
    """Every tag and relation of the sentences; edits that occur at least so often and are no slip of the pen."""
    edits = Counter(
        made
        for sentence in sentences
        for word, lemma in zip(sentence.words, sentence.lemmas, strict=True)
        if apply_edit(made := edit(word, lemma), word) == lemma
    )
    kept = [made for made, count in sorted(edits.items(), key=lambda item: (-item[1], item[0])) if count >= least]
    return Labels(
        upos=_sorted(tag for sentence in sentences for tag in sentence.upos),
        xpos=_sorted(tag for sentence in sentences for tag in sentence.xpos),
        edits=("lower|0|", *(made for made in kept if made != "lower|0|")),
        deps=_sorted(dep for sentence in sentences for dep in sentence.deps),
    )


def lemma_table(sentences: Sequence[Sentence], least: int = 2) -> dict[str, dict[str, str]]:
    """{tag: {word: lemma}} for words whose lemma with that tag is not in doubt; proper nouns keep their case."""
    seen: dict[tuple[str, str], Counter[str]] = {}
    for sentence in sentences:
        for word, tag, lemma in zip(sentence.words, sentence.xpos, sentence.lemmas, strict=True):
            key = word if tag.startswith("NNP") else word.lower()
            seen.setdefault((tag, key), Counter())[lemma] += 1
    table: dict[str, dict[str, str]] = {}
    for (tag, word), lemmas in sorted(seen.items()):
        lemma, count = lemmas.most_common(1)[0]
        total = sum(lemmas.values())
        if total >= least and count / total > 0.8 and (lemma != word or tag in INFLECTED):
            table.setdefault(tag, {})[word] = lemma
    return table


def _sorted(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))
