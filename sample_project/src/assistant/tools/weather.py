"""The weather, from Open-Meteo, which needs no key: https://open-meteo.com/en/docs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from toolgen import tool

from assistant import web
from assistant.models import Day, Forecast

GEOCODING = "https://geocoding-api.open-meteo.com/v1/search"
FORECAST = "https://api.open-meteo.com/v1/forecast"
_DAILY = ("weather_code", "temperature_2m_min", "temperature_2m_max", "precipitation_sum")
_UNITS: dict[str, dict[str, str]] = {
    "metric": {"temperature_unit": "celsius", "precipitation_unit": "mm"},
    "imperial": {"temperature_unit": "fahrenheit", "precipitation_unit": "inch"},
}
# WMO code table 4677 in the groups that Open-Meteo documents: each summary holds from its code up to the next.
_SUMMARIES = {
    0: "clear",
    1: "mostly clear",
    2: "partly cloudy",
    3: "overcast",
    45: "fog",
    51: "drizzle",
    56: "freezing drizzle",
    61: "rain",
    66: "freezing rain",
    71: "snow",
    80: "rain showers",
    85: "snow showers",
    95: "thunderstorm",
}


@tool(
    category="web",
    tags=["network", "weather"],
    risk_level="low",
    timeout=30,
    params={"days": {"type": "integer", "minimum": 1, "maximum": 16}},
    annotations={"read_only": True, "idempotent": True, "open_world": True},
    examples=[{"place": "Lisbon", "days": 2}],
)
async def get_weather(place: str, days: int = 3, units: Literal["metric", "imperial"] = "metric") -> Forecast:
    """Forecast the weather of a town for today and the days after.

    Args:
        place: Name of a town, or a postal code.
        days: How many days, today included.
        units: Celsius and millimetres, or Fahrenheit and inches.

    Raises:
        LookupError: There is no such place.
        WebError: The weather service cannot be reached or does not answer with JSON.
    """
    found = await _get_json(GEOCODING, {"name": place, "count": 1, "format": "json"})
    if not found.get("results"):
        raise LookupError(f"no place is called {place!r}; try the name of the nearest town")
    town = found["results"][0]
    request = {
        "latitude": town["latitude"],
        "longitude": town["longitude"],
        "timezone": "auto",
        "daily": ",".join(_DAILY),
        "forecast_days": days,
    }
    weather = await _get_json(FORECAST, request | _UNITS[units])
    return Forecast(town["name"], town.get("country", ""), weather["timezone"], units, _days(weather["daily"]))


def _days(daily: Mapping[str, list[Any]]) -> list[Day]:
    columns = zip(daily["time"], *(daily[name] for name in _DAILY), strict=True)
    return [
        Day(date.fromisoformat(day), _summary(code), low, high, rain)
        for day, code, low, high, rain in columns
        if None not in (code, low, high, rain)
    ]


def _summary(code: int) -> str:
    return _SUMMARIES[max(known for known in _SUMMARIES if known <= code)]


async def _get_json(url: str, parameters: Mapping[str, str | int | float]) -> dict[str, Any]:
    reply = await web.get(url, parameters)
    try:
        answer: dict[str, Any] = json.loads(reply.text)
    except ValueError:
        raise web.WebError(f"{url} did not answer with JSON") from None
    return answer
