from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest

from assistant import web
from assistant.readable import readable
from assistant.tools.pages import fetch_url

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
    ],
)
def test_html_becomes_the_text_that_a_person_reads(html: str, text: str) -> None:
    assert readable(html) == text


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
        (lambda _: httpx.Response(302, headers={"Location": "file:///etc/passwd"}), "cannot be fetched"),
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
