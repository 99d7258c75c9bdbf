"""What a name means: the class that toolgen finds by reading is the one that Python finds by running."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from sides import Derived

Derive = Callable[[Mapping[str, str]], tuple[Derived, Derived]]

INT, STR = "class {}(BaseModel):\n    number: int\n", "class {}(BaseModel):\n    text: str\n"
MODEL = "from pydantic import BaseModel\n\n"
HEADER = "from toolgen import tool\n"


def tools(before: str, annotation: str, after: str = "") -> str:
    """A module whose tool `f` takes a parameter of a type that is bound in `before`."""
    return f"{HEADER}{before}\n\n@tool('f', 'F.')\ndef f(x: {annotation}) -> None: ...\n{after}"


def one(before: str, annotation: str, after: str = "") -> dict[str, str]:
    return {"tools.py": tools(before, annotation, after)}


def check(derive_project: Derive, files: Mapping[str, str]) -> None:
    static, runtime = derive_project(files)
    assert static.input == runtime.input
    assert static.output == runtime.output


CONDITIONS = [
    "sys.version_info >= (3, 11)",
    "sys.version_info >= (3,)",
    "sys.version_info > (3, 11)",
    "sys.version_info < (3, 11)",
    "sys.version_info <= (3, 11)",
    "sys.version_info == (3, 11)",
    "sys.version_info[:2] == (3, 11)",
    "sys.version_info[0] == 2",
    "sys.version_info[0] >= 3",
    "sys.version_info[1] < 8",
    "sys.version_info.major == 3",
    "sys.version_info.minor > 9",
    "(3, 8) <= sys.version_info",
    "not sys.version_info >= (3, 8)",
    "version_info >= (3, 8)",
    "system.version_info < (3, 8)",
    "sys.version_info >= (3, 8) and sys.platform != 'win32'",
    "sys.version_info < (3, 8) or sys.platform == 'win32'",
    "sys.platform == 'linux'",
    "sys.platform == 'win32'",
    "sys.platform.startswith('linux')",
    "sys.platform.startswith(('win', 'cygwin'))",
    "sys.platform in ('win32', 'cygwin')",
    "sys.platform not in {'win32', 'cygwin'}",
    "os.name == 'nt'",
    "'win' in sys.platform",
    "True",
    "0",
    "None",
    "''",
    "not False",
]
BRANCHES = [
    pytest.param("if {}:\n    T = int\nelse:\n    T = str", id="else"),
    pytest.param("T = str\nif {}:\n    T = int", id="before"),
    pytest.param("if 'a' == 'b':\n    T = bool\nelif {}:\n    T = int\nelse:\n    T = str", id="elif"),
]
SYSTEM = (
    "import os\nimport sys\nimport sys as system\nimport typing\nimport typing as t\nfrom sys import version_info\n"
    "from typing import TYPE_CHECKING\nfrom typing import TYPE_CHECKING as CHECKING\n"
)


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("branches", BRANCHES)
def test_conditions(derive_project: Derive, condition: str, branches: str) -> None:
    check(derive_project, one(SYSTEM + branches.format(condition), "T"))


@pytest.mark.parametrize("name", ["TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING", "CHECKING"])
@pytest.mark.parametrize("condition", ["{}", "not {}", "{} or os.name == 'posix'", "{} and os.name == 'posix'"])
@pytest.mark.parametrize("branches", BRANCHES)
def test_a_name_that_run_time_binds_is_not_what_type_checkers_see(
    derive_project: Derive, name: str, condition: str, branches: str
) -> None:
    """Frameworks see the branch in which `TYPE_CHECKING` is false; the other one counts for names that it leaves out.

    The modules are imported with `TYPE_CHECKING` set, so that the runtime side is that of a module that says `False`.
    """
    static, _ = derive_project(one(SYSTEM + branches.format(condition.format(name)), "T"))
    _, runtime = derive_project(one(SYSTEM + branches.format(condition.format("False")), "T"))
    assert static.input == runtime.input


def test_a_name_that_only_type_checkers_see(derive_project: Derive) -> None:
    files = one("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from decimal import Decimal", "'Decimal'")
    check(derive_project, files)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(one("A = int\nA = str", "A"), id="the last binding"),
        pytest.param(one("A = int", "A", "A = str"), id="bound again below"),
        pytest.param(one("A = int\nfrom typing import Optional\nA = Optional[A]", "A"), id="made from itself"),
        pytest.param(one("A = int\nB = A\nA = str", "B"), id="an alias of what was bound before"),
        pytest.param({"tools.py": "from __future__ import annotations\n" + tools("A = int", "A")}, id="postponed"),
        pytest.param(one("A, B = int, str", "B"), id="unpacking"),
        pytest.param(one("(A, [B, C]) = (int, [str, bool])", "C"), id="unpacking, nested"),
        pytest.param(one("A = B = int", "A"), id="two targets"),
        pytest.param(one("(A := int)", "A"), id="walrus"),
        pytest.param(one("if A := int: pass", "A"), id="walrus in a condition"),
        pytest.param(one("import typing as t", "t.Optional[int]"), id="module alias"),
        pytest.param(one("import collections.abc as c", "c.Sequence[int]"), id="submodule alias"),
        pytest.param(one("from typing import *", "Optional[List[int]]"), id="star import of the standard library"),
        pytest.param(one("from datetime import *\nfrom typing import *", "Optional[date]"), id="two of them"),
        pytest.param(one("str = int", "str"), id="a builtin shadowed"),
        pytest.param(
            one("class A:\n    T = int\nclass B(A): ...\nclass C(A):\n    T = str\nclass D(B, C): ...", "D.T"),
            id="inherited by two ways",
        ),
        pytest.param(one("def list(): ...\nimport builtins", "builtins.list[int]"), id="builtins by name"),
        pytest.param(one(f"{MODEL}{INT.format('A')}\n{STR.format('A')}", "A"), id="a class twice"),
        pytest.param(
            one(f"{MODEL}{INT.format('A')}\nclass A(A):\n    more: str\n", "A"), id="a class made from itself"
        ),
        pytest.param(
            one(
                f"{MODEL}try:\n    from no_such import A\n"
                "except ImportError:\n    class A(BaseModel):\n        a: list['A']",
                "A",
            ),
            id="a handler that refers to itself",
        ),
        pytest.param(
            {
                "tools.py": f"from __future__ import annotations\n{HEADER}{MODEL}{INT.format('A')}\n"
                "class A(BaseModel):\n    a: list[A]\n\n@tool('f', 'F.')\ndef f(x: A): ...\n"
            },
            id="a class twice that refers to itself",
        ),
        pytest.param(one(f"{MODEL}{INT.format('Größe')}", "list[Größe]"), id="a name that is not ASCII"),
        pytest.param(one("try:\n    import tomllib\n    A = int\nexcept ImportError:\n    A = str", "A"), id="try"),
        pytest.param(one("try:\n    import no_such\n    A = int\nexcept ImportError:\n    A = str", "A"), id="handler"),
        pytest.param(
            one("try:\n    from no_such import A\nexcept ModuleNotFoundError:\n    A = str", "A"), id="handler, from"
        ),
        pytest.param(
            one(
                "try:\n    from typing import Annotated\nexcept ImportError:\n    from no_such import Annotated", "int"
            ),
            id="try, standard library",
        ),
        pytest.param(
            one(
                "try:\n    from no_such import A\nexcept ImportError:\n    try:\n        from nor_this import A\n"
                "    except ImportError:\n        from decimal import Decimal as A",
                "A",
            ),
            id="handler of a handler",
        ),
        pytest.param(
            one("try:\n    import no_such\nexcept ImportError:\n    no_such = None\nelse:\n    A = int\nA = str", "A"),
            id="bound after a try",
        ),
        pytest.param(one("try:\n    pass\nfinally:\n    A = int", "A"), id="finally"),
        pytest.param(one("import contextlib\nwith contextlib.suppress(OSError):\n    A = int", "A"), id="with"),
        pytest.param(one("for i in range(2):\n    A = int", "A"), id="loop"),
        pytest.param(one("def define():\n    global A\n    A = int\ndefine()", "int"), id="global"),
        pytest.param(one("A = int\ndef use():\n    A = str\n    return A", "A"), id="another scope"),
        pytest.param(one("class B:\n    A = int", "B.A"), id="attribute of a class"),
        pytest.param(one("class B:\n    A = int\nclass C(B): pass", "C.A"), id="inherited attribute of a class"),
        pytest.param(one("class B:\n    class A(str): pass\n    A = int", "B.A"), id="bound twice in a class"),
        pytest.param(one("A = int\nclass B:\n    A = A\n    A = list[A]", "B.A"), id="class scope, made from outside"),
    ],
)
def test_bindings(derive_project: Derive, files: Mapping[str, str]) -> None:
    check(derive_project, files)


FIELDS = {
    "date named like its type": "date: date\n    other: date",
    "a field named like a type, with a default, below": "start: date\n    date: Optional[str] = None",
    "a method named like a builtin": "items: list[int]\n    def list(self) -> list[int]: ...",
    "an alias in the body": "Number: ClassVar = int\n    count: Number",
    "an alias below": "count: Number\n    Number: ClassVar = str",
    "an alias rebound": "Kind: ClassVar = int\n    a: Kind\n    Kind: ClassVar = str\n    b: Kind",
    "a nested class": "class Inner(BaseModel):\n        a: int\n    inner: Inner",
    "a nested class below, quoted": "inner: 'Inner'\n    class Inner(BaseModel):\n        a: int",
    "a nested class that hides another": "class Outer(BaseModel):\n        a: int\n    inner: Outer",
    "itself": "other: Optional['Model'] = None",
    "a name that the body binds twice": "Number: ClassVar = int\n    Number: ClassVar = str\n    a: Number",
}


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"], ids=["", "postponed"])
@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in FIELDS.items()])
def test_names_in_class_bodies(derive_project: Derive, body: str, future: str) -> None:
    if future and ("def list" in body or "Optional[str] = None" in body):
        pytest.skip("pydantic cannot evaluate it")
    head = "from datetime import date\nfrom typing import ClassVar, Optional\nNumber = Kind = bool\n"
    outer = "class Outer(BaseModel):\n    b: int\n"
    source = f"{head}{MODEL}{outer}class Model(BaseModel):\n    {body}\n"
    check(derive_project, {"tools.py": future + tools(source, "Model")})


A, B = MODEL + INT.format("A"), MODEL + STR.format("B")


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"a.py": A, "b.py": "from a import A", **one("from b import A", "A")}, id="re-export"),
        pytest.param({"a.py": A, "b.py": "from a import *", **one("from b import A", "A")}, id="star"),
        pytest.param({"a.py": A, "b.py": "from a import *", **one("from b import *", "A")}, id="star of a star"),
        pytest.param(
            {"a.py": A, "b.py": MODEL + STR.format("A"), **one("from a import *\nfrom b import *", "A")}, id="last star"
        ),
        pytest.param({"a.py": A, **one(f"{MODEL}{STR.format('A')}from a import *", "A")}, id="star over a class"),
        pytest.param({"a.py": A, **one(f"{MODEL}from a import *\n{STR.format('A')}", "A")}, id="class over a star"),
        pytest.param(
            {"a.py": A.replace("A(", "_A(") + "__all__ = ['_A']", **one("from a import *", "_A")}, id="__all__, private"
        ),
        pytest.param(
            {"a.py": A + "__all__ = ()", **one(f"{MODEL}{STR.format('A')}from a import *", "A")}, id="__all__, nothing"
        ),
        pytest.param(
            {
                "a.py": A + "__all__ = []\n__all__ += ['A']",
                **one(f"{MODEL}{STR.format('A')}from a import *", "A"),
            },
            id="__all__ +=",
        ),
        pytest.param(
            {
                "a.py": A + "__all__ = []\n__all__.append('A')",
                **one(f"{MODEL}{STR.format('A')}from a import *", "A"),
            },
            id="__all__.append",
        ),
        pytest.param(
            {
                "a.py": A + "__all__ = ['A']",
                "b.py": "import a\nfrom a import *\nC = int\n__all__ = ['C', *a.__all__]\n__all__.extend(a.__all__)",
                **one(f"{MODEL}{STR.format('A')}from b import *", "A | C"),
            },
            id="__all__ of another module",
        ),
        pytest.param(
            {"p/__init__.py": "__all__ = ['a']", "p/a.py": A, **one("from p import *", "a.A")}, id="__all__, submodule"
        ),
        pytest.param(
            {"p/__init__.py": "from .a import A\nfrom . import b", "p/a.py": A, "p/b.py": B}
            | one("import p", "p.A | p.b.B"),
            id="package",
        ),
        pytest.param({"space_one/a/b.py": A, **one("import space_one.a.b", "space_one.a.b.A")}, id="namespace package"),
        pytest.param({"space_two/a/b.py": A, **one("import space_two.a.b as c", "c.A")}, id="namespace package, as"),
        pytest.param(
            {"space_three/a/b.py": A, **one("from space_three.a import b", "b.A")}, id="namespace package, from"
        ),
        pytest.param(
            {
                "p/__init__.py": "import importlib\n_LAZY = {'A': '.a', 'C': ('.b', 'B')}\n"
                "def __getattr__(name):\n    found = _LAZY[name]\n"
                "    module, name = (found, name) if isinstance(found, str) else found\n"
                "    return getattr(importlib.import_module(module, __name__), name)",
                "p/a.py": A,
                "p/b.py": B,
            }
            | one("from p import A, C", "A | C"),
            id="imported lazily, by name",
        ),
        pytest.param(
            {
                "p/__init__.py": "import importlib\n_modules = {'a': ['A'], 'b': ['B']}\n"
                "def __getattr__(name):\n    module = next(key for key in _modules if name in _modules[key])\n"
                "    return getattr(importlib.import_module('.' + module, __name__), name)",
                "p/a.py": A,
                "p/b.py": B,
            }
            | one("from p import A, B", "A | B"),
            id="imported lazily, by module",
        ),
        pytest.param(
            {
                "a.py": "from __future__ import annotations\nfrom pydantic import BaseModel\nimport b\n"
                "class A(BaseModel):\n    number: int\n    def m(self) -> b.B: ...",
                "b.py": "import a\n" + B + "    def m(self) -> 'a.A': ...",
                **one("import a, b", "a.A | b.B"),
            },
            id="circular",
        ),
        pytest.param(
            {"a.py": A + "if False:\n    A = None\n", **one("from a import A", "A")}, id="a condition elsewhere"
        ),
        pytest.param(
            {"a.py": A, "b.py": "try:\n    from no_such import A\nexcept ImportError:\n    from a import A"}
            | one("from b import A", "A"),
            id="a handler elsewhere",
        ),
        pytest.param(
            {"a.py": A + "B = A\nA = int", **one("from a import A as C\nimport a", "C | a.B")},
            id="bound twice elsewhere",
        ),
    ],
)
def test_modules(derive_project: Derive, files: Mapping[str, str]) -> None:
    check(derive_project, files)
