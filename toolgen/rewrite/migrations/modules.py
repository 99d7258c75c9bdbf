"""The names of the modules that the files of a project hold."""

from __future__ import annotations

from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.project.modules import Project


class Modules:
    """The modules of a project, by the paths of their files."""

    def __init__(self, config: Config) -> None:
        self._project = Project(config.root, (), lambda *_: None)

    def named(self, path: PurePosixPath | str) -> str:
        """The name of the module that a file holds."""
        return self._project.named(PurePosixPath(path))[0]

    def package(self, path: str) -> str:
        """The package that relative imports of a file begin from."""
        module = self.named(path)
        return module if path.rpartition("/")[2] == "__init__.py" else module.rpartition(".")[0]
