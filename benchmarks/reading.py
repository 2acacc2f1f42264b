"""How fast texts are taken apart, against text analysis alone, and how much memory that takes.

    python benchmarks/reading.py [--rounds 3] [--lang en] [--lang zh]

Three kinds of work over the same texts (documents and claims of `benchmarks/data/plain_dev.jsonl`, texts of
`claims_dev.jsonl`), all texts in one call, in turns, so that a busy machine slows all of them: text analysis alone
(tokens, tags, tree, names); the rules decomposer; the reader, whose statements have triples and whose texts have
entities. Each language has a process of its own; the fastest of its rounds counts. Processor time tells more than the
clock where other work goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from figures import ROOT, publish

sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

DATA = ROOT / "benchmarks" / "data"
LANGUAGES = ("en", "zh")


def main() -> int:
    arguments = _arguments()
    if arguments.alone:
        print(json.dumps(measure(arguments.alone, arguments.rounds)))
        return 0
    rows, details = [], {}
    for lang in arguments.lang or LANGUAGES:
        command = [sys.executable, __file__, "--alone", lang, "--rounds", str(arguments.rounds)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        details[lang] = json.loads(done.stdout)
        rows += _rows(lang, details[lang])
    publish("reading", "sentences a second, and the share of text analysis alone", rows, {"details": details})
    return 0


def measure(lang: str, rounds: int) -> dict[str, Any]:
    """Seconds of each work by round, and memory in MiB; run in a process of its own."""
    before = _resident()
    from taking_apart import decomposer_of, fresh_models

    texts = read_texts(lang)
    sentences = _sentences(texts, lang)
    models = fresh_models()
    analyser, statements, decomposer = models.analysers[lang], models.reader, decomposer_of("rules", models)
    works: dict[str, Callable[[], object]] = {
        "text analysis": lambda: analyser.analyse(sentences),
        "rules decomposer": lambda: asyncio.run(decomposer.decompose(texts)),
        "statements and triples": lambda: statements.read(texts),
    }
    statements.read(texts[:2])  # models and dictionaries are loaded before the clock runs
    loaded = _resident()
    wall: dict[str, list[float]] = {name: [] for name in works}
    processor: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            started, used = time.perf_counter(), time.process_time()
            work()
            wall[name].append(time.perf_counter() - started)
            processor[name].append(time.process_time() - used)
    found = statements.read(texts)
    return {
        "texts": len(texts),
        "sentences": len(sentences),
        "statements": sum(len(one.statements) for one in found),
        "triples": sum(len(statement.triples) for one in found for statement in one.statements),
        "seconds": wall,
        "processor_seconds": processor,
        "mib": {"before": before, "loaded": loaded, "peak": _peak()},
    }


def read_texts(lang: str) -> list[str]:
    """Documents, claims and gold texts of the development files; none has a sentence of an earlier one.

    A reader may analyse a sentence that stands twice only once.
    """
    plain = [json.loads(line) for line in _lines("plain_dev")]
    gold = [json.loads(line) for line in _lines("claims_dev")]
    found = [case[part] for part in ("document", "claim") for case in plain if case["lang"] == lang]
    found += [item["text"] for item in gold if item["lang"] == lang]
    texts: list[str] = []
    seen: set[str] = set()
    for text in found:
        own = set(_sentences([text], lang))
        if not own & seen:
            texts.append(text)
            seen |= own
    return texts


def _lines(name: str) -> list[str]:
    return (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def _sentences(texts: list[str], lang: str) -> list[str]:
    from claimgraph.ingest.text.sentences import sentences

    return [text[span.start : span.end] for text in texts for span in sentences(text, lang)]


def _rows(lang: str, found: dict[str, Any]) -> list[dict[str, Any]]:
    fastest = {name: min(seconds) for name, seconds in found["seconds"].items()}
    least = {name: min(seconds) for name, seconds in found["processor_seconds"].items()}
    alone = "text analysis"
    return [
        {
            "lang": lang,
            "work": name,
            "sentences": found["sentences"],
            "seconds": fastest[name],
            "sentences/s": found["sentences"] / fastest[name],
            "speed to analysis": fastest[alone] / fastest[name],
            "by processor time": least[alone] / least[name],
            "loaded MiB": found["mib"]["loaded"] - found["mib"]["before"],
            "peak MiB": found["mib"]["peak"],
        }
        for name in fastest
    ]


def _resident() -> int:
    import psutil

    return int(psutil.Process().memory_info().rss) >> 20


def _peak() -> int:
    """The most memory that this process had at once, in MiB."""
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lang", action="append", choices=LANGUAGES)
    parser.add_argument("--alone", choices=LANGUAGES, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
