"""English sentences to statements: the whole way of one sentence, and what happens where a step cannot be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from claimgraph.platform.models.ports import Analysis

from ...model import Span, StatedTriple, Statement, Term
from ..checkability import is_assertion, is_checkable, stands_alone
from ..parsed import ParsedSentence, ParsedText, Referent, Resolutions
from ..plain import list_mark_end, plain_statements
from ..realise import Piece, Realised, realise
from .clauses import Clause, Kind, is_finite, is_order
from .drafting import Draft, Sentence, drafts, life_drafts, undivided
from .finding import find_clauses
from .gapping import Gapped, Half, gapped
from .guards import is_broken, stays_whole
from .lexicon import CONNECTIVES
from .lives import life_dates
from .phrases import Word
from .references import is_mere_description, resolved
from .repair import repaired
from .topics import is_label, lacks_subject, names_nothing, topic_behind, with_topic
from .tree import Tree
from .triples import triples

_LONGEST = 160  # tokens; what is longer is no sentence but a table, a list or code
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
_LOOSE = frozenset({",", ";", ":", "-", "–", "—", "--", "."})


def read_english(parsed: ParsedText, resolutions: Resolutions) -> list[Statement]:
    """The atomic statements of a text, sentence by sentence."""
    referents: dict[int, dict[int, Referent]] = {}
    for (number, token), referent in resolutions.items():
        referents.setdefault(number, {})[token] = referent
    found: list[Statement] = []
    topic = ""
    without_subject: list[Span] = []
    for number, sentence in enumerate(parsed.sentences):
        own = {
            token: referent
            for token, referent in referents.get(number, {}).items()
            if not any(span.start <= referent.start < span.end for span in without_subject)
        }  # "Located in Paris", and then "It is tall": what is not named there is meant
        statements = read_sentence(parsed.text, sentence, own)
        if names_nothing(sentence):
            without_subject = [*without_subject[-8:], sentence.span]
        if lacks_subject(sentence) and len(statements) == 1 and statements[0].checkable:
            statements = [with_topic(parsed.text, sentence, statements[0], topic)]
        elif is_label(sentence):
            statements = [replace(statement, standalone=False) for statement in statements]
        topic = topic_behind(sentence, topic)
        found.extend(statements)
    return found


def read_sentence(text: str, sentence: ParsedSentence, referents: Mapping[int, Referent]) -> list[Statement]:
    """The statements of one sentence; `referents` by token."""
    plain = plain_statements(text, sentence.span, "en")
    if not _is_readable(sentence.analysis) or not is_assertion(text[sentence.span.start : sentence.span.end], "en"):
        return plain
    tree = Tree(repaired(sentence.analysis))
    if is_order(tree):
        return [replace(statement, checkable=False) for statement in plain]
    halves = gapped(tree)
    if halves is not None:
        return _read_gapped(text, sentence, tree, halves, referents)
    found = covering_drafts(tree, sentence.analysis, _first_word(text, sentence))
    if not found:
        return plain
    reader = _Writer(text, sentence, tree, referents)
    statements = [reader.statement(draft) for draft in found]
    written = _unique(reader.as_it_stands(statements, found, plain))
    return written if _says_all(sentence, _first_word(text, sentence), written) else plain


def _read_gapped(
    text: str, sentence: ParsedSentence, tree: Tree, gaps: Gapped, referents: Mapping[int, Referent]
) -> list[Statement]:
    """The first half as a sentence of its own; of the others its words with their subject and value."""
    offset, first = sentence.span.start, _first_word(text, sentence)
    end = tree[gaps.end - 1].end
    inside = tuple(
        replace(token, head=token.head if token.head < gaps.end else gaps.verb[-1])
        for token in sentence.analysis.tokens[: gaps.end]
    )
    names = tuple(each for each in sentence.analysis.entities if each.end <= end)
    half = ParsedSentence(
        Span(offset, offset + end), Analysis(sentence.analysis.text[:end], inside, names), sentence.item
    )
    own = {token: referent for token, referent in referents.items() if token < gaps.end}
    found = read_sentence(text, half, own)
    told = next((triple for statement in found for triple in statement.triples), None)
    lead = range(max(first, gaps.lead.start), gaps.lead.stop)
    for other in gaps.others:
        realised, triple = _half_said(text, offset, tree, gaps, lead, other, told)
        found.append(
            Statement(
                text=realised.text,
                lang="en",
                spans=realised.spans,
                sentence=sentence.span,
                standalone=stands_alone(realised.text, "en"),
                checkable=is_checkable(realised.text, "en"),
                quotes=realised.quotes,
                triples=(triple,) if triple is not None else (),
            )
        )
    return [replace(statement, sentence=sentence.span) for statement in found]


def _half_said(
    text: str, offset: int, tree: Tree, gaps: Gapped, lead: range, half: Half, told: StatedTriple | None
) -> tuple[Realised, StatedTriple | None]:
    """A half that leaves out the verb, with it; and its triple, after that of the first half."""

    def pieces(tokens: range) -> list[Piece]:
        return [Piece(tree[at].text, offset + tree[at].start, offset + tree[at].end) for at in tokens]

    words = [*pieces(lead), *pieces(half.subject), *pieces(gaps.verb), *pieces(half.value), *pieces(half.noun)]
    opening = words[0].text
    words[0] = replace(words[0], text=opening[:1].upper() + opening[1:] if opening.islower() else opening)
    said = realise(text, words, final=".")
    subject = [at for at in half.subject if tree.pos(at) != "DET"]
    value = [at for at in (*half.value, *half.noun) if tree.pos(at) not in {"DET", "ADP"} or at != half.value[0]]
    if told is None or not subject or not value or told.normal[0] not in (told.head.text, told.tail.text):
        return said, None
    head, tail = (_term(text, offset, tree, each) for each in (subject, value))
    ends = (head.text, tail.text) if told.normal[0] == told.head.text else (tail.text, head.text)
    return said, replace(told, head=head, tail=tail, normal=(ends[0], told.normal[1], ends[1]))


def _term(text: str, offset: int, tree: Tree, tokens: list[int]) -> Term:
    said = realise(text, [Piece(tree[at].text, offset + tree[at].start, offset + tree[at].end) for at in tokens])
    return Term(said.text, said.spans)


def _says_all(sentence: ParsedSentence, first: int, statements: list[Statement]) -> bool:
    """Whether each content word lies in a span of a statement: the last word on what the rules above may drop.

    They let go of words that only join others; where a tree makes no sense, such a word may be a noun.
    """
    offset = sentence.span.start
    spans = [span for statement in statements for span in statement.spans]
    return all(
        any(span.start <= offset + token.start < span.end for span in spans)
        for token in sentence.analysis.tokens[first:]
        if token.pos in _CONTENT - {"ADV"}
        and token.text.lower() not in CONNECTIVES
        and any(map(str.isalnum, token.text))
    )


def _is_readable(analysis: Analysis) -> bool:
    """Whether this is prose with a tree, not a table row, code or a fragment without a verb."""
    if not analysis.has_tree or len(analysis.tokens) > _LONGEST or "|" in analysis.text or "```" in analysis.text:
        return False
    words = sum(token.text.isalpha() for token in analysis.tokens)
    return words * 2 >= len(analysis.tokens) and any(token.pos in {"VERB", "AUX"} for token in analysis.tokens)


def _first_word(text: str, sentence: ParsedSentence) -> int:
    """The first token behind the mark of a list item."""
    begin = list_mark_end(text, sentence.span.start, sentence.span.end) - sentence.span.start
    return next((at for at, token in enumerate(sentence.analysis.tokens) if token.start >= begin), 0)


# --- what is claimed


def covering_drafts(tree: Tree, analysis: Analysis, first: int = 0) -> list[Draft]:
    """The claims of a sentence such that each of its content words is in one of them; none where that fails."""
    clauses = [clause for clause in find_clauses(tree) if _is_assertion(tree, clause)]
    if not clauses:
        return []
    if stays_whole(tree):
        return []
    lives = life_dates(tree)
    facts = _facts(tree, clauses).union(*(each.inside for each in lives))
    sentence = Sentence(tree, _names(analysis), facts, _renamed(tree, clauses))
    by_clause = [drafts(sentence, clause) for clause in clauses]
    by_clause.extend(life_drafts(sentence, each) for each in lives)
    missing = _missing(tree, by_clause, first)
    if missing:
        by_clause = _less_divided(sentence, clauses, by_clause, missing)
        if _missing(tree, by_clause, first):
            return []
    found = [draft for group in by_clause for draft in group]
    return [] if any(is_broken(tree, draft.words, draft.subject) for draft in found) else found


def _is_assertion(tree: Tree, clause: Clause) -> bool:
    """Whether there is a subject and a predicate; a bare noun or an order is none."""
    if clause.kind is not Kind.FINITE or clause.shared:
        return clause.subject is not None
    has_subject = clause.subject is not None or tree.child(clause.head, "nsubj", "csubj", "expl") is not None
    return has_subject and is_finite(tree, clause.head)


def _names(analysis: Analysis) -> frozenset[tuple[int, int]]:
    found = set()
    for entity in analysis.entities:
        inside = [at for at, token in enumerate(analysis.tokens) if entity.start <= token.start < entity.end]
        if len(inside) > 1 and entity.label == "ORG":
            found.add((inside[0], inside[-1] + 1))
    return frozenset(found)


def _facts(tree: Tree, clauses: list[Clause]) -> frozenset[int]:
    return frozenset(node for clause in clauses for node in clause.dropped if tree.dep(node) != "mark")


def _renamed(tree: Tree, clauses: list[Clause]) -> dict[int, int]:
    return {
        clause.head: clause.subject
        for clause in clauses
        if clause.kind is Kind.NOMINAL and clause.subject is not None and tree.head(clause.subject) == clause.head
    }


def _missing(tree: Tree, by_clause: list[list[Draft]], first: int) -> list[int]:
    covered = {word.index for group in by_clause for draft in group for word in draft.words}
    covered |= {index for group in by_clause for draft in group for index in draft.silent}
    return [
        index
        for index in range(first, len(tree))
        if index not in covered
        and tree.pos(index) in _CONTENT
        and not tree.is_punctuation(index)
        and tree.lower(index) not in CONNECTIVES
        and not _joins(tree, index)
    ]


def _joins(tree: Tree, index: int) -> bool:
    """ "as well as": words that only join the parts of a list."""
    above = tree.head(index) if tree.base(index) == "fixed" else index
    return tree.base(above) == "cc"


def _less_divided(
    sentence: Sentence, clauses: list[Clause], by_clause: list[list[Draft]], missing: list[int]
) -> list[list[Draft]]:
    """The same, with the clauses that lost a word taken whole: by themselves, else with all that was split off."""
    tree = sentence.tree
    heads = {clause.head: number for number, clause in enumerate(clauses)}
    result = list(by_clause)
    for index in missing:
        at = next((heads[node] for node in (index, *tree.ancestors(index)) if node in heads), None)
        if at is None:
            continue
        result[at] = [undivided(sentence, clauses[at])]
        if index not in {word.index for word in result[at][0].words}:
            bare = replace(clauses[at], dropped=frozenset(tree.children(clauses[at].head, "cc")))
            loose = Sentence(tree, sentence.names, frozenset(), {})
            result[at] = [undivided(loose, bare)]
    return result


# --- how it is said


class _Writer:
    """Writes the drafts of one sentence as statements of the text."""

    def __init__(self, text: str, sentence: ParsedSentence, tree: Tree, referents: Mapping[int, Referent]) -> None:
        self._text = text
        self._sentence = sentence
        self._tree = tree
        self._referents = referents
        self._offset = sentence.span.start
        self._first = _first_word(text, sentence)

    def statement(self, draft: Draft) -> Statement:
        words = _trimmed([word for word in draft.words if word.added or word.index >= self._first])
        reference = resolved(self._tree, words, self._referents, self._text, self._offset, draft.silent)
        pieces = self._pieces(reference.words, draft.silent)
        realised = realise(self._text, pieces, final=".")
        return Statement(
            text=realised.text,
            lang="en",
            spans=realised.spans,
            sentence=self._sentence.span,
            standalone=not reference.open
            and stands_alone(realised.text, "en")
            and not is_mere_description(self._tree, draft.clause.subject, reference.said),
            checkable=is_checkable(realised.text, "en"),
            quotes=realised.quotes,
            triples=triples(self._tree, draft, reference, self._text, self._offset, self._first),
        )

    def as_it_stands(self, statements: list[Statement], found: list[Draft], plain: list[Statement]) -> list[Statement]:
        """One claim that says all of the sentence, with nothing changed, is shown word for word, with its stop."""
        if len(statements) != 1 or len(plain) != 1:
            return statements
        only, whole = statements[0], plain[0]
        shown = {word.index for word in found[0].words if word.text == self._word(word.index)}
        behind_mark = range(self._first, len(self._tree))
        says_all = all(index in shown or self._tree.is_punctuation(index) for index in behind_mark)
        if not says_all or self._resolves(shown) or self._is_cut():
            return statements
        return [replace(whole, triples=only.triples, standalone=only.standalone, checkable=only.checkable)]

    def _is_cut(self) -> bool:
        """Whether it is a part of a sentence of the page: without its stop, or without a capital."""
        span = self._sentence.span
        behind, before = self._text[span.end : span.end + 1], self._text[: span.start].rstrip()[-1:]
        return (behind in {";", ",", " "} and self._text[span.end - 1] not in ".!?\"'”’)") or (
            before == ";" and self._text[span.start].islower()
        )

    def _word(self, index: int) -> str:
        return self._tree[index].text if index >= 0 else ""

    def _resolves(self, shown: set[int]) -> bool:
        words = [Word(self._word(index), index, index) for index in sorted(shown)]
        return bool(resolved(self._tree, words, self._referents, self._text, self._offset).said)

    def _pieces(self, words: list[Word], silent: frozenset[int]) -> list[Piece]:
        pieces: list[Piece] = []
        shown = {word.index for word in words}
        opening = next((at for at, word in enumerate(words) if any(map(str.isalnum, word.text))), 0)
        for at, word in enumerate(words):
            pieces.append(self._piece(self._cased(word, first=at == opening), word.index))
        pieces.extend(self._piece("", index) for index in sorted(silent - shown) if index >= self._first)
        return pieces

    def _piece(self, text: str, index: int) -> Piece:
        if index < 0:
            return Piece(text)
        token = self._tree[index]
        return Piece(text, self._offset + token.start, self._offset + token.end)

    def _cased(self, word: Word, *, first: bool) -> str:
        """A capital for the first word; none for the sentence's own first word where it is not first here."""
        text = word.text
        if first:
            return text[:1].upper() + text[1:] if text.split(" ", 1)[0].islower() else text
        if word.added or not text[:1].isupper() or not (text[1:].islower() or len(text) == 1):
            return text
        opens = not any(not self._tree.is_punctuation(index) for index in range(self._first, word.index))
        changes = self._tree.pos(word.index) not in {"PROPN", "NUM"} and text != "I"
        if self._tree.dep(word.index) == "compound" and self._tree[self._tree.head(word.index)].text[:1].isupper():
            changes = False  # "Vitamin D"
        return text.lower() if opens and changes and text == self._tree[word.index].text else text


def _trimmed(words: list[Word]) -> list[Word]:
    while words and words[0].text in _LOOSE:
        words.pop(0)
    while words and words[-1].text in _LOOSE:
        words.pop()
    return words


def _unique(statements: list[Statement]) -> list[Statement]:
    """Without repetitions; the first one of equals takes in the spans of the others."""
    found: dict[str, Statement] = {}
    for statement in statements:
        known = found.get(statement.text)
        if known is None:
            found[statement.text] = statement
        elif known.spans != statement.spans:
            spans = sorted({*known.spans, *statement.spans}, key=lambda span: (span.start, span.end))
            found[statement.text] = replace(known, spans=_disjoint(spans))
    return list(found.values())


def _disjoint(spans: list[Span]) -> tuple[Span, ...]:
    result: list[Span] = []
    for span in spans:
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return tuple(result)
