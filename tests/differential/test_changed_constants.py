"""Constants that something changes: what toolgen says of them is what Python says, or that it is not known."""

from __future__ import annotations

from pathlib import Path

import pytest
from sides import TOOLS, read, runtime, static, write

PRELUDE = """\
import datetime, enum, functools, random, types
from dataclasses import InitVar, dataclass, field
from enum import Enum, auto
from typing import Annotated, Any

import attrs
import pydantic
from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, computed_field, field_validator, model_validator
from toolgen import tool
"""
OTHER = "X = 1\nY = [1]\n"
"""The module `conf`, which the programs may import."""

PROGRAMS = """
## a named tuple is shown by its fields: P(3)
from typing import NamedTuple
class P(NamedTuple):
    x: float
## a named tuple inside a list is not: [P(3)]
from typing import NamedTuple
class P(NamedTuple):
    x: float
## a function binds it anew: X
X = 1
def g():
    global X
    X = 2
g()
## global append in function: X
X = []
def reg(v):
    X.append(v)
reg(1)
## global dict set in decorator: R
R = {}
def reg(f):
    R[f.__name__] = 1
    return f
@reg
def a(): ...
## aug in class attr: L.A
class L:
    A = 1
L.A = 5
## aug class attr +=: L.A
class L:
    A = 1
L.A += 5
## setattr class: L.A
class L:
    A = 1
setattr(L, 'A', 9)
## module attr from other module: conf.X
import conf
conf.X = 2
## list mutated through alias: A
A = [1]
B = A
B.append(2)
## list mutated through alias2: B
A = [1]
B = A
B.append(2)
## list mutated in container: A
A = [1]
T = {'a': A}
T['a'].append(2)
## nested mutation: T
T = {'a': [1]}
T['a'].append(2)
## nested subscript assign: T
T = {'a': {}}
T['a']['b'] = 2
## nested aug: T
T = {'a': 1}
T['a'] += 2
## an item beside another target: T
T = {'a': 1}
T['a'], n = 2, 3
## an item in a list of targets: T
T = {'a': 1}
[T['a']] = [2]
## an item that a loop assigns: T
T = {'a': 1}
for T['a'] in (2, 3): ...
## an attribute that a with assigns: C.L
import contextlib
class C:
    L = 1
with contextlib.nullcontext(2) as C.L: ...
## a function assigns an item beside another target: T
T = {'a': 1}
def g():
    T['a'], n = 2, 3
g()
## a function assigns an item by a loop: T
T = {'a': 1}
def g():
    for T['a'] in (2, 3): ...
g()
## a method assigns an attribute beside another target: C.L
class C:
    L = 1
    def g(self):
        C.L, n = 2, 3
C().g()
## attribute list mutated: C.L
class C:
    L = [1]
C.L.append(2)
## instance attribute list mutated: c.l
@dataclass
class C:
    l: list = field(default_factory=list)
c = C()
c.l.append(2)
## other module's list appended: Y
from conf import Y
Y.append(2)
## other module's list appended by module: conf.Y
import conf
conf.Y.append(2)
## function mutates argument: A
A = [1]
def m(l): l.append(2)
m(A)
## list passed to shuffle: A
import random
A = [3,1,2]
random.Random(3).shuffle(A)
## decorator replaces class: L.A
def deco(c):
    class D(c):
        A = 2
    return D
@deco
class L:
    A = 1
## decorator mutates class: L.A
def deco(c):
    c.A = 2
    return c
@deco
class L:
    A = 1
## metaclass: L.A
class M(type):
    def __new__(m, n, b, ns):
        ns['A'] = 7
        return super().__new__(m, n, b, ns)
class L(metaclass=M):
    A = 1
## init_subclass: L.A
class B:
    def __init_subclass__(cls):
        cls.A = 2
class L(B):
    A = 1
## property on instance: L().B
class L:
    A = 1
    @property
    def B(self): return self.A + 1
## property cached: L().B
class L:
    A = 1
    @functools.cached_property
    def B(self): return self.A + 1
## property setter pattern: l.a
class L:
    _a = 1
    @property
    def a(self): return self._a
    @a.setter
    def a(self, v): self._a = v
l = L()
l.a = 5
## post_init inherited: C()
@dataclass
class B:
    a: int = 1
    def __post_init__(self):
        self.a = 2
@dataclass
class C(B):
    b: int = 1
## validator: M(a=3)
class M(BaseModel):
    a: int = 1
    @field_validator('a')
    @classmethod
    def v(cls, x): return x + 1
## validator default: M()
class M(BaseModel):
    a: int = 1
    @model_validator(mode='after')
    def v(self):
        self.a = 5
        return self
## annotated serializer default: M()
from pydantic import PlainSerializer
class M(BaseModel):
    a: Annotated[int, PlainSerializer(lambda x: x + 1)] = 1
## annotated serializer alias: M()
from pydantic import PlainSerializer
I = Annotated[int, PlainSerializer(lambda x: str(x))]
class M(BaseModel):
    a: I = 1
## annotated serializer nested list: M()
from pydantic import PlainSerializer
class M(BaseModel):
    a: list[Annotated[int, PlainSerializer(lambda x: str(x))]] = [1]
## computed field: M()
from pydantic import computed_field
class M(BaseModel):
    a: int = 1
    @computed_field
    @property
    def b(self) -> int: return 3
## settings with validate_default: M()
class M(BaseModel):
    model_config = ConfigDict(validate_default=True)
    a: float = 1
## settings str_to_upper: M(a='y')
class M(BaseModel):
    model_config = ConfigDict(str_to_upper=True)
    a: str = 'x'
## use_enum_values name: f"{M(a=E.A).a}"
class E(Enum):
    A = 'a'
class M(BaseModel):
    model_config = ConfigDict(use_enum_values=True)
    a: E = E.A
## use_enum_values and a number: M(a=3)
class M(BaseModel):
    model_config = ConfigDict(use_enum_values=True)
    a: int
## settings of another name: M(a='y')
UPPER = ConfigDict(str_to_upper=True)
class M(BaseModel):
    model_config = UPPER
    a: str = 'x'
## settings that a function gives: M(a='y')
def settings(): return {'title': 'M'}
class M(BaseModel):
    model_config = settings()
    a: str = 'x'
## extra allow: M(b=3)
class M(BaseModel):
    model_config = ConfigDict(extra='allow')
    a: int = 1
## default factory with data: M(a=4)
class M(BaseModel):
    a: int = 1
    b: int = Field(default_factory=lambda data: data['a'] + 1)
## enum missing: E('zzz')
class E(Enum):
    A = 'a'
    @classmethod
    def _missing_(cls, v): return cls.A
## enum new: E.A
class E(Enum):
    def __new__(cls, v):
        o = object.__new__(cls)
        o._value_ = v * 2
        return o
    A = 1
## enum new with label: E.A
class E(str, Enum):
    def __new__(cls, v, label):
        o = str.__new__(cls, v)
        o._value_ = v
        o.label = label
        return o
    A = 'a', 'Label A'
## enum new label attr: E.A.label
class E(str, Enum):
    def __new__(cls, v, label):
        o = str.__new__(cls, v)
        o._value_ = v
        o.label = label
        return o
    A = 'a', 'Label A'
## enum value property: E.A.value
class E(Enum):
    A = 'a'
    @property
    def value(self): return 'other'
## enum value property json: E.A
class E(Enum):
    A = 'a'
    @property
    def value(self): return 'other'
## enum name override: E.A.name
class E(Enum):
    A = 'a'
    @property
    def name(self): return 'other'
## enum DynamicClassAttribute value: E.A.value
import types
class E(Enum):
    A = 'a'
    @types.DynamicClassAttribute
    def value(self): return 'other'
## enum _generate_next_value_: E.A
class E(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower()
    A = auto()
## enum str override: f"{E.A}"
class E(str, Enum):
    A = 'a'
    def __str__(self): return 'Z'
## enum format override: f"{E.A}"
class E(str, Enum):
    A = 'a'
    def __format__(self, s): return 'Z'
## enum repr override: f"{E.A!r}"
class E(Enum):
    A = 'a'
    def __repr__(self): return 'Z'
## enum eq override: E.A == 5
class E(Enum):
    A = 'a'
    def __eq__(self, o): return True
    def __hash__(self): return 1
## enum decorated custom: E.A
def deco(e):
    return Enum('E', {'A': 'z'})
@deco
class E(Enum):
    A = 'a'
## enum iteration override by metaclass: list(E)
class M(enum.EnumMeta):
    def __iter__(cls): return iter(['q'])
class E(Enum, metaclass=M):
    A = 'a'
## enum metaclass getitem: E['a']
class M(enum.EnumMeta):
    def __getitem__(cls, n): return super().__getitem__(n.upper())
class E(Enum, metaclass=M):
    A = 'a'
## enum metaclass contains: 'zz' in E
class M(enum.EnumMeta):
    def __contains__(cls, n): return True
class E(Enum, metaclass=M):
    A = 'a'
## enum extra attr after: E.A.label
class E(Enum):
    A = 'a'
E.A.label = 'q'
## closure default mutable: acc(2)
def acc(v, l=[]):
    l.append(v)
    return l
acc(1)
## closure default mutable 2: acc(2)
def acc(v, l=[]):
    l += [v]
    return l
acc(1)
## function with global state: nxt()
N = 0
def nxt():
    global N
    N += 1
    return N
nxt()
## lambda capture rebinding: F()
A = 1
F = lambda: A
A = 2
## function sees later global: B
def g(): return A
A = 1
B = g()
A = 2
## function sees later global 2: (B, C)
A = 1
def g(): return A
B = g()
A = 2
C = g()
## class attr shadow by instance: C().A
class C:
    A = 1
    def __init__(self): self.A = 5
## class no init but attr set in base: c.A
class B:
    def __init__(self): self.A = 5
class C(B):
    A = 1
c = C()
## instance attr set: c.A
class C:
    A = 1
c = C()
c.A = 9
## instance attr set in function: c.A
class C:
    A = 1
c = C()
def g(): c.A = 9
g()
## instance getattr: C().A
class C:
    A = 1
    def __getattribute__(self, n): return 5
## descriptor: C.A
class D:
    def __get__(self, o, t): return 5
class C:
    A = D()
## dataclass init=False class: C()
@dataclass(init=False)
class C:
    a: int = 1
    def __init__(self): self.a = 4
## dataclass InitVar: C(5, 6)
@dataclass
class C:
    a: InitVar[int]
    b: int = 2
## attrs converter: C(3).a
import attrs
@attrs.define
class C:
    a: int = attrs.field(default=1, converter=str)
## attrs converter default: C().a
import attrs
@attrs.define
class C:
    a: int = attrs.field(default=1, converter=str)
## attrs default decorator: C().a
import attrs
@attrs.define
class C:
    a: int = attrs.field()
    @a.default
    def _d(self): return 5
## attrs, a bare field beside what is annotated: C(3).b
import attrs
@attrs.define
class C:
    b: int = 5
    a = attrs.field()
## attrs kw_only: C(5).b
import attrs
@attrs.define
class B:
    a: int = attrs.field(default=1, kw_only=True)
@attrs.define
class C(B):
    b: int = 2
"""
"""Each begins with its name and, after a colon, the default of the parameter `x`."""


@pytest.mark.parametrize("program", PROGRAMS.split("\n## ")[1:], ids=lambda program: program.partition(":")[0])
def test_what_is_changed_is_known_or_said_not_to_be(tmp_path: Path, program: str) -> None:
    head, _, source = program.partition("\n")
    default = head.partition(": ")[2]
    tool = f"@tool('f', 'F.')\ndef f(x: Any = {default}): ...\n"
    write(tmp_path, {"conf.py": OTHER, f"{TOOLS}.py": f"{PRELUDE}{source}\n{tool}"})
    analysis = read(tmp_path)
    if [found.code for found in analysis.diagnostics] == ["TG305"]:
        assert "default" not in static(analysis)["f"].input["properties"]["x"]
    else:
        assert analysis.diagnostics == ()
        assert static(analysis)["f"].input == runtime(tmp_path)["f"].input
