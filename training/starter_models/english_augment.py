"""Fronted participles ("Founded in 1998, the firm ..."): everyday in encyclopaedias and news, rare in the treebank.

Each is put together from two sentences of the treebank: a participle with what follows it, and a sentence that begins
with its subject. What it says makes no sense; its tree is right.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from .english_data import Sentence, spaced

SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
FOLLOWING = frozenset({"obl", "obl:agent", "obl:unmarked", "advmod", "obj", "xcomp"})
PARTICIPLES = frozenset({"VBN", "VBG"})
PART_WORDS = range(3, 13)
HOST_WORDS = range(5, 26)

Part = tuple[Sentence, int, int]
"""A participle's sentence, its index, and the index after its last word."""


def fronted(sentences: Sequence[Sentence], count: int, seed: int) -> list[Sentence]:
    """So many sentences with a participle in front."""
    chance = random.Random(seed)
    parts = [part for sentence in sentences for part in participles(sentence)]
    # Past participles are what the treebank lacks; one present participle for four of them.
    past = [part for part in parts if part[0].xpos[part[1]] == "VBN"]
    present = [part for part in parts if part[0].xpos[part[1]] == "VBG"]
    hosts = [sentence for sentence in sentences if begins_with_subject(sentence)]
    return [
        joined(chance.choice(present if chance.random() < 0.2 else past), chance.choice(hosts), number)
        for number in range(count)
    ]


def participles(sentence: Sentence) -> list[Part]:
    """Participles of relative meaning or of passive clauses, with the phrases that follow them without a break."""
    found = []
    for index, (tag, dep) in enumerate(zip(sentence.xpos, sentence.deps, strict=True)):
        passive = any(
            head == index and other == "aux:pass" for head, other in zip(sentence.heads, sentence.deps, strict=True)
        )
        if tag in PARTICIPLES and (dep == "acl" or (tag == "VBN" and passive)):
            end = _end(sentence, index)
            if end - index in PART_WORDS:
                found.append((sentence, index, end))
    return found


def begins_with_subject(sentence: Sentence) -> bool:
    """Whether the first word is in the subject of the root."""
    if len(sentence.words) not in HOST_WORDS or sentence.upos[-1] != "PUNCT":
        return False
    word = 0
    while sentence.heads[word] >= 0 and sentence.heads[sentence.heads[word]] >= 0:
        word = sentence.heads[word]
    return sentence.heads[word] >= 0 and sentence.deps[word] in SUBJECTS


def joined(part: Part, host: Sentence, number: int) -> Sentence:
    source, begin, end = part
    size = end - begin
    first = source.words[begin]
    start = host.words[0] if host.upos[0] == "PROPN" or host.words[0] == "I" else host.words[0].lower()
    words = [first[:1].upper() + first[1:], *source.words[begin + 1 : end], ",", start, *host.words[1:]]
    root = host.heads.index(-1) + size + 1
    text, spans = spaced(words)
    return Sentence(
        text=text,
        words=words,
        spans=spans,
        document=f"fronted-{number}",
        upos=[*source.upos[begin:end], "PUNCT", *host.upos],
        xpos=[*source.xpos[begin:end], ",", *host.xpos],
        lemmas=[*source.lemmas[begin:end], ",", *host.lemmas],
        heads=[
            root,
            *(head - begin for head in source.heads[begin + 1 : end]),
            0,
            *(head if head < 0 else head + size + 1 for head in host.heads),
        ],
        deps=["advcl", *source.deps[begin + 1 : end], "punct", *host.deps],
    )


def _end(sentence: Sentence, index: int) -> int:
    """The index after the last word of the phrases that follow a word without a break; without any, the next index."""
    end = index + 1
    while end < len(sentence.words):
        child = end
        while sentence.heads[child] not in (-1, index):
            child = sentence.heads[child]
        if sentence.heads[child] != index or child < index or sentence.deps[child] not in FOLLOWING:
            break
        end += 1
    return end
