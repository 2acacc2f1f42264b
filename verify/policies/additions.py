"""A claim that is a sentence of its evidence with words put in, of which the evidence has none.

"The museum's stone and mineral collection" beside "the museum's mineral collection": nearly all of it is there, and a
model that reads both tends to see no more than that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from claimgraph.ingest.text.quantities import find_quantities
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.ingest.text.words import Word, content_words
from claimgraph.verify.model import Claim, Window

from .words_told import are_told, forms, told

_SAME, _SAME_CHINESE = 0.8, 0.95
"""The share of the rest of a claim that has to stand in one sentence, in its order. A Chinese paraphrase puts verbs in
where nothing else changes."""
_MOST_TOKENS = 300  # a claim of more is no sentence, and comparing takes their square
_LEAST_TOKENS = 3
_TOKEN = re.compile(r"[\u3005-\u9fff]|[^\W_](?:[^\W_\u3005-\u9fff]|[.,](?=\d))*")
_WITHOUT_WEIGHT = word_set(
    """
    according call called calls got known made name named one ones people person somebody someone still thing things
    titled total
    article articles report reported reportedly reports say says said state stated states
    accordingly addition additionally also consequently eventually finally furthermore hence however moreover result
    respectively subsequently therefore thus
    based currently located originally present situated today
    age annum category city country day days height length month months number old size town village width year years
    about almost approximately around exactly nearly roughly
    always half might most mostly never often possible possibly quarter quarters rarely seldom sometimes third thirds
    usually
    cost costs costing priced charge charged charges find finds finding found show shows showed shown mean means meaning
    least last lasts lasting take takes per there
    则 的话 可以 可 享 享受 享有 可享 约 约为 共设置 设置 设有 进行 需 需要 整个 具体 本次 该 其 内容 选择 属于
    常常 大多 很少 经常 可能 往往 有时 总是 大约 左右 将近 接近
    据 称 叫 占 位于 地处 坐落 表示 显示 指出 认为 报道 据报道 发现 共 一共 分别 目前
    正式 已经 成功 最早 完毕 随后 此外 因此 最终
    """
)
"""What a paraphrase puts in without saying more: who says so, how one sentence goes on from another, what sort of
measure a number is; and degrees, of which `rules` reads how much they say; and verbs that only say that a
thing has a value ("costs €3")."""


@dataclass(frozen=True, slots=True)
class _Token:
    norm: str
    start: int
    end: int


def adds_words(claim: Claim, windows: Sequence[Window], others: Sequence[Window] = ()) -> bool:
    """Whether the claim is a sentence of `windows` with content words put in that stand in none of them or `others`.

    By texts in the claim's own language. What was put in has to stand between words of the sentence, or after or before
    all of it; a word that the evidence has elsewhere has only changed its place, and then nothing counts as put in.
    """
    words = content_words(claim.text, claim.lang)
    known = told(window for window in (*windows, *others) if window.lang == claim.lang)
    numbers = [(one.start, one.end) for one in find_quantities(claim.text, claim.lang)]
    telling = [word for word in words if _tells(claim, word) and not _within([word], numbers)]
    new = [word for word in telling if not are_told([word], known)]
    said = _tokens(claim.text)
    if not new or not _LEAST_TOKENS <= len(said) <= _MOST_TOKENS:
        return False
    mine = [window for window in windows if window.lang == claim.lang]
    texts = [window.text[span.start : span.end] for window in mine for span in sentences(window.text, window.lang)]
    return any(_adds(claim, words, new, said, text, known) for text in dict.fromkeys(texts))


def _adds(
    claim: Claim, words: Sequence[Word], new: Sequence[Word], said: Sequence[_Token], text: str, known: set[str]
) -> bool:
    there = _tokens(text)
    blocks = SequenceMatcher(None, [t.norm for t in there], [t.norm for t in said], autojunk=False).get_opcodes()
    same = [(said[j1].start, said[j2 - 1].end) for tag, _, _, j1, j2 in blocks if tag == "equal"]
    put_in = [(said[j1].start, said[j2 - 1].end) for tag, _, _, j1, j2 in blocks if tag == "insert"]
    count = sum(j2 - j1 for tag, _, _, j1, j2 in blocks if tag == "equal")
    rest = len(said) - sum(j2 - j1 for tag, _, _, j1, j2 in blocks if tag == "insert")
    if count < max(_LEAST_TOKENS, (_SAME_CHINESE if claim.lang == "zh" else _SAME) * rest):
        return False
    whole = all(tag in ("equal", "insert") for tag, *_ in blocks)
    if not whole and 2 * len(_within(words, same)) < len(words):
        return False
    kept = {form for word in _within(words, same) for form in forms(word)}
    moved = known - kept
    return any(_within(new, [span]) and not are_told(_within(words, [span]), moved) for span in put_in)


def _within(words: Sequence[Word], spans: Sequence[tuple[int, int]]) -> list[Word]:
    return [word for word in words if any(start <= word.start and word.end <= end for start, end in spans)]


def _tells(claim: Claim, word: Word) -> bool:
    """A number is for `rules`; a name beside a name may only be a fuller one."""
    if word.text.casefold() in _WITHOUT_WEIGHT or any(char.isdigit() for char in word.text):
        return False
    before, after = claim.text[: word.start].split()[-1:], claim.text[word.end :].split()[:1]
    return not word.text[:1].isupper() or not any(one[:1].isupper() for one in (*before, *after))


@lru_cache(maxsize=4_096)
def _tokens(text: str) -> tuple[_Token, ...]:
    return tuple(_Token(match.group().casefold(), match.start(), match.end()) for match in _TOKEN.finditer(text))
