"""Enumerations that are known at run time only, put into the schemas of their tools."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolgen.model.json_pointer import keys, put
from toolgen.runtime.calling import Caller
from toolgen.runtime.catalogue import Catalogue
from toolgen.runtime.dispatch_module import Context
from toolgen.runtime.entry import ToolEntry


def resolved(catalogue: Catalogue, tool: ToolEntry, instance: object, context: Context) -> ToolEntry:
    """`tool` with the values that its arguments may have now. Raises ToolError where they cannot be known.

    `instance` is the object whose method it is, if it is that, in the place of one that was bound.
    """
    if not tool.dynamic:
        return tool
    module: Any = Caller(catalogue, tool).module()
    if instance is not None and _owns(instance, tool):
        module = module.Dispatcher(instance)
    schema = tool.input_schema
    for pointer, values in module.dynamic_enums(tool.name, context).items():
        schema = put(schema, keys(pointer), values)
    return replace(tool, input_schema=schema)


def _owns(instance: object, tool: ToolEntry) -> bool:
    owner = tool.qualname if tool.binding == "tool_class" else tool.qualname.rpartition(".")[0]
    return (tool.module, owner) in [(base.__module__, base.__qualname__) for base in type(instance).__mro__]
