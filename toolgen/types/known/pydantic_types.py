"""pydantic's own types: the JSON Schema of each, or the `Annotated` type that it stands for.

Source: <https://docs.pydantic.dev/latest/api/types/> and <https://docs.pydantic.dev/latest/api/networks/>. A type is
spelled `pydantic.NAME` here, whichever module of pydantic it is imported from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolgen.model.classes import ClassSpec, Field
from toolgen.model.json_values import Json, Schema
from toolgen.model.standard_types import KnownType
from toolgen.model.types import ANY, Constrained, Metadata, Named, TypeExpr, Union
from toolgen.types.known.markers import CODE, TIMES

_URI: Schema = {"type": "string", "format": "uri", "minLength": 1}
_SHORT_URI: Schema = {**_URI, "maxLength": 2083}
_MULTI_HOST: Schema = {"type": "string", "format": "multi-host-uri", "minLength": 1}
_URLS: Mapping[str, Schema] = {
    **{
        f"pydantic.{name}": _URI
        for name in (
            *("AmqpDsn", "AnyHttpUrl", "AnyUrl", "AnyWebsocketUrl", "ClickHouseDsn", "CockroachDsn", "FileUrl"),
            *("FtpUrl", "KafkaDsn", "MariaDBDsn", "MySQLDsn", "RedisDsn", "SnowflakeDsn"),
        )
    },
    **dict.fromkeys(("pydantic.HttpUrl", "pydantic.WebsocketUrl"), _SHORT_URI),
    **dict.fromkeys(("pydantic.MongoDsn", "pydantic.NatsDsn", "pydantic.PostgresDsn"), _MULTI_HOST),
    "pydantic_core.MultiHostUrl": _MULTI_HOST,
    "pydantic_core.Url": _URI,
}
_SECRET: Schema = {"type": "string", "format": "password", "writeOnly": True}

JSON = "pydantic.Json"


def _row(name: str, format_: str, **about: Any) -> KnownType:
    return KnownType(name=f"pydantic.{name}", schema={"type": "string", "format": format_}, **about)


_ROWS = (
    *(KnownType(name=name, schema=schema, kind="url") for name, schema in _URLS.items()),
    KnownType(
        name="pydantic.ByteSize",
        schema={
            "anyOf": [{"type": "string", "pattern": r"^\s*(\d*\.?\d+)\s*(\w+)?"}, {"type": "integer", "minimum": 0}]
        },
        serialized={"type": "integer", "minimum": 0},
        has_text_settings=True,
    ),
    _row("EmailStr", "email", has_text_settings=True),
    *(_row(f"IPvAny{kind}", f"ipvany{kind.lower()}", is_opaque=True) for kind in ("Address", "Interface", "Network")),
    KnownType(name="pydantic.ImportString", schema={"type": "string"}, has_text_settings=True),
    KnownType(
        name=JSON, schema={"type": "string", "contentMediaType": "application/json", "contentSchema": {}}, serialized={}
    ),
    _row("NameEmail", "name-email", has_text_settings=True),
    KnownType(name="pydantic.PaymentCardNumber", schema={"type": "string", "minLength": 12, "maxLength": 19}),
    *(
        KnownType(
            name=f"pydantic.{name}", schema=_SECRET, kind="lax-or-strict", has_text_settings=name == "SecretStr", rank=1
        )
        for name in ("SecretBytes", "SecretStr")
    ),
)

PYDANTIC: Mapping[str, KnownType] = {row.name: row for row in _ROWS}
"""Types that pydantic writes as JSON of their own, by name."""


_ANYTHING = Field("value", "value", ANY, required=True)

DEFINED: Mapping[str, ClassSpec] = {
    "pydantic.BaseModel": ClassSpec("pydantic.BaseModel", "pydantic", "BaseModel", "pydantic"),
    "pydantic.JsonValue": ClassSpec("pydantic.JsonValue", "pydantic", "JsonValue", "alias", fields=(_ANYTHING,)),
}
"""Types that pydantic makes a definition of. `JsonValue` is an alias with a name of its own, of any JSON."""


def _annotated(base: str, **items: Json) -> TypeExpr:
    return Constrained(Named(base), Metadata(tuple(items.items())))


_SIGNS: Mapping[str, tuple[str, int]] = {
    "Positive": ("gt", 0),
    "Negative": ("lt", 0),
    "NonPositive": ("le", 0),
    "NonNegative": ("ge", 0),
}

ABBREVIATIONS: Mapping[str, TypeExpr] = {
    **{
        f"pydantic.{sign}{name}": _annotated(base, **{bound: value})
        for sign, (bound, value) in _SIGNS.items()
        for name, base in (("Int", "int"), ("Float", "float"))
    },
    **{
        f"pydantic.Strict{base.title()}": _annotated(base, strict=True)
        for base in ("bool", "bytes", "float", "int", "str")
    },
    "pydantic.FiniteFloat": _annotated("float", allow_inf_nan=False),
    **{
        f"pydantic.UUID{version}": _annotated("uuid.UUID", format=f"uuid{version}") for version in (1, 3, 4, 5, 6, 7, 8)
    },
    "pydantic.FilePath": _annotated("pathlib.Path", validator="after", format="file-path"),
    "pydantic.DirectoryPath": _annotated("pathlib.Path", validator="after", format="directory-path"),
    **dict.fromkeys(
        ("pydantic.NewPath", "pydantic.SocketPath"),
        _annotated("pathlib.Path", validator="after", format="path", **{CODE: True}),
    ),
    "pydantic.Base64Bytes": _annotated("bytes", validator="after", format="base64"),
    "pydantic.Base64Str": _annotated("str", validator="after", format="base64"),
    "pydantic.Base64UrlBytes": _annotated("bytes", validator="after", format="base64url"),
    "pydantic.Base64UrlStr": _annotated("str", validator="after", format="base64url"),
    **{name: _annotated(f"datetime.{kind}", **{CODE: True}) for kind, names in TIMES.items() for name in names},
    "typing.AnyStr": Union((Named("bytes"), Named("str"))),
}
"""Names for other types, as pydantic defines them (and one of `typing`'s); metadata by the names of `Constrained`."""
