"""Items of a list that have no subject of their own: "Huawei:" and below it "Founded in 1987"."""

from __future__ import annotations

import re
from dataclasses import replace

from ...model import Statement
from ...text.word_lists import word_set
from ..parsed import ParsedSentence
from ..realise import Piece, realise

_PRESENT = frozenset({"based", "headquartered", "located", "situated", "known", "led", "owned", "listed", "made"})
_INTRANSITIVE = word_set(
    """
    emigrate immigrate migrate move die live work study graduate retire serve arrive return travel compete emerge
    participate collaborate depart resign debut begin start grow rise fall flow belong consist rank range
    """
)
_SUBJECTS = ("nsubj", "csubj", "expl")


def topic_behind(sentence: ParsedSentence, topic: str) -> str:
    """What an item behind this sentence is about: the one name of a line that leads in, else its subject if named.

    `topic` is what it was about before; items without a subject leave it so. "" where that is not sure.
    """
    if lacks_subject(sentence):
        return topic
    analysis = sentence.analysis
    names = [(entity.start, entity.end) for entity in analysis.entities]
    if not analysis.text.rstrip("*_ ").endswith(":"):
        roots = [at for at, token in enumerate(analysis.tokens) if token.head == at]
        subject = next(
            (t for t in analysis.tokens if t.dep.startswith("nsubj") and [t.head] == roots and t.pos == "PROPN"), None
        )
        names = [] if subject is None else [name for name in names if name[0] <= subject.start < name[1]]
    if len(names) != 1:
        return ""
    start, end = names[0]
    article = analysis.text[:start].lower().endswith("the ") and not analysis.text[start:end].lower().startswith("the ")
    return ("the " if article else "") + analysis.text[start:end]


def lacks_subject(sentence: ParsedSentence) -> bool:
    """Whether it is an item that opens with a verb which nothing before or behind is the subject of."""
    tokens = sentence.analysis.tokens
    if not sentence.item or not tokens or tokens[0].tag not in {"VBN", "VBD", "VBZ"} or tokens[0].head != 0:
        return False
    return not any(token.head == 0 and token.dep.startswith(_SUBJECTS) for token in tokens)


def names_nothing(sentence: ParsedSentence) -> bool:
    """Whether it is an item that only says something of what stands above: no pronoun below goes back to its words."""
    tokens = [token for token in sentence.analysis.tokens if any(map(str.isalnum, token.text))]
    if not sentence.item or all(token.pos == "PROPN" for token in tokens):
        return False
    return not any(token.dep.startswith(_SUBJECTS) for token in tokens)


def is_label(sentence: ParsedSentence) -> bool:
    """ "Height: 330 metres": of what, only the text around can tell."""
    return names_nothing(sentence) and _LABEL.match(sentence.analysis.text) is not None


_LABEL = re.compile(r"[*_]*[A-Z][\w ]{1,30}[*_]*:[*_]*\s")


def _is_active(sentence: ParsedSentence) -> bool:
    """Whether a form that may be either ("founded", "emigrated") tells what the topic did."""
    tokens = sentence.analysis.tokens
    return tokens[0].lemma.lower() in _INTRANSITIVE or any(token.head == 0 and token.dep == "obj" for token in tokens)


def with_topic(text: str, sentence: ParsedSentence, statement: Statement, topic: str) -> Statement:
    """The item as a sentence about the topic; as it stands, and not by itself, where there is none."""
    if not topic or len(statement.spans) != 1:
        return replace(statement, standalone=False)
    first = sentence.analysis.tokens[0]
    start, end = statement.spans[0].start, statement.spans[0].end
    behind = sentence.span.start + first.end
    pieces = [Piece(topic[:1].upper() + topic[1:])]
    if first.tag == "VBN" and not _is_active(sentence):
        pieces.append(Piece("is" if first.text.lower() in _PRESENT else "was"))
    pieces.append(Piece(first.text.lower(), start, behind))
    rest = text[behind:end]
    if rest.strip():
        pieces.append(Piece(rest.lstrip(), end - len(rest.lstrip()), end))
    done = realise(text, pieces, final=".")
    return replace(statement, text=done.text, spans=done.spans, quotes=done.quotes, standalone=True)
