"""Evidence windows: few, short, exact, and holding what the claim is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.ids import premise_id
from claimgraph.ingest.text.language import detect_language
from claimgraph.verify.emphasis import plain
from claimgraph.verify.model import ChunkText
from claimgraph.verify.windows import EMBEDDED_SENTENCES, WindowRequest, cut_all, cut_windows

STORY = (
    "Orsha lies in the highlands. Its water is cold. The lake is 46 kilometres long and 9 kilometres wide. "
    "Fishing is allowed in summer. Two rivers flow into it. Many birds live there. A ferry crosses it twice a day."
)
OTHER = "The castle of Tarn was built in 1340. Its tower is 40 metres high. The seeds of the dune lily float."


def _chunks(*texts: str) -> list[tuple[str, str, str]]:
    return [(f"k{number}", text, "en") for number, text in enumerate(texts)]


def test_the_best_sentence_comes_first_and_a_run_holds_it() -> None:
    windows = cut_windows("The lake is 46 kilometres long.", "en", _chunks(OTHER, STORY))
    assert windows[0].text == "The lake is 46 kilometres long and 9 kilometres wide."
    assert windows[0].text in windows[1].text
    assert 1 <= len(windows) <= 3


def test_pieces_are_exact_and_name_the_premise() -> None:
    texts = {name: text for name, text, _ in _chunks(STORY, OTHER)}
    for window in cut_windows("The tower of Tarn is 40 metres high.", "en", _chunks(STORY, OTHER)):
        parts = [texts[piece.chunk_id][piece.start : piece.end] for piece in window.pieces]
        assert window.text == " ".join(parts)
        assert window.premise_id == premise_id([(p.chunk_id, p.start, p.end) for p in window.pieces])
        assert 0.0 <= window.relevance <= 1.0


def test_what_no_run_holds_is_stitched_in_document_order() -> None:
    windows = cut_windows("Orsha has a ferry that crosses twice a day.", "en", _chunks(STORY))
    stitched = windows[-1]
    assert len(stitched.pieces) >= 2
    assert stitched.text.startswith("Orsha lies in the highlands.")
    assert stitched.text.endswith("A ferry crosses it twice a day.")


def test_a_stitched_window_comes_from_two_chunks_at_most() -> None:
    many = [f"Alpha{n} stands here. Nothing else is known." for n in range(6)]
    windows = cut_windows("Alpha0 Alpha1 Alpha2 Alpha3 Alpha4.", "en", _chunks(*many))
    assert all(len({piece.chunk_id for piece in window.pieces}) <= 2 for window in windows)


def test_no_chunks_give_no_windows() -> None:
    assert cut_windows("A claim.", "en", []) == ()
    assert cut_windows("A claim.", "en", _chunks("", "   ", "🙂")) == ()


def test_a_claim_without_words_still_gets_windows() -> None:
    assert len(cut_windows("🙂", "en", _chunks(STORY))) >= 1


def test_chinese_windows_are_joined_without_spaces() -> None:
    text = "白鹿湖位于高原。湖水很冷。湖长46公里。夏天可以钓鱼。两条河注入湖中。鸟类很多。渡轮每天两班。"
    windows = cut_windows("白鹿湖的渡轮每天两班。", "zh", [("k", text, "zh")])
    assert windows[0].text == "渡轮每天两班。"
    assert windows[-1].text == "白鹿湖位于高原。渡轮每天两班。"


def test_the_same_chunk_twice_is_one() -> None:
    assert cut_windows("The lake is long.", "en", _chunks(STORY)) == cut_windows(
        "The lake is long.", "en", _chunks(STORY) * 2
    )


def test_cosine_breaks_ties_of_words_and_only_the_best_sentences_are_embedded() -> None:
    asked: list[str] = []

    def embed(texts: Sequence[str], lang: str) -> np.ndarray:
        asked.extend(texts)
        return np.array([[1.0, 0.0] if "cold" in text or text == "Is it chilly?" else [0.0, 1.0] for text in texts])

    windows = cut_windows("Is it chilly?", "en", _chunks("The sun is warm. The water is cold. The air is dry."), embed)
    assert windows[0].text == "The water is cold."
    assert len(asked) == len(set(asked)) <= 6


def test_requests_are_answered_in_order_and_apart() -> None:
    chunks = tuple(ChunkText(*chunk) for chunk in _chunks(STORY, OTHER))
    first = WindowRequest("The tower is 40 metres high.", "en", chunks)
    second = WindowRequest("Two rivers flow into it.", "en", chunks)
    assert cut_all([first, second]) == [*cut_all([first]), *cut_all([second])]


@given(st.text(max_size=80), st.lists(st.text(max_size=200), max_size=4), st.sampled_from(["en", "zh"]))
def test_windows_lie_in_their_chunks_whatever_the_text(claim: str, texts: list[str], lang: str) -> None:
    chunks = [(f"k{number}", text, lang) for number, text in enumerate(texts)]
    windows = cut_windows(claim, lang, chunks)
    assert len(windows) <= 3
    assert len({window.premise_id for window in windows}) == len(windows)
    for window in windows:
        for piece in window.pieces:
            assert 0 <= piece.start < piece.end <= len({n: t for n, t, _ in chunks}[piece.chunk_id])
    assert windows == cut_windows(claim, lang, chunks)


def test_windows_of_a_chunk_in_two_languages_are_in_the_language_of_their_sentences() -> None:
    chunk = ("k", "长江全长6300公里。 The Danube is 2,850 km long. 三峡大坝位于湖北省宜昌市。", "zh")

    english = cut_windows("The Danube is 2,850 km long.", "en", [chunk])
    chinese = cut_windows("三峡大坝位于湖北省。", "zh", [chunk])

    assert [window.lang for window in english] == ["en"] * len(english)
    assert [window.lang for window in chinese] == ["zh"] * len(chinese)
    assert english[0].text == "The Danube is 2,850 km long."


@pytest.mark.parametrize(
    ("claim", "lang", "filler", "said"),
    [
        ("The physician passed away.", "en", "Barrel {} held salt.", "In the end the doctor died in Paris."),
        ("The physician passed away.", "en", "第{}桶装的是盐。", "医生最后在巴黎去世。"),
    ],
)
def test_what_is_said_in_other_words_or_another_language_is_found_by_its_vector(
    claim: str, lang: str, filler: str, said: str
) -> None:
    def embed(texts: Sequence[str], lang: str) -> np.ndarray:
        return np.array([[1.0, 0.0] if text in (claim, said) else [0.0, 1.0] for text in texts])

    text = " ".join([*(filler.format(number) for number in range(40)), said])
    windows = cut_windows(claim, lang, [("c", text, detect_language(text))], embed)
    assert windows[0].text == said


def test_where_words_find_the_claim_few_sentences_are_embedded() -> None:
    asked: list[str] = []

    def embed(texts: Sequence[str], lang: str) -> np.ndarray:
        asked.extend(texts)
        return np.tile([[1.0, 0.0]], (len(texts), 1))

    text = "The physician died there in Paris. " + " ".join(f"Barrel {number} held salt." for number in range(40))
    cut_windows("The physician died in Paris.", "en", _chunks(text), embed)
    assert len(asked) == 1 + EMBEDDED_SENTENCES


PLANS = "\n".join(
    [
        "Our plans are listed here.",
        "",
        "| Plan | Price (euros per month) | Users |",
        "|------|------|------|",
        "| Free | 0 | 1 |",
        "| Basic | 19 | 5 |",
        "| Pro | 49 | 20 |",
        "| Business | 199 | 200 |",
    ]
)


def test_a_row_of_a_table_comes_behind_the_table_s_header() -> None:
    (best, *_) = cut_windows("The Business plan costs 199 euros per month.", "en", _chunks(PLANS))

    assert best.text.splitlines() == [
        "| Plan | Price (euros per month) | Users |",
        "|------|------|------|",
        "| Business | 199 | 200 |",
    ]
    assert [PLANS[piece.start : piece.end].count("\n") for piece in best.pieces] == [1, 0]
    assert best.is_whole


def test_a_header_is_no_evidence_by_itself() -> None:
    windows = cut_windows("The Plan has a Price in euros per month for Users.", "en", _chunks(PLANS))

    assert all(window.text.splitlines()[-1].count("|") != 4 or "Plan" not in window.text[-40:] for window in windows)


def test_sentence_and_rows_that_follow_each_other_are_one_piece() -> None:
    windows = cut_windows("Our plans are listed here. Free 0.", "en", _chunks(PLANS))

    (run,) = [window for window in windows if window.text.startswith("Our plans") and "Free" in window.text]
    assert len(run.pieces) == 1
    assert PLANS.startswith(run.text)


HOURS = "Wexley Public Library\nMonday: closed\nFriday: 9:30 am to 8 pm\nSaturday: 10 am to 2 pm"


def test_a_line_of_a_list_comes_behind_its_title() -> None:
    (best, *_) = cut_windows("On Fridays Wexley Public Library is open until 8 pm.", "en", _chunks(HOURS))

    assert best.text == "Wexley Public Library\nFriday: 9:30 am to 8 pm"
    assert best.is_whole


def test_a_title_is_told_once_in_a_window_and_may_be_one_itself() -> None:
    text = "Harbour Hotel opens in May\nRooms: 84\nPool: none\nBar: on the roof"

    windows = cut_windows("Harbour Hotel opens in May with a bar on the roof and 84 rooms.", "en", _chunks(text))

    assert all(window.text.count("Harbour Hotel") == 1 for window in windows)
    assert "Harbour Hotel opens in May" in [
        window.text for window in cut_windows("Harbour Hotel opens in May.", "en", _chunks(text))
    ]


SHIPS = (
    "Ship: Astra; Built: 1961; Crew: 24\nShip: Bora; Built: 1958; Crew: 31\n"
    "Ship: Cora; Built: 1972; Crew: 18\nShip: Dora; Built: 1969; Crew: 22\nShip: Elva; Built: 1983; Crew: 12"
)
TABLE = (
    "| Ship | Built |\n|---|---|\n| Astra | 1961 |\n| Bora | 1958 |\n| Cora | 1972 |\n| Dora | 1969 |\n| Elva | 1983 |"
)


@pytest.mark.parametrize("text", [SHIPS, TABLE])
def test_all_rows_of_a_short_table_are_read_together(text: str) -> None:
    chunks = _chunks(f"{text}\n\nAll of them are for sale.")
    windows = cut_windows("Bora is the oldest of the five ships.", "en", chunks)

    assert text in [window.text for window in windows]


def test_of_a_long_table_a_few_rows_are_read() -> None:
    text = "\n".join(f"Ship: Vessel {n}; Built: {1900 + n}; Crew: {n}; Home port: Harbour {n}" for n in range(90))

    windows = cut_windows("Vessel 44 was built in 1944.", "en", _chunks(text))

    assert any("Vessel 44;" in window.text for window in windows)
    assert max(window.text.count("\n") for window in windows) < 6


# --- Marks of emphasis

_SAID = [
    "The kettle holds two litres of water.",
    "It was founded in Leeds in 1998, and employs 41 people.",
    "员工年休假为15天，病假为10天。",
    "公司成立于1998年。",
]


@given(st.lists(st.sampled_from(_SAID), min_size=1, max_size=4, unique=True), st.data())
def test_a_window_is_judged_without_its_marks_of_emphasis(sentences: list[str], data: st.DataObject) -> None:
    plain_text = " ".join(sentences)
    words = [match.span() for match in re.finditer(r"[A-Za-z\d]+(?:年|天)?", plain_text)]
    chosen = data.draw(st.lists(st.sampled_from(words), unique=True, max_size=4))
    marked = plain_text
    for start, end in sorted(chosen, reverse=True):
        marked = f"{marked[:start]}**{marked[start:end]}**{marked[end:]}"
    claim = data.draw(st.sampled_from(_SAID))

    found = cut_windows(claim, "en", [("k", marked, "en")])

    assert [one.text for one in found] == [one.text for one in cut_windows(claim, "en", [("k", plain_text, "en")])]
    for one in found:
        (piece,) = one.pieces if len(one.pieces) == 1 else (None,)
        assert piece is None or marked[piece.start : piece.end].replace("**", "") == one.text


@pytest.mark.parametrize(
    "text",
    [
        "Two to the third is 2**3, and 2**3**4 is more.",
        "The sum is 5 * 3 * 2 = 30.",
        "Call __init__ and snake_case_names first.",
        "Prices rose by 4%* last year. * Before tax.",
        "He sang `` I Kissed a Girl `` twice.",
        "** Annual plan costs $89.99 and is charged annually.",
    ],
)
def test_other_asterisks_and_underscores_stay_in_a_window(text: str) -> None:
    assert plain(text) == text
