from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.ingest.chunking import SemanticChunker
from claimgraph.ingest.model import Page, ParsedDocument, Section
from claimgraph.ingest.text.tokens import count_tokens

LIMIT = 60
ENGLISH = [
    "company",
    "river",
    "president",
    "library",
    "city",
    "year",
    "system",
    "model",
    "network",
    "school",
    "museum",
    "science",
    "people",
    "mountain",
    "water",
    "history",
    "region",
    "music",
    "bridge",
    "engineer",
    "founded",
    "carried",
    "moved",
    "opened",
    "built",
    "described",
    "several",
    "large",
    "old",
    "northern",
]
CHINESE = "中国北京上海大学公司人民历史科学语言数据网络河流湖泊山脉城市省份总统年份人口面积海洋土地法律政府音乐电影"


def document(text: str) -> ParsedDocument:
    return ParsedDocument(text, "text/plain", "test", "1")


def texts_of(text: str, limit: int = LIMIT) -> list[str]:
    return [text[chunk.start : chunk.end] for chunk in SemanticChunker(limit).chunk(document(text))]


def english(source: random.Random) -> str:
    return " ".join(source.choices(ENGLISH, k=source.randint(4, 16))).capitalize() + "."


def chinese(source: random.Random) -> str:
    return "".join(source.choices(CHINESE, k=source.randint(6, 28))) + "。"


def paragraphs(sentences: list[str], sizes: Callable[[], int]) -> list[list[str]]:
    rest, found = list(sentences), []
    while rest:
        size = sizes()
        found.append(rest[:size])
        rest = rest[size:]
    return found


def as_text(parts: list[list[str]], glue: str) -> str:
    return "\n\n".join(glue.join(part) for part in parts)


@pytest.mark.parametrize(("sentence", "glue"), [(english, " "), (chinese, "")])
@pytest.mark.parametrize("shape", ["one long paragraph", "many small paragraphs", "middling paragraphs"])
def test_an_inserted_sentence_changes_at_most_three_of_a_hundred_chunks(
    sentence: Callable[[random.Random], str], glue: str, shape: str
) -> None:
    source = random.Random(f"{shape}{glue}")
    sizes = {
        "one long paragraph": lambda: 10_000,
        "many small paragraphs": lambda: source.randint(1, 2),
        "middling paragraphs": lambda: source.randint(3, 9),
    }[shape]
    parts = paragraphs([sentence(source) for _ in range(300)], sizes)
    before = texts_of(as_text(parts, glue))
    assert len(before) >= 80

    for _ in range(40):
        changed = [list(part) for part in parts]
        part = source.choice(changed)
        part.insert(source.randrange(len(part) + 1), sentence(source))
        after = texts_of(as_text(changed, glue))
        assert len(set(after) - set(before)) <= 3
        assert len(set(before) - set(after)) <= 3


def test_a_deleted_sentence_changes_at_most_three_chunks() -> None:
    source = random.Random(5)
    sentences = [english(source) for _ in range(300)]
    before = texts_of(" ".join(sentences))

    for index in range(0, 300, 13):
        after = texts_of(" ".join(sentences[:index] + sentences[index + 1 :]))
        assert len(set(after) - set(before)) <= 3


def test_chunks_are_whole_sentences_of_a_useful_size() -> None:
    source = random.Random(1)
    text = " ".join(english(source) for _ in range(400))

    chunks = SemanticChunker(200).chunk(document(text))

    sizes = [chunk.tokens for chunk in chunks]
    assert max(sizes) <= 200
    assert sum(sizes) / len(sizes) > 70
    assert all(text[chunk.start].isupper() and text[chunk.end - 1] == "." for chunk in chunks)


def test_a_chunk_does_not_end_with_a_heading_and_prefers_to_begin_with_one() -> None:
    source = random.Random(2)
    text, sections = "", []
    for number in range(30):
        sections.append(len(text))
        text += f"Heading {number}\n\n" + " ".join(english(source) for _ in range(12)) + "\n\n"
    ends = [*sections[1:], len(text)]
    parsed = ParsedDocument(
        text, "text/plain", "test", "1",
        sections=tuple(
            Section((f"Heading {i}",), a, b) for i, (a, b) in enumerate(zip(sections, ends, strict=True))
        ),
    )  # fmt: skip

    chunks = SemanticChunker(100).chunk(parsed)

    starts = {chunk.start for chunk in chunks}
    assert len(starts & set(sections)) >= 28
    assert all(not text[chunk.start : chunk.end].splitlines()[-1].startswith("Heading") for chunk in chunks)
    assert chunks[0].section_path == ("Heading 0",)
    assert chunks[-1].section_path == ("Heading 29",)


def test_a_chunk_knows_the_page_it_starts_on_and_may_cross_pages() -> None:
    text = "First page begins here and goes on. It ends there. Second page begins here. It ends there too."
    cut = text.index("Second")
    parsed = ParsedDocument(text, "text/plain", "test", "1", pages=(Page(1, 0, cut), Page(2, cut, len(text))))

    whole = SemanticChunker(200).chunk(parsed)
    small = SemanticChunker(12).chunk(parsed)

    assert [chunk.page for chunk in whole] == [1]
    assert small[0].page == 1
    assert small[-1].page == 2


@pytest.mark.parametrize(
    "sentence",
    [
        "word " * 3000 + "end.",
        "x" * 20_000,
        "城市" * 3000 + "。",
        "甲乙丙丁戊，" * 800 + "。",
        "A clause of some words, " * 400 + "end.",
        "Same sentence again. " * 500,
        "。" * 3000,
    ],
)
def test_what_is_too_long_is_cut_without_loss(sentence: str) -> None:
    chunks = SemanticChunker(LIMIT).chunk(document(sentence))

    assert max(chunk.tokens for chunk in chunks) <= LIMIT
    assert len(chunks) <= 8 * (sum(chunk.tokens for chunk in chunks) / LIMIT + 1)
    joined = "".join(sentence[chunk.start : chunk.end] for chunk in chunks)
    assert "".join(joined.split()) == "".join(sentence.split())


texts = st.lists(
    st.text(alphabet=st.sampled_from(list('abc AB.!?。，；\n\t\u3000"“”1中文公司😀')), max_size=40)
    | st.sampled_from(["The end. ", "\n\n", "中国人民。", "long " * 40, "长" * 90]),
    max_size=30,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(texts, st.integers(8, 60))
def test_all_that_is_not_white_space_is_in_exactly_one_chunk(text: str, limit: int) -> None:
    chunks = SemanticChunker(limit).chunk(document(text))

    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert all(before.end <= after.start for before, after in itertools.pairwise(chunks))
    inside = [index for chunk in chunks for index in range(chunk.start, chunk.end)]
    assert {index for index in range(len(text)) if not text[index].isspace()} <= set(inside)
    for chunk in chunks:
        piece = text[chunk.start : chunk.end]
        assert piece == piece.strip() != ""
        assert count_tokens(piece) <= chunk.tokens <= limit


def test_the_estimate_does_not_fall_short_of_real_word_pieces_by_much() -> None:
    from importlib.resources import files

    tokenizers = pytest.importorskip("tokenizers")
    path = files("claimgraph.platform.models") / "weights" / "tokenizer.json"
    tokenizer = tokenizers.Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    for text in (
        "Towards the end of 1996, Daniel Stenberg was writing an IRC bot for an Amiga channel.",
        "The steel came from the Kessler works in Hagen at a cost of 3.4 million marks in 1987.",
        "青石桥图书馆于2009年9月1日开放，馆长是林书雅。全馆藏书四十二万册，每周开放六天。",
    ):
        real = len(tokenizer.encode(text, add_special_tokens=False).ids)
        assert count_tokens(text) >= 0.8 * real


def test_a_limit_without_room_for_a_clause_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 8"):
        SemanticChunker(3)
