"""The generated dispatch module: typed calls of the tools, and the validation and decoding of what models send."""

from __future__ import annotations

from toolgen.emit.dispatch.files import emit_dispatch, emit_package

__all__ = ["emit_dispatch", "emit_package"]
