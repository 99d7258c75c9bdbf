"""Validation as one writes it by hand for the two tools: the first fault is raised."""

from __future__ import annotations

import json
from typing import Any

from workload import Address, Call, Customer, Line, Priority, get_weather, place_order


def contender(name: str) -> Call:
    return {"small": _call_get_weather, "rich": _call_place_order}[name]


async def _call_get_weather(text: str) -> str:
    given = json.loads(text)
    _require(isinstance(given, dict), "the arguments must be an object")
    _require(isinstance(given.get("place"), str), "place must be a string")
    if "days" in given:
        _require(_is_integer(given["days"]), "days must be an integer")
    if "units" in given:
        _require(given["units"] in ("metric", "imperial"), "units must be metric or imperial")
    return await get_weather(**given)  # type: ignore[no-any-return]


async def _call_place_order(text: str) -> int:
    given = json.loads(text)
    _require(isinstance(given, dict), "the arguments must be an object")
    given["customer"] = _customer(given.get("customer"))
    _require(isinstance(given.get("lines"), list), "lines must be a list")
    given["lines"] = [_line(line) for line in given["lines"]]
    if "priority" in given:
        given["priority"] = Priority(given["priority"])
    if given.get("labels") is not None:
        _require(isinstance(given["labels"], list), "labels must be a list")
        _require(all(isinstance(label, str) for label in given["labels"]), "labels must be strings")
    if "dry_run" in given:
        _require(isinstance(given["dry_run"], bool), "dry_run must be true or false")
    return await place_order(**given)  # type: ignore[no-any-return]


def _customer(value: Any) -> Customer:
    _require(isinstance(value, dict), "customer must be an object")
    _require(isinstance(value.get("name"), str), "name must be a string")
    _require(isinstance(value.get("email"), str), "email must be a string")
    return Customer(value["name"], value["email"], _address(value.get("address")))


def _address(value: Any) -> Address:
    _require(isinstance(value, dict), "address must be an object")
    for name in ("street", "city", "country"):
        _require(isinstance(value.get(name), str), f"{name} must be a string")
    postcode = value.get("postcode")
    _require(postcode is None or isinstance(postcode, str), "postcode must be a string or null")
    return Address(value["street"], value["city"], value["country"], postcode)


def _line(value: Any) -> Line:
    _require(isinstance(value, dict), "line must be an object")
    _require(isinstance(value.get("sku"), str), "sku must be a string")
    _require(_is_integer(value.get("quantity")), "quantity must be an integer")
    _require(isinstance(value.get("price"), (int, float)), "price must be a number")
    note = value.get("note")
    _require(note is None or isinstance(note, str), "note must be a string or null")
    return Line(value["sku"], value["quantity"], value["price"], note)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)
