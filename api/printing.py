"""Text from documents and answers on a terminal: as data, never as commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

# C0 and C1 controls but newline and tab, marks that turn the direction of what follows, and lone surrogates.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with each character that a terminal might obey replaced by U+FFFD, so that offsets still fit."""
    return _UNPRINTABLE.sub("\ufffd", text)


def json_escaped(json_text: str) -> str:
    """JSON text of the same meaning, without any character that a terminal might obey."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text)


def one_line(text: str) -> str:
    return " ".join(printable(text).split())


def plain(text: str, style: str = "") -> Text:
    """Text of others for rich: no markup in it is read as markup."""
    from rich.text import Text

    return Text(printable(text), style=style)


def stdout_console() -> Console:
    """The console for results: as wide as the terminal, 100 columns and without colours in a pipe."""
    import sys

    from rich.console import Console

    width = None if sys.stdout.isatty() else 100
    return Console(highlight=False, emoji=False, markup=False, width=width)


def stderr_console() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False, emoji=False, markup=False)


@contextmanager
def progress_bar(task: str) -> Iterator[Callable[[int, int], None]]:
    """Tell it (done, of): a bar on a terminal, nothing in a pipe. `task` says what is counted."""
    console = stderr_console()
    if not console.is_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        shown = bar.add_task(task, total=None)
        yield lambda done, total: bar.update(shown, completed=done, total=total)
