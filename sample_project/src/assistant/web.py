"""The web client that tools share: its limits and its errors in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import httpx

MAX_BYTES = 2_000_000
TIMEOUT = httpx.Timeout(10.0, connect=5.0)
MAX_REDIRECTS = 5

transport: httpx.AsyncBaseTransport | None = None
"""Where requests go: the network, unless a test puts something else here."""


class WebError(Exception):
    """A request that failed, said in a sentence that can be shown to a model."""


@dataclass(frozen=True)
class Reply:
    """The first `MAX_BYTES` bytes of a response, decoded. `url` is the address after redirects."""

    url: str
    content_type: str
    text: str
    truncated: bool


async def get(url: str, parameters: Mapping[str, str | int | float] | None = None) -> Reply:
    """GET `url` and read its text.

    Raises WebError for an address that is not http or https, a server that cannot be reached or takes too long, a
    status that is not a success, and content that is not text.
    """
    try:
        target = httpx.URL(url)
        if target.scheme not in ("http", "https") or not target.host:
            raise WebError(f"{url!r} is not an address that begins with http:// or https://")
        async with _client() as client, client.stream("GET", target, params=parameters) as response:
            return await _read(response)
    except httpx.TimeoutException:
        raise WebError(f"{url} did not answer in time") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise WebError(f"{url} cannot be fetched: {error}") from error


def _client() -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=transport,
        timeout=TIMEOUT,
        follow_redirects=True,
        max_redirects=MAX_REDIRECTS,
        headers={"User-Agent": "assistant/0.1", "Accept": "text/*, application/json, application/xml;q=0.9"},
    )


async def _read(response: httpx.Response) -> Reply:
    content_type = response.headers.get("Content-Type", "text/plain").partition(";")[0].strip().lower()
    if not response.is_success:
        raise WebError(f"{response.url} answered {response.status_code} {response.reason_phrase}")
    if not content_type.startswith("text/") and not content_type.endswith(("json", "xml")):
        raise WebError(f"{response.url} is {content_type}, which is not text")
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_BYTES:
            break
    text = body[:MAX_BYTES].decode(response.encoding or "utf-8", errors="replace")
    return Reply(str(response.url), content_type, text, truncated=len(body) > MAX_BYTES)
