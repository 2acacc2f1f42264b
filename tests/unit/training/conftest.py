"""Lets the tests import `starter_models` from the training folder, which is no part of the package."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "training"))
