"""The manifest: every tool of a project, in one stable order, and its JSON form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from toolgen.model import codec
from toolgen.model.canonical import digest
from toolgen.model.notations import NOTATIONS, PromptNotation
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec, contract
from toolgen.model.types import MISSING, ClassSpec, ClassTable, Json, class_names, reached_classes
from toolgen.model.versions import MANIFEST_VERSION


@dataclass(frozen=True, slots=True, order=True)
class SkippedTool:
    """A tool that is left out: where it is defined, the codes of the diagnostics that say why, and its `server`."""

    name: str
    module: str
    qualname: str
    codes: tuple[str, ...] = field(metadata=codec.LIST)
    server: str = field(default="", compare=False, metadata=codec.HIDDEN)

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.codes)})"


@dataclass(frozen=True, slots=True)
class Manifest:
    """All tools, sorted by name, the classes that their parameters and results name, and what was `skipped`.

    `call_syntax` is how models write calls in text: the `name` of a syntax, and its options. It is empty for `json`.
    `notation` is what their arguments are written in there. `input_examples` says whether providers are told examples,
    and `targets` how some of them are told of tools.
    """

    tools: tuple[ToolSpec, ...]
    classes: ClassTable = field(default_factory=dict)
    skipped: tuple[SkippedTool, ...] = ()
    call_syntax: Mapping[str, Json] = field(default_factory=dict)
    notation: PromptNotation = NOTATIONS[0]
    input_examples: bool = True
    targets: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)

    @property
    def is_sanitised(self) -> bool:
        """Whether some target is told other names where it refuses those of tools."""
        return any(options.get("names") == "sanitise" for options in self.targets.values())

    def without(self, wrong: Mapping[Span, str]) -> Manifest:
        """Those that are `wrong`, by their places, are skipped for these codes."""
        skipped = {
            SkippedTool(tool.name, tool.origin.module, tool.origin.qualname, (wrong[tool.span],))
            for tool in self.tools
            if tool.span in wrong
        }
        kept = tuple(tool for tool in self.tools if tool.span not in wrong)
        left_out = tuple(sorted(skipped.union(self.skipped)))
        return replace(self, tools=kept, classes=used_classes(kept, self.classes), skipped=left_out)


def encode(manifest: Manifest) -> dict[str, Json]:
    """The JSON form of `manifest`, as `manifest.schema.json` describes it.

    It holds no times, absolute paths or line numbers, so that it changes only when a tool does.
    """
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


def used_classes(tools: tuple[ToolSpec, ...], classes: ClassTable) -> dict[str, ClassSpec]:
    """The part of `classes` that `tools` reach, directly or through fields."""
    return reached_classes((name for tool in tools for name in _tool_class_names(tool)), classes)


def _tool_class_names(tool: ToolSpec) -> Iterator[str]:
    for parameter in tool.parameters:
        yield from class_names(parameter.type)
    yield from class_names(tool.returns)
