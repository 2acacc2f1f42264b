"""The class of a unit by its word and tag; words whose tag in the dictionary misleads have one of their own."""

from __future__ import annotations

import re

from claimgraph.platform.models.chinese import dictionary_tags

from ...text.chinese_names import COMMON_AS_NAMES, KNOWN_ORGANISATIONS
from ...text.word_lists import word_set
from . import lexicon as lex
from .cutting import Word
from .joining import MARKS
from .units import (
    ADJECTIVE,
    ADVERB,
    AMOUNT,
    AND,
    CONNECTIVE,
    DE,
    LOCALISER,
    MARK,
    MODAL,
    NAME,
    NEGATION,
    NOUN,
    OR,
    PARTICLE,
    PREPOSITION,
    PRONOUN,
    QUOTE,
    TIME,
    VERB,
)

_KIND_BY_TAG = {
    **dict.fromkeys(
        word_set("title eng nr nrt nrfg ns nt"),
        NAME,
    ),
    **dict.fromkeys(
        word_set("quote"),
        QUOTE,
    ),
    **dict.fromkeys(
        word_set("bracket"),
        "bracket",
    ),
    **dict.fromkeys(
        word_set("t"),
        TIME,
    ),
    **dict.fromkeys(
        word_set("mq m"),
        AMOUNT,
    ),
    **dict.fromkeys(
        word_set("r"),
        PRONOUN,
    ),
    **dict.fromkeys(
        word_set("f"),
        LOCALISER,
    ),
    **dict.fromkeys(
        word_set("uj"),
        DE,
    ),
    **dict.fromkeys(
        word_set("c cc"),
        AND,
    ),
    **dict.fromkeys(
        word_set("p"),
        PREPOSITION,
    ),
    **dict.fromkeys(
        word_set("a b z ag"),
        ADJECTIVE,
    ),
    **dict.fromkeys(
        word_set("ad d dg o"),
        ADVERB,
    ),
    **dict.fromkeys(
        word_set("v vg vd vi vq"),
        VERB,
    ),
    **dict.fromkeys(
        word_set("s"),
        NOUN,
    ),
    **dict.fromkeys(
        word_set("y ul uz ug ud uv u e"),
        PARTICLE,
    ),
}


_NOUNS_TAGGED_VERB = word_set(
    """
    收入 支出 负债 报告 设备 产品 规定 贡献 建筑 导演 编辑 教练 翻译 总结 计划 决定 影响 开发 研究 工程 药物
    服务 运动 疾病 治疗 手术 编程 计算 存储 处理 管理 教育 发热 通信 通讯 设计 投资 贷款 保险 消费 组织 领导
    证明 需求 建议 运输 生产 销售 交易 分析 控制 训练 学习 测试 病变 感染 注射 呼吸 咳嗽 疼痛 过敏 出血 合同
    劳动 传感器 解决方案
    """
)


_VERBAL_NOUNS = word_set(
    """
    研发 主演 作曲 编剧 配音 感冒 中风 骨折 便秘 腹泻 失眠 贫血 中暑 哮喘
    """
)
DYNASTIES = word_set(
    "夏朝 商朝 周朝 秦朝 汉朝 晋朝 隋朝 唐朝 宋朝 辽朝 金朝 元朝 明朝 清朝 北宋 南宋 西汉 东汉 西晋 东晋"
)


_CONNECTING_ANDS = word_set("、 和 与 及 以及 跟 暨")


_WORDS_AS = {
    **dict.fromkeys(
        word_set(
            """
            的 之
            """
        ),
        DE,
    ),
    **dict.fromkeys(
        word_set(
            """
            或 或者
            """
        ),
        OR,
    ),
    **dict.fromkeys(
        word_set(
            """
            了 着 过 等 等等 所
            """
        ),
        PARTICLE,
    ),
    **dict.fromkeys(
        word_set(
            """
            是 有 为 满 位于 属于 用于 包括 如 就医 生效 距离 战胜 夺得 击败 享年 毕业 开业 传 经营 缴纳 签订
            就诊 停药 上市 接任 上映 建成 去世 逝世 病逝 施行 实施 失效 到期 闭馆 开馆 通车 竣工 落成 退休 辞职
            获奖 夺冠 办理 历时 耗时 盈利 亏损 会面 见面 流经 销往 更名 并入 入选 当选 上线 复发 曾任
            动工 投产 量产 面世 问世 首播 加盟 结业 担纲 领衔 冠名 相连 相接 相通 地处 定都 自愈 现有
            """
        ),
        VERB,
    ),
    **dict.fromkeys(
        word_set(
            """
            在 于 由 被 把 将 对 从 向 以 比 受 通过 根据 按照 据 随着 截至 截止 自 自从 依照 作为 针对 经 时隔
            """
        ),
        PREPOSITION,
    ),
    **dict.fromkeys(
        word_set(
            """
            因 当 并 并且 而 而且 且 但 但是
            """
        ),
        CONNECTIVE,
    ),
    **dict.fromkeys(
        word_set(
            """
            至今 迄今 后来 随后 之后 此后 目前 现 当时 同年 次年 翌年 如今 每年 每天 每周 每月 每日
            """
        ),
        TIME,
    ),
    **dict.fromkeys(
        word_set(
            """
            主要 广泛 共同 正式 首次 曾 曾经 已 已经 分别 连续 直接 累计 约 同比 环比 依法 按时 及时 全面 独自
            亲自 主动 自愿 长期 短期 定期 逐步 逐渐 陆续 相继 先后 共 一共 全部 大量 严格 迅速 立即 尽快 随时
            公开 平均 联合 首先 最终 最早 最初 不断 持续 仍然 仍 还 也 又 均 都 则 便 即 就 才 再 正在 正 通常 一般 最
            """
        ),
        ADVERB,
    ),
    **dict.fromkeys(
        word_set(
            """
            总 开源 闭源 免费 常用 流行 民营 国有 私营 跨国 大型 小型 中型 非营利 处方 口服 合法 违法 有效 无效
            通用 跨平台 分布式 轻量级 面向对象 高级 国际化 全球性 综合性 开放 必需 可选 可靠 独立 常见 著名
            知名 领先 全职 兼职
            """
        ),
        ADJECTIVE,
    ),
    **dict.fromkeys(
        word_set(
            """
            无
            """
        ),
        NEGATION,
    ),
    **dict.fromkeys(
        word_set(
            """
            总部 旗下 合同 接口 服务器 插件 报告 设备 补贴 奖金 食堂 年 相机 潜伏期 保质期 有效期 保修期 年休假 年假
            病假 产假 警察
            """
        ),
        NOUN,
    ),
    **dict.fromkeys(
        word_set(
            """
            其中
            """
        ),
        PRONOUN,
    ),
}


ITEM = "item"
"""The tag of a list's mark that parts two items."""
_MONTH = re.compile(r"(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份|(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?")


def kind_of(word: Word) -> str:
    text, tag = word.text, word.tag
    if tag == ITEM:
        return MARK
    if tag in ("m", "mq", "n") and _MONTH.fullmatch(text):
        return TIME
    if tag == "d" and text in lex.RELATIONAL_NOUNS:
        return NOUN
    if text in KNOWN_ORGANISATIONS:
        tag = word.tag = "nt"
    if tag[:1] == "n" and text in COMMON_AS_NAMES:
        tag = word.tag = "n"
    if tag == "nr" and dictionary_tags().get(text, "nr")[:2] not in ("nr", "ns", "nt", "nz", "x"):
        tag = word.tag = dictionary_tags()[text]
    if text in _VERBAL_NOUNS:
        tag = word.tag = "vn"
    if text[0] in MARKS and len(text) == 1:
        return MARK
    if tag in ("title", "quote", "bracket"):
        return _KIND_BY_TAG[tag]
    if text in _CONNECTING_ANDS:
        return AND
    if text in ("内", "外", "中", "里", "前", "后") and tag[:1] in ("n", "f", "s"):
        return LOCALISER
    if text in lex.NEGATION:
        return NEGATION
    if (text in lex.MODAL and text not in ("会", "要", "得", "将要")) or (text in ("会", "要") and tag == "v"):
        return MODAL
    if text[0] == "每" and len(text) > 1 and (text[-1] in "年月日周天一二三四五六晚次" or text[1].isdigit()):
        return TIME
    if text in _WORDS_AS:
        return _WORDS_AS[text]
    if text in lex.CONDITION or text in lex.CONCESSION or text in lex.CAUSE or text in lex.EFFECT:
        return CONNECTIVE
    if tag == "c":
        return CONNECTIVE
    if tag in ("v", "vn") and text in _NOUNS_TAGGED_VERB:
        return VERB if tag == "v" and text not in ("收入", "设备", "报告", "发热", "疼痛") else NOUN
    if tag == "x" and not any(char.isalnum() for char in text):
        return MARK if text in ("·",) else PARTICLE
    return _KIND_BY_TAG.get(tag, NOUN)
