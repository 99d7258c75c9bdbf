"""The steps in libcst's tree: signatures say what lists say, and dispatch and lists give way to what is generated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.change import Edit, UnchangeableError
from toolgen.rewrite.docstring import described
from toolgen.rewrite.docstring_lines import Layout
from toolgen.rewrite.parameters import with_parameters
from toolgen.rewrite.removing import gone


@dataclass(frozen=True, slots=True)
class SignatureEdit:
    """Writes `annotations` and `defaults`, the docstring `summary` where there is none, and `entries` of parameters."""

    annotations: Mapping[str, str]
    defaults: Mapping[str, str]
    summary: str
    entries: Mapping[str, str]
    layout: Layout

    def __bool__(self) -> bool:
        return bool(self.annotations or self.defaults or self.summary or self.entries)

    def __call__(self, node: Any) -> Any:
        node = with_parameters(node, self._typed)
        node = self._summed(node) if self.summary else node
        return described(node, self.entries, self.layout) if self.entries else node

    def _summed(self, node: Any) -> Any:
        """`node` with a docstring. Raises UnchangeableError."""
        if not isinstance(node.body, cst.IndentedBlock):
            raise UnchangeableError("its body stands in the line of its `def`")
        docstring = cst.SimpleStatementLine([cst.Expr(cst.SimpleString(f'"""{self.summary}"""'))])
        return node.with_changes(body=node.body.with_changes(body=[docstring, *node.body.body]))

    def _typed(self, parameter: Any) -> Any:
        """A parameter with the annotation and the default that it is to have."""
        name, new = parameter.name.value, dict[str, Any]()
        if name in self.annotations:
            written = cst.parse_expression(self.annotations[name])
            old = parameter.annotation
            new["annotation"] = old.with_changes(annotation=written) if old else cst.Annotation(written)
        if name in self.defaults:
            new["default"] = cst.parse_expression(self.defaults[name])
        if new and not (parameter.annotation and parameter.default):
            new["equal"] = cst.MaybeSentinel.DEFAULT
        return parameter.with_changes(**new)


def with_call(node: Any, old: str, new: str) -> Any:
    """`node` with `new` for the call that libcst writes as `old`, which is it or stands in it."""
    found = next((one for one in _calls(node) if _code(one) == old), None)
    if found is None:
        raise UnchangeableError("its call is written in a form that is not changed")
    made = cst.parse_expression(new)
    return made if found is node else node.deep_replace(found, made)


@dataclass(frozen=True, slots=True)
class BranchesEdit:
    """Writes one call of the generated dispatch in the place of the branches `gone` of an `if` or a `match`.

    What is done for other names is done where that raises `unknown`, or where a `test` is not met: that is the
    expression or pattern of the one branch that then stands where the first of them did. `call` is made in the branch
    that is the first of `gone`. A statement of which all branches are gone, and that is not the `first`, goes:
    comments above it stay.
    """

    gone: tuple[int, ...]
    call: Edit
    unknown: str
    test: str = ""
    is_first: bool = True

    def __call__(self, node: Any) -> Any:
        return self._of_match(node) if isinstance(node, cst.Match) else self._of_if(node)

    def _of_if(self, node: Any) -> Any:
        chain = [*_chain(node)]
        last = chain[-1].orelse
        if not self.is_first:
            return gone(node)
        if self.test:
            test = cst.parse_expression(self.test)
            return _linked(self._asked(chain, test=test, whitespace_before_test=cst.SimpleWhitespace(" ")), last)
        kept = [one for index, one in enumerate(chain) if index not in self.gone]
        call = self._call(chain[self.gone[0]].body, None if last is None else last.body)
        made = _linked(kept, cst.Else(cst.IndentedBlock([call]))) if kept else call
        return made.with_changes(leading_lines=node.leading_lines)

    def _asked(self, branches: Sequence[Any], **asked: Any) -> list[Any]:
        """`branches` with the one that asks for all names in the place of the first that goes."""
        first = min(self.gone)
        asking = branches[first].with_changes(**asked, body=self.call(branches[self.gone[0]].body))
        stays = [one if index != first else asking for index, one in enumerate(branches)]
        return [one for index, one in enumerate(stays) if index == first or index not in self.gone]

    def _of_match(self, node: Any) -> Any:
        if self.test:
            asked: Any = cst.parse_statement(f"match _:\n    case {self.test}: pass")
            pattern, space = asked.cases[0].pattern, cst.SimpleWhitespace(" ")
            return node.with_changes(cases=self._asked(node.cases, pattern=pattern, whitespace_after_case=space))
        cases = [*node.cases]
        other = cases.pop() if _is_other(cases[-1]) else None
        kept = [one for index, one in enumerate(cases) if index not in self.gone]
        call = self._call(node.cases[self.gone[0]].body, None if other is None else other.body)
        if not kept:
            return call.with_changes(leading_lines=node.leading_lines)
        last = (other or cst.MatchCase(cst.MatchAs(), call)).with_changes(body=cst.IndentedBlock([call]))
        return node.with_changes(cases=[*kept, last])

    def _call(self, body: Any, other: Any) -> Any:
        """`try` the call, and do what is done for `other` names where there is no such tool."""
        error = cst.parse_expression(self.unknown)
        nothing = cst.IndentedBlock([cst.SimpleStatementLine([cst.Pass()])])
        handler = cst.ExceptHandler(nothing if other is None else other, error)
        return cst.Try(self.call(body), [handler])


@dataclass(frozen=True, slots=True)
class ListEdit:
    """Writes `new` for the elements `gone` of a list, or for all of it; comments above the others stay."""

    gone: frozenset[int]
    new: str

    def __call__(self, node: Any) -> Any:
        new = cst.parse_expression(self.new)
        kept = [index for index in range(len(node.elements)) if index not in self.gone]
        if not kept:
            return new
        commas = [*(self._before(node, index) for index in kept), node.elements[-1].comma]
        elements = [cst.StarredElement(new), *(node.elements[index] for index in kept)]
        written = [one.with_changes(comma=comma) for one, comma in zip(elements, commas, strict=True)]
        return node.with_changes(elements=written)

    def _before(self, node: Any, index: int) -> Any:
        """The comma before an element that stays, without what is said of one before it that goes."""
        comma = node.elements[index - 1].comma if index else cst.Comma(whitespace_after=_between(node))
        space = comma.whitespace_after
        if index - 1 not in self.gone or not isinstance(space, cst.ParenthesizedWhitespace):
            return comma
        return comma.with_changes(whitespace_after=_uncommented(space))


def _is_other(case: Any) -> bool:
    return isinstance(case.pattern, cst.MatchAs) and case.pattern.pattern is None and case.guard is None


def _chain(node: Any) -> Iterator[Any]:
    yield node
    if isinstance(node.orelse, cst.If):
        yield from _chain(node.orelse)


def _linked(branches: Sequence[Any], rest: Any) -> Any:
    """`branches` as `if` and `elif`, and the `rest` behind them."""
    for one in reversed(branches):
        rest = one.with_changes(orelse=rest)
    return rest


def _calls(node: Any) -> Iterator[Any]:
    """The calls in a node, the outer ones first."""
    if isinstance(node, cst.Call):
        yield node
    for child in node.children:
        yield from _calls(child)


def _code(node: Any) -> str:
    return cst.Module([]).code_for_node(node.with_changes(lpar=[], rpar=[]))


def _between(node: Any) -> Any:
    """What stands between the elements of a list: a space, or the line end behind its bracket."""
    space = node.lbracket.whitespace_after
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return cst.SimpleWhitespace(" ")
    return _uncommented(space).with_changes(empty_lines=[])


def _uncommented(space: Any) -> Any:
    """The line end that `space` begins with, without a comment before it."""
    first = space.first_line.with_changes(whitespace=cst.SimpleWhitespace(""), comment=None)
    return space.with_changes(first_line=first)
