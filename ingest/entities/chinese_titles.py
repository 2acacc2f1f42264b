"""Chinese titles around a person's name: 李明教授, 李教授, 首席执行官蒂姆·库克."""

from __future__ import annotations

import re

from ..text.word_lists import word_set

_BEHIND = tuple(
    sorted(
        word_set(
            """
            先生 女士 小姐 夫人 太太 教授 副教授 博士 医生 大夫 老师 院士 律师 法官 记者 主任 主席 副主席 总统 副总统
            总理 副总理 首相 部长 副部长 局长 省长 市长 县长 校长 院长
            所长 处长 科长 书记 经理 总经理 总裁 副总裁 董事长 总监
            将军 上将 中将 少将 上校 队长 教练 工程师 同志 同学 师傅 大师 法师 皇帝 国王 女王 王子 公主 爵士
            """
        ),
        key=lambda word: (-len(word), word),
    )
)
_BEFORE = tuple(
    sorted(
        word_set(
            """
            首席执行官 首席技术官 首席财务官 首席运营官 首席科学家 联合创始人 创始人 创办人 董事长 董事会主席 总经理
            总裁 副总裁 总统 副总统 总理 副总理 首相 主席 副主席 外长 外交部长 国务卿 国防部长 财政部长 部长 省长 市长
            州长 校长 院长 教授 博士 院士 医生 律师 记者 作家 诗人 画家 导演 演员 歌手 科学家 物理学家 化学家 数学家
            生物学家 经济学家 哲学家 历史学家 天文学家 工程师 建筑师 设计师 企业家 发言人 主教练 教练 队长
            球员 运动员 将军 国王 女王 皇帝 王子 公主
            """
        ),
        key=lambda word: (-len(word), word),
    )
)
_SURNAME = re.compile(r"(?:欧阳|司马|上官|诸葛|东方|慕容|令狐|司徒|夏侯|尉迟|公孙|皇甫|端木)|.")


def without_title(name: str) -> str:
    """The bare name; the name itself where only a title would be left."""
    for title in _BEFORE:
        if name.startswith(title) and len(name) - len(title) >= 2:
            name = name[len(title) :]
            break
    for title in _BEHIND:
        if name.endswith(title) and len(name) > len(title):
            return name[: -len(title)]
    return name


def gender_of_title(name: str) -> str | None:
    """What the title behind a name tells of its bearer; None for most titles."""
    if name.endswith(("先生", "国王", "王子")):
        return "male"
    return "female" if name.endswith(("女士", "小姐", "夫人", "太太", "女王", "公主")) else None


def title_behind(text: str, end: int) -> int:
    """Where a title that follows a name at `end` stops; `end` itself where none does."""
    return next((end + len(title) for title in _BEHIND if text.startswith(title, end)), end)


def surname_with_title(name: str) -> str | None:
    """The surname of someone who is named by surname and title alone (李教授 -> 李), else None."""
    title = next((title for title in _BEHIND if name.endswith(title) and len(name) > len(title)), None)
    surname = _SURNAME.fullmatch(name[: -len(title)]) if title else None
    return surname.group() if surname else None
