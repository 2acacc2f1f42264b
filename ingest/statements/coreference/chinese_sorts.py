"""Whether a Chinese name can be what a noun calls it: 这条河 is 长江, never 巴黎; 该公司 is no university."""

from __future__ import annotations

from ...text.word_lists import word_set

_NOUNS = {
    "river": word_set("河 河流 江 江河 大河 大江 运河 支流 水系"),
    "lake": word_set("湖 湖泊 大湖 水库"),
    "mountain": word_set("山 山峰 高山 大山 山脉 火山 高峰"),
    "island": word_set("岛 岛屿 海岛 小岛 半岛 群岛"),
    "sea": word_set("海 大海 海域 洋 大洋 海峡 海湾"),
    "desert": word_set("沙漠"),
    "plain": word_set("平原 高原 盆地 峡谷"),
    "continent": word_set("洲 大洲 大陆"),
    "country": word_set("国 国家"),
    "province": word_set("省 省份 自治区 州"),
    "city": word_set("市 城市 城 都市 首都 省会 小城 古城 港口城市"),
    "town": word_set("镇 小镇 县 村 村庄 区 县城 古镇"),
    "tower": word_set("塔 铁塔"),
    "bridge": word_set("桥 大桥 桥梁"),
    "temple": word_set("寺 寺庙 庙 教堂"),
    "palace": word_set("宫 宫殿 城堡"),
    "airport": word_set("机场"),
    "museum": word_set("博物馆 图书馆 美术馆 馆"),
    "school": word_set("大学 学校 校 学院 中学 小学 高校"),
    "hospital": word_set("医院"),
    "bank": word_set("银行"),
    "company": word_set("公司 集团 企业 厂商 车企 药企 工厂"),
    "authority": word_set("政府 法院 部门 委员会 部 局 检察院"),
    "team": word_set("球队 俱乐部 乐队"),
}
_ENDINGS = {
    "river": word_set("河 江 川 溪 渠"),
    "lake": word_set("湖 泊 池 水库"),
    "mountain": word_set("山 峰 岭 山脉 岳"),
    "island": word_set("岛 岛屿 群岛 半岛 屿"),
    "sea": word_set("海 洋 海峡 湾 海湾"),
    "desert": word_set("沙漠 大漠"),
    "plain": word_set("平原 高原 盆地 峡谷"),
    "continent": word_set("洲"),
    "country": word_set("国 共和国 王国 联邦"),
    "province": word_set("省 自治区 州"),
    "city": word_set("市 城"),
    "town": word_set("镇 县 村 区"),
    "tower": word_set("塔"),
    "bridge": word_set("桥"),
    "temple": word_set("寺 庙 教堂 大教堂 圣母院 清真寺"),
    "palace": word_set("宫 城堡 故宫"),
    "airport": word_set("机场"),
    "museum": word_set("馆"),
    "school": word_set("大学 学院 学校 中学 小学 理工"),
    "hospital": word_set("医院"),
    "bank": word_set("银行"),
    "company": word_set("公司 集团 股份 科技 有限公司"),
    "authority": word_set("政府 法院 委员会 检察院 部 局"),
    "team": word_set("队 俱乐部 乐队"),
}
_COUNTRIES = word_set(
    """
    日本 俄罗斯 苏联 印度 巴西 加拿大 澳大利亚 意大利 西班牙 葡萄牙 荷兰 比利时 卢森堡 瑞士 瑞典 挪威 芬兰 丹麦 冰岛
    爱尔兰 波兰 捷克 斯洛伐克 匈牙利 奥地利 希腊 土耳其 罗马尼亚 保加利亚 塞尔维亚 克罗地亚 斯洛文尼亚 阿尔巴尼亚
    乌克兰 白俄罗斯 立陶宛 拉脱维亚 爱沙尼亚 格鲁吉亚 亚美尼亚 阿塞拜疆 哈萨克斯坦 乌兹别克斯坦 吉尔吉斯斯坦
    塔吉克斯坦 土库曼斯坦 蒙古 朝鲜 越南 老挝 柬埔寨 缅甸 马来西亚 新加坡 印度尼西亚 印尼 菲律宾 文莱 东帝汶
    巴基斯坦 尼泊尔 不丹 斯里兰卡 马尔代夫 阿富汗 伊朗 伊拉克 叙利亚 黎巴嫩 约旦 以色列 巴勒斯坦 沙特 沙特阿拉伯
    也门 阿曼 阿联酋 卡塔尔 巴林 科威特 埃及 利比亚 突尼斯 阿尔及利亚 摩洛哥 苏丹 南苏丹 埃塞俄比亚 索马里 肯尼亚
    乌干达 坦桑尼亚 卢旺达 布隆迪 尼日利亚 尼日尔 加纳 马里 塞内加尔 喀麦隆 乍得 加蓬 刚果 安哥拉 赞比亚 津巴布韦
    莫桑比克 马达加斯加 博茨瓦纳 纳米比亚 南非 毛里求斯 墨西哥 危地马拉 洪都拉斯 萨尔瓦多 尼加拉瓜 哥斯达黎加 巴拿马
    古巴 牙买加 海地 多米尼加 哥伦比亚 委内瑞拉 厄瓜多尔 秘鲁 玻利维亚 智利 阿根廷 乌拉圭 巴拉圭 圭亚那 苏里南
    新西兰 斐济 巴布亚新几内亚 梵蒂冈 摩纳哥 马耳他 塞浦路斯
    """
)
_PROVINCES = word_set(
    """
    河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海
    台湾 内蒙古 广西 西藏 宁夏 新疆 加州 加利福尼亚 得克萨斯 德州 佛罗里达 巴伐利亚 魁北克 安大略
    """
)
_CITIES = word_set(
    """
    上海 珠海 威海 北海 青岛 秦皇岛 葫芦岛 广岛 福岛 九江 镇江 湛江 阳江 丽江 内江 连江 芜湖 佛山 中山 鞍山 马鞍山 唐山
    舟山 黄山 眉山 乐山 保山 平顶山 双鸭山 鹤岗 漯河 黑河 香港 澳门 银川 铜川 名古屋 旧金山 釜山 蔚山 里约 伯尔尼
    苏州 杭州 广州 郑州 兰州 福州 徐州 常州 扬州 泰州 温州 台州 湖州 惠州 梅州 潮州 柳州 梧州 沧州 德州 滨州 荆州 株洲
    郴州 永州 赣州 抚州 泉州 漳州 锦州 朔州 忻州 亳州 宿州 滁州 池州 衢州 赤峰 大丰 新加坡 摩纳哥 梵蒂冈
    """
)
_NAMED_BY_ENDING = frozenset(
    {
        "river", "lake", "mountain", "island", "sea", "desert", "plain", "continent", "country", "province", "tower",
        "bridge", "temple", "palace", "airport",
    }
)  # fmt: skip
"""What bears its sort in its name, or is in a list: of a name that does not, it cannot be told."""


def sort_of_noun(noun: str) -> str:
    """The sort of thing that a describing noun stands for, by its longest known ending; "" for any other."""
    for length in range(min(4, len(noun)), 0, -1):
        for sort, nouns in _NOUNS.items():
            if noun[-length:] in nouns:
                return sort
    return ""


def sorts_of_name(name: str) -> frozenset[str]:
    """The sorts of thing that a name tells it to be; empty where it does not tell."""
    listed = {
        sort for sort, names in (("country", _COUNTRIES), ("province", _PROVINCES), ("city", _CITIES)) if name in names
    }
    if listed:
        return frozenset(listed)
    longest = max((len(end) for ends in _ENDINGS.values() for end in ends if _ends(name, end)), default=0)
    return frozenset(
        sort for sort, ends in _ENDINGS.items() if any(len(end) == longest and _ends(name, end) for end in ends)
    )


def _ends(name: str, ending: str) -> bool:
    return name.endswith(ending) and len(name) > len(ending)


def may_be_called(name: str, noun: str) -> bool:
    """Whether a thing of this name may be what the noun stands for."""
    wanted = sort_of_noun(noun)
    if not wanted:
        return True
    told = sorts_of_name(name)
    if not told:
        return wanted not in _NAMED_BY_ENDING
    return wanted in told or bool(_ALSO.get(wanted, frozenset()) & told)


def bears_its_sort(noun: str) -> bool:
    """Whether what the noun stands for can be told by its name alone."""
    return sort_of_noun(noun) in _NAMED_BY_ENDING


_ALSO = {"company": frozenset({"bank"}), "town": frozenset({"city"}), "city": frozenset({"town"})}
