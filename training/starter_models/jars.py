"""Encoders out of jars: langchain4j packages some models for Maven Central, where no model hub is needed.

A jar is known by its SHA-256. No host is named here: Maven's own settings say where artifacts come from.
"""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Jar:
    artifact: str  # group:name:version
    sha256: str

    @property
    def file(self) -> str:
        _, name, version = self.artifact.split(":")
        return f"{name}-{version}.jar"

    def fetch(self, work: Path) -> Path:
        """The jar in the folder, brought there by Maven if it is not."""
        path = work / self.file
        if not path.exists():
            command = ["mvn", "-q", "dependency:copy", f"-Dartifact={self.artifact}", f"-DoutputDirectory={work}"]
            subprocess.run(command, check=True)
        return path

    def read(self, path: Path, *members: str) -> list[bytes]:
        """Files of the jar at `path`. Raises ValueError where that is another file than this one."""
        if (found := hashlib.sha256(path.read_bytes()).hexdigest()) != self.sha256:
            raise ValueError(f"{path.name} is not {self.artifact}: its SHA-256 is {found}")
        with zipfile.ZipFile(path) as files:
            return [files.read(member) for member in members]
