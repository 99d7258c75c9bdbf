"""The Jinja templates: where they are found, and what becomes of a failure in one of the project's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.model.span import Span
from toolgen.views import html, markdown

if TYPE_CHECKING:
    from jinja2 import Environment

NAMES = ("dispatch.py.j2", "dispatch_part.py.j2", "prompt.md.j2", "TOOLS.md.j2", "tools.html.j2")
"""The templates of whole files. A project may replace each of them."""

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "templates", _PACKAGE.parent / "templates")


class TemplateFailure(Exception):  # noqa: N818 - the fault is the template's
    """Templates of the project are missing or fail: `diagnostics` say which, where and why."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = diagnostics


def environment(folder: Path | None, root: Path = Path()) -> Environment:
    """The environment that loads toolgen's templates, and before them those of the same names in `folder`.

    The filters `code`, `line` and `cell` are the functions of `toolgen.views.markdown`; `text`, `inline` and `blocks`
    are those of `toolgen.views.html`, where all that they did not make is escaped. A project's templates run in Jinja's
    sandbox: none of the user's code runs. Raises TemplateFailure, its places relative to `root`, for a folder
    that does not exist and for each template in it that replaces none or does not compile.
    """
    from jinja2 import StrictUndefined

    from toolgen.emit.compiled import CompiledTemplates
    from toolgen.emit.loading import Templates

    if folder and not folder.is_dir():
        raise TemplateFailure(diagnose("TG005", Span(_shown(folder, root)), path=_shown(folder, root)))
    loaded = _kind(folder)(
        loader=Templates([*([folder] if folder else []), _own_folder()], root),
        autoescape=_is_html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        # In a project's folder nothing is written that was not asked for.
        bytecode_cache=None if folder else CompiledTemplates(),
    )
    loaded.filters |= {"code": markdown.code, "line": markdown.line, "cell": markdown.cell}
    loaded.filters |= {"text": html.text, "inline": html.inline, "blocks": html.blocks}
    if folder:
        _check(loaded, folder, root)
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


def _kind(folder: Path | None) -> type[Environment]:
    if folder is None:
        from jinja2 import Environment

        return Environment
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment


def _is_html(name: str | None) -> bool:
    return name is not None and name.endswith(".html.j2")


def _own_folder() -> Path:
    """`toolgen/templates` in a wheel, the repository's `templates` in an editable installation."""
    for folder in _FOLDERS:
        if all((folder / name).is_file() for name in NAMES):
            return folder
    raise FileNotFoundError(f"toolgen is installed without its templates, which belong in {_FOLDERS[0]}")


def _check(loaded: Environment, folder: Path, root: Path) -> None:
    """Load every template in `folder`, so that all that do not compile are found in one run."""
    faults: list[Diagnostic] = []
    for path in sorted(folder.rglob("*.j2")):
        span, name = Span(_shown(path, root)), path.relative_to(folder).as_posix()
        if name not in NAMES:
            faults.append(diagnose("TG006", span, template=name, folder="toolgen", suggestion=suggest(name, NAMES)))
            continue
        try:
            with reported(folder, root):
                loaded.get_template(name)
        except TemplateFailure as failure:
            faults += failure.diagnostics
        except (OSError, UnicodeDecodeError) as error:
            faults.append(_diagnostic(error, span))
    if faults:
        raise TemplateFailure(*faults)


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
        return diagnose("TG006", span, template=error.name, folder=folder, suggestion=suggestion)
    reason = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    if isinstance(error, OSError):
        reason = error.strerror
    return diagnose("TG007", span, template=name, reason=reason)


def _shown(path: Path, root: Path) -> str:
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()
