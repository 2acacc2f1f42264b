"""What Chinese calls a person by: the offices one holds, the callings one follows, how one is addressed."""

from __future__ import annotations

from .word_lists import word_set

OFFICES = word_set(
    """
    国王 女王 王后 皇帝 天皇 皇后 太子 亲王 公爵 侯爵 伯爵 子爵 男爵 大公 选帝侯 总统 主席 总理 首相 部长 大臣 省长 市长
    县长 镇长 村长 州长 局长 处长 所长 校长 院长 馆长 会长 社长 台长 行长 厂长 站长 船长 机长 队长 团长 董事长 总裁
    总经理 经理 总监 总编辑 主编 秘书长 主教 大主教 教皇 总督 将军 上将 中将 少将 上校 司令 大使
    """
)
"""Held in turn by one and another; each word alone names nobody."""

CALLINGS = word_set(
    """
    教授 博士 院士 学者 研究员 老师 教师 导演 编剧 制片人 作家 诗人 画家 书法家 演员 歌手 艺术家 音乐家 作曲家
    指挥家 钢琴家 主持人 记者 教练 主教练 球员 运动员 飞行员 宇航员 科学家 物理学家 化学家 数学家 天文学家 生物学家
    历史学家 考古学家 经济学家 哲学家 工程师 总工程师 建筑师 设计师 创始人 发明家 企业家 医生 医师 护士 律师 法官
    检察官
    """
)
ADDRESSES = word_set("先生 女士")
