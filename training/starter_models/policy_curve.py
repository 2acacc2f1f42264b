"""The reliability curve as a picture: stated probabilities against the share that turned out supported, as an SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

_SIZE, _LEFT, _TOP, _BOTTOM = 300, 50, 34, 46
_NAMES = {"en": ("English", "#1f6feb"), "zh": ("Chinese", "#c2410c")}
_LARGEST = 7.0  # radius of the point of the fullest bin


def curve(figures: Mapping[str, Any]) -> str:
    """`figures`: what `policy_fit.fit_all` gave. A point a bin, its area by how many claims it holds."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE + _LEFT + 20} {_SIZE + _TOP + _BOTTOM}" '
        'font-family="sans-serif" font-size="12" role="img">',
        "<title>Reliability of the calibrated policy on premises that it was not fitted on</title>",
        f'<rect width="{_SIZE + _LEFT + 20}" height="{_SIZE + _TOP + _BOTTOM}" fill="#ffffff"/>',
        *_axes(),
    ]
    shown = [lang for lang in _NAMES if lang in figures]
    for place, lang in enumerate(shown):
        name, colour = _NAMES[lang]
        reliability = figures[lang]["reliability"]
        parts += _line(reliability["bins"], colour)
        label = escape(f"{name}: calibration error {reliability['error']:.3f}")
        parts.append(f'<text x="{_LEFT + 8}" y="{_TOP + 18 + 16 * place}" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _axes() -> list[str]:
    found = [
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#9ca3af" stroke-dasharray="4 4"/>',
        f'<text x="{_x(0.5)}" y="{_y(0) + 38}" text-anchor="middle">stated P(supported)</text>',
        f'<text x="14" y="{_y(0.5)}" text-anchor="middle" transform="rotate(-90 14 {_y(0.5)})">share supported</text>',
    ]
    for tenths in range(0, 11, 2):
        value = tenths / 10
        found += [
            f'<line x1="{_x(value)}" y1="{_y(0)}" x2="{_x(value)}" y2="{_y(1)}" stroke="#e5e7eb"/>',
            f'<line x1="{_x(0)}" y1="{_y(value)}" x2="{_x(1)}" y2="{_y(value)}" stroke="#e5e7eb"/>',
            f'<text x="{_x(value)}" y="{_y(0) + 18}" text-anchor="middle">{value:.1f}</text>',
            f'<text x="{_x(0) - 8}" y="{_y(value) + 4}" text-anchor="end">{value:.1f}</text>',
        ]
    return found


def _line(bins: Sequence[Mapping[str, Any]], colour: str) -> list[str]:
    points = [(_x(one["stated"]), _y(one["supported"])) for one in bins]
    path = " ".join(f"{x},{y}" for x, y in points)
    most = max((one["claims"] for one in bins), default=1)
    radii = [round(_LARGEST * (one["claims"] / most) ** 0.5, 1) for one in bins]
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>',
        *(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"><title>{one["claims"]} claims</title></circle>'
            for (x, y), radius, one in zip(points, radii, bins, strict=True)
        ),
    ]


def _x(value: float) -> float:
    return round(_LEFT + value * _SIZE, 1)


def _y(value: float) -> float:
    return round(_TOP + (1 - value) * _SIZE, 1)
