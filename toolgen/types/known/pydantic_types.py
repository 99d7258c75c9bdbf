"""pydantic's own types: the JSON Schema of each, or the `Annotated` type that it stands for.

Source: <https://docs.pydantic.dev/latest/api/types/> and <https://docs.pydantic.dev/latest/api/networks/>. A type is
spelled `pydantic.NAME` here, whichever module of pydantic it is imported from.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.model.types import ANY, ClassSpec, Constrained, Field, Json, Metadata, Named, Schema, TypeExpr, Union

_URI: Schema = {"type": "string", "format": "uri", "minLength": 1}
_MULTI_HOST: Schema = {"type": "string", "format": "multi-host-uri", "minLength": 1}
_WRITTEN: Mapping[str, Schema] = {
    "AmqpDsn": _URI,
    "AnyHttpUrl": _URI,
    "AnyUrl": _URI,
    "AnyWebsocketUrl": _URI,
    "ClickHouseDsn": _URI,
    "CockroachDsn": _URI,
    "FileUrl": _URI,
    "FtpUrl": _URI,
    "HttpUrl": {**_URI, "maxLength": 2083},
    "KafkaDsn": _URI,
    "MariaDBDsn": _URI,
    "MongoDsn": _MULTI_HOST,
    "MySQLDsn": _URI,
    "NatsDsn": _MULTI_HOST,
    "PostgresDsn": _MULTI_HOST,
    "RedisDsn": _URI,
    "SnowflakeDsn": _URI,
    "WebsocketUrl": {**_URI, "maxLength": 2083},
}

URLS: Mapping[str, Schema] = {
    **{f"pydantic.{name}": schema for name, schema in _WRITTEN.items()},
    "pydantic_core.MultiHostUrl": _MULTI_HOST,
    "pydantic_core.Url": _URI,
}
"""The types of URLs."""

JSON = "pydantic.Json"

PYDANTIC: Mapping[str, Schema] = {
    **URLS,
    "pydantic.ByteSize": {
        "anyOf": [{"type": "string", "pattern": r"^\s*(\d*\.?\d+)\s*(\w+)?"}, {"type": "integer", "minimum": 0}]
    },
    "pydantic.EmailStr": {"type": "string", "format": "email"},
    "pydantic.IPvAnyAddress": {"type": "string", "format": "ipvanyaddress"},
    "pydantic.IPvAnyInterface": {"type": "string", "format": "ipvanyinterface"},
    "pydantic.IPvAnyNetwork": {"type": "string", "format": "ipvanynetwork"},
    "pydantic.ImportString": {"type": "string"},
    JSON: {"type": "string", "contentMediaType": "application/json", "contentSchema": {}},
    "pydantic.NameEmail": {"type": "string", "format": "name-email"},
    "pydantic.PaymentCardNumber": {"type": "string", "minLength": 12, "maxLength": 19},
    "pydantic.SecretBytes": {"type": "string", "format": "password", "writeOnly": True},
    "pydantic.SecretStr": {"type": "string", "format": "password", "writeOnly": True},
}
"""Types that pydantic writes as JSON of their own."""


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

_STRICT = ("bool", "bytes", "float", "int", "str")
_UUIDS = (1, 3, 4, 5, 6, 7, 8)

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
    "pydantic.NewPath": _annotated("pathlib.Path", validator="after", format="path"),
    "pydantic.SocketPath": _annotated("pathlib.Path", validator="after", format="path"),
    "pydantic.Base64Bytes": _annotated("bytes", validator="after", format="base64"),
    "pydantic.Base64Str": _annotated("str", validator="after", format="base64"),
    "pydantic.Base64UrlBytes": _annotated("bytes", validator="after", format="base64url"),
    "pydantic.Base64UrlStr": _annotated("str", validator="after", format="base64url"),
    **dict.fromkeys(("pydantic.PastDate", "pydantic.FutureDate"), Named("datetime.date")),
    **dict.fromkeys(
        (f"pydantic.{name}Datetime" for name in ("Aware", "Future", "Naive", "Past")), Named("datetime.datetime")
    ),
    "typing.AnyStr": Union((Named("bytes"), Named("str"))),
}
"""Names for other types, as pydantic defines them (and one of `typing`'s); metadata by the names of `Constrained`."""
