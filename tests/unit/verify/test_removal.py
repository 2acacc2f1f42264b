"""What is left of a sentence out of which a claim is taken: it says what remains, and says it in whole sentences."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.platform.settings import Settings
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.correcting import correct
from claimgraph.verify.decomposition.granularity import Granularity
from claimgraph.verify.model import ClaimEvidence, Conclusion, Decision
from claimgraph.verify.rewriting import corrected_answer


@cache
def maker() -> ClaimMaker:
    models = Models(Settings(home=Path("unused"), _env_file=None))  # type: ignore[call-arg]
    return ClaimMaker(models.decomposer("rules"), models.mentions, models.reader.version)


async def without(answer: str, word: str) -> str:
    """The answer without the claims that hold a word: no evidence says anything, so nothing can be mended."""
    found = []
    for claim in await maker().make("t", "a", answer):
        wrong = Verdict.CONTRADICTED if word in claim.text else Verdict.SUPPORTED
        verdict = wrong if claim.checkable else Verdict.NOT_CHECKABLE
        found.append(Conclusion(ClaimEvidence(claim, (), ()), (), Decision(verdict, 0.9, (), ())))
    made = await correct(found, answer, None, [], _never)
    return await corrected_answer(answer, found, made, partial(maker().statements, granularity=Granularity.CLAIM))


async def _never(texts: object) -> list[tuple[Conclusion, ...]]:
    raise AssertionError("nothing was proposed")


CONJUNCTS = [
    ("The mill was built in 1850 and was closed in 1990.", "closed", "The mill was built in 1850."),
    ("The mill was built in 1850 and was closed in 1990.", "built", "The mill was closed in 1990."),
    ("Maria Ek won the race in 1999, but she lost it in 2001.", "lost", "Maria Ek won the race in 1999."),
    ("The pump weighs 12 kg; it costs 300 euros.", "costs", "The pump weighs 12 kg."),
]
RELATIVE_CLAUSES = [
    ("Ada Reyes, who was born in Quito, leads the firm.", "born", "Ada Reyes leads the firm."),
    ("Ada Reyes, who was born in Quito, leads the firm.", "leads", "Ada Reyes was born in Quito."),
    ("The firm makes pumps, which are sold in Asia.", "sold", "The firm makes pumps."),
    ("The tower, built in 1930, is 90 metres high.", "1930", "The tower is 90 metres high."),
    ("Maria Ek, the mayor of Hamar, opened the bridge in 2004.", "mayor", "Maria Ek opened the bridge in 2004."),
]
LISTS = [
    ("The firm makes pumps, valves and pipes.", "valves", "The firm makes pumps and pipes."),
    ("The firm makes pumps, valves and pipes.", "pipes", "The firm makes pumps. The firm makes valves."),
    ("The firm sells its pumps in Asia and Africa.", "Africa", "The firm sells its pumps in Asia."),
    (
        "1. The pump weighs 12 kg.\n2. The pump costs 300 euros.\n3. The pump is blue.",
        "costs",
        "1. The pump weighs 12 kg.\n3. The pump is blue.",
    ),
    ("公司生产水泵、阀门和管道。", "管道", "公司生产水泵。公司生产阀门。"),
]
TABLES = [
    (
        "| 地区 | 收入（亿元） | 员工 |\n|---|---|---|\n| 华东 | 3.4 | 510 |\n| 西南 | 0.8 | 140 |",
        "0.8",
        "| 地区 | 收入（亿元） | 员工 |\n|---|---|---|\n| 华东 | 3.4 | 510 |\n| 西南 | | 140 |",
    ),
    (
        "| Plan | Price | Users |\n|---|---|---|\n| Basic | 19 euros | 5 |\n| Pro | 49 euros | 20 |",
        "5 users",
        "| Plan | Price | Users |\n|---|---|---|\n| Basic | 19 euros | |\n| Pro | 49 euros | 20 |",
    ),
]
TABLES.append((TABLES[0][0], "西南", "| 地区 | 收入（亿元） | 员工 |\n|---|---|---|\n| 华东 | 3.4 | 510 |"))
TABLES.append((TABLES[1][0], "Basic", "| Plan | Price | Users |\n|---|---|---|\n| Pro | 49 euros | 20 |"))
TWO_LISTS = [
    (
        "The north and west mills made 300 and 8 tonnes respectively. It rained.",
        "8 tonnes",
        "The north mills made 300 tonnes. It rained.",
    ),
    ("甲厂和丁厂的产量分别为300吨和8吨。总部位于杭州。", "8吨", "甲厂的产量为300吨。总部位于杭州。"),
    ("甲厂和丁厂的产量分别为300吨和8吨。总部位于杭州。", "厂", "总部位于杭州。"),
]
CHINESE_CLAUSES = [
    ("青河大桥于1996年开工，2001年通车，全长3120米。", "通车", "青河大桥于1996年开工。青河大桥全长3120米。"),
    ("青河大桥于1996年开工，2001年通车，全长3120米。", "3120", "青河大桥于1996年开工。青河大桥2001年通车。"),
    ("青河大桥于1996年开工，2001年通车，全长3120米。", "开工", "青河大桥2001年通车。青河大桥全长3120米。"),
    ("该书于1988年出版，但没有获得金笔奖。", "金笔奖", "该书于1988年出版。"),
    ("李晓梅是马拉松冠军。她出生于昆明。", "冠军", "李晓梅出生于昆明。"),
]

MARKS = [
    ("**Napoleon loved the Danube.** The Danube rises in Germany.", "Napoleon", "The Danube rises in Germany."),
    ("- **The pump costs 300 euros.** \n- The pump is blue.", "costs", "- The pump is blue."),
    (
        "The pump is blue.\n\n> The pump costs 300 euros.\n\nThe pump is new.",
        "costs",
        "The pump is blue.\n\n\nThe pump is new.",
    ),
    ("“The pump is blue.” The firm sells it.", "sells", "“The pump is blue.”"),
    ("The pump is blue.[1] The pump costs 300 euros.[2]", "costs", "The pump is blue.[1]"),
    ("“水泵是蓝色的。”该公司生产阀门。", "阀门", "“水泵是蓝色的。”"),
    ("虽然李晓梅很喜欢莱茵河，但是多瑙河发源于德国。", "李晓梅", "多瑙河发源于德国。"),
]

SIGNS = [
    ("公司营收增长12%，公司有员工300人。", "12%", "公司有员工300人。"),
    ("北京气温达到35℃，上海气温达到28℃。", "35", "上海气温达到28℃。"),
    ("The fee rose by 12%, and the pump costs 300 euros.", "12%", "The pump costs 300 euros."),
]
OPENINGS = [
    ("公司有员工300人。而公司的营收下降了。", "营收", "公司有员工300人。"),
    ("公司有员工300人。因此，公司的营收下降了。", "营收", "公司有员工300人。"),
    ("该公司生产水泵；不过，该公司没有阀门。", "阀门", "该公司生产水泵。"),
    ("它由五个部分组成：鱼嘴用于分水，飞沙堰用于泄洪。", "五个", "鱼嘴用于分水，飞沙堰用于泄洪。"),
    (
        "The pump is blue. However, the pump costs 300 euros. The pump is new.",
        "costs",
        "The pump is blue. The pump is new.",
    ),
    ("Lena Holm is a nurse. The nurse lives in Rome.", "Rome", "Lena Holm is a nurse."),
    ("Both tea and coffee are free.", "offee", "Tea is free."),
]
LABELS = [
    ("**The museum is open daily.** The museum was built in 1990.", "1990", "**The museum is open daily.**"),
    ("- **Dogs are welcome.** The manager is Ann Berg.", "manager", "- **Dogs are welcome.**"),
    ("**博物馆每天开放。** 馆长是王强。", "馆长", "**博物馆每天开放。**"),
    ("1. **E2**: The batteries are empty.\n2. **E3**: The window is open.", "empty", "2. **E3**: The window is open."),
    (
        "1. **新增功能**：支持表格编辑。\n2. **性能优化**：冷启动时间为1.4秒。",
        "表格",
        "2. **性能优化**：冷启动时间为1.4秒。",
    ),
]


EVERY = [
    *CONJUNCTS,
    *RELATIVE_CLAUSES,
    *LISTS,
    *TWO_LISTS,
    *TABLES,
    *CHINESE_CLAUSES,
    *MARKS,
    *SIGNS,
    *OPENINGS,
    *LABELS,
]


@pytest.mark.parametrize(("answer", "word", "left"), EVERY)
async def test_what_is_left_says_what_remains_in_whole_sentences(answer: str, word: str, left: str) -> None:
    assert await without(answer, word) == left
