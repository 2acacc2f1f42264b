"""Units of measure, English and Chinese: surface form -> (canonical unit, kind, factor to the canonical unit)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Unit:
    """`value * factor` is the value in the canonical unit `name`."""

    name: str
    kind: str  # length, area, volume, mass, duration, speed, temperature, power, energy, data, money, percent, ...
    factor: Decimal = Decimal(1)


_TABLE = """
length m 1: m meter meters metre metres 米 公尺
length m 1000: km kilometer kilometers kilometre kilometres kms 公里 千米
length m 0.01: cm centimeter centimeters centimetre centimetres 厘米 公分
length m 0.001: mm millimeter millimeters millimetre millimetres 毫米
length m 1609.344: mile miles mi 英里
length m 1852: nmi 海里
length m 500: 里 华里
length m 0.3048: ft foot feet 英尺
length m 0.9144: yard yards yd 码
length m 0.0254: inch inches 英寸
length ly 1: light-year light-years 光年
area m2 1: m² m2 sqm 平方米 平米 平方公尺
area m2 1000000: km² km2 平方公里 平方千米
area m2 10000: ha hectare hectares 公顷
area m2 4046.8564: acre acres 英亩
area m2 2589988.11: 平方英里
area m2 666.6667: 亩
area m2 66666.67: 顷
volume L 1: litre litres liter liters 升 公升
volume L 0.001: ml millilitre millilitres milliliter milliliters 毫升
volume L 1000: m³ m3 立方米
volume L 3.785411784: gallon gallons 加仑
volume barrel 1: barrel barrels bbl 桶
mass kg 1: kg kilogram kilograms kilogramme kilogrammes kgs 公斤 千克
mass kg 0.001: g gram grams gramme grammes 克
mass kg 0.000001: mg milligram milligrams 毫克
mass kg 1000: tonne tonnes ton tons 吨
mass kg 0.45359237: pound-mass lb lbs 磅
mass kg 0.5: 斤
duration second 1: s sec secs second seconds 秒 秒钟
duration second 0.001: ms millisecond milliseconds 毫秒
duration second 60: min mins minute minutes 分钟
duration second 900: 刻钟
duration second 3600: h hr hrs hour hours 小时 个小时 钟头 个钟头
duration second 86400: day days 天
duration second 604800: week weeks 周 星期 个星期
duration second 1209600: fortnight fortnights
duration month 1: month months 月 个月 个多月
duration month 3: quarter-year
duration month 12: year years yr yrs 年 周年 年间
duration month 120: decade decades
duration month 1200: century centuries 个世纪
speed m/s 1: m/s
speed m/s 0.2777778: km/h kmh kph 公里/小时
speed m/s 0.44704: mph
temperature °C 1: °C ℃ 摄氏度 degrees-celsius
temperature °F 1: °F 华氏度
angle ° 1: ° degree degrees 度
power W 1: W watt watts 瓦
power W 1000: kW kilowatt kilowatts 千瓦
power W 1000000: MW megawatt megawatts 兆瓦
power W 1000000000: GW gigawatt gigawatts 吉瓦
energy Wh 1000: kWh 千瓦时 度电
energy Wh 1000000: MWh
energy Wh 1000000000: GWh
frequency Hz 1: Hz 赫兹
frequency Hz 1000000: MHz
frequency Hz 1000000000: GHz
data B 1: byte bytes 字节
data B 1000: KB kB
data B 1000000: MB megabyte megabytes
data B 1000000000: GB gigabyte gigabytes
data B 1000000000000: TB terabyte terabytes
percent % 1: % ％ percent pct
points pp 1: percentage-points percentage-point 个百分点 百分点 pp
percent % 10: 成
percent % 0.1: ‰
money USD 1: $ US$ USD dollar dollars 美元 美金
money USD 0.01: cent cents 美分
money CNY 1: CNY RMB yuan 元 人民币 元人民币 块钱
money JPY 1: JPY yen 日元 日圆
money EUR 1: € EUR euro euros 欧元
money GBP 1: £ GBP pound pounds sterling 英镑
money GBP 0.01: pence penny
money HKD 1: HK$ HKD 港元 港币
money TWD 1: NT$ TWD 新台币 台币
money KRW 1: ₩ KRW won 韩元
money INR 1: ₹ INR rupee rupees 卢比
money CHF 1: CHF francs 瑞士法郎 法郎
money RUB 1: RUB rubles roubles 卢布
money AUD 1: A$ AUD 澳元
money CAD 1: C$ CAD 加元
count person 1: people person persons 人 名 位 人次 口 residents inhabitants
age month 12: 岁 周岁
multiple x 1: times 倍 fold -fold
"""


def _read_table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        head, _, surfaces = line.partition(": ")
        kind, name, factor = head.split()
        for surface in surfaces.split():
            units[surface] = Unit(name, kind, Decimal(factor))
    # A person's age and a span of years are written with the same words.
    units["岁"] = units["周岁"] = Unit("month", "duration", Decimal(12))
    return units


UNITS = _read_table()

# Symbols of one or two letters are case-sensitive ("MW" is not "mw"); words are not.
_SYMBOLS = [surface for surface in UNITS if surface.isascii() and (len(surface) <= 3 or not surface.isalpha())]
_WORDS = [surface for surface in UNITS if surface.isascii() and surface.isalpha() and len(surface) > 3]
_CHINESE = [surface for surface in UNITS if not surface.isascii()]


def _longest_first(surfaces: list[str]) -> str:
    return "|".join(re.escape(surface) for surface in sorted(surfaces, key=len, reverse=True))


CURRENCY_BEFORE = re.compile(r"(?:US\$|HK\$|NT\$|A\$|C\$|\$|€|£|¥|￥|₩|₹|USD|EUR|GBP|RMB|CNY|JPY)\s?$")
_QUALIFIED = re.compile(
    r"[\s-]?(?P<modifier>square|sq\.?|cubic)[\s-](?P<unit>kilomet(?:er|re)s?|met(?:er|re)s?|miles?|feet|foot|km|m|mi|ft)\b",
    re.IGNORECASE,
)
_CELSIUS = re.compile(r"\s?(?:degrees?\s+(?:Celsius|centigrade)|°\s?C|℃)", re.IGNORECASE)
_PER_HOUR = re.compile(r"\s?(?P<unit>kilomet(?:er|re)s?|km|miles?)\s?(?:per|an|/)\s?(?:hour|h)\b", re.IGNORECASE)
_SYMBOL = re.compile(rf"[\s-]?(?P<unit>{_longest_first(_SYMBOLS)})(?![A-Za-z0-9_²³])")
_WORD = re.compile(rf"[\s-]?(?:US\s+|U\.S\.\s+)?(?P<unit>{_longest_first(_WORDS)})(?![A-Za-z])", re.IGNORECASE)
_CHINESE_UNIT = re.compile(rf"\s?(?P<unit>{_longest_first(_CHINESE)})")
_AREA = {"k": Decimal(10) ** 6, "m": Decimal(1), "mi": Decimal("2589988.11"), "f": Decimal("0.09290304")}
_YEN_OR_YUAN = {"¥": "CNY", "￥": "CNY", "RMB": "CNY"}


def currency_before(text: str, start: int) -> tuple[int, Unit] | None:
    """The currency sign that ends at `start`: (where it begins, its unit)."""
    match = CURRENCY_BEFORE.search(text, max(0, start - 4), start)
    if match is None:
        return None
    sign = match.group().strip()
    return match.start(), Unit(_YEN_OR_YUAN[sign], "money") if sign in _YEN_OR_YUAN else UNITS[sign]


def unit_at(text: str, position: int) -> tuple[int, Unit] | None:
    """The unit of measure that stands at `position` (after at most one space): (where it ends, the unit)."""
    match = _CELSIUS.match(text, position)
    if match:
        return match.end(), UNITS["°C"]
    match = _PER_HOUR.match(text, position)
    if match:
        return match.end(), UNITS["mph" if match["unit"].lower().startswith("mi") else "km/h"]
    match = _QUALIFIED.match(text, position)
    if match:
        return match.end(), _qualified(match["modifier"].lower(), match["unit"].lower())
    for pattern in (_SYMBOL, _WORD, _CHINESE_UNIT):
        match = pattern.match(text, position)
        if match:
            surface = match["unit"]
            return match.end(), UNITS.get(surface) or UNITS[surface.lower()]
    return None


def _qualified(modifier: str, unit: str) -> Unit:
    key = next(key for key in ("k", "mi", "f", "m") if unit.startswith(key))
    if modifier.startswith("sq"):
        return Unit("m2", "area", _AREA[key])
    return Unit("L" if key == "m" else f"cubic-{key}", "volume", Decimal(1000) if key == "m" else Decimal(1))
