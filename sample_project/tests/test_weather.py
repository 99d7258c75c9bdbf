from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

import httpx
import pytest

from assistant.models import Day, Forecast
from assistant.tools.weather import get_weather
from assistant.web import WebError

Answer = Callable[[Callable[[httpx.Request], httpx.Response]], None]

TOWN = {"name": "Lisbon", "country": "Portugal", "latitude": 38.72, "longitude": -9.13}
DAILY = {
    "time": ["2026-03-02", "2026-03-03", "2026-03-04"],
    "weather_code": [0, 82, None],
    "temperature_2m_min": [9.5, 10.1, None],
    "temperature_2m_max": [17.0, 15.2, None],
    "precipitation_sum": [0.0, 6.4, None],
}


def test_a_town_is_looked_up_and_its_days_are_told(answer: Answer) -> None:
    requests: list[httpx.URL] = []

    def handler(request: httpx.Request) -> httpx.Response:
        requests.append(request.url)
        if request.headers["Host"].startswith("geocoding"):
            return httpx.Response(200, json={"results": [TOWN]})
        return httpx.Response(200, json={"timezone": "Europe/Lisbon", "daily": DAILY})

    answer(handler)
    days = [Day(date(2026, 3, 2), "clear", 9.5, 17.0, 0.0), Day(date(2026, 3, 3), "rain showers", 10.1, 15.2, 6.4)]
    expected = Forecast("Lisbon", "Portugal", "Europe/Lisbon", "imperial", days)
    assert asyncio.run(get_weather("Lisbon", 3, "imperial")) == expected
    geocoding, forecast = (dict(url.params) for url in requests)
    assert geocoding["name"] == "Lisbon"
    assert (forecast["latitude"], forecast["longitude"], forecast["forecast_days"]) == ("38.72", "-9.13", "3")
    assert (forecast["temperature_unit"], forecast["precipitation_unit"]) == ("fahrenheit", "inch")


def test_an_unknown_place_is_an_error_with_a_way_out(answer: Answer) -> None:
    answer(lambda _: httpx.Response(200, json={"generationtime_ms": 0.4}))
    with pytest.raises(LookupError, match="nearest town"):
        asyncio.run(get_weather("Atlantis"))


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        (httpx.Response(503), "answered 503"),
        (httpx.Response(200, text="<html>"), "JSON"),
    ],
)
def test_a_service_that_fails_is_named(answer: Answer, response: httpx.Response, reason: str) -> None:
    answer(lambda _: response)
    with pytest.raises(WebError, match=rf"open-meteo.*{reason}"):
        asyncio.run(get_weather("Lisbon"))
