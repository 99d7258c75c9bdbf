"""The arguments of a declaration → checked values."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from toolgen.diagnostics.findings import Diagnostics
from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.constants import Constants, NotConstantError, not_constant, to_json
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.folding.values import Choice, Unknown, Value
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.stand_ins import class_and_attributes
from toolgen.frameworks import DialectError
from toolgen.model.contract import RISK_LEVELS
from toolgen.model.json_values import Json
from toolgen.model.keywords import is_bool, is_dict, is_positive, is_text, is_texts, list_of, table_of
from toolgen.model.span import Span
from toolgen.model.types import MISSING
from toolgen.syntax.expressions import is_literal
from toolgen.tools.declarations.declaration import Declaration


@dataclass(frozen=True, slots=True)
class _Rule:
    """What an argument must be, in words and as a test, how it is written right, and what else helps with a value."""

    expected: str
    holds: Callable[[Json], bool]
    example: str = ""
    remedy: Callable[[Json], str] = lambda _: ""


def _one_of(*choices: str) -> _Rule:
    expected = f"one of {', '.join(choices)}"
    return _Rule(expected, choices.__contains__, remedy=lambda value: suggest(str(value), choices))


def _is_seconds(value: Json) -> bool:
    return is_positive(value) and value <= sys.float_info.max


_is_text_map = table_of(is_text)
_OF_TEXTS = "`toolgen migrate --from example-strings` makes that of texts in a call syntax"

_RULES: Mapping[str, _Rule] = {
    "name": _Rule("a string", is_text, 'name="add_reminder"'),
    "title": _Rule("a string", is_text, 'title="Add a reminder"'),
    "description": _Rule("a string", is_text, 'description="Add a reminder."'),
    "category": _Rule("a string", is_text, 'category="tasks"'),
    "tags": _Rule("a list of strings", is_texts, 'tags=["tasks"]'),
    "required": _Rule("a list of parameter names", is_texts, 'required=["text"]'),
    "multiline": _Rule("a list of parameter names", is_texts, 'multiline=["text"]'),
    "injected": _Rule(
        "a list of parameter names", lambda value: is_texts(value) or _is_text_map(value), 'exclude_args=["user"]'
    ),
    "filled": _Rule("a dictionary", is_dict, 'partial_params={"user": "ada"}'),
    "context": _Rule("True, False or a parameter name", lambda value: isinstance(value, bool | str), "context=True"),
    "docstring": _Rule("True or False", is_bool, "use_docstring_info=False"),
    "param_descriptions": _Rule(
        "a dictionary of strings", _is_text_map, 'param_descriptions={"text": "What to remind of."}'
    ),
    "examples": _Rule(
        "a list of dictionaries of arguments",
        list_of(is_dict),
        'examples=[{"text": "Call mum"}]',
        lambda value: _OF_TEXTS if is_texts(value) else "",
    ),
    "requires_approval": _Rule("True or False", is_bool, "requires_approval=True"),
    "approval_mode": _one_of("always_require", "never_require"),
    "output_type": _Rule("a string", is_text, 'output_type="string"'),
    "risk_level": _one_of(*RISK_LEVELS),
    "timeout": _Rule("a number of seconds above 0 that a float holds", _is_seconds, "timeout=30"),
    "deprecated": _Rule(
        "True, False or a string", lambda value: isinstance(value, bool | str), 'deprecated="Use add_task."'
    ),
    "anthropic": _Rule("a dictionary", is_dict, 'extras={"defer_loading": True}'),
    "meta": _Rule("a dictionary", is_dict, 'meta={"owner": "sales"}'),
    "extras": _Rule(
        "a dictionary from targets to dictionaries of fields",
        table_of(is_dict),
        'extras={"anthropic": {"defer_loading": True}}',
    ),
    "parameters_schema": _Rule(
        "a JSON Schema of type object",
        lambda value: isinstance(value, dict) and value.get("type", "object") == "object",
        'parameters_schema={"type": "object", "properties": {}}',
    ),
    "model": _Rule("a class or a JSON Schema", is_dict, "args_schema=Reminder"),
}
"""The arguments whose values are plain constants."""

_ANYTHING = _Rule("a constant", lambda _: True, "True")


_HINT_CLASSES = frozenset({"Annotations", "ToolAnnotations"})
_ICON_CLASSES = frozenset({"Icon"})


def _attributes(value: Any, classes: Set[str]) -> Mapping[str, Any] | None:
    """What a dictionary, or an object of one of `classes`, was given; None for anything else."""
    if isinstance(value, dict):
        return value
    class_name, attributes = class_and_attributes(value)
    return attributes if class_name.rpartition(".")[2] in classes else None


def _icon(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of an icon by the names that they have in JSON; `mcp` 2 has others in Python."""
    given = ((name, value) for name, value in attributes.items() if value is not None)
    return {"mimeType" if name == "mime_type" else name: value for name, value in given}


class ArgumentReader:
    """Reads what one declaration says; faults become diagnostics and the argument counts as not given.

    `tool` is what messages call the tool, `faulty` are the arguments that had a fault. `is_nameless` says that the name
    of the function does not stand for one that is not known: that tool alone is not followed (TG211).
    """

    def __init__(self, declaration: Declaration, constants: Constants, diagnostics: Diagnostics, tool: str) -> None:
        self.declaration = declaration
        self._constants = constants
        self._diagnostics = diagnostics
        self.tool = tool
        self.faulty: set[str] = set()
        self.is_nameless = False

    def spelled(self, argument: str) -> str:
        """The name that `argument` has in the source."""
        return self.declaration.spelled.get(argument, argument)

    def given(self, argument: str) -> ExpressionRef | None:
        """The expression that is given for the argument; None where it was not given, or given as `None`."""
        found = self.declaration.arguments.get(argument)
        if found is None or (is_literal(found.node, None) if found.value is None else found.value[0] is None):
            return None
        return found

    @property
    def span(self) -> Span:
        """The place of the function or class that is declared."""
        return self.declaration.site.name_span(self.declaration.node)

    def value(self, argument: str, default: Json = None) -> Json:
        """The value of a plain argument, or `default` where it was not given or is not valid (TG201, TG206, TG217)."""
        if argument == "examples":
            return [value for _, value in self.elements(argument)]
        if (ref := self.given(argument)) is None:
            return default
        value = self._constant(argument, ref)
        return default if value in (None, MISSING) or not self._holds(argument, value, ref) else value

    def elements(self, argument: str) -> list[tuple[ExpressionRef, Json]]:
        """The valid elements of the list that an argument is, each where it is written (TG201, TG206, TG217)."""
        ref = self.given(argument)
        if ref is None:
            return []
        if (parts := ref.elements) is not None:
            found = [(part, self._constant(argument, part)) for part in parts]
        else:
            whole = self._constant(argument, ref)
            is_list = isinstance(whole, list)
            found = [(ref, one) for one in whole] if is_list else []
            _ = is_list or whole is MISSING or self._holds(argument, whole, ref)
        return [(part, one) for part, one in found if one is not MISSING and self._holds(argument, [one], part)]

    def _constant(self, argument: str, ref: ExpressionRef) -> Json:
        """The value of what is given for an argument, MISSING where it is not constant (TG201, TG217)."""
        try:
            return self.folded(argument, ref)
        except NotConstantError as error:
            value = self._by_default(argument, ref)
            if value is MISSING:
                self.not_constant(argument, ref, error.node)
            return value

    def _by_default(self, argument: str, ref: ExpressionRef) -> Json:
        """The value of an argument that callers of the function around may give and none gives (TG235), or MISSING."""
        if ref.value is not None and not isinstance(ref.value[0], Unknown):
            return MISSING
        try:
            value = self._constants.by_default(ref.node, ref.site)
        except NotConstantError:
            return MISSING
        details = {"argument": self.spelled(argument), "text": ast.unparse(ref.node), "value": repr(value)}
        self._diagnostics.report("TG235", ref.span(), **details)
        return value

    def _holds(self, argument: str, value: Json, ref: ExpressionRef) -> bool:
        """Whether an argument may have a value (TG206)."""
        rule = _RULES.get(argument, _ANYTHING)
        if not (holds := rule.holds(value)):
            self.invalid(argument, ref, rule.expected, rule.example, rule.remedy(value))
        return holds

    def keys(self, argument: str) -> list[str]:
        """The keys of the dictionary that an argument is, whatever its values are (TG201)."""
        ref = self.given(argument)
        if ref is None:
            return []
        try:
            return [*self._constants.items(ref)]
        except (NotConstantError, TypeError):
            return list(self.value(argument, {}))

    def place(self, argument: str, *keys: str) -> Span:
        """Where `keys` lead in the dictionary that is given for an argument, as far as that is written there."""
        ref = self.declaration.arguments[argument]
        with suppress(NotConstantError, KeyError):
            for key in keys:
                ref = self._constants.items(ref)[key]
        return ref.span()

    def folded(self, argument: str, ref: ExpressionRef) -> Json:
        """The value of what is given for an argument. Raises NotConstantError."""
        if ref.value is not None:
            return to_json(ref.value[0], ref.node)
        environment: list[ast.expr] = []
        value = self._constants.fold(ref.node, ref.site, environment)
        for node in environment:
            self._diagnostics.report("TG216", ref.span(), argument=self.spelled(argument), text=ast.unparse(node))
        return value

    def yielded(self, ref: ExpressionRef) -> Value:
        """What is given for an argument, as Python has it, or a stand-in. Raises NotConstantError."""
        return ref.value[0] if ref.value else self._constants.value(ref.node, ref.site)

    def hints(self) -> tuple[dict[str, bool], str | None]:
        """Behaviour hints in toolgen's spelling, and the title that stands among them in MCP's `ToolAnnotations`."""
        ref = self.given("annotations")
        pairs = None if ref is None else self._keywords(ref)
        if ref is None or pairs is None:
            return {}, None
        spelling = self.declaration.dialect.hints
        hints: dict[str, bool] = {}
        for name, value in pairs.items():
            if (unknown := unknown_in(value)) is not None:
                self.not_constant("annotations", ref, unknown)
            elif name in spelling and isinstance(value, bool):
                hints[spelling[name]] = value
            elif self.declaration.dialect.is_closed or (name in spelling and value is not None):
                self._invalid_hints(ref, name)
        title = pairs.get("title")
        return hints, title if isinstance(title, str) else None

    def _invalid_hints(self, ref: ExpressionRef, name: str = "") -> None:
        """TG206 for hints one of which, `name`, is none."""
        spelling = self.declaration.dialect.hints
        remedy = "" if name in {"", *spelling} else suggest(name, spelling)
        example = "" if remedy else 'annotations={"read_only": True}'
        self.invalid("annotations", ref, f"a dictionary of {', '.join(spelling)} to True or False", example, remedy)

    def _keywords(self, ref: ExpressionRef) -> Mapping[str, Json] | None:
        """A dictionary, or the keywords of `ToolAnnotations(…)`."""
        try:
            value = self.yielded(ref)
        except NotConstantError as error:
            self.not_constant("annotations", ref, error.node)
            return None
        if isinstance(value, Choice | Unknown):
            self.not_constant("annotations", ref, value.node)
            return None
        if (found := _attributes(value, _HINT_CLASSES)) is None:
            self._invalid_hints(ref)
        return found

    def icons(self) -> list[Json] | None:
        """Icons as the Model Context Protocol has them, given as dictionaries or objects of `Icon`."""
        ref = self.given("icons")
        if ref is None:
            return None
        try:
            values = self.yielded(ref)
            found = [_attributes(one, _ICON_CLASSES) for one in values] if isinstance(values, list | tuple) else [None]
            if None in found:
                raise NotConstantError(ref.node)
            return [to_json(_icon(one), ref.node) for one in found if one is not None]
        except NotConstantError as error:
            self.not_constant("icons", ref, error.node)
            return None

    def not_constant(self, argument: str, ref: ExpressionRef, node: ast.expr) -> None:
        self.faulty.add(argument)
        (value,) = ref.value or (None,)
        is_unknown = unknown_in(value) is not None or (value is None and self._constants.is_unknown(ref.node, ref.site))
        if argument == "name" and self.is_nameless:
            what = f"`{self.spelled(argument)}={ast.unparse(ref.node)}`"
            self._diagnostics.report("TG211", ref.span(), what=what, dialect=self.declaration.dialect.name)
        elif argument == "name" and is_unknown:
            details = {"argument": self.spelled(argument), "tool": self.tool, "text": ast.unparse(node)}
            self._diagnostics.report("TG224", ref.span(), **details)
        else:
            self._diagnostics.append(not_constant(argument, ref.span(), node, self.spelled(argument)))

    def invalid(self, argument: str, ref: ExpressionRef, expected: str, example: str = "", remedy: str = "") -> None:
        self.faulty.add(argument)
        spelled = self.spelled(argument)
        if example and spelled != argument:
            example = f"{spelled}={example.partition('=')[2]}"
        written = f"write `{example or expected}`" if example or not remedy else ""
        suggestion = "; ".join(filter(None, [written, remedy]))
        details = {"argument": spelled, "tool": self.tool, "expected": expected, "suggestion": suggestion}
        self._diagnostics.report("TG206", ref.span(), **details)

    def undefined(self, ref: ExpressionRef) -> None:
        self._diagnostics.append(ref.undefined())

    def no_parameter(self, argument: str, name: str, suggestion: str) -> None:
        ref = self.declaration.arguments[argument]
        details = {"argument": self.spelled(argument), "tool": self.tool, "name": name, "suggestion": suggestion}
        self._diagnostics.report("TG207", ref.span(), **details)

    def refused(self, fault: DialectError) -> None:
        """TG009 where the dialect of another package fails."""
        reason = f"{type(fault.error).__name__}: {fault.error}"
        self._diagnostics.report("TG009", self.span, name=fault.name, value=fault.field, reason=reason)
