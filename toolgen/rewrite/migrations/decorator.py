"""`@tool` above a function in libcst's tree: a new decorator, or what becomes of another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from toolgen.rewrite import cst
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.comments import comments_in
from toolgen.rewrite.parameters import annotated, with_parameters
from toolgen.rewrite.spelling import short

_WIDEST = 100
"""How long a decorator may be that stands in one line."""


class Keyword(NamedTuple):
    """An argument, positional without a name, with a `value` as written, or that of the old one `at` an index."""

    name: str
    value: str = ""
    at: int = -1


@dataclass(frozen=True, slots=True)
class DecoratorEdit:
    """Writes the decorator `name` with `keywords` above a function: for that at `index`, or above all others.

    `name` is an expression; it is called where it `is_called`, whatever
    it is given. The annotations of the parameters `wrapped` are then inside of `wrapper[…]`, and those of the
    `unwrapped` no longer inside of anything.
    """

    name: str
    keywords: tuple[Keyword, ...] = ()
    index: int | None = None
    wrapped: tuple[str, ...] = ()
    wrapper: str = ""
    unwrapped: tuple[str, ...] = ()
    is_called: bool = False

    def __call__(self, node: Any) -> Any:
        decorators = [*node.decorators]
        if self.index is None:
            # In a line of its own, with the line end that the file has.
            decorators.insert(0, cst.Decorator(self._expression(cst.Name("_"))))
        else:
            old = decorators[self.index]
            decorators[self.index] = old.with_changes(decorator=self._expression(old.decorator))
            if comments_in(decorators[self.index]) != comments_in(old):
                raise UnchangeableError("a comment in its decorator would be lost")
        return with_parameters(node.with_changes(decorators=decorators), self._annotated)

    def _expression(self, old: Any) -> Any:
        name = cst.parse_expression(self.name)
        given = old.args if isinstance(old, cst.Call) else ()
        if not self.keywords:
            # The brackets of `@a.tool()` go where nothing stands in them or asks for them.
            bare = cst.Call(name) if not isinstance(old, cst.Call) else old.with_changes(func=name, args=[])
            return bare if self.is_called or comments_in(bare) else name
        arguments = [_argument(one, given) for one in self.keywords]
        if not given:
            return _fitted(cst.Call(name, [one.with_changes(comma=cst.MaybeSentinel.DEFAULT) for one in arguments]))
        # What stands behind the last one stays as it was: a comma or none, and the line end.
        behind = {"comma": given[-1].comma, "whitespace_after_arg": given[-1].whitespace_after_arg}
        between = [one if one.comma is not given[-1].comma else _apart(one, given) for one in arguments[:-1]]
        return old.with_changes(func=name, args=[*between, arguments[-1].with_changes(**behind)])

    def _annotated(self, parameter: Any) -> Any:
        """A parameter with what is wrapped or unwrapped of its annotation. Raises UnchangeableError without one."""
        name = parameter.name.value
        if name not in (*self.wrapped, *self.unwrapped):
            return parameter
        if parameter.annotation is None:
            raise UnchangeableError(f"`{name}` has no annotation")
        return annotated(parameter, self._wrapped if name in self.wrapped else self._unwrapped)

    def _wrapped(self, annotation: Any) -> Any:
        return cst.Subscript(cst.parse_expression(self.wrapper), [cst.SubscriptElement(cst.Index(annotation))])

    def _unwrapped(self, annotation: Any) -> Any:
        """What stands inside of `Injected[…]`. Raises UnchangeableError where the annotation is written otherwise."""
        match annotation:
            case cst.Subscript(
                value=cst.Name("Injected") | cst.Attribute(attr=cst.Name("Injected")),
                slice=[cst.SubscriptElement(slice=cst.Index(value=inside))],
            ):
                return inside
            case _:
                raise UnchangeableError("the annotation of a parameter that is supplied is written in another way")


def _fitted(call: Any) -> Any:
    """`call` with each argument in a line of its own, where all of them would make a long one."""
    if len(short(cst.Module([]).code_for_node(call))) <= _WIDEST:
        return call
    inside = cst.ParenthesizedWhitespace(indent=True, last_line=cst.SimpleWhitespace("    "))
    *others, last = call.args
    between, end = cst.Comma(whitespace_after=inside), cst.ParenthesizedWhitespace(indent=True)
    args = [
        *(one.with_changes(comma=between) for one in others),
        last.with_changes(comma=cst.Comma(whitespace_after=end)),
    ]
    return call.with_changes(whitespace_before_args=inside, args=args)


def _argument(keyword: Keyword, given: Any) -> Any:
    """The argument that `keyword` is: one of those `given` under its new name, or a new one."""
    equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    name = cst.Name(keyword.name) if keyword.name else None
    if keyword.at < 0:
        return cst.Arg(cst.parse_expression(keyword.value), name, equal=equal if name else cst.MaybeSentinel.DEFAULT)
    old = given[keyword.at]
    value = cst.parse_expression(keyword.value) if keyword.value else old.value
    if name is None:
        return old.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT, value=value)
    if old.keyword is not None and old.keyword.value == keyword.name:
        return old if not keyword.value else old.with_changes(value=value)
    return old.with_changes(keyword=name, equal=old.equal if old.keyword is not None else equal, value=value)


def _apart(argument: Any, given: Any) -> Any:
    """`argument`, which was the last one, with a comma as stands between the others."""
    comma = given[0].comma if len(given) > 1 else cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    return argument.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace(""))
