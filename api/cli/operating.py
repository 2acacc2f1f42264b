"""`claimgraph stop`, `doctor` and `config show`."""

from __future__ import annotations

import anyio

from claimgraph.platform.settings import load_settings

from ..printing import one_line
from .streams import print_json


def stop(force: bool) -> None:
    from claimgraph.platform.graph import embedded

    settings = load_settings()
    if embedded.stop(settings.home, force=force):
        print("The embedded store has been stopped.")
    elif settings.neo4j_uri:
        print("No embedded store is running; the settings name a server, which is not claimgraph's to stop.")
    else:
        print("No embedded store is running.")


def doctor(as_json: bool) -> int:
    """Print the diagnosis; 0 where everything that is needed works, else 1."""
    from ..doctor import examine

    diagnosis = anyio.run(examine)
    if as_json:
        print_json(diagnosis)
    else:
        for label, value in diagnosis.lines():
            print(f"{label:<12} {one_line(value)}")
        for problem in diagnosis.problems:
            print(f"{'PROBLEM':<12} {one_line(problem)}")
        print("Something is wrong." if diagnosis.problems else "All is well.")
    return 0 if diagnosis.healthy else 1


def config_show(as_json: bool) -> None:
    from ..shown_settings import shown_settings

    shown = shown_settings(load_settings())
    if as_json:
        print_json({setting.name: setting.value for setting in shown})
        return
    for setting in shown:
        print(f"{setting.name} = {one_line(setting.value)}{'' if setting.is_default else '  (set)'}")
        print(f"    {setting.meaning}")
