"""Names in annotations that are not there when these are evaluated: what only type checkers see."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, tolerated
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.model.classes import ClassKind
from toolgen.syntax.expressions import parsed, whole_span
from toolgen.syntax.facts import Expression
from toolgen.syntax.nodes import children, names_in

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_OF_PYDANTIC = frozenset({"pydantic", "pydantic_dataclass", "root_model"})


def evaluated_names(annotation: Expression | None, site: Site) -> Iterator[tuple[str, bool]]:
    """The names in an annotation, and whether each is evaluated as text, which is later than where it stands."""
    if annotation is not None:
        yield from _names(parsed(annotation.text), site.module.postpones_annotations)


def _names(node: ast.AST | None, is_text: bool) -> Iterator[tuple[str, bool]]:
    """The same of a part of it; a text in a `Literal` or in metadata has none."""
    match node:
        case ast.Name(id=name):
            yield name, is_text
        case ast.Constant(value=str(text)):
            yield from _names(parsed(text), True)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)) if name == "Literal":
            yield from _names(node.value, is_text)
        case ast.Call():  # of metadata, in which a text is no annotation
            yield from ((name, is_text) for name in names_in(node))
        case ast.Subscript(
            value=ast.Name(id=name) | ast.Attribute(attr=name) as form, slice=ast.Tuple([type_, *rest])
        ) if name == "Annotated":
            yield from (*_names(form, is_text), *_names(type_, is_text))
            yield from ((name, is_text) for one in rest for name in names_in(one))
        case ast.AST():
            yield from (found for child in children(node) for found in _names(child, is_text))


def absent(annotations: Iterable[Expression | None], site: Site, definition: str) -> Iterator[Diagnostic]:
    """TG327 for annotations that raise NameError where they stand, at the `definition` of a function or class."""
    reason = f"the definition of `{definition}`, which evaluates this annotation, raises NameError"
    return _absent(annotations, site, reason, is_text=False)


def report_absent(symbol: Defined, kind: ClassKind, reader: AnnotationReader) -> None:
    """TG327 for the annotations of a class that raise NameError; a warning where pydantic is to evaluate them later."""
    for body in class_bodies(symbol, reader.names):
        outside = body.outside
        if body.node.name in outside.scopes[-1].assumed:
            continue
        reader.diagnostics += absent(map(body.annotation, body.bindings), body.site, body.node.name)
        if kind in _OF_PYDANTIC:
            reader.diagnostics += _incomplete(body, reader)


def _incomplete(body: ClassBody, reader: AnnotationReader) -> list[Diagnostic]:
    fields = (one.declaration.annotation for one in annotated_fields(body, reader.names) if one.name[0] != "_")
    reason = f"pydantic cannot complete `{body.node.name}`, unless `model_rebuild` is given the name"
    return tolerated(_absent(fields, body.site, reason, is_text=True))


def _absent(
    annotations: Iterable[Expression | None], site: Site, reason: str, *, is_text: bool
) -> Iterator[Diagnostic]:
    if not any(scope.assumed for scope in site.scopes):
        return
    for annotation in filter(None, annotations):
        for name, as_text in evaluated_names(annotation, site):
            if as_text is is_text and (scope := site.scope_of(name)) and name in scope.assumed:
                yield diagnose("TG327", whole_span(annotation, site.module.path), name=name, reason=reason)
                break
