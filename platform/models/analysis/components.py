"""spaCy components around the English network: a pipeline of these loads, evaluates and saves like any other.

`claimgraph_network` reads a document once; tagger, parser, lemmatizer and names take their part of what it found.
Importing this module imports spaCy and registers the factories.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.scorer import Scorer
from spacy.tokens import Doc, Span
from spacy.training import Example

from ..minilm import MiniLMEncoder, shared_encoder
from .lemmas import lemma_of
from .network import EnglishNetwork, Words

FOUND = "claimgraph_words"
"""Where in a document's user data the network leaves what it found, until all components have taken theirs."""


class Component:
    """One step over documents; `apply` does the work."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        return next(iter(self.pipe([doc])))

    def pipe(self, docs: Iterable[Doc], batch_size: int = 256) -> Iterator[Doc]:
        for doc in docs:
            if any(not token.is_space for token in doc):
                self.apply(doc, [token for token in doc if not token.is_space], _found(doc))
            yield doc

    def apply(self, doc: Doc, words: Sequence[Any], found: Words) -> None:
        raise NotImplementedError

    def to_disk(self, path: Path | str, exclude: Iterable[str] = ()) -> None:
        """Nothing to keep."""

    def from_disk(self, path: Path | str, exclude: Iterable[str] = ()) -> Component:
        return self


@Language.factory("claimgraph_network", assigns=["doc.user_data"])
class Network(Component):
    """Runs the encoder and the network over whole batches; `encoder` may be replaced before first use."""

    def __init__(self, nlp: Language, name: str) -> None:
        super().__init__(name)
        self.encoder: MiniLMEncoder | None = None
        self.threads: int | None = None
        self.folder: Path | None = None
        self._network: EnglishNetwork | None = None

    def pipe(self, docs: Iterable[Doc], batch_size: int = 256) -> Iterator[Doc]:
        rest = iter(docs)
        while batch := list(islice(rest, batch_size)):
            spans = [[(token.idx, token.idx + len(token)) for token in doc if not token.is_space] for doc in batch]
            filled = [index for index, found in enumerate(spans) if found]
            read = self._loaded().read([batch[index].text for index in filled], [spans[index] for index in filled])
            for index, words in zip(filled, read, strict=True):
                batch[index].user_data[FOUND] = words
            yield from batch

    def _loaded(self) -> EnglishNetwork:
        if self._network is None:
            if self.folder is None:
                raise ValueError(f"The component {self.name} has no weights: load it from the folder of a pipeline.")
            self._network = EnglishNetwork(self.folder, self.encoder or shared_encoder(), self.threads)
        return self._network

    def to_disk(self, path: Path | str, exclude: Iterable[str] = ()) -> None:
        if self.folder is not None and self.folder != Path(path):
            shutil.copytree(self.folder, path, dirs_exist_ok=True)

    def from_disk(self, path: Path | str, exclude: Iterable[str] = ()) -> Network:
        self.folder = Path(path)
        return self


@Language.factory(
    "claimgraph_tagger",
    assigns=["token.tag", "token.pos"],
    requires=["doc.user_data"],
    default_score_weights={"tag_acc": 0.5, "pos_acc": 0.5},
)
class Tagger(Component):
    def __init__(self, nlp: Language, name: str) -> None:
        super().__init__(name)

    def apply(self, doc: Doc, words: Sequence[Any], found: Words) -> None:
        for token, upos, xpos in zip(words, found.upos, found.xpos, strict=True):
            token.pos_, token.tag_ = upos, xpos

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        examples = list(examples)
        return {
            **Scorer.score_token_attr(examples, "tag", **kwargs),
            **Scorer.score_token_attr(examples, "pos", **kwargs),
        }


@Language.factory(
    "claimgraph_parser",
    assigns=["token.dep", "token.head", "doc.sents"],
    requires=["doc.user_data"],
    default_score_weights={"dep_uas": 0.5, "dep_las": 0.5},
)
class Parser(Component):
    """One tree a document; white space hangs on the word before it."""

    def __init__(self, nlp: Language, name: str) -> None:
        super().__init__(name)

    def apply(self, doc: Doc, words: Sequence[Any], found: Words) -> None:
        import numpy as np

        indices = [token.i for token in words]
        heads = {indices[word]: indices[head] for word, head in enumerate(found.heads)}
        deps = dict(zip(indices, found.deps, strict=True))
        last = indices[0]
        values = np.zeros((len(doc), 2), dtype="uint64")
        strings = doc.vocab.strings
        for index in range(len(doc)):
            last = index if index in heads else last
            offset = heads.get(index, last) - index
            # spaCy writes the root's relation in capitals.
            dep = "ROOT" if index in heads and offset == 0 else deps.get(index, "dep")
            values[index] = (np.int64(offset).astype("uint64"), strings.add(dep))
        doc.from_array(["HEAD", "DEP"], values)  # type: ignore[arg-type]  # the stub knows thinc's arrays only

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        def dep(token: Any, attribute: str) -> str:
            return str(token.dep_)

        return dict(
            Scorer.score_deps(examples, "dep", getter=dep, ignore_labels=(), head_attr="head", **_without(kwargs))
        )


@Language.factory(
    "claimgraph_lemmatizer",
    assigns=["token.lemma"],
    requires=["doc.user_data"],
    default_score_weights={"lemma_acc": 1.0},
)
class Lemmatizer(Component):
    """Words that the treebank knows with their tag by a table, others by the network's edits."""

    def __init__(self, nlp: Language, name: str) -> None:
        super().__init__(name)
        self.table: dict[str, dict[str, str]] = {}

    def apply(self, doc: Doc, words: Sequence[Any], found: Words) -> None:
        for token, tag, guess in zip(words, found.xpos, found.lemmas, strict=True):
            token.lemma_ = lemma_of(token.text, tag, guess, self.table)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        return dict(Scorer.score_token_attr(examples, "lemma", **kwargs))

    def to_disk(self, path: Path | str, exclude: Iterable[str] = ()) -> None:
        Path(path).mkdir(parents=True, exist_ok=True)
        text = json.dumps(self.table, ensure_ascii=False, indent=0, sort_keys=True)
        (Path(path) / "lemmas.json").write_text(text + "\n", encoding="utf-8")

    def from_disk(self, path: Path | str, exclude: Iterable[str] = ()) -> Lemmatizer:
        self.table = json.loads((Path(path) / "lemmas.json").read_text(encoding="utf-8"))
        return self


@Language.factory(
    "claimgraph_names",
    assigns=["doc.ents", "token.ent_iob", "token.ent_type"],
    requires=["doc.user_data"],
    default_score_weights={"ents_f": 1.0, "ents_p": 0.0, "ents_r": 0.0},
)
class Names(Component):
    """PER, ORG and LOC. The last component: it also takes away what the network left."""

    def __init__(self, nlp: Language, name: str) -> None:
        super().__init__(name)

    def apply(self, doc: Doc, words: Sequence[Any], found: Words) -> None:
        ents = []
        begin: int | None = None
        for index, tag in enumerate([*found.names, "O"]):
            if begin is not None and not tag.startswith("I-"):
                ents.append(Span(doc, words[begin].i, words[index - 1].i + 1, label=found.names[begin][2:]))
                begin = None
            if tag.startswith("B-"):
                begin = index
        doc.ents = ents
        del doc.user_data[FOUND]

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        from spacy.scorer import get_ner_prf

        return dict(get_ner_prf(examples, **kwargs))


def _found(doc: Doc) -> Words:
    found = doc.user_data.get(FOUND)
    if not isinstance(found, Words):
        raise ValueError("The component claimgraph_network has to run before this one, once a document.")
    return found


def _without(kwargs: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in kwargs.items() if key not in ("getter", "ignore_labels", "head_attr")}
