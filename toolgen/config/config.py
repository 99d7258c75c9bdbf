"""The configuration: what `[tool.toolgen]` or `toolgen.toml` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from toolgen.config.decorators import DeclaredDecorator
from toolgen.config.render import Rendered
from toolgen.config.targets import DEFAULT
from toolgen.model.notations import NOTATIONS, PromptNotation
from toolgen.model.span import Span
from toolgen.providers.options import Options

NAME_PATTERN = r"^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$"
"""Tool names that every provider accepts."""

OnDuplicate = Literal["error", "first", "explicit"]
OnError = Literal["stop", "skip"]
DispatchLayout = Literal["auto", "module", "package"]
AdditionalProperties = Literal["allow", "forbid"]
SyncTools = Literal["thread", "inline"]

STUBS = ("tools.pyi", "tools.d.ts")

DEFAULT_VERSION = (3, 11)
"""The Python that source is read for where the project does not say which it needs: the oldest that toolgen knows."""


@dataclass(frozen=True, slots=True)
class MappedType:
    """An entry of `type_map` at `span`: `name` is to JSON what `value` is, a schema or an annotation (`value_span`)."""

    name: str
    value: str | dict[str, Any]
    span: Span = field(compare=False)
    value_span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Config:
    """What `[tool.toolgen]` says. Every path is relative to `root`, the folder that holds the configuration.

    `paths` are the files and folders that are searched for tools, `exclude` the patterns of what is left out of them.
    `output` is the folder of the generated files, below `root`; it is empty where nothing is written (`scan`).
    `python` is an interpreter and `search_path` are folders where third-party source is looked up; these two may lie
    outside `root`. `type_map` says what classes are that have no JSON form. `python_version` and `platform`, a value of
    `sys.platform`, decide conditions in the source; neither depends on the machine. `max_file_size` is in bytes.
    `decorators` are those of frameworks that toolgen has no dialect for. `dispatch` is what the dispatch module is laid
    out as; `auto` leaves it to the number of tools, as None does for `catalogue`: whether `tools.html` is written.
    `sync_tools` says where sync tools run when a call is awaited.
    `additional_properties` says what tools of toolgen's own dialect do with names that are not theirs.
    `bare_names` says which qualified name a name stands for that is imported from where nothing was found.
    `signature_decorators` maps qualified names of decorators to the parameters that they remove from a signature.
    `servers` maps references of servers, or names of frameworks, to what the names of their tools begin with, or to
    False where these are left out.
    `syntax` is how models write calls in text: the `name` of a syntax and its options, or nothing for `json`.
    `targets` are the interfaces that are told of the tools, and how each is.
    `render` are files that templates of the project make.
    `notation` is what they read the arguments of tools in. `input_examples` says whether providers are told examples.
    `null_is_default` says whether null leaves out what may be left out; None leaves that to the dialect of a tool and
    to whether some target has strict tools.
    `stubs` are the files that show the tools as functions. `span` says where a key is
    written, or else the nearest table around it.
    `extras` maps patterns of the names of tools to fields that only definitions for single targets have.
    `on_error` says whether a tool that cannot be known keeps all from being written, or is left out. `file` is the name
    of the configuration file, for messages.
    """

    root: Path
    paths: tuple[str, ...] = (".",)
    exclude: tuple[str, ...] = ()
    output: str = "generated"
    targets: Mapping[str, Options] = field(default_factory=lambda: DEFAULT)
    templates: str | None = None
    tools: tuple[str, ...] = ()
    servers: Mapping[str, str | Literal[False]] = field(default_factory=dict)
    on_duplicate: OnDuplicate = "error"
    on_error: OnError = "stop"
    dispatch: DispatchLayout = "auto"
    catalogue: bool | None = None
    name_pattern: str = NAME_PATTERN
    python: str | None = None
    search_path: tuple[str, ...] = ()
    type_map: tuple[MappedType, ...] = ()
    python_version: tuple[int, int] = DEFAULT_VERSION
    platform: str = "linux"
    max_file_size: int = 5_000_000
    sync_tools: SyncTools = "thread"
    additional_properties: AdditionalProperties = "allow"
    syntax: Mapping[str, Any] = field(default_factory=dict)
    render: tuple[Rendered, ...] = ()
    notation: PromptNotation = NOTATIONS[0]
    input_examples: bool = True
    null_is_default: bool | None = None
    stubs: tuple[str, ...] = ()
    extras: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    decorators: tuple[DeclaredDecorator, ...] = ()
    bare_names: Mapping[str, str] = field(default_factory=dict)
    signature_decorators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    file: str = field(default="", compare=False)
    span: Callable[..., Span] = field(default=lambda *_: Span("."), compare=False, repr=False)

    def template(self, path: str) -> tuple[Path, str]:
        """The folder of a template, and its name there: in `templates` where it is there, else where `path` leads."""
        found = self.root / path
        folder = self.root / self.templates if self.templates else found.parent
        found = folder / path if (folder / path).is_file() else found
        folder = folder if found.is_relative_to(folder) else found.parent
        return folder, found.relative_to(folder).as_posix()
