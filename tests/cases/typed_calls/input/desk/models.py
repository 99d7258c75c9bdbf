from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NamedTuple, TypedDict


class Priority(Enum):
    LOW = "low"
    HIGH = "high"


@dataclass
class Task:
    text: str
    due: date | None = None
    parent: Task | None = None


class Point(NamedTuple):
    x: float
    y: float


class AVeryLongNameOfAClassThatStandsInAnnotations(TypedDict):
    point: Point
    when: date


class Outer:
    @dataclass
    class Inner:
        when: date
