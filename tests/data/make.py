"""Makes the files of this folder again; see README.md for what each is for.

Run from anywhere: ``python tests/data/make.py``. Needs PyMuPDF (extra ``pymupdf``) and the PDF among the
examples, from which real.pdf takes its two pages.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
MANUAL = FOLDER.parents[1] / "examples" / "documents" / "bzip2-manual.pdf"

PAGES = (
    "The Harrow Street bridge\n\n"
    "The Harrow Street bridge was opened on 4 May 1931 by the engineer Ada Brandt.\n"
    "It is 212 metres long and carries two tram lines across the river Lenne.\n"
    "The steel came from the Kessler works in Hagen.",
    "Repairs\n\n"
    "In 1987 the city replaced the deck at a cost of 3.4 million marks.\n"
    "The work took eleven months and was led by Tomas Vidal.\n"
    "No tram ran during that time.",
)

ENGLISH = (
    "The café on Brückenstraße opened in 1998. It seats forty guests, and its owner, Zoë Müller, "
    "sells about 250 cups of coffee a day – “more than the station”, she says. A cup costs €2.80.\n"
)

CHINESE = (
    "青石桥图书馆于2009年9月1日开放，馆长是林书雅。全馆藏书四十二万册，每周开放六天。"
    "2015年，图书馆花费三百八十万元扩建了儿童阅览室。新的阅览室可以容纳一百二十名小读者，由本市的建筑师周启明设计。"
    "读者凭身份证办理借书证，一次最多借十本书，期限为三十天。逾期的书每天收取两角钱。\n"
)

MARKDOWN = """\
# Field station handbook

The station stands at 1,240 m above sea level and was founded in 1974.

## Staff

- Director: Inge Halvorsen, since 2016
- Engineer: Paulo Reis
  - on call at weekends

1. Sign the log.
2. Check the two generators.

## Instruments

| Instrument | Height (m) | Since |
|------------|-----------:|-------|
| Barometer  | 2          | 1974  |
| Anemometer | 10         | 1991  |

The data are read with `readlog`:

```python
# not a heading
rows = readlog("2021-03-04.csv")
```

> Wind above 35 m/s closes the mast.

See the [safety rules](https://example.org/safety "rules") and *never* climb **alone**.

### 中文说明

观测站建于1974年，海拔1240米。
"""

PASSWORD = "claimgraph"


def text_pdf() -> bytes:
    import pymupdf

    document = pymupdf.open()
    for text in PAGES:
        document.new_page(width=420, height=595).insert_text((40, 60), text, fontsize=11)
    return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


def chinese_pdf() -> bytes:
    """Chinese in a built-in CJK font, which is named and not embedded: the file stays small."""
    import pymupdf

    document = pymupdf.open()
    page = document.new_page(width=420, height=595)
    for line, text in enumerate(CHINESE.strip().split("。")[:-1]):
        page.insert_text((40, 60 + 24 * line), text + "。", fontsize=9, fontname="china-s")
    return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


def encrypted_pdf() -> bytes:
    import pymupdf

    with pymupdf.open(stream=text_pdf(), filetype="pdf") as document:
        return bytes(
            document.tobytes(
                encryption=pymupdf.PDF_ENCRYPT_AES_256,
                owner_pw=PASSWORD + "-owner",
                user_pw=PASSWORD,
            )
        )


def scanned_pdf() -> bytes:
    """The first page as a picture of itself: what a scanner without OCR writes."""
    import pymupdf

    with pymupdf.open(stream=text_pdf(), filetype="pdf") as source:
        picture = source[0].get_pixmap(dpi=60, colorspace=pymupdf.csGRAY).tobytes("png")
        box = source[0].rect
    document = pymupdf.open()
    document.new_page(width=box.width, height=box.height).insert_image(box, stream=picture)
    return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


def real_pdf() -> bytes:
    """Two pages of the bzip2 manual, without links and outline; the file says that it was altered."""
    import pymupdf

    with pymupdf.open(MANUAL) as document:
        document.select([8, 9])  # counted from 0
        document.set_toc([])
        document.xref_set_key(document.pdf_catalog(), "Names", "null")
        for page in document:
            for link in page.get_links():
                page.delete_link(link)
        altered = "Altered: only pages 9 and 10 of manual.pdf of bzip2 1.0.8, links and outline removed"
        document.set_metadata({**document.metadata, "subject": altered})
        return bytes(document.tobytes(garbage=4, deflate=True, use_objstms=1, no_new_id=True))


def truncated_pdf() -> bytes:
    """The head of the real file, cut in the middle of an object: no cross-reference table, no trailer."""
    whole = real_pdf()
    return whole[: len(whole) // 3]


def binary_named_txt() -> bytes:
    """A PNG signature, then every byte value, with NULs: no encoding reads this as text."""
    return b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8 + b"\x00\x00\x00\x0dIHDR" + bytes(512)


def made() -> dict[str, bytes]:
    """File name to content, for every file."""
    return {
        "text.pdf": text_pdf(),
        "chinese.pdf": chinese_pdf(),
        "encrypted.pdf": encrypted_pdf(),
        "scanned.pdf": scanned_pdf(),
        "real.pdf": real_pdf(),
        "truncated.pdf": truncated_pdf(),
        "binary.txt": binary_named_txt(),
        "utf16.txt": ENGLISH.encode("utf-16"),
        "utf16_zh.txt": CHINESE.encode("utf-16"),
        "utf8_bom.txt": b"\xef\xbb\xbf" + ENGLISH.encode("utf-8"),
        "windows1252.txt": ENGLISH.encode("windows-1252"),
        "gb18030.txt": CHINESE.encode("gb18030"),
        "handbook.md": MARKDOWN.encode("utf-8"),
        "empty.txt": b"",
        "blank.txt": b" \n\t\r\n \xe3\x80\x80\n",
    }


def main() -> None:
    for name, content in made().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name:18} {len(content):6} bytes")


if __name__ == "__main__":
    main()
