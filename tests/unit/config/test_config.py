"""What a configuration may say, and what is said of one that is wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from toolgen.config.config import Config, MappedType
from toolgen.config.decorators import DeclaredDecorator
from toolgen.config.document import ConfigError
from toolgen.config.reading import is_configured, load
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.model.arguments import MEMBERS
from toolgen.model.span import Span
from toolgen.providers import TARGETS
from toolgen.providers.options import PLAIN, Options


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with the folders `src` and `lib`, and the file `main.py`."""
    for folder in ("src/app", "lib"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "main.py").touch()
    return tmp_path.resolve()


def configured(root: Path, settings: str) -> Config:
    (root / "toolgen.toml").write_text(settings, encoding="utf-8")
    return load(root)


def faults(root: Path, settings: str | bytes, name: str = "toolgen.toml") -> list[Diagnostic]:
    (root / name).write_bytes(settings if isinstance(settings, bytes) else settings.encode())
    with pytest.raises(ConfigError) as caught:
        load(root)
    return list(caught.value.diagnostics)


def shown(diagnostics: list[Diagnostic]) -> list[str]:
    return [f"{found.span}: {found.code} {found.message}" for found in diagnostics]


def test_an_empty_file_means_the_defaults(root: Path) -> None:
    assert configured(root, "") == Config(root)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('paths = ["src"]', {"paths": ("src",)}),
        ('paths = ["src", "main.py"]', {"paths": ("src", "main.py")}),
        ('paths = ["./src/", "src"]', {"paths": ("src",)}),
        ('paths = ["."]', {"paths": (".",)}),
        ('exclude = ["tests", "*_pb2.py", "src/**/old/"]', {"exclude": ("tests", "*_pb2.py", "src/**/old/")}),
        ('output = "src/app/_generated/"', {"output": "src/app/_generated"}),
        ('output = "..generated"', {"output": "..generated"}),
        ('targets = ["mcp", "openai"]', {"targets": {"mcp": PLAIN, "openai": PLAIN}}),
        ("targets = []", {"targets": {}}),
        ('templates = "lib"', {"templates": "lib"}),
        ('tools = ["app.tools:search", "a:Box.open"]', {"tools": ("app.tools:search", "a:Box.open")}),
        ('tools = ["a:f.<locals>.g"]', {"tools": ("a:f.<locals>.g",)}),
        ('on_duplicate = "first"', {"on_duplicate": "first"}),
        ('servers = { "a:b" = "b_", mcp = false }', {"servers": {"a:b": "b_", "mcp": False}}),
        ("catalogue = true", {"catalogue": True}),
        ('sync_tools = "inline"', {"sync_tools": "inline"}),
        ('syntax = "json"', {"syntax": {}}),
        ('syntax = "xml"', {"syntax": {"name": "xml"}}),
        ('syntax = { name = "line", marker = "!" }', {"syntax": {"name": "line", "marker": "!"}}),
        ('syntax = { args_key = "arguments" }', {"syntax": {"name": "json", "args_key": "arguments"}}),
        ('additional_properties = "forbid"', {"additional_properties": "forbid"}),
        ("name_pattern = '^[a-z]+$'", {"name_pattern": "^[a-z]+$"}),
        ('python = "main.py"', {"python": "main.py"}),
        ('search_path = ["lib", "src/../lib"]', {"search_path": ("lib", "src/../lib")}),
        ("max_file_size = 1_000", {"max_file_size": 1000}),
        (
            '[signature_decorators]\n"app.auth.user" = ["user", "user"]\n"app.log" = "keeps"',
            {"signature_decorators": {"app.auth.user": ("user",), "app.log": ()}},
        ),
        ('stubs = ["tools.d.ts"]', {"stubs": ("tools.d.ts",)}),
        ("targets = [{ name = 'mcp', max_tokens = 8_000 }]", {"targets": {"mcp": Options(max_tokens=8000)}}),
        (
            "targets = [{ name = 'mcp', shorten = ['titles'] }]",
            {"targets": {"mcp": Options(shorten=("titles",))}},
        ),
        ("[extras.'a_*']\nmcp = { _meta = {} }", {"extras": {"a_*": {"mcp": {"_meta": {}}}}}),
        ('bare_names = { tool = "agents.function_tool" }', {"bare_names": {"tool": "agents.function_tool"}}),
        ('python_version = "3.13"', {"python_version": (3, 13)}),
        ('platform = "win32"', {"platform": "win32"}),
        ('platform = "freebsd14"', {"platform": "freebsd14"}),
        (
            '[type_map]\n"a.B" = "int"\n"c.d.E" = { type = "string" }',
            {
                "type_map": (
                    MappedType("a.B", "int", Span(""), Span("")),
                    MappedType("c.d.E", {"type": "string"}, Span(""), Span("")),
                )
            },
        ),
    ],
)
def test_valid_settings(root: Path, settings: str, expected: dict[str, object]) -> None:
    assert configured(root, settings) == dataclasses.replace(Config(root), **expected)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("required", "version"),
    [
        ('">=3.12"', (3, 12)),
        ('">=3.12.4,<4"', (3, 12)),
        ('"~=3.13"', (3, 13)),
        ('"==3.12.*"', (3, 12)),
        ('">=3.8"', (3, 11)),
        ('"<4"', (3, 11)),
        ("5", (3, 11)),
    ],
)
@pytest.mark.parametrize("name", ["pyproject.toml", "toolgen.toml"])
def test_the_version_is_the_oldest_that_the_project_supports(
    root: Path, name: str, required: str, version: tuple[int, int]
) -> None:
    """Not that of the interpreter that runs: the same source means the same everywhere (promise 4 of the design)."""
    (root / "toolgen.toml").write_text("")
    (root / "pyproject.toml").write_text(f"[project]\nrequires-python = {required}\n[tool.toolgen]\n", encoding="utf-8")
    assert load(root / name).python_version == version


def test_an_interpreter_and_a_search_path_may_lie_outside_the_project(root: Path) -> None:
    outside = root.parent
    config = configured(root, f"search_path = ['{outside}']\npython = '{root / 'main.py'}'")
    assert (config.search_path, config.python) == ((str(outside),), str(root / "main.py"))


@pytest.mark.parametrize(
    ("settings", "place", "key"),
    [
        ('path = ["src"]', "1:1", "path"),
        ("[rules.strict]", "1:2", "rules"),
        ("[[rules]]", "1:3", "rules"),
        ("paths = ['src']\nrules.strict = 1", "2:1", "rules"),
    ],
)
def test_unknown_keys(root: Path, settings: str, place: str, key: str) -> None:
    assert shown(faults(root, settings)) == [f"toolgen.toml:{place}: TG002 unknown configuration key `{key}`"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", {}),
        ('positional = ["a"]', {"positional": ("a",)}),
        ('arguments = { a = "name" }', {"arguments": {"a": "name"}}),
        ('function = "fn"', {"function": "fn"}),
        ('method = "run"', {"method": "run", "arguments": {member: member for member in MEMBERS}}),
        ('injected = ["m.Context", "m.State"]', {"injected": ("m.Context", "m.State")}),
        ('docstring = "lead"', {"docstring": "lead"}),
        ('receivers = ["app"]', {"receivers": ("app",)}),
    ],
)
@pytest.mark.parametrize("form", ["[[decorators]]\nmatch = 'm.tool'\n{}", "decorators = [{{ match = 'm.tool'{} }}]"])
def test_valid_decorators(root: Path, form: str, settings: str, expected: dict[str, Any]) -> None:
    comma = ", " if settings and "{{" in form else ""
    assert configured(root, form.format(comma + settings)).decorators == (DeclaredDecorator("m.tool", **expected),)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", "1:3: TG003 `decorators.match` must be the dotted name of a decorator, not left out"),
        ("match = 'tool'", '2:1: TG003 `decorators.match` must be the dotted name of a decorator, not `"tool"`'),
        ("match = 'a-b.c'", '2:1: TG003 `decorators.match` must be the dotted name of a decorator, not `"a-b.c"`'),
        ("match = 'm.t'\nposition = []", "3:1: TG002 unknown configuration key `decorators.position`"),
        ("match = 'm.t'\npositional = 'a'", '3:1: TG003 `decorators.positional` must be a list of names, not `"a"`'),
        (
            "match = 'm.t'\narguments.a = 'nme'",
            (
                "3:1: TG003 `decorators.arguments` must be a table from its arguments to those of `@tool`, "
                'not `{"a": "nme"}`'
            ),
        ),
        (
            "match = 'm.t'\n[decorators.arguments]\na = []",
            (
                "3:13: TG003 `decorators.arguments` must be a table from its arguments to those of `@tool`, "
                'not `{"a": []}`'
            ),
        ),
        ("match = 'm.t'\nfunction = ''", '3:1: TG003 `decorators.function` must be the name of an argument, not `""`'),
        (
            "match = 'm.t'\ninjected = ['C']",
            '3:1: TG003 `decorators.injected` must be a list of dotted names of types, not `["C"]`',
        ),
        (
            "match = 'm.t'\ndocstring = 'none'",
            '3:1: TG003 `decorators.docstring` must be one of `body`, `lead`, `whole`, not `"none"`',
        ),
        ("match = 'm.t'\nreceivers = [1]", "3:1: TG003 `decorators.receivers` must be a list of names, not `[1]`"),
        (
            "match = 'm.t'\n[[decorators]]\n",
            "3:3: TG003 `decorators.match` must be the dotted name of a decorator, not left out",
        ),
    ],
)
def test_invalid_decorators(root: Path, settings: str, expected: str) -> None:
    assert shown(faults(root, f"[[decorators]]\n{settings}")) == [f"toolgen.toml:{expected}"]


PATHS, PATTERNS = "a list of paths", "a list of patterns (names, `*`, `**`, `?`, `/`)"
REGEX = "a regular expression of linear time"
APART = "a folder that holds none of `paths`"


SYNTAX = "a call syntax, or a table with its `name` and options"
SERVERS = "a table of servers: what the names of their tools begin with, or false"
TARGET_LIST = "a list of targets, or of tables with their `name` and options"
PLATFORM = "a value of `sys.platform`, which is `win32` for Windows and `darwin` for macOS"
EFFECTS = 'a table of decorators: "keeps", or a list of the parameters that it removes'


@pytest.mark.parametrize(
    ("settings", "expected", "found"),
    [
        ("paths = []", PATHS, "`[]`"),
        ('paths = "src"', PATHS, '`"src"`'),
        ('paths = [""]', PATHS, '`[""]`'),
        ('paths = ["a\\u0000"]', PATHS, '`["a\\u0000"]`'),
        ("exclude = [1]", PATTERNS, "`[1]`"),
        ('exclude = ["!a"]', PATTERNS, '`["!a"]`'),
        ('exclude = ["a[bc]"]', PATTERNS, '`["a[bc]"]`'),
        ("exclude = ['tests\\old']", PATTERNS, '`["tests\\\\old"]`'),
        ("output = 1979-05-27", "a path", '`"1979-05-27"`'),
        ("output.folder = 1", "a path", '`{"folder": 1}`'),
        ('output = "main.py"', "a folder", "the file `main.py`"),
        ('output = "main"', "a folder without a module of its name", "`main`, beside which is `main.py`"),
        ('output = "src"\npaths = ["src"]', APART, "`src`, which holds `src`"),
        ('output = "src"\npaths = ["src/app"]', APART, "`src`, which holds `src/app`"),
        ('tools = ["app.tools.search"]', "a list of `module:qualname`", '`["app.tools.search"]`'),
        ('tools = [":f"]', "a list of `module:qualname`", '`[":f"]`'),
        ("additional_properties = false", "one of `allow`, `forbid`", "`false`"),
        (
            'syntax = "smoke"',
            SYNTAX,
            (
                "`\"smoke\"`: there is no call syntax 'smoke'; those of toolgen are json, xml, brackets, line, python, "
                "function_xml, hermes, harmony"
            ),
        ),
        (
            'syntax = { name = "xml", marker = "!" }',
            SYNTAX,
            '`{"name": "xml", "marker": "!"}`: the call syntax \'xml\' has no option \'marker\', but tag',
        ),
        (
            'syntax = { name = "hermes", tag = "x" }',
            SYNTAX,
            '`{"name": "hermes", "tag": "x"}`: the call syntax \'hermes\' has no option \'tag\', but none',
        ),
        (
            'syntax = { marker = "!" }',
            SYNTAX,
            "`{\"marker\": \"!\"}`: the call syntax 'json' has no option 'marker', but tool_key, args_key",
        ),
        (
            'syntax = { name = "line", marker = "" }',
            SYNTAX,
            '`{"name": "line", "marker": ""}`: names and options are texts that are not empty',
        ),
        ("syntax = 3", SYNTAX, "`3`: names and options are texts that are not empty"),
        (
            'syntax = { name = "json", tool_key = "x", args_key = "x" }',
            SYNTAX,
            (
                '`{"name": "json", "tool_key": "x", "args_key": "x"}`: with {\'tool_key\': \'x\', \'args_key\': \'x\'} '
                "the call syntax 'json' cannot tell calls from prose"
            ),
        ),
        ('catalogue = "yes"', "`true` or `false`", '`"yes"`'),
        ('sync_tools = "process"', "one of `thread`, `inline`", '`"process"`'),
        ('on_duplicate = "last"', "one of `error`, `first`, `explicit`", '`"last"`'),
        ('servers = ["a:b"]', SERVERS, '`["a:b"]`'),
        ('servers = { "a:b" = true }', SERVERS, '`{"a:b": true}`'),
        ('servers = { "a:b" = "" }', SERVERS, '`{"a:b": ""}`'),
        ('name_pattern = "["', REGEX, '`"["`'),
        ('name_pattern = "(a+)+"', REGEX, '`"(a+)+"`'),
        ('name_pattern = "a{99999999999}"', REGEX, '`"a{99999999999}"`'),
        ('bare_names = ["tool"]', "a table from names to dotted names", '`["tool"]`'),
        ('bare_names = { tool = "tool" }', "a table from names to dotted names", '`{"tool": "tool"}`'),
        ('bare_names = { "a.tool" = "b.tool" }', "a table from names to dotted names", '`{"a.tool": "b.tool"}`'),
        ('signature_decorators = ["a"]', EFFECTS, '`["a"]`'),
        ('signature_decorators = { "a.b" = "removes" }', EFFECTS, '`{"a.b": "removes"}`'),
        ('signature_decorators = { "a.b" = [] }', EFFECTS, '`{"a.b": []}`'),
        ('signature_decorators = { "a.b" = ["a b"] }', EFFECTS, '`{"a.b": ["a b"]}`'),
        ('signature_decorators = { "a b" = "keeps" }', EFFECTS, '`{"a b": "keeps"}`'),
        ("max_file_size = 0", "a positive number of bytes", "`0`"),
        ("max_file_size = true", "a positive number of bytes", "`true`"),
        ("max_file_size = 1.5", "a positive number of bytes", "`1.5`"),
        ("python_version = 3.12", "a version of Python 3", "`3.12`"),
        ('python_version = "2.7"', "a version of Python 3", '`"2.7"`'),
        ('python_version = "3.12.1"', "a version of Python 3", '`"3.12.1"`'),
        ('platform = ""', PLATFORM, '`""`'),
        ('platform = "windows"', PLATFORM, '`"windows"`'),
        ('type_map = "int"', "a table of types", '`"int"`'),
        ("type_map = { 'a.B' = { default = 2026-01-31 } }", "of what JSON has", "`2026-01-31`"),
        ("type_map = { 'a.B' = { enum = [07:30:00] } }", "of what JSON has", "`07:30:00`"),
        ("extras = { a = { mcp = { _meta = { at = -inf } } } }", "of what JSON has", "`-inf`"),
        ("decorators = [{ match = 'a.b', arguments = { at = nan } }]", "of what JSON has", "`nan`"),
        ('decorators = ["a.b"]', "a list of tables", '`["a.b"]`'),
        ('decorators = { match = "a.b" }', "a list of tables", '`{"match": "a.b"}`'),
    ],
)
def test_invalid_values(root: Path, settings: str, expected: str, found: str) -> None:
    key = settings.split(" ")[0].split(".")[0]
    assert shown(faults(root, settings)) == [f"toolgen.toml:1:1: TG003 `{key}` must be {expected}, not {found}"]


@pytest.mark.parametrize(
    ("entries", "place", "why"),
    [
        ('"mcp", "opnai"', '"opnai"', f"there is no target 'opnai'; those of toolgen are {', '.join(TARGETS)}"),
        ('"mcp", 3', "targets", "each is a name, or a table with a `name`"),
        ('"mcp", { name = "mcp", strict = "all" }', "{", "`mcp` stands twice"),
        ('{ name = "mcp", max_tokens = 0 }', "max_tokens", "`max_tokens` of `mcp` is a positive number"),
        (
            '{ name = "mcp", shorten = ["all"] }',
            "shorten",
            "`shorten` of `mcp` is a list of titles, argument_docs, output_schemas, descriptions, definitions",
        ),
    ],
)
def test_targets_that_are_none(root: Path, entries: str, place: str, why: str) -> None:
    """What is wrong is told where it stands in the list."""
    text = f"targets = [{entries}]"
    found = shown(faults(root, text))
    expected = "must be a list of targets, or of tables with their `name` and options, not"
    assert [line.split(": ", 1)[0] for line in found] == [f"toolgen.toml:1:{text.index(place) + 1}"]
    assert [expected in line and line.endswith(f": {why}") for line in found] == [True]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("output", ".."),
        ("output", "../out"),
        ("output", "src/../../out"),
        ("output", "/tmp/out"),
        ("output", "."),
        ("output", "C:\\out"),
        ("output", "C:out"),
        ("output", "..\\out"),
        ("output", "\\\\host\\share"),
        ("templates", "/etc"),
    ],
)
def test_paths_outside_the_project(root: Path, key: str, value: str) -> None:
    expected = f"toolgen.toml:1:1: TG004 `{key}` is `{value}`, which is outside the project"
    assert shown(faults(root, f"{key} = '{value}'")) == [expected]


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ('paths = ["src", "scr"]', "scr"),
        ('templates = "main.py"', "main.py"),
        ('python = "lib"', "lib"),
        ('search_path = ["src", "nowhere"]', "nowhere"),
    ],
)
def test_paths_that_do_not_exist(root: Path, settings: str, path: str) -> None:
    assert shown(faults(root, settings)) == [f"toolgen.toml:1:1: TG005 `{path}` does not exist"]


def test_all_faults_come_in_one_run_in_the_order_of_the_file(root: Path) -> None:
    found = faults(root, '# settings\noutput = ".."\n\ntargts = ["mcp"]\nmax_file_size = -1\npaths = ["a", "b"]\n')
    assert shown(found) == [
        "toolgen.toml:2:1: TG004 `output` is `..`, which is outside the project",
        "toolgen.toml:4:1: TG002 unknown configuration key `targts`",
        "toolgen.toml:5:1: TG003 `max_file_size` must be a positive number of bytes, not `-1`",
        "toolgen.toml:6:1: TG005 `a` does not exist",
        "toolgen.toml:6:1: TG005 `b` does not exist",
    ]


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("excldue = []", "did you mean `exclude`?"),
        ('on_duplicate = "explict"', 'write `on_duplicate = "explicit"`'),
        ('on_duplicate = "last"', 'write `on_duplicate = "first"`'),
    ],
)
def test_what_is_misspelt_suggests_the_nearest_one(root: Path, text: str, help_: str) -> None:
    (found,) = faults(root, text)
    assert found.help == help_


def test_a_value_is_cut_to_what_a_message_can_hold(root: Path) -> None:
    (found,) = faults(root, f"output = {list(range(100))}")
    assert len(found.message) < 100


@pytest.mark.parametrize("target", ["generated", "nowhere"])
def test_a_link_to_itself_or_to_nothing_is_no_folder(root: Path, target: str) -> None:
    (root / "generated").symlink_to(target)
    assert shown(faults(root, "")) == ["toolgen.toml: TG003 `output` must be a folder, not the file `generated`"]


@pytest.mark.parametrize("output", ["elsewhere", "elsewhere/deeper", "all", "itself"])
def test_a_link_does_not_lead_the_output_out_of_the_project(root: Path, output: str) -> None:
    (root / "elsewhere").symlink_to(root.parent)
    (root / "all").symlink_to(root)
    (root / "itself").symlink_to(root / "lib" / "..")
    expected = f"toolgen.toml:1:1: TG004 `output` is `{output}`, which is outside the project"
    assert shown(faults(root, f'output = "{output}"')) == [expected]


def test_a_link_does_not_lead_the_templates_out_of_the_project(root: Path) -> None:
    (root / "elsewhere").symlink_to(root.parent)
    (root / "inside").symlink_to(root / "lib")
    assert configured(root, 'templates = "inside"').templates == "inside"
    expected = "toolgen.toml:1:1: TG004 `templates` is `elsewhere`, which is outside the project"
    assert shown(faults(root, 'templates = "elsewhere"')) == [expected]


def test_a_name_that_is_too_long_for_the_system_is_told_when_it_is_written(root: Path) -> None:
    assert configured(root, f'output = "{"x" * 300}"').output == "x" * 300


def test_the_default_output_is_checked_too(root: Path) -> None:
    (root / "generated").symlink_to(root.parent)
    assert shown(faults(root, "")) == ["toolgen.toml: TG004 `output` is `generated`, which is outside the project"]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ("output = ", "toolgen.toml:1:10"),
        ("output = x\n", "toolgen.toml:1:10"),
        ("paths = []\n[[", "toolgen.toml:2:3"),
        (b'a = 1\nb = "\xff"', "toolgen.toml:2:6"),
        ("a = " + "[" * 10_000, "toolgen.toml"),
        (f"[{'.'.join('a' * 5_000)}]", "toolgen.toml"),
        (f"a = {{ {' . '.join(['b', repr('c')] * 60)} = 1 }}", "toolgen.toml"),
        ("a = " + "9" * 5_000, "toolgen.toml"),
        ("a = 0x" + "f" * 5_000, "toolgen.toml"),
        ("[[a]]\nb = [[9223372036854775808]]", "toolgen.toml"),
    ],
)
def test_what_is_not_toml(root: Path, settings: str | bytes, place: str) -> None:
    (found,) = faults(root, settings)
    assert (found.code, str(found.span)) == ("TG001", place)


def test_a_file_that_cannot_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("toolgen.config.document.read_file", refuse)
    (found,) = faults(root, "")
    assert (found.code, found.message) == ("TG001", "this configuration cannot be read: Permission denied")


def test_the_header_of_pyproject_does_not_belong_into_toolgen_toml(root: Path) -> None:
    (found,) = faults(root, "[tool.toolgen]\noutput = 'out'")
    assert found.help == "write the keys themselves: `toolgen.toml` needs no `[tool.toolgen]`"


def test_a_byte_order_mark_and_windows_line_ends(root: Path) -> None:
    (root / "toolgen.toml").write_bytes(b'\xef\xbb\xbfpaths = ["src"]\r\noutput = "out"\r\n')
    assert load(root) == Config(root, paths=("src",), output="out")


# -- where it is found ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["", "src", "src/app"])
def test_the_nearest_one_upwards(root: Path, start: str) -> None:
    (root / "pyproject.toml").write_text('[tool.toolgen]\npaths = ["src"]\n')
    assert load(root / start) == Config(root, paths=("src",))


def test_the_closest_wins(root: Path) -> None:
    (root / "toolgen.toml").write_text("paths = ['lib']")
    (root / "src" / "pyproject.toml").write_text("[tool.toolgen]\npaths = ['app']")
    assert load(root / "src" / "app") == Config(root / "src", paths=("app",))


def test_a_pyproject_of_something_else_is_passed_by(root: Path) -> None:
    (root / "toolgen.toml").write_text("paths = ['lib']")
    (root / "src" / "pyproject.toml").write_text("tool = 3")
    (root / "src" / "app" / "pyproject.toml").write_text("[tool.ruff]")
    assert load(root / "src" / "app") == Config(root, paths=("lib",))


def test_toolgen_toml_wins_over_pyproject_beside_it(root: Path) -> None:
    (root / "toolgen.toml").write_text("paths = ['lib']")
    (root / "pyproject.toml").write_text("[tool.toolgen]\npaths = ['src']")
    assert load(root).paths == ("lib",)


def test_a_file_that_is_named(root: Path) -> None:
    (root / "other.toml").write_text("paths = ['lib']")
    assert load(root / "other.toml") == Config(root, paths=("lib",))


def test_the_folder_of_a_link_is_the_root(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    shared = tmp_path_factory.mktemp("shared") / "toolgen.toml"
    shared.write_text("paths = ['lib']")
    (root / "toolgen.toml").symlink_to(shared)
    assert load(root / "toolgen.toml") == load(root) == Config(root, paths=("lib",))


def test_no_configuration(root: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(root)
    assert [found.code for found in caught.value.diagnostics] == ["TG008"]
    (root / "pyproject.toml").write_text("[tool]")
    with pytest.raises(ConfigError, match=r"there is no configuration in `pyproject.toml`"):
        load(root / "pyproject.toml")


def test_is_configured(root: Path) -> None:
    (root / "pyproject.toml").write_text("[tool.toolgen]\nnonsense = 1")
    (root / "other").mkdir()
    (root / "other" / "pyproject.toml").write_text("[project]")
    assert is_configured(root / "pyproject.toml")
    assert not is_configured(root / "other" / "pyproject.toml")


# -- places in pyproject.toml -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "width"),
    [
        ("[tool.toolgen]\noutput = 1", "2:1", 6),
        ("[tool.toolgen]\n  output=1", "2:3", 6),
        ('[tool.toolgen]\n"output" = 1', "2:1", 8),
        ("[ tool . toolgen ]\noutput = 1", "2:1", 6),
        ("[tool]\ntoolgen.output = 1", "2:9", 6),
        ('tool.toolgen = {paths = ["."], output = 1}', "1:32", 6),
        ("[tool.other]\noutput = 2\n[tool.toolgen]\noutput = 1", "4:1", 6),
        ('[project]\ndescription = """\n[tool.toolgen]\noutput = 2\n"""\n[tool.toolgen]\noutput = 1', "7:1", 6),
        ('[tool.toolgen]\npaths = [\n  ".", # output = 2\n]\noutput = 1', "5:1", 6),
        ("[tool.toolgen]\noutput = 1\n[project]\noutput = 2", "2:1", 6),
        ('[tool.toolgen]\n"out\\u0070ut" = 1', "2:1", 13),
        ("# [tool.toolgen]\n\n[tool.toolgen] # output\n\n# output\noutput = 1", "6:1", 6),
        ("[tool.toolgen]\r\npaths = ['.']\r\noutput = 1", "3:1", 6),
    ],
)
def test_the_place_of_a_key(root: Path, text: str, place: str, width: int) -> None:
    (found,) = faults(root, text, "pyproject.toml")
    assert str(found.span) == f"pyproject.toml:{place}"
    assert found.span.width == width


def test_the_table_itself_may_be_wrong(root: Path) -> None:
    found = faults(root, "[tool]\ntoolgen = true", "pyproject.toml")
    assert shown(found) == ["pyproject.toml:2:1: TG003 `tool.toolgen` must be a table, not `true`"]
