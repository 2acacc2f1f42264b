"""A read-only view of one sentence's dependency tree: children, subtrees, and which words are punctuation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claimgraph.platform.models.ports import Analysis, Token

_MARKUP = frozenset("*_`~#|>")


class Tree:
    """Tokens by index, with what the rules ask of them. Every cycle of heads that a parser might return is cut."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.text = analysis.text
        self.tokens: tuple[Token, ...] = analysis.tokens
        self.heads = without_cycles([token.head for token in analysis.tokens])
        self._bases = [token.dep.split(":", 1)[0] for token in analysis.tokens]
        self._children: list[list[int]] = [[] for _ in self.tokens]
        for index, head in enumerate(self.heads):
            if head != index:
                self._children[head].append(index)
        self.roots = [index for index, head in enumerate(self.heads) if head == index]

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, index: int) -> Token:
        return self.tokens[index]

    # --- words

    def lower(self, index: int) -> str:
        return self.tokens[index].text.lower()

    def lemma(self, index: int) -> str:
        return self.tokens[index].lemma.lower()

    def tag(self, index: int) -> str:
        return self.tokens[index].tag

    def pos(self, index: int) -> str:
        return self.tokens[index].pos

    def is_punctuation(self, index: int) -> bool:
        token = self.tokens[index]
        return (token.pos == "PUNCT" and not token.text.isalnum()) or all(char in _MARKUP for char in token.text)

    # --- relations

    def dep(self, index: int) -> str:
        """The relation with its subtype: "nsubj:pass"."""
        return self.tokens[index].dep

    def base(self, index: int) -> str:
        """The relation without its subtype: "nsubj"."""
        return self._bases[index]

    def head(self, index: int) -> int:
        return self.heads[index]

    def children(self, index: int, *relations: str) -> list[int]:
        """Children in order; only those with one of these relations (full, or without subtype) where any are named."""
        found = self._children[index]
        if not relations:
            return found
        if not found:
            return found
        bases, tokens = self._bases, self.tokens
        return [child for child in found if bases[child] in relations or tokens[child].dep in relations]

    def child(self, index: int, *relations: str) -> int | None:
        return next(iter(self.children(index, *relations)), None)

    def subtree(self, index: int) -> list[int]:
        """The word and all below it, in order."""
        found, waiting = [], [index]
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting.extend(self._children[node])
        return sorted(found)

    def first(self, index: int) -> int:
        return self._extent(index)[0]

    def last(self, index: int) -> int:
        return self._extent(index)[-1]

    def _extent(self, index: int) -> list[int]:
        inside = [node for node in self.subtree(index) if not self.is_punctuation(node)]
        return inside or [index]

    def descendants(self, index: int, wanted: Callable[[int], bool]) -> Iterator[int]:
        return (node for node in self.subtree(index) if node != index and wanted(node))

    def ancestors(self, index: int) -> Iterator[int]:
        while self.heads[index] != index:
            index = self.heads[index]
            yield index

    # --- what stands around

    def comma_before(self, index: int) -> bool:
        """Whether a comma, dash, bracket or colon stands directly before the words of this subtree."""
        before = self.first(index) - 1
        return before >= 0 and self.tokens[before].text in {",", "–", "—", "-", "--", "(", ":", ";"}

    def comma_after(self, index: int) -> bool:
        after = self.last(index) + 1
        return after < len(self.tokens) and self.tokens[after].text in {",", "–", "—", "--", ")", ";"}

    def in_brackets(self, index: int) -> bool:
        before, after = self.first(index) - 1, self.last(index) + 1
        return before >= 0 and after < len(self.tokens) and self[before].text in "([" and self[after].text in ")]"

    def words(self, indices: list[int]) -> str:
        return " ".join(self.tokens[index].text for index in indices)


def without_cycles(heads: list[int]) -> list[int]:
    """Heads with every cycle cut at its first word, which then counts as a root."""
    state = [0] * len(heads)  # 0 unseen, 1 on the path, 2 done
    fixed = [head if 0 <= head < len(heads) else index for index, head in enumerate(heads)]
    for start in range(len(fixed)):
        path = []
        node = start
        while state[node] == 0:
            state[node] = 1
            path.append(node)
            if fixed[node] == node:
                break
            node = fixed[node]
        if state[node] == 1 and fixed[node] != node and node in path:
            fixed[node] = node
        for passed in path:
            state[passed] = 2
    return fixed
