"""`toolgen` and `python -m toolgen`."""

import os
import sys

_INSTALLED = ("site-packages", "dist-packages")


def main() -> None:
    """Run the command line, with modules and plugins from the environment alone."""
    _leave_out_project()
    from toolgen.cli import main as run

    run()


def _leave_out_project() -> None:
    """Take the folders of the project off `sys.path`: a `click.py` in one would run, and its plugins would be loaded.

    They are the working directory, which `python -m` puts first, those above it, and those below that `PYTHONPATH`
    names; the standard library and the packages of an environment stay wherever they are.
    """
    here, library = os.path.realpath("."), os.path.dirname(os.path.realpath(os.__file__))  # noqa: PTH120
    given = {os.path.realpath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep)}
    kept = []
    for entry in sys.path:
        folder = os.path.realpath(entry)
        is_projects = _holds(folder, here) or (folder in given and _holds(here, folder))
        if not is_projects or folder == library or os.path.basename(folder) in _INSTALLED:  # noqa: PTH119
            kept.append(entry)
    sys.path[:] = kept


def _holds(folder: str, other: str) -> bool:
    return other == folder or other.startswith(os.path.join(folder, ""))  # noqa: PTH118


if __name__ == "__main__":
    main()
