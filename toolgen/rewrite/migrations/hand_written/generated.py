"""How a file calls what `toolgen build` writes."""

from __future__ import annotations

from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.rewrite.migrations.hand_written.file import File
from toolgen.rewrite.migrations.qualified import Modules
from toolgen.rewrite.spelling import Spelling, spelling


def dispatch_module(file: File, config: Config) -> Spelling:
    """The dispatch module in `file`. Raises UnchangeableError where no name is free."""
    package = Modules(config).named(PurePosixPath(config.output) / "__init__.py")
    found = spelling(file.tree, package, "dispatch")
    return found if found.text == "dispatch" else Spelling(found.text, ((f"{package}.dispatch", ""),))


def toolbox(file: File) -> Spelling:
    """What loads the definitions, in `file`. Raises UnchangeableError where no name is free."""
    return spelling(file.tree, "toolgen.runtime", "Toolbox")
