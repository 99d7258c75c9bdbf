"""Where the texts of templates come from: no further than the folders that they belong in."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound
from jinja2.loaders import split_template_path

from toolgen.reading import read


class Templates(BaseLoader):
    """Loads a template from the first of `folders` that has it, if that file is inside `folders` or `root`.

    Raises OSError for one that cannot be read or that a link leads to elsewhere: what it says would be published.
    """

    def __init__(self, folders: Sequence[Path], root: Path) -> None:
        self._folders = folders
        self._around = [Path(os.path.realpath(folder)) for folder in (root, folders[-1])]

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:  # noqa: ARG002
        for folder in self._folders:
            path = folder.joinpath(*split_template_path(template))
            try:
                if not any(Path(os.path.realpath(path)).is_relative_to(around) for around in self._around):
                    raise OSError(errno.EPERM, "it is a link that leads out of the project", str(path))
                return read(path).decode(), str(path), lambda: True
            except FileNotFoundError:
                continue
        raise TemplateNotFound(template)
