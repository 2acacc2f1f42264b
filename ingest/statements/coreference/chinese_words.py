"""What Chinese pronouns and describing nouns say of the thing they stand for, and what names say of a person."""

from __future__ import annotations

from ...text.chinese_people import CALLINGS, OFFICES
from ...text.word_lists import word_set

PERSON, PLACE, ORGANISATION, THING = "person", "place", "organisation", "thing"

PERSON_PRONOUNS = {"他": "m", "她": "f", "此人": "", "该人": ""}
PLURAL_PRONOUNS = {"他们": "", "她们": "f", "它们": ""}

_NOUNS = {
    ORGANISATION: word_set(
        """
    公司 集团 企业 机构 组织 银行 大学 学校 校 学院 医院 基金会 协会 委员会 部门 法院 政府 党 俱乐部 球队 乐队
    团队 媒体 报社 电视台 出版社 品牌 厂商 车企 药企 研究所 实验室 局 部 店 工厂 平台
    """
    ),
    PLACE: word_set(
        """
    国 国家 城市 市 省 县 镇 村 地区 区 岛 岛屿 山 河 河流 湖 湖泊 州 地 半岛 海峡 城 首都 小镇 山脉 沙漠 港口
    景区
    """
    ),
    PERSON: OFFICES | CALLINGS | {"人", "男子", "女子", "男演员", "女演员", "选手"},
}

WORKS = word_set(
    "小说 书 著作 作品 电影 影片 歌曲 歌 专辑 诗 戏剧 话剧 电视剧 画 画作 游戏 杂志 报纸 文章 论文 法律 法案 条约"
)
"""What bears a title in book marks."""

FEMALE_ENDINGS = frozenset("娜丽娟芳婷燕玲霞莉莲娥媛姗妮娅莎蕾薇嫣妍姝倩婉琳萍菊兰梅莹雯璐颖")
MALE_ENDINGS = frozenset("强伟军勇刚磊涛斌鹏龙虎雄豪杰辉彪峰武毅")
FEMALE_TITLES = ("女士", "夫人", "小姐", "太太", "公主", "女王", "王后", "皇后", "妈妈", "母亲")
MALE_TITLES = ("先生", "爵士", "王子", "国王", "皇帝", "父亲")

FEMALE_KIN = ("妻子", "女儿", "姐姐", "妹妹", "祖母", "奶奶", "女友", "未婚妻", "孙女")
MALE_KIN = ("丈夫", "儿子", "哥哥", "弟弟", "祖父", "爷爷", "男友", "未婚夫", "孙子")


def kind_of_noun(noun: str) -> str:
    """The kind of thing that "该" + `noun` stands for; the longest ending that is known decides."""
    for length in range(min(4, len(noun)), 0, -1):
        for kind, nouns in _NOUNS.items():
            if noun[-length:] in nouns:
                return kind
    return THING


def gender_of_name(name: str, before: str, after: str) -> str:
    """ "m", "f" or "" by the titles around a name and by given names that only one gender bears."""
    if after.startswith(FEMALE_TITLES) or before.endswith((*FEMALE_TITLES, *FEMALE_KIN)):
        return "f"
    if after.startswith(MALE_TITLES) or before.endswith((*MALE_TITLES, *MALE_KIN)):
        return "m"
    first = name.split("·")[0] if "·" in name else name
    if first.endswith(("玛丽", "安娜", "伊丽莎白", "凯瑟琳", "玛格丽特", "艾米", "艾达", "戴安娜")):
        return "f"
    if "·" in name or len(name) not in (2, 3):
        return ""
    if name[-1] in FEMALE_ENDINGS:
        return "f"
    return "m" if name[-1] in MALE_ENDINGS else ""
