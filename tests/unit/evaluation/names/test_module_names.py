"""What a module gives for a name has three answers: found, surely absent, and what only running tells."""

# ruff: noqa: E501 (tables of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

USER = "from dataclasses import dataclass\n\n@dataclass\nclass User:\n    id: int\n"
OTHER = USER.replace("id", "other")
FOUND: list[str] = []


def tool(imports: str) -> str:
    return f'{imports}\nfrom toolgen import tool\n\n@tool\ndef greet(user: User) -> None:\n    """Greet."""\n'


def said(analyse: Analyse, files: dict[str, str], imports: str, **keys: object) -> list[str]:
    """The codes of what is said, after it is checked that a class that is found is the one with `id`."""
    analysis = analyse(
        {"p/__init__.py": "", "p/models.py": USER, "p/other.py": OTHER, **files, "tools.py": tool(imports)}, **keys
    )
    codes = [found.code for found in analysis.diagnostics]
    if not {*codes} - {"TG318"}:
        (found,) = analysis.manifest.tools
        assert list(found.input_schema["$defs"]["User"]["properties"]) == ["id"]
    return codes


LAZY = "import importlib\n_lazy = {'User': '.models'}\n"
STRUCTURE = "import sys\n_import_structure = {'models': ['User']}\n"
CHECKED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .models import User\n"


@pytest.mark.parametrize(
    ("init", "codes"),
    [
        pytest.param("def __getattr__(name):\n    raise AttributeError(name)", ["TG319"], id="none"),
        pytest.param(
            f"{LAZY}def __getattr__(name):\n    return getattr(importlib.import_module(_lazy[name], __name__), name)",
            FOUND,
            id="a table",
        ),
        pytest.param(
            f"{LAZY}def __getattr__(name):\n    if name == 'Admin':\n        return importlib.import_module('.models', __name__)\n"
            "    raise AttributeError(name)",
            ["TG319"],
            id="a table that is not looked up",
        ),
        pytest.param(
            "import importlib\n_lazy = {'Admin': '.models'}\ndef __getattr__(name):\n    try:\n        where = _lazy[name]\n"
            "    except KeyError:\n        raise AttributeError(name) from None\n    return importlib.import_module(where)",
            ["TG319"],
            id="not in the table",
        ),
        pytest.param(
            "import importlib\ndef __getattr__(name):\n    return importlib.import_module(f'.{name}', __name__)",
            ["TG319"],
            id="no such submodule",
        ),
        pytest.param(
            "def __getattr__(name):\n    from .models import Admin\n    return Admin",
            ["TG319"],
            id="a name that is not there",
        ),
        pytest.param(
            "def __getattr__(name):\n    from gone import User\n    return User",
            ["TG302"],
            id="a package that is not there",
        ),
        pytest.param("def __getattr__(name):\n    return make(name)", ["TG322"], id="a function that is not followed"),
        pytest.param("def __getattr__(name):\n    while True:\n        pass", ["TG322"], id="a loop"),
        pytest.param("def __getattr__(name):\n    return __getattr__(name)", ["TG322"], id="a circle"),
        pytest.param(
            "import os\ndef __getattr__(name):\n    if os.environ.get('X'):\n        from .models import User\n"
            "    else:\n        from .other import User\n    return User",
            ["TG322"],
            id="a condition that only running decides",
        ),
        pytest.param(
            "import os\ndef __getattr__(name):\n    if os.environ.get('X'):\n        print(name)\n"
            "    from .models import User\n    return User",
            FOUND,
            id="a condition that decides nothing",
        ),
        pytest.param(
            f"{CHECKED}def __getattr__(name):\n    return make(name)",
            FOUND,
            id="not followed, but told to type checkers",
        ),
        pytest.param(
            f"{CHECKED}def __getattr__(name):\n    from .models import User\n    return User",
            FOUND,
            id="told and followed",
        ),
        pytest.param("globals().update(make())", ["TG322"], id="globals"),
        pytest.param("for name in make():\n    globals()[name] = name", ["TG322"], id="globals in a loop"),
        pytest.param("import sys\nsetattr(sys.modules[__name__], 'User', make())", ["TG322"], id="setattr"),
        pytest.param("exec('class User: ...')", ["TG322"], id="exec"),
        pytest.param(
            "def fill():\n    globals().update(make())", ["TG319"], id="globals in a function that is not called"
        ),
        pytest.param("User, other = make()", ["TG303"], id="an unpacking"),
        pytest.param("for User in make():\n    pass", ["TG322"], id="a loop at the top"),
        pytest.param("import sys\nsys.modules[__name__] = make()", ["TG322"], id="another object for the module"),
        pytest.param(
            f"{STRUCTURE}sys.modules[__name__] = _LazyModule(__name__, __file__, _import_structure, module_spec=__spec__)",
            FOUND,
            id="_LazyModule, as in transformers",
        ),
        pytest.param(
            f"{STRUCTURE}sys.modules[__name__] = LazyImporter(name=__name__, module_file=__file__, import_structure=_import_structure)",
            FOUND,
            id="LazyImporter, as in haystack",
        ),
        pytest.param(
            "import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach(__name__, {'other'}, {'models': ['User']})",
            FOUND,
            id="lazy_loader.attach",
        ),
        pytest.param(
            "import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules={'other'})",
            ["TG319"],
            id="lazy_loader.attach, without it",
        ),
    ],
)
def test_names_on_demand(analyse: Analyse, init: str, codes: list[str]) -> None:
    assert said(analyse, {"p/__init__.py": init}, "from p import User") == codes


def test_lazy_loader_reads_the_stub_beside_the_module(analyse: Analyse) -> None:
    files = {
        "p/__init__.py": "import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)\n",
        "p/__init__.pyi": "from . import other\nfrom .models import User\n",
    }
    assert said(analyse, files, "from p import User") == FOUND
    assert said(analyse, files, "from p import *") == FOUND


@pytest.mark.parametrize(
    ("files", "imports", "codes"),
    [
        pytest.param({"m.py": "", "m.pyi": USER}, "from m import User", FOUND, id="the stub has it"),
        pytest.param({"m.py": USER, "m.pyi": OTHER}, "from m import User", FOUND, id="both have it"),
        pytest.param({"p/_core.abi3.so": ""}, "from p._core import User", ["TG322"], id="compiled"),
        pytest.param(
            {"p/_core.abi3.so": "", "p/_core.pyi": USER}, "from p._core import User", FOUND, id="compiled, with a stub"
        ),
    ],
)
def test_stubs_and_compiled_modules(analyse: Analyse, files: dict[str, str], imports: str, codes: list[str]) -> None:
    assert said(analyse, files, imports) == codes


@pytest.mark.parametrize(
    ("files", "imports", "codes"),
    [
        pytest.param({"a.py": "from gone import *"}, "from a import *", ["TG302"], id="a package that is not there"),
        pytest.param({"a.py": "from gone import *"}, "from a import User", ["TG302"], id="the same, by name"),
        pytest.param(
            {"a.py": "from typing import *"}, "from a import User", ["TG319"], id="not in the standard library"
        ),
        pytest.param({"a.py": "from typing import *"}, "from a import *", ["TG301"], id="the same, by a star"),
        pytest.param(
            {"a.py": "from p.models import *\n__all__ = dir()"},
            "from a import *",
            ["TG318"],
            id="an `__all__` that is not known",
        ),
        pytest.param({"a.py": "__all__ = dir()"}, "from a import *", ["TG301"], id="the same, without the name"),
        pytest.param({"a.py": "from p.models import *\n__all__ = []"}, "from a import *", ["TG301"], id="not listed"),
        pytest.param(
            {"a.py": USER},
            "from p.models import User\nfrom gone import *",
            ["TG318"],
            id="what is not there may bind it again",
        ),
        pytest.param({}, "from gone import *\nfrom p.models import User", FOUND, id="bound below what is not there"),
        pytest.param({}, "from gone import *\nfrom p.models import *", FOUND, id="starred below what is not there"),
        pytest.param(
            {}, "if call():\n    from p.models import *\nelse:\n    from p.other import *", ["TG318"], id="either"
        ),
        pytest.param(
            {},
            "if call():\n    from p.models import *\nelse:\n    from p.models import User",
            FOUND,
            id="the same in both",
        ),
        pytest.param({}, "from p.other import *\nif call():\n    from p.models import *", ["TG318"], id="without else"),
        pytest.param(
            {}, "try:\n    from p.models import *\nexcept ImportError:\n    from p.other import *", FOUND, id="try"
        ),
        pytest.param(
            {}, "try:\n    from gone import *\nexcept ImportError:\n    from p.models import *", FOUND, id="except"
        ),
        pytest.param(
            {},
            "try:\n    import gone\n    from p.other import *\nexcept ImportError:\n    from p.models import *",
            FOUND,
            id="needs",
        ),
        pytest.param(
            {"a.py": "from b import *", "b.py": "from a import *"}, "from a import *", ["TG301"], id="a circle"
        ),
        pytest.param(
            {
                "a.py": "from b import *\n__all__ = [*b.__all__]\nimport b",
                "b.py": "from a import *\n__all__ = [*a.__all__]\nimport a",
            },
            "from a import *",
            ["TG301"],
            id="a circle of lists",
        ),
    ],
)
def test_star_imports(analyse: Analyse, files: dict[str, str], imports: str, codes: list[str]) -> None:
    assert said(analyse, files, imports) == codes
