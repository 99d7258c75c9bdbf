"""`type_map` of the configuration: what classes are to JSON of which the source says nothing."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterable
from pathlib import Path

from toolgen.config.config import MappedType
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.evaluation.names.symbols import Site
from toolgen.model.types import ANY, Constrained, Metadata
from toolgen.project.modules import Module
from toolgen.syntax.contents import Contents
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Expression, Import, ModuleFacts, Scope
from toolgen.syntax.nodes import walk
from toolgen.types.annotations import AnnotationReader
from toolgen.types.schema.validation import schema_fault


def neutral_site(entries: Iterable[MappedType], root: Path) -> Site:
    """Where the annotations of `entries` are read: a module that imports whatever they name.

    Every name is a builtin, one of `typing`, or the first part of a dotted name: `dict[str, datetime.date]`,
    `Literal["a", "b"]`, `app.models.Task`.
    """
    scope, path = Scope("module"), ""
    for entry in entries:
        path = entry.span.path
        node = parse_expression(entry.value) if isinstance(entry.value, str) else ast.Constant(None)
        for part in walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id=name)):
                    scope.bindings[name] = Import(name, None, 0, 0)
                case ast.Name(id=name) if name in typing.__all__:
                    scope.bindings[name] = Import("typing", name, 0, 0)
    return Site(Module("", path, root, root, False, ModuleFacts(scope, (), ()), Contents(b"")), (scope,))


def read_type_map(entries: Iterable[MappedType], site: Site, reader: AnnotationReader) -> list[Diagnostic]:
    """Have `reader` know what `entries` say; their faults. `site` is their `neutral_site`."""
    with reader.diagnostics.captured() as faults:
        for entry in entries:
            if isinstance(entry.value, dict):
                reader.mapped[entry.name] = Constrained(ANY, Metadata((("json_schema_extra", entry.value),)))
                if (reason := schema_fault(entry.value)) is not None:
                    details = {"expected": "JSON Schema", "found": reason, "example": '{ type = "string" }'}
                    reader.diagnostics.report("TG003", entry.span, key=f'type_map."{entry.name}"', **details)
            else:
                place = entry.value_span
                reader.mapped[entry.name] = reader.read(Expression(entry.value, place.line, place.column), site)
    return faults
