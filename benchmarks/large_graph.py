"""A graph of any number of claims, as a backup file: the same one each time, of the shape that `verify` writes.

Sources are chunks of twenty claims about five subjects each, every fourth one Chinese. An answer says four things of
one subject, and one that twenty-four other answers say too. A claim is what the source says (and is then the very claim
that the chunk states), or has another value, or is about something of which the source says nothing; four judges have
looked at it. Every tenth answer was verified twice, and came out otherwise the first time. About sixteen nodes and
edges a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimgraph.graph_schema import backup, ids
from claimgraph.graph_schema.backup_values import to_json
from claimgraph.graph_schema.schema import vector_property
from claimgraph.platform import archive

if TYPE_CHECKING:
    from claimgraph.platform.models.ports import Embedder

TENANT = "default"
SUBJECTS, PER_SUBJECT, PER_CHUNK, CHUNKS = 5, 4, 20, 50  # a chunk, claims a subject and a chunk, chunks a document
ANSWERS_OF_POPULAR = 25
JUDGES = ("nli", "similarity", "rules", "alignment")
MODELS = tuple(f"model-{n}" for n in range(6))
READER = "large-graph-1"
BEGINNING = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ROWS = 2000

_SYLLABLES = (
    "bar", "del", "fin", "gor", "hal", "jun", "kel", "lom", "mar", "nor",
    "pel", "quin", "ras", "sol", "tam", "ulf", "ven", "wil", "yor", "zan",
)  # fmt: skip
_CHARACTERS = "安柏川东峰光河江昆岚明宁平青泉山石松涛云"
_SAID = {
    "en": (
        ("was opened in", "The {0} bridge was opened in {1}."),
        ("is long", "The {0} bridge is {1} metres long."),
        ("cost", "The {0} bridge cost {1} million crowns."),
        ("carries", "The {0} bridge carries {1} trains a day."),
    ),
    "zh": (
        ("建成于", "{0}大桥建成于{1}年。"),
        ("长", "{0}大桥全长{1}米。"),
        ("耗资", "{0}大桥耗资{1}万元。"),
        ("通过", "{0}大桥每天通过{1}列火车。"),
    ),
}
_UNSAID = 2  # of these four the sources say nothing


@dataclass(frozen=True, slots=True)
class Section:
    """All nodes of a label, or all edges of a type between two: `row(i)` for each i below `count`."""

    name: str
    ends: tuple[str, str] | None
    count: int
    row: Callable[[int], Any]


@dataclass(frozen=True, slots=True)
class LargeGraph:
    """What a graph of `claims` claims holds, thing by thing, each told by its number."""

    claims: int

    @property
    def subjects(self) -> int:
        return self.claims // PER_SUBJECT

    @property
    def answers(self) -> int:
        return self.subjects

    @property
    def chunks(self) -> int:
        return self.claims // PER_CHUNK

    @property
    def documents(self) -> int:
        return -(-self.chunks // CHUNKS)

    @property
    def runs(self) -> int:
        """One an answer, and after these the first ones of every tenth answer."""
        return self.answers + -(-self.answers // 10)

    def claims_of(self, answer: int) -> list[int]:
        popular = 100 * (answer % max(1, self.claims // 100))
        if popular // PER_SUBJECT == answer:
            popular = (popular + PER_SUBJECT) % self.claims
        return [*range(PER_SUBJECT * answer, PER_SUBJECT * (answer + 1)), popular]

    def answer_of(self, run: int) -> int:
        return run if run < self.answers else (run - self.answers) * 10

    def sections(self, embedders: Mapping[str, Embedder]) -> list[Section]:
        """Nodes first, as a backup has them. `embedders` by language give the chunks their vectors."""
        vectors = _Vectors(embedders)
        said = len(_STATED) * self.claims // _ROUND
        return [
            Section("Document", None, self.documents, _document),
            Section("Revision", None, self.documents, _revision),
            Section("Chunk", None, self.chunks, lambda n: _chunk(n, vectors)),
            Section("Entity", None, self.subjects, _entity),
            Section("Question", None, -(-self.answers // 5), _question),
            Section("Answer", None, self.answers, self._answer),
            Section("Claim", None, self.claims, _claim),
            Section("Triple", None, self.claims, _triple),
            Section("Run", None, self.runs, self._run),
            Section("Correction", None, self.claims // _ROUND, lambda i: _correction(_wrong(i))),
            Section("HAS_REVISION", ("Document", "Revision"), self.documents, _has_revision),
            Section("CURRENT", ("Document", "Revision"), self.documents, _current),
            Section("HAS_CHUNK", ("Revision", "Chunk"), self.chunks, _has_chunk),
            Section("MENTIONS", ("Chunk", "Entity"), self.chunks * SUBJECTS, _chunk_mentions),
            Section("MENTIONS", ("Claim", "Entity"), self.claims, _claim_mentions),
            Section("STATES", ("Chunk", "Claim"), said, lambda i: _states(_stated(i))),
            Section("HAS_TRIPLE", ("Claim", "Triple"), self.claims, _has_triple),
            Section("HEAD", ("Triple", "Entity"), self.claims, _head),
            Section("ANSWERS", ("Answer", "Question"), self.answers, self._answers),
            Section("HAS_RUN", ("Answer", "Run"), self.runs, self._has_run),
            Section("CURRENT_RUN", ("Answer", "Run"), self.answers, self._current_run),
            Section("RETRIEVED", ("Run", "Chunk"), 5 * self.answers, self._retrieved),
            Section("CHECKED_AGAINST", ("Claim", "Chunk"), len(JUDGES) * self.claims, _checked),
            Section("FOUND", ("Run", "Claim"), 5 * self.runs, self._found),
            Section("ASSERTS", ("Answer", "Claim"), 5 * self.answers, self._asserts),
            Section("HAS_CORRECTION", ("Run", "Correction"), self.claims // _ROUND, self._has_correction),
            Section("CORRECTS", ("Correction", "Claim"), self.claims // _ROUND, _corrects),
            Section("BASED_ON", ("Correction", "Chunk"), self.claims // _ROUND, _based_on),
        ]

    def write(self, path: Path, embedders: Mapping[str, Embedder]) -> None:
        """A backup file of all of it. Memory: one block."""
        sections = self.sections(embedders)
        counts: dict[bool, dict[str, int]] = {True: {}, False: {}}
        for one in sections:
            kind = counts[one.ends is None]
            kind[one.name] = kind.get(one.name, 0) + one.count
        header = {
            "format": backup.FORMAT,
            "format_version": backup.FORMAT_VERSION,
            "program": "benchmark",
            "created_at": BEGINNING.isoformat(),
            "schema_version": 1,
            "dialect": "neo4j",
            "nodes": counts[True],
            "edges": counts[False],
        }
        dimensions = {one.name: one.dimensions for one in (embedders["en"], embedders["zh"])}
        with archive.writing(path, header, replace=True) as file:
            for section in sections:
                for head, rows in _blocks(section):
                    file.block(head, rows)
            file.finish({"tenants": {TENANT: dimensions}})

    def page_ends(self, answer: int) -> tuple[str, str]:
        """Time and id of an answer: where a page may end."""
        return made_at(answer).isoformat(), self.answer_id(answer)

    def answer_id(self, answer: int) -> str:
        question = ids.question_id(TENANT, _asked(answer // 5))
        return ids.answer_id(TENANT, question, MODELS[answer % len(MODELS)], self.text_of(answer), None)

    def text_of(self, answer: int) -> str:
        return " ".join(claim_text(n) for n in self.claims_of(answer))

    def _answer(self, n: int) -> Any:
        values = {"text": self.text_of(n), "lang": _lang(PER_SUBJECT * n), "model": MODELS[n % len(MODELS)]}
        runs = 2 if n % 10 == 0 else 1
        return _node(self.answer_id(n), **values, runs=runs, created_at=made_at(n))

    def _run(self, run: int) -> Any:
        answer = self.answer_of(run)
        found = [self._verdict(run, n) for n in self.claims_of(answer)]
        started = made_at(answer) + timedelta(seconds=600 if run < self.answers else 1)
        return _node(
            _run_id(run),
            kind="machine", outcome="rejected" if run % 3 else "passed", domain="general", risk="normal",
            support_ratio=found.count("SUPPORTED") / 5, threshold=0.8, supported=found.count("SUPPORTED"),
            contradicted=found.count("CONTRADICTED"), not_enough_info=found.count("NOT_ENOUGH_INFO"), not_checkable=0,
            filtered_text=self.text_of(answer), corrected_text=self.text_of(answer), settings="s" * 16,
            models=[f"{judge}={judge}-1" for judge in JUDGES], prompt_versions=[], calls=[f"{j}=10" for j in JUDGES],
            warnings=[], saved_exact=[], saved_paraphrased=[], llm_tokens=0, seconds=0.4, started_at=started,
            finished_at=started + timedelta(milliseconds=400),
        )  # fmt: skip

    def _verdict(self, run: int, claim: int) -> str:
        if run >= self.answers and claim % PER_SUBJECT == 0:
            return "NOT_ENOUGH_INFO"  # what came out otherwise the first time
        return _VERDICTS[claim % _ROUND]

    def _answers(self, n: int) -> Any:
        return _edge("ANSWERS", self.answer_id(n), ids.question_id(TENANT, _asked(n // 5)))

    def _has_run(self, run: int) -> Any:
        answer = self.answer_of(run)
        seq = 2 if run < self.answers and answer % 10 == 0 else 1
        at = made_at(answer) + timedelta(seconds=601 if run < self.answers else 2)
        return _edge("HAS_RUN", self.answer_id(answer), _run_id(run), seq, seq=seq, at=at)

    def _current_run(self, n: int) -> Any:
        return _edge("CURRENT_RUN", self.answer_id(n), _run_id(n))

    def _retrieved(self, i: int) -> Any:
        run, place = divmod(i, 5)
        claim = self.claims_of(run)[place]
        values = {
            "source": "vector",
            "rank": 1,
            "score": 0.5,
            "revision_ids": [_revision_id(claim // PER_CHUNK // CHUNKS)],
        }
        return _edge("RETRIEVED", _run_id(run), chunk_id(claim // PER_CHUNK), claim, claim_id=claim_id(claim), **values)

    def _found(self, i: int) -> Any:
        run, place = divmod(i, 5)
        claim = self.claims_of(self.answer_of(run))[place]
        checks = [_check_id(claim, judge) for judge in range(len(JUDGES))]
        verdict = self._verdict(run, claim)
        stance = {"SUPPORTED": "supports", "CONTRADICTED": "contradicts", "NOT_ENOUGH_INFO": "neutral"}[verdict]
        votes = [stance, "neutral", "abstains" if claim % 3 else stance, stance]
        spans = self._spans(self.answer_of(run), place)
        more = {"judges": list(JUDGES), "votes": votes, "checks": checks, "carried": checks[:2], "stale": False}
        return _edge("FOUND", _run_id(run), claim_id(claim), verdict=verdict, confidence=0.8, spans=spans, **more)

    def _asserts(self, i: int) -> Any:
        answer, place = divmod(i, 5)
        claim = self.claims_of(answer)[place]
        values = {"verdict": self._verdict(answer, claim), "confidence": 0.8, "spans": self._spans(answer, place)}
        return _edge("ASSERTS", self.answer_id(answer), claim_id(claim), **values)

    def _spans(self, answer: int, place: int) -> list[int]:
        lengths = [len(claim_text(n)) for n in self.claims_of(answer)]
        start = sum(lengths[:place]) + place
        return [start, start + lengths[place]]

    def _has_correction(self, i: int) -> Any:
        return _edge("HAS_CORRECTION", _run_id(_wrong(i) // PER_SUBJECT), _correction_id(_wrong(i)))


def claim_text(n: int) -> str:
    """What claim `n` says."""
    return _sentence(n, wrong=n % _ROUND == _WRONG)


def subject(number: int) -> str:
    """The name of a subject: no two have the same one."""
    lang = "zh" if number // SUBJECTS % 4 == 3 else "en"
    parts, rest = [], number
    for _ in range(5):
        rest, digit = divmod(rest, 20)
        parts.append((_CHARACTERS if lang == "zh" else _SYLLABLES)[digit])
    return "".join(parts).capitalize()


def made_at(answer: int) -> datetime:
    return BEGINNING + timedelta(seconds=7 * answer)


def claim_id(n: int) -> str:
    return _cached_claim_id(n)


def chunk_id(n: int) -> str:
    return ids.chunk_id(TENANT, chunk_text(n))


@lru_cache(maxsize=16)
def chunk_text(n: int) -> str:
    """What the sources say of five subjects."""
    said = [_sentence(claim, wrong=False) for claim in _of_chunk(n) if claim % PER_SUBJECT != _UNSAID]
    return ("" if _lang(n * PER_CHUNK) == "zh" else " ").join(said)


_ROUND = 2 * PER_SUBJECT
_WRONG = 5  # of eight claims one has another value than the source, two the source does not know, five are its own
_VERDICTS = tuple(
    "CONTRADICTED" if n == _WRONG else "NOT_ENOUGH_INFO" if n % PER_SUBJECT == _UNSAID else "SUPPORTED"
    for n in range(_ROUND)
)
_STATED = tuple(n for n in range(_ROUND) if _VERDICTS[n] == "SUPPORTED")


def _stated(i: int) -> int:
    turn, place = divmod(i, len(_STATED))
    return _ROUND * turn + _STATED[place]


def _wrong(i: int) -> int:
    return _ROUND * i + _WRONG


def _of_chunk(n: int) -> range:
    return range(n * PER_CHUNK, (n + 1) * PER_CHUNK)


def _lang(claim: int) -> str:
    return "zh" if claim // PER_CHUNK % 4 == 3 else "en"


def _value(claim: int, *, wrong: bool) -> str:
    number = 1700 + claim * 37 % 300 + claim % PER_SUBJECT
    return str(number + 11 if wrong else number)


def _sentence(claim: int, *, wrong: bool) -> str:
    pattern = _SAID[_lang(claim)][claim % PER_SUBJECT][1]
    return pattern.format(subject(claim // PER_SUBJECT), _value(claim, wrong=wrong))


def _asked(question: int) -> str:
    return f"What is known of {subject(5 * question)}?"


def _node(id: str, /, **properties: Any) -> Any:
    return {"id": id, "tenant": TENANT, **_json(properties)}


def _edge(edge_type: str, source: str, target: str, /, *key: object, **properties: Any) -> Any:
    id = ids.edge_id(edge_type, source, target, *key)
    return [source, target, {"id": id, "tenant": TENANT, **_json(properties)}]


def _json(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"datetime": value.isoformat()} if isinstance(value, datetime) else to_json(value, name)
        for name, value in properties.items()
    }


def _blocks(section: Section) -> Iterator[tuple[dict[str, Any], list[bytes]]]:
    head: dict[str, Any] = {"kind": "nodes", "label": section.name}
    if section.ends is not None:
        head = {"kind": "edges", "type": section.name, "source": section.ends[0], "target": section.ends[1]}
    for start in range(0, section.count, ROWS):
        rows = [archive.encode(section.row(i)) for i in range(start, min(start + ROWS, section.count))]
        yield {**head, "rows": len(rows)}, rows


class _Vectors:
    """A vector a chunk: its first sentence's kind as the embedder has it, and something of the chunk's own."""

    def __init__(self, embedders: Mapping[str, Embedder]) -> None:
        self._embedders = embedders
        self._common = {
            lang: embedders[lang].embed([pattern.format(subject(0), 1800) for _, pattern in said]).mean(axis=0)
            for lang, said in _SAID.items()
        }

    def of(self, chunk: int) -> tuple[str, list[float]]:
        """The property that holds it, and the vector, of length 1."""
        import numpy as np

        lang = _lang(chunk * PER_CHUNK)
        embedder = self._embedders[lang]
        own = np.random.default_rng(chunk).normal(size=embedder.dimensions)
        vector = self._common[lang] + own / np.linalg.norm(own)
        vector = (vector / np.linalg.norm(vector)).astype(np.float32)
        return vector_property(embedder.name), [float(value) for value in vector]


def _document(n: int) -> Any:
    values = {"kind": "source", "key": f"bridges-{n}.txt", "title": f"Bridges, volume {n}", "media_type": "text/plain"}
    return _node(_document_id(n), **values, revisions=1, created_at=BEGINNING)


def _revision(n: int) -> Any:
    values = {
        "number": 1,
        "sha256": ids.text_sha256(str(n)),
        "text_sha256": ids.text_sha256(str(n)),
        "reader": "text-1",
    }
    return _node(_revision_id(n), **values, chunker=READER, characters=100_000, ingested_at=BEGINNING)


def _chunk(n: int, vectors: _Vectors) -> Any:
    name, vector = vectors.of(n)
    text, lang = chunk_text(n), _lang(n * PER_CHUNK)
    return _node(chunk_id(n), text=text, lang=lang, tokens=200, read_by=READER, **{name: vector})


def _entity(n: int) -> Any:
    lang = _lang(n * PER_SUBJECT)
    return _node(_entity_id(n), name=ids.normalise_name(subject(n)), surface=subject(n), type="place", lang=lang)


def _question(n: int) -> Any:
    return _node(ids.question_id(TENANT, _asked(n)), text=_asked(n), created_at=made_at(5 * n))


def _claim(n: int) -> Any:
    return _node(claim_id(n), text=claim_text(n), lang=_lang(n), standalone=True, normal_form=ids.digest("form", n))


def _triple(n: int) -> Any:
    head, relation, tail = _triple_of(n)
    key = ids.triple_key(head, relation, tail)
    values = {"head": head, "relation": relation, "tail": tail, "key": key, "relation_lemma": ids.relation_of(key)}
    return _node(_triple_id(n), **values, confidence=0.8, extractor=READER)


def _correction(n: int) -> Any:
    return _node(_correction_id(n), before=claim_text(n), after="", method="removal")


def _has_revision(n: int) -> Any:
    return _edge("HAS_REVISION", _document_id(n), _revision_id(n))


def _current(n: int) -> Any:
    return _edge("CURRENT", _document_id(n), _revision_id(n))


def _has_chunk(n: int) -> Any:
    document, ordinal = divmod(n, CHUNKS)
    start = 2000 * ordinal
    place = {"ordinal": ordinal, "start": start, "end": start + len(chunk_text(n)), "section_path": []}
    return _edge("HAS_CHUNK", _revision_id(document), chunk_id(n), ordinal, **place)


def _chunk_mentions(i: int) -> Any:
    chunk, name = i // SUBJECTS, subject(i)
    start = chunk_text(chunk).index(name)
    return _mention(chunk_id(chunk), i, start, start + len(name))


def _claim_mentions(n: int) -> Any:
    name = subject(n // PER_SUBJECT)
    start = claim_text(n).index(name)
    return _mention(claim_id(n), n // PER_SUBJECT, start, start + len(name))


def _mention(source: str, number: int, start: int, end: int) -> Any:
    place = {"start": start, "end": end, "surface": subject(number), "extractor": READER}
    return _edge("MENTIONS", source, _entity_id(number), *place.values(), **place)


def _states(n: int) -> Any:
    start, end = _place(n)
    key = (start, end, READER)
    more = {"start": start, "end": end, "spans": [start, end], "extractor": READER}
    return _edge("STATES", chunk_id(n // PER_CHUNK), claim_id(n), *key, **more)


def _has_triple(n: int) -> Any:
    return _edge("HAS_TRIPLE", claim_id(n), _triple_id(n))


def _head(n: int) -> Any:
    return _edge("HEAD", _triple_id(n), _entity_id(n // PER_SUBJECT))


def _checked(i: int) -> Any:
    n, judge = divmod(i, len(JUDGES))
    start, end = _place(n)
    chunk = chunk_id(n // PER_CHUNK)
    scores: dict[str, Any] = {"similarity": 0.7} if judge else {}
    if not judge:
        scores = {"nli_entailment": 0.9, "nli_neutral": 0.07, "nli_contradiction": 0.03}
    if JUDGES[judge] == "rules" and n % _ROUND == _WRONG:
        wrong, right = _value(n, wrong=True), _value(n, wrong=False)
        scores = {"finding_kinds": ["number"], "finding_stances": ["contradicts"]}
        scores |= {"finding_claim_words": [wrong], "finding_premise_words": [right]}
    values = {"premise_id": _premise(n), "spans": [start, end], "judge": JUDGES[judge], "judge_version": "1"}
    id = _check_id(n, judge)
    return [claim_id(n), chunk, {"id": id, "tenant": TENANT, **_json({**values, **scores, "at": BEGINNING})}]


def _corrects(i: int) -> Any:
    return _edge("CORRECTS", _correction_id(_wrong(i)), claim_id(_wrong(i)))


def _based_on(i: int) -> Any:
    n = _wrong(i)
    return _edge("BASED_ON", _correction_id(n), chunk_id(n // PER_CHUNK), spans=list(_place(n)))


def _triple_of(n: int) -> tuple[str, str, str]:
    relation = _SAID[_lang(n)][n % PER_SUBJECT][0]
    return subject(n // PER_SUBJECT), relation, _value(n, wrong=n % _ROUND == _WRONG)


def _place(claim: int) -> tuple[int, int]:
    """Where the chunk says it, or what it says instead; of what it does not know, its beginning."""
    said = _sentence(claim, wrong=False)
    start = max(0, chunk_text(claim // PER_CHUNK).find(said))
    return start, start + len(said)


@lru_cache(maxsize=4096)
def _cached_claim_id(n: int) -> str:
    return ids.claim_id(TENANT, _lang(n), claim_text(n))


def _premise(claim: int) -> str:
    return ids.premise_id([(chunk_id(claim // PER_CHUNK), *_place(claim))])


def _check_id(claim: int, judge: int) -> str:
    return ids.digest("check", claim, judge)


def _triple_id(n: int) -> str:
    return ids.triple_id(claim_id(n), *_triple_of(n), READER)


def _document_id(n: int) -> str:
    return ids.document_id(TENANT, "source", f"bridges-{n}.txt")


def _revision_id(n: int) -> str:
    return ids.revision_id(_document_id(n), 1)


def _entity_id(n: int) -> str:
    return ids.entity_id(TENANT, subject(n))


def _run_id(n: int) -> str:
    return ids.digest("run", n)


def _correction_id(n: int) -> str:
    return ids.digest("correction", n)
