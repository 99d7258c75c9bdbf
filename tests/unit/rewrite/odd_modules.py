"""Modules in layouts that nobody would choose, for the properties of codemods."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from hypothesis import strategies as st

NAMES = st.lists(st.sampled_from(["a", "b_c", "left", "naïve", "x1"]), min_size=0, max_size=4, unique=True)
GONE = st.lists(st.sampled_from(["gone", "old_name"]), max_size=2, unique=True)
SUPPRESSIONS = ["# toolgen: ignore[TG304]", "#toolgen:ignore[TG208, TG301] y"]
COMMENTS = st.sampled_from(["", "", "# c", "#", "#:  é", "# noqa: X1", *SUPPRESSIONS])
TEXTS = st.sampled_from(
    ["The first.", "Two: of them.", "What\n{more}it is.", "é ü", "`x` (or y)", 'One of `a`, "b" here.']
)
ANNOTATIONS = st.sampled_from(["", ": int", ":str", ": str", ": 'list[int]'", " : int | str", ": dict[ str,int ]"])
DEFAULTS = st.sampled_from(["", "", " = None", "=None", "= 1", " = 'a'"])
DECORATORS = ("@tool", "@(tool)", "@ tool", "@tool()", "@( tool ( ) )", "@tool(title='T',)", "@tool(\n)")
BODIES = st.sampled_from(
    [[], ["return 1"], ["x = 1; return x ;"], ["", "# in", "def g(): return 2", "return g"], ["x = 1 +\\", "2"]]
)


def google(entries: list[tuple[str, str]], unit: str) -> list[str]:
    return ["Args:", *(f"{unit}{name}: {text}".replace("{more}", unit * 2) for name, text in entries)]


def numpy(entries: list[tuple[str, str]], unit: str) -> list[str]:
    rows = (f"{name} : int\n{unit}{text}".replace("{more}", unit) for name, text in entries)
    return ["Parameters", "----------", *rows]


def sphinx(entries: list[tuple[str, str]], unit: str) -> list[str]:
    return [f":param {name}: {text}".replace("{more}", unit) for name, text in entries]


@st.composite
def docstrings(draw: st.DrawFn, names: list[str], unit: str) -> str:
    """A docstring that describes some of the parameters, and some that there are not."""
    described = draw(st.permutations([*(name for name in names if draw(st.booleans())), *draw(GONE)]))
    style = draw(st.sampled_from([google, numpy, sphinx]))
    entries = [(name, draw(TEXTS)) for name in described]
    after = draw(st.sampled_from([[], ["", "Returns:", f"{unit}Something."]])) if style is google else []
    lines = ["Say it.", *(["", *style(entries, unit)] if entries else []), *after]
    if len(lines) > 1 and draw(st.booleans()):
        lines.append("")
    opening = draw(st.sampled_from(['"""', "'''", 'r"""']))
    first, *others = "\n".join(lines).split("\n")
    indented = [f"{unit}{line}" if line or index == len(others) else "" for index, line in enumerate(others, 1)]
    return opening + "\n".join([first, *indented]) + opening[-3:]


@st.composite
def functions(draw: st.DrawFn, name: str, unit: str, decorators: Sequence[str]) -> str:
    """A tool, in one line or several."""
    names = draw(NAMES)
    parameters, has_default = list[str](), False
    for one in names:
        default = draw(DEFAULTS) or (" = None" if has_default else "")
        has_default = has_default or bool(default)
        comment = draw(COMMENTS)
        end = f",{comment}\n{draw(st.sampled_from(['', unit * 3]))}" if comment else ", "
        parameters.append(f"{one}{draw(ANNOTATIONS)}{default}{end}")
    before, after = draw(st.sampled_from(["", "# above\n"])), draw(st.sampled_from(["", " # d"]))
    above = f"{before}{draw(st.sampled_from(decorators))}{after}"
    keyword, result = draw(st.sampled_from(["def", "async  def"])), draw(st.sampled_from(["", " -> int"]))
    head = f"{above}\n{keyword} {name}( {''.join(parameters)}){result}:"
    docstring, body = draw(docstrings(names, unit)), draw(BODIES)
    if len(body) < 2 and draw(st.booleans()):
        return f"{head} {'; '.join([docstring, *body])}{draw(COMMENTS)}"
    rows = (f"\n{unit}{line}" if line else "\n" for line in body)
    return f"{head}{draw(COMMENTS)}\n{unit}{docstring}{draw(COMMENTS)}{''.join(rows)}"


@st.composite
def modules(
    draw: st.DrawFn,
    imports: str = "from toolgen import tool",
    decorators: Sequence[str] = DECORATORS,
    ends: Sequence[str] = ("", "\n", "\n\n", "\n# end"),
) -> bytes:
    """A module that begins with `imports` and ends with one of `ends`, whose functions have one of `decorators`."""
    unit = draw(st.sampled_from(["\t", "  ", "    "]))
    head = draw(st.sampled_from(["", '"""Doc."""\n', "# top\n\n", "from __future__ import annotations\n"]))
    parts = [f"{head}{imports} {draw(COMMENTS)}"]
    for index in range(draw(st.integers(1, 3))):
        function = draw(functions(draw(st.sampled_from([f"f{index}", f"f{index}", "same"])), unit, decorators))
        around = draw(st.sampled_from(["", "", f"class A{index}:\n{unit}@staticmethod\n", "if True: # if\n"]))
        parts.append(around + textwrap.indent(function, unit) if around else function)
    gap = draw(st.sampled_from(["\n", "\n\n\n", "\n# between\n"]))
    text = gap.join(parts) + draw(st.sampled_from(ends))
    encoding, bom = draw(st.sampled_from([("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("latin-1", b"")]))
    cookie = "" if encoding == "utf-8" else f"# -*- coding: {encoding} -*-\n"
    return bom + (cookie + text).replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode(encoding)
