"""Words that carry structure rather than content; left out when words are counted or aligned.

Negations are among them: they name nothing that evidence could be found by, and whoever compares polarity
reads the text itself.
"""

from __future__ import annotations

from .word_lists import word_set

ENGLISH_STOP_WORDS = word_set(
    """
    a about above after again against all also although am among an and another any are aren't around as
    at be became because become becomes been before being below between both but by can can't cannot could
    couldn't did didn't do does doesn't doing don't down during each either else even ever every few for
    from further had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself
    him himself his how however i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just
    let's may me might more most much must mustn't my myself neither no nor not now of off on once one's
    only onto or other ought our ours ourselves out over own per quite rather same shall shan't she she'd
    she'll she's should shouldn't since so some such than that that's the their theirs them themselves
    then there there's therefore these they they'd they'll they're they've this those though through thus
    to too under until unto up upon us very via was wasn't we we'd we'll we're we've were weren't what
    what's when where whereas whether which while who who's whom whose why will with within without won't
    would wouldn't yet you you'd you'll you're you've your yours yourself yourselves
    """
)

CHINESE_STOP_WORDS = word_set(
    """
    的 地 得 了 着 过 是 在 和 与 及 以及 或 或者 而 而且 并 并且 但 但是 却 也 都 就 才 又 还 再 很 更 最
    太 非常 十分 这 那 这个 那个 这些 那些 这里 那里 此 该 其 其中 之 之一 者 所 为 以 于 由 被 把 将 从
    到 向 往 对 对于 关于 按 按照 根据 通过 随着 因 因为 由于 所以 因此 因而 如果 若 虽然 尽管 即使 只要
    只有 除了 除 不仅 不但 还是 无论 不管 既 则 即 他 她 它 他们 她们 它们 我 我们 你 你们 您 自己 谁 什么
    怎么 如何 哪 哪些 哪个 几 多少 吗 呢 吧 啊 呀 嘛 哦 嗯 不 没 没有 未 无 非 别 可 可以 能 能够 会 要 应
    应该 必须 有 个 种 一个 一种 一些 等 等等 时 时候 当 当时 后 前 中 上 下 里 内 外 间 之间 以来 以后
    以前 之后 之前 同时 其他 其它 另 另外 另一 每 各 某 某些 任何 所有 某个 成为 作为 进行 使 使得 让 给
    跟 同 像 例如 比如 包括 以上 以下 来 去 说 曾 曾经 已 已经 正 正在 便 仍 仍然 只 仅 仅仅 位
    """
)
