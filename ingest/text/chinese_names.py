"""Names in Chinese text: the proper names of jieba's dictionary, joined and typed by suffixes, surnames and
marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.platform.models.chinese import is_known, name_tags, segment

from .chinese_people import ADDRESSES, CALLINGS, OFFICES
from .english_names import english_names
from .language import HAN
from .word_lists import word_set

Found = tuple[int, int, EntityType]

SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏苏潘葛范彭郎鲁韦昌马苗方俞任袁柳鲍史"
    "唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于傅卞齐康伍余顾孟黄穆萧尹姚邵汪祁毛狄贝臧戴宋庞熊纪舒屈项祝董梁杜阮蓝闵席"
    "季贾江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房解应宗丁宣邓洪包左石崔龚程邢裴陆荣翁荀甄曲封储靳段焦巴"
    "牧谷侯班仰秋伊宫宁仇甘厉戎祖武符刘景詹龙叶幸司黎白蒲赖卓池乔闻党翟谭姬申冉桑桂牛尚农温庄晏柴瞿阎连习艾容向古易"
    "廖终居衡步耿满弘匡国文寇广东欧沃利蔚越隆师巩聂晁敖冷辛饶曾沙关查游权盖益桓公趙錢孫吳鄭馮陳衛蔣韓楊許呂張嚴謝鄒"
    "蘇範魯韋馬龐紀項賈鍾駱萬盧應鄧龔陸榮劉葉喬譚莊閻連廖聶關"
)
TRANSLITERATION = frozenset(
    "阿埃艾爱安昂奥澳巴白班邦包保鲍贝本比彼毕宾滨波伯博勃布查柴达大戴丹当道德登邓狄迪蒂丁东杜多顿朵厄恩尔法凡范方菲费"
    "芬丰冯佛弗夫福富伽盖甘冈高戈哥格葛根古瓜圭哈海汉豪赫黑亨洪胡华怀惠霍基吉季加贾简杰金津京卡凯坎康考柯科可克肯库"
    "夸奎昆拉腊莱兰朗劳勒雷黎里理利莉立丽连琳林龙卢鲁路伦罗洛吕马玛迈麦曼芒毛梅门蒙米密敏明摩莫默姆木穆拿纳娜乃奈南"
    "内尼涅宁纽努诺欧帕潘庞佩彭蓬皮匹平珀珊普奇齐契恰钱强乔切琴丘让热日荣茹瑞若萨塞赛桑瑟森沙山尚绍舍申什圣施史士舒斯"
    "丝松苏索塔泰坦汤唐陶特滕提田廷图托瓦万旺威韦维卫魏温文翁沃乌武西希锡夏肖谢辛欣休许雪逊雅亚延扬耶叶伊易因尹英尤"
    "约载扎詹张珍芝朱兹宗佐撒薇妮莎黛露茜蕾娅缇翰瑙戛甫肯涛蒙茨策茵娃丝恺耳昔"
)
_PLACE_SUFFIXES = tuple(
    sorted(
        word_set(
            """
            省 市 县 区 州 郡 镇 乡 村 岛 群岛 半岛 山 山脉 河 江 湖 海 洋 湾 海峡 盆地 高原 平原 沙漠 路
            街 大道 广场 公园 机场 车站 站 桥 大桥 港 寺 庙 宫 城 特别行政区 自治区 自治州 自治县 共和国
            王国 帝国 水库 瀑布 峡谷 运河 大陆 地区
            """
        ),
        key=lambda word: (len(word), word),
        reverse=True,
    )
)
_ORGANISATION_SUFFIXES = tuple(
    sorted(
        word_set(
            """
            公司 集团 大学 学院 中学 小学 学校 银行 医院 委员会 协会 学会 研究所 研究院 科学院 实验室
            出版社 电视台 电台 报社 通讯社 杂志社 法院 检察院 政府 国会 议会 党 部 局 署 厅 处 办公室
            俱乐部 乐团 乐队 基金会 组织 联盟 联合会 博物馆 图书馆 美术馆 剧院 工厂 工作室 事务所 航空
            银行 中心 教会 教区 军 舰队 球队 足球队 队 铁路 证券 保险 交易所 联赛 社
            """
        ),
        key=lambda word: (len(word), word),
        reverse=True,
    )
)
_ORGANISATION_MIDDLES = word_set(
    """
    科技 技术 国际 股份 有限 有限责任 人民 国家 国立 中央 全国 第一 第二 第三 师范 工业 理工 农业 科学
    电子 汽车 石油 石化 航空 航天 人寿 保险 商业 工商 建设 投资 信息 网络 通信 移动 联合 世界 民主 自由
    共产 社会 共和 劳动 工程 医科 医学 中医 财经 政法 外国语 体育 音乐 美术 艺术 电影 传媒 出版 教育 文化
    卫生 环境 能源 电力 钢铁 化学 化工 制药 生物 软件 半导体 足球 篮球 研究 发展 管理 贸易 金融 证券 最高
    高级 中级 地方 经济 事务 外交 国防 财政 交通 公安 司法 安全 合作 奥林匹克 开发 铁路 海军 陆军 空军
    综合 女子 天主教 基督教 交通
    """
)
KNOWN_ORGANISATIONS = word_set(
    """
    微软 谷歌 苹果公司 亚马逊 脸书 推特 华为 腾讯 阿里巴巴 百度 小米 联想 三星 索尼 丰田 本田 特斯拉
    英伟达 英特尔 字节跳动 京东 网易 中兴 比亚迪 联合国 欧盟 北约 东盟 世卫组织 世界银行 国务院 中共中央
    解放军 白宫 新华社 路透社
    """
)
COMMON_AS_NAMES = word_set(
    """
    和平 高峰 明白 文明 高大 华人 安全 国家 公共 公安 公开 方面 方向 方法 方便 方式 方针 方案 关系 关于
    关键 关注 向前 东西 应用 应该 应当 任何 任务 任命 连续 高度 高速 高级 高等 平安 平方 平和 严重 成立
    文化 文学 文字 文章 万能 于是 于今 常用 常见 时代 包括 包含 包围 白色 黄色 石头 石油 金属 金融 金额
    马上 牛奶 安装 安排 利用 利益 通过 查询 游戏 游客 权利 权力 管理 解决 解释 项目 宣布 宣传 应对 武器
    武装 温度 温泉 广泛 广告 连接 党员 党派 师范 师傅 司法 司机 国王 国会 国民 国际 文件 文献 席位 季节
    房屋 房间 古代 古老 容易 容量 易于 满足 尚未 左右 曾经 曾任 沙漠 江湖 海洋 华丽 金牌 银牌 田径 胡同
    卫星 藏书 马力 马达 周期 高压 高温 高铁 金属 安静 温和 张力 钱币 江水 路灯 水库 经理 白酒 黄金 黄油
    蓝天 蓝图 毛巾 蓝色 明显 温暖 唐诗 宋词 元曲 明清 秦汉 康复 梅花 荣誉 荣获 幸福 甘肃 宁夏 巴士 盛行
    凌晨 湖泊
    高山 山区 南北 中断 通讯 神圣 普通 城市 王子 大奖 金杯 哥哥 东北 西北 东南 西南 山上 海上 海底 河水
    海水 军政府 文化大革命 施工 施行 施力 全长 全名 全球 时任 时期 经济 经典 左翼 右翼 利润 水面 水位 解放
    双方 双子 华侨 中文 英文 日文 法文 德文 国语 汉语 英语 日语 法语 德语 俄语 满语 小行星 恐龙 国歌 大厦
    大楼 高层 高原 平原 沙洲 于此 有限 有限公司 安放 应有 钱财
    """
)
_all_han = re.compile(f"[{HAN}]+")
_latin_name = re.compile(r"[A-Z][A-Za-z0-9]+")
_transliteration_run = re.compile(f"[{''.join(sorted(TRANSLITERATION))}]{{3,9}}")
_BOOK = re.compile(r"《([^《》\n]{1,60})》")
_DOTS = "·•・‧"
_DOTTED = re.compile(rf"[{HAN}]{{1,8}}(?:[·•・‧][{HAN}]{{1,10}})+")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.&'’-]*(?: [A-Za-z0-9][A-Za-z0-9.&'’-]*)*")
_TITLES = "|".join(sorted(OFFICES | CALLINGS | ADDRESSES))
_TITLE_BEFORE = re.compile(rf"(?:{_TITLES})\Z")
_ROLE_BEFORE = re.compile(rf"(?:{_TITLES}|由|是|与|和|、)\Z")
_PERSON_AFTER = re.compile(r"(?:（\d{4}|先生|女士|教授|博士|表示|指出|认为|出生|生于|担任|出任|去世|逝世|毕业于)")
_ROLE_AFTER = re.compile(
    r"(?:（|\(|先生|女士|教授|博士|总统|主席|总理|说|表示|指出|认为|出生|生于|担任|出任|去世|逝世|创立|创办|设计|领导|毕业|获得|执导|主演|撰写|任|的|、|和|与|，)"
)


def chinese_names(text: str) -> list[Found]:
    """(start, end, type) of the names in `text`; they may overlap, longer ones are meant to win."""
    words = segment(text)
    found = list(_marked(text))
    found += _latin(text)
    found += _dotted(text, words)
    found += _transliterated(text, words)
    found += _surnamed(text, words)
    found += _dictionary_names(text, words)
    return found


def _marked(text: str) -> Iterator[Found]:
    for match in _BOOK.finditer(text):
        yield match.start(1), match.end(1), EntityType.NAME


def _latin(text: str) -> Iterator[Found]:
    for match in _LATIN.finditer(text):
        if len(match.group()) > 1 and not match.group().islower():
            kinds = english_names(match.group())
            kind = kinds[0][2] if kinds else EntityType.NAME
            yield match.start(), match.end(), kind


def _dotted(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    """Transliterated names: what is around a middle dot, as far as the characters are used in such names.

    Where the character beside the dot is not, the whole word beside it is taken.
    """
    if not _DOTTED.search(text):
        return
    word_at = {position: (start, end) for _, start, end in words for position in range(start, end)}
    start = behind = -1
    for dot in (index for match in _DOTTED.finditer(text) for index in range(*match.span()) if text[index] in _DOTS):
        left, right = dot, dot + 1
        while left > 0 and text[left - 1] in TRANSLITERATION:
            left -= 1
        while right < len(text) and text[right] in TRANSLITERATION:
            right += 1
        left = left if left < dot else word_at[dot - 1][0]
        right = right if right > dot + 1 else word_at[dot + 1][1]
        if left <= behind:
            behind = right
            continue
        if behind > start:
            yield start, behind, EntityType.PERSON
        start, behind = left, right
    if behind > start:
        yield start, behind, EntityType.PERSON


def _transliterated(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    """Foreign names the dictionary lacks: runs of the characters they are written with, holding no ordinary
    word.
    """
    names = name_tags()
    inside = {start: word for word, start, _ in words}
    for match in _transliteration_run.finditer(text):
        start, end = match.span()
        while start < end and start not in inside:
            start += 1
        ordinary = [
            at
            for at in range(start, end)
            if at in inside and len(inside[at]) > 1 and is_known(inside[at]) and inside[at] not in names
        ]
        end = min([end, *ordinary])
        last = max((at for at in range(start, end) if at in inside), default=end)
        if last < end < last + len(inside.get(last, "")):
            end = last  # the last word goes on beyond the run: it is another word
        if end - start < 3 or text[start:end] in COMMON_AS_NAMES:
            continue
        suffix = next((s for s in _FEATURE_SUFFIXES if text.startswith(s, end)), "")
        yield start, end + len(suffix), EntityType.PLACE if suffix else EntityType.NAME


_FEATURE_SUFFIXES = (
    "特别行政区",
    "自治区",
    "群岛",
    "半岛",
    "山脉",
    "海峡",
    "省",
    "州",
    "市",
    "县",
    "郡",
    "区",
    "岛",
    "山",
    "河",
    "江",
    "湖",
    "海",
    "湾",
)


def _surnamed(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    """A surname cut off from its given name, where a role before or a verb of people behind tells that it
    is a person.
    """
    for index in range(len(words) - 1):
        surname, start, middle = words[index]
        given, _, end = words[index + 1]
        if len(surname) != 1 or surname not in SURNAMES or len(given) > 2 or not _all_han.fullmatch(given):
            continue
        if len(given) == 2 and is_known(given) and not _PERSON_AFTER.match(text, end):
            continue
        if is_known(text[start:end]) or middle == end:
            continue
        if _TITLE_BEFORE.search(text, max(0, start - 4), start) or _PERSON_AFTER.match(text, end):
            yield start, end, EntityType.PERSON


def _dictionary_names(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    names = name_tags()
    index = 0
    while index < len(words):
        organisation = _organisation(text, words, index)
        if organisation is not None:
            stop, organisation_type = organisation
            yield words[index][1], words[stop - 1][2], organisation_type
            index = stop
            continue
        kind = _word_type(text, words, index, names)
        if kind is None:
            index += 1
            continue
        stop = index + 1
        if kind is EntityType.PLACE:
            while stop < len(words) and words[stop][0] in _PLACE_SUFFIXES and words[stop - 1][2] - words[index][1] < 9:
                stop += 1
        yield words[index][1], words[stop - 1][2], kind
        index = stop


def _organisation(text: str, words: list[tuple[str, int, int]], index: int) -> tuple[int, EntityType] | None:
    """Where an organisation's name that opens with word `index` ends: a name, words such names are made of,
    a suffix.
    """
    names = name_tags()
    if not _may_open(words[index][0], names):
        return None
    stop = index + 1
    last = 0
    while stop < len(words) and stop - index <= 6:
        word = words[stop][0]
        if word in _ORGANISATION_SUFFIXES or (
            len(word) > 1 and word.endswith(_ORGANISATION_ENDINGS) and word not in _NO_ORGANISATIONS
        ):
            last = stop + 1
        elif word not in _ORGANISATION_MIDDLES and not _may_open(word, names):
            break
        stop += 1
    return (last, EntityType.ORGANISATION) if last else None


_NO_ORGANISATIONS = word_set("签署 部署 连署 联署 入党 建党 退党 入院 住院 出院 返校 到校 离校 入校 建校 出厂 建厂")
"""Verbs that end as organisations do: 中国签署了条约 names no authority."""
_ORGANISATION_ENDINGS = (
    "馆",
    "院",
    "局",
    "署",
    "厅",
    "社",
    "协",
    "党",
    "校",
    "大学",
    "公司",
    "电视台",
    "厂",
    "银行",
    "委员会",
    "部队",
)
_LONG_SUFFIXES = tuple(suffix for suffix in _ORGANISATION_SUFFIXES if len(suffix) > 1)


def kind_by_ending(name: str) -> EntityType | None:
    """What a name's ending says that it is: 提篮桥 a place, 陶瓷学院 an organisation; None for a lone ending."""
    for suffixes, kind in ((_ORGANISATION_SUFFIXES, EntityType.ORGANISATION), (_PLACE_SUFFIXES, EntityType.PLACE)):
        if any(name.endswith(suffix) and len(name) >= len(suffix) + 2 for suffix in suffixes):
            return kind
    return None


def _may_open(word: str, names: Mapping[str, str]) -> bool:
    if word in COMMON_AS_NAMES:
        return False
    if _latin_name.fullmatch(word):
        return True
    return len(word) > 1 and names.get(word) in ("ns", "nt", "nz", "nrt")


def _word_type(text: str, words: list[tuple[str, int, int]], index: int, names: Mapping[str, str]) -> EntityType | None:
    word, start, end = words[index]
    if len(word) < 2 or word in COMMON_AS_NAMES or word in _PLACE_SUFFIXES or word in _ORGANISATION_SUFFIXES:
        return None
    if len(word) > 2 and word.endswith(_LONG_SUFFIXES) and word not in _ORGANISATION_SUFFIXES:
        return EntityType.ORGANISATION
    if word in KNOWN_ORGANISATIONS:
        return EntityType.ORGANISATION
    tag = names.get(word)
    if tag == "ns":
        return EntityType.PLACE
    if tag == "nt":
        return EntityType.ORGANISATION
    if tag == "nz":
        return EntityType.NAME
    if tag in ("nrt", "nrfg"):
        return EntityType.PERSON
    if word[0] in SURNAMES and 2 <= len(word) <= 3:
        return _personal(text, word, start, end, tag)
    return None


def _personal(text: str, word: str, start: int, end: int, tag: str | None) -> EntityType | None:
    """A surname with one or two characters more: sure where the dictionary has it as a person or knows no
    such word.
    """
    if tag == "nr" and (len(word) == 3 or TRANSLITERATION.issuperset(word)):
        return EntityType.PERSON
    if tag is None and (is_known(word) or not _all_han.fullmatch(word) or word[1] == "之"):
        return None  # 出自施从周之手: what the segmenter guessed
    sure = _ROLE_BEFORE.search(text, max(0, start - 4), start) or _ROLE_AFTER.match(text, end)
    return EntityType.PERSON if sure or (tag is None and len(word) == 3) else None
