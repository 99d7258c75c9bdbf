"""The Jinja templates: where they are found, and what becomes of a failure in one of the project's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.model.span import Span
from toolgen.reading import read
from toolgen.views import html, markdown

if TYPE_CHECKING:
    from jinja2 import Environment

NAMES = ("dispatch.py.j2", "dispatch_part.py.j2", "prompt.md.j2", "TOOLS.md.j2", "tools.html.j2")
"""The templates of whole files. A project may replace each of them."""

PARTS: Mapping[str, re.Pattern[str]] = {
    "tools.css": re.compile("</style", re.IGNORECASE),
    "tools.js": re.compile("</script|<!--", re.IGNORECASE),
}
"""What stands in `tools.html` as it is, and what a browser would take in it for its end, or for what has another. A
project may replace these, too."""

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "templates", _PACKAGE.parent / "templates")


class TemplateFailure(Exception):  # noqa: N818 - the fault is the template's
    """Templates of the project are missing or fail: `diagnostics` say which, where and why."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = diagnostics


CONTEXT_VERSION = 1
"""What templates are given: another number for each change after which one may not work."""

_STATED = re.compile(r"\{#-?\s*toolgen context (\d{1,9})\s*-?#\}")


def environment(
    folder: Path | None, root: Path = Path(), extra: Sequence[str] = (), *, replaces: bool = True
) -> Environment:
    """The environment that loads toolgen's templates, and before them those of the same names in `folder`.

    The filters `code`, `line` and `cell` are the functions of `toolgen.views.markdown`; `text`, `inline` and `blocks`
    are those of `toolgen.views.html`, where all that they did not make is escaped. A project's templates run in
    Jinja's sandbox, without what makes another text each time: none of the user's code runs. `extra` are the names of
    those that make files of their own; only where the folder `replaces` templates are others looked for in it. Raises
    TemplateFailure, its places relative to `root`, for a folder that does not exist and for each template that is not
    known, does not compile, or is written for another context.
    """
    from jinja2 import StrictUndefined

    from toolgen.emit.loading import CompiledTemplates, Templates

    if folder and not folder.is_dir():
        raise TemplateFailure(diagnose("TG005", Span(_shown(folder, root)), path=_shown(folder, root)))
    loaded = _kind(folder)(
        loader=Templates([*([folder] if folder else []), _own_folder()], root),
        autoescape=lambda name: name is not None and name.endswith(".html.j2"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        # In a project's folder nothing is written that was not asked for.
        bytecode_cache=None if folder else CompiledTemplates(),
    )
    loaded.filters |= {"code": markdown.code, "line": markdown.line, "cell": markdown.cell}
    loaded.filters |= {"text": html.text, "inline": html.inline, "blocks": html.blocks}
    loaded.globals["context_version"] = CONTEXT_VERSION
    if folder:
        del loaded.globals["lipsum"], loaded.filters["random"]
        found = (path.relative_to(folder).as_posix() for path in folder.rglob("*.j2")) if replaces else ()
        faults = _faults(loaded, folder, root, sorted({*extra, *found}), {*NAMES, *extra})
        if faults := [*faults, *(_faults_of_parts(loaded, folder, root) if replaces else ())]:
            raise TemplateFailure(*faults)
    return loaded


@contextmanager
def reported(folder: Path | None, root: Path) -> Iterator[None]:
    """Turn what a template in `folder` raises into TemplateFailure. An error of toolgen's own passes through."""
    try:
        yield
    except Exception as error:
        span = _place(error, folder, root) if folder else None
        if span is None:
            raise
        raise TemplateFailure(_diagnostic(error, span)) from error


_OBJECT = re.compile(r"(?:<|&lt;)[^\n]{1,300}? at (0x[0-9a-f]{4,16})(?:>|&gt;)|(\bSpan\(path=)", re.IGNORECASE)
"""What Python writes of an object that has no text: its address, or where a tool stands in its file."""


def encoded(text: str, folder: Path | None, template: str, root: Path, known: Callable[[], str]) -> bytes:
    """The UTF-8 of what `template` in `folder` made.

    Raises TemplateFailure for what has none, and for what is written of an object, which may be another each time; what
    stands in the text that `known` returns is not.
    """
    objects = [*_OBJECT.finditer(text)] if folder else []
    written = known() if objects else ""
    if folder and (found := next((one for one in objects if (one[1] or one[2]) not in written), None)):
        reason = (
            f"it prints `{unescape(found[0])}`, an object and no text: print a part of it, or `| list` what it holds"
        )
        raise TemplateFailure(
            diagnose("TG007", Span(_shown(folder / template, root)), template=template, reason=reason)
        )
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        if folder is None:
            raise
        raise TemplateFailure(_diagnostic(error, Span(_shown(folder / template, root)))) from error


def _kind(folder: Path | None) -> type[Environment]:
    if folder is None:
        from jinja2 import Environment

        return Environment
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment


def own_templates() -> dict[str, str]:
    """toolgen's own templates by their names, as a project takes them over: they say which context they are for."""
    texts = {name: read(_own_folder() / name).decode() for name in (*NAMES, *PARTS)}
    stated = f"{{# toolgen context {CONTEXT_VERSION} #}}\n"
    return {name: text if name in PARTS else stated + text for name, text in texts.items()}


def text_of(loaded: Environment, name: str | None) -> str:
    """The text of a template as its file has it."""
    return loaded.loader.get_source(loaded, name)[0] if loaded.loader and name else ""


def _own_folder() -> Path:
    """`toolgen/templates` in a wheel, the repository's `templates` in an editable installation."""
    for folder in _FOLDERS:
        if all((folder / name).is_file() for name in NAMES):
            return folder
    raise FileNotFoundError(f"toolgen is installed without its templates, which belong in {_FOLDERS[0]}")


def _faults_of_parts(loaded: Environment, folder: Path, root: Path) -> Iterator[Diagnostic]:
    """TG007 for the parts in `folder` that cannot be read, or that a browser would not read to their end."""
    for name in sorted({path.name for path in folder.iterdir()} & PARTS.keys()):
        span = Span(_shown(folder / name, root))
        try:
            text = text_of(loaded, name)
        except Exception as error:
            yield _diagnostic(error, span)
            continue
        if found := PARTS[name].search(text):
            line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
            reason = (
                f"`{found[0]}` would end it, or keep it from ending, in `tools.html`; write `<\\` for the `<` there"
            )
            yield diagnose("TG007", span._replace(line=line, column=column), template=name, reason=reason)


def _faults(
    loaded: Environment, folder: Path, root: Path, names: Sequence[str], known: Collection[str]
) -> list[Diagnostic]:
    """What is wrong with the templates `names` in `folder`, which are all loaded so that all is found in one run."""
    faults: list[Diagnostic] = []
    used = _used(loaded, names) if {*names} - {*known} else set()
    for name in names:
        span = Span(_shown(folder / name, root))
        if not {name, None} & {*known, *used}:
            faults.append(_unused(name, known, span))
            continue
        try:
            with reported(folder, root):
                loaded.get_template(name)
            faults += _of_other_context(loaded, name, span)
        except TemplateFailure as failure:
            faults += failure.diagnostics
        except Exception as error:  # Jinja and Python compile nothing but the template
            faults.append(_diagnostic(error, span))
    return faults


def _unused(name: str, known: Collection[str], span: Span) -> Diagnostic:
    reason = "replaces none of toolgen's, is named by no `render` and is part of no other"
    near = f"{meant} Or " if (meant := suggest(name, known)).startswith("did") else ""
    way_out = f"{near}delete it, or name it in `[[tool.toolgen.render]]` if it is to make a file"
    return diagnose("TG006", span, template=name, reason=reason, suggestion=way_out)


def _used(loaded: Environment, names: Sequence[str]) -> set[str | None]:
    """The templates that the templates `names` include or import; None for one that only running tells."""
    from jinja2 import TemplateError
    from jinja2.meta import find_referenced_templates

    found: set[str | None] = set()
    for name in names:
        with suppress(TemplateError, OSError, UnicodeDecodeError):
            found.update(find_referenced_templates(loaded.parse(text_of(loaded, name))))
    return found


def _of_other_context(loaded: Environment, name: str, span: Span) -> Iterator[Diagnostic]:
    text = text_of(loaded, name)
    stated = _STATED.search(text)
    if stated and int(stated[1]) != CONTEXT_VERSION:
        at = Span(span.path, text.count("\n", 0, stated.start()) + 1, 1)
        yield diagnose("TG011", at, template=name, wanted=int(stated[1]), version=CONTEXT_VERSION)


def _place(error: Exception, folder: Path, root: Path) -> Span | None:
    """The innermost line of a template in `folder` that `error` passed through. Jinja's tracebacks show templates."""
    place, traceback = None, error.__traceback__
    while traceback:
        path = Path(traceback.tb_frame.f_code.co_filename)
        if path.is_relative_to(folder):
            place = Span(_shown(path, root), traceback.tb_lineno, 1)
        traceback = traceback.tb_next
    return place


def _diagnostic(error: Exception, span: Span) -> Diagnostic:
    from jinja2 import TemplateError, TemplateNotFound

    folder, _, name = span.path.rpartition("/")
    if isinstance(error, TemplateNotFound):
        suggestion = "add the file, or remove `templates` from the configuration to use toolgen's own"
        return diagnose("TG006", span, template=error.name, reason=f"is not in `{folder}`", suggestion=suggestion)
    reason = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    if isinstance(error, OSError):
        reason = error.strerror
    return diagnose("TG007", span, template=name, reason=reason)


def _shown(path: Path, root: Path) -> str:
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()
