"""What JSON is in Python."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""A JSON value: None, bool, int, float, str, list or dict with str keys."""

Schema: TypeAlias = dict[str, Json]
"""A JSON Schema 2020-12 object. It is never changed once it is part of a `ToolSpec`."""
