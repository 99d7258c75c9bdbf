"""Codemods → the files that they change, once what they promise was seen to hold: nothing is written here."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, filterfalse
from pathlib import Path
from typing import NamedTuple, TypeAlias

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, in_order
from toolgen.iteration import grouped
from toolgen.model.applicators import without
from toolgen.model.canonical import dumps
from toolgen.model.manifest_codec import encode_tool
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis, analyse
from toolgen.project.parallel import PORTIONS, shared
from toolgen.project.search import Search
from toolgen.reading import read
from toolgen.rewrite.change import Change, Left, UnchangeableError, with_error
from toolgen.rewrite.codemod import Codemod, EncodedTool
from toolgen.rewrite.migrations.sparing import sparing

FEW_FILES = 8
"""Below this number a second process costs more than it saves."""

Telling: TypeAlias = Callable[[str, int, int], object]
"""Is told what is done, how many of them are, and of how many; nothing of how many where that is not known."""


class Outcome(NamedTuple):
    """What a file holds with its changes made, and which of these were not, and why; or why it cannot be changed."""

    new: bytes = b""
    failures: tuple[tuple[Change, str], ...] = ()
    refused: str = ""


def untold(_: str, __: int, ___: int) -> None:
    """Tells nobody."""


def changed(
    sources: Mapping[str, bytes], changes: Mapping[str, Sequence[Change]], tell: Telling = untold
) -> dict[str, Outcome]:
    """The outcome for each of `sources`, by their paths, with its `changes` made."""
    if not sources:
        return {}
    from toolgen.rewrite.tree import rewritten  # libcst takes long to be imported

    paths = sorted(sources, key=lambda path: -len(sources[path]))  # those that take long first
    # In this order they are taken by both processes.
    numbers = {path: number for number, path in enumerate(chain(*(paths[at::PORTIONS] for at in range(PORTIONS))), 1)}
    own = os.getpid()

    def work(some: Iterable[str]) -> list[tuple[str, bytes, list[tuple[int, str]], str]]:
        return [*map(made, some)]

    def made(path: str) -> tuple[str, bytes, list[tuple[int, str]], str]:
        if os.getpid() == own:
            tell("changing files", numbers[path], len(paths))
        try:
            new, failures = rewritten(sources[path], changes[path])
        except UnchangeableError as error:
            return path, b"", [], str(error)
        # A change holds functions, which no other process can be sent.
        places = {change: index for index, change in enumerate(changes[path])}
        return path, new, [(places[change], reason) for change, reason in failures], ""

    found = shared(paths, work) if len(paths) >= FEW_FILES else [work(paths)]
    return {
        path: Outcome(new, tuple((changes[path][index], reason) for index, reason in failures), refused)
        for path, new, failures, refused in chain(*found)
    }


MOST_ROUNDS = 10
"""How often what was changed is looked at again: a change may ask for another."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """One file by its path in the project: the bytes that were read and those to be there, and the codes it mends."""

    path: str
    old: bytes
    new: bytes
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RewritePlan:
    """The files that change, what is to be said of the others, and the `analysis` of the project as it was."""

    root: Path
    files: tuple[Rewritten, ...]
    diagnostics: tuple[Diagnostic, ...]
    analysis: Analysis = field(repr=False)


def plan(config: Config, codemods: Sequence[Codemod], tell: Telling = untold) -> RewritePlan:
    """What `codemods` make of the project: a second run of them would change nothing. `tell` is told how far it is.

    What was changed is analysed before anything is written. A file of which a promise would be broken stays as it is
    (TG601), as does one that cannot be changed; so does a single place (TG602) or tool (TG604). Raises ConfigError.
    """
    tell("reading the project", 0, 0)
    planning = _Planning(config, codemods, analyse(config), tell)
    for _ in range(MOST_ROUNDS):
        if not planning.goes_on():
            break
    else:
        planning.refuse(dict.fromkeys(planning.texts, "each change of it asks for another"))
    return planning.done()


@dataclass(slots=True)
class _Planning:
    """The state of one plan: `texts` are the files that change so far, and `analysis` is that of the project with them.

    `wanted` are the changes that this asks for, by file, and `tried` the files with those that may be made of them.
    `made` are the changes of these. `others` are what files without tools held, `asking` the codemods that want to
    change something of it. `kept` are the tools that a change would harm. `own` are the paths of the files of the
    project: a library is none.
    """

    config: Config
    codemods: Sequence[Codemod]
    analysis: Analysis
    tell: Telling = untold
    texts: dict[str, bytes] = field(default_factory=dict)
    wanted: dict[str, list[Change]] = field(default_factory=dict)
    tried: dict[str, bytes] = field(default_factory=dict)
    made: dict[str, list[Change]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    failures: dict[Change | Left, str] = field(default_factory=dict)
    others: dict[str, bytes] = field(default_factory=dict)
    asking: list[Codemod] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    own: frozenset[str] = field(init=False)
    first: Analysis = field(init=False)

    def __post_init__(self) -> None:
        self.first = self.analysis
        self.own = Search(self.config).paths

    def goes_on(self) -> bool:
        """Take one round, which is an analysis; whether there may be more to change."""
        if not self.tried:
            self.wanted = self._wanted()
            self.tried = self._made(self.wanted)
        if not self.tried:
            return False
        self.tell("reading it as it will be", 0, 0)
        after = analyse(self.config, instead={**self.texts, **self.tried})
        if harmed := self._harmed(after):
            self._keep(harmed)
        elif broken := dict(self._broken(after, self.tried)):
            self.refuse(broken)
        else:
            self._take(after)
        return True

    def _harmed(self, after: Analysis) -> dict[Change | Left, str]:
        """The changes that are about tools which would be others, or would have errors."""
        harmed = {name: reason for name, _, reason in self._other_tools(after)}
        harmed |= {tool: reason for tool, _, reason in _new_errors(self.analysis, after) if tool}
        asked = (change for changes in self.wanted.values() for change in changes)
        return {change: harmed[change.about] for change in asked if change.about in harmed}

    def _keep(self, harmed: Mapping[Change | Left, str]) -> None:
        """Make none of the changes that are about tools of `harmed`."""
        self.failures.update(harmed)
        self.kept.update(change.about for change in harmed)
        asked = {path: [*filterfalse(harmed.__contains__, some)] for path, some in self.wanted.items()}
        again = {path: some for path, some in asked.items() if len(some) < len(self.wanted[path])}
        self.wanted |= again
        self.tried = _but(self.tried, again) | self._made(again)

    def refuse(self, reasons: Mapping[str, str]) -> None:
        """Leave files as they were, whatever was made of them."""
        self.refused.update(reasons)
        self.tried = _but(self.tried, reasons)
        if self.texts.keys() & reasons.keys():
            self.tried, self.texts = {}, _but(self.texts, reasons)
            self.analysis = analyse(self.config, instead=self.texts)

    def _take(self, after: Analysis) -> None:
        """Take what was tried, which the project is `after`."""
        for path in self.tried:
            self.made.setdefault(path, []).extend(filterfalse(self.failures.__contains__, self.wanted[path]))
        self.texts |= self.tried
        self.analysis, self.tried = after, {}

    def done(self) -> RewritePlan:
        first = self.first.diagnostics
        files = (
            Rewritten(path, self._bytes(self.first, path), new, tuple(sorted({one.code for one in self.made[path]})))
            for path, new in sorted(self.texts.items())
        )
        said = [found for found in first if found.code.startswith("TG1") and found.severity == "error"]
        said += [found for found in first if found.code == "TG229"]  # nothing is asked for what is left out
        said += [diagnose("TG601", Span(path), reason=reason) for path, reason in self.refused.items()]
        changed = {one.about for path in self.texts for one in self.made[path]}
        said += [_left(change, why, is_place=change.about in changed) for change, why in self.failures.items()]
        return RewritePlan(self.config.root, tuple(files), tuple(in_order(said)), self.first)

    def _wanted(self) -> dict[str, list[Change]]:
        """The changes that are asked for, by file."""
        wanted: dict[str, list[Change]] = {}
        asked = [(one, [*one.changes(self.analysis, self.config)]) for one in self.codemods]
        self.asking = [codemod for codemod, changes in asked if changes]
        for change in (change for _, changes in asked for change in changes if change.span.path in self.own):
            if isinstance(change, Left):
                # What was changed before tells nothing new, and has other places.
                self.failures |= {change: change.reason} if self.analysis is self.first else {}
            elif change.span.path not in self.refused and change.about not in self.kept:
                wanted.setdefault(change.span.path, []).append(change)
        return sparing(wanted, self.analysis, self.config)

    def _made(self, wanted: Mapping[str, list[Change]]) -> dict[str, bytes]:
        """What the files hold with the changes that are `wanted`, where they do not stay as they are."""
        sources: dict[str, bytes] = {}
        for path in wanted:
            try:
                sources[path] = self._source(path)
            except UnchangeableError as error:
                self.refused[path] = str(error)
        found = changed(sources, wanted, self.tell)
        self.refused |= {path: one.refused for path, one in found.items() if one.refused}
        for path, one in found.items():
            if path not in self.texts:  # the places in the file as it was
                self.failures.update(one.failures)
        return {path: one.new for path, one in found.items() if not one.refused and one.new != sources[path]}

    def _source(self, path: str) -> bytes:
        """The bytes as they are so far. Raises UnchangeableError for a file that a link leads to."""
        root = self.config.root.resolve()
        if (root / path).resolve() != root / path:
            raise UnchangeableError("a link leads to it")
        return self.texts[path] if path in self.texts else self._bytes(self.analysis, path)

    def _bytes(self, analysis: Analysis, path: str) -> bytes:
        """What a file held when it was analysed, or first read where it has no tools. Raises UnchangeableError."""
        if path in analysis.sources:
            return analysis.sources[path]
        if path not in self.others:
            try:
                self.others[path] = read(self.config.root / path, self.config.max_file_size)
            except OSError as error:
                raise UnchangeableError("it cannot be read") from error
        return self.others[path]

    def _broken(self, after: Analysis, texts: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
        """The files of which a promise is broken, and how; all that were changed where it is in none of them."""
        others = [(path, reason) for _, path, reason in self._other_tools(after)]
        for path, reason in (*others, *(error[1:] for error in _new_errors(self.analysis, after))):
            yield from [(path, reason)] if path in texts else [(one, reason) for one in texts]

    def _other_tools(self, after: Analysis) -> Iterator[tuple[str, str, str]]:
        """The tools that are there no longer or are others, or that are new, with their files."""
        old, new = self._tools(self.analysis), self._tools(after)
        counts = {kept: len(new.get(kept, ())) - len(old.get(kept, ())) for kept in old | new}
        is_more = any(codemod.adds for codemod in self.asking)
        others = [(old | new)[kept][0] for kept, count in counts.items() if count < 0 or (count and not is_more)]
        for tool in others:
            yield tool.name, tool.span.path, f"the tool `{tool.name}` would be another"

    def _tools(self, analysis: Analysis) -> dict[tuple[str, str], list[ToolSpec]]:
        """The tools by what has to stay: the file, and the entry without what a codemod may change."""
        tools = analysis.manifest.tools
        return grouped(((tool.span.path, self._kept(encode_tool(tool))), tool) for tool in tools)

    def _kept(self, tool: EncodedTool) -> str:
        kept = reduce(lambda entry, codemod: codemod.forgets(entry), self.asking, tool)
        return dumps(without(kept, "digest"))


def _but(texts: Mapping[str, bytes], paths: Container[str]) -> dict[str, bytes]:
    return {path: text for path, text in texts.items() if path not in paths}


def _left(change: Change | Left, reason: str, *, is_place: bool) -> Diagnostic:
    """What is said of what is left as it is: of a tool, or of a place where the rest of it is changed."""
    if change.about and not is_place:
        return diagnose("TG604", change.span, tool=change.about, reason=reason)
    return diagnose("TG602", change.span, mended=change.code, reason=reason)


def _new_errors(before: Analysis, after: Analysis) -> Iterator[tuple[str, str, str]]:
    """The files with errors that the project did not have before, and the tools that these are about, as far as they
    say: an error about a tool is the same one in another file, as where two tools have a name."""
    old = Counter((code, tool or path) for code, tool, path in _errors(before))
    for code, tool, path in _errors(after):
        if old[code, tool or path]:
            old[code, tool or path] -= 1
        else:
            yield tool, path, with_error(code)


def _errors(analysis: Analysis) -> Iterator[tuple[str, str, str]]:
    """The codes of errors, the tools that they are about, and their files."""
    for found in analysis.diagnostics:
        if found.severity == "error":
            yield found.code, dict(found.details).get("tool", ""), found.span.path
