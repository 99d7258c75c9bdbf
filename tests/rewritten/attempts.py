"""What becomes of published source when it is mended and migrated, there and back.

Each step is planned, written into a copy of the source, and held to what `docs/fix.md` and `docs/migrate.md` promise,
by means that share nothing with the planning but the analysis.
"""

from __future__ import annotations

import io
import tokenize
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.frameworks import DIALECTS
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.tool import ToolSpec
from toolgen.output.sources import replace_all
from toolgen.pipeline import Analysis
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.fixes import chosen
from toolgen.rewrite.migrations.counterparts import target_of
from toolgen.rewrite.migrations.declarations import migrating
from toolgen.rewrite.migrations.frameworks import declaring
from toolgen.rewrite.planning import RewritePlan, plan
from toolgen.syntax.newer_syntax import text_and_tree

DECLARED = {one.name for one in DIALECTS if target_of(one) is not None}
"""The frameworks to which a decorator declares tools."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One step on one package.

    Of `tools` that it is there for, or places, `done` were changed; the others are `left`, by what was said of them.
    `faults` are the promises that were broken.
    """

    step: str
    tools: int
    done: int
    left: Mapping[str, int]
    faults: tuple[str, ...]


def attempts(folder: Path) -> Iterator[Attempt]:
    """All steps on the source in `folder`, which is changed by them."""
    config = Config(folder, targets={})
    made, faults, after = _written(config, chosen([]))
    tools = len(after.manifest.tools)
    yield Attempt("fix", tools, len(made.files), _left(made), (*faults, *_differences(made.analysis, after, _mended)))
    for framework in sorted({tool.origin.dialect for tool in after.manifest.tools} - {TOOLGEN.name}):
        yield _migrated(f"--from {framework}", config, migrating(framework), framework)
        if framework in DECLARED:
            yield _migrated(f"--to {framework}", config, declaring(framework), TOOLGEN.name)


def _migrated(step: str, config: Config, codemod: Codemod, of: str) -> Attempt:
    made, faults, after = _written(config, [codemod])
    counts = [sum(tool.origin.dialect == of for tool in one.manifest.tools) for one in (made.analysis, after)]
    faults += [*_differences(made.analysis, after, _open)]
    return Attempt(step, counts[0], counts[0] - counts[1], _left(made), tuple(faults))


def _written(config: Config, codemods: Sequence[Codemod]) -> tuple[RewritePlan, list[str], Analysis]:
    """The plan of `codemods`, which is carried out, what it did that it should not, and the project after that."""
    made = plan(config, codemods)
    faults = [f"{one.span.path}: {one.message}" for one in _carried_out(config, made)]
    again = plan(config, codemods)
    faults += [f"{file.path}: {fault}" for file in made.files for fault in _faults(file.old, file.new)]
    faults += [f"{file.path}: a second run changes it" for file in again.files]
    return made, faults, again.analysis


def _carried_out(config: Config, made: RewritePlan) -> list[Diagnostic]:
    return replace_all(config.root, {one.path: (one.old, one.new) for one in made.files}, config.max_file_size)


def _faults(old: bytes, new: bytes) -> Iterator[str]:
    if not _is_source(new) or (_compiles(old) and not _compiles(new)):
        yield "it does not parse"
        return
    lost = [*(Counter(_comments(old)) - Counter(_comments(new)))]
    if lost or _comments(old) != _comments(new):
        yield f"its comments are not what they were: {lost}"


def _is_source(text: bytes) -> bool:
    with suppress(SyntaxError):
        return bool(text_and_tree(text))
    return False


def _compiles(text: bytes) -> bool:
    """Whether the Python that runs this takes it for a program: more is asked of one than of a tree."""
    with suppress(SyntaxError, ValueError):
        return bool(compile(text, "<changed>", "exec", dont_inherit=True))
    return False


def _comments(source: bytes) -> list[str]:
    return [one.string for one in tokenize.tokenize(io.BytesIO(source).readline) if one.type == tokenize.COMMENT]


def _differences(before: Analysis, after: Analysis, kept: Callable[[Any], Any]) -> Iterator[str]:
    """The tools that a model is told otherwise of: of their names, titles, and what is `kept` of their arguments.

    Names that collide are the exception: one of the tools gets another (TG205).
    """
    collide = {dict(one.details)["tool"] for one in before.diagnostics if one.code == "TG205"}
    names = {tool.name for tool in before.manifest.tools} - collide
    old, new = (Counter(_told(tool, kept, names) for tool in one.manifest.tools) for one in (before, after))
    return (f"{path}: `{name}` is another" for path, name, _ in [*(old - new), *(new - old)])


def _told(tool: ToolSpec, kept: Callable[[Any], Any], names: Container[str]) -> tuple[str, str, str]:
    told = [kept(_open(tool.input_schema)), tool.title, tool.injected, tool.is_async]
    return tool.span.path, tool.name if tool.name in names else "", repr(told)


def _open(schema: Any) -> Any:
    """`schema` without what frameworks do otherwise: whether they refuse arguments that they do not know."""
    return {key: value for key, value in schema.items() if (key, value) != ("additionalProperties", False)}


def _mended(schema: Any) -> Any:
    """`schema` without what may be mended of it: texts, and whether an argument may be null (TG231)."""
    if isinstance(schema, list):
        return [*map(_mended, schema)]
    if not isinstance(schema, dict):
        return schema
    words = {key: _mended(one) for key, one in schema.items() if key != "description" or isinstance(one, dict)}
    others = [one for one in words.pop("anyOf", []) if one != {"type": "null"}]
    words |= {"anyOf": others} if len(others) > 1 else others[0] if others else {}
    return {key: one for key, one in words.items() if (key, one) != ("default", None)}


def _left(made: RewritePlan) -> Mapping[str, int]:
    """What was said of places and tools, without the names that stand in it."""
    # A tool that is left out for one of another server is none that it is there for.
    return dict(Counter(_reason(one.message) for one in made.diagnostics if one.code != "TG229"))


def _reason(message: str) -> str:
    return message.partition(": ")[2] if ": " in message else message
