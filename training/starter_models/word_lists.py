"""Word lists of the synthetic edits."""

from __future__ import annotations

_MONTHS = """
    January February March April May June July August September October November December
"""
_DAYS = """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
"""
_WORD_NUMBERS = """
    two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty
"""
_ORDINALS = """
    first second third fourth fifth sixth seventh eighth ninth tenth
"""
_SCALES = """
    hundred thousand million billion
"""
# Opposites: either word of a pair becomes the other.
_OPPOSITES = """
    increase/decrease increased/decreased increases/decreases increasing/decreasing rise/fall
    rose/fell risen/fallen higher/lower highest/lowest high/low largest/smallest larger/smaller
    large/small big/small older/younger oldest/youngest old/new before/after early/late
    earlier/later north/south northern/southern east/west eastern/western won/lost win/lose
    wins/loses winner/loser success/failure successful/unsuccessful accept/reject accepted/rejected
    approve/reject approved/rejected support/oppose supported/opposed supporters/opponents allow/ban
    allowed/banned open/close opened/closed begin/end began/ended start/finish started/ended
    buy/sell bought/sold import/export imported/exported gain/loss gained/lost male/female man/woman
    men/women boy/girl father/mother son/daughter brother/sister husband/wife king/queen best/worst
    better/worse good/bad positive/negative possible/impossible legal/illegal public/private
    first/last internal/external arrive/leave arrived/left remember/forget true/false alive/dead
    strong/weak rich/poor easy/difficult hot/cold near/far inside/outside above/below up/down
    many/few majority/minority maximum/minimum young/old major/minor permanent/temporary
    agree/disagree agreed/disagreed present/absent full/empty agreement/disagreement ally/enemy
    attack/defend love/hate loved/hated like/dislike morning/evening day/night summer/winter
    spring/autumn same/different common/rare cheap/expensive fast/slow victory/defeat
    appointed/dismissed hired/fired joined/left include/exclude included/excluded
    including/excluding advantage/disadvantage expand/shrink expanded/shrank lead/trail
"""

MONTHS = tuple(_MONTHS.split())
DAYS = tuple(_DAYS.split())
WORD_NUMBERS = tuple(_WORD_NUMBERS.split())
ORDINALS = tuple(_ORDINALS.split())
SCALES = tuple(_SCALES.split())
CALENDAR = frozenset([*MONTHS, *DAYS])

# What is said of another share of a whole.
QUANTIFIERS = {
    "all": ["some", "none of", "few"],
    "every": ["no", "not every"],
    "most": ["few", "all"],
    "many": ["no", "few"],
    "some": ["all", "no"],
    "several": ["no", "all"],
    "few": ["most", "many"],
    "always": ["never", "sometimes"],
    "never": ["always", "often"],
    "often": ["never", "rarely"],
    "only": ["not only"],
    "both": ["neither of the"],
    "more than": ["fewer than", "less than"],
    "less than": ["more than"],
    "at least": ["at most"],
    "up to": ["more than"],
}


def _both_ways(pairs: list[str]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for pair in pairs:
        left, right = pair.split("/")
        table.setdefault(left, []).append(right)
        table.setdefault(right, []).append(left)
    return table


ANTONYMS = _both_ways(_OPPOSITES.split())
