"""A tree in the making: heads and relations that can be changed, with the questions that repairs ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimgraph.platform.models.ports import Token

from ..tree import without_cycles

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_INSIDE_NOUN = frozenset({"DET", "ADJ", "NOUN", "PROPN", "NUM", "ADV"})


class Draft:
    """A parsed sentence whose heads, relations, tags and word classes may be changed."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.heads = without_cycles([token.head for token in tokens])
        self.deps = [token.dep for token in tokens]
        self.tags = [token.tag for token in tokens]
        self.pos = [token.pos for token in tokens]
        self._children: list[list[int]] = [[] for _ in tokens]
        for index, head in enumerate(self.heads):
            if head != index:
                self._children[head].append(index)

    def attach(self, index: int, head: int, dep: str) -> None:
        """Hang `index` under `head`, unless that would close a circle."""
        node = head
        for _ in self.heads:
            if node == index:
                return
            if self.heads[node] == node:
                break
            node = self.heads[node]
        self.force(index, head, dep)

    def force(self, index: int, head: int, dep: str) -> None:
        """Hang `index` under `head`; with itself as its head it becomes a root."""
        before = self.heads[index]
        if before != index:
            self._children[before].remove(index)
        if head != index:
            self._children[head].append(index)
            self._children[head].sort()
        self.heads[index], self.deps[index] = head, dep

    def base(self, index: int) -> str:
        return self.deps[index].split(":", 1)[0]

    def children(self, index: int) -> list[int]:
        return list(self._children[index])

    def is_verb(self, index: int) -> bool:
        return self.pos[index] in {"VERB", "AUX"}

    def is_finite(self, index: int) -> bool:
        if self.tags[index] in FINITE:
            return True
        return any(self.base(child) in {"aux", "cop"} and self.tags[child] in FINITE for child in self.children(index))

    def has(self, index: int, *relations: str) -> bool:
        return any(self.base(child) in relations for child in self.children(index))

    def cases(self, index: int) -> list[int]:
        return [child for child in self.children(index) if self.deps[child] == "case"]

    def root(self) -> int | None:
        """The one root, if it is a verb or has a copula."""
        roots = [index for index, head in enumerate(self.heads) if head == index]
        return roots[0] if len(roots) == 1 and (self.is_verb(roots[0]) or self.has(roots[0], "cop")) else None

    def is_question(self, root: int) -> bool:
        return self.tokens[-1].text == "?" or self.tags[0] in {"WRB", "WP", "WDT"}

    def verb_above(self, index: int) -> int | None:
        """The nearest verb that governs this word."""
        return next((node for node in self.above(index) if self.pos[node] == "VERB" or self.has(node, "cop")), None)

    def above(self, index: int) -> Iterator[int]:
        """The words above this one, each once: a tree that is being repaired may hold a circle."""
        seen = {index}
        while self.heads[index] not in seen:
            index = self.heads[index]
            seen.add(index)
            yield index

    def name_head(self, index: int, before: int) -> int:
        """The head of the name or compound that this word is part of, as far as it stands before `before`."""
        for head in self.above(index):
            if self.base(index) not in {"flat", "compound"} or head >= before:
                break
            index = head
        return index

    def below(self, index: int) -> set[int]:
        """The words of a subtree."""
        found, waiting = {index}, [index]
        while waiting:
            new = [child for child in self.children(waiting.pop()) if child not in found]
            found.update(new)
            waiting.extend(new)
        return found

    def first(self, index: int) -> int:
        """The first token of a subtree, punctuation aside."""
        return min(node for node in self.below(index) if node == index or self.pos[node] != "PUNCT")

    def last(self, index: int) -> int:
        """The last token of a subtree."""
        return max(self.below(index))


def chunk_head(draft: Draft, start: int) -> int | None:
    """The head of the noun phrase that begins at `start`: its last noun, before a comma, verb or preposition."""
    found: int | None = None
    for index in range(start, len(draft.tokens)):
        token, pos = draft.tokens[index], draft.pos[index]
        if pos in NOMINAL:
            found = index
            if pos == "PRON":
                break
        elif token.tag == "POS" or (pos == "PUNCT" and token.text in {"-", "–", '"', "“", "'"}):
            continue
        elif (pos not in _INSIDE_NOUN and token.tag not in {"VBN", "VBG", "PRP$"}) or (
            found is not None and pos in {"DET", "ADV"}
        ):
            break
    if found is None:
        return None
    while draft.pos[found] == "PROPN" and draft.base(found) == "flat" and start <= draft.heads[found] < found:
        found = draft.heads[found]
    return found
