"""The settings of pydantic models, dataclasses and typed dictionaries that change a JSON Schema.

Source: `pydantic.ConfigDict`, `pydantic.aliases.AliasGenerator`, and `pydantic.json_schema`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import TypeAlias

from toolgen.diagnostics.findings import Diagnostics
from toolgen.evaluation.constants import Constants, NotConstantError, not_constant
from toolgen.evaluation.kinds.class_bodies import ClassBody
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.model.json_values import Json
from toolgen.types.classes.bases import Known, once
from toolgen.types.classes.settings import UnknownSettingsError, read_record_settings, read_settings
from toolgen.types.external_names import external_name
from toolgen.types.field import value_fault
from toolgen.types.known.markers import REWRITING

AliasGenerator: TypeAlias = Callable[[str], Json]
"""The Python name of a field → its alias; raises NotConstantError where it is not known."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """`closed` is True where unknown keys are refused, False where they are kept, None where they are ignored.

    `generator` makes the aliases of fields; `by_alias` is False where fields are not read by them. `docstrings` says
    that the string below a field is its description. `keywords` are what the settings add to the schema of the model,
    `strings` and `bytes` what they add to every string and to all bytes in it, but for those in the records `apart`.
    `encoded` are the types whose values the settings show in a form of their own, so that a default is not known. It
    `rewrites` where the settings change text before it is checked, or take values as they are, or may.
    """

    closed: bool | None = None
    generator: AliasGenerator | None = None
    by_alias: bool = True
    docstrings: bool = False
    keywords: Mapping[str, Json] = field(default_factory=dict)
    strings: Mapping[str, Json] = field(default_factory=dict)
    bytes: Mapping[str, Json] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    encoded: frozenset[str] = frozenset()
    rewrites: bool = False

    @property
    def reaches_inside(self) -> bool:
        """Whether the settings say something of what is inside the fields."""
        inside = (self.generator, not self.by_alias, self.docstrings, self.strings, self.bytes, self.encoded)
        return self.closed is not None or any(inside)


class ConfigReader:
    """Reads the settings of models; what it cannot know becomes a diagnostic in `diagnostics` (TG201, TG217)."""

    def __init__(self, names: Names, constants: Constants, diagnostics: Diagnostics) -> None:
        self._names = names
        self._constants = constants
        self._diagnostics = diagnostics
        self._settings: Known[Items] = {}
        self._configs: Known[ModelConfig] = {}

    def read(self, symbol: Defined) -> ModelConfig:
        """The settings of the model `symbol`, those that it inherits included, read once."""
        return once(symbol, self._configs, partial(self._read, symbol))

    def _read(self, symbol: Defined) -> ModelConfig:
        read = partial(read_settings, symbol, self._names, self._constants, self._settings)
        try:
            settings = once(symbol, self._settings, read)
        except UnknownSettingsError as error:
            self._not_constant("model_config", error.setting, error.setting.node)
            return ModelConfig()
        return self._config(settings)

    def read_record(self, bodies: Sequence[ClassBody]) -> ModelConfig | None:
        """The settings of a dataclass or typed dictionary, whose `bodies` these are; None where it has none."""
        try:
            settings = read_record_settings(bodies, self._names, self._constants)
        except UnknownSettingsError as error:
            self._not_constant("config", error.setting, error.setting.node)
            return ModelConfig()
        return None if settings is None else self._config(settings)

    def _config(self, settings: Items) -> ModelConfig:
        if settings.keys().isdisjoint(_READ):
            return ModelConfig()
        values = {name: self._value(name, settings[name]) for name in _FOLDED if name in settings}
        self._refuse(settings)
        title = {} if values.get("title") is None else {"title": values["title"]}
        return ModelConfig(
            closed=_EXTRA.get(values.get("extra")),
            generator=self._generator(settings.get("alias_generator")),
            by_alias=values.get("validate_by_alias") is not False,
            docstrings=bool(values.get("use_attribute_docstrings")),
            keywords=title | (values.get("json_schema_extra") or {}),
            strings=dict(_limits(values)),
            bytes={"format": "base64url"} if values.get("ser_json_bytes") == "base64" else {},
            encoded=frozenset(self._encoded(values, settings.get("json_encoders"))),
            rewrites=any(not is_off(settings[name].node) for name in _REWRITING & settings.keys()),
        )

    def _refuse(self, settings: Items) -> None:
        """TG315 for the settings that change the schema in a way that is not followed."""
        for name, setting in settings.items():
            node = setting.node
            is_default = isinstance(node, ast.Constant) and node.value in {None, "validation"}
            if name in _NOT_FOLLOWED and not is_default:
                self._diagnostics.report("TG315", setting.span(), text=f"{name}={ast.unparse(node)}")

    def _encoded(self, values: Mapping[str, Json], encoders: ExpressionRef | None) -> Iterator[str]:
        if values.get("ser_json_bytes") in {"base64", "hex"}:
            yield "bytes"
        if encoders is not None and isinstance(encoders.node, ast.Dict):
            symbols = (self._names.evaluate(key, encoders.site) for key in encoders.node.keys if key is not None)
            yield from (symbol.name for symbol in symbols if symbol is not None)

    def _value(self, name: str, setting: ExpressionRef) -> Json:
        named = external_name(setting.node, setting.site, self._names)
        if named in _DEPRECATED_EXTRA:
            return _DEPRECATED_EXTRA[named]
        try:
            value = self._constants.fold(setting.node, setting.site)
        except NotConstantError as error:
            self._not_constant(name, setting, error.node)
            return None
        if (fault := value_fault(name, value, setting)) is not None:
            self._diagnostics.append(fault)
            return None
        return value

    def _generator(self, setting: ExpressionRef | None) -> AliasGenerator | None:
        if setting is None:
            return None
        try:
            value = self._constants.value(setting.node, setting.site)
            maker = value.validation_alias or value.alias if isinstance(value, SimpleNamespace) else value
            if maker is None:
                return None
            self._constants.called(maker, "any_name", setting.node)
        except NotConstantError as error:
            self._not_constant("alias_generator", setting, error.node)
            return None
        return lambda name: self._constants.called(maker, name, setting.node)

    def _not_constant(self, name: str, setting: ExpressionRef, node: ast.expr) -> None:
        self._diagnostics.append(not_constant(name, setting.span(), node))


def is_off(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def _limits(values: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    if values.get("str_min_length"):
        yield "minLength", values["str_min_length"]
    if values.get("str_max_length") is not None:
        yield "maxLength", values["str_max_length"]


_FOLDED = (
    *("extra", "json_schema_extra", "ser_json_bytes", "str_max_length", "str_min_length", "title"),
    *("use_attribute_docstrings", "validate_by_alias"),
)
_NOT_FOLLOWED = frozenset(
    {"field_title_generator", "json_schema_mode_override", "model_title_generator", "schema_generator"}
)
_REWRITING = frozenset(f"str_{name}" for name in REWRITING) | {"strict"}
_READ = frozenset({*_FOLDED, *_NOT_FOLLOWED, *_REWRITING, "alias_generator", "json_encoders"})
_EXTRA: Mapping[Json, bool | None] = {"forbid": True, "allow": False, "ignore": None}
_DEPRECATED_EXTRA = {f"pydantic.Extra.{name}": name for name in _EXTRA}
"""The members of the enumeration of pydantic 1, which pydantic 2 still has."""
