"""Bytes to text: byte-order mark, strict UTF-8, then what the bytes look like; binary data is refused."""

from __future__ import annotations

import re

from claimgraph.platform.errors import UnreadableDocument

_BOMS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_BINARY_SIGNATURES = {
    b"%PDF-": "a PDF",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"PK\x03\x04": "a ZIP archive or an Office document",
    b"PK\x05\x06": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x7fELF": "a program",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"SQLite format 3\x00": "an SQLite database",
}
_SAMPLE_BYTES = 100_000
_control = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_high = re.compile(rb"[\x80-\xff]")
_lone_high = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_multibyte_utf8 = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_COMMON_CHINESE = frozenset(
    "的一是不了人在有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自之年过過"
    "发發后後作里用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心"
    "她本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高"
    "间間由问問很最重并物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給"
    "世位次度门門任常先海通教儿兒原东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別"
    "打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克干许許统統区區"
    "保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住"
    "告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運"
    "，。、“”：；！？（）《》「」"
)


def decode(data: bytes, name: str) -> str:
    """The text that `data` encodes.

    Raises `UnreadableDocument` for binary data, for UTF-8 with broken bytes and for what fits no encoding
    well.
    """
    for mark, marked in _BOMS:
        if data.startswith(mark):
            return _decode_marked(data, marked, name)
    for signature, kind in _BINARY_SIGNATURES.items():
        if data.startswith(signature):
            raise UnreadableDocument(f"{name} is {kind}, not text. Convert it to text, Markdown or PDF first.")
    if (encoding := _unmarked_utf16(data)) and not _is_binary(data.replace(b"\x00", b"")):
        return data.decode(encoding, "ignore")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _decode_other(data, name, error.start)
    if _is_binary(data):
        raise _binary(name)
    return text


def require_certain(data: bytes, name: str) -> None:
    """Refuse a text whose encoding `decode` would only guess: a guess that is good for a long document makes words out
    of the broken bytes of a short answer.

    Certain are UTF-8 without NUL, UTF-16 and UTF-32 with a mark, UTF-16 as Western text has it, and what reads as
    everyday Chinese. Raises `UnreadableDocument` saying where the first byte is that does not fit.
    """
    if any(data.startswith(mark) for mark, _ in _BOMS) or _unmarked_utf16(data):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        if _with_surrogates(data) is None and _chinese_encoding(data) is None:
            raise UnreadableDocument(
                f"{name} is not UTF-8 (byte 0x{data[error.start]:02x} at {error.start:,}): binary data, or text in an "
                "older encoding. Save the text as UTF-8, for example with: iconv -f WINDOWS-1252 -t UTF-8."
            ) from error
        return
    if (place := data.find(0)) >= 0:
        raise UnreadableDocument(
            f"{name} holds a NUL byte at {place:,}: binary data, or damaged text. Hand in plain text, in UTF-8."
        )


def _decode_marked(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        label = encoding.removesuffix("-sig").upper()
        raise UnreadableDocument(
            f"{name} begins as {label}, but its bytes from {error.start:,} on are not. It was cut off or "
            "damaged; get a whole copy or save it again as UTF-8."
        ) from error


def _unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without a mark, told by every other byte being NUL, as in Western text."""
    sample = data[:_SAMPLE_BYTES]
    if len(data) % 2 or len(sample) < 4 or b"\x00" not in sample:
        return None
    half = len(sample) / 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.4 * half and even < 0.02 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.02 * half:
        return "utf-16-be"
    return None


def _is_binary(data: bytes) -> bool:
    """True when more than a stray few of the bytes are control characters that no text has."""
    sample = data[:_SAMPLE_BYTES]
    return len(_control.findall(sample)) > max(2, len(sample) // 100)


def _binary(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} is binary data, not text. Convert it to text, Markdown or PDF first.")


def _decode_other(data: bytes, name: str, broken_at: int) -> str:
    """Decode bytes that are not strict UTF-8 and have no mark."""
    if text := _with_surrogates(data):
        return text
    high = len(_high.findall(data))
    if sum(map(len, _multibyte_utf8.findall(data))) > 0.9 * high:
        raise UnreadableDocument(
            f"{name} is UTF-8 with a broken byte at {broken_at:,}. Get a whole copy or save it again as UTF-8."
        )
    if encoding := _chinese_encoding(data):
        return data.decode(encoding)
    if _is_binary(data):
        raise _binary(name)
    if 2 * len(_lone_high.findall(data)) > high:
        try:
            return data.decode("cp1252")  # Western text: single high bytes among ASCII letters
        except UnicodeDecodeError:
            pass
    return _decode_guessed(data, name)


def _with_surrogates(data: bytes) -> str | None:
    """UTF-8 that holds encoded surrogates: pairs are joined, lone ones dropped."""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _chinese_encoding(data: bytes) -> str | None:
    """The Chinese encoding under which the bytes read as everyday Chinese, if there is one."""
    best, best_share = None, 0.2  # everyday text has over 0.4, bytes read in a wrong encoding under 0.1
    for encoding in ("gb18030", "big5", "utf-16-le", "utf-16-be"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        signs = [sign for sign in text[:_SAMPLE_BYTES] if sign > "\x7f"]
        share = sum(sign in _COMMON_CHINESE for sign in signs) / len(signs) if signs else 0.0
        if share > best_share:
            best, best_share = encoding, share
    return best


def _decode_guessed(data: bytes, name: str) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE_BYTES]).best()
    if best is not None:
        try:
            return data.decode(best.encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    raise UnreadableDocument(f"The encoding of {name} could not be told. Save it as UTF-8 and try again.")
