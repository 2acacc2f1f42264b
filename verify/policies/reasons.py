"""Why a claim has no verdict of its own, in the language of the claim."""

from __future__ import annotations

_REASONS = {
    "en": {
        "not_checkable": "not a statement of fact",
        "no_evidence": "no evidence was found for this claim",
        "no_voter": "no judge could judge this claim",
        "review": "the judges leave more than one verdict possible; a person should decide",
        "disputed": "the sources contradict each other on this; a person should decide",
    },
    "zh": {
        "not_checkable": "不是对事实的陈述",
        "no_evidence": "没有找到与该陈述相关的证据",
        "no_voter": "没有评判器能够评判该陈述",
        "review": "评判结果不足以给出唯一结论，需要人工复核",
        "disputed": "资料来源对此说法互相矛盾，需要人工复核",
    },
}


def reason_in(lang: str, key: str) -> str:
    """The reason named `key` in `lang`; other languages get English."""
    return _REASONS.get(lang, _REASONS["en"])[key]
