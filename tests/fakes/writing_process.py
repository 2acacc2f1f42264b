"""Answers that share claims, contexts and entities, verified by many at once: tasks of a test, or processes.

As a process it reads one line of JSON with `settings` and `asked`, says `ready` once it has opened the store, verifies
them in turn from the next line on, and says `done` or what went wrong.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]

from fakes.counting_judge import CountingJudge  # noqa: E402
from judged_desk import JudgedDesk  # noqa: E402
from sample_graph import LightServices  # noqa: E402

from claimgraph.platform.graph import open_graph  # noqa: E402
from claimgraph.platform.settings import load_settings  # noqa: E402
from claimgraph.platform.tasks import task_group  # noqa: E402
from claimgraph.verify.checking import Checker  # noqa: E402
from claimgraph.verify.pipeline import Verifier, VerifyRequest  # noqa: E402
from claimgraph.verify.report import Verification  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Asked:
    """One answer with its contexts."""

    answer: str
    contexts: tuple[str, ...]
    key: str | None = None

    def request(self) -> VerifyRequest:
        return VerifyRequest(self.answer, question="Who made it?", contexts=self.contexts, key=self.key, correct=False)


MADE = {
    "en": ["Guido created Python.", "Ritchie created Unix.", "Hopper created Cobol.", "Wirth created Pascal.",
           "Guido created Setuptools.", "Hopper created Flow.", "Ritchie created Altran."],
    "zh": ["王选创建了排版系统。", "张三创建了数据库。", "李四创建了编译器。"],
}  # fmt: skip


def overlapping(writers: int) -> list[Asked]:
    """Answers that share claims, contexts and what they mention with many others; one in four is asked for twice."""
    found = []
    for number in range(writers):
        of = number - 1 if number % 4 == 3 else number
        lang = "zh" if of % 4 == 1 else "en"
        places = (of, of + 3, of + 5) if of % 2 else (of + 5, of, of + 1)
        contexts = tuple(_text(lang, (place, place + 3, place + 5)) for place in (of, of + 1))
        found.append(Asked(_text(lang, places), contexts, key=f"answer {of}"))
    return found


def _text(lang: str, places: tuple[int, ...]) -> str:
    said = dict.fromkeys(MADE[lang][place % len(MADE[lang])] for place in places)
    return (" " if lang == "en" else "").join(said)


def verifier_of(desk: JudgedDesk) -> Verifier:
    """Its only judge says the same of every pair, at once."""
    return dataclasses.replace(desk.services.verifier, checker=Checker((CountingJudge(),)))


async def verify_at_once(verifier: Verifier, tenant: str, asked: list[Asked]) -> list[Verification]:
    """One task an answer. The first error of any of them is raised."""
    found: dict[int, Verification] = {}

    async def verify(number: int) -> None:
        found[number] = await verifier.verify(tenant, asked[number].request())

    async with task_group() as tasks:
        for number in range(len(asked)):
            tasks.start_soon(verify, number)
    return [found[number] for number in range(len(asked))]


async def main() -> None:
    given = json.loads(sys.stdin.readline())
    settings = load_settings(_env_file=None, **given["settings"])
    async with await open_graph(settings) as graph:
        tenant = given["settings"]["tenant"]
        verifier = verifier_of(JudgedDesk(LightServices(settings, graph), tenant))
        print("ready", flush=True)
        sys.stdin.readline()
        asked = [Asked(one["answer"], tuple(one["contexts"]), one["key"]) for one in given["asked"]]
        for one in asked:
            await verifier.verify(tenant, one.request())
        print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
