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


def toolbox() -> Toolbox:
    """The tools of the environment. No module of theirs is imported before one of them is called."""
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
    trusted = {name.strip() for name in os.environ.get(PLUGINS, "").split(",")}
    found = (entry.module for entry in entry_points(group="toolgen.manifests"))
    return {name: package(module) for module in found if (name := module.partition(".")[0]) in trusted}


def _folder() -> Path | None:
    named = os.environ.get(FOLDER)
    return Path(named).expanduser().resolve() if named else None
