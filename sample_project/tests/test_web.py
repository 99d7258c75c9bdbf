from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest

from assistant import search, web
from assistant.models import SearchResult
from assistant.readable import readable
from assistant.tools.web import api_call, fetch_url, search_web

Answer = Callable[[Callable[[httpx.Request], httpx.Response]], None]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("plain", "plain"),
        ("<p>one<p>two", "one\ntwo"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<p>so <b>very</b>\n  late</p>", "so very late"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("&lt;b&gt; &amp; caf&eacute;", "<b> & café"),
        ("a<script>if (b<c) {}</script><style>p{}</style>d", "ad"),
        ("<head><title>T</title><body>B", "T\nB"),
        ("a</script></p>b", "a\nb"),
        ("a<!-- <p>b</p> -->c<SCRIPT>d</Script>e", "ace"),
        ("1 < 2 <3 a&#0;b<", "1 < 2 <3 a\N{REPLACEMENT CHARACTER}b<"),
    ],
)
def test_html_becomes_the_text_that_a_person_reads(html: str, text: str) -> None:
    assert readable(html) == text


@pytest.mark.parametrize(
    "piece", ["<!", "<!--", "<a ", "<a b='", "</", "<![CDATA[", "<script>", "<script></", "&", "<p>"]
)
def test_no_page_takes_long(piece: str, growth: Callable[..., float]) -> None:
    assert growth(lambda size: readable(piece * (size // len(piece))), web.MAX_BYTES) < 64


def test_a_page_is_read_after_redirects(answer: Answer) -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/old":
            return httpx.Response(301, headers={"Location": "/new"})
        return httpx.Response(200, html="<h1>Hello</h1><p>caf\u00e9</p>")

    answer(handler)
    page = asyncio.run(fetch_url("https://example.org/old"))
    assert (page.url, page.text) == ("https://example.org/new", "Hello\ncafé")
    assert (page.content_type, page.truncated) == ("text/html", False)


def test_text_comes_back_as_it_is_in_its_own_encoding(answer: Answer) -> None:
    headers = {"Content-Type": "text/plain; charset=latin-1"}
    answer(lambda _: httpx.Response(200, content="1 < 2\r\ncafé".encode("latin-1"), headers=headers))
    assert asyncio.run(fetch_url("https://example.org/a.txt")).text == "1 < 2\r\ncafé"


@pytest.mark.parametrize(("length", "truncated"), [(99, False), (100, False), (101, True)])
def test_long_text_is_cut(answer: Answer, length: int, truncated: bool) -> None:
    answer(lambda _: httpx.Response(200, text="x" * length))
    page = asyncio.run(fetch_url("https://example.org", max_characters=100))
    assert (len(page.text), page.truncated) == (min(length, 100), truncated)


def test_no_more_than_the_limit_is_read(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MAX_BYTES", 10)
    answer(lambda _: httpx.Response(200, text="x" * 11))
    reply = asyncio.run(web.get("https://example.org"))
    assert (reply.text, reply.truncated) == ("x" * 10, True)


@pytest.mark.parametrize(
    "url", ["", "example.org", "file:///etc/passwd", "ftp://example.org", "https://", "http://[", "a\0b"]
)
def test_only_web_addresses_are_fetched(url: str) -> None:
    with pytest.raises(web.WebError, match=r"http://|cannot be fetched"):
        asyncio.run(fetch_url(url))


def timeout(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("", request=request)


@pytest.mark.parametrize(
    ("handler", "reason"),
    [
        (timeout, "did not answer in time"),
        (lambda _: httpx.Response(404), "answered 404 Not Found"),
        (lambda _: httpx.Response(200, content=b"\x89PNG", headers={"Content-Type": "image/png"}), "is image/png"),
        (lambda request: httpx.Response(302, headers={"Location": str(request.url)}), "redirects"),
        (lambda _: httpx.Response(302, headers={"Location": "file:///etc/passwd"}), "begins with http://"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence(
    answer: Answer, handler: Callable[[httpx.Request], httpx.Response], reason: str
) -> None:
    answer(handler)
    with pytest.raises(web.WebError, match=reason):
        asyncio.run(fetch_url("https://example.org/a"))


def test_without_a_network_the_error_names_the_address() -> None:
    with pytest.raises(web.WebError, match=r"https://example\.org"):
        asyncio.run(fetch_url("https://example.org"))


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0", "100.64.0.1"),
        *("224.0.0.1", "ff02::1", "fe80::1%1"),
        *("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::"),  # IPv4 within
    ],
)
def test_the_local_network_is_not_reached(answer: Answer, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    async def resolve(host: str) -> list[str]:
        return ["93.184.215.14", address]

    monkeypatch.setattr(web, "resolve", resolve)
    answer(lambda _: httpx.Response(200, text="secret"))
    with pytest.raises(web.WebError, match="not in the public network"):
        asyncio.run(fetch_url("http://router.example/"))


def test_a_redirect_into_the_local_network_is_not_followed(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str) -> list[str]:
        return ["127.0.0.1" if host == "localhost" else "93.184.215.14"]

    monkeypatch.setattr(web, "resolve", resolve)
    answer(lambda _: httpx.Response(302, headers={"Location": "http://localhost/admin"}))
    with pytest.raises(web.WebError, match="localhost is not in the public network"):
        asyncio.run(fetch_url("https://example.org"))


def test_a_connection_goes_to_the_address_that_was_looked_at(answer: Answer) -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, text="")

    answer(handler)
    assert asyncio.run(fetch_url("https://example.org/a")).url == "https://example.org/a"
    (request,) = seen
    assert (request.url.host, request.headers["Host"]) == ("93.184.215.14", "example.org")
    assert request.extensions["sni_hostname"] == "example.org"


@pytest.mark.parametrize("url", ["http://home.lan/unlock", "https://example.org/"])
def test_a_page_is_read_from_no_host_of_the_local_network_that_requests_may_be_made_to(
    answer: Answer, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    async def resolve(host: str) -> list[str]:
        return ["192.168.1.7" if host == "home.lan" else "93.184.215.14"]

    def handler(request: httpx.Request) -> httpx.Response:
        assert request.headers["Host"] != "home.lan"
        return httpx.Response(302, headers={"Location": "http://home.lan/unlock"})

    monkeypatch.setattr(web, "resolve", resolve)
    monkeypatch.setenv(web.ALLOWED, "home.lan")
    answer(handler)
    with pytest.raises(web.WebError, match=r"home\.lan is not in the public network"):
        asyncio.run(fetch_url(url))


def test_a_name_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "resolve", web.addresses)
    with pytest.raises(web.WebError, match="cannot be fetched"):
        asyncio.run(fetch_url(f"http://{'a' * 70}.example/"))


def test_a_request_is_made_to_a_host_that_the_user_allows(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str) -> list[str]:
        return ["192.168.1.7"]

    monkeypatch.setattr(web, "resolve", resolve)
    monkeypatch.setenv(web.ALLOWED, "home.lan, example.org")
    answer(lambda request: httpx.Response(202, json={"method": request.method, "body": request.content.decode()}))
    reply = asyncio.run(api_call("http://home.lan/lights/off", "POST", body={"fade": 3}))
    assert (reply.status, reply.body) == (202, '{"method":"POST","body":"{\\"fade\\":3}"}')


def test_of_a_long_answer_the_beginning_is_told(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(web.ALLOWED, "example.org")
    answer(lambda request: httpx.Response(200, text="x" * 10**6))
    reply = asyncio.run(api_call("https://example.org/"))
    assert (len(reply.body), reply.truncated) == (20_000, True)


@pytest.mark.parametrize("url", ["http://home.lan.example/", "http://example.org@127.0.0.1/", "http://127.0.0.1/"])
def test_no_request_is_made_to_another_host(answer: Answer, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv(web.ALLOWED, "home.lan,example.org")
    answer(lambda _: pytest.fail("a request was made"))
    with pytest.raises(web.WebError, match="none of the hosts that the user allows"):
        asyncio.run(api_call(url))


def test_without_a_provider_a_few_pages_are_searched() -> None:
    titles = [result.title for result in asyncio.run(search_web("US top news", 2))]
    assert len(titles) == 2
    assert all(title.startswith("US top news") for title in titles)
    assert asyncio.run(search_web("zygote")) == []


class Elsewhere:
    async def search(self, query: str, limit: int) -> list[SearchResult]:
        return [SearchResult("https://example.org", query, "")] * limit


def test_the_environment_names_another_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Elsewhere", Elsewhere, raising=False)
    monkeypatch.setenv(search.VARIABLE, "assistant.search:Elsewhere")
    assert [result.title for result in asyncio.run(search_web("cats", 2))] == ["cats", "cats"]
