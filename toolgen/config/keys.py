"""What a key of the configuration takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it takes, in words and as a check, and where the paths that it names must be.

    `inside` paths are below the folder of the configuration; `exists` says of a path whether it is there.
    """

    expected: str
    example: str
    accepts: Callable[[Any], bool]
    inside: bool = False
    exists: Callable[[Path], bool] | None = None


def one_of(*values: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in values


def list_of(accepts: Callable[[Any], bool], *, least: int = 0) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(accepts, value))
