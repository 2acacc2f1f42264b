"""The settings as they may be shown: secrets masked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

if TYPE_CHECKING:
    from claimgraph.platform.settings import Settings


@dataclass(frozen=True, slots=True)
class ShownSetting:
    name: str
    value: str
    is_default: bool
    meaning: str


def shown_settings(settings: Settings) -> list[ShownSetting]:
    """Every setting, in the order of their definition."""
    return [
        ShownSetting(
            name=name,
            value=_shown(getattr(settings, name)),
            is_default=name not in settings.model_fields_set,
            meaning=field.description or "",
        )
        for name, field in type(settings).model_fields.items()
    ]


def without_credentials(url: str) -> str:
    """An address without the user, password and query that it may hold."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _shown(value: object) -> str:
    from pydantic import SecretStr

    if value is None:
        return ""
    if isinstance(value, SecretStr):
        return "********" if value.get_secret_value() else ""
    text = str(value)
    return without_credentials(text) if "://" in text else text
