"""A dependency tree one can walk: children, clauses, the stretch of a phrase."""

from __future__ import annotations

from collections.abc import Iterator

from claimgraph.platform.models.ports import Analysis, Token

CLAUSAL = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis"})
"""Relations (without their subtypes) by which a word heads a clause."""
NOMINAL_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})


class Tree:
    """One analysed sentence. Positions are indices of its tokens."""

    def __init__(self, analysis: Analysis) -> None:
        self.tokens: tuple[Token, ...] = analysis.tokens
        self._children: list[list[int]] = [[] for _ in self.tokens]
        for i, token in enumerate(self.tokens):
            if 0 <= token.head < len(self.tokens) and token.head != i:
                self._children[token.head].append(i)

    def children(self, i: int, *relations: str) -> list[int]:
        """The dependents of `i`, in order; of these relations only where any is named (subtypes belong to them)."""
        found = self._children[i]
        if not relations:
            return list(found)
        return [j for j in found if self.tokens[j].dep in relations or self.base(j) in relations]

    def child(self, i: int, *relations: str) -> int | None:
        return next(iter(self.children(i, *relations)), None)

    def base(self, i: int) -> str:
        """The relation without its subtype."""
        return self.tokens[i].dep.split(":")[0]

    def lower(self, i: int) -> str:
        return self.tokens[i].text.lower().replace("’", "'")

    def above(self, i: int) -> Iterator[int]:
        """The governors of `i` from the nearest to the root."""
        seen = {i}
        while (head := self.tokens[i].head) >= 0 and head not in seen:
            seen.add(head)
            yield head
            i = head

    def subtree(self, i: int) -> list[int]:
        found, waiting = {i}, [i]
        while waiting:
            below = [j for j in self._children[waiting.pop()] if j not in found]
            found.update(below)
            waiting.extend(below)
        return sorted(found)

    def first_conjunct(self, i: int) -> int:
        """The word that `i` is coordinated with, and whose relation it therefore has; itself where there is none."""
        seen = {i}
        while self.base(i) == "conj" and self.tokens[i].head not in seen and self.tokens[i].head >= 0:
            i = self.tokens[i].head
            seen.add(i)
        return i

    def relation(self, i: int) -> str:
        """The relation of a phrase, that of the first conjunct where it is coordinated."""
        return self.tokens[self.first_conjunct(i)].dep

    def predicate(self, i: int) -> int:
        """The head of the clause that the phrase headed by `i` stands in."""
        for j in (i, *self.above(i)):
            if j != i and self.heads_clause(j):
                return j
        return i

    def heads_clause(self, i: int) -> bool:
        """Whether `i` is a predicate: a root or clause by relation, or what is coordinated with one."""
        first = self.first_conjunct(i)
        if self.base(first) not in CLAUSAL:
            return False
        return first == i or self.tokens[i].pos in ("VERB", "AUX") or self.child(i, "nsubj", "cop") is not None

    def subject(self, predicate: int) -> int | None:
        """The subject of a clause; that of the first of coordinated predicates where it has none of its own."""
        seen: set[int] = set()
        while predicate not in seen:
            seen.add(predicate)
            if (own := self.child(predicate, "nsubj")) is not None:
                return own
            if self.base(predicate) == "conj":
                predicate = self.tokens[predicate].head
            else:
                return None
        return None

    def controller(self, predicate: int) -> int | None:
        """The subject of a clause, or what controls one that shows none ("wants to go", "founded in 1998")."""
        seen: set[int] = set()
        while predicate not in seen:
            seen.add(predicate)
            own = self.subject(predicate)
            first = self.first_conjunct(predicate)
            relation, head = self.base(first), self.tokens[first].head
            if own is not None:
                relative = relation == "acl" and head >= 0 and self.lower(own) in ("which", "who", "that")
                return head if relative else own
            if head < 0 or head == first or relation not in ("acl", "xcomp", "advcl", "ccomp"):
                return None
            if relation == "acl":  # "the firm founded in 1998", but not "the right to decide"
                return None if any(self.lower(m) == "to" for m in self.children(first, "mark")) else head
            if relation == "xcomp" and (raised := self.child(head, "obj", "iobj")) is not None:
                return raised
            predicate = head if relation == "xcomp" else self.predicate(first)
        return None
