"""What the tools of a catalogue need of the generated module: what none needs is left out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolgen.model.tool import ToolSpec

_BY_POSITION = frozenset({"positional", "var_positional", "var_keyword"})


@dataclass(frozen=True, slots=True)
class Features:
    """Whether any tool is or has what each attribute says; `threads` tells that sync tools run in threads."""

    approval: bool
    async_: bool
    defaults: bool
    dynamic: bool
    field_defaults: bool
    generators: bool
    injected: bool
    nameless: bool
    positional: bool
    postprocess: bool
    preprocess: bool
    sync: bool
    sync_timeouts: bool
    threads: bool
    timeouts: bool
    tool_classes: bool
    wrapped: bool

    @property
    def hooks(self) -> bool:
        return self.preprocess or self.postprocess

    @property
    def guards(self) -> bool:
        """Whether there is anything that `dispatch` does and `call` does not, beside validation."""
        return self.hooks or self.approval or self.timeouts

    @property
    def public(self) -> list[str]:
        """The names of the functions that the module offers."""
        sync = ("call_sync", "dispatch_sync") if self.sync else ()
        return sorted(["bind", "call", "decode", "dispatch", *sync, *(["dynamic_enums"] if self.dynamic else [])])

    def names(self) -> Iterator[str]:
        """The names that the parts of the template import for these features."""
        if self.dynamic:
            yield from ("Iterable", "Iterator", "_among", "_unpacked")
        if self.hooks and self.sync:
            yield "Coroutine"
        if self.hooks or self.timeouts or self.generators:
            yield "Awaitable"
        if self.generators:
            yield "AsyncIterator"
        if self.generators and self.sync:
            yield from ("AsyncGenerator", "Iterator")


def features(tools: tuple[ToolSpec, ...], *, in_threads: bool) -> Features:
    """What `tools` need; sync tools run in threads when they are awaited, if `in_threads`."""
    hooks = {hook for tool in tools for hook in tool.hooks}
    references = [found for tool in tools for found in (*tool.hooks.values(), *tool.dynamic.values())]
    sync = [tool for tool in tools if not tool.is_async]
    return Features(
        approval=any(tool.requires_approval for tool in tools),
        async_=len(sync) < len(tools),
        defaults=any(tool.defaults for tool in tools),
        dynamic=any(tool.dynamic for tool in tools),
        field_defaults=any(map(has_field_defaults, tools)),
        generators=any(tool.is_generator for tool in tools),
        nameless=any("#" in reference for reference in references),
        injected=any(tool.injected for tool in tools),
        positional=any(map(has_positional, tools)),
        postprocess="postprocess" in hooks,
        preprocess="preprocess" in hooks,
        sync=bool(sync),
        sync_timeouts=any(tool.timeout is not None for tool in sync),
        threads=in_threads and bool(sync),
        timeouts=any(tool.timeout is not None for tool in tools),
        wrapped=any(tool.origin.function_at for tool in tools),
        tool_classes=any(tool.origin.binding == "tool_class" for tool in tools),
    )


def has_field_defaults(tool: ToolSpec) -> bool:
    """Whether Python's default of a parameter is an object of pydantic's."""
    return any(parameter.is_field for parameter in tool.parameters)


def has_positional(tool: ToolSpec) -> bool:
    """Whether the parameters of `tool` cannot all be given by name."""
    return any(parameter.kind in _BY_POSITION for parameter in tool.parameters)
