"""Whether an English name can be what a noun calls it: "the country" is Egypt, not Paris; "the firm" no university."""

from __future__ import annotations

import re

from ...text.word_lists import word_set
from .things import Thing

_COUNTRIES = frozenset(
    """
    Afghanistan|Albania|Algeria|America|Angola|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahrain|Bangladesh|
    Barbados|Belarus|Belgium|Belize|Benin|Bhutan|Bolivia|Bosnia|Botswana|Brazil|Britain|Brunei|Bulgaria|Burundi|
    Cambodia|Cameroon|Canada|Chad|Chile|China|Colombia|Congo|Costa Rica|Croatia|Cuba|Cyprus|Czechia|Denmark|Djibouti|
    Ecuador|Egypt|El Salvador|England|Eritrea|Estonia|Ethiopia|Fiji|Finland|France|Gabon|Gambia|Georgia|Germany|Ghana|
    Great Britain|Greece|Guatemala|Guinea|Guyana|Haiti|Honduras|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|
    Israel|Italy|Ivory Coast|Jamaica|Japan|Jordan|Kazakhstan|Kenya|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|
    Lesotho|Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|
    Mauritania|Mauritius|Mexico|Moldova|Monaco|Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nepal|
    Netherlands|New Zealand|Nicaragua|Niger|Nigeria|North Korea|North Macedonia|Norway|Oman|Pakistan|Palestine|Panama|
    Papua New Guinea|Paraguay|Peru|Philippines|Poland|Portugal|Qatar|Romania|Russia|Rwanda|Samoa|San Marino|
    Saudi Arabia|Scotland|Senegal|Serbia|Sierra Leone|Singapore|Slovakia|Slovenia|Somalia|South Africa|South Korea|
    South Sudan|Soviet Union|Spain|Sri Lanka|Sudan|Suriname|Sweden|Switzerland|Syria|Taiwan|Tajikistan|Tanzania|
    Thailand|Togo|Tunisia|Turkey|Turkmenistan|Uganda|Ukraine|United Arab Emirates|United Kingdom|United States|
    United States of America|Uruguay|Uzbekistan|Vatican City|Venezuela|Vietnam|Wales|Yemen|Zambia|Zimbabwe|UK|US|USA|
    U.K.|U.S.|UAE
    """.replace("\n", "").replace("    ", "").strip().split("|")
)  # fmt: skip
_BOTH = frozenset({"Singapore", "Monaco", "Luxembourg", "Panama", "Kuwait", "Djibouti", "Vatican City", "San Marino"})
_STATES = word_set("republic kingdom federation union states emirates empire")
_SETTLEMENTS = word_set("city town village municipality capital")
_FEATURES = word_set("lake mount mountain river island islands sea ocean valley desert peninsula bay strait cape")
_NO_COMPANIES = word_set(
    """
    university college school academy hospital museum ministry parliament church council court commission committee
    government army senate congress cathedral library
    """
)
_ANY_BODY = word_set("group organisation organization")


def may_be_country(thing: Thing) -> bool:
    name = _name(thing)
    if thing.nouns & (_SETTLEMENTS | _FEATURES):
        return False
    return name in _COUNTRIES or bool(_words(name) & _STATES)


def may_be_settlement(thing: Thing) -> bool:
    name = _name(thing)
    if name in _COUNTRIES - _BOTH or thing.nouns & ({"country", "nation"} | _FEATURES):
        return False
    return not _words(name) & (_FEATURES | _STATES)


def may_be_company(noun: str, thing: Thing) -> bool:
    return noun in _ANY_BODY or not _words(_name(thing)) & _NO_COMPANIES


def _name(thing: Thing) -> str:
    return re.sub(r"^[Tt]he ", "", thing.best.text)


def _words(name: str) -> set[str]:
    return set(name.lower().split())
