"""Countries by name, folded, in English and Chinese: a city and a country may both be somebody's birthplace."""

from __future__ import annotations

_ENGLISH = """
afghanistan, albania, algeria, andorra, angola, argentina, armenia, australia, austria, azerbaijan, bahamas, bahrain,
bangladesh, barbados, belarus, belgium, belize, benin, bhutan, bolivia, bosnia and herzegovina, botswana, brazil,
brunei, bulgaria, burkina faso, burundi, cambodia, cameroon, canada, cape verde, central african republic, chad, chile,
china, people's republic of china, colombia, comoros, congo, costa rica, croatia, cuba, cyprus, czechia,
czech republic, denmark, djibouti, dominican republic, east timor, ecuador, egypt, el salvador, england, eritrea,
estonia, eswatini, ethiopia, fiji, finland, france, gabon, gambia, georgia, germany, ghana, great britain, greece,
grenada, guatemala, guinea, guyana, haiti, honduras, hungary, iceland, india, indonesia, iran, iraq, ireland, israel,
italy, ivory coast, jamaica, japan, jordan, kazakhstan, kenya, kuwait, kyrgyzstan, laos, latvia, lebanon, lesotho,
liberia, libya, liechtenstein, lithuania, luxembourg, madagascar, malawi, malaysia, maldives, mali, malta, mauritania,
mauritius, mexico, moldova, monaco, mongolia, montenegro, morocco, mozambique, myanmar, namibia, nepal, netherlands,
new zealand, nicaragua, niger, nigeria, north korea, north macedonia, northern ireland, norway, oman, pakistan,
panama, papua new guinea, paraguay, peru, philippines, poland, portugal, qatar, romania, russia, rwanda, san marino,
saudi arabia, scotland, senegal, serbia, sierra leone, singapore, slovakia, slovenia, somalia, south africa,
south korea, south sudan, soviet union, spain, sri lanka, sudan, suriname, sweden, switzerland, syria, taiwan,
tajikistan, tanzania, thailand, togo, tunisia, turkey, turkmenistan, uganda, ukraine, united arab emirates,
united kingdom, uk, united states, united states of america, usa, us, u.s, uruguay, uzbekistan, vatican city, venezuela,
vietnam, wales, yemen, yugoslavia, zambia, zimbabwe
"""
_CHINESE = """
中国 中华人民共和国 日本 韩国 朝鲜 蒙古 越南 老挝 柬埔寨 泰国 缅甸 马来西亚 新加坡
印度尼西亚 印尼 菲律宾 文莱 印度 巴基斯坦 孟加拉国 尼泊尔 不丹 斯里兰卡 马尔代夫
阿富汗 伊朗 伊拉克 叙利亚 约旦 以色列 黎巴嫩 沙特阿拉伯 沙特 也门 阿曼 阿联酋
卡塔尔 科威特 巴林 土耳其 哈萨克斯坦 乌兹别克斯坦 土库曼斯坦 吉尔吉斯斯坦
塔吉克斯坦 格鲁吉亚 亚美尼亚 阿塞拜疆 俄罗斯 苏联 乌克兰 白俄罗斯 波兰 德国 法国
英国 英格兰 苏格兰 威尔士 爱尔兰 荷兰 比利时 卢森堡 瑞士 奥地利 意大利 西班牙
葡萄牙 希腊 丹麦 挪威 瑞典 芬兰 冰岛 捷克 斯洛伐克 匈牙利 罗马尼亚 保加利亚
塞尔维亚 克罗地亚 斯洛文尼亚 波黑 黑山 阿尔巴尼亚 爱沙尼亚 拉脱维亚 立陶宛
摩尔多瓦 美国 加拿大 墨西哥 古巴 牙买加 巴拿马 哥伦比亚 委内瑞拉 秘鲁 巴西 阿根廷
智利 乌拉圭 巴拉圭 玻利维亚 厄瓜多尔 埃及 利比亚 突尼斯 阿尔及利亚 摩洛哥 苏丹
埃塞俄比亚 肯尼亚 坦桑尼亚 乌干达 卢旺达 尼日利亚 加纳 塞内加尔 南非 津巴布韦
赞比亚 安哥拉 莫桑比克 纳米比亚 博茨瓦纳 马达加斯加 澳大利亚 新西兰 斐济 南斯拉夫
"""
COUNTRIES = frozenset(name.strip() for name in _ENGLISH.replace("\n", " ").split(",")) | frozenset(_CHINESE.split())


def is_country(name: str) -> bool:
    """`name` in normal form (`ids.normalise_name`)."""
    return name in COUNTRIES
