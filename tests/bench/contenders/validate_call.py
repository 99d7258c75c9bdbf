"""`pydantic.validate_call`, which is given what `json.loads` makes of the text."""

from __future__ import annotations

import json
from typing import Any

import pydantic
from workload import TOOLS, Call


def contender(name: str) -> Call:
    validated: Any = pydantic.validate_call(TOOLS[name])

    async def call(text: str) -> Any:
        return await validated(**json.loads(text))

    return call
