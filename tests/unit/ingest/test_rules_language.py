"""Which texts the rules can read: English and Chinese; all others are told, not read as English."""

from __future__ import annotations

import pytest

from claimgraph.ingest.text.language import detect_language, rules_language


@pytest.mark.parametrize(
    "text",
    [
        "The cat sat on the mat.",
        "Los Angeles is large.",
        "Rio de Janeiro, Brazil",
        "Leonardo da Vinci painted masterpieces.",
        "Martin Van Buren was elected governor.",
        "The restaurant Le Petit Prince in Paris is famous.",
        "Vincent van Gogh painted Café de la Paix and La Nuit étoilée.",
        "Starrcade was never broadcast via pay-per-view television.",
        "Man looks at car.",
        "def main(): return 1",
        "OK",
        "Bill Clinton met Hillary Clinton. President Clinton spoke. Clinton left.",
        "Los Angeles grew fast.",
        "El Niño returns.",
        "Das Boot won awards.",
        "The café serves crème brûlée.",
        "Suzanne is pregnant.",
        "Write to van.der.berg@example.com or see https://la.example.com/le/de/un.",
    ],
)
def test_english_is_read_whatever_names_stand_in_it(text: str) -> None:
    assert rules_language(text) == "en"


@pytest.mark.parametrize("text", ["北京是中国的首都。", "Apache Kafka 是由 LinkedIn 开发的分布式流处理平台。"])
def test_chinese_is_read(text: str) -> None:
    assert rules_language(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "Paris est la capitale de la France.",
        "Le médicament réduit la douleur chez les adultes.",
        "Python a été créé par Guido van Rossum en 1991.",
        "Berlin ist die Hauptstadt von Deutschland.",
        "Madrid es la capital de España.",
        "Roma è la capitale d'Italia.",
        "Lisboa é a capital de Portugal.",
        "Amsterdam is de hoofdstad van Nederland.",
        "Stockholm är Sveriges huvudstad.",
        "København er Danmarks hovedstad.",
        "Warszawa jest stolicą Polski.",
        "Praha je hlavní město České republiky.",
        "București este capitala României.",
        "Jakarta adalah ibu kota Indonesia.",
        "Hà Nội là thủ đô của Việt Nam.",
        "Helsinki on Suomen pääkaupunki ja sen suurin kaupunki.",
        "Budapest Magyarország fővárosa és legnagyobb városa.",
        "Tallinn asub Soome lahe ääres ning moodustab riigi suurima linna koos lähiümbrusega.",
        "Le pont a été ouvert en 1947.",
        "La tour mesure 330 m.",
        "El puente abrió en 1947.",
        "De brug is geopend in 1937.",
        "Der Preis beträgt 20 Euro.",
        "Das Buch kostet 20 Euro.",
        "Il prezzo costa 20 euro.",
        "Les employés travaillent.",
        "서울은 한국의 수도이다.",
        "Москва — столица России.",
        "東京は日本の首都であり、最大の都市です。",
    ],
)
def test_other_languages_are_told_from_english(text: str) -> None:
    assert rules_language(text) is None


@pytest.mark.parametrize("text", ["", "3.5 + 4 = 7.5", "😀", "   \n"])
def test_a_text_without_words_is_in_no_foreign_language(text: str) -> None:
    assert rules_language(text) == "en"


def test_a_long_text_is_judged_by_more_than_its_beginning() -> None:
    assert rules_language("Preface by the editor. " * 300 + "Paris est la capitale de la France. " * 5_000) is None


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("서울은 한국의 수도이다.", "und"),
        ("서울은 大韓民國의 首都이다.", "und"),
        ("首尔是韩国的首都。", "zh"),
        ("首尔（서울）是韩国的首都，也是最大的城市，人口近一千万。", "zh"),
    ],
)
def test_hangul_is_not_chinese(text: str, lang: str) -> None:
    assert detect_language(text) == lang
