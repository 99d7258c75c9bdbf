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
        ("if TYPE_CHECKING:\n    from .models import User", "'User'"),
        ("import typing\nif not typing.TYPE_CHECKING:\n    User = object\nfrom .models import User", "User"),
        ("if TYPE_CHECKING:\n    User = object\nelse:\n    from .models import User", "User"),
        ("try:\n    from no_such import User\nexcept ImportError:\n    from .models import User", "User"),
        ("with suppress(ImportError):\n    from .models import User", "User"),
        ("if call():\n    from .models import User\nelse:\n    from .reexport import User", "User"),
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
    ("here", "there", "imports"),
    [
        pytest.param("scripts/tools.py", "scripts/models.py", "from models import User", id="beside a script"),
        pytest.param("scripts/tools.py", "models.py", "from models import User", id="above a script"),
        pytest.param("tests/test_it.py", "src/app/models.py", "from app.models import User", id="src from tests"),
        pytest.param("tests/unit/test_it.py", "app/models.py", "from app.models import User", id="flat from tests"),
        pytest.param("one/a/tools.py", "two/b/models.py", "from b.models import User", id="another package"),
        pytest.param(
            "packages/one/src/a/tools.py",
            "packages/two/src/b/models.py",
            "from b.models import User",
            id="monorepo, src",
        ),
        pytest.param("src/ns/a/tools.py", "src/ns/b/models.py", "from ns.b.models import User", id="namespace in src"),
        pytest.param("src/ns/a/tools.py", "src/ns/b/models.py", "from ..b.models import User", id="relative to it"),
        pytest.param(
            "src/service/a/tools.py", "src/service/b/models.py", "from b.models import User", id="root in src"
        ),
        pytest.param("ns/a/tools.py", "ns/types/models.py", "from ..types.models import User", id="a standard name"),
    ],
)
def test_modules_of_other_packages(analyse: Analyse, here: str, there: str, imports: str) -> None:
    files = {here: tool(imports, "User"), there: USER, "scripts/other.py": ""}
    for folder in ("app", "src/app", "one/a", "two/b", "packages/one/src/a", "packages/two/src/b"):
        files[f"{folder}/__init__.py"] = ""
    for folder in ("src/ns/a", "src/ns/b", "src/service/a", "src/service/b", "ns/a", "ns/types"):
        files[f"{folder}/__init__.py"] = ""
    assert resolved(analyse(files)) == USER_SCHEMA


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("tools.py", "tools"),
        ("app/__init__.py", "app"),
        ("src/tools.py", "tools"),
        ("ns/tools.py", "ns.tools"),
        ("src/ns/tools.py", "ns.tools"),
        ("packages/one/src/one/tools.py", "one.tools"),
        ("src/ns/one/__init__.py", "ns.one"),
        ("packages/one/tools.py", "tools"),
        ("packages/one/ns/tools.py", "ns.tools"),
    ],
)
def test_the_name_of_a_module_is_what_imports_it(analyse: Analyse, path: str, module: str) -> None:
    (found,) = analyse({path: tool("", "int"), "packages/one/pyproject.toml": ""}).manifest.tools
    assert (found.origin.module, found.origin.path) == (module, path)


@pytest.mark.parametrize(
    ("files", "module"),
    [
        pytest.param({}, "sub.x", id="nothing says more"),
        pytest.param({"app/__init__.py": ""}, "app.tools.sub.x", id="a package around a folder without __init__.py"),
        pytest.param({"main.py": "from app.tools.sub import x"}, "app.tools.sub.x", id="from the package"),
        pytest.param({"main.py": "def go():\n    from app.tools.sub.x import f"}, "app.tools.sub.x", id="inside"),
        pytest.param({"main.py": "import app.tools.sub.x as x"}, "app.tools.sub.x", id="import of the module"),
        pytest.param(
            {"app/main.py": "from tools import (\n    other,\n    sub,\n)"}, "tools.sub.x", id="below the root"
        ),
        pytest.param({"main.py": "from .app.tools.sub import x"}, "sub.x", id="a relative import says nothing"),
        pytest.param({"main.py": "import sub\nfrom app.tools import sub2"}, "sub.x", id="nor does another package"),
        pytest.param(
            {"app/__init__.py": "", "app/tools/__init__.py": "", "main.py": "import tools.sub"},
            "app.tools.sub.x",
            id="nor does another distribution",
        ),
        pytest.param({"app/__init__.py": "", "app/tools/setup.py": ""}, "sub.x", id="a project of its own"),
    ],
)
def test_packages_may_lie_in_folders_that_are_none(analyse: Analyse, files: dict[str, str], module: str) -> None:
    """Python runs what is imported: `from app.tools.sub import x` needs no `__init__.py` in `app/tools` (PEP 420)."""
    said = {path: f"{text}\n# toolgen tool" for path, text in files.items() if path.endswith("main.py")}
    analysis = analyse(files | said | {"app/tools/sub/__init__.py": "", "app/tools/sub/x.py": tool("", "int")})
    assert [one.origin.module for one in analysis.manifest.tools] == [module]


def test_dunder_all_says_what_a_star_import_takes(analyse: Analyse) -> None:
    """A star import takes the names in `__all__`, or those without a leading underscore (Python reference, 7.11)."""
    files = {"models.py": USER.replace("User", "_User"), "tools.py": tool("from models import *", "_User")}
    (found,) = analyse(files).diagnostics
    assert (found.code, found.message) == ("TG301", "`_User` is not defined in this module")


@pytest.mark.parametrize(
    ("annotation", "help_"),
    [
        ("Usr", "did you mean `User`?"),
        ("list[Locl]", "did you mean `Local`?"),
        ("'Usr | None'", "did you mean `User`?"),
        ("intt", "did you mean `int`?"),
        ("Optonal[int]", "did you mean `Optional`?"),
        ("Optional[int]", "write `from typing import Optional`"),
        ("Nowhere", "define or import it"),
    ],
)
def test_a_name_that_is_not_defined_may_be_misspelt(analyse: Analyse, annotation: str, help_: str) -> None:
    method = f"    @tool\n    def f(self, a: {annotation}): 'F.'\n"
    source = f"from toolgen import tool\nclass User: ...\nclass C:\n    Local = int\n{method}"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.help) == ("TG301", help_)


# -- what cannot be found, and what cannot be decided ---------------------------------------------------------


def diagnosed(analysis: Analysis) -> list[tuple[str, str]]:
    return [(found.code, found.message) for found in analysis.diagnostics]


@pytest.mark.parametrize(
    ("imports", "annotation", "module", "absent"),
    [
        ("from app.models import Admin", "Admin", "app.models", "Admin"),
        ("from app import models", "models.Admin", "app.models", "Admin"),
        ("from app import models as m", "m.Admin.Role", "app.models", "Admin"),
        ("from app import Admin", "Admin", "app", "Admin"),
        ("from app.modles import User", "User", "app", "modles"),
        ("from app.reexport import Admin", "Admin", "app.models", "Admin"),
    ],
)
def test_a_name_that_its_module_does_not_have(
    analyse: Analyse, imports: str, annotation: str, module: str, absent: str
) -> None:
    files = {"app/__init__.py": "", "app/models.py": USER, "app/reexport.py": "from app.models import Admin\n"}
    message = f"`{annotation}` is imported from `{module}`, where nothing that can be read defines `{absent}`"
    assert diagnosed(analyse(files | {"tools.py": tool(imports, annotation)})) == [("TG319", message)]


@pytest.mark.parametrize(
    ("annotation", "module"),
    [("ns.there.sub.User", "ns.there.sub"), ("ns.gone.User", "ns.gone"), ("gone.sub.User", "gone")],
)
def test_the_part_of_a_namespace_package_that_is_missing(analyse: Analyse, annotation: str, module: str) -> None:
    imports = f"import {annotation.rpartition('.')[0]}"
    files = {"lib/ns/there/other.py": "", "tools.py": tool(imports, annotation)}
    message = f"`{annotation}` comes from `{module}`, which was not found"
    assert diagnosed(analyse(files, search_path=("lib",))) == [("TG302", message)]


DOUBTFUL = "if call():\n    from models import User\nelse:\n    from others import User\n"


@pytest.mark.parametrize(
    ("files", "imports"),
    [
        pytest.param({}, DOUBTFUL, id="in the module"),
        pytest.param({"compat.py": DOUBTFUL}, "from compat import User", id="in another"),
        pytest.param({"compat.py": DOUBTFUL}, "from compat import *", id="behind a star import"),
        pytest.param({}, f"{DOUBTFUL}Alias = User\nUser = Alias", id="behind an alias"),
        pytest.param({}, "from others import User\nif call():\n    from models import User", id="without else"),
        pytest.param({}, f"{DOUBTFUL}class User(User): ...", id="as a base"),
        pytest.param(
            {},
            "match call():\n    case 1:\n        from models import User\n    case 2:\n        User = int",
            id="match",
        ),
        pytest.param(
            {},
            "from models import User\ntry: call()\nexcept E:\n    from others import User\nexcept F:\n    User = int",
            id="what a handler binds counts only where the try fails",
        ),
    ],
)
def test_a_condition_that_only_running_decides(analyse: Analyse, files: dict[str, str], imports: str) -> None:
    """The likelier branch is taken, and said so; a `try` is taken to succeed where its imports do."""
    models = {"models.py": USER, "others.py": USER.replace("id", "other")}
    analysis = analyse(models | files | {"tools.py": tool(imports, "User")})
    codes = [d.code for d in analysis.diagnostics]
    assert codes == ([] if "try" in imports else ["TG318"])
    definitions = analysis.manifest.tools[0].input_schema["$defs"]
    assert definitions["User"]["properties"] == USER_SCHEMA["properties"]


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ({}, "Old"),
        ({"python_version": (3, 13)}, "New"),
        ({"platform": "win32"}, "Windows"),
        ({"platform": "win32", "python_version": (3, 13)}, "Windows"),
    ],
)
def test_the_configuration_decides_conditions(analyse: Analyse, keys: dict[str, Any], name: str) -> None:
    """Neither the version nor the platform is that of the machine: same input, same bytes (promise 4 of the design)."""
    conditions = (
        "import sys\nif sys.platform == 'win32':\n    from m import Windows as User\n"
        "elif sys.version_info >= (3, 12):\n    from m import New as User\nelse:\n    from m import Old as User"
    )
    models = "".join(f"class {name}(TypedDict):\n    {name}: int\n" for name in ("Old", "New", "Windows"))
    files = {"m.py": f"from typing import TypedDict\n{models}", "tools.py": tool(conditions, "User")}
    assert list(resolved(analyse(files, **keys))["properties"]) == [name]


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
        pytest.param("Kind = int\nTOOL def f(x: Kind): pass\nKind = str", "integer", id="bound again below"),
        pytest.param(
            "def g():\n    Kind = int\n    TOOL def f(x: Kind): pass\n    Kind = str",
            "integer",
            id="again in a function",
        ),
        pytest.param(
            "Kind = str\ndef g():\n    TOOL def f(x: Kind): pass\nKind = int",
            "integer",
            id="a function runs when its module is complete",
        ),
        pytest.param(
            "if call():\n    Kind = int\n    TOOL def f(x: Kind): pass\nelse:\n    Kind = str",
            "integer",
            id="in a branch",
        ),
        pytest.param(
            "Kind = int\nif call():\n    Kind = str\nelse:\n    TOOL def f(x: Kind): pass",
            "integer",
            id="in the branch that does not bind it",
        ),
        pytest.param(
            "class C:\n    def int(self): ...\n    TOOL def f(self, x: int): pass",
            "integer",
            id="a method like a builtin",
        ),
        pytest.param(
            "Kind = int\nclass C:\n    TOOL def f(self, x: Kind): pass\n    Kind = str",
            "integer",
            id="below in a class",
        ),
        pytest.param("def g(Kind):\n    Kind = int\n    TOOL def f(x: Kind): pass", "integer", id="a parameter"),
        pytest.param(
            "def g():\n    global Kind\n    Kind = int\n    TOOL def f(x: Kind): pass", "integer", id="global, inside"
        ),
        pytest.param(
            "def g():\n    global Kind  # tool\n    Kind = int\nTOOL def f(x: Kind): pass",
            "integer",
            id="global, outside",
        ),
        pytest.param(
            "def g():\n    from decimal import Decimal as Kind\n    Kind = int\n    TOOL def f(x: Kind): pass",
            "integer",
            id="imported in a function, then bound",
        ),
    ],
)
def test_scopes(analyse: Analyse, source: str, type_: str) -> None:
    source = "from __future__ import annotations\nfrom toolgen import tool\n" + source
    lines = []
    for line in source.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += [f"{indent}@tool('f', 'F.')", line.replace("TOOL ", "")] if "TOOL" in line else [line]
    analysis = analyse({"tools.py": "\n".join(lines)})
    assert [found for found in analysis.diagnostics if found.code != "TG221"] == []
    (found,) = analysis.manifest.tools
    assert found.input_schema["properties"] == {"x": {"type": type_}}


def test_two_classes_of_one_name_in_one_module(analyse: Analyse) -> None:
    """Each tool has the class that was there when it was defined, and nothing takes the one for the other."""
    source = (
        "from typing import TypedDict\nfrom toolgen import tool\n"
        "class A(TypedDict):\n    a: int\n@tool('f', 'F.')\ndef f(x: A): ...\nOld = A\n"
        "class A(TypedDict):\n    b: int\n@tool('g', 'G.')\ndef g(x: A): ...\n"
        "@tool('h', 'H.')\ndef h(x: A, y: Old): ...\n"
    )
    tools = {tool.name: tool.input_schema for tool in analyse({"tools.py": source}).manifest.tools}
    assert list(tools["f"]["$defs"]["A"]["properties"]) == ["a"]
    assert list(tools["g"]["$defs"]["A"]["properties"]) == ["b"]
    assert list(tools["h"]["$defs"]) == ["tools__A", "tools___locals___A"]
    assert tools["h"]["properties"] == {
        "x": {"$ref": "#/$defs/tools__A"},
        "y": {"$ref": "#/$defs/tools___locals___A"},
    }


def test_a_module_that_cannot_be_read_is_there(analyse: Analyse) -> None:
    files = {"app/__init__.py": "", "app/models.py": "class User(:\n", "broken.py": "class Admin(:\n"}
    source = tool("from app.models import User\nfrom broken import Admin", "User | Admin")
    found = diagnosed(analyse(files | {"tools.py": source}))
    assert [code for code, _ in found] == ["TG101", "TG101", "TG319", "TG319"]
    assert {message.partition(", where")[0] for code, message in found if code == "TG319"} == {
        "`User` is imported from `app.models`",
        "`Admin` is imported from `broken`",
    }


def test_circular_star_imports_end(analyse: Analyse) -> None:
    files = {
        "a.py": "from b import *\n",
        "b.py": "from a import *\n",
        "tools.py": tool("from a import User", "User"),
    }
    assert [d.code for d in analyse(files).diagnostics] == ["TG319"]


def test_circular_handlers_end(analyse: Analyse) -> None:
    files = {
        "a.py": "try:\n    from b import User\nexcept ImportError:\n    User = None\n",
        "b.py": "try:\n    from a import User\nexcept ImportError:\n    User = None\n",
        "tools.py": tool("from a import User", "User"),
    }
    assert [d.code for d in analyse(files).diagnostics] == ["TG319"]


def test_a_web_of_star_imports_is_searched_once(analyse: Analyse) -> None:
    """Each of 25 modules imports all names of the two after it: three million ways lead to the last one."""
    files = {f"m{n}.py": f"from m{n + 1} import *\nfrom m{n + 2} import *\n" for n in range(25)}
    analysis = analyse(files | {"m25.py": "", "m26.py": USER, "tools.py": tool("from m0 import *", "Admin | User")})
    assert [d.code for d in analysis.diagnostics] == ["TG301"]


def test_circular_aliases_end(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": tool("A = B\nB = A", "A")})
    assert [d.code for d in analysis.diagnostics if d.severity == "error"] != []
