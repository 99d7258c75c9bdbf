"""Wrong arguments of types: what Python or pydantic refuses, toolgen refuses; what they take, it takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from comparison import REFUSALS
from positions import assert_same, module
from sides import TOOLS, read, runtime, write

HEADER = """\
import os, re, typing
from typing import Generic, Iterable, NewType, TypeVar, Final
import typing_extensions
from typing_extensions import TypeAliasType
T = TypeVar('T')
K = TypeVar('K')
class Plain(BaseModel):
    x: int
class Box(BaseModel, Generic[T]):
    x: T
class Pair(BaseModel, Generic[T, K]):
    x: T
    y: K
class IntBox(Box[int]):
    more: int = 1
class OpenBox(Box):
    more: int = 1
@dataclass
class Data(Generic[T]):
    x: T
@dataclass
class PlainData:
    x: int
Many = TypeAliasType('Many', List[T], type_params=(T,))
Numbers = List[int]
Items = List[T]
"""


@pytest.mark.parametrize(
    "annotation",
    [
        "Plain[int]",
        "Box[int, str]",
        "Box[()]",
        "Pair[int]",
        "Pair[int, str, bool]",
        "IntBox[int]",
        "Data[int, str]",
        "PlainData[int]",
        "Many[int, str]",
        "Numbers[int]",
        "Items[int, str]",
        "List[int, str]",
        "typing.List[()]",
        "Dict[str]",
        "Dict[str, int, int]",
        "dict[str]",
        "typing.Mapping[str]",
        "Iterable[int, str]",
        "OrderedDict[str]",
        "typing.Counter[str, int]",
        "Optional[int, str]",
        "Union[()]",
        "Annotated[int]",
        "Literal[()]",
        "int[str]",
        "list[str[int]]",
        "datetime.date[int]",
        "Any[int]",
        "uuid.UUID[int]",
        "pydantic.HttpUrl[int]",
        "pydantic.PositiveInt[int]",
        "pydantic.JsonValue[int]",
        "pydantic.Json[int, str]",
        "pydantic.Secret[int, str]",
        "pydantic.RootModel[int, str]",
        "tuple[...]",
        "typing.Pattern[int]",
        "os.PathLike[int]",
    ],
)
def test_refused(tmp_path: Path, annotation: str) -> None:
    write(tmp_path, {f"{TOOLS}.py": module(HEADER, f"def f(x: {annotation}): ...")})
    with pytest.raises((*REFUSALS, ValueError, AssertionError)):
        runtime(tmp_path)
    found = [diagnostic.code for diagnostic in read(tmp_path).diagnostics if diagnostic.severity == "error"]
    assert set(found) <= {"TG303", "TG306", "TG316"}
    assert found


@pytest.mark.parametrize(
    "annotation",
    [
        "OpenBox",
        "OpenBox[int]",
        "list[int, str]",
        "dict[str, int, bool]",
        "collections.abc.Sequence[int]",
        "tuple[int, ...]",
        "tuple[()]",
        "typing.Pattern[str]",
        "os.PathLike[str]",
    ],
)
def test_taken(derive: Callable[[str], tuple[Any, Any]], annotation: str) -> None:
    assert_same(derive, module(HEADER, f"def f(x: {annotation}): ..."))
