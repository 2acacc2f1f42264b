"""Prompts in a folder `prompts` of the package that asks: one per task, with `prompt.<lang>.md`, `schema.json` and
`version.txt`.

A prompt file has the headings `# System` and `# User`; `$document` in the user part stands for the data, that
goes in as JSON (`quoted`), so that no text in it can end its quotation, begin a line or look like a heading.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from .model import Prompt

_PARTS = re.compile(r"\A# System\n(?P<system>.*?)\n# User\n(?P<user>.*)\Z", re.DOTALL)
# Line separators beyond \n, marks that reorder or hide text, lone surrogates: JSON leaves them as they are.
_SPECIAL = re.compile(r"[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """A task's prompt in one language. `version` covers the texts and the schema."""

    system: str
    user: str
    schema: Mapping[str, Any] | None  # None (`null` in the file): the reply is plain text
    version: str

    def fill(self, document: Mapping[str, Any], max_tokens: int) -> Prompt:
        """The prompt over `document`, which goes in as quoted data."""
        user = Template(self.user).substitute(document=quoted(document))
        return Prompt(self.system, user, self.schema, self.version, max_tokens=max_tokens)


def quoted(document: Mapping[str, Any]) -> str:
    """`document` as JSON that a model reads well (Chinese stays Chinese) and that no text in it can leave."""
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return _SPECIAL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@cache
def load_prompt(package: str, task: str, lang: str) -> PromptTemplate:
    """The prompt of `task` of `package` for texts in `lang`: Chinese for "zh", English for all others."""
    folder = files(package) / "prompts" / task
    text = (folder / f"prompt.{'zh' if lang == 'zh' else 'en'}.md").read_text(encoding="utf-8")
    schema = (folder / "schema.json").read_text(encoding="utf-8")
    number = (folder / "version.txt").read_text(encoding="utf-8").strip()
    parts = _PARTS.match(text)
    if parts is None:
        raise ValueError(f"the prompt {task!r} lacks its headings")
    fingerprint = hashlib.sha256((text + schema).encode()).hexdigest()[:8]
    version = f"{task}-{number}-{fingerprint}"
    return PromptTemplate(parts["system"].strip(), parts["user"].strip(), json.loads(schema), version)
