"""The picture of the reliability curve."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from starter_models.policy_curve import curve

SVG = "{http://www.w3.org/2000/svg}"
BINS = [
    {"claims": 40, "stated": 0.05, "supported": 0.1},
    {"claims": 10, "stated": 0.5, "supported": 0.4},
    {"claims": 40, "stated": 0.95, "supported": 0.9},
]
FIGURES = {
    "en": {"reliability": {"bins": BINS, "error": 0.061}},
    "zh": {"reliability": {"bins": BINS[1:], "error": 0.1}},
}


def test_every_bin_is_a_point_and_every_language_a_line_with_its_error() -> None:
    drawn = ET.fromstring(curve(FIGURES))
    assert len(drawn.findall(f"{SVG}circle")) == 5
    assert len(drawn.findall(f"{SVG}polyline")) == 2
    said = " ".join(text.text or "" for text in drawn.findall(f"{SVG}text"))
    assert "English: calibration error 0.061" in said
    assert "Chinese: calibration error 0.100" in said


def test_what_is_stated_as_it_turns_out_lies_on_the_diagonal() -> None:
    exact = [{"claims": 3, "stated": value, "supported": value} for value in (0.2, 0.6, 1.0)]
    drawn = ET.fromstring(curve({"en": {"reliability": {"bins": exact, "error": 0.0}}}))
    diagonal = next(line for line in drawn.findall(f"{SVG}line") if line.get("stroke-dasharray"))
    (x1, y1), (x2, y2) = [[float(diagonal.attrib[f"{axis}{end}"]) for axis in "xy"] for end in "12"]
    for point in drawn.findall(f"{SVG}circle"):
        x, y = float(point.attrib["cx"]), float(point.attrib["cy"])
        assert abs((x - x1) / (x2 - x1) - (y - y1) / (y2 - y1)) < 0.01


def test_fuller_bins_are_larger() -> None:
    radii = [float(point.attrib["r"]) for point in ET.fromstring(curve(FIGURES)).findall(f"{SVG}circle")]
    assert radii[0] == radii[2] > radii[1]
