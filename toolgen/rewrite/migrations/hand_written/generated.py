"""How a file calls what `toolgen build` writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.rewrite.migrations.hand_written.file import File
from toolgen.rewrite.migrations.qualified import Modules
from toolgen.rewrite.spelling import Spelling, spelling


@dataclass(frozen=True, slots=True)
class Generated:
    """The names of generated things in `file`. Each raises UnchangeableError where no name is free."""

    config: Config
    file: File

    def dispatch(self) -> Spelling:
        """The dispatch module."""
        package = Modules(self.config).named(PurePosixPath(self.config.output) / "__init__.py")
        found = spelling(self.file.tree, package, "dispatch")
        return found if found.text == "dispatch" else Spelling(found.text, ((f"{package}.dispatch", ""),))

    def toolbox(self) -> Spelling:
        """What loads the definitions."""
        return spelling(self.file.tree, "toolgen.runtime", "Toolbox")
