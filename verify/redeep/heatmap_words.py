"""What stands around an answer on its heat map, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .placing import NO_TOKENS, NOT_FINITE


@dataclass(frozen=True, slots=True)
class Words:
    title: str
    question: str
    answer: str
    claims: str
    claim: str
    score: str
    places: str
    log_probability: str
    whole: str  # {score}, {threshold}, {verdict}
    hallucinated: str
    faithful: str
    copied: str
    made_up: str
    less: str
    more: str
    by_detector: str  # {threshold}
    relative: str
    unscored: str  # {reason}
    no_claims: str
    made_by: str  # {model}, {detector}
    none: str
    reasons: Mapping[str, str] = field(default_factory=dict)  # why a claim has no score, where it is said otherwise


ENGLISH = Words(
    title="Where an answer comes from: ReDeEP",
    question="Question:",
    answer="Answer",
    claims="Claims",
    claim="Claim",
    score="hallucination score",
    places="Characters",
    log_probability="log-probability",
    whole="The whole answer: hallucination score {score}, threshold {threshold}: {verdict}.",
    hallucinated="hallucinated",
    faithful="taken from the context",
    copied="taken from the context (0)",
    made_up="known by heart or made up (1)",
    less="copies more",
    more="copies less",
    by_detector="Tokens are coloured by their hallucination score. Those of {threshold} or more are underlined, claims "
    "marked ▲. ECS, the external context score, tells how near a token's state is to what the copying heads attended "
    "to; PKS, the parametric knowledge score, how much the feed-forward networks changed what the model would say.",
    relative="There is no detector, so there are no scores. The colours compare the tokens of this answer with each "
    "other, by ECS and PKS over all heads and layers; they say nothing about whether one is hallucinated.",
    unscored="No score: {reason}.",
    no_claims="The answer states no claim.",
    made_by="Causal language model {model}, detector {detector}.",
    none="none",
)

CHINESE = Words(
    title="回答从何而来：ReDeEP",
    question="问题：",
    answer="回答",
    claims="陈述",
    claim="陈述",
    score="幻觉分数",
    places="字符位置",
    log_probability="对数概率",
    whole="整个回答：幻觉分数 {score}，阈值 {threshold}：{verdict}。",
    hallucinated="存在幻觉",
    faithful="出自资料",
    copied="出自资料（0）",
    made_up="凭记忆或编造（1）",
    less="复制较多",
    more="复制较少",
    by_detector="颜色表示每个词元的幻觉分数。不低于 {threshold} 的词元加下划线，陈述标以▲。"
    "ECS（外部上下文分数）表示词元的状态与复制头所关注的资料有多接近；PKS（参数知识分数）表示前馈网络对模型输出的改变有多大。",
    relative="没有检测器，因此没有分数。颜色只是按全部注意力头的 ECS 和全部层的 PKS 比较本回答中的词元，"
    "并不说明哪一个是幻觉。",
    unscored="没有分数：{reason}。",
    no_claims="这个回答没有陈述。",
    made_by="因果语言模型 {model}，检测器 {detector}。",
    none="无",
    reasons={NO_TOKENS: "回答中没有表达这个陈述的词元", NOT_FINITE: "因果语言模型的状态没有给出有限的分数"},
)


def words_in(lang: str) -> Words:
    return CHINESE if lang == "zh" else ENGLISH
