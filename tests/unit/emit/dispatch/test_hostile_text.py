"""No text of a tool's author becomes code: whatever it holds, the module compiles, and means what it should."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, make_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from toolgen.emit.dispatch import emit_package
from toolgen.emit.templates import environment
from toolgen.model.classes import ClassKind, ClassSpec, Field
from toolgen.model.json_values import Schema
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.tool import Binding, Origin, Parameter, ToolSpec
from toolgen.model.types import ANY, EnumMember, LiteralOf, Named, TypeExpr, union
from toolgen.views.naming import is_identifier

PIECES = [
    *("(INJECTED)", '"INJECTED"', "'INJECTED'", "{INJECTED}", "{{INJECTED}}", "\nINJECTED\n", "\n    raise INJECTED\n"),
    *(
        '"\nINJECTED #',
        '"""',
        "'''",
        '"',
        "'",
        "\\",
        '\\"',
        "\\'",
        "{",
        "}",
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "%s",
        "$x",
    ),
    *(
        ");",
        "[",
        "]",
        "(",
        ")",
        ",",
        ":",
        "=",
        "#",
        "->",
        "...",
        ".",
        "a.b",
        "@",
        "*",
        "class",
        "None",
        "__x",
        "x",
        "-",
    ),
    *(
        "\n",
        "\r",
        "\r\n",
        "\t",
        "\x00",
        "\x0c",
        "\x85",
        "\u2028",
        "é",
        "😀",
        "\ud800",
        "\udfff",
        "≥",
        "<locals>",
        " ",
        "%s",
        "x",
    ),
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
NAME = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)
WORD = (
    st.sampled_from(["a", "b_c", "D", "class", "name", "given", "faults", "self", "_fault", "type"])
    | st.sampled_from(
        ["_1", "__1", "1", "_", "__debug__", "__class__", "match", "fi", "\ufb01", "\u00aa", "K", "\u212a"]
    )
    | NAME
)
BINDINGS: st.SearchStrategy[Binding] = st.sampled_from(["function", "method", "tool_class", "local"])


def takes_nothing(pattern: str) -> bool:
    """Whether a pattern matches `""`: what is drawn may close the group. One that is no pattern is not enforced."""
    try:
        return re.search(pattern, "") is not None
    except (re.error, FutureWarning):
        return True


def schemas(names: list[str]) -> st.SearchStrategy[Schema]:
    """Schemas that hold hostile text where text is allowed, and accept the text `""`."""
    value = st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "enum": st.lists(TEXT, max_size=3).map(lambda found: [*found, ""]),
            "pattern": TEXT.map(lambda text: f"^({text})?$").filter(takes_nothing),
            "description": TEXT,
            "default": TEXT,
            "title": TEXT,
            "x-more": TEXT,
        },
    )
    nested = value.map(lambda inner: {"type": ["object", "string"], "additionalProperties": inner})
    keys = st.sampled_from(names)
    return st.fixed_dictionaries(
        {
            "type": st.just("object"),
            "properties": st.fixed_dictionaries(dict.fromkeys(names, value | nested)),
            "required": st.lists(keys, unique=True),
            "description": TEXT,
        }
    )


@st.composite
def tools(draw: st.DrawFn, name: str, spec: ClassSpec) -> ToolSpec:
    names = draw(st.lists(WORD, max_size=3, unique=True))
    word = draw(WORD)
    types: st.SearchStrategy[TypeExpr] = st.sampled_from([ANY, Named("str"), Named(spec.name), LiteralOf(("", word))])
    return ToolSpec(
        name=name,
        description=draw(TEXT),
        input_schema=draw(schemas(names)) if names else {"type": "object", "description": word},
        origin=Origin(draw(TEXT), draw(NAME), draw(NAME), "toolgen", draw(BINDINGS)),
        span=Span(""),
        parameters=tuple(Parameter(draw(WORD), name, "keyword", draw(types)) for name in names),
        returns=union(draw(types), draw(types)),
        is_async=draw(st.booleans()),
        injected=tuple(draw(st.lists(WORD, max_size=2, unique=True))),
        title=draw(TEXT),
        deprecated=draw(TEXT),
    )


@st.composite
def manifests(draw: st.DrawFn) -> Manifest:
    member = EnumMember("c", draw(WORD), draw(TEXT))
    fields = tuple(
        Field(name, name, LiteralOf((member, "")), False) for name in draw(st.lists(WORD, unique=True, max_size=2))
    )
    kinds: st.SearchStrategy[ClassKind] = st.sampled_from(
        ["dataclass", "typed_dict", "named_tuple", "pydantic", "struct"]
    )
    spec = ClassSpec(draw(WORD), draw(NAME), draw(WORD), draw(kinds), fields=fields)
    enum = ClassSpec("c", draw(WORD), draw(WORD), "enum", members=(member,))
    names = draw(st.lists(WORD, min_size=1, max_size=3, unique=True))
    return Manifest(tuple(draw(tools(name, spec)) for name in names), {"c": enum, spec.name: spec})


@given(manifests())
def test_text_stays_text(generate: Callable[..., str], manifest: Manifest) -> None:
    text = generate(*manifest.tools, classes=manifest.classes.values())
    tree = ast.parse(text)
    names = {getattr(node, field, None) for node in ast.walk(tree) for field in ("id", "attr", "arg", "name", "module")}
    assert "INJECTED" not in names
    module: dict[str, Any] = {"__package__": "toolgen.emit"}
    exec(compile(tree, "dispatch.py", "exec"), module)
    assert list(module["Dispatcher"]._tools) == [tool.name for tool in manifest.tools]


@settings(deadline=None)
@given(manifests())
def test_text_stays_text_in_a_package(manifest: Manifest) -> None:
    files = emit_package(manifest, environment(None).get_template("dispatch.py.j2"))
    for name, text in files.items():
        tree = ast.parse(text)
        assert "INJECTED" not in {getattr(node, "id", None) for node in ast.walk(tree)}
        assert len(ast.get_docstring(tree, clean=False) or "") > 10
        compile(tree, name, "exec")
    assert all(is_identifier(Path(name).stem) for name in files)


FIELDS = (WORD | st.from_regex(r"_*[^\W\d]\w{,2}|_+\w{,2}", fullmatch=True)).filter(
    lambda name: is_identifier(name) and not name.startswith("__")
)


@settings(deadline=None)
@given(st.dictionaries(FIELDS, WORD.filter(str.isprintable), max_size=5))
def test_fields_of_any_names_arrive(
    tool: Callable[..., ToolSpec], load: Callable[..., Any], aliases: dict[str, str]
) -> None:
    """Each field has a variable of its own, whatever it is called in Python and in JSON."""
    names = dict(zip(aliases.values(), aliases, strict=True))  # the last field of an alias
    made = make_dataclass("Subject", names.values())
    sys.modules["subject_of_names"] = module = ModuleType("subject_of_names")
    module.Subject = made  # type: ignore[attr-defined]
    fields = tuple(Field(name, alias, ANY, True) for alias, name in names.items())
    spec = ClassSpec("subject_of_names.Subject", "subject_of_names", "Subject", "dataclass", fields=fields)
    schema = {"type": "object", "properties": dict.fromkeys(names, True), "required": [*names]}
    subject = tool(
        {"type": "object", "properties": {"it": schema}, "required": ["it"]},
        parameters=(Parameter("it", "it", "keyword", Named(spec.name)),),
    )
    loaded = load(subject, classes=[spec])
    loaded.bind(subject=lambda it: asdict(it))
    sent = {alias: number for number, alias in enumerate(names)}
    expected = {name: number for number, name in enumerate(names.values())}
    assert asyncio.run(loaded.dispatch("subject", {"it": sent})) == expected


def is_unicode(text: str) -> bool:
    """Whether `text` holds no half of a surrogate pair: arguments that do are refused."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


NAMES = st.lists(WORD.filter(is_unicode), min_size=1, max_size=3, unique=True)


@given(NAME, NAMES.flatmap(lambda names: st.tuples(st.just(names), schemas(names))))
def test_what_is_sent_arrives(
    tool: Callable[..., ToolSpec], load: Callable[..., Any], name: str, case: tuple[list[str], Schema]
) -> None:
    names, schema = case
    module = load(tool(schema, name))
    module.bind(**{name: lambda **given: given})
    arguments = dict.fromkeys(names, "")
    assert asyncio.run(module.dispatch(name, json.dumps(arguments))) == arguments
    try:
        asyncio.run(module.dispatch(name, dict.fromkeys(names, 1)))
    except module.InvalidArguments as error:
        json.dumps(error.to_dict(), ensure_ascii=False).encode()
        assert len(error.faults) == len(names)  # noqa: PT017 - the error is the subject
