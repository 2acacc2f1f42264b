"""What was read of a text told apart (`text.respective`), at its places in the text as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..model import Mention, Quote, ReadSentence, ReadText, Span, StatedTriple, Statement, Term, TextEntity
from ..text.respective import ToldApart


def placed_back(read: ReadText, text: str, told: ToldApart) -> ReadText:
    """`read` of `told.text`, as of `text`. A stretch that was put together has several spans."""
    sentences = [*(one.span for one in read.sentences), *(one.sentence for one in read.statements)]
    back = _Back(text, told, tuple(sentences))
    return replace(
        read,
        text=text,
        statements=tuple(back.statement(one) for one in read.statements),
        entities=tuple(back.entity(one) for one in read.entities),
        sentences=back.sentences(read.sentences),
    )


@dataclass(frozen=True, slots=True)
class _Back:
    text: str
    told: ToldApart
    all_sentences: tuple[Span, ...]  # of what was told apart

    def runs(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Start and end of each part of start..end that stands in one piece in the text, and where it stands there."""
        origin = self.told.origin
        at = start
        while at < end:
            stop = at + 1
            while stop < end and origin[at] >= 0 and origin[stop] == origin[stop - 1] + 1:
                stop += 1
            if origin[at] >= 0:
                yield at, stop, origin[at]
            at = stop

    def spans(self, spans: tuple[Span, ...], *, marks: bool = False) -> tuple[Span, ...]:
        """In order, those that touch as one; with `marks` the word that told which is whose as well."""
        found = [(place, place + stop - start) for one in spans for start, stop, place in self.runs(one.start, one.end)]
        if marks:
            found += [
                mark
                for (begin, stop), _, mark in self.told.passages
                if mark[0] < mark[1] and any(one.start < stop and begin < one.end for one in spans)
            ]
        merged: list[Span] = []
        for start, end in sorted(found):
            if merged and start <= merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(end, merged[-1].end))
            else:
                merged.append(Span(start, end))
        return tuple(merged)

    def whole(self, span: Span) -> Span:
        """The sentence that it is, or is a part of: a passage stands in one, and may be read as several."""
        start, end = span.start, span.end
        for begin, stop in (now for now, _, _ in self.told.passages):
            if start < stop and begin < end:
                beside = [one for one in self.all_sentences if one.start < stop and begin < one.end]
                start, end = min([start, *(one.start for one in beside)]), max([end, *(one.end for one in beside)])
        first, last = self.told.origin[start], self.told.origin[end - 1] + 1
        for (begin, stop), (there, until), _ in self.told.passages:
            first = there if begin <= start < stop else first
            last = until if begin < end <= stop else last
        return Span(first, last)

    def statement(self, one: Statement) -> Statement:
        return replace(
            one,
            spans=self.spans(one.spans, marks=True) or (self.whole(one.sentence),),
            sentence=self.whole(one.sentence),
            quotes=tuple(
                Quote(quote.start + start - quote.source, quote.start + stop - quote.source, place)
                for quote in one.quotes
                for start, stop, place in self.runs(quote.source, quote.source + quote.end - quote.start)
            ),
            triples=tuple(self.triple(triple) for triple in one.triples),
        )

    def triple(self, one: StatedTriple) -> StatedTriple:
        return replace(one, head=self.term(one.head), tail=self.term(one.tail), spans=self.spans(one.spans))

    def term(self, one: Term) -> Term:
        return replace(one, spans=self.spans(one.spans))

    def entity(self, one: TextEntity) -> TextEntity:
        mentions = {mention for told in one.mentions for mention in self.mentions(told)}
        return replace(one, mentions=tuple(sorted(mentions, key=lambda mention: (mention.start, mention.end))))

    def mentions(self, one: Mention) -> Iterator[Mention]:
        for start, stop, place in self.runs(one.start, one.end):
            end = place + stop - start
            yield replace(one, start=place, end=end, surface=self.text[place:end])

    def sentences(self, read: tuple[ReadSentence, ...]) -> tuple[ReadSentence, ...]:
        """One for each of the text, as hard as the hardest of its parts."""
        found: dict[Span, ReadSentence] = {}
        for one in read:
            span = self.whole(one.span)
            if span not in found or one.complexity > found[span].complexity:
                found[span] = replace(one, span=span)
        return tuple(found.values())
