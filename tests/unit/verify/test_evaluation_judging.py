"""Judging cases without a store: what judges are handed, what is kept, and what is asked for again."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fakes.redeep_reader import MeanDetector, WordReader

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.errors import InputError, ModelError
from claimgraph.platform.llm import Usage
from claimgraph.platform.llm.usage import record
from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.models.minilm import MiniLMEmbedder
from claimgraph.platform.settings import Settings
from claimgraph.verify.evaluation.judging import Case, JudgedCase, JudgeSubject, judge_cases, load_judged, parse_label
from claimgraph.verify.evaluation.judging.run import BATCH_CASES
from claimgraph.verify.facts import FactReader
from claimgraph.verify.judges.alignment import AlignmentJudge
from claimgraph.verify.judges.embeddings import CachedEmbeddings
from claimgraph.verify.judges.rules import RulesJudge
from claimgraph.verify.judges.similarity import SimilarityJudge
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored
from claimgraph.verify.ports import Judge
from claimgraph.verify.redeep.judging import Insight, RedeepJudge

FERRY = "The Redwing was built in Bergen in 1912. It carries mail and passengers. The crew has nine members."


@dataclass
class ScriptedJudge:
    """Says of every pair what its script says of the claim; remembers what it was asked."""

    says: dict[str, Opinion | Unscored] = field(default_factory=dict)
    name: str = "scripted"
    version: str = "1"
    asked: list[list[Pair]] = field(default_factory=list)

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        self.asked.append(list(pairs))
        return [self.says.get(pair.claim, Opinion({"scripted": 0.5})) for pair in pairs]


@pytest.fixture(scope="module")
def embeddings() -> CachedEmbeddings:
    return CachedEmbeddings({"en": MiniLMEmbedder(threads=1), "zh": HashedChineseEmbedder()})


def case(id: str, text: str, label: str = "entailment", source: str = FERRY, **more: object) -> Case:
    one = Case(id, source, text, parse_label(label), "zh" if text[0] > "一" else "en")
    return dataclasses.replace(one, **more)  # type: ignore[arg-type]


async def test_real_judges_tell_a_right_year_from_a_wrong_one(embeddings: CachedEmbeddings) -> None:
    zh = "红雁号于1912年在卑尔根建造。它运送邮件和旅客。"
    cases = [
        case("right", "The Redwing was built in 1912."),
        case("wrong", "The Redwing was built in 1921.", "contradiction"),
        case("对", "红雁号于1912年建造。", source=zh),
        case("错", "红雁号于1921年建造。", "contradiction", source=zh),
    ]
    judges: list[Judge] = [SimilarityJudge(embeddings, {}), RulesJudge(), AlignmentJudge()]

    judged = await judge_cases(cases, judges, embeddings)

    for name in ("rules", "alignment"):
        right, wrong, 对, 错 = JudgeSubject(name).read(judged).scores
        assert right > wrong
        assert 对 > 错
    assert [one.case for one in judged] == cases
    for one in judged:
        (evidence,) = one.evidence
        checks = one.checks[evidence.claim.id]
        assert len(checks) == 3 * len(evidence.windows) > 0
        assert {check.window for check in checks} == set(evidence.windows)
        assert all(one.costs[judge.name].pairs == len(evidence.windows) for judge in judges)
        assert all(one.costs[judge.name].seconds > 0 for judge in judges)


async def test_a_hypothesis_is_judged_sentence_by_sentence_whatever_its_form(embeddings: CachedEmbeddings) -> None:
    judge = ScriptedJudge()
    (one,) = await judge_cases([case("a", "Is it old? I like the Redwing.")], [judge], embeddings)

    assert [found.claim.text for found in one.evidence] == ["Is it old?", "I like the Redwing."]
    assert all(found.claim.checkable for found in one.evidence)


async def test_an_answer_is_taken_apart_and_what_cannot_be_checked_is_not_judged(embeddings: CachedEmbeddings) -> None:
    judge = ScriptedJudge()
    answer = case("a", "Hello! The Redwing carries mail.", is_answer=True, question="What does it carry?")
    (one,) = await judge_cases([answer], [judge], embeddings)

    assert [found.claim.checkable for found in one.evidence] == [False, True]
    assert {pair.claim for batch in judge.asked for pair in batch} == {"The Redwing carries mail."}
    assert one.evidence[1].question == "What does it carry?"


async def test_cases_that_say_the_same_keep_their_checks_apart(embeddings: CachedEmbeddings) -> None:
    cases = [case("a", "It carries mail."), case("b", "It carries mail.", source="The Redwing carries no mail.")]
    first, second = await judge_cases(cases, [ScriptedJudge()], embeddings)

    assert set(first.checks).isdisjoint(second.checks)
    assert first.evidence[0].windows != second.evidence[0].windows


async def test_no_evidence_gives_no_pair_and_is_told_apart(embeddings: CachedEmbeddings) -> None:
    judge = ScriptedJudge()
    (one,) = await judge_cases([case("a", "It carries mail.", source="")], [judge], embeddings)

    assert judge.asked == []
    assert one.checks == {one.evidence[0].claim.id: ()}
    assert JudgeSubject("scripted").read([one]).scores[0] != JudgeSubject("scripted").read([one]).scores[0]


async def test_what_was_judged_is_read_back_and_not_judged_again(embeddings: CachedEmbeddings, tmp_path: Path) -> None:
    said = Opinion({"scripted": 0.25}, (Finding("number", Stance.CONTRADICTS, "八", "九"),), "because")
    judge = ScriptedJudge({"It carries mail.": said, "It is blue.": Unscored("no colour")})
    cases = [case("a", "It carries mail."), case("b", "It is blue.", "neutral", question="Colour?")]
    kept = tmp_path / "new" / "opinions.jsonl"

    first = await judge_cases(cases, [judge], embeddings, kept)
    second = await judge_cases(cases, [judge], embeddings, kept)

    assert len(judge.asked) == 1
    assert second == first
    assert load_judged(cases, embeddings, kept) == first
    (opinion,) = {check.opinion.reason for one in first[:1] for found in one.checks.values() for check in found}
    assert opinion == "because"


async def test_another_version_of_a_judge_or_another_source_is_judged_anew(
    embeddings: CachedEmbeddings, tmp_path: Path
) -> None:
    kept = tmp_path / "opinions.jsonl"
    await judge_cases([case("a", "It carries mail.")], [ScriptedJudge()], embeddings, kept)

    other, moved = ScriptedJudge(version="2"), ScriptedJudge()
    await judge_cases([case("a", "It carries mail.")], [other], embeddings, kept)
    await judge_cases([case("a", "It carries mail.", source=FERRY + " It is old.")], [moved], embeddings, kept)

    assert len(other.asked) == len(moved.asked) == 1
    loaded = load_judged([case("a", "It carries mail.")], embeddings, kept)
    (version,) = {check.judge_version for found in loaded[0].checks.values() for check in found}
    assert version == "1"  # the one that was written last


async def test_a_run_that_was_killed_goes_on_behind_the_last_whole_row(
    embeddings: CachedEmbeddings, tmp_path: Path
) -> None:
    kept = tmp_path / "opinions.jsonl"
    cases = [case("a", "It carries mail."), case("b", "It was built in 1912.")]
    await judge_cases(cases[:1], [ScriptedJudge()], embeddings, kept)
    with kept.open("a", encoding="utf-8") as lines:
        lines.write('{"case": "half a ro')

    judge = ScriptedJudge()
    judged = await judge_cases(cases, [judge], embeddings, kept)

    assert {pair.claim for batch in judge.asked for pair in batch} == {"It was built in 1912."}
    assert load_judged(cases, embeddings, kept) == judged
    assert all(json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines())


async def test_what_may_work_another_time_is_not_kept(embeddings: CachedEmbeddings, tmp_path: Path) -> None:
    kept = tmp_path / "opinions.jsonl"
    cases = [case("a", "It carries mail.")]
    tired = ScriptedJudge({"It carries mail.": Unscored("timed out", lasting=False)})
    await judge_cases(cases, [tired], embeddings, kept)

    rested = ScriptedJudge()
    await judge_cases(cases, [rested], embeddings, kept)

    assert len(rested.asked) == 1


async def test_loading_says_what_is_missing(embeddings: CachedEmbeddings, tmp_path: Path) -> None:
    kept = tmp_path / "opinions.jsonl"
    await judge_cases([case("a", "It carries mail.")], [ScriptedJudge()], embeddings, kept)

    with pytest.raises(InputError, match="all opinions on the case b"):
        load_judged([case("b", "It is blue.")], embeddings, kept)


@pytest.mark.parametrize("line", ["[]", "nonsense", '{"case": "x"}', '{"premise": "x"}'])
async def test_a_file_that_is_no_cache_is_left_alone(embeddings: CachedEmbeddings, tmp_path: Path, line: str) -> None:
    kept = tmp_path / "data.jsonl"
    kept.write_text(f"{line}\n", encoding="utf-8")

    with pytest.raises(InputError, match=r"Line 1 of data\.jsonl is no row of opinions"):
        await judge_cases([case("a", "It carries mail.")], [ScriptedJudge()], embeddings, kept)

    assert kept.read_text(encoding="utf-8") == f"{line}\n"


async def test_batches_are_bounded_and_progress_is_told(embeddings: CachedEmbeddings) -> None:
    judge, told = ScriptedJudge(), []
    cases = [case(str(number), f"It carries {number} bags.") for number in range(BATCH_CASES + 2)]

    await judge_cases(cases, [judge], embeddings, progress=lambda done, total: told.append((done, total)))

    assert told == [(BATCH_CASES, BATCH_CASES + 2), (BATCH_CASES + 2, BATCH_CASES + 2)]
    assert [len({pair.claim for pair in batch}) for batch in judge.asked] == [BATCH_CASES, 2]


async def test_a_judge_that_loses_pairs_is_an_error(embeddings: CachedEmbeddings) -> None:
    class Loses(ScriptedJudge):
        async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
            return (await super().judge(pairs))[1:]

    with pytest.raises(ModelError, match="opinions on"):
        await judge_cases([case("a", "It carries mail.")], [Loses()], embeddings)


async def test_what_a_language_model_used_is_counted_once_and_kept(
    embeddings: CachedEmbeddings, tmp_path: Path
) -> None:
    class Asks(ScriptedJudge):
        async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
            record(Usage(requests=2, prompt_tokens=30, completion_tokens=4, cost=0.5))
            return await super().judge(pairs)

    cases = [case("a", "It carries mail."), case("b", "It is blue.")]
    kept = tmp_path / "opinions.jsonl"

    def used(judged: Sequence[JudgedCase]) -> Usage:
        return JudgeSubject("scripted").cost(judged).usage

    assert used(await judge_cases(cases, [Asks()], embeddings, kept)) == Usage(2, 0, 30, 4, 0.5)
    assert used(load_judged(cases, embeddings, kept)) == Usage(2, 0, 30, 4, 0.5)


async def test_judges_that_read_triples_get_them_and_others_keep_their_opinions(
    embeddings: CachedEmbeddings, tmp_path: Path
) -> None:
    kept = tmp_path / "opinions.jsonl"
    cases = [case("a", "The Redwing was built in Bergen.")]
    plain, reading = ScriptedJudge(), ScriptedJudge(name="reading")
    reading.reads = frozenset({"claim_triples", "premise_facts"})  # type: ignore[attr-defined]
    facts = FactReader(Models(Settings(_env_file=None)).reader)
    await judge_cases(cases, [plain], embeddings, kept)

    (one,) = await judge_cases(cases, [plain, reading], embeddings, kept, facts=facts)

    assert len(plain.asked) == 1
    for pair in reading.asked[0]:
        assert [triple.tail.text for triple in pair.claim_triples] == ["Bergen"]
        assert any("bergen" in fact.tail.casefold() for fact in pair.premise_facts)
    assert not any(pair.claim_triples or pair.premise_facts for pair in plain.asked[0])
    assert load_judged(cases, embeddings, kept, facts=facts) == [one]


async def test_a_judge_that_reads_whole_answers_is_handed_them_also_with_claims_out_of_the_file(
    embeddings: CachedEmbeddings, tmp_path: Path
) -> None:
    text = "The Redwing was built in Bergen. Bjarne invented Oslo."
    cases = [case("an answer", text, is_answer=True), case("a claim", "The Redwing was built in Bergen.")]
    first, again = WordReader(), WordReader("words-2")
    await judge_cases(cases, [RedeepJudge(Insight(first, MeanDetector()))], embeddings, tmp_path / "kept.jsonl")

    judged = await judge_cases(
        cases, [RedeepJudge(Insight(again, MeanDetector()))], embeddings, tmp_path / "kept.jsonl"
    )

    assert [prompt.response for prompt in again.prompts] == [text, "The Redwing was built in Bergen."]
    assert again.prompts == first.prompts
    answer, claim = JudgeSubject("redeep").read(judged).scores
    assert answer < claim  # as good as its worst claim
    assert '"answer":""' in (tmp_path / "kept.jsonl").read_text(encoding="utf-8")  # it stands in the data already
