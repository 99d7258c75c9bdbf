"""Sees which functions would be the tools that the lists say, by an analysis of what they would become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import errors_in
from toolgen.iteration import grouped
from toolgen.model.classes import ClassTable
from toolgen.model.tool import ToolSpec
from toolgen.model.types import Constrained, Generic, LiteralOf, Named, TypeExpr, Union, Unknown
from toolgen.pipeline import Analysis, analyse
from toolgen.rewrite.change import Change, Left, UnchangeableError, with_error
from toolgen.rewrite.docstring_lines import layouts
from toolgen.rewrite.migrations.decorator import DecoratorEdit
from toolgen.rewrite.migrations.hand_written.differences import difference, says_types
from toolgen.rewrite.migrations.hand_written.survey import Survey
from toolgen.rewrite.migrations.hand_written.wanted import Wanted
from toolgen.rewrite.spelling import reference

_OF_JSON = frozenset({"None", "bool", "dict", "float", "int", "list", "object", "str", "typing.Any"})


@dataclass(frozen=True, slots=True)
class Fitting:
    """A function that will be the `tool` which its list says, and what is still to be changed for that."""

    wanted: Wanted
    signature: Change | None
    decorator: Change | None
    tool: ToolSpec | None = None


@dataclass(frozen=True, slots=True)
class _Tried:
    """What the functions would be by the names of the tools, a text says why one would be none, and their classes."""

    tools: Mapping[str, ToolSpec | str]
    classes: ClassTable


def fitting(survey: Survey, analysis: Analysis, config: Config) -> Iterator[Fitting | Left]:
    """The functions that become tools of which a model is told the same; the others are left as they are."""
    trial = _Trial(survey, analysis, config)
    missing: dict[Wanted, dict[str, str]] = {}
    for one in survey.wanted:
        try:
            one.check()
            missing[one] = _missing(one)
        except UnchangeableError as error:
            yield one.definition.left(str(error))
    found = trial.tried(missing)
    unsaid = {one: texts | _unsaid(one, found) for one, texts in missing.items()}
    found = found if unsaid == missing else trial.tried(unsaid)
    for one, texts in unsaid.items():
        tool = found.tools.get(one.definition.name, "it would be no tool")
        reason = tool if isinstance(tool, str) else _reason(one, tool, found.classes)
        if reason or isinstance(tool, str):
            yield one.definition.left(reason)
        else:
            yield replace(trial.fitting(one, texts), tool=tool)


def _missing(one: Wanted) -> dict[str, str]:
    """The annotations of parameters that have none."""
    bare = {parameter.arg for parameter in one.handler.parameters if parameter.annotation is None}
    return {name: made.text for name, made in one.annotations.items() if name in bare}


def _unsaid(one: Wanted, found: _Tried) -> dict[str, str]:
    """The annotations that do not say what the list does, of parameters that are given what JSON has."""
    tool = found.tools.get(one.definition.name)
    if not isinstance(tool, ToolSpec):
        return {}
    types = {parameter.name: parameter.type for parameter in tool.parameters}
    wrong = [
        name
        for name in one.definition.properties
        if name in types
        and _is_json(types[name], found.classes)
        and not says_types(tool.input_schema, one.definition.parameters, name)
    ]
    return {name: one.annotations[name].text for name in wrong}


def _reason(one: Wanted, tool: ToolSpec, classes: ClassTable) -> str:
    """Why a tool would be another than its list says; empty where it would not."""
    for parameter in tool.parameters:
        if isinstance(parameter.type, Unknown):
            return f"what `{parameter.name}` is annotated with is not known"
        if not _is_json(parameter.type, classes):
            return f"`{parameter.name}` is annotated with `{parameter.type}`, and the dispatch gives it what JSON has"
    if one.definition.description not in (None, tool.description):
        return "its description would be another"
    return difference(one.definition.parameters, tool.input_schema)


def _is_json(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether dispatch hands on what has this type as JSON has it: a typed dictionary of such values is one."""
    match type_:
        case Named(name=name) if name in classes:
            is_dictionary = classes[name].kind == "typed_dict"
            return is_dictionary and all(_is_json(one.type, classes) for one in classes[name].fields)
        case Named(name=name):
            return name in _OF_JSON
        case Generic(name="list" | "dict"):
            return all(_is_json(one, classes) for one in type_.arguments)
        case Union(members=members):
            return all(_is_json(one, classes) for one in members)
        case LiteralOf(values=values):
            return all(isinstance(one, str | int | None) for one in values)
        case Constrained(base=base):
            return _is_json(base, classes)
        case _:
            return False


class _Trial:
    """Makes the changes of all functions at once, and looks at what they become."""

    def __init__(self, survey: Survey, analysis: Analysis, config: Config) -> None:
        self._analysis, self._config = analysis, config
        handlers = [one.handler for one in survey.wanted]
        self._sources = {one.module.path: one.module.contents.bytes for one in handlers}
        self._layout = layouts(self._sources)
        self._tools = {(one.defined.path, one.defined.line): one for one in analysis.manifest.tools if one.defined}

    def tried(self, unsaid: Mapping[Wanted, Mapping[str, str]]) -> _Tried:
        """What the functions would be with these annotations."""
        from toolgen.rewrite.tree import rewritten  # libcst takes long to be imported

        made = (self.fitting(one, texts_of) for one, texts_of in unsaid.items())
        wanted = (change for one in made for change in (one.signature, one.decorator) if change)
        changes = grouped((change.span.path, change) for change in wanted)
        failed: dict[str, ToolSpec | str] = {}
        texts: dict[str, bytes] = {}
        for path, some in changes.items():
            try:
                texts[path], failures = rewritten(self._sources[path], some)
                failed |= {change.about: reason for change, reason in failures}
            except UnchangeableError as error:
                failed |= {change.about: str(error) for change in some}
        after = analyse(self._config, instead={**self._analysis.instead, **texts}) if texts else self._analysis
        tools = {(one.name, one.span.path): one for one in after.manifest.tools}
        paths = {one.definition.name: one.handler.span.path for one in unsaid}
        found = {name: tools[name, path] for name, path in paths.items() if (name, path) in tools}
        errors = errors_in(after.diagnostics)
        faults = {dict(one.details).get("tool", ""): with_error(one.code) for one in errors}
        return _Tried({**faults, **found, **failed}, after.manifest.classes)

    def fitting(self, one: Wanted, unsaid: Mapping[str, str]) -> Fitting:
        """What is to be changed of the function of `one`, with the annotations `unsaid`."""
        layout = self._layout(one.handler.span)
        layout = layout if one.handler.docstring else replace(layout, indent=one.handler.indent)
        edit = one.signature(unsaid, layout)
        span, name = one.handler.span, one.definition.name
        classes = dict.fromkeys(source for text in unsaid.values() for source in one.writer.used_by(text))
        signature = Change("step 1", span, "FunctionDef", edit, about=name, defines=tuple(classes)) if edit else None
        if (span.path, span.line) in self._tools:
            return Fitting(one, signature, None)
        decorator = DecoratorEdit(reference("toolgen", "tool"), tuple(one.keywords()))
        return Fitting(one, signature, Change("step 2", span, "FunctionDef", decorator, about=name))
