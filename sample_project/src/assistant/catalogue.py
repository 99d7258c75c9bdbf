"""All tools there are: the assistant's own, those of packages that are trusted, and those of a folder of the user's.

| variable | |
|---|---|
| `ASSISTANT_PLUGINS` | names of installed packages, with commas, that may offer tools, in `toolgen.manifests` |
| `ASSISTANT_TOOLS` | a folder of packages with tools of the user's own, each with what `toolgen build` made of it |
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import entry_points
from pathlib import Path

from toolgen.runtime import Source, Toolbox, package

PLUGINS, FOLDER = "ASSISTANT_PLUGINS", "ASSISTANT_TOOLS"
OWN = "assistant"


class CatalogueError(Exception):
    """Tools that the environment names and that are not there, said in a sentence."""


def toolbox() -> Toolbox:
    """The tools of the environment. No module of theirs is imported before one of them is called.

    Raises CatalogueError.
    """
    plugins, folder = _plugins(), _folder()
    own = package(f"{OWN}.generated")
    if folder is None:
        return Toolbox.load(own, *plugins.values(), packages=[OWN, *plugins])
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    found = [path.name for path in folder.iterdir() if (path / "__init__.py").is_file()]
    return Toolbox.load(own, *plugins.values(), folder, packages=[OWN, *plugins, *found])


def _plugins() -> dict[str, Source]:
    """The manifests of the packages that are trusted, by their names."""
    trusted = [name for one in os.environ.get(PLUGINS, "").split(",") if (name := one.strip())]
    modules = {entry.module.partition(".")[0]: entry.module for entry in entry_points(group="toolgen.manifests")}
    if missing := [name for name in trusted if name not in modules]:
        raise CatalogueError(f"{PLUGINS} names {', '.join(missing)}: no installed package of this name offers tools")
    return {name: package(modules[name]) for name in trusted}


def _folder() -> Path | None:
    if not (named := os.environ.get(FOLDER)):
        return None
    folder = Path(named).expanduser().resolve()
    if not folder.is_dir():
        raise CatalogueError(f"{FOLDER} is {named}, which is no folder")
    return folder
