"""What a module gives for a name: the class that toolgen finds by reading is the one that importing it binds."""

# ruff: noqa: E501 (tables of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from sides import Derived

Derive = Callable[[Mapping[str, str]], tuple[Derived, Derived]]

MODEL = "from pydantic import BaseModel\n\n\nclass {}(BaseModel):\n    {}\n"
A, B = MODEL.format("A", "number: int"), MODEL.format("B", "text: str")
OTHER_A = MODEL.format("A", "other: bool")
IMPORTLIB = "import importlib\nfrom importlib import import_module\n"
CHECKING = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from .a import A\n    from .b import B\n"


def check(derive_project: Derive, files: Mapping[str, str], imports: str, annotation: str = "A | B") -> None:
    tool = f"from toolgen import tool\n{imports}\n\n@tool('f', 'F.')\ndef f(x: {annotation}) -> None: ...\n"
    static, runtime = derive_project({"p/a.py": A, "p/b.py": B, **files, "tools.py": tool})
    assert static.input == runtime.input


# -- PEP 562 --------------------------------------------------------------------------------------------------

GETTERS = [
    pytest.param(
        "_lazy = {'A': '.a', 'B': '.b'}\ndef __getattr__(name):\n    if name in _lazy:\n"
        "        return getattr(import_module(_lazy[name], __name__), name)\n    raise AttributeError(name)",
        id="{name: module}",
    ),
    pytest.param(
        "_lazy = {'A': ('p.a', 'A'), 'B': ('p.b', 'B')}\ndef __getattr__(name):\n    if name not in _lazy:\n"
        "        raise AttributeError(f'no {name!r}')\n    path, attribute = _lazy[name]\n"
        "    value = getattr(importlib.import_module(path), attribute)\n    globals()[name] = value\n    return value",
        id="{name: (module, attribute)}",
    ),
    pytest.param(
        "_dynamic_imports: 'dict[str, tuple[str, str]]' = {'A': (__spec__.parent, '.a'), 'B': (__spec__.parent, '.b')}\n"
        "def __getattr__(attr_name: str) -> object:\n    dynamic_attr = _dynamic_imports.get(attr_name)\n"
        "    if dynamic_attr is None:\n        raise AttributeError(attr_name)\n    package, module_name = dynamic_attr\n"
        "    if module_name == '__module__':\n        result = import_module(f'.{attr_name}', package=package)\n"
        "        globals()[attr_name] = result\n        return result\n    else:\n"
        "        module = import_module(module_name, package=package)\n        result = getattr(module, attr_name)\n"
        "        g = globals()\n        for k, (_, v_module_name) in _dynamic_imports.items():\n"
        "            if v_module_name == module_name:\n                g[k] = getattr(module, k)\n        return result",
        id="dynamic imports, as in pydantic",
    ),
    pytest.param(
        "from ._lazy import import_attr\n_dynamic_imports = {'A': 'a', 'B': 'b'}\ndef __getattr__(attr_name):\n"
        "    module_name = _dynamic_imports.get(attr_name)\n"
        "    result = import_attr(attr_name, module_name, __spec__.parent)\n"
        "    globals()[attr_name] = result\n    return result",
        id="a helper elsewhere, as in langchain-core",
    ),
    pytest.param(
        "from . import _lazy\n_LAZY_MEMBERS: 'dict[str, str]' = {'A': '.a', 'B': '.b'}\n"
        "__getattr__, __dir__ = _lazy.accessors(globals(), _LAZY_MEMBERS)",
        id="accessors made elsewhere, as in google-adk",
    ),
    pytest.param(
        "_SUBMOD_ATTRS = {'a': ['A'], 'b': ['B']}\ndef _attach(package_name, submodules=None, submod_attrs=None):\n"
        "    if submod_attrs is None:\n        submod_attrs = {}\n"
        "    if submodules is None:\n        submodules = set()\n    else:\n        submodules = set(submodules)\n"
        "    attr_to_modules = {attr: mod for mod, attrs in submod_attrs.items() for attr in attrs}\n"
        "    __all__ = list(submodules | attr_to_modules.keys())\n    def __getattr__(name):\n"
        "        if name in submodules:\n            try:\n"
        "                return importlib.import_module(f'{package_name}.{name}')\n"
        "            except Exception as e:\n                print(e)\n                raise\n"
        "        elif name in attr_to_modules:\n            submod_path = f'{package_name}.{attr_to_modules[name]}'\n"
        "            submod = importlib.import_module(submod_path)\n            attr = getattr(submod, name)\n"
        "            if name == attr_to_modules[name]:\n                pkg = sys.modules[package_name]\n"
        "                pkg.__dict__[name] = attr\n            return attr\n        else:\n"
        "            raise AttributeError(f'No {package_name} attribute {name}')\n"
        "    def __dir__():\n        return __all__\n    return __getattr__, __dir__\n"
        "__getattr__, __dir__ = _attach(__name__, submodules=[], submod_attrs=_SUBMOD_ATTRS)",
        id="an attach of its own, as in huggingface-hub",
    ),
    pytest.param(
        "_import_structure = {'a': ['A'], 'b': ['B']}\ndef __getattr__(name):\n"
        "    for module, names in _import_structure.items():\n        if name in names:\n"
        "            return getattr(import_module(f'.{module}', __name__), name)\n    raise AttributeError(name)",
        id="{module: [names]}, a loop",
    ),
    pytest.param(
        "_modules = {'a': ['A']}\n_modules['b'] = ['B']\n"
        "_by_name = {name: module for module, names in _modules.items() for name in names}\n"
        "def __getattr__(name):\n    try:\n        module = _by_name[name]\n    except KeyError:\n"
        "        raise AttributeError(name) from None\n"
        "    return getattr(import_module('.' + module, __package__), name)",
        id="{module: [names]}, turned round",
    ),
    pytest.param(
        "def __getattr__(name):\n    if name == 'A':\n        from .a import A\n\n        globals()['A'] = A\n"
        "        return A\n    elif name in ('B', 'C'):\n        from . import b\n        return getattr(b, name)\n"
        "    raise AttributeError(name)",
        id="conditions with imports of their own",
    ),
    pytest.param(
        "def __getattr__(name):\n    match name:\n        case 'A':\n            from .a import A as found\n"
        "        case 'B' | 'C':\n            import p.b\n            found = p.b.B\n        case _:\n"
        "            raise AttributeError(name)\n    return found",
        id="match",
    ),
    pytest.param(
        "from ._table import _LAZY\n"
        "def __getattr__(name):\n    if (where := _LAZY.get(name)) is not None:\n"
        "        return getattr(importlib.import_module(where, __package__), name)\n    raise AttributeError(name)",
        id="a table elsewhere",
    ),
    pytest.param("from ._lazy import __getattr__", id="a getter of another module"),
    pytest.param(
        "import sys\nfrom contextlib import suppress\nif not TYPE_CHECKING:\n    def __getattr__(name):\n"
        "        if name.startswith('__'):\n            raise AttributeError(name)\n        if sys.flags.verbose:\n"
        "            print(name)\n        with suppress():\n"
        "            return vars(__import__(f'p.{name.lower()}', fromlist=[name]))[name]\n",
        id="what cannot be followed leaves what type checkers see",
    ),
    pytest.param(
        "def __getattr__(name):\n    if name.startswith('__'):\n        raise AttributeError(name)\n"
        "    module = __import__(f'{__name__}.{name.lower()}', fromlist=[name])\n"
        "    return getattr(module, name)",
        id="__import__",
    ),
]
HELPERS = {
    "p/_table.py": "_LAZY = {'A': '.a', 'B': '.b'}\n",
    "p/_lazy.py": IMPORTLIB
    + """
def import_attr(attr_name, module_name, package):
    if module_name == "__module__" or module_name is None:
        try:
            result = import_module(f".{attr_name}", package=package)
        except ModuleNotFoundError:
            msg = f"module '{package!r}' has no attribute {attr_name!r}"
            raise AttributeError(msg) from None
    else:
        try:
            module = import_module(f".{module_name}", package=package)
        except ModuleNotFoundError as err:
            raise ImportError(f"module '{package!r}.{module_name!r}' not found ({err})") from None
        result = getattr(module, attr_name)
    return result


def accessors(module_globals, members):
    package: str = module_globals["__name__"]

    def module_getattr(name):
        if name in members:
            module = importlib.import_module(members[name], package)
            value = getattr(module, name)
            module_globals[name] = value
            return value
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        submodule = f"{package}.{name}"
        try:
            return importlib.import_module(submodule)
        except ModuleNotFoundError as error:
            if error.name != submodule:
                raise
            raise AttributeError(f"module {package!r} has no attribute {name!r}") from None

    return module_getattr, lambda: sorted(module_globals)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(import_module(f"..{name.lower()}", __name__), name)
""",
}


@pytest.mark.parametrize("getter", GETTERS)
@pytest.mark.parametrize("imports", ["from p import A, B", "import p\nA, B = p.A, p.B"], ids=["from", "import"])
def test_names_on_demand(derive_project: Derive, getter: str, imports: str) -> None:
    check(derive_project, {**HELPERS, "p/__init__.py": f"{CHECKING}{IMPORTLIB}{getter}\n"}, imports)


@pytest.mark.parametrize("all_", ["__all__ = ['A', 'B']", "__all__ = [*_table]", "__all__ = list(_table.keys())"])
def test_a_star_import_of_names_on_demand(derive_project: Derive, all_: str) -> None:
    getter = "def __getattr__(name):\n    return getattr(import_module(_table[name], __name__), name)\n"
    files = {"p/__init__.py": f"{IMPORTLIB}_table = {{'A': '.a', 'B': '.b'}}\n{getter}{all_}\n"}
    check(derive_project, files, "from p import *")


@pytest.mark.parametrize(
    ("files", "imports", "annotation"),
    [
        pytest.param(
            {"p/__init__.py": "def __getattr__(name):\n    from .b import B\n    return B\n" + CHECKING},
            "from p import A",
            "A",
            id="what type checkers see is another class",
        ),
        pytest.param(
            {"p/__init__.py": "from .a import A\ndef __getattr__(name):\n    from .b import B\n    return B\n"},
            "from p import A, C",
            "A | C",
            id="what is bound is not asked for",
        ),
        pytest.param(
            {"p/A.py": OTHER_A, "p/__init__.py": "from .A import A"}, "from p import A", "A", id="name of a submodule"
        ),
        pytest.param(
            {"p/A.py": OTHER_A, "p/__init__.py": "def __getattr__(name):\n    from .a import A\n    return A\n"},
            "from p import A",
            "A",
            id="name of a submodule, on demand",
        ),
        pytest.param(
            {"p/__init__.py": "", "p/c.py": "import p.a as a, p.b"},
            "from p.c import a, p",
            "a.A | p.b.B",
            id="submodules",
        ),
        pytest.param(
            {"p/__init__.py": "def __getattr__(name):\n    raise AttributeError(name)\n"},
            "from p import a",
            "a.A",
            id="a submodule beside a getter",
        ),
    ],
)
def test_what_a_name_of_a_module_is(
    derive_project: Derive, files: Mapping[str, str], imports: str, annotation: str
) -> None:
    check(derive_project, files, imports, annotation)


# -- star imports ---------------------------------------------------------------------------------------------

ALL = [
    "__all__ = ['A', 'B']",
    "__all__ = ('A', 'B')",
    "__all__ = ['A'] + ['B']",
    "__all__ = ['A']\n__all__ += ['B']",
    "__all__ = ['A']\n__all__ += ('B',)",
    "__all__ = ('A',)\n__all__ += ('B',)",
    "__all__ = ['A']\n__all__.append('B')",
    "__all__ = ['A']\n__all__.extend(['B'])",
    "__all__ = ['A']\n__all__.extend(b.__all__)",
    "__all__ = [*a.__all__, *b.__all__]",
    "__all__ = a.__all__ + b.__all__",
    "__all__ = sorted(a.__all__ + b.__all__)",
    "__all__ = sorted({*a.__all__, *b.__all__})",
    "NAMES = 'A', 'B'\n__all__ = [name for name in NAMES if name.isupper()]",
    "TYPES = {'A': 1, 'B': 2}\n__all__ = list(TYPES)",
    "__all__: 'list[str]' = 'A B'.split()",
    "from .names import __all__",
    "from .names import NAMES\n__all__ = NAMES",
    "import sys\n__all__ = ['A']\nif sys.version_info >= (3, 8):\n    __all__ += ['B']",
    "try:\n    from no_such import c\n    __all__ = ['c']\nexcept ImportError:\n    __all__ = ['A', 'B']",
    "",
]


@pytest.mark.parametrize("all_", ALL)
def test_dunder_all(derive_project: Derive, all_: str) -> None:
    """`C` is listed nowhere, so that the star import leaves the one that is bound before it."""
    hidden = "from .b import B as C\n" if all_ else ""
    files = {
        "p/__init__.py": f"from . import a, b\nfrom .a import *\nfrom .b import *\n{hidden}{all_}\n",
        "p/a.py": f"{A}__all__ = ['A']\n",
        "p/b.py": f"{B}__all__ = ['B']\n",
        "p/names.py": "NAMES = __all__ = ['A', 'B']\n",
    }
    check(derive_project, files, "from p.a import A as C\nfrom p import *", "A | B | list[C]")


STARS = [
    pytest.param(
        {"compat": "from typing import *"}, "from compat import List, Optional", "Optional[List[int]]", id="typing"
    ),
    pytest.param(
        {"compat": "from typing import *", "models": "from compat import *\nfrom datetime import *"},
        "from models import *",
        "Optional[date]",
        id="a chain to the standard library",
    ),
    pytest.param({"compat": "from pydantic import *"}, "from compat import *", "PositiveInt", id="pydantic"),
    pytest.param(
        {"compat": "from typing_extensions import *"}, "from compat import *", "Optional[int]", id="typing_extensions"
    ),
    pytest.param({"a": A, "b": "from a import *", "c": "from b import *"}, "from c import *", "A", id="a chain"),
    pytest.param(
        {"a": "from b import *\n" + A, "b": "from a import *\n" + B}, "from a import A, B", "A | B", id="a circle"
    ),
    pytest.param({"a": "A = int\nfrom b import *", "b": A}, "from a import A", "A", id="below a binding"),
    pytest.param({"a": "from b import *\nA = int", "b": A}, "from a import A", "A", id="above a binding"),
    pytest.param(
        {"a": "date = int\nfrom datetime import *"}, "from a import date", "date", id="a table below a binding"
    ),
    pytest.param(
        {"a": "from datetime import *\nfrom b import *", "b": "date = int"},
        "from a import *",
        "date",
        id="below another",
    ),
    pytest.param(
        {"b": A, "c": OTHER_A, "a": "try:\n    from b import *\nexcept ImportError:\n    from c import *"},
        "from a import A",
        "A",
        id="try",
    ),
    pytest.param(
        {"c": A, "a": "try:\n    from no_such import *\nexcept ImportError:\n    from c import *"},
        "from a import A",
        "A",
        id="except",
    ),
    pytest.param(
        {"c": A, "a": "try:\n    from typing import *\nexcept ImportError:\n    from c import *"},
        "from a import List",
        "List[int]",
        id="try, a table",
    ),
    pytest.param(
        {
            "b": A,
            "c": OTHER_A,
            "a": "import sys\nif sys.version_info > (3,):\n    from b import *\nelse:\n    from c import *",
        },
        "from a import A",
        "A",
        id="version",
    ),
    pytest.param(
        {"b": A, "a": "import os\nif os.environ.get('X'):\n    from b import *\nelse:\n    from b import A"},
        "from a import A",
        "A",
        id="same in both",
    ),
    pytest.param(
        {"b": A, "a": "_A = 1\nfrom b import *\nfrom b import A as _A"},
        "from b import A as _A\nfrom a import *",
        "_A",
        id="private",
    ),
]


@pytest.mark.parametrize(("files", "imports", "annotation"), STARS)
def test_star_imports(derive_project: Derive, files: Mapping[str, str], imports: str, annotation: str) -> None:
    check(derive_project, {f"{name}.py": text for name, text in files.items()}, imports, annotation)
