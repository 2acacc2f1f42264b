"""The entry point: runs the command, and turns every error into one line and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from claimgraph.platform.errors import ClaimGraphError

from .app import app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends with `SystemExit`: 0 done, 1 the system's fault, 2 the user's, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A lone surrogate in someone's text, or a terminal without Chinese, is no reason to fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        app(args=arguments, prog_name="claimgraph")
    except ClaimGraphError as error:
        _end(error, "--debug" in arguments)
    except BaseExceptionGroup as group:
        _end(_first_cause(group), "--debug" in arguments)
    except Exception as error:
        _end(error, "--debug" in arguments)


def _end(error: BaseException, debug: bool) -> None:
    """Say what went wrong in one line and leave."""
    if debug:
        import traceback

        traceback.print_exception(error)
    if isinstance(error, ClaimGraphError):
        _say(str(error))
        raise SystemExit(error.exit_code)
    if isinstance(error, KeyboardInterrupt):
        raise SystemExit(130)
    _say(f"unexpected {type(error).__name__}; `claimgraph --debug …` shows where.")
    raise SystemExit(1)


def _say(message: str) -> None:
    from ..printing import one_line

    print(f"claimgraph: {one_line(message)}", file=sys.stderr)


def _first_cause(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Of what failed at once, the first error raised on purpose, else the first."""
    leaves: list[BaseException] = []
    groups: list[BaseException] = [group]
    while groups:
        error = groups.pop(0)
        if isinstance(error, BaseExceptionGroup):
            groups.extend(error.exceptions)
        else:
            leaves.append(error)
    return next((leaf for leaf in leaves if isinstance(leaf, ClaimGraphError)), leaves[0])
