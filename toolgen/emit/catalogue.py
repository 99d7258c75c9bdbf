"""`tools.html`: the tools for people to search, with what each provider is sent of them. One file that asks nobody."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from html import escape
from itertools import chain
from typing import TYPE_CHECKING

from toolgen.call_syntax.syntax import CallSyntax
from toolgen.emit.reference import Section
from toolgen.emit.templates import PARTS, text_of
from toolgen.model import unsafe
from toolgen.model.canonical import full_digest
from toolgen.model.contract import RISK_LEVELS, contract
from toolgen.model.json_values import Json
from toolgen.views.html import Html
from toolgen.views.markdown import line_feeds, plain
from toolgen.views.tool import calls

if TYPE_CHECKING:
    from jinja2 import Template

SCHEMA = Html('<a class="schema">the input schema</a>')
"""What stands for a tool's input schema in a definition that holds it as it is; the script puts it there."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What the provider `target` is sent of one tool: `size` is in bytes, of its JSON on one line."""

    target: str
    size: int
    text: Html


@dataclass(frozen=True, slots=True)
class Payload:
    """One tool as data: its `digest`, its input `schema` as JSON, and what is `sent` of it."""

    digest: str
    schema: Html
    sent: tuple[Sent, ...]


def payloads(encoded: Sequence[Json], schemas: Sequence[str], files: Mapping[str, str]) -> dict[str, Payload]:
    """The data of each tool by its name, of manifest entries, schemas' texts, and the `files` of providers."""
    sent = zip(*map(_definitions, files.values()), strict=True) if files else ((),) * len(schemas)
    rows = zip(encoded, schemas, sent, strict=True)
    return {entry["name"]: _payload(entry, schema, zip(files, sent, strict=True)) for entry, schema, sent in rows}


def emit_catalogue(
    sections: Sequence[Section], data: Mapping[str, Payload], syntax: CallSyntax, template: Template
) -> str:
    """The text of `tools.html`.

    The template is given `sections`; `data` by the names of tools, and `digest`, that of them all; `calls(tool)`, its
    examples as a model writes them; `labels`, the tags of each tool in one line each; what can be chosen: `risks` and
    `tags`; `sizes`, the bytes for each provider; and `style` and `script`, with the `policy` that allows these two and
    nothing else.
    """
    specs = [entry.tool.spec for section in sections for entry in section.entries]
    # As a browser hashes it, which reads line feeds alone.
    style, script = (Html(line_feeds(text_of(template.environment, name))) for name in PARTS)
    risks = {spec.risk_level for spec in specs}
    labels = {spec.name: [*filter(None, map(plain, spec.tags))] for spec in specs}
    return template.render(
        sections=sections,
        count=len(specs),
        data=data,
        digest=full_digest({name: payload.digest for name, payload in data.items()}),
        calls=partial(calls, syntax=syntax),
        risks=[risk for risk in RISK_LEVELS if risk in risks],
        labels=labels,
        tags=sorted(set(chain.from_iterable(labels.values()))),
        sizes=_sizes(data),
        style=style,
        script=script,
        policy=_policy(style, script),
    )


def _payload(entry: Mapping[str, Json], schema: str, definitions: Iterable[tuple[str, str]]) -> Payload:
    size = _on_one_line(schema)
    sent = tuple(_sent(target, definition, schema, size) for target, definition in definitions)
    return Payload(full_digest(contract(entry)), _shown(schema), sent)


def _definitions(text: str) -> list[str]:
    """The elements of a list in a file of JSON. No line of one but its first and its last is as little indented."""
    elements = text.replace("\n  ", "\n")[len("[\n") : -len("\n]\n")]
    return elements.replace(",\n{", "\0{").split("\0") if elements else []


def _sent(target: str, definition: str, schema: str, size: int) -> Sent:
    """A text with line breaks stands in no string, so that what looks like the schema is the schema."""
    for indent in ("\n  ", "\n    ") if "\n" in schema else ():
        before, found, behind = definition.partition(schema.replace("\n", indent))
        if found:
            size += _on_one_line(before) + _on_one_line(behind)
            return Sent(target, size, Html(f"{_shown(before)}{SCHEMA}{_shown(behind)}"))
    return Sent(target, _on_one_line(definition), _shown(definition))


def _on_one_line(text: str) -> int:
    """The bytes of a part of laid-out JSON when its line breaks are taken out, with a space behind each comma."""
    spaces = text.count(",\n")
    while "\n " in text:
        text = text.replace("\n  ", "\n")
    return len(text if text.isascii() else text.encode(errors="replace")) - text.count("\n") + spaces


def _shown(text: str) -> Html:
    """JSON whose strings hold no character that would hide text or reorder it, but its escape."""
    if not text.isascii() or "\x7f" in text:
        text = unsafe.escaped(text)
    return Html(escape(text, quote=False))


def _sizes(data: Mapping[str, Payload]) -> dict[str, int]:
    found: dict[str, int] = {}
    for sent in chain.from_iterable(payload.sent for payload in data.values()):
        found[sent.target] = found.get(sent.target, 0) + sent.size
    return found


def _policy(style: str, script: str) -> str:
    """A Content Security Policy: this style, this script, and no request."""
    allowed = {"style-src": style, "script-src": script}
    hashes = (f"{kind} 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for kind, text in allowed.items())
    return "; ".join(["default-src 'none'", *hashes, "base-uri 'none'", "form-action 'none'"])
