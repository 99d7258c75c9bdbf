"""TG208: entries of a docstring that describe parameters which the function has not.

One whose name is a misspelling of the one parameter that it may mean describes that; others are gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from toolgen.config.config import Config
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod, without_texts
from toolgen.rewrite.docstring import DocstringEdit
from toolgen.rewrite.docstring_lines import renamed, without

_MEANT = re.compile(r"did you mean `(\w+)`\?")


def _changes(analysis: Analysis, _: Config) -> Iterator[Change]:
    defined = {tool.span: tool.defined or tool.span for tool in analysis.manifest.tools}
    told = [(one.span, dict(one.details)) for one in analysis.diagnostics if one.code == "TG208"]
    gone = ((defined.get(span, span), said["name"], said["suggestion"]) for span, said in told)
    for span, name, suggestion in dict.fromkeys(gone):  # one for several tools
        meant = _MEANT.fullmatch(suggestion)
        lines = partial(renamed, name=name, meant=meant[1]) if meant else partial(without, name=name)
        yield Change("TG208", span, "FunctionDef", DocstringEdit(lines))


CODEMOD = Codemod(("TG208",), _changes, forgets=without_texts)
