"""The agent that knows maps. Its tools are methods: they change its map, and their schema knows its tables."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal, TypedDict

from toolgen import tool
from toolgen.runtime import Toolbox

from assistant.agents.agent import Agent, Session
from assistant.generated.dispatch import Dispatcher

Row = Mapping[str, Any]
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_CONDITION = re.compile(r"(?P<column>\w+)\s*(?P<op>!=|<=|>=|=|<|>)\s*(?P<value>\S.*)")


class Filter(TypedDict):
    """A condition that rows of a table have to meet."""

    column: str
    op: Literal["=", "!=", "<", ">", "<=", ">="]
    value: str | float


@dataclass(frozen=True)
class TableRegistry:
    """The tables that can be shown."""

    tables: Mapping[str, Sequence[Row]]

    @classmethod
    def shipped(cls) -> TableRegistry:
        """The tables in `tables.json`: the parcels are the 211 houses of Dubin (1992), which were sold in Baltimore and
        its county in 1978, with areas in square feet (Regional Science and Urban Economics 22, 433-452)."""
        return cls(json.loads(files(__package__).joinpath("tables.json").read_text("utf-8")))

    @property
    def names(self) -> list[str]:
        return sorted(self.tables)

    def select(self, table: str, filters: Sequence[Filter]) -> list[Row]:
        """The rows of `table` that meet all `filters`. Raises LookupError for a column that it does not have."""
        rows = self.tables[table]
        for condition in filters:
            if condition["column"] not in rows[0]:
                raise LookupError(f"{table} has no column {condition['column']!r}, but {', '.join(rows[0])}")
        return [row for row in rows if all(_meets(row, condition) for condition in filters)]


@dataclass(frozen=True)
class Layer:
    """A table on the map, or the rows of it that meet the filters."""

    table: str
    filters: Sequence[Filter]
    color: str


@dataclass
class Map:
    """The layers that are shown, by their ids."""

    layers: dict[str, Layer] = field(default_factory=dict)


def extract_filters(arguments: dict[str, Any]) -> dict[str, Any]:
    """Models like to write conditions as text: `place = county and area > 10000` becomes two filters."""
    written = arguments.get("filters")
    if not isinstance(written, str):
        return arguments
    found = [_CONDITION.fullmatch(part.strip()) for part in re.split(r"\band\b|,", written)]
    if not all(found):
        return arguments  # what is no condition is refused with the schema, in words that a model can act on
    filters = [{"column": m["column"], "op": m["op"], "value": _value(m["value"])} for m in found if m]
    return {**arguments, "filters": filters}


class GeoAgent(Agent):
    name = "geo"
    description = (
        "You show maps of parcels and rivers. Add layers with the filters that the user wants, and say what is seen."
    )
    categories = ("maps",)

    def __init__(self, session: Session, registry: TableRegistry | None = None) -> None:
        self.registry = registry or TableRegistry.shipped()
        self.map = Map()
        super().__init__(session)

    def select_tools(self) -> Toolbox:
        return Toolbox.load(Dispatcher(self)).select(category=self.categories)

    def system_message(self) -> str:
        tables = (f"- {name}: {', '.join(self.registry.tables[name][0])}" for name in self.registry.names)
        return "\n".join([self.description, "Tables and their columns:", *tables])

    @tool(
        category="maps",
        risk_level="low",
        params={"table": {"enum": lambda self: self.registry.names}},
        preprocess=extract_filters,
        postprocess=lambda count: f"{count} found",
        examples=[
            {
                "table": "parcels",
                "layer_id": "large",
                "filters": [{"column": "area", "op": ">", "value": 10000}],
            }
        ],
    )
    def add_map_layer(self, table: str, layer_id: str, filters: list[Filter] | None = None, color: str = "blue") -> int:
        """Show a table on the map, or the rows of it that meet all filters.

        Args:
            table: The table.
            layer_id: A name for the layer, by which it is removed.
            filters: Conditions that the rows have to meet.
            color: The color of the layer.
        """
        rows = self.registry.select(table, filters or [])
        self.map.layers[layer_id] = Layer(table, filters or [], color)
        return len(rows)

    @tool(category="maps", risk_level="low", examples=[{"layer_id": "large"}])
    def remove_map_layer(self, layer_id: str) -> bool:
        """Remove a layer from the map, and tell whether it was there.

        Args:
            layer_id: The name that the layer was added under.
        """
        return self.map.layers.pop(layer_id, None) is not None

    @tool(category="maps", risk_level="low", params={"table": {"enum": lambda self: self.registry.names}})
    def run_analysis(self, table: str, column: str) -> dict[str, int]:
        """Count the rows of a table by what stands in a column.

        Args:
            table: The table.
            column: The column.
        """
        rows = self.registry.select(table, [])
        if column not in rows[0]:
            raise LookupError(f"{table} has no column {column!r}, but {', '.join(rows[0])}")
        counts: dict[str, int] = {}
        for row in rows:
            counts[str(row[column])] = counts.get(str(row[column]), 0) + 1
        return counts


def _meets(row: Row, condition: Filter) -> bool:
    found = row[condition["column"]]
    try:
        return found is not None and _COMPARE[condition["op"]](found, condition["value"])
    except TypeError:
        return False


def _value(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text.strip("'\"")
