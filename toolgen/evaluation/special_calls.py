"""Builtins and functions of the standard library that ask or change what only the evaluator knows.

They tell what kind of thing a value is, and read, set and go through what there is of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from enum import Enum, EnumType
from functools import reduce
from typing import TYPE_CHECKING

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.folding.filling import spoil
from toolgen.evaluation.folding.parts import is_comparable, ordered
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import (
    END,
    Choice,
    ConstructedObject,
    Coroutine,
    Frame,
    IteratorItems,
    Method,
    Unknown,
    Value,
)
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.importing import IMPORTING, Special
from toolgen.evaluation.names.lookup import Defined, External, ModuleName
from toolgen.evaluation.names.symbols import class_around
from toolgen.evaluation.paths import AbandonedPathError
from toolgen.evaluation.patterns import BUILTIN_TYPES
from toolgen.evaluation.signatures import signature_of_parameters
from toolgen.evaluation.stand_ins import STAND_INS, Instance, Native, Super
from toolgen.evaluation.targets import set_attribute
from toolgen.syntax.facts import Class

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


def _is_coroutine(function: FunctionValue) -> bool:
    return function.is_async and not function.facts.is_generator


_KINDS: Mapping[str, Callable[[FunctionValue], bool]] = {
    "callable": lambda _: True,
    "asyncio.iscoroutinefunction": _is_coroutine,
    "inspect.isasyncgenfunction": lambda function: function.is_async and function.facts.is_generator,
    "inspect.isbuiltin": lambda _: False,
    "inspect.isclass": lambda _: False,
    "inspect.iscoroutinefunction": _is_coroutine,
    "inspect.isfunction": lambda _: True,
    "inspect.isgeneratorfunction": lambda function: not function.is_async and function.facts.is_generator,
    "inspect.ismethod": lambda _: False,
    "inspect.isroutine": lambda _: True,
}
"""What the functions that tell kinds of callables say of a function."""

_OF_METHODS: Mapping[str, bool] = {"inspect.isfunction": False, "inspect.ismethod": True}
"""What they say of a method with its object."""

_TYPES: Mapping[str, type] = {**BUILTIN_TYPES, "collections.abc.Mapping": dict, "typing.Mapping": dict}
_STRUCTURAL = frozenset({"abc.ABC", "typing.Protocol", "typing_extensions.Protocol"})
"""Classes below which others count as instances that say so, or that look like it."""

_FUNCTION_TYPES = frozenset({"collections.abc.Callable", "types.FunctionType", "typing.Callable"})


def _kind(name: str) -> Special:
    """`inspect.isfunction(value)` and its like."""

    def ask(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
        values = arguments.values
        if len(values) != 1 or isinstance(values[0], Unknown | Choice):
            return None
        if isinstance(values[0], Method) and name in _OF_METHODS:
            return None if isinstance(values[0].receiver, Defined) else (_OF_METHODS[name],)
        if (function := evaluator.functions.of(values[0])) is not None:
            return (_KINDS[name](function),)
        return (False,) if is_comparable(values[0]) else None

    return ask


def _is_instance(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    if len(arguments.positional) != 2:
        return None
    value, types = arguments.plain[0]
    if isinstance(value, Enum):
        return _is_member_of(evaluator, value, types)
    if isinstance(value, Unknown | Choice | Instance | Record | ConstructedObject):
        return _is_object_of(evaluator, value, types)
    # What is no object of such a class has none of the project's classes.
    others = [one for one in _flat(types) if not _is_plain_class(one, evaluator)]
    names = [getattr(one, "name", None) if isinstance(one, External) else None for one in others]
    if "object" in names:
        return (True,)
    if not all(name in _TYPES or name in _FUNCTION_TYPES for name in names):
        return None
    if evaluator.functions.of(value) is not None:
        return (any(name in _FUNCTION_TYPES for name in names),)
    known = tuple(_TYPES[name] for name in names if name is not None and name in _TYPES)
    return (isinstance(value, known),) if not names or not isinstance(value, STAND_INS) else None


def _is_plain_class(type_: Value, evaluator: Evaluator) -> bool:
    """Whether `type_` is a class of the project that no code makes other objects count as instances of."""
    if not (isinstance(type_, Defined) and isinstance(type_.node, Class)):
        return False
    above = [*evaluator.names.ancestors(type_)]
    is_structural = any(one.name in _STRUCTURAL for one in above)
    return not is_structural and evaluator.names.project.owns(type_.site.module)


def _is_object_of(evaluator: Evaluator, value: Value, types: Value) -> tuple[Value] | None:
    """`isinstance` of an object of a class of the project."""
    if isinstance(value, Record):
        class_ = class_of(value)
    elif isinstance(value, Instance) and value.is_exact:
        class_ = value.symbol
    else:
        return None
    above = {id(one.node) for one in evaluator.names.ancestors(class_) if isinstance(one, Defined)}
    found = [id(one.node) in above if isinstance(one, Defined) else None for one in _flat(types)]
    return (True,) if True in found else (False,) if None not in found else None


def _is_member_of(evaluator: Evaluator, member: Enum, types: Value) -> tuple[Value] | None:
    """`isinstance` of a member of an enumeration."""
    class_ = evaluator.objects.definition(member)
    above = set() if class_ is None else {one.name for one in evaluator.names.ancestors(class_)}

    def is_of(type_: Value) -> bool | None:
        if isinstance(type_, EnumType):
            return isinstance(member, type_)
        name = getattr(type_, "name", "")
        return name in above or (isinstance(member, _TYPES[name]) if name in _TYPES else None)

    found = [*map(is_of, _flat(types))]
    return (True,) if True in found else (False,) if None not in found else None


def _getter(get: Callable[[Evaluator, Value, Value], Value]) -> Special:
    """`operator.itemgetter(…)` and its like: what is made of an object by each of the names or keys."""

    def make(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
        keys = [evaluator.settled(value) for value in arguments.values]

        def call(given: Arguments) -> Value:
            (owner,) = given.values
            found = tuple(get(evaluator, owner, key) for key in keys)
            return found[0] if len(found) == 1 else found

        return (Native(call),) if keys else None

    return make


def _attribute_of(evaluator: Evaluator, owner: Value, path: Value) -> Value:
    for name in path.split("."):
        owner = evaluator.attributes.attribute(owner, name)
    return owner


def _members(evaluator: Evaluator, node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
    """`inspect.getmembers(object, predicate=None)`, without the members that every object has."""
    positional, keywords = arguments.plain
    owner, predicate, *_ = (*positional, *keywords.values(), None)
    if (names := evaluator.attributes.names_of(owner)) is None:
        return None
    members = [(name, evaluator.attributes.attribute(owner, name)) for name in sorted(names)]
    if predicate is None:
        return (members,)
    ask = SPECIAL.get(predicate.name) if isinstance(predicate, External) else None
    if ask is None:
        return None
    kept = []
    for member in members:
        if (answer := ask(evaluator, node, Arguments((Argument(member[1]),)), frame)) is None:
            return None
        kept += [member] if answer[0] else []
    return (kept,)


def _reduce(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    match arguments.values:
        case [function, items, *initial]:
            call = evaluator.calls.call
            return (reduce(lambda found, item: call(function, [found, item], {}), ordered(items), *initial),)
    return None


def _flat(types: Value) -> list[Value]:
    return [*types] if isinstance(types, tuple) else [types]


def _get_attribute(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    match [argument.value for argument in arguments.positional]:
        case [ModuleName() as owner, str(name), *default] if evaluator.path.is_asked:
            try:
                return (evaluator.bindings.of_module(owner, name),)
            except AbandonedPathError:
                if default:
                    return (default[0],)
                raise
        case [owner, str(name), *default] if not isinstance(owner, Unknown | Choice):
            try:
                return (evaluator.attributes.attribute(owner, name),)
            except AttributeError:
                return (default[0],) if default and evaluator.path.is_constant is False else None
        case [Unknown(origin=(base, _)) as owner, str(name), *_]:
            node = ast.copy_location(ast.Attribute(base, name, ast.Load()), base)
            return (evaluator.attributes.of_value(owner, node),)
    return None


def _has_attribute(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    match [argument.value for argument in arguments.positional]:
        case [owner, str(name)] if not evaluator.path.is_constant and evaluator.functions.of(owner) is not None:
            try:
                evaluator.attributes.attribute(owner, name)
            except AttributeError:
                return (False,)
            return (True,)
    return None


def _next(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    match arguments.values:
        case [IteratorItems() as items, *default]:
            found = next(items, END)
            if found is not END or default:
                return (default[0] if found is END else found,)
            if not evaluator.path.is_constant:
                raise AbandonedPathError("StopIteration", "Exception", "BaseException")
    return None


def _sought(sought: bool) -> Special:
    """`any(items)` where a true one is `sought`, and `all(items)`, of an iterator: it is gone through no further."""

    def seek(evaluator: Evaluator, node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
        match arguments.values:
            case [IteratorItems() as items]:
                for index, item in enumerate(items):
                    if (known := evaluator.truth_of(item)) is None and evaluator.may_register(node, frame):
                        with evaluator.path.turn(index):
                            known = evaluator.path.choose(node)
                    if known is None:
                        raise TypeError
                    if known is sought:
                        return (sought,)
                return (not sought,)
        return None

    return seek


def _set_attribute(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    match [argument.value for argument in arguments.positional]:
        case [owner, str(name), value]:
            set_attribute(evaluator, owner, name, value)
            return (None,)
        case [Instance(attributes=attributes), Unknown() as name, _]:
            spoil(attributes, name)
    return None


def _run_text(_evaluator: Evaluator, node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    """`exec(text, names)`: what the text makes of the names is not read."""
    for names in arguments.values[1:]:
        if isinstance(names, dict):
            names.clear()
            spoil(names, Unknown(node))
    return None


def _super(_evaluator: Evaluator, _node: ast.Call, arguments: Arguments, frame: Frame) -> tuple[Value] | None:
    """`super()`: the object is the first argument of the method around."""
    match [argument.value for argument in arguments.positional]:
        case [Defined(node=Class()) as owner, receiver]:
            return (Super(owner, receiver),)
        case [_, *_]:
            return None
    around, class_ = frame, class_around(frame.site)
    while class_ is not None and len(around.site.scopes) > len(class_.site.scopes) + 2 and around.outer is not None:
        around = around.outer
    if class_ is None or not around.variables:
        return None
    return (Super(class_, next(iter(around.variables.values()))),)


def _replaced(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    """`dataclasses.replace(record, field=…)`: another record of the class."""
    match arguments.complete:
        case [Record() as record], changes:
            return (evaluator.objects.records.construct(class_of(record), [], {**attributes_of(record), **changes}),)
    return None


def _run_coroutine(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    """`asyncio.run(main())` and its like, which wait for what they are given."""
    coroutine = arguments.values[0] if arguments.positional else None
    return (evaluator.functions.await_(coroutine),) if isinstance(coroutine, Coroutine) else None


def _gather(evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame) -> tuple[Value] | None:
    """`asyncio.gather(one(), other())`, as it is awaited."""
    given = arguments.plain[0]
    is_known = not arguments.keywords and all(isinstance(one, Coroutine) for one in given)
    return ([evaluator.functions.await_(one) for one in given],) if is_known else None


SPECIAL: Mapping[str, Special] = {
    **IMPORTING,
    **{name: _kind(name) for name in _KINDS},
    "all": _sought(False),
    "any": _sought(True),
    **dict.fromkeys(("asyncio.run", "asyncio.shield", "asyncio.wait_for"), _run_coroutine),
    "asyncio.gather": _gather,
    "exec": _run_text,
    "functools.reduce": _reduce,
    "getattr": _get_attribute,
    "hasattr": _has_attribute,
    "inspect.getmembers": _members,
    "inspect.Signature": signature_of_parameters,
    "isinstance": _is_instance,
    "next": _next,
    "operator.attrgetter": _getter(_attribute_of),
    "operator.itemgetter": _getter(lambda _, owner, key: owner[key]),
    "setattr": _set_attribute,
    **dict.fromkeys(("attr.evolve", "attrs.evolve", "copy.replace", "dataclasses.replace"), _replaced),
    "super": _super,
}
"""Functions that ask for more than their arguments, by their names."""
