"""Classes that code changes when they are made: a warning where it does, none and the same schema where it does not."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from positions import module
from sides import TOOLS, read, runtime, static, write

HEADER = """\
from pydantic._internal._model_construction import ModelMetaclass
from typing import ClassVar, Generic, TypeVar
T = TypeVar('T')
"""

CHANGED = {
    "metaclass": """
        class Meta(ModelMetaclass):
            def __new__(mcs, name, bases, namespace, **keywords):
                for field in namespace.get('__annotations__', {}):
                    namespace.setdefault(field, None)
                return super().__new__(mcs, name, bases, namespace, **keywords)
        class Base(BaseModel, metaclass=Meta):
            pass
        class A(Base):
            x: int
    """,
    "metaclass of a dataclass": """
        class Meta(type):
            def __new__(mcs, name, bases, body):
                body['__annotations__'] = {'z': int}
                return super().__new__(mcs, name, bases, body)
        @dataclass
        class A(metaclass=Meta):
            x: str
    """,
    "__init_subclass__": """
        class Base(BaseModel):
            def __init_subclass__(cls, **keywords):
                super().__init_subclass__(**keywords)
                cls.__annotations__['y'] = int
        class A(Base):
            x: int
    """,
    "__pydantic_init_subclass__": """
        class Base(BaseModel):
            @classmethod
            def __pydantic_init_subclass__(cls, **keywords):
                for field in cls.model_fields.values():
                    field.default = None
                cls.model_rebuild(force=True)
        class A(Base):
            x: int
    """,
    "decorator": """
        def more(cls):
            cls.__annotations__['y'] = int
            return cls
        @dataclass
        @more
        class A:
            x: int
    """,
    "annotations": """
        class A(BaseModel):
            x: int
            __annotations__['y'] = str
    """,
    "fields, afterwards": """
        class A(BaseModel):
            x: int
        A.model_fields['x'].description = 'Changed.'
        A.model_rebuild(force=True)
    """,
}
UNCHANGED = {
    "registry": """
        class Base(BaseModel):
            known: ClassVar[dict[str, type]] = {}
            def __init_subclass__(cls, **keywords):
                super().__init_subclass__(**keywords)
                cls.known[cls.__name__] = cls
        class A(Base):
            x: int
    """,
    "registering metaclass": """
        KNOWN = {}
        class Meta(ModelMetaclass):
            def __new__(mcs, name, bases, namespace, **keywords):
                made = super().__new__(mcs, name, bases, namespace, **keywords)
                KNOWN[name] = made
                return made
        class A(BaseModel, metaclass=Meta):
            x: int
    """,
    "registering decorator": """
        KNOWN = []
        def register(cls):
            KNOWN.append(cls)
            return cls
        @register
        class A(BaseModel):
            x: int
    """,
    "model_rebuild": """
        class A(BaseModel):
            x: 'Later'
        class Later(BaseModel):
            y: int
        A.model_rebuild()
    """,
}


@pytest.mark.parametrize("definitions", CHANGED.values(), ids=CHANGED)
def test_changed(tmp_path: Path, definitions: str) -> None:
    write(tmp_path, {f"{TOOLS}.py": module(HEADER + dedent(definitions), "def f(x: A): ...")})
    analysis = read(tmp_path)
    assert static(analysis)["f"].input != runtime(tmp_path)["f"].input
    assert [found.code for found in analysis.diagnostics] == ["TG321"]


@pytest.mark.parametrize("definitions", UNCHANGED.values(), ids=UNCHANGED)
def test_unchanged(tmp_path: Path, definitions: str) -> None:
    write(tmp_path, {f"{TOOLS}.py": module(HEADER + dedent(definitions), "def f(x: A): ...")})
    analysis = read(tmp_path)
    assert static(analysis)["f"].input == runtime(tmp_path)["f"].input
    assert not analysis.diagnostics
