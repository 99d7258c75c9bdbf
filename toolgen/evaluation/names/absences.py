"""Why nothing is known of a name: its package or module is not there, or does not have it."""

from __future__ import annotations

from toolgen.diagnostics.findings import Findings
from toolgen.evaluation.names.module_names import ModuleNames
from toolgen.evaluation.names.standard import is_opaque
from toolgen.evaluation.names.symbols import Site, Undecided
from toolgen.project.modules import Module, Project


class Absences:
    """Says so, with the code of what is then to be said; `absent` are the modules that were not found, by the names."""

    def __init__(self, project: Project, modules: ModuleNames, doubts: Findings[str]) -> None:
        self._project = project
        self._modules = modules
        self._doubts = doubts
        self.absent: dict[str, str] = {}

    def of(self, name: str, site: Site) -> tuple[str, dict[str, str]] | None:
        """Why nothing is known of the dotted `name`: a code and its details; None where it is known by tables.

        TG302 where its package, or the module of a namespace package, is nowhere to be found; TG319 where its module
        was read and does not have it, or cannot be read, TG322 where only running tells whether it has it.
        """
        parts = name.split(".")
        prefixes = [".".join(parts[:end]) for end in range(1, len(parts))]
        if is_opaque(name):
            return None
        read = [(prefix, found) for prefix in prefixes if (found := self._modules.source(prefix, site)) is not None]
        unread = next((prefix for prefix in prefixes if prefix in self._project.unread), "")
        if read or unread:
            module = unread or read[-1][0]
            absent = name[len(module) + 1 :].partition(".")[0]
            is_undecided = not unread and self._is_undecided(read[-1][1], absent, site)
            return "TG322" if is_undecided else "TG319", {"module": module, "absent": absent}
        missing = next((prefix for prefix in prefixes if not self._modules.is_module(prefix, site)), None)
        if missing is None:
            return None
        self.absent[name] = missing
        return "TG302", {"module": missing, "qualified": name}

    def _is_undecided(self, module: Module, first: str, site: Site) -> bool:
        """Whether only running tells if `module` has `first`."""
        with self._doubts.captured():
            answer = self._modules.member(module, first, set())
        return isinstance(answer, Undecided) or self._project.is_compiled(f"{module.name}.{first}", site.module)
