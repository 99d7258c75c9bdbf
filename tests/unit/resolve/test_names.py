"""What names mean across modules: an annotation or a decorator says the same however its name was reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

USER = "from dataclasses import dataclass\n\n@dataclass\nclass User:\n    id: int\n"
USER_SCHEMA = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}


def tool(imports: str, annotation: str) -> str:
    return f'{imports}\nfrom toolgen import tool\n\n@tool\ndef greet(user: {annotation}) -> None:\n    """Greet."""\n'


def resolved(analysis: Analysis) -> dict[str, Any]:
    """The schema of the only parameter of the only tool, with references replaced."""
    assert analysis.diagnostics == ()
    (found,) = analysis.manifest.tools
    schema: dict[str, Any] = found.input_schema["properties"]["user"]
    definitions: dict[str, Any] = found.input_schema.get("$defs", {})
    definition: dict[str, Any] = definitions.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return definition


# -- imports --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("imports", "annotation"),
    [
        ("from app.models import User", "User"),
        ("from app.models import User as U", "U"),
        ("from app import models", "models.User"),
        ("from app import models as m", "m.User"),
        ("import app.models", "app.models.User"),
        ("import app.models as m", "m.User"),
        ("import app.models, app.other", "app.models.User"),
        ("from .models import User", "User"),
        ("from . import models", "models.User"),
        ("from app.models import *", "User"),
        ("from .models import *", "User"),
        ("from .reexport import User", "User"),
        ("from .renamed import Person", "Person"),
        ("from .starred import User", "User"),
        ("from .starred import *", "User"),
        ("from . import starred", "starred.User"),
        ("from app import User", "User"),
        ("import app", "app.User"),
        ("from .sub import User", "User"),
        ("from .sub.deep import User", "User"),
        ("from .circular_a import User", "User"),
        ("from .circular_b import User", "User"),
        ("if TYPE_CHECKING:\n    from .models import User", "User"),
        ("if TYPE_CHECKING:\n    from .models import User", "'User'"),
        ("import typing\nif typing.TYPE_CHECKING:\n    from .models import User\nelse:\n    User = object", "User"),
        ("try:\n    from .models import User\nexcept ImportError:\n    User = None", "User"),
        ("from . import models\nUser = models.User", "User"),
        ("from .models import User\nAlias = Other = User", "Alias"),
        ("from . import models\nm = models", "m.User"),
        ("from .lazy import User", "User"),
        ("from .outer import Outer", "Outer.User"),
    ],
)
def test_every_form_of_import_reaches_the_class(analyse: Analyse, imports: str, annotation: str) -> None:
    files = {
        "app/__init__.py": "from .models import User\n",
        "app/models.py": USER,
        "app/other.py": "",
        "app/reexport.py": "from app.models import User\n",
        "app/renamed.py": "from .models import User as Person\n",
        "app/starred.py": "from .models import *\n",
        "app/sub/__init__.py": "from ..models import User\n",
        "app/sub/deep.py": "from ..models import User\n",
        "app/circular_a.py": "from .circular_b import other\nfrom .models import User\nthing = 1\n",
        "app/circular_b.py": "from .circular_a import User, thing\nother = 1\n",
        "app/lazy.py": "def f():\n    pass\nfrom .reexport import *\n",
        "app/outer.py": "from . import models\nclass Outer:\n    User = models.User\n",
        "app/tools.py": tool(imports, annotation),
    }
    assert resolved(analyse(files)) == USER_SCHEMA


@pytest.mark.parametrize(
    ("files", "imports"),
    [
        pytest.param({"models.py": USER}, "from models import User", id="beside it"),
        pytest.param({"src/pkg/__init__.py": "", "src/pkg/models.py": USER}, "from pkg.models import User", id="src"),
        pytest.param({"ns/models.py": USER}, "from ns.models import User", id="namespace package"),
        pytest.param({"src/ns/deep/models.py": USER}, "from ns.deep.models import User", id="src, namespace package"),
        pytest.param({"pkg/__init__.py": USER}, "from pkg import User", id="in __init__"),
        pytest.param({"models.pyi": USER}, "from models import User", id="stub"),
        pytest.param({"lib/vendored.py": USER}, "from vendored import User", id="search path"),
        pytest.param(
            {"models.py": USER, "models/__init__.py": USER.replace("id", "other")},
            "from models import User",
            id="a package wins over a module of its name",
        ),
    ],
)
def test_where_modules_are_found(analyse: Analyse, files: dict[str, str], imports: str) -> None:
    found = resolved(analyse(files | {"tools.py": tool(imports, "User")}, search_path=("lib",)))
    is_package = "models/__init__.py" in files
    assert list(found["properties"]) == (["other"] if is_package else ["id"])


def test_a_module_in_src_finds_its_neighbours(analyse: Analyse) -> None:
    files = {
        "src/app/__init__.py": "",
        "src/app/models.py": USER,
        "src/app/tools.py": tool("from app.models import User", "User"),
    }
    analysis = analyse(files)
    assert resolved(analysis) == USER_SCHEMA
    assert analysis.manifest.tools[0].origin.module == "app.tools"


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("tools.py", "tools"),
        ("app/__init__.py", "app"),
        ("src/tools.py", "tools"),
        ("ns/tools.py", "ns.tools"),
        ("src/ns/tools.py", "ns.tools"),
        ("packages/one/src/one/tools.py", "one.tools"),
    ],
)
def test_the_name_of_a_module_is_what_imports_it(analyse: Analyse, path: str, module: str) -> None:
    (found,) = analyse({path: tool("", "int")}).manifest.tools
    assert (found.origin.module, found.origin.path) == (module, path)


def test_dunder_all_says_what_a_star_import_takes(analyse: Analyse) -> None:
    """A star import takes the names in `__all__`, or those without a leading underscore (Python reference, 7.11)."""
    files = {"models.py": USER.replace("User", "_User"), "tools.py": tool("from models import *", "_User")}
    (found,) = analyse(files).diagnostics
    assert (found.code, found.message) == ("TG301", "`_User` is not defined in this module")


# -- scopes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "type_"),
    [
        pytest.param("Kind = int\nTOOL def f(x: Kind): pass", "integer", id="module"),
        pytest.param("Kind = int\ndef g():\n    Kind = str\n    TOOL def f(x: Kind): pass", "string", id="function"),
        pytest.param(
            "def g():\n    Kind = str\n    def h():\n        TOOL def f(x: Kind): pass", "string", id="closure"
        ),
        pytest.param("class C:\n    Kind = str\n    TOOL def f(self, x: Kind): pass", "string", id="class body"),
        pytest.param(
            "Kind = int\nclass C:\n    Kind = str\n    def m(self):\n        TOOL def f(x: Kind): pass",
            "integer",
            id="class scopes are not seen from functions inside",
        ),
        pytest.param(
            "Kind = int\nclass C:\n    Kind = str\n    class D:\n        TOOL def f(self, x: Kind): pass",
            "integer",
            id="class scopes are not seen from classes inside",
        ),
        pytest.param("class str: pass\nKind = int\nTOOL def f(x: Kind): pass", "integer", id="a shadowed builtin"),
        pytest.param("import builtins\nTOOL def f(x: builtins.int): pass", "integer", id="builtins by their module"),
        pytest.param("TOOL def f(x: Kind): pass\nKind = int", "integer", id="defined below"),
    ],
)
def test_scopes(analyse: Analyse, source: str, type_: str) -> None:
    source = "from __future__ import annotations\nfrom toolgen import tool\n" + source
    lines = []
    for line in source.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += [f"{indent}@tool('f', 'F.')", line.replace("TOOL ", "")] if "TOOL" in line else [line]
    analysis = analyse({"tools.py": "\n".join(lines)})
    assert analysis.diagnostics == ()
    (found,) = analysis.manifest.tools
    assert found.input_schema["properties"] == {"x": {"type": type_}}


def test_circular_star_imports_end(analyse: Analyse) -> None:
    files = {
        "a.py": "from b import *\n",
        "b.py": "from a import *\n",
        "tools.py": tool("from a import User", "User"),
    }
    assert [d.code for d in analyse(files).diagnostics] == ["TG303"]


def test_circular_aliases_end(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": tool("A = B\nB = A", "A")})
    assert [d.code for d in analysis.diagnostics if d.severity == "error"] != []
