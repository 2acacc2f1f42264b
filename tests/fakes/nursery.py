"""Command lines that start at once: `nursery.py` loads the models a single time, then forks a process for each life.

It reads one life a line of its standard input: {"commands": [[ARGUMENT...]...], "environment": {...}, "folder": PATH}.
A life runs its commands one after the other in the folder, each as `claimgraph ARGUMENT...`, with its output in the
files `0.out`, `0.err`, `1.out`, ..., until one fails. Told back, a JSON object a line: {"pid": N}, then
{"status": N}, the exit code, or minus the signal that ended it. For each moment at which a kill is of interest, a
statement about to be sent and a transaction that has been committed, one byte is written to the descriptor that the
first argument names.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import sys
from typing import Any

from claimgraph.api.bootstrap import Models
from claimgraph.api.cli import main as cli
from claimgraph.platform.graph import Graph
from claimgraph.platform.settings import load_settings

IMPORTED = (
    "neo4j",
    "tenacity.asyncio",
    "claimgraph.api.aclient",
    "claimgraph.api.batch",
    "claimgraph.verify.pipeline",
    "claimgraph.verify.resuming",
    "claimgraph.verify.judges.registry",
    "claimgraph.verify.judges.rules_version",
)
"""What every life would import by itself, and take most of its time for."""


def main() -> None:
    _share_models()
    _tell_of_moments(int(sys.argv[1]))
    for line in sys.stdin:
        life = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _live(life)
        print(json.dumps({"pid": pid}), flush=True)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(json.dumps({"status": status}), flush=True)


def _live(life: dict[str, Any]) -> None:
    os.chdir(life["folder"])
    os.environ.update(life["environment"])
    code = 1
    try:
        for number, command in enumerate(life["commands"]):
            for name, descriptor in (("out", 1), ("err", 2)):
                file = os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                os.dup2(file, descriptor)
            try:
                cli(command)
            except SystemExit as ended:
                code = int(ended.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
            if code:
                break
    finally:
        os._exit(code)


def _share_models() -> None:
    """Every life finds the models loaded, by the process it was forked from. With
    one thread each they have no pools, whose threads a fork would lose."""
    from claimgraph.platform.models import bge, cross_encoder
    from claimgraph.platform.models.analysis import chinese, english

    for module, name in (
        (bge, "BgeChineseEmbedder"),
        (cross_encoder, "CrossEncoderNli"),
        (chinese, "ChineseAnalyser"),
        (english, "EnglishAnalyser"),
    ):
        setattr(module, name, functools.cache(getattr(module, name)))
    models = Models(load_settings(_env_file=None, threads=1))
    texts = ["The Danube is 2,850 km long.", "长江全长6300公里。"]
    for language, text in zip(("en", "zh"), texts, strict=True):
        models.embedders[language].embed([text])
        models.analysers[language].analyse([text])
    models.nli["en"].score([(texts[0], texts[0])])
    assert models.reader
    assert models.mentions
    for name in IMPORTED:
        importlib.import_module(name)


def _tell_of_moments(descriptor: int) -> None:
    send, in_transaction = Graph._send, Graph._in_transaction

    async def told_send(self: Graph, *arguments: Any) -> Any:
        os.write(descriptor, b".")
        return await send(self, *arguments)

    async def told_transaction(self: Graph, *arguments: Any) -> Any:
        result = await in_transaction(self, *arguments)
        os.write(descriptor, b".")
        return result

    Graph._send, Graph._in_transaction = told_send, told_transaction  # type: ignore[assignment,method-assign]


main()
