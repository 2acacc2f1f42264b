"""Standard input as bytes, and printing results."""

from __future__ import annotations

import sys

from claimgraph.platform.errors import InputError

from .. import sources

STDIN = "-"


def start_logging() -> None:
    """Log as the settings say; a malformed setting is told by whoever needs it."""
    from claimgraph.platform import logs
    from claimgraph.platform.errors import ConfigError
    from claimgraph.platform.settings import load_settings

    try:
        settings = load_settings()
    except ConfigError:
        return
    logs.configure(settings.log_level, settings.log_format)


def read_stdin() -> bytes:
    """All of standard input. Raises `InputError` where there is none to read."""
    if sys.stdin is None:
        raise InputError("Standard input is closed; name a file instead of -.")
    if sys.stdin.isatty():
        print("claimgraph: reading from the terminal; end with Ctrl-D.", file=sys.stderr)
    try:
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        raise InputError(f"Standard input cannot be read ({type(error).__name__}); name a file instead.") from error


def named_bytes(path: str) -> tuple[bytes, str]:
    """A file's bytes, or those of standard input, and what messages call them. Raises `InputError`."""
    if path == STDIN:
        return read_stdin(), "Standard input"
    return sources.read_bytes(sources.named(path)), path


def print_json(value: object) -> None:
    """One JSON object on standard output; all of it in ASCII where the output cannot take more."""
    print(json_text(value))


def json_text(value: object) -> str:
    """What `print_json` prints."""
    from ..jsonable import to_json

    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return to_json(value, only_ascii=encoding != "utf8")
