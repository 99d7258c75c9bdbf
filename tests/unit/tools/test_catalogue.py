"""Names of tools: the rule, duplicates, and what the configuration lists."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from toolgen import pipeline
from toolgen.config.config import Config
from toolgen.config.reading import load
from toolgen.pipeline import Analysis
from toolgen.providers.options import PLAIN, Mode, Options
from toolgen.tools.catalogue import catalogue

Analyse = Callable[..., Analysis]


def tool(function: str = "add", name: str | None = None) -> str:
    return f"from toolgen import tool\n@tool({name!r})\ndef {function}():\n    'Add.'\n"


def names(analysis: Analysis) -> list[tuple[str, str]]:
    return [(found.name, found.origin.path) for found in analysis.manifest.tools]


@pytest.mark.parametrize("name", ["a", "_", "A9", "add-reminder", "add_reminder", "a" * 64])
def test_valid_names(analyse: Analyse, name: str) -> None:
    assert analyse({"a.py": tool(name=name)}).diagnostics == ()


@pytest.mark.parametrize(
    "name", ["", " ", "9lives", "-a", "a b", "a.b", "é", "a" * 65, "a/b", "a\n", '"', "🌦"], ids=ascii
)
def test_invalid_names(analyse: Analyse, name: str) -> None:
    (found,) = analyse({"a.py": tool(name=name)}).diagnostics
    pattern = "^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$"
    assert (found.code, str(found.span)) == ("TG204", "a.py:3:5")
    assert found.message == f"`{name}` is not a valid tool name: it must match `{pattern}`"
    assert found.help == (
        'rename the function, give another name (`@tool("name")`), or set `name_pattern` in the configuration'
    )


def test_the_rule_can_be_changed(analyse: Analyse) -> None:
    files = {"a.py": tool(name="a.b"), "b.py": tool("long_name")}
    diagnostics = analyse(files, name_pattern=r"^[a-z.]{1,5}$").diagnostics
    assert [(found.code, found.span.path) for found in diagnostics] == [
        ("TG501", "a.py"),  # of openai
        ("TG501", "a.py"),  # of anthropic
        ("TG204", "b.py"),
    ]


TWO = {"a.py": tool(), "b.py": f"import os\n\n{tool()}"}


def test_two_tools_of_one_name_show_both_places(analyse: Analyse) -> None:
    analysis = analyse(TWO)
    (found,) = analysis.diagnostics
    assert (found.code, found.severity, found.message) == ("TG205", "error", "the tool `add` is defined twice")
    assert str(found.span) == "b.py:5:5"
    assert [(str(span), label) for span, label in found.related] == [("a.py:3:5", "first defined here")]
    assert found.help == 'rename one of them, or set `on_duplicate` to "first" or "explicit"'


@pytest.mark.parametrize(
    "change",
    [
        {"origin": {"registration": "call"}},
        {"annotations": (("read_only", True),)},
        {"input_schema": {"type": "object"}},
    ],
    ids=str,
)
def test_which_of_two_readings_is_kept_hangs_on_no_order(analyse: Analyse, tmp_path: Path, change: Any) -> None:
    """A function around a tool may be called from any module, and be resolved with that one first, or last."""
    (one,) = analyse({"a.py": tool()}).manifest.tools
    origin = replace(one.origin, **change.get("origin", {}))
    other = replace(one, **{**change, "origin": origin})
    kept = [catalogue(tools, {}, Config(root=tmp_path))[0] for tools in ([one, other], [other, one])]
    assert kept[0] == kept[1]
    assert kept[0].tools[0].origin.registration == "decorator"


def test_three_tools_of_one_name_are_two_errors(analyse: Analyse) -> None:
    assert [d.code for d in analyse({**TWO, "c.py": tool()}).diagnostics] == ["TG205", "TG205"]


def test_two_in_one_file(analyse: Analyse) -> None:
    _, found = sorted(analyse({"a.py": tool() + tool()}).diagnostics, key=lambda one: one.span.line)
    assert (str(found.span), [str(span) for span, _ in found.related]) == ("a.py:7:5", ["a.py:3:5"])


@pytest.mark.parametrize(
    ("files", "keys", "kept", "codes"),
    [
        pytest.param({"a.py": tool()}, {}, ["a.py"], [], id="no duplicate"),
        pytest.param(TWO, {"on_duplicate": "error"}, ["a.py", "b.py"], ["TG205"], id="error"),
        pytest.param(TWO, {"on_duplicate": "first"}, ["a.py"], [], id="first"),
        pytest.param(TWO, {"on_duplicate": "explicit", "tools": ("a:add",)}, ["a.py"], [], id="explicit, first"),
        pytest.param(TWO, {"on_duplicate": "explicit", "tools": ("b:add",)}, ["b.py"], [], id="explicit, second"),
        pytest.param(TWO, {"on_duplicate": "explicit"}, ["a.py", "b.py"], ["TG205"], id="explicit, none listed"),
        pytest.param(
            TWO, {"on_duplicate": "explicit", "tools": ("a:add", "b:add")}, ["a.py", "b.py"], ["TG205"], id="explicit, both listed"
        ),
        pytest.param(
            {**TWO, "c.py": tool()},
            {"on_duplicate": "explicit", "tools": ("c:add",)},
            ["c.py"],
            [],
            id="explicit, the third of three",
        ),
        pytest.param(TWO, {"on_duplicate": "error", "tools": ("b:add",)}, ["a.py", "b.py"], ["TG205"], id="listed, but error"),
    ],
)  # fmt: skip
def test_on_duplicate(
    analyse: Analyse, files: Mapping[str, str], keys: dict[str, Any], kept: list[str], codes: list[str]
) -> None:
    analysis = analyse(files, **keys)
    assert names(analysis) == [("add", path) for path in kept]
    assert [d.code for d in analysis.diagnostics] == codes


def test_a_listed_tool_that_is_not_there(analyse: Analyse) -> None:
    (found,) = analyse({"a.py": tool()}, tools=("a:ad",)).diagnostics
    assert (found.code, found.help) == ("TG210", "did you mean `a:add`?")
    assert found.message == "`tools` lists `a:ad`, which is not a tool in the configured paths"


def test_tools_are_sorted_by_name(analyse: Analyse) -> None:
    files = {"z.py": tool("apple"), "a.py": tool("zebra") + tool("Mango"), "m/n.py": tool("_x")}
    assert [name for name, _ in names(analyse(files))] == ["Mango", "_x", "apple", "zebra"]


# -- timeouts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "sync_tools", "is_kept"),
    [
        ("@tool(timeout=5)\ndef f(): 'F.'", "thread", True),
        ("@tool(timeout=5)\ndef f(): 'F.'", "inline", False),
        ("@tool(timeout=5)\ndef f():\n    'F.'\n    yield 1", "inline", False),
        ("@tool(timeout=5)\nasync def f(): 'F.'", "inline", True),
        ("@tool(timeout=5)\nasync def f():\n    'F.'\n    yield 1", "inline", True),
        ("@tool\ndef f(): 'F.'", "inline", True),
    ],
)
def test_a_timeout_that_nothing_keeps_is_told(analyse: Analyse, function: str, sync_tools: str, is_kept: bool) -> None:
    found = analyse({"a.py": f"from toolgen import tool\n{function}\n"}, sync_tools=sync_tools).diagnostics
    assert [(one.code, one.severity, str(one.span)) for one in found] == (
        [] if is_kept else [("TG220", "warning", "a.py:3:5")]
    )


COMPOSED = """\
from toolgen import Tool
class Pay(Tool):
    'Pay.'
    name = 'pay'
    parameters_schema = {'type': 'object', 'properties': {%r: {'type': 'string'}}, %s}
    def execute(self, **given): ...
"""


@pytest.mark.parametrize(
    ("name", "rest", "target", "reason"),
    [
        ("a.B-1_", "", "anthropic", ""),
        ("$filter", "", "openai", ""),
        ("$filter", "", "anthropic", "the name of the property `$filter` does not match `^[a-zA-Z0-9_.-]{1,64}$`"),
        ("a" * 65, "", "gemini-json", f"the name of the property `{'a' * 65}` does not match `^[\\s\\S]{{0,64}}$`"),
        ("a", "'anyOf': [{'required': ['a']}]", "anthropic", "`anyOf` stands at the root of its schema"),
        ("a", "'oneOf': [{'required': ['a']}]", "openai", "`oneOf` stands at the root of its schema"),
        ("a", "'not': {'required': ['a']}", "anthropic", ""),
        ("a", "'not': {'required': ['a']}", "openai", "`not` stands at the root of its schema"),
        ("a", "'allOf': [{'required': ['a']}]", "mcp", ""),
        ("a", "'allOf': [{'required': ['a']}]", "gemini-json", ""),
    ],
)
def test_what_a_provider_refuses(analyse: Analyse, name: str, rest: str, target: str, reason: str) -> None:
    found = analyse({"a.py": COMPOSED % (name, rest)}, targets={target: PLAIN}).diagnostics
    assert [(d.code, d.span.line, d.message) for d in found] == [
        ("TG501", 2, f"the tool `pay` is refused by {target}: {reason}") for _ in range(bool(reason))
    ]


def test_what_several_targets_refuse_is_told_once(analyse: Analyse) -> None:
    three = {"openai": PLAIN, "anthropic": PLAIN, "openai-responses": PLAIN}
    found = analyse({"a.py": COMPOSED % ("a", "'anyOf': [{'required': ['a']}]")}, targets=three).diagnostics
    refused = (
        "the tool `pay` is refused by openai, anthropic, openai-responses: `anyOf` stands at the root of its schema"
    )
    assert [d.message for d in found] == [refused]


@pytest.mark.parametrize(
    ("count", "targets", "messages"),
    [
        (128, {"openai": PLAIN}, []),
        (129, {"openai": PLAIN}, ["openai takes at most 128 tools in one request, and there are 129"]),
        (129, {"openai": Options(sends="selection")}, []),
        (129, {"anthropic": PLAIN, "gemini-json": PLAIN, "mcp": PLAIN}, []),
        (20, {"anthropic": Options(strict="all")}, []),
        (21, {"anthropic": Options(strict="plan")}, []),
        (
            21,
            {"anthropic": Options(strict="all"), "openai": Options(strict="all")},
            ["anthropic takes at most 20 strict tools in one request, and there are 21"],
        ),
    ],
)
def test_more_tools_than_a_request_takes(
    analyse: Analyse, count: int, targets: dict[str, Options], messages: list[str]
) -> None:
    source = "".join(tool(f"add_{number}", f"add_{number}") for number in range(count))
    found = analyse({"a.py": source}, targets=targets, file="toolgen.toml").diagnostics
    assert [d.message for d in found if d.code == "TG502"] == messages


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("find", "Find"), ["find: its file, find.json, is that of `Find` where case does not count"]),
        (("a b", "a_20_b"), ["a_20_b: its file, a_20_b.json, is that of `a b` where case does not count"]),
        (("aux", "aux_", "auxil"), ["aux_: its file, aux_.json, is that of `aux` where case does not count"]),
        (("a" * 300, "a" * 301), []),
    ],
)
def test_tools_in_one_file(analyse: Analyse, names: tuple[str, ...], told: list[str]) -> None:
    source = "".join(f"@tool(name={name!r})\ndef f{at}(a: int) -> None:\n    'Do.'\n" for at, name in enumerate(names))
    options = {"targets": {"json-schema": PLAIN}, "name_pattern": "^.+$"}
    found = analyse({"a.py": f"from toolgen import tool\n{source}"}, **options)
    assert [(d.code, d.message) for d in found.diagnostics] == [
        ("TG501", f"the tool `{text.replace(': ', '` is refused by json-schema: ', 1)}") for text in told
    ]


@pytest.mark.parametrize(
    ("count", "name", "mode", "messages"),
    [
        (8, "anthropic", "all", []),
        (
            21,
            "anthropic",
            "all",
            [
                "anthropic takes at most 16 union parameters of strict tools in one request, and there are 21",
                "anthropic takes at most 20 strict tools in one request, and there are 21",
                "anthropic takes at most 24 optional parameters of strict tools in one request, and there are 42",
            ],
        ),
        (21, "anthropic", "plan", []),
        (21, "anthropic", "off", []),
        (21, "openai", "all", []),
    ],
)
def test_more_strict_tools_than_a_request_takes(
    analyse: Analyse, count: int, name: str, mode: Mode, messages: list[str]
) -> None:
    one = '@tool("add_%d", "Add.")\ndef add_%d(a: str | None = None, b: int = 1): ...\n'
    source = "from toolgen import tool\n" + "".join(one % (number, number) for number in range(count))
    found = analyse({"a.py": source}, targets={name: Options(strict=mode)}).diagnostics
    assert [d.message for d in found if d.code == "TG502"] == messages


MODE = "from nowhere import MODE\n"
BRANCHES = "import os\nfrom toolgen import tool\n{head}\n    @tool\n    def f(a: int): 'One.'\n{other}\n    @tool\n    def f(b: int): 'Two.'\n"


@pytest.mark.parametrize(
    ("head", "other", "codes", "kept"),
    [
        ("if os.environ.get('A'):", "else:", ["TG221", "TG221"], ["One."]),
        ("if os.environ.get('A'):", "elif os.environ.get('B'):", ["TG221", "TG221"], ["One."]),
        ("if os.environ.get('A'):", "if os.environ.get('B'):", ["TG205", "TG221", "TG221"], ["One.", "Two."]),
        ("if 'A' in os.environ:", "if 'A' not in os.environ:", ["TG205", "TG221", "TG221"], ["One.", "Two."]),
        (f"{MODE}if MODE == 'a':", "elif MODE in ('b', 'c'):", ["TG221", "TG221"], ["One."]),
        (f"{MODE}if not MODE:", "else:", ["TG221", "TG221"], ["One."]),
        ("if True:", "if True:", ["TG205", "TG239"], ["One.", "Two."]),
        (f"{MODE}match MODE:\n case 'a':", " case _:", ["TG221", "TG221"], ["One."]),
        (f"{MODE}match MODE:\n case [_, *rest] if rest:", " case 'b':", ["TG221", "TG221"], ["One."]),
        ("match 'b':\n case 'a':", " case 'b' | 'c':", [], ["Two."]),
        ("match ['b', 1]:\n case ['b', n]:", " case _:", [], ["One."]),
    ],
)
def test_branches_of_one_condition(analyse: Analyse, head: str, other: str, codes: list[str], kept: list[str]) -> None:
    analysis = analyse({"a.py": BRANCHES.format(head=head, other=other)})
    assert sorted(found.code for found in analysis.diagnostics) == codes
    assert [tool.description for tool in analysis.manifest.tools] == kept


def test_functions_of_two_branches_of_which_one_call_is_given_one_are_no_duplicates(analyse: Analyse) -> None:
    branches = BRANCHES.format(head="if os.environ.get('A'):", other="else:").replace("    @tool\n", "")
    analysis = analyse({"a.py": f"from pydantic_ai import Agent\n{branches}Agent('m', tools=[f])\n"})
    assert [found.code for found in analysis.diagnostics] == ["TG221"]
    assert [tool.description for tool in analysis.manifest.tools] == ["One."]


ZOO = """
from __future__ import annotations
from dataclasses import dataclass
from toolgen import tool

@dataclass
class Node:
    children: list[Node]
    parent: Node | None

@tool("trees", "T.")
def trees(root: Node): ...

@tool("free", "F.")
def free(some: dict[str, int]): ...

@tool("pat.tern", "P.")
def pattern(a: int): ...

@tool("pat_tern", "P.")
def other(a: int): ...
"""


@pytest.mark.parametrize(
    ("target", "options", "messages"),
    [
        (
            "gemini",
            Options(),
            ["TG503 what `trees` takes cannot be told to gemini without meaning something else: `Node` is recursive, at …"],
        ),
        (
            "gemini",
            Options(unsupported="error"),
            ["TG505 `additionalProperties`, which the schema of `free` has at /properties/some, is unknown to gemini", "TG503 …"],
        ),
        ("openai", Options(), ["TG501 the tool `pat.tern` is refused by openai: its name does not match `^[a-zA-Z0-9_-]{1,64}$`"]),
        (
            "openai",
            Options(names="sanitise"),
            ["TG508 `pat_tern` and `pat.tern` are told to openai under the same name"],
        ),
        (
            "openai",
            Options(strict="all", names="sanitise"),
            ["TG507 the tool `free` has no strict form for openai: names are free at /properties/some", "TG508 …"],
        ),
    ],
)  # fmt: skip
def test_what_a_target_is_told(analyse: Analyse, target: str, options: Options, messages: list[str]) -> None:
    found = analyse({"a.py": ZOO}, targets={target: options}, name_pattern=r"^[a-z._]{1,9}$").diagnostics
    errors = sorted(f"{one.code} {one.message}" for one in found if one.severity == "error")
    expected = sorted(messages)
    assert len(errors) == len(expected)
    assert all(error.startswith(text.removesuffix("…")) for error, text in zip(errors, expected, strict=True))


EXTRAS = """\
from toolgen import tool
LATER = {"defer_loading": %s}
@tool(extras={"anthropic": {**LATER, "ttl": 1}, "gemini": {}})
def find():
    'Find.'
"""


@pytest.mark.parametrize(
    ("value", "extras", "targets", "said"),
    [
        ("True", {}, ["anthropic", "gemini"], ["TG509 3:45"]),
        ("3", {}, ["anthropic", "gemini"], ["TG509 2:27", "TG509 3:45"]),
        ("True", {"f*": {"anthropic": {"defer_loading": False}}}, ["anthropic", "gemini"], ["TG509 3:45"]),
        ("True", {"g*": {}}, ["anthropic", "gemini"], ["TG210 0:0", "TG509 3:45"]),
        ("True", {}, ["gemini"], ["TG509 3:45", "TG510 0:0"]),
        ("True", {"find": {"mcp": {"_meta": {}}}}, [], ["TG509 3:45", "TG510 0:0", "TG510 0:0", "TG510 0:0"]),
    ],
)
def test_extras_are_looked_at_where_they_are_written(
    analyse: Analyse, value: str, extras: dict[str, Any], targets: list[str], said: list[str]
) -> None:
    options = dict.fromkeys(targets, PLAIN)
    found = analyse({"a.py": EXTRAS % value}, extras=extras, targets=options, file="toolgen.toml")
    assert sorted(f"{one.code} {one.span.line}:{one.span.column}" for one in found.diagnostics) == said
    assert found.manifest.tools[0].extras["anthropic"]["defer_loading"] == (value == "True" or 3)


@pytest.mark.parametrize(
    ("pattern", "deferred", "help_"),
    [
        ("f*", ["find", "first"], ""),
        ("category:notes", ["find", "list"], ""),
        ("category:*o*", ["find", "list", "log"], ""),
        ("category:*", ["find", "list", "log"], ""),
        ("category:note", [], "did you mean `category:notes` or `category:work`?"),
        ("notes", [], "write `category:notes`, `category:work`, `find`, `first`, `list` or `log`"),
    ],
)
def test_extras_are_for_names_or_for_categories(
    analyse: Analyse, pattern: str, deferred: list[str], help_: str
) -> None:
    categories = {"find": "notes", "first": None, "list": "notes", "log": "work"}
    source = "".join(
        f"@tool(category={category!r})\ndef {name}():\n    'Do it.'\n" for name, category in categories.items()
    )
    extras = {pattern: {"anthropic": {"defer_loading": True}}}
    found = analyse({"a.py": f"from toolgen import tool\n{source}"}, extras=extras, file="toolgen.toml")
    assert [tool.name for tool in found.manifest.tools if tool.extras] == deferred
    said = [(one.code, one.help) for one in found.diagnostics]
    assert said == ([] if deferred else [("TG210", help_)])


@pytest.mark.parametrize(
    ("decorators", "deprecated"),
    [
        ("@tool", False),
        ("@tool\n@warnings.deprecated('Use list.')", "Use list."),
        ("@tool\n@typing_extensions.deprecated(f'Use {NAME}.', category=None)", "Use list."),
        ("@tool\n@warnings.deprecated(unknown())", True),
        ("@tool(deprecated='Use all.')\n@warnings.deprecated('Use list.')", "Use all."),
        ("@tool\n@deprecated('Use list.')", False),
    ],
)
def test_a_tool_is_deprecated_as_its_function_is(analyse: Analyse, decorators: str, deprecated: bool | str) -> None:
    source = "import typing_extensions, warnings\nfrom toolgen import tool\nfrom elsewhere import deprecated\nNAME = 'list'\n"
    (found,) = analyse({"a.py": f"{source}{decorators}\ndef find():\n    'Find.'\n"}).manifest.tools
    assert found.deprecated == deprecated


@pytest.mark.parametrize(("left", "right"), [("left", "right"), ("right", "left")])
def test_tools_of_one_name_collide_where_they_share_a_server(analyse: Analyse, left: str, right: str) -> None:
    """`one.add` is on both servers, `two.add` on the second of them, whichever of these is found first."""
    head = "from mcp.server.fastmcp import FastMCP\nimport one, two\nmcp = FastMCP('a')\nmcp.add_tool(one.add)\n"
    functions = {
        f"{name}.py": f"def add(value: int) -> int:\n    'Add {name}.'\n    return value\n" for name in ("one", "two")
    }
    analysis = analyse(functions | {f"{left}.py": head, f"{right}.py": f"{head}mcp.add_tool(two.add)\n"})
    (found,) = analysis.diagnostics
    assert (found.code, found.span.path, found.related[0][0].path) == ("TG205", "two.py", "one.py")


@pytest.mark.parametrize(
    "gives",
    [
        "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('a')\nmcp.add_tool(add, name='plus')",
        "from langchain_core.tools import StructuredTool\nplus = StructuredTool.from_function(add, name='plus')",
    ],
)
def test_a_function_with_toolgens_decorator_is_one_tool_where_a_framework_is_given_it(
    analyse: Analyse, gives: str
) -> None:
    own = "from toolgen import tool\n@tool(name='plus')\ndef add(left: int) -> int:\n    'Add.'\n"
    analysis = analyse({"a.py": f"{own}{gives}\n"})
    found = [(one.name, one.origin.dialect) for one in analysis.manifest.tools]
    assert (found, analysis.diagnostics) == ([("plus", "toolgen")], ())


CONFIGURED = """\
paths = ["."]
tools = ["a:find", "a:nothing"]
bare_names = { app = "fastmcp.Nothing" }
[servers]
"a:nothing" = "n_"
[extras."g*"]
"""


def test_an_entry_that_names_nothing_is_told_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "toolgen.toml").write_text(CONFIGURED)
    (tmp_path / "a.py").write_text("from toolgen import tool\n@tool\ndef find(): 'Find.'\n")
    found = [one.span for one in pipeline.analyse(load(tmp_path)).diagnostics if one.code == "TG210"]
    assert [(one.path, one.line, one.column) for one in found] == [
        ("toolgen.toml", 2, 20),
        ("toolgen.toml", 3, 16),
        ("toolgen.toml", 5, 1),
        ("toolgen.toml", 6, 9),
    ]
