"""Source bytes → text, as Python itself decodes a file."""

from __future__ import annotations

import codecs
import io
import re

_CODING = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t\f]*#.*?coding[:=]", re.MULTILINE)
_UTF8_BOM = b"\xef\xbb\xbf"
_SLOW_CODECS = frozenset({"idna", "punycode"})
"""Encodings of host names, which take the square of the time that a text is long."""

MOST_SIGNS = 500_000
"""How many words, signs and lines a file may have that is parsed: two may be a node of its tree, of a kilobyte."""

_TEXT = re.compile(
    rb"""
    (?P<has_code> [ft]r? | r[ft] )?+ (?:
        "{3} (?: [^"\\] | \\. | "(?!"") )*+ (?: "{3} | \Z ) | '{3} (?: [^'\\] | \\. | '(?!'') )*+ (?: '{3} | \Z )
        | "(?: [^"\\\n] | \\. )*+ "? | '(?: [^'\\\n] | \\. )*+ '?
    ) | \#[^\n]*+
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
"""Strings and comments."""

_WORDS = bytes(code for code in range(256) if code >= 128 or chr(code).isalnum() or chr(code) in "_ \t")
_BETWEEN_WORDS = bytes(code if code in _WORDS else ord(" ") for code in range(256))


class UndecodableError(Exception):
    """The bytes are not in the encoding that they declare, or declare one that does not exist."""

    def __init__(self, encoding: str, reason: str, line: int) -> None:
        super().__init__(reason)
        self.encoding = encoding
        self.reason = reason
        self.line = line


def decode(source: bytes) -> str:
    """The text of a source file: byte order mark and coding line honoured (PEP 263), newlines made `\\n`.

    Raises UndecodableError.
    """
    encoding = _encoding(source)
    source = source.removeprefix(_UTF8_BOM)
    try:
        text = source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise UndecodableError(encoding, f"byte 0x{source[error.start]:02x} in line {line}", line) from error
    except (LookupError, UnicodeError) as error:  # codecs that are not for text, such as rot13 and undefined
        raise UndecodableError(encoding, str(error), 1) from error
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class DenseError(Exception):
    """A file has more than `MOST_SIGNS`."""


def is_dense(text: str) -> bool:
    """Whether a file has more than `MOST_SIGNS`."""
    if len(text) <= MOST_SIGNS:
        return False
    source = text.encode(errors="surrogatepass")
    code = _TEXT.sub(lambda found: found[0] if found["has_code"] else b" ", source)
    return len(code.translate(None, _WORDS)) + len(code.translate(_BETWEEN_WORDS).split()) > MOST_SIGNS


def _encoding(source: bytes) -> str:
    """The name of the encoding; `tokenize` is loaded only for a file whose first two lines mention one."""
    head = b"\n".join(source.split(b"\n", 2)[:2])
    if not _CODING.search(head):
        return "utf-8"
    from tokenize import detect_encoding

    try:
        found = detect_encoding(io.BytesIO(source).readline)[0].replace("utf-8-sig", "utf-8")
    except SyntaxError as error:
        raise UndecodableError("source text", str(error.msg), 1) from error
    if codecs.lookup(found).name in _SLOW_CODECS:
        raise UndecodableError("source text", f"{found} is an encoding of host names", 1)
    return found
