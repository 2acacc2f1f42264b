"""The version of this program."""

from __future__ import annotations


def version() -> str:
    """The installed distribution's version; `unknown` where it runs without having been installed."""
    from importlib import metadata

    try:
        return metadata.version("claimgraph")
    except metadata.PackageNotFoundError:
        return "unknown"
