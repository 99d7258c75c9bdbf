"""Source bytes → text, as Python itself decodes a file."""

from __future__ import annotations

import io
import re

_CODING = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t\f]*#.*?coding[:=]", re.MULTILINE)
_UTF8_BOM = b"\xef\xbb\xbf"


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


def _encoding(source: bytes) -> str:
    """The name of the encoding; `tokenize` is loaded only for a file whose first two lines mention one."""
    head = b"\n".join(source.split(b"\n", 2)[:2])
    if not _CODING.search(head):
        return "utf-8"
    from tokenize import detect_encoding

    try:
        return detect_encoding(io.BytesIO(source).readline)[0].replace("utf-8-sig", "utf-8")
    except SyntaxError as error:
        raise UndecodableError("source text", str(error.msg), 1) from error
