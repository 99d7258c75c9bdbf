"""`inspect.signature(function)` as a value: what is known of its parameters, and signatures made of some of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.folding.parts import ordered
from toolgen.evaluation.folding.values import Frame, Method, Unknown, Value
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue, SignatureParameter
from toolgen.evaluation.names.lookup import External
from toolgen.evaluation.stand_ins import PARAMETER_KINDS, identified
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Expression, Import

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

EMPTY = External("inspect.Parameter.empty")
"""What `inspect` says where there is no default or annotation."""

_CONSTANTS: Mapping[str, External] = {
    name: External(f"inspect.Parameter.{name}") for name in ("empty", *PARAMETER_KINDS.values())
}
"""What every parameter has as an attribute."""


def attribute(evaluator: Evaluator, owner: FunctionAttribute, name: str) -> Value:
    """`inspect.signature(function).name`: its parameters, and what the annotation of its result is."""
    function = owner.function
    if owner.name == "__signature__" and not function.why_rewritten:
        if name == "parameters":
            return {one.name: SignatureParameter(function, one) for one in owner.parameters}
        if name == "return_annotation":
            return _annotation(evaluator, function.definition, function.described.returns)
    return Method(owner, name)


def of_parameter(evaluator: Evaluator, owner: SignatureParameter, name: str) -> Value:
    """`parameter.name`; Unknown for what no parameter has."""
    facts, definition = owner.facts, owner.function.definition
    match name:
        case "annotation":
            return _annotation(evaluator, definition, facts.annotation)
        case "default" if facts.default is not None:
            return evaluator.evaluate(parse_expression(facts.default.text), Frame(definition.site))
        case "default":
            return EMPTY
        case "name":
            return facts.name
        case "kind":
            return _CONSTANTS[PARAMETER_KINDS[facts.kind]]
    return _CONSTANTS.get(name, Unknown(ast.Name(name)))


def _annotation(evaluator: Evaluator, function: FunctionValue, annotation: Expression | None) -> Value:
    """What `inspect` says of an annotation; that is a text where annotations are evaluated later."""
    if annotation is None:
        return EMPTY
    node, imported = parse_expression(annotation.text), function.site.module.facts.scope.bindings.get("annotations")
    if isinstance(imported, Import) and imported.module == "__future__":
        return Unknown(node)
    is_made = isinstance(node, ast.Subscript | ast.BinOp)  # a new object, which is no class
    return External(annotation.text) if is_made else evaluator.evaluate(node, Frame(function.site))


def is_empty(value: Value) -> bool:
    """Whether `value` is what `inspect` says where there is nothing."""
    return isinstance(value, External) and identified(value) == identified(EMPTY)


def replaced(
    evaluator: Evaluator, signature: FunctionAttribute, positional: list[Value], keywords: dict[str, Value]
) -> Value:
    """`signature.replace(parameters=…, return_annotation=…)`, where these are some of its own."""
    match positional, keywords:
        case [], {"parameters": parameters, **rest} if not rest.keys() - {"return_annotation"}:
            return _made(evaluator, signature, parameters, rest)
    return Unknown(ast.Name("replace"))


def signature_of_parameters(
    evaluator: Evaluator, _node: ast.Call, arguments: Arguments, _frame: Frame
) -> tuple[Value] | None:
    """`inspect.Signature(parameters, return_annotation=…)`, where these are some of one function's."""
    positional, keywords = arguments.plain
    given = {**dict(zip(("parameters",), positional, strict=False)), **keywords}
    if len(positional) > 1 or "parameters" not in given or given.keys() - {"parameters", "return_annotation"}:
        return None
    parameters = [*ordered(given["parameters"])]
    functions = {one.function for one in parameters if isinstance(one, SignatureParameter)}
    if len(functions) != 1:
        return None
    signature = FunctionAttribute(functions.pop(), "__signature__")
    return (_made(evaluator, signature, parameters, {"return_annotation": EMPTY, **given}),)


def _made(evaluator: Evaluator, signature: FunctionAttribute, parameters: Value, given: Mapping[str, Value]) -> Value:
    """The signature with these `parameters`, and no other annotation of its result, which some do not ask for."""
    own = evaluator.attributes.attribute(signature, "return_annotation")
    kept = [*ordered(parameters)]
    is_own = all(isinstance(one, SignatureParameter) and one.function is signature.function for one in kept)
    if not is_own or identified(given.get("return_annotation", own)) != identified(own):
        return Unknown(ast.Name("signature"))
    return replace(signature, kept=frozenset(one.facts.name for one in kept))
