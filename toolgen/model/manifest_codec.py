"""The manifest as JSON."""

from __future__ import annotations

from toolgen.model import codec
from toolgen.model.canonical import digest
from toolgen.model.classes import ClassSpec
from toolgen.model.contract import contract
from toolgen.model.json_values import Json
from toolgen.model.manifest import Manifest
from toolgen.model.notations import NOTATIONS
from toolgen.model.tool import ToolSpec
from toolgen.model.types import MISSING
from toolgen.model.versions import MANIFEST_VERSION


def encode(manifest: Manifest) -> dict[str, Json]:
    """`manifest` as `manifest.schema.json` says: no times, absolute paths or lines, which change by themselves."""
    encoded: dict[str, Json] = {
        "manifest_version": MANIFEST_VERSION,
        "tools": [encode_tool(tool) for tool in manifest.tools],
        "types": {name: _encode_class(manifest.classes[name]) for name in sorted(manifest.classes)},
    }
    if manifest.call_syntax:
        encoded["call_syntax"] = dict(manifest.call_syntax)
    if manifest.notation != NOTATIONS[0]:
        encoded["notation"] = manifest.notation
    if manifest.targets:
        encoded["targets"] = {name: dict(said) for name, said in manifest.targets.items()}
    if not manifest.input_examples:
        encoded["input_examples"] = False
    if manifest.skipped:
        encoded["skipped"] = [codec.encode(one) for one in manifest.skipped]
    return encoded


def encode_tool(tool: ToolSpec) -> dict[str, Json]:
    """One entry of the manifest's `tools`; what was not declared is left out."""
    encoded = codec.encode(tool)
    return encoded | {"digest": digest(contract(encoded))}


def _encode_class(spec: ClassSpec) -> dict[str, Json]:
    encoded: dict[str, Json] = {"kind": spec.kind, "module": spec.module, "qualname": spec.qualname}
    if spec.arguments:
        encoded["arguments"] = [str(argument) for argument in spec.arguments]
    if spec.base:
        encoded["base"] = spec.base
    if spec.members:
        encoded["members"] = {member.member: member.value for member in spec.members}
    if spec.fields:
        encoded["fields"] = [
            {"name": f.name, "annotation": str(f.type), "required": f.required}
            | ({"alias": f.alias} if f.alias != f.name else {})
            | ({"default": f.default} if f.default is not MISSING else {})
            for f in spec.fields
        ]
    return encoded
