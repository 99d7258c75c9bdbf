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

MOST_PARTS = 100
"""How many parts an imported name may have in a file that is long: Python's parser makes a text of each beginning."""

_LONG = 100_000_000
"""How many points a file may have, times its length: about as much memory may all beginnings of its names take."""

_SPACE = r"(?:[ \t\f]|\\\n)*+"
_LONG_IMPORT = re.compile(
    rf"(?:\b(?:import|from)\b|,)[.]*+{_SPACE}[.]*+{_SPACE}\w++(?:{_SPACE}\.{_SPACE}\w++){{{MOST_PARTS}}}"
)

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


_SHOWN = 100
"""How much is shown of why a file cannot be decoded: the name of an encoding may be of any length."""


class UndecodableError(Exception):
    """The bytes are not in the encoding that they declare, or declare one that does not exist."""

    def __init__(self, encoding: str, reason: str, line: int) -> None:
        super().__init__(reason)
        self.encoding = encoding
        self.reason = reason if len(reason) <= _SHOWN else f"{reason[:_SHOWN]}…"
        self.line = line


def decode(source: bytes) -> str:
    r"""The text of a file: byte order mark, coding line (PEP 263), `\n` for newlines. Raises UndecodableError."""
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
    """The tree of a file would take most of the memory, and why."""


UNREADABLE = (DenseError, UndecodableError, SyntaxError, RecursionError, MemoryError, ValueError)
"""What is raised for bytes that are no source of a file that can be read."""


def refuse_dense(text: str) -> None:
    """Raises DenseError for a file with more than `MOST_SIGNS`, or a long import that has more than `MOST_PARTS`."""
    if text.count(".") * len(text) > _LONG and _has_dotted_line(text) and _LONG_IMPORT.search(text):
        raise DenseError(f"imports a name of more than {MOST_PARTS} parts")
    if len(text) > MOST_SIGNS and _is_dense(text):
        raise DenseError(f"has more than {MOST_SIGNS:,} words, signs and lines, which is too much to be read")


def _has_dotted_line(text: str) -> bool:
    """Whether a line has as many points as such a name: to count them takes a hundredth of the time of the pattern."""
    return any(line.count(".") >= MOST_PARTS for line in text.replace("\\\n", "").split("\n"))


def _is_dense(text: str) -> bool:
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
