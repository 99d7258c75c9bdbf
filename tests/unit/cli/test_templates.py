"""`toolgen templates export`, and files that templates of the project make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolgen.emit.templates import CONTEXT_VERSION, NAMES, PARTS

Toolgen = Callable[..., Result]
RENDER = '[[render]]\ntemplate = "{}"\noutput = "{}"\n'


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def configure(project: Path, *settings: str) -> None:
    (project / "toolgen.toml").write_text("\n".join(['paths = ["tools.py"]', *settings]), encoding="utf-8")


# -- export -----------------------------------------------------------------------------------------------------


def test_what_is_exported_writes_the_same_files(toolgen: Toolgen, project: Path) -> None:
    assert toolgen("build").exit_code == 0
    before = files(project / "generated")
    exported = toolgen("templates", "export")
    assert (exported.exit_code, exported.stdout.split()) == (0, [f"templates/{name}" for name in (*NAMES, *PARTS)])
    assert {*files(project / "templates")} == {*NAMES, *PARTS}
    configure(project, 'templates = "templates"')
    built = toolgen("build")
    assert (built.exit_code, built.stderr) == (0, "")
    assert files(project / "generated") == before


def test_an_exported_template_states_its_context(toolgen: Toolgen, project: Path) -> None:
    toolgen("templates", "export")
    stated = f"{{# toolgen context {CONTEXT_VERSION} #}}\n".encode()
    exported = files(project / "templates")
    assert [name for name in NAMES if not exported[name].startswith(stated)] == []


def test_templates_that_differ_are_overwritten_where_that_is_asked_for(toolgen: Toolgen, project: Path) -> None:
    toolgen("templates", "export", "mine")
    exported = files(project / "mine")
    assert toolgen("templates", "export", "mine").exit_code == 0
    (project / "mine" / "prompt.md.j2").write_text("mine")
    result = toolgen("templates", "export", "mine")
    assert result.exit_code == 2
    assert "mine/prompt.md.j2: there is another file already; --force overwrites it" in result.stderr
    assert files(project / "mine")["prompt.md.j2"] == b"mine"
    assert toolgen("templates", "export", "mine", "--force").exit_code == 0
    assert files(project / "mine") == exported


@pytest.mark.parametrize("link", ["mine", "mine/prompt.md.j2", "mine/tools.js"])
def test_nothing_is_written_through_a_link_out_of_the_project(toolgen: Toolgen, tmp_path: Path, link: str) -> None:
    outside, root = tmp_path / "outside", tmp_path / "project"
    for folder in (outside, root, *([root / "mine"] if "/" in link else [])):
        folder.mkdir()
    (root / "toolgen.toml").touch()
    (root / link).symlink_to(outside / "x" if "/" in link else outside)
    result = toolgen("templates", "export", "project/mine", "--config", "project", "--force")
    assert result.exit_code == 2
    assert "TG010 this is a link that leads out of the project" in result.stderr
    assert list(outside.iterdir()) == []


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("folder", ["..", "../beside", "/tmp/elsewhere"])
def test_a_folder_outside_of_the_project(toolgen: Toolgen, folder: str) -> None:
    result = toolgen("templates", "export", folder)
    assert result.exit_code == 2
    assert "Invalid value for DIR: it is outside the project" in result.stderr


# -- render -----------------------------------------------------------------------------------------------------


def test_a_file_of_a_template_is_one_of_the_set(toolgen: Toolgen, project: Path) -> None:
    (project / "names.j2").write_text("{{ tools | map(attribute='spec.name') | join(' ') }}\n{{ context_version }}\n")
    configure(project, RENDER.format("names.j2", "docs/names.txt"))
    assert toolgen("build").exit_code == 0
    made = project / "generated" / "docs" / "names.txt"
    assert made.read_text() == f"add greet\n{CONTEXT_VERSION}\n"
    assert "  docs/names.txt\n" in (project / "generated" / "toolgen.sum").read_text()
    assert toolgen("check").exit_code == 0
    made.write_text("edited")
    assert "generated/docs/names.txt was edited by hand" in toolgen("check").stdout
    assert toolgen("build", "--force").exit_code == 0
    configure(project)
    assert toolgen("build").exit_code == 0
    assert not made.parent.exists()


def test_templates_that_replace_and_that_are_rendered_stand_in_one_folder(toolgen: Toolgen, project: Path) -> None:
    (project / "mine").mkdir()
    (project / "mine" / "short.md.j2").write_text("{% include 'head.txt' %}{{ tools | length }}\n")
    (project / "mine" / "head.txt").write_text("Tools: ")
    (project / "mine" / "prompt.md.j2").write_text("{{ instructions }}")
    render = (RENDER.format("short.md.j2", "a.md"), RENDER.format("mine/short.md.j2", "b.md"))
    configure(project, 'templates = "mine"', *render)
    result = toolgen("build")
    assert (result.exit_code, result.stderr) == (0, "")
    written = files(project / "generated")
    assert (written["a.md"], written["b.md"]) == (b"Tools: 2\n", b"Tools: 2\n")
    assert written["prompt.md"].startswith(b"To call a tool,")


def test_what_a_template_makes_is_not_read(toolgen: Toolgen, project: Path) -> None:
    (project / "x.j2").write_text("def (:")
    configure(project, RENDER.format("x.j2", "x.py"))
    assert toolgen("build").exit_code == 0


@pytest.mark.parametrize(
    ("template", "output", "fault"),
    [
        ("no.j2", "a.md", "3:1: TG005 `no.j2` does not exist"),
        ("../x.j2", "a.md", "3:1: TG004 `render.template` is `../x.j2`, which is outside the project"),
        ("x.j2", "../a.md", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "/a.md", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", ".a", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "a/", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "__pycache__/a", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "__PyCache__/a", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "a./b", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "NUL.txt", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "a?", "4:1: TG003 `render.output` must be a path in the output folder, not hidden"),
        ("x.j2", "_support/__init__.py", "4:1: TG012 `_support/__init__.py` is taken by toolgen's own `_support`"),
        ("x.j2", "same/u\u0308", "7:1: TG012 `same/\u00fc` is taken by `same/u\u0308` of another template"),
        ("x.j2", "C:a", "4:1: TG004 `render.output` is `C:a`, which is outside the project"),
        ("x.j2", "manifest.json", "4:1: TG012 `manifest.json` is taken by toolgen's own `manifest.json`"),
        ("x.j2", "Prompt.MD", "4:1: TG012 `Prompt.MD` is taken by toolgen's own `prompt.md`"),
        ("x.j2", "dispatch/a.py", "4:1: TG012 `dispatch/a.py` is taken by toolgen's own `dispatch`"),
        ("x.j2", "toolgen.sum", "4:1: TG012 `toolgen.sum` is taken by toolgen's own `toolgen.sum`"),
        ("x.j2", "same", "7:1: TG012 `same` is taken by `same` of another template"),
        ("x.j2", "same/below", "7:1: TG012 `same` is taken by `same/below` of another template"),
    ],
)
def test_what_is_wrong_has_its_place(toolgen: Toolgen, project: Path, template: str, output: str, fault: str) -> None:
    (project / "x.j2").touch()
    more = RENDER.format("x.j2", "same/\u00fc" if "u" in output else "same") if output.startswith("same") else ""
    configure(project, RENDER.format(template, output) + more)
    result = toolgen("build")
    assert result.exit_code == 2
    assert f"toolgen.toml:{fault}" in result.stderr
    assert not (project / "generated").exists()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "RecursionError"),
        ("{% if 1 %}" * 500 + "{% endif %}" * 500, "RecursionError"),
        ("{% for a in [1] %}" * 30 + "{% endfor %}" * 30, "SyntaxError: too many statically nested blocks"),
        ("{{ 10 ** 5000 }}", "ValueError: Exceeds the limit (4300 digits)"),
        ("{{ '\\ud800' }}", "UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800'"),
    ],
    ids=["parentheses", "blocks", "loops", "digits", "surrogate"],
)
@pytest.mark.parametrize("settings", ['templates = "mine"', RENDER.format("mine/prompt.md.j2", "a.md")])
def test_what_python_refuses_of_a_template(
    toolgen: Toolgen, project: Path, text: str, fault: str, settings: str
) -> None:
    (project / "mine").mkdir()
    (project / "mine" / "prompt.md.j2").write_text(text, encoding="utf-8")
    configure(project, settings)
    result = toolgen("build")
    assert result.exit_code == 2
    assert "mine/prompt.md.j2" in result.stderr
    assert f"TG007 the template `prompt.md.j2` fails: {fault}" in result.stderr
    assert not (project / "generated").exists()


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        (
            'template = "x.j2"',
            "2:3: TG003 `render.output` must be a path in the output folder, not hidden, not left out",
        ),
        ('template = "x.j2"\noutput = "a"\nto = "b"', "5:1: TG002 unknown configuration key `render.to`"),
        ("template = 1\noutput = 'a'", "3:1: TG003 `render.template` must be a path, not `1`"),
    ],
)
def test_keys(toolgen: Toolgen, project: Path, keys: str, fault: str) -> None:
    (project / "x.j2").touch()
    configure(project, f"[[render]]\n{keys}")
    assert f"toolgen.toml:{fault}" in toolgen("build").stderr


def test_nothing_is_written_through_a_link_in_the_output_folder(toolgen: Toolgen, project: Path) -> None:
    (project / "x.j2").write_text("x")
    (project / "elsewhere").mkdir()
    (project / "generated").mkdir()
    (project / "generated" / "docs").symlink_to(project / "elsewhere")
    configure(project, RENDER.format("x.j2", "docs/a.md"))
    result = toolgen("build")
    assert result.exit_code == 1
    assert "TG402" in result.stderr
    assert [*(project / "elsewhere").iterdir()] == []


def test_a_file_that_toolgen_did_not_write_stays(toolgen: Toolgen, project: Path) -> None:
    (project / "x.j2").write_text("x")
    configure(project)
    toolgen("build")
    (project / "generated" / "a.md").write_text("mine")
    configure(project, RENDER.format("x.j2", "a.md"))
    assert "TG402" in toolgen("build").stderr
    assert (project / "generated" / "a.md").read_text() == "mine"
