"""A method that takes `**kwargs` in libcst's tree: it is given parameters, and their names stand for what it asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.annotation_text import AnnotationText
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.literals import literal
from toolgen.rewrite.removing import gone, without_gone
from toolgen.rewrite.spelling import laid_out

_WIDTH = 100
"""The most columns of a signature on one line."""


@dataclass(frozen=True, slots=True)
class TypedParameter:
    """A parameter that is required without a `default`; one that `falls_back` is asked for with its own where None."""

    name: str
    annotation: AnnotationText
    default: str = ""
    falls_back: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {self.annotation.text}" + (f" = {self.default}" if self.default else "")


def members_for(parameters: Iterable[TypedParameter]) -> tuple[str, ...]:
    """What a class has to say of `parameters` beside their annotations."""
    left = {one.name: one.annotation.left for one in parameters if one.annotation.left}
    return (f"params = {literal(left)}\n",) if left else ()


@dataclass(frozen=True, slots=True)
class TypedMethod:
    """Gives a method `parameters` in place of its own, or of `**kwargs`, which it calls `keywords`, and a `name`."""

    keywords: str
    parameters: tuple[TypedParameter, ...]
    name: str = ""

    def __call__(self, node: Any) -> Any:
        old = cst.Module([]).code_for_node(node.params)
        if "#" in old:
            raise UnchangeableError("a comment stands among its parameters")
        receiver = cst.Module([]).code_for_node(node.params.params[0].with_changes(comma=cst.MaybeSentinel.DEFAULT))
        new = cst.ensure_type(cst.parse_statement(self._head(receiver, len(node.name.value))), cst.FunctionDef)
        body = node.body.visit(_reading(self.keywords, {one.name: one for one in self.parameters}))
        name = node.name.with_changes(value=self.name or node.name.value)
        return node.with_changes(
            name=name, params=new.params, whitespace_before_params=new.whitespace_before_params, body=body
        )

    def _head(self, receiver: str, width: int) -> str:
        """A function of these parameters; those that may be left out are by name where others stand behind them."""
        required = [not one.default for one in self.parameters]
        star = [] if required == sorted(required, reverse=True) else ["*"]
        parts = [receiver, *star, *map(str, self.parameters)]
        return laid_out("def _(", parts, "): ...", _WIDTH - width)


def _reading(keywords: str, parameters: Mapping[str, TypedParameter]) -> Any:
    from libcst import matchers

    is_keywords = matchers.Name(keywords)
    asked = matchers.Call(func=matchers.Attribute(value=is_keywords, attr=matchers.Name("get")))
    item = matchers.Subscript(value=is_keywords)

    class Reading(cst.CSTTransformer):
        def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> Any:  # noqa: ARG002, N802
            if not matchers.matches(updated_node, item):
                return updated_node
            index = cst.ensure_type(updated_node.slice[0].slice, cst.Index)
            return _named(index.value, updated_node)

        def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> Any:  # noqa: ARG002, N802
            if not matchers.matches(updated_node, asked):
                return updated_node
            name = _named(updated_node.args[0].value, updated_node)
            if len(updated_node.args) == 1 or not parameters[name.value].falls_back:
                return name
            test = cst.parse_expression(f"{name.value} is None")
            bare = name.with_changes(lpar=[], rpar=[])
            own = updated_node.args[1].value
            return cst.IfExp(test=test, body=own, orelse=bare, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])

        def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> Any:  # noqa: N802
            if isinstance(original_node.value, cst.Call) and isinstance(updated_node.value, cst.IfExp):
                return updated_node.with_changes(value=updated_node.value.with_changes(lpar=[], rpar=[]))
            return updated_node

        def leave_IndentedBlock(self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock) -> Any:  # noqa: ARG002, N802
            body = [gone(one) if _assigned(one) in parameters else one for one in updated_node.body]
            return without_gone(updated_node.with_changes(body=body))

    return Reading()


def _named(text: Any, whole: Any) -> Any:
    """The name that a string says, in the parentheses of what it stands for."""
    return cst.Name(text.evaluated_value, lpar=whole.lpar, rpar=whole.rpar)


def _assigned(statement: Any) -> str:
    """The name in a line `name = name`; empty for anything else."""
    match statement:
        case cst.SimpleStatementLine(
            body=[cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=str(name)))], value=cst.Name(value=other))]
        ) if name == other:
            return name
    return ""
