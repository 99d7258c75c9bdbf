"""What each kind of expression yields: one table from the types of nodes to handlers.

A handler raises where the value is not known, and what it was asked for is Unknown then; lists and the like keep what
is known of them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.comparing import compared
from toolgen.evaluation.folding.bounds import check_hashes, check_specification
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.filling import merge
from toolgen.evaluation.folding.operators import binary, unary
from toolgen.evaluation.folding.parts import check_keys, check_place, is_plain, ordered
from toolgen.evaluation.folding.record import Record
from toolgen.evaluation.folding.values import (
    Choice,
    Coroutine,
    Frame,
    LiteralForm,
    SetItems,
    Unknown,
    Value,
    literal_values,
)
from toolgen.evaluation.generators import yielded
from toolgen.evaluation.names.lookup import Defined, External
from toolgen.evaluation.stand_ins import Instance
from toolgen.evaluation.targets import assign
from toolgen.syntax.attempts import MISSING
from toolgen.syntax.expressions import arguments_of
from toolgen.syntax.facts import Class

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

Handler: TypeAlias = Callable[["Evaluator", Any, Frame], Value]

_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes, type(...)})
_LITERAL = frozenset({"typing.Literal", "typing_extensions.Literal"})


def _name(evaluator: Evaluator, node: ast.Name, frame: Frame) -> Value:
    holder = frame.find(node.id)
    return evaluator.bindings.name(node, frame) if holder is None else holder.variables[node.id]


def _plain(_evaluator: Evaluator, node: ast.Constant, _frame: Frame) -> Value:
    if type(node.value) not in _SCALARS:
        raise TypeError
    return node.value


def _items(evaluator: Evaluator, nodes: Sequence[ast.expr], frame: Frame) -> list[Value]:
    items: list[Value] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            items.extend(ordered(evaluator.value(node.value, frame)))
        else:
            items.append(_part(evaluator, node, frame))
    return items


def _part(evaluator: Evaluator, node: ast.expr, frame: Frame) -> Value:
    """What `node`, a part of a list or the like, yields."""
    read = evaluator.value if evaluator.path.is_strict else evaluator.evaluate
    return read(node, frame, is_part=True)


def _dict(evaluator: Evaluator, node: ast.Dict, frame: Frame) -> Value:
    folded: dict[Value, Value] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            merge(folded, evaluator.value(value, frame))
        else:
            folded[evaluator.value(key, frame)] = _entry(evaluator, value, frame)
    return folded


def _entry(evaluator: Evaluator, node: ast.expr, frame: Frame) -> Value:
    """What `node`, a value of a dictionary, yields, or itself."""
    return evaluator.quoted(node, frame) if evaluator.path.is_quoting else _part(evaluator, node, frame)


def _unary(evaluator: Evaluator, node: ast.UnaryOp, frame: Frame) -> Value:
    if not isinstance(node.op, ast.Not):
        return unary(node.op, evaluator.value(node.operand, frame))
    if (known := evaluator.truth(node.operand, frame)) is None:  # of a choice it may be known all the same
        known = evaluator.truth_of(evaluator.value(node.operand, frame))
    if known is None:
        raise NotConstantError(node.operand)
    return not known


def _boolean(evaluator: Evaluator, node: ast.BoolOp, frame: Frame) -> Value:
    stops = isinstance(node.op, ast.Or)
    value = evaluator.evaluate(node.values[0], frame)
    for index, part in enumerate(node.values[1:], 1):
        known = evaluator.truth_of(value)
        if known is None and evaluator.may_register(part, frame):
            known = stops is not evaluator.path.choose(part)
        if known is None:
            rest = node.values[index:]
            after = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)
            return _undecided(evaluator, node, value, frame, value, evaluator.evaluate(after, frame))
        if known is stops:
            evaluator.path.skip(frame.site.module, *node.values[index:])
            return value
        value = evaluator.evaluate(part, frame)
    return value


def _conditional(evaluator: Evaluator, node: ast.IfExp, frame: Frame) -> Value:
    test = evaluator.evaluate(node.test, frame)
    known = evaluator.truth_of(test)
    if known is None and not evaluator.may_register(node, frame):
        return _undecided(
            evaluator, node, test, frame, evaluator.evaluate(node.body, frame), evaluator.evaluate(node.orelse, frame)
        )
    if known is None:
        known = evaluator.path.choose(node)
    evaluator.path.skip(frame.site.module, node.orelse if known else node.body)
    return evaluator.evaluate(node.body if known else node.orelse, frame)


def _undecided(evaluator: Evaluator, node: ast.expr, test: Value, frame: Frame, *options: Value) -> Value:
    """One of `options`, because `test` is not known: Unknown where none of them is more than a text."""
    if any(map(evaluator.is_more, options)):
        return Choice(node, options)
    return Unknown(test.node if isinstance(test, Unknown) else node, evaluator.origin(node, frame))


def _compare(evaluator: Evaluator, node: ast.Compare, frame: Frame) -> Value:
    left = evaluator.value(node.left, frame)
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = evaluator.value(comparator, frame)
        if not compared(op, left, right):
            return False
        left = right
    return True


def _named(evaluator: Evaluator, node: ast.NamedExpr, frame: Frame) -> Value:
    frame.variables[node.target.id] = value = evaluator.evaluate(node.value, frame)
    return value


def _subscript(evaluator: Evaluator, node: ast.Subscript, frame: Frame) -> Value:
    owner = evaluator.value(node.value, frame)
    if isinstance(owner, External) and owner.name in _LITERAL:
        found = [evaluator.settled(item) for item in _items(evaluator, arguments_of(node), frame)]
        return LiteralForm(literal_values(found))
    if isinstance(owner, External) and owner.name == "os.environ":
        evaluator.path.may_fail(node, "KeyError", MISSING)
    if _is_class(owner, evaluator):
        return owner  # what it is a class of makes no difference when it is called
    key = evaluator.evaluate(node.slice, frame)
    if isinstance(owner, dict | list | tuple) and isinstance(key, Unknown) and not evaluator.path.is_constant:
        options = tuple(map(evaluator.unquoted, owner.values() if isinstance(owner, dict) else owner))
        is_more = any(map(evaluator.is_more, options))
        return Choice(node, options, is_item=True) if is_more else Unknown(key.node, evaluator.origin(node, frame))
    key = evaluator.settled(key)
    if isinstance(owner, dict) and key not in owner and not isinstance(owner, defaultdict):
        raise evaluator.raised("KeyError")
    if isinstance(owner, Record | Instance):
        return evaluator.calls.apply(evaluator.attributes.attribute(owner, "__getitem__"), Arguments((Argument(key),)))
    if isinstance(owner, list | tuple):
        check_place(owner, key)
    return evaluator.unquoted(owner[key])


def _is_class(value: Value, evaluator: Evaluator) -> bool:
    """Whether `value` is a class that may be generic: one of a framework's, or of the project's."""
    match value:
        case External(name=name):
            return name in evaluator.names.dialects.calls.by_name
        case Defined(node=Class()):
            return evaluator.objects.is_as_written(value)
        case _:
            return False


def _slice(evaluator: Evaluator, node: ast.Slice, frame: Frame) -> Value:
    bounds = (node.lower, node.upper, node.step)
    return slice(*(None if bound is None else evaluator.value(bound, frame) for bound in bounds))


def _awaited(evaluator: Evaluator, node: ast.Await, frame: Frame) -> Value:
    if evaluator.path.is_constant:
        raise TypeError
    value = evaluator.evaluate(node.value, frame)
    return evaluator.functions.await_(value) if isinstance(value, Coroutine) else value


def _formatted(evaluator: Evaluator, node: ast.FormattedValue, frame: Frame) -> Value:
    value = evaluator.value(node.value, frame)
    specification = "" if node.format_spec is None else evaluator.value(node.format_spec, frame)
    if not is_plain(value):
        raise TypeError
    check_specification(specification)
    return format(_CONVERSIONS[node.conversion](value), specification)


def _generator(evaluator: Evaluator, node: ast.GeneratorExp, frame: Frame) -> Value:
    own = frame.binding({})
    loops = _loops(evaluator, node, node.generators, own)
    made = evaluator.path.made(_part(evaluator, node.elt, inner) for inner in loops)
    frame.variables.update(dict.fromkeys(own.variables, Unknown(node)))  # how far it is gone through is not known
    return made


def _set_comprehension(evaluator: Evaluator, node: ast.SetComp, frame: Frame) -> Value:
    return _unordered(
        [evaluator.evaluate(node.elt, inner) for inner in _loops(evaluator, node, node.generators, frame, list)]
    )


def _dict_comprehension(evaluator: Evaluator, node: ast.DictComp, frame: Frame) -> Value:
    loops = _loops(evaluator, node, node.generators, frame)
    pairs = [(evaluator.value(node.key, inner), _entry(evaluator, node.value, inner)) for inner in loops]
    check_hashes(key for key, _ in pairs)
    check_keys(found := dict(pairs))
    return found


def _loops(
    evaluator: Evaluator,
    node: ast.expr,
    generators: Sequence[ast.comprehension],
    frame: Frame,
    items: Callable[[Value], Iterable[Value]] = ordered,
) -> Iterator[Frame]:
    """A frame for each round of the loops, the first's items taken at once; `items` orders what is looped over."""
    if not generators:
        return iter((frame,))
    first, *rest = generators
    found = items(evaluator.value(first.iter, frame))

    def rounds() -> Iterator[Frame]:
        for index, item in enumerate(found):
            evaluator.path.budget.spend(1)
            inner = frame.binding({})
            assign(evaluator, first.target, item, inner)
            own = {*inner.variables}
            with evaluator.path.turn(index):
                if all(_holds(evaluator, test, inner) for test in first.ifs):
                    yield from _loops(evaluator, node, rest, inner, items)
                else:
                    evaluator.path.skip(frame.site.module, node)
            frame.variables.update({name: value for name, value in inner.variables.items() if name not in own})

    return rounds()


def _holds(evaluator: Evaluator, test: ast.expr, frame: Frame) -> bool:
    """Whether the condition of a comprehension holds: where that is not known, on this path."""
    value = evaluator.evaluate(test, frame)
    known = evaluator.truth_of(value)
    if known is None and evaluator.path.is_constant:
        raise NotConstantError(value.node if isinstance(value, Unknown) else test)
    return evaluator.path.choose(test) if known is None else known


def _unordered(items: list[Value]) -> Value:
    """A set of `items`; what cannot be in one, such as a function, stands in a row."""
    check_hashes(items)
    try:
        return set(items)
    except TypeError:
        return SetItems(items)


_CONVERSIONS: Mapping[int, Callable[[Any], Any]] = {
    -1: lambda value: value,
    ord("s"): str,
    ord("r"): repr,
    ord("a"): ascii,
}
HANDLERS: Mapping[type[ast.expr], Handler] = {
    ast.Attribute: lambda evaluator, node, frame: evaluator.attributes.of_value(
        evaluator.evaluate(node.value, frame), node
    ),
    ast.Await: _awaited,
    ast.BinOp: lambda evaluator, node, frame: binary(
        node.op, evaluator.value(node.left, frame), evaluator.value(node.right, frame)
    ),
    ast.BoolOp: _boolean,
    ast.Call: lambda evaluator, node, frame: evaluator.calls.of_node(node, frame),
    ast.Compare: _compare,
    ast.Constant: _plain,
    ast.Dict: _dict,
    ast.DictComp: _dict_comprehension,
    ast.FormattedValue: _formatted,
    ast.GeneratorExp: _generator,
    ast.IfExp: _conditional,
    ast.JoinedStr: lambda evaluator, node, frame: "".join([evaluator.value(part, frame) for part in node.values]),
    ast.Lambda: lambda evaluator, node, frame: evaluator.functions.defined(node, frame),
    ast.List: lambda evaluator, node, frame: _items(evaluator, node.elts, frame),
    ast.ListComp: lambda evaluator, node, frame: [
        _part(evaluator, node.elt, inner) for inner in _loops(evaluator, node, node.generators, frame)
    ],
    ast.Name: _name,
    ast.NamedExpr: _named,
    ast.Set: lambda evaluator, node, frame: _unordered(_items(evaluator, node.elts, frame)),
    ast.SetComp: _set_comprehension,
    ast.Slice: _slice,
    ast.Subscript: _subscript,
    ast.Tuple: lambda evaluator, node, frame: tuple(_items(evaluator, node.elts, frame)),
    ast.UnaryOp: _unary,
    ast.Yield: yielded,
    ast.YieldFrom: yielded,
}
