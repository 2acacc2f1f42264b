"""From scores to structures: the best tree over words, and the best chain of name tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

ROOTS_TRIED = 4
"""Where the greedy heads are no tree, the most likely roots are tried in turn: one more never changed a tree."""


def tree(scores: np.ndarray) -> list[int]:
    """The head of each word, -1 for the one root, of the highest-scoring tree.

    `scores`: (words, words + 1) log probabilities of heads; column 0 is the root, column i + 1 is word i.
    """
    import numpy as np

    words = len(scores)
    if words == 0:
        return []
    scores = scores.astype(np.float64).copy()
    scores[np.arange(words), np.arange(words) + 1] = -np.inf
    greedy = [int(head) - 1 for head in scores.argmax(axis=1)]
    if greedy.count(-1) == 1 and _cycle(greedy) is None:
        return greedy
    best: tuple[float, list[int]] | None = None
    for root in np.argsort(-scores[:, 0], kind="stable")[:ROOTS_TRIED]:
        heads = _rooted(scores[:, 1:], int(root))
        total = float(scores[np.arange(words), np.array(heads) + 1].sum())
        if best is None or total > best[0]:
            best = (total, heads)
    assert best is not None
    return best[1]


def _rooted(scores: np.ndarray, root: int) -> list[int]:
    """Chu and Liu, Edmonds: the highest-scoring tree with this root, whose head is -1; scores are (dependent, head)."""
    import numpy as np

    heads = [int(head) for head in scores.argmax(axis=1)]
    heads[root] = -1
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    inside = np.array(cycle)
    outside = np.array([word for word in range(len(scores)) if word not in set(cycle)])
    kept = scores[inside, [heads[word] for word in cycle]]
    size = len(outside)
    # The cycle becomes one word, the last: entered where least is lost, left from where most is gained.
    smaller = np.full((size + 1, size + 1), -np.inf)
    smaller[:size, :size] = scores[np.ix_(outside, outside)]
    entering = scores[np.ix_(inside, outside)] - kept[:, None]
    leaving = scores[np.ix_(outside, inside)]
    smaller[size, :size] = entering.max(axis=0)
    smaller[:size, size] = leaving.max(axis=1)
    solved = _rooted(smaller, int(np.flatnonzero(outside == root)[0]))
    for position, word in enumerate(outside):
        head = solved[position]
        if head == size:
            heads[word] = int(inside[leaving[position].argmax()])
        elif head >= 0:
            heads[word] = int(outside[head])
    entry = int(outside[solved[size]])
    broken = int(inside[entering[:, solved[size]].argmax()])
    heads[broken] = entry
    return heads


def _cycle(heads: Sequence[int]) -> list[int] | None:
    """The words of one cycle, if there is any."""
    state = [0] * len(heads)
    for start in range(len(heads)):
        path = []
        word = start
        while word >= 0 and state[word] == 0:
            state[word] = 1
            path.append(word)
            word = heads[word]
        if word >= 0 and state[word] == 1:
            return path[path.index(word) :]
        for seen in path:
            state[seen] = 2
    return None


def chain(scores: np.ndarray, tags: Sequence[str]) -> list[str]:
    """The best sequence of B-, I- and O tags in which every I- follows its own B- or I-.

    `scores`: (words, tags) log probabilities.
    """
    import numpy as np

    if not len(scores):
        return []
    allowed = np.array([[_follows(before, tag) for tag in tags] for before in tags])
    steps = np.where(allowed, 0.0, -np.inf)
    start = np.array([-np.inf if tag.startswith("I-") else 0.0 for tag in tags])
    best = scores[0] + start
    back = []
    for row in scores[1:]:
        paths = best[:, None] + steps
        back.append(paths.argmax(axis=0))
        best = paths.max(axis=0) + row
    last = int(best.argmax())
    found = [last]
    for pointers in reversed(back):
        found.append(int(pointers[found[-1]]))
    return [tags[index] for index in reversed(found)]


def _follows(before: str, tag: str) -> bool:
    return not tag.startswith("I-") or before[2:] == tag[2:]
