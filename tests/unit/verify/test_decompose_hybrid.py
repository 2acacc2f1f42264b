"""Rules first, the language model for what is hard for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes.claims_llm import Claims, SentenceReader, asked
from fakes.llm_server import Fails, LlmServer

from claimgraph.ingest.model import Span, Statement
from claimgraph.platform.llm import build_llm, metered
from claimgraph.platform.settings import Settings
from claimgraph.verify.decomposition.duplicates import deduplicate
from claimgraph.verify.decomposition.hybrid import HybridDecomposer
from claimgraph.verify.decomposition.quality import Measured, Quality
from claimgraph.verify.decomposition.result import Tally
from claimgraph.verify.decomposition.rules import NO_RULES, RulesDecomposer
from claimgraph.verify.decomposition.splitting import LlmSplitter

EASY = "Oslo has parks."
HARD = "Redwing, a ferry built in 1912, carries mail."
HARD_CLAIMS = ["Redwing is a ferry.", "Redwing was built in 1912.", "Redwing carries mail."]


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(Claims({HARD: HARD_CLAIMS})) as running:
        yield running


@pytest.fixture
def reader() -> SentenceReader:
    return SentenceReader({HARD: 0.9})


@asynccontextmanager
async def hybrid(
    server: LlmServer, home: Path, reader: SentenceReader, quality: Any = None, **thresholds: float
) -> AsyncIterator[HybridDecomposer]:
    llm = build_llm(Settings(home=home, llm_base_url=server.base_url, llm_api_key="k", llm_retries=0))
    assert llm is not None
    try:
        yield HybridDecomposer(reader, LlmSplitter(llm, reader), quality, **thresholds)
    finally:
        await llm.aclose()


class FixedQuality:
    """Every sentence has the quality that the table says, the whole the least of them."""

    version = "fixed"

    def __init__(self, table: dict[str, float]) -> None:
        self.table = table

    def measure_sentences(self, text: str, statements: Sequence[Statement]) -> Measured:
        parts = []
        for statement in statements:
            value = self.table.get(statement.text, 1.0)
            parts.append((statement.sentence, Quality(value, value, value, value)))
        least = min(quality.overall or 0.0 for _, quality in parts)
        return Measured(Quality(least, least, least, least), tuple(parts))


async def test_only_complex_sentences_are_sent_and_the_rest_is_the_rules(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    async with hybrid(server, tmp_path, reader) as over_both:
        (found,) = await over_both.take_apart([f"{EASY} {HARD} Hello!"])
    assert [statement.text for statement in found.statements] == [EASY, *HARD_CLAIMS, "Hello!"]
    assert [line["text"] for line in asked(server.requests[0])] == [HARD]
    assert found.tally == Tally(asked=1)
    assert found.method == "hybrid"


async def test_all_complex_sentences_of_a_batch_are_one_call(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    async with hybrid(server, tmp_path, reader) as over_both:
        await over_both.take_apart([f"{HARD} Answer {number} ends here." for number in range(20)])
    assert len(server.requests) == 1
    assert len(asked(server.requests[0])) == 20


async def test_easy_answers_cost_no_call(server: LlmServer, tmp_path: Path, reader: SentenceReader) -> None:
    async with hybrid(server, tmp_path, reader) as over_both:
        await over_both.take_apart([EASY, "", "Hello!"])
    assert server.requests == []


async def test_without_a_language_model_it_is_the_rules(reader: SentenceReader) -> None:
    texts = [f"{EASY} {HARD}", "", "奥斯陆有公园。"]
    over_rules = HybridDecomposer(reader, None)
    assert await over_rules.decompose(texts) == await RulesDecomposer(reader).decompose(texts)


async def test_a_model_that_fails_leaves_the_rules_and_says_so(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    server.script(Fails(500))
    async with hybrid(server, tmp_path, reader) as over_both:
        with metered() as meter:
            (found,) = await over_both.take_apart([f"{EASY} {HARD}"])
    assert [statement.text for statement in found.statements] == [EASY, HARD]
    assert found.tally == Tally(asked=1, kept=1)
    assert len(found.warnings) == 2
    assert set(found.warnings) <= set(meter.failures)


async def test_a_poor_answer_sends_its_poor_sentences_too(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    poor = "Alpha and Beta and Gamma have parks."
    quality = FixedQuality({poor: 0.3})
    async with hybrid(server, tmp_path, reader, quality, quality_threshold=0.5) as over_both:
        await over_both.take_apart([f"{EASY} {poor}", EASY])
    (sent,) = server.requests
    assert [line["text"] for line in asked(sent)] == [poor]


@pytest.mark.parametrize("threshold", [0.0, 0.2])
async def test_above_the_threshold_or_without_one_quality_sends_nothing(
    threshold: float, server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    quality = FixedQuality({EASY: 0.3})
    async with hybrid(server, tmp_path, reader, quality, quality_threshold=threshold) as over_both:
        await over_both.take_apart([EASY])
    assert server.requests == []


async def test_the_threshold_of_complexity_is_settable(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    async with hybrid(server, tmp_path, reader, complexity_threshold=0.95) as over_both:
        await over_both.take_apart([HARD])
    assert server.requests == []


async def test_an_opinion_is_never_sent_however_complex(server: LlmServer, tmp_path: Path) -> None:
    reader = SentenceReader(lambda sentence: 1.0)
    async with hybrid(server, tmp_path, reader) as over_both:
        await over_both.take_apart(["I think that Redwing, a ferry, is the best. What is Oslo?"])
    assert server.requests == []


FRENCH = "Le pont, construit en 1912, relie les deux rives."


async def test_french_is_taken_apart_by_sentences_with_a_warning(reader: SentenceReader) -> None:
    with metered() as meter:
        (found,) = await RulesDecomposer(reader).take_apart([f"{FRENCH} Il est très long."])
    assert [statement.text for statement in found.statements] == [FRENCH, "Il est très long."]
    assert found.method == "sentences"
    assert found.warnings == (NO_RULES,)
    assert meter.failures == [NO_RULES]
    assert reader.read_texts == []


async def test_with_a_language_model_french_goes_to_it(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    server.handler = Claims({FRENCH: ["Le pont a été construit en 1912.", "Le pont relie les deux rives."]})
    async with hybrid(server, tmp_path, reader) as over_both:
        (found,) = await over_both.take_apart([FRENCH])
    assert len(found.statements) == 2
    assert found.warnings == ()


async def test_the_version_covers_thresholds_and_model(
    server: LlmServer, tmp_path: Path, reader: SentenceReader
) -> None:
    async with (
        hybrid(server, tmp_path, reader) as one,
        hybrid(server, tmp_path, reader, complexity_threshold=0.1) as two,
    ):
        assert one.version != two.version
        assert "gpt-4o-mini@" in one.version
        assert "gpt-4o-mini@" not in HybridDecomposer(reader, None).version


# --- Duplicates


def statement(text: str, start: int = 0, sentence: int = 0, **changes: Any) -> Statement:
    fields: dict[str, Any] = {"triples": (), "checkable": True, **changes}
    return Statement(
        text,
        "en",
        (Span(start, start + 5),),
        Span(sentence, sentence + 40),
        True,
        fields["checkable"],
        (),
        fields["triples"],
    )


def test_the_same_words_in_a_sentence_are_one_statement_with_both_spans() -> None:
    kept, repeated = deduplicate([statement("Oslo is large."), statement("OSLO is large", start=20)])
    assert [one.text for one in kept] == ["Oslo is large."]
    assert kept[0].spans == (Span(0, 5), Span(20, 25))
    assert repeated == 1


def test_the_same_words_in_two_sentences_stay_two() -> None:
    kept, repeated = deduplicate([statement("Oslo is large."), statement("Oslo is large.", start=50, sentence=45)])
    assert (len(kept), repeated) == (2, 0)


def test_paraphrases_with_the_same_triple_and_words_are_one() -> None:
    triple = SentenceReader().read(["Guido created Python."])[0].statements[0].triples
    kept, _ = deduplicate(
        [statement("Guido created Python.", triples=triple), statement("Python was created by Guido.", triples=triple)]
    )
    assert [one.text for one in kept] == ["Guido created Python."]


def test_the_same_triple_with_other_words_is_another_statement() -> None:
    triple = SentenceReader().read(["Guido created Python."])[0].statements[0].triples
    kept, _ = deduplicate(
        [
            statement("Guido created Python.", triples=triple),
            statement("Guido probably created Python.", triples=triple),
        ]
    )
    assert len(kept) == 2
