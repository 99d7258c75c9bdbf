"""Every setting that pydantic knows: applied, without effect on the schema of arguments, or said not to be followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ConfigDict
from sides import TOOLS, as_written, read, runtime, static, write

MODULE = """\
import datetime
import decimal
import enum
import pathlib
from typing import Any
from pydantic import AliasGenerator, BaseModel, ConfigDict, Field, HttpUrl, SecretStr, computed_field
from toolgen import tool

class Kind(enum.Enum):
    A = 'a'

class Plain: ...

def change(*arguments): return 'Changed'

class M(BaseModel):
    '''A model.'''
    model_config = ConfigDict({name}={value})
    my_text: str
    '''What it says.'''
    my_kind: Kind = Kind.A
    my_bytes: bytes
    my_float: float = 1.5
    my_decimal: decimal.Decimal
    my_duration: datetime.timedelta = datetime.timedelta(seconds=3)
    my_time: datetime.datetime
    my_url: HttpUrl
    my_path: pathlib.Path
    my_secret: SecretStr
    my_any: Any = 3
    my_alias: int = Field(3, alias='other', serialization_alias='another')
    @computed_field
    @property
    def my_result(self) -> int: return 3

@tool('f', 'F.')
def f(x: M) -> M: ...
"""
FOLLOWED = {
    "alias_generator": ["str.upper", "AliasGenerator(validation_alias=str.title)", "None"],
    "allow_inf_nan": ["False", "True"],
    "arbitrary_types_allowed": ["True"],
    "cache_strings": ["'none'"],
    "coerce_numbers_to_str": ["True"],
    "defer_build": ["True"],
    "extra": ["'allow'", "'forbid'", "'ignore'", "None"],
    "field_title_generator": ["None"],
    "from_attributes": ["True"],
    "frozen": ["True"],
    "hide_input_in_errors": ["True"],
    "ignored_types": ["(Plain,)"],
    "json_encoders": ["{Plain: change}", "{datetime.datetime: change}", "None"],
    "json_schema_extra": ["{'title': 'T', 'x': [1]}", "None"],
    "json_schema_mode_override": ["'validation'", "None"],
    "json_schema_serialization_defaults_required": ["True"],
    "loc_by_alias": ["False"],
    "model_title_generator": ["None"],
    "plugin_settings": ["{'x': 1}"],
    "polymorphic_serialization": ["True"],
    "populate_by_name": ["True"],
    "protected_namespaces": ["()"],
    "regex_engine": ["'python-re'"],
    "revalidate_instances": ["'always'"],
    "schema_generator": ["None"],
    "ser_json_bytes": ["'base64'", "'hex'", "'utf8'"],
    "ser_json_inf_nan": ["'strings'"],
    "ser_json_temporal": ["'seconds'", "'milliseconds'"],
    "ser_json_timedelta": ["'float'"],
    "serialize_by_alias": ["True"],
    "str_max_length": ["5", "None"],
    "str_min_length": ["1", "0"],
    "str_strip_whitespace": ["True"],
    "str_to_lower": ["True"],
    "str_to_upper": ["True"],
    "strict": ["True"],
    "title": ["'T'", "None"],
    "url_preserve_empty_path": ["True"],
    "use_attribute_docstrings": ["True"],
    "use_enum_values": ["True"],
    "val_json_bytes": ["'base64'"],
    "val_temporal_unit": ["'seconds'"],
    "validate_assignment": ["True"],
    "validate_by_alias": ["False, validate_by_name=True"],
    "validate_by_name": ["True"],
    "validate_default": ["True"],
    "validate_return": ["True"],
    "validation_error_cause": ["True"],
}
NOT_FOLLOWED = {
    "alias_generator": ("alias_of", "TG201"),
    "extra": ("open('extra').read()", "TG201"),
    "field_title_generator": ("change", "TG315"),
    "json_encoders": ("{enum.Enum: change}", "TG305"),
    "json_schema_extra": ("change", "TG217"),
    "json_schema_mode_override": ("'serialization'", "TG315"),
    "model_title_generator": ("lambda cls: cls.__name__", "TG315"),
    "schema_generator": ("change", "TG315"),
}


def test_there_is_no_other_setting() -> None:
    assert sorted(FOLLOWED) == sorted(ConfigDict.__annotations__)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in FOLLOWED.items() for value in values])
def test_a_setting_that_is_followed(tmp_path: Path, name: str, value: str) -> None:
    write(tmp_path, {f"{TOOLS}.py": MODULE.format(name=name, value=value)})
    analysis = read(tmp_path)
    assert {found.code for found in analysis.diagnostics} <= {"TG307"}  # of the result, which has names of its own
    ours, theirs = static(analysis)["f"], runtime(tmp_path)["f"]
    assert ours == as_written(ours, theirs, analysis)


@pytest.mark.parametrize(("name", "value", "code"), [(name, *row) for name, row in NOT_FOLLOWED.items()])
def test_a_setting_that_is_not_followed(tmp_path: Path, name: str, value: str, code: str) -> None:
    write(tmp_path, {f"{TOOLS}.py": MODULE.format(name=name, value=value)})
    found = [diagnostic.code for diagnostic in read(tmp_path).diagnostics]
    assert {*found} - {"TG307"} == {code}
