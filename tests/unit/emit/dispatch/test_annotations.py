from __future__ import annotations

import pytest

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.layout import flat
from toolgen.emit.dispatch.module import Module
from toolgen.model.classes import ClassSpec
from toolgen.model.types import (
    ANY,
    ELLIPSIS,
    NONE,
    Constrained,
    EnumMember,
    Generic,
    LiteralOf,
    Metadata,
    Named,
    TypeExpr,
    Union,
    Unknown,
)

INT, STR, DATE = Named("int"), Named("str"), Named("datetime.date")
TASK = Named("app.models.Task")
CLASSES = {
    spec.name: spec
    for spec in (
        ClassSpec("app.models.Task", "app.models", "Task", "dataclass"),
        ClassSpec("app.models.Color", "app.models", "Color", "enum"),
        ClassSpec("app.models.Box.Inner", "app.models", "Box.Inner", "pydantic"),
        ClassSpec("app.models.make.<locals>.Local", "app.models", "make.<locals>.Local", "dataclass"),
        ClassSpec("my-scripts.Task", "my-scripts", "Task", "dataclass"),
        ClassSpec("app.models.Page", "app.models", "Page", "pydantic", parameters=2),
        ClassSpec("app.models.Page[int, str]", "app.models", "Page", "pydantic", parameters=2, arguments=(INT, STR)),
        ClassSpec("app.models.Json", "app.models", "Json", "alias"),
    )
}


@pytest.mark.parametrize(
    ("type_", "annotation"),
    [
        (STR, "str"),
        (NONE, "None"),
        (Union((INT, Named("float"), NONE)), "float | None"),
        (ANY, "Any"),
        (Unknown("x"), "Any"),
        (DATE, "datetime.date"),
        (TASK, "app.models.Task"),
        (Named("app.models.Box.Inner"), "app.models.Box.Inner"),
        (Generic("app.models.Page", (INT, STR)), "app.models.Page[int, str]"),
        (Named("app.models.Page"), "app.models.Page[Any, Any]"),
        (Named("app.models.Json"), "app.models.Json"),
        (Named("list"), "list[Any]"),
        (Named("dict"), "dict[str, Any]"),
        (Named("tuple"), "tuple[Any, ...]"),
        (Named("collections.abc.AsyncIterator"), "collections.abc.AsyncIterator[Any]"),
        (Generic("list", (TASK,)), "list[app.models.Task]"),
        (Generic("tuple", (STR, ELLIPSIS)), "tuple[str, ...]"),
        (Generic("tuple", ()), "tuple[()]"),
        (Generic("dict", (STR, Unknown("x"))), "dict[str, Any]"),
        (Union((STR, NONE)), "str | None"),
        (Union((STR, Unknown("x"))), "Any"),
        (Union((LiteralOf(("a", None)), NONE, STR)), 'Literal["a"] | None | str'),
        (LiteralOf(("a", 1, True)), 'Literal["a", 1, True]'),
        (LiteralOf((None,)), "None"),
        (LiteralOf((EnumMember("app.models.Color", "RED", "red"),)), "Literal[app.models.Color.RED]"),
        (LiteralOf((EnumMember("app.models.Shade", "RED", "red"), "a")), "Any"),
        (Constrained(STR, Metadata((("max_length", 3),))), "str"),
        # What no import reaches, or no checker may know:
        (Named("app.models.make.<locals>.Local"), "Any"),
        (Named("my-scripts.Task"), "Any"),
        (Named("numpy.ndarray"), "Any"),
        (Generic("numpy.ndarray", (STR,)), "Any"),
    ],
)
def test_annotations(type_: TypeExpr, annotation: str) -> None:
    assert flat(Annotations(Module(), CLASSES).of(type_)) == annotation


def test_modules_are_remembered_for_their_import() -> None:
    annotations = Annotations(Module(), CLASSES)
    annotations.of(Generic("dict", (DATE, Union((TASK, Named("numpy.ndarray"))))))
    assert annotations.imports == {"datetime": "datetime", "app.models": "app.models"}
