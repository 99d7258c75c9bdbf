"""Models of pydantic: every row is a module body that defines the model `M`, read and imported."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent, indent
from typing import Any

import pytest
from positions import assert_each_same
from sides import DeriveTools

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

IMPORTS = """\
import datetime
import enum
import pathlib
import pydantic
import typing
import typing_extensions
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, ClassVar, Dict, Final, Generic, List, Literal, Optional, Union

from pydantic import (
    AliasChoices, AliasGenerator, AliasPath, BaseModel, ConfigDict, Discriminator, Field, Json, PrivateAttr, RootModel,
    Tag, alias_generators, computed_field, field_serializer, field_validator, model_serializer, model_validator,
)
from pydantic.alias_generators import to_camel, to_pascal, to_snake
from typing_extensions import TypedDict, deprecated

from toolgen import tool

"""

FIELDS: dict[str, str] = {
    "nothing": "pass",
    "positional default": "a: int = Field(3)",
    "ellipsis": """
        a: int = Field(..., ge=3)
        b: int = ...
        c: int = Field(default=...)
    """,
    "default in Annotated": """
        a: Annotated[int, Field(3)]
        b: Annotated[int, Field(default=3)] = 4
    """,
    "default in Annotated, Field on the right": """
        a: Annotated[int, Field(default=3)] = Field(description='About a.')
        b: Annotated[int, Field(3)] = Field(...)
    """,
    "default_factory": """
        a: list[int] = Field(default_factory=list)
        b: Annotated[int, Field(default_factory=int)]
    """,
    "both, the right wins": """
        a: Annotated[int, Field(description='Left.', examples=[1])] = Field(description='Right.', examples=[2])
    """,
    "both, constraints": "a: Annotated[int, Field(ge=1, description='A.')] = Field(3, ge=5, lt=9)",
    "both, extra": "a: Annotated[int, Field(json_schema_extra={'x': 1})] = Field(json_schema_extra={'y': 2})",
    "taken back": """
        a: Annotated[int, Field(alias='b', description='A.')] = Field(alias=None, description=None)
    """,
    "deprecated": """
        a: int = Field(deprecated=True)
        b: int = Field(deprecated='Use a.')
        c: int = Field(deprecated=False)
    """,
    "examples": "a: int = Field(examples=[1, 2])",
    "extra": """
        a: int = Field(json_schema_extra={'unit': 's', 'description': 'Extra.'}, description='D.')
    """,
    "no effect": """
        a: int = Field(frozen=True, repr=False, exclude=True, kw_only=True, validate_default=True, strict=True)
    """,
    "init": """
        a: int = Field(3, init=False)
        b: int = Field(init_var=False)
    """,
    "alias": """
        a: int = Field(alias='A')
        b: Annotated[int, Field(alias='B')] = 3
    """,
    "validation alias": "a: int = Field(alias='A', validation_alias='V', serialization_alias='S')",
    "serialization alias": "a: int = Field(serialization_alias='S')",
    "alias over validation alias": "a: Annotated[int, Field(validation_alias='V')] = Field(alias='A')",
    "alias choices": "a: int = Field(validation_alias=AliasChoices('x', 'y'))",
    "alias path": """
        a: int = Field(validation_alias=AliasPath('x', 0))
        b: int = Field(validation_alias=AliasPath('y'))
    """,
    "alias choices and paths": """
        a: int = Field(validation_alias=AliasChoices(AliasPath('x', 0), 'y', pydantic.AliasPath('z')))
    """,
    "private": """
        a: int
        _b: int = 3
        _c: int = PrivateAttr(default=3)
        __d: int = 4
        _e = 5
    """,
    "class variables": """
        a: ClassVar[int] = 1
        b: 'ClassVar[int]' = 1
        c: ClassVar = 1
        d: Annotated[ClassVar[int], 'x'] = 1
        e: typing.ClassVar[int]
        f: int
    """,
    "Final": """
        a: Final[int] = 3
        b: Final[int]
        c: Final = 4
        d: Annotated[Final[int], Field(ge=1)] = Field(3)
        e: Final[int] = Field(ge=3)
    """,
    "computed fields": """
        a: int
        @computed_field
        @property
        def b(self) -> int: return 1
        @property
        def c(self) -> int: return 1
    """,
    "serializers": """
        a: int
        @field_serializer('a')
        def s(self, value: int) -> str: return ''
        @model_serializer
        def m(self) -> str: return ''
    """,
    "what only serialization says": """
        a: int = 3
        b: Annotated[str, pydantic.PlainSerializer(len, return_type=int)]
        c: Annotated[int, pydantic.WrapSerializer(lambda v, h: str(v), return_type=str)]
        d: Annotated[int, pydantic.WithJsonSchema({'type': 'string'}, mode='serialization')]
        e: Json[int]
        f: Annotated[int, Field(alias='F', serialization_alias='G')]
        g: int = Field(exclude=True)
        model_config = ConfigDict(json_schema_serialization_defaults_required=True, serialize_by_alias=True)
    """,
    "model validators": """
        a: int
        @model_validator(mode='before')
        @classmethod
        def m(cls, v: Any) -> Any: return v
        @model_validator(mode='after')
        def n(self): return self
        @model_validator(mode='wrap')
        @classmethod
        def o(cls, v: Any, handler) -> Any: return v
    """,
    "field validators": """
        a: int
        b: int = 3
        c: int = Field(ge=1)
        @field_validator('a')
        @classmethod
        def v(cls, v: int) -> int: return v
        @field_validator('b', mode='before')
        @classmethod
        def w(cls, v: Any) -> Any: return v
        @field_validator('c', mode='wrap')
        @classmethod
        def x(cls, v: Any, handler) -> Any: return v
    """,
    "plain validator": """
        a: int = Field(3, ge=1, description='A.', alias='A')
        b: int
        @field_validator('a', mode='plain')
        @classmethod
        def v(cls, v: Any) -> Any: return v
    """,
    "plain validator of all": """
        a: int = Field(3, ge=1)
        b: 'M | None' = None
        @field_validator('*', mode='plain')
        @classmethod
        def v(cls, v: Any) -> Any: return v
    """,
    "input type": """
        a: int = Field(3, description='A.')
        b: int
        c: int
        @field_validator('a', mode='plain', json_schema_input_type=Annotated[str, Field(min_length=3)])
        @classmethod
        def v(cls, v: Any) -> Any: return v
        @field_validator('b', mode='before', json_schema_input_type=Union[int, str])
        @classmethod
        def w(cls, v: Any) -> Any: return v
        @field_validator('c', mode='wrap', json_schema_input_type=str)
        @classmethod
        def x(cls, v: Any, handler) -> Any: return v
    """,
    "validator by call": """
        a: int
        v = field_validator('a', mode='plain')(lambda v: v)
    """,
    "nested class": """
        class Inner(BaseModel):
            b: int
        a: Inner
        c: 'M.Inner'
    """,
    "nested enum": """
        class Kind(str, Enum):
            A = 'a'
        kind: Kind = Kind.A
    """,
    "forward references": """
        a: 'Later'
        b: List['Later'] = []
        c: Optional['M'] = None
    """,
    "discriminated": "a: Union[Cat, Dog] = Field(discriminator='kind', description='A.')",
    "discriminated in Annotated": "a: Annotated[Union[Cat, Dog], Field(discriminator='kind')]",
    "discriminated by alias of a type": """
        a: Pet
        b: list[Pet]
        c: dict[str, Pet]
        d: Pet | None = None
    """,
    "discriminated, optional inside": "a: Annotated[Cat | Dog | None, Field(discriminator='kind')] = None",
    "discriminated, one member": """
        a: Cat = Field(discriminator='kind')
        b: Optional[Cat] = Field(None, discriminator='kind')
    """,
    "discriminated, beside others": "a: Pet | int",
    "Discriminator": """
        a: Annotated[Cat | Dog, Discriminator('kind')]
        b: Cat | Dog = Field(discriminator=Discriminator('kind'))
    """,
    "discriminated, nested": """
        a: Annotated[
            Union[Annotated[Union[Black, White], Field(discriminator='color')], Dog], Field(discriminator='kind')
        ]
    """,
    "discriminated, joined": "a: Annotated[Union[Pet, Bird], Field(discriminator='kind')]",
    "discriminated by an alias": "a: Annotated[Union[One, Two], Field(discriminator='kind')]",
    "discriminated by enum members": "a: Annotated[Union[Fast, Slow], Field(discriminator='mode')]",
    "discriminated by other values": "a: Annotated[Union[Number, Truth, Nothing], Field(discriminator='kind')]",
    "discriminated dictionaries": "a: Annotated[Union[CatDict, DogData], Field(discriminator='kind')]",
    "discriminated by a function": """
        a: Annotated[Union[Annotated[Cat, Tag('cat')], Annotated[Dog, Tag('dog')]], Discriminator(choose)]
        b: Annotated[Annotated[int, Tag('i')] | Annotated[str, Tag('s')], Discriminator(lambda v: 's')]
    """,
    "root models": """
        a: Tags
        c: Level = 3
        d: Described
        e: Matrix | None = None
        f: PetBox
    """,
    "discriminated, the last of a value": """
        a: Annotated[Annotated[Cat, Tag('a')] | Annotated[Dog, Tag('a')], Discriminator(choose)]
        b: Annotated[Number | Text, Field(discriminator='kind')]
    """,
    "Json in Annotated": """
        a: Annotated[int, Field(3, ge=1, alias='A', description='A.', examples=['3']), Json()]
        b: Annotated[list[int], Field(description='B.'), Json, Field(title='b', max_length=3)]
        c: Annotated[Later, Field(description='C.', json_schema_extra={'x': 1}), Json()]
        d: list[Annotated[int, Field(ge=1, description='D.'), Json()]]
    """,
    "Json of Annotated": """
        a: Json[Annotated[int, Field(ge=1, description='Inner.')]] = Field('1', le=5, description='A.')
        b: Annotated[Json[Json[Annotated[int, Field(default='"4"', alias='B')]]], Field(description='B.')]
        c: Optional[Json[Annotated[int, Field(description='C.')]]] = None
    """,
    "Field that a function returns": """
        a: int = limit(3)
        b: Annotated[int, limit(4, 'B.')] = 5
        c: str = needed('C.', max_length=4, alias='C')
        d: list[int] = several('D.')
        e: Annotated[Mode, limit(Mode.FAST)]
    """,
    "any model": """
        a: BaseModel
        b: Optional[BaseModel] = Field(None, description='B.')
        c: list[BaseModel] = []
    """,
    "described as its class": """
        a: Later = Field(description='Comes later.')
        b: Later = Field(description='Another.')
    """,
}
CLASSES = """\
class Cat(BaseModel):
    kind: Literal['cat']
class Dog(BaseModel):
    kind: Literal['dog', 'puppy'] = 'dog'
class Bird(BaseModel):
    kind: Literal['bird']
class Black(BaseModel):
    kind: Literal['cat']
    color: Literal['black']
class White(BaseModel):
    kind: Literal['cat']
    color: Literal['white']
class One(BaseModel):
    kind: Literal['1'] = Field(alias='KIND')
class Two(BaseModel):
    kind: Literal['2'] = Field(alias='KIND')
class Mode(Enum):
    FAST = 'f'
    SLOW = 's'
class Fast(BaseModel):
    mode: Literal[Mode.FAST]
class Slow(BaseModel):
    mode: Literal[Mode.SLOW] = Mode.SLOW
class Number(BaseModel):
    kind: Literal[1, 2]
class Text(BaseModel):
    kind: Literal['1']
class Truth(BaseModel):
    kind: Literal[False]
class Nothing(BaseModel):
    kind: Literal['nothing', None]
class CatDict(TypedDict):
    kind: Literal['cat']
@dataclass
class DogData:
    kind: Literal['dog']
Pet = Annotated[Union[Cat, Dog], Field(discriminator='kind')]
def choose(value: Any) -> str: return 'cat'
def limit(default, text='A limit.'):
    return Field(default, description=f'{text} {default}', examples=[default], repr=False)
def needed(text, **more): return pydantic.Field(..., description=text, **more)
def several(text): return Field(default_factory=list, description=text)
class Tags(RootModel[list[str]]):
    '''Some tags.'''
class Level(RootModel[int]):
    root: int = Field(3, ge=1, description='How high.')
class Described(RootModel):
    '''Its class says it.'''
    root: Dict[str, int] = Field(default_factory=dict, description='Its field does.', json_schema_extra={'x': 1})
class Matrix(RootModel[List[List['Later']]]): pass
class PetBox(RootModel[Pet]): pass
class Later(BaseModel):
    '''Comes later.'''
    x: int
"""

CONFIGS: dict[str, str] = {
    "extra": """
        class M(BaseModel):
            model_config = ConfigDict(extra='allow')
            a: int
    """,
    "title": """
        class M(BaseModel):
            model_config = ConfigDict(title='The M')
            a: int = Field(title='The a')
            b: Annotated[int, Field(title='The b')] = 3
    """,
    "title, inherited": """
        class Base(BaseModel):
            model_config = ConfigDict(title='The base')
        class M(Base):
            a: Base = Field(title='The base')
            b: Base = Field(title='Another')
    """,
    "title among extra keywords": """
        class M(BaseModel):
            model_config = ConfigDict(title='The M', json_schema_extra={'title': 'That M'})
            a: int
    """,
    "extra of a type": """
        class M(BaseModel):
            model_config = ConfigDict(extra='allow')
            __pydantic_extra__: dict[str, int]
            a: int
    """,
    "extra of a model": """
        class Other(BaseModel):
            x: int
        class M(BaseModel):
            model_config = {'extra': 'allow'}
            __pydantic_extra__: dict[str, Other]
            a: int
    """,
    "type of extra, not allowed": """
        class M(BaseModel):
            __pydantic_extra__: dict[str, int]
            a: int
    """,
    "deprecated extra": """
        class M(BaseModel):
            model_config = ConfigDict(extra=pydantic.Extra.forbid)
            a: int
    """,
    "records inside": """
        class TD(TypedDict):
            my_a: str
        @dataclass
        class Data:
            my_c: TD
            my_d: str = 'x'
        class Tuple(typing.NamedTuple):
            my_e: str
        class Other(BaseModel):
            my_f: str
        class M(BaseModel):
            model_config = ConfigDict(extra='forbid', alias_generator=to_camel, str_max_length=5)
            my_h: Data
            my_i: Tuple
            my_j: Other
    """,
    "recursive records inside": """
        class TD(TypedDict):
            my_a: str
            my_b: 'TD'
        class M(BaseModel):
            model_config = ConfigDict(extra='forbid', alias_generator=to_camel)
            my_g: list[TD]
    """,
    "by name alone": """
        class M(BaseModel):
            model_config = ConfigDict(validate_by_alias=False, validate_by_name=True)
            a: int = Field(alias='A')
    """,
    "by name, too": """
        class M(BaseModel):
            model_config = ConfigDict(populate_by_name=True)
            a: int = Field(alias='A')
    """,
    "extra keywords": """
        class M(BaseModel):
            '''Doc.'''
            model_config = ConfigDict(json_schema_extra={'examples': [{'a': 1}], 'description': 'Extra.'})
            a: int
    """,
    "no effect": """
        class M(BaseModel):
            model_config = ConfigDict(frozen=True, strict=True, use_enum_values=True, defer_build=True,
                protected_namespaces=(), regex_engine='python-re', arbitrary_types_allowed=True, from_attributes=True,
                json_schema_serialization_defaults_required=True, str_strip_whitespace=True, coerce_numbers_to_str=True,
                ser_json_timedelta='float', val_json_bytes='base64')
            a: int = 3
            b: str
            c: datetime.timedelta
            d: bytes
    """,
    "limits of strings": """
        class Inner(BaseModel):
            x: str
        class M(BaseModel):
            model_config = ConfigDict(str_min_length=1, str_max_length=5)
            a: str
            b: list[str] | None = None
            c: dict[str, str]
            d: Annotated[str, Field(max_length=9)]
            e: Literal['x']
            f: Inner
            g: pathlib.Path
            h: str = Field('x', description='H.')
    """,
    "limits of strings in records": """
        Word = typing_extensions.TypeAliasType('Word', str)
        class Typed(TypedDict):
            a: str
            row: 'Row'
        class Row(typing.NamedTuple):
            b: str
        @dataclass
        class Data:
            c: str
            typed: Typed
            again: 'Again'
        class Again(TypedDict):
            d: str
        @dataclass
        class Tree:
            e: str
            trees: list['Tree']
            inner: 'Inner'
        class Inner(TypedDict):
            f: str
        class M(BaseModel):
            model_config = ConfigDict(str_min_length=1, str_max_length=5)
            word: Word
            data: Data
            again: list[Again]
            tree: Tree
    """,
    "bytes": """
        class M(BaseModel):
            model_config = ConfigDict(ser_json_bytes='base64')
            a: bytes
            b: list[bytes]
    """,
    "to_camel": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=to_camel)
            my_a: int
            b_1_c: int
    """,
    "to_pascal": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=alias_generators.to_pascal)
            my_a: int
    """,
    "to_snake": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=to_snake)
            myA: int
            HTTPCode2: int
    """,
    "str.upper": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=str.upper)
            my_a: int
    """,
    "lambda": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=lambda name: name.replace('_', '-'))
            my_a: int
    """,
    "function": """
        def shout(name: str) -> str:
            words = name.split('_')
            return words[0].upper() + ''.join(word.title() for word in words[1:])
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=shout)
            my_first_a: int
            b: int = Field(alias='c')
    """,
    "function in AliasGenerator": """
        def shout(name): return f'{name}!'.upper()
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=shout, alias=to_camel))
            my_a: int
    """,
    "AliasGenerator": """
        class M(BaseModel):
            model_config = ConfigDict(
                alias_generator=AliasGenerator(validation_alias=to_camel, serialization_alias=to_snake)
            )
            my_a: int
    """,
    "AliasGenerator of aliases": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=AliasGenerator(alias=to_camel))
            my_a: int
    """,
    "AliasGenerator for output": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=AliasGenerator(serialization_alias=to_camel))
            my_a: int
    """,
    "generated and given": """
        class M(BaseModel):
            model_config = ConfigDict(alias_generator=to_camel)
            a_a: int = Field(alias='x')
            a_b: int = Field(serialization_alias='y')
            a_c: int = Field(validation_alias='z')
            a_d: int = Field(alias='w', alias_priority=1)
            a_e: int = Field(alias_priority=2)
            a_f: int = Field(validation_alias=AliasPath('p', 0))
    """,
    "generated for inherited fields": """
        class Base(BaseModel):
            my_a: int
            my_b: int = Field(alias='B')
        class M(Base):
            model_config = ConfigDict(alias_generator=to_camel)
            my_c: int
    """,
    "generated anew": """
        class Base(BaseModel):
            model_config = ConfigDict(alias_generator=to_camel)
            my_a: int
        class M(Base):
            model_config = ConfigDict(alias_generator=str.upper)
            my_c: int
    """,
    "generated no more": """
        class Base(BaseModel):
            model_config = ConfigDict(alias_generator=to_camel)
            my_a: int
        class M(Base):
            model_config = ConfigDict(alias_generator=None)
            my_c: int
    """,
    "attribute docstrings": """
        class M(BaseModel):
            model_config = ConfigDict(use_attribute_docstrings=True)
            a: int
            '''About a.
              More.
            '''
            b: int = Field(3, description='Given.')
            '''Not this.'''
            c: int
    """,
    "attribute docstrings, inherited": """
        class Base(BaseModel):
            model_config = ConfigDict(use_attribute_docstrings=True)
            a: int
            '''About a.'''
            b: int
            '''About b.'''
        class M(Base):
            c: int
            '''About c.'''
            b: int
    """,
    "attribute docstrings, no more": """
        class Base(BaseModel):
            model_config = ConfigDict(use_attribute_docstrings=True)
            a: int
            '''About a.'''
        class M(Base):
            model_config = ConfigDict(use_attribute_docstrings=False)
            c: int
            '''About c.'''
    """,
    "attribute docstrings, from here": """
        class Base(BaseModel):
            a: int
            '''About a.'''
        class M(Base):
            model_config = ConfigDict(use_attribute_docstrings=True)
            c: int
            '''About c.'''
    """,
    "head": """
        class M(BaseModel, extra='forbid', str_max_length=3):
            model_config = ConfigDict(extra='allow')
            a: str
    """,
    "Config": """
        class M(BaseModel):
            class Config:
                extra = 'forbid'
            a: int
    """,
    "inherited Config": """
        class Shared:
            extra = 'forbid'
            json_schema_extra = {'x': 1}
        class M(BaseModel):
            class Config(Shared):
                json_schema_extra = {'x': 2}
            a: int
    """,
    "inherited": """
        class Base(BaseModel):
            model_config = ConfigDict(extra='forbid', json_schema_extra={'x': 1})
        class M(Base):
            model_config = ConfigDict(json_schema_extra={'y': 1})
            a: int
    """,
    "the last base wins": """
        class A(BaseModel):
            model_config = ConfigDict(extra='forbid', json_schema_extra={'x': 1})
            a: int
        class B(BaseModel):
            model_config = ConfigDict(extra='allow')
            b: int
        class M(A, B):
            c: int
    """,
    "from a base": """
        class Base(BaseModel):
            model_config = ConfigDict(extra='forbid', title='Base')
        class Other(Base):
            model_config = {'str_max_length': 5}
        class M(BaseModel):
            model_config = {**Other.model_config, 'json_schema_extra': {'x': 1}}
            a: str
    """,
    "from a base by call": """
        class Base(BaseModel):
            model_config = ConfigDict(extra='forbid')
        class M(BaseModel):
            model_config = ConfigDict(**Base.model_config, str_max_length=5)
            a: str
    """,
    "from a base by |": """
        class Base(BaseModel):
            model_config = ConfigDict(extra='forbid')
        class M(BaseModel):
            model_config = Base.model_config.copy() | ConfigDict(str_max_length=5) | {'extra': 'allow'}
            a: str
    """,
    "constant": """
        SHARED = ConfigDict(extra='forbid')
        class M(BaseModel):
            model_config = SHARED
            a: int
    """,
    "folded": """
        LIMIT = 5
        class M(BaseModel):
            model_config = dict(str_max_length=LIMIT + 1)
            a: str
    """,
}

CLASS_FORMS: dict[str, str] = {
    "made by a call": """
        from pydantic import create_model
        Made = create_model('Made', a=(int, ...), b=(str, 'b'), c=(list[int], Field(description='C.')))
        Above = pydantic.create_model('Above', __base__=Made, __doc__='Made, too.', **{'d': (Optional[Made], None)})
        Nested = create_model('Nested', __config__=ConfigDict(extra='forbid'), g=int,
                              h=Annotated[str, Field(title='H')])
        class M(Above, pydantic.create_model('Other', e=(int, 3))):
            f: Nested
    """,
    "fields and validators below conditions": """
        OLD, LIMITS = False, [3, 5]
        class Base(BaseModel):
            a: int
            if OLD or len(LIMITS) > 2:
                b: int = 1
            else:
                b: str = 'b'
                c: list[int] = LIMITS
        class M(Base):
            if OLD:
                d: int
                @field_validator('a', mode='before')
                def check(cls, value): return value
            elif max(LIMITS) == 5:
                a: float
    """,
    "docstring": """
        class Base(BaseModel):
            '''Base.'''
        class M(Base):
            a: int
    """,
    "own docstring": """
        class Base(BaseModel):
            '''Base.'''
        class M(Base):
            '''Own.

              Indented.
            '''
            a: int
    """,
    "assigned docstring": """
        ABOUT = 'Assigned.'
        class Other(BaseModel):
            __doc__ = f'''
                {ABOUT} Too.
            '''
        class M(BaseModel):
            '''Not this.'''
            __doc__ = ABOUT
            a: Other
    """,
    "redefined": """
        class Base(BaseModel):
            a: int = Field(3, description='A.')
            b: int = 1
        class M(Base):
            b: str
            a: float
            c: int
    """,
    "diamond": """
        class P(BaseModel):
            x: int = Field(description='X.', ge=1)
            y: int = 1
        class L(P):
            y: int
            l: int
        class R(P):
            x: str
            r: int
        class M(L, R):
            d: int
    """,
    "mixin before": """
        class Mixin:
            m: int
            n: str = 'q'
            k = 3
        class M(Mixin, BaseModel):
            a: int
    """,
    "mixin after": """
        class Mixin:
            m: Annotated[int, Field(ge=3)] = Field(5)
            c: ClassVar[int] = 3
        class M(BaseModel, Mixin):
            a: int
    """,
    "mixin, inherited": """
        class Mixin:
            m: int = 3
        class Base(Mixin, BaseModel):
            b: int
        class M(Base):
            a: int
    """,
    "dataclass as mixin": """
        @dataclass
        class Data:
            x: int
            y: int = 3
        class M(Data, BaseModel):
            a: int
    """,
    "deprecated": """
        @deprecated('Old.')
        class M(BaseModel):
            a: int
    """,
    "root model": """
        class M(RootModel[Dict[str, 'M']]):
            '''A tree.'''
    """,
    "root model of root model": """
        class Tags(RootModel[list[str]]): pass
        class M(RootModel[Optional[Tags]]): pass
    """,
    "root model, inherited": """
        class Tags(RootModel[list[str]]):
            '''Tags.'''
        class M(Tags):
            model_config = ConfigDict(json_schema_extra={'x': 1})
    """,
    "root model with a default": """
        class M(RootModel):
            root: list[str] = []
    """,
    "root model of a model": """
        class Inner(BaseModel):
            a: int
        class M(RootModel[Inner]):
            '''Wrapped.'''
    """,
    "root model with titles": """
        class Inner(RootModel):
            model_config = ConfigDict(title='Settings')
            root: int = Field(title='Field')
        class Other(RootModel[Inner]):
            model_config = ConfigDict(title='Settings')
        class M(BaseModel):
            a: Inner
            b: Other
    """,
    "root model with a validator": """
        class M(RootModel[int]):
            @field_validator('root', mode='plain')
            @classmethod
            def v(cls, v): return v
    """,
    "validators, inherited": """
        class Base(BaseModel):
            a: int
            @field_validator('*', mode='plain')
            @classmethod
            def v(cls, v: Any) -> Any: return v
        class M(Base):
            b: str
    """,
    "validators, overridden": """
        class Base(BaseModel):
            a: int
            @field_validator('a', mode='plain')
            @classmethod
            def v(cls, v: Any) -> Any: return v
        class M(Base):
            @field_validator('a')
            @classmethod
            def v(cls, v: Any) -> Any: return v
    """,
    "validators, in order": """
        class M(BaseModel):
            a: int
            @field_validator('a', mode='plain')
            @classmethod
            def v(cls, v: Any) -> Any: return v
            @field_validator('a', mode='before', json_schema_input_type=str)
            @classmethod
            def w(cls, v: Any) -> Any: return v
            @field_validator('a', mode='before')
            @classmethod
            def x(cls, v: Any) -> Any: return v
    """,
}

POSITIONS: dict[str, str] = {
    "parameter": "def f(x: M): ...",
    "optional parameter": "def f(x: Optional[M] = None): ...",
    "list": "def f(x: list[M]): ...",
    "result": "def f() -> M: ...",
}


def module(definitions: str, function: str) -> str:
    return f"{IMPORTS}{definitions}\n@tool('f', 'F.')\n{function}\n"


def assert_same(derive: Callable[[str], tuple[Any, Any]], source: str) -> None:
    static, runtime = derive(source)
    assert static.input == runtime.input
    assert static.output == runtime.output


def model(body: str) -> str:
    return f"{CLASSES}class M(BaseModel):\n{indent(dedent(body), '    ')}\n"


@pytest.mark.parametrize("body", FIELDS.values(), ids=FIELDS)
def test_fields(derive_tools: DeriveTools, body: str) -> None:
    assert_each_same(derive_tools, IMPORTS + model(body), POSITIONS)


@pytest.mark.parametrize("definitions", [*CONFIGS.values(), *CLASS_FORMS.values()], ids=[*CONFIGS, *CLASS_FORMS])
def test_class(derive_tools: DeriveTools, definitions: str) -> None:
    assert_each_same(derive_tools, IMPORTS + dedent(definitions), POSITIONS)


def test_a_record_is_another_inside_a_model(derive: Callable[[str], tuple[Any, Any]]) -> None:
    definitions = """
        @dataclass
        class Data:
            a: str
        class M(BaseModel):
            model_config = ConfigDict(extra='forbid')
            data: Data
    """
    static, runtime = derive(module(dedent(definitions), "def f(x: M): ...\n\n@tool('g', 'G.')\ndef g(x: Data): ..."))
    assert static.input == runtime.input


def test_definitions_that_say_the_same_are_one(derive_project: Callable[[dict[str, str]], tuple[Any, Any]]) -> None:
    part = """
        from pydantic import BaseModel

        class Kind(BaseModel):
            name: str

        class Item(BaseModel):
            kind: Kind
            {field}: int
    """
    tools = """
        from toolgen import tool
        import one, two, three

        @tool("f", "F.")
        def f(a: one.Item, b: two.Item, c: one.Kind, d: three.Kind): ...
    """
    files = {f"{name}.py": part.format(field=name) for name in ("one", "two", "three")}
    static, runtime = derive_project({path: dedent(text) for path, text in {**files, "tools.py": tools}.items()})
    assert static.input == runtime.input
    assert sorted(static.input["$defs"]) == ["Kind", "one__Item", "two__Item"]


def test_inheritance_across_modules(derive_project: Callable[[dict[str, str]], tuple[Any, Any]]) -> None:
    base = """
        from __future__ import annotations
        from pydantic import BaseModel, ConfigDict
        from pydantic.alias_generators import to_camel
        from shapes.kinds import Kind

        class Base(BaseModel):
            model_config = ConfigDict(alias_generator=to_camel, extra="forbid", use_attribute_docstrings=True)
            shape_kind: Kind = Kind.ROUND
            '''What shape.'''
    """
    kinds = "from enum import Enum\n\nclass Kind(Enum):\n    ROUND = 'r'\n    FLAT = 'f'\n"
    tools = """
        import shapes.base as b
        from toolgen import tool

        class Shape(b.Base):
            max_size: int
            '''How large.'''
            inner_shape: "Shape | None" = None

        @tool("f", "F.")
        def f(x: Shape) -> b.Base: ...
    """
    files = {"shapes/__init__.py": "", "shapes/base.py": base, "shapes/kinds.py": kinds, "tools.py": tools}
    static, runtime = derive_project({path: dedent(text) for path, text in files.items()})
    assert static.input == runtime.input
    assert static.output == runtime.output


@pytest.mark.parametrize(
    "parameter",
    [
        "x: Pet",
        "x: Pet | None = None",
        "x: Annotated[Cat | Dog, Field(discriminator='kind', description='X.')]",
        "x: Cat | Dog = Field(discriminator='kind')",
        "x: Union[Cat, Dog, None] = Field(None, discriminator='kind')",
        "x: list[Pet]",
        "x: Annotated[Annotated[Cat, Tag('c')] | Annotated[list[Cat], Tag('l')], Discriminator(choose)]",
        "x: int = Field(validation_alias='X')",
        "x: int = Field(validation_alias=AliasChoices('X', 'Y'))",
        "x: Annotated[int, Field(validation_alias='V')] = Field(3, alias='A')",
        "x: Tags",
        "x: Level = 3",
        "x: Later = Field(description='Comes later.')",
    ],
)
def test_parameter(derive: Callable[[str], tuple[Any, Any]], parameter: str) -> None:
    assert_same(derive, module(CLASSES, f"def f({parameter}): ..."))
