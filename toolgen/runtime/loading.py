"""Reading a manifest: its JSON, its version, and the tools in it."""

from __future__ import annotations

import json
import re

from toolgen.model.versions import ManifestError, check, checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolgen.model.json_values import Json
    from toolgen.runtime.entry import ToolEntry
    from toolgen.runtime.sources import Source

_HEAD = re.compile(rb'\{\s*"manifest_version": *(\d+),')
"""How every manifest begins that `toolgen build` writes."""


def load(source: Source) -> Iterator[ToolEntry]:
    """The tools of a manifest. Raises ManifestError where it cannot be read."""
    from toolgen.runtime.entry import decode

    text = source.manifest()
    source.check(text)
    source.digest = hash(text)
    try:
        document = checked(json.loads(text))
        source.settings = _settings(document)
        yield from map(decode, document["tools"])
    except ManifestError as error:
        raise _at(source, str(error)) from error
    except (ValueError, RecursionError) as error:
        raise _at(source, f"it is not JSON: {error}") from error
    except KeyError as error:
        raise _at(source, f"a tool in it has no {error}") from error
    except (TypeError, AttributeError) as error:
        raise _at(source, f"a tool in it is not what the format asks for: {error}") from error


def _settings(document: Json) -> dict[str, Json]:
    """What a manifest says beside its tools of how models read of them. Raises TypeError for what is no such thing."""
    for name, (accepts, expected) in _SETTINGS.items():
        if name in document and not accepts(document[name]):
            raise TypeError(f"its {name} is not {expected}")
    return {name: document[name] for name in _SETTINGS if name in document}


def _is_notation(found: Json) -> bool:
    from toolgen.model.notations import NOTATIONS

    return found in NOTATIONS


def _is_options(found: Json) -> bool:
    if not isinstance(found, dict):
        return False
    texts = [text for said in found.values() for text in (said if isinstance(said, list) else [said])]
    return all(isinstance(text, str) for text in texts)


_SETTINGS: Mapping[str, tuple[Callable[[Json], bool], str]] = {
    "call_syntax": (
        lambda found: isinstance(found, dict) and all(isinstance(value, str) for value in found.values()),
        "a table of texts",
    ),
    "notation": (_is_notation, "one that is known"),
    "targets": (
        lambda found: isinstance(found, dict) and all(map(_is_options, found.values())),
        "a table of tables of texts and lists of texts",
    ),
    "input_examples": (lambda found: isinstance(found, bool), "true or false"),
}


def generated(source: Source, file: str, is_dynamic: bool) -> bytes | None:
    """A generated file that says the same as the manifest beside it; None where the manifest has to be read.

    That is where there is no such file, where the manifest is no longer the one that was read, or where `is_dynamic`
    asks for the values of enumerations that are known at run time only, and there are some. Raises ManifestError for a
    manifest of a newer format. The manifest is searched and not decoded, which would take longer than everything else.
    """
    text = source.manifest()
    head = _HEAD.match(text)
    is_new = source.digest not in (None, hash(text))
    if not head or is_new or (is_dynamic and b'"dynamic":' in text):
        return None
    try:
        check(int(head[1]))
    except ManifestError as error:
        raise _at(source, str(error)) from None
    return source.read(file)


def read_json(source: Source, file: str, text: bytes) -> Json:
    """The value of a generated file beside the manifest `source`. Raises ManifestError where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"{source.beside(file)}: it is not JSON: {error}") from error


def _at(source: Source, reason: str) -> ManifestError:
    return ManifestError(reason if reason.startswith(source.path) else f"{source.path}: {reason}")
