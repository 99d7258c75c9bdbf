"""The web client that tools share: its limits, its errors, and whom it may talk to, in one place."""

from __future__ import annotations

import os
import socket
from asyncio import get_running_loop
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

import httpx

ALLOWED = "ASSISTANT_ALLOWED_HOSTS"
"""The environment variable that lists, with commas, the hosts of `request`; these may be in the local network."""
MAX_BYTES = 2_000_000
TIMEOUT = httpx.Timeout(10.0, connect=5.0)
MAX_REDIRECTS = 5
_TRANSLATED = IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96")
"""Networks whose addresses end in one of IPv4 that a gateway connects to: RFC 6052, RFC 8215, RFC 4291."""

transport: httpx.AsyncBaseTransport | None = None
"""Where requests go: the network, unless a test puts something else here."""


class WebError(Exception):
    """A request that failed, said in a sentence that can be shown to a model."""


@dataclass(frozen=True)
class Reply:
    """The first `MAX_BYTES` bytes of a response, decoded. `url` is the address after redirects."""

    url: str
    status: int
    content_type: str
    text: str
    truncated: bool


async def get(url: str, parameters: Mapping[str, str | int | float] | None = None) -> Reply:
    """GET `url`, wherever it is in the public network, and read its text.

    Raises WebError for an address that is not http or https, a server that is not public, cannot be reached or takes
    too long, a status that is not a success, and content that is not text.
    """
    async with _sent("GET", url, frozenset(), params=parameters, follow_redirects=True) as response:
        if not response.is_success:
            raise WebError(f"{response.url} answered {response.status_code} {response.reason_phrase}")
        return await _read(response)


async def request(method: str, url: str, headers: Mapping[str, str] | None = None, body: object = None) -> Reply:
    """Make a request to one of the hosts that the user allows, with `body` as JSON, and read what it answers.

    Raises WebError as `get` does, but for a status, and for any other host. Redirects are not followed.
    """
    host, allowed = _target(url).host, allowed_hosts()
    if host not in allowed:
        raise WebError(f"{host} is none of the hosts that the user allows in {ALLOWED}: {_listed(allowed)}")
    content: dict[str, Any] = {} if body is None else {"json": body}
    async with _sent(method, url, allowed, headers=dict(headers or {}), **content) as response:
        return await _read(response)


def allowed_hosts() -> frozenset[str]:
    """The hosts that the user allows."""
    return frozenset(filter(None, (host.strip().lower() for host in os.environ.get(ALLOWED, "").split(","))))


async def addresses(host: str) -> list[str]:
    """The IP addresses of a host, by the resolver of the system."""
    found = await get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for *_, sockaddr in found]


resolve: Callable[[str], Awaitable[list[str]]] = addresses
"""How a host is looked up: `addresses`, unless a test puts something else here."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public network, and so is the one of IPv4 that it may stand for."""
    found = ip_address(address)
    return all(part.is_global and not part.is_multicast for part in (found, *_within(found)))


def _within(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """The addresses of IPv4 that packets to one of IPv6 may end at."""
    if isinstance(address, IPv4Address):
        return []
    translated = [IPv4Address(int(address) & 0xFFFFFFFF)] if any(address in net for net in _TRANSLATED) else []
    return [*translated, *filter(None, (address.ipv4_mapped, address.sixtofour, *(address.teredo or ())))]


class _Public(httpx.AsyncBaseTransport):
    """Lets requests through that go to the public network, or to one of the hosts `allowed`.

    A connection goes to the very address that was looked at: a name that means another one at its second look-up
    (DNS rebinding) opens nothing.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, allowed: frozenset[str]) -> None:
        self._inner = inner
        self._allowed = allowed

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.host
        if request.url.scheme not in ("http", "https"):
            raise WebError(f"{request.url} is not an address that begins with http:// or https://")
        try:
            found = await resolve(host)
        except (OSError, UnicodeError) as error:  # the latter for a name that is none, such as one that is too long
            raise WebError(f"{request.url} cannot be fetched: {error}") from None
        if host not in self._allowed and not all(map(is_public, found)):
            raise WebError(f"{host} is not in the public network; api_call reaches the hosts in {ALLOWED}")
        return await self._inner.handle_async_request(_to(request, found[0]))

    async def aclose(self) -> None:
        await self._inner.aclose()


def _to(request: httpx.Request, address: str) -> httpx.Request:
    """`request`, sent to an IP address; certificates are still held against the name of the host."""
    extensions = {**request.extensions, "sni_hostname": request.url.host}
    url = request.url.copy_with(host=address)
    return httpx.Request(request.method, url, headers=request.headers, stream=request.stream, extensions=extensions)


@asynccontextmanager
async def _sent(method: str, url: str, allowed: frozenset[str], **options: Any) -> AsyncIterator[httpx.Response]:
    target = _target(url)
    try:
        async with _client(allowed) as client, client.stream(method, target, **options) as response:
            yield response
    except httpx.TimeoutException:
        raise WebError(f"{url} did not answer in time") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise WebError(f"{url} cannot be fetched: {error}") from error


def _target(url: str) -> httpx.URL:
    try:
        target = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise WebError(f"{url} cannot be fetched: {error}") from None
    if target.scheme not in ("http", "https") or not target.host:
        raise WebError(f"{url!r} is not an address that begins with http:// or https://")
    return target


def _client(allowed: frozenset[str]) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=_Public(transport or httpx.AsyncHTTPTransport(), allowed),
        timeout=TIMEOUT,
        max_redirects=MAX_REDIRECTS,
        headers={"User-Agent": "assistant/0.1", "Accept": "text/*, application/json, application/xml;q=0.9"},
    )


async def _read(response: httpx.Response) -> Reply:
    content_type = response.headers.get("Content-Type", "text/plain").partition(";")[0].strip().lower()
    if not content_type.startswith("text/") and not content_type.endswith(("json", "xml")):
        raise WebError(f"{response.url} is {content_type}, which is not text")
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_BYTES:
            break
    text = body[:MAX_BYTES].decode(response.encoding or "utf-8", errors="replace")
    return Reply(str(response.url), response.status_code, content_type, text, truncated=len(body) > MAX_BYTES)


def _listed(hosts: frozenset[str]) -> str:
    return ", ".join(sorted(hosts)) or "none"
