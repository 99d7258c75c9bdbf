"""`toolgen init`: the first configuration, and a first tool. It never overwrites."""

from __future__ import annotations

from pathlib import Path

import click

from toolgen.cli.report import CLEAN
from toolgen.config.document import check_inside, parsed
from toolgen.config.reading import is_configured, load
from toolgen.diagnostics.render import counted, printable
from toolgen.pipeline import analyse
from toolgen.reading import read

_TOOLS = '''"""Tools for an agent: functions marked with @tool."""

from toolgen import tool


@tool
def count_words(text: str) -> int:
    """Count the words in a text.

    Args:
        text: The text whose words are counted.
    """
    return len(text.split())
'''
_SETTINGS = 'paths = ["{paths}"]\noutput = "{output}"\n'
_HEADER = "[tool.toolgen]\n"


@click.command("init")
def command() -> int:
    """Write a first configuration and a first tool.

    The configuration goes into `pyproject.toml` where there is one, else into `toolgen.toml`; `.gitattributes` marks
    the generated files, which go into the package where there is only one. What is there is kept, and a project
    that has tools gets none.
    """
    folder = Path.cwd()
    check_inside(folder, [folder / name for name in ("pyproject.toml", "toolgen.toml", ".gitattributes")])
    files = [path for name in ("toolgen.toml", "pyproject.toml") if (path := folder / name).is_file()]
    configured = [path.name for path in files if is_configured(path)]
    if configured:
        click.echo(f"kept {configured[0]}, which configures toolgen")
        output = load(folder).output
    else:
        source = "src" if (folder / "src").is_dir() else "."
        home = _home(folder / source)
        path = home / ("agent_tools.py" if (home / "tools").is_dir() else "tools.py")  # a package hides its namesake
        check_inside(folder, [path])
        output = (folder if home == folder / source else home).joinpath("generated").relative_to(folder).as_posix()
        click.echo(_configure(folder, _SETTINGS.format(paths=source, output=output)))
        tools = analyse(load(folder)).manifest.tools
        click.echo(f"found {counted(len(tools), 'tool')}" if tools else printable(_add_tool(folder, path)))
    click.echo(printable(_mark_as_generated(folder / ".gitattributes", output)))
    click.echo("next: run `toolgen build`")
    return CLEAN


def _configure(folder: Path, settings: str) -> str:
    """Add the configuration to `pyproject.toml`, or create `toolgen.toml` where there is none or it takes no table."""
    pyproject = folder / "pyproject.toml"
    if pyproject.is_file():
        data = read(pyproject)
        added = _appended(data, f"\n{_HEADER}{settings}")
        if _has_tool_table(data + added):
            with pyproject.open("ab") as stream:
                stream.write(added)
            return "added [tool.toolgen] to pyproject.toml"
    _create(folder / "toolgen.toml", settings)
    return "created toolgen.toml"


def _has_tool_table(data: bytes) -> bool:
    """Whether this is TOML, and `tool` a table in it: an inline table, an array or a value cannot be added to."""
    try:
        return isinstance(parsed(data.decode("utf-8-sig"))["tool"], dict)
    except (ValueError, RecursionError):
        return False


def _home(source: Path) -> Path:
    """The folder of the first tool, and of what is generated and imported: the package where there is only one."""
    packages = [file.parent for file in source.glob("*/__init__.py") if file.parent.name.isidentifier()]
    packages = [one for one in packages if one.name != "tests"]
    return packages[0] if len(packages) == 1 else source


def _add_tool(folder: Path, path: Path) -> str:
    shown = path.relative_to(folder).as_posix()
    if path.exists():
        return f"kept {shown}"
    _create(path, _TOOLS)
    return f"created {shown}"


def _mark_as_generated(path: Path, output: str) -> str:
    """Tell git that the generated files are, and that their lines end alike on every system."""
    pattern = f'"{output}/**"' if " " in output else f"{output}/**"
    line = f"{pattern} linguist-generated=true text eol=lf"
    data = read(path) if path.exists() else b""
    if line.encode() in data.splitlines():
        return f"kept {path.name}"
    with path.open("ab") as stream:
        stream.write(_appended(data, line + "\n"))
    return f"added `{line}` to {path.name}"


def _appended(data: bytes, text: str) -> bytes:
    """`text` as it is to be added to a file that holds `data`: on a new line, and with the line ends of the file."""
    start = "" if not data or data.endswith(b"\n") else "\n"
    return (start + text).replace("\n", "\r\n" if b"\r\n" in data else "\n").encode()


def _create(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
