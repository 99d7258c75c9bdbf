"""The dispatch module that toolgen generates for `workload`; it lies beside the copy that is run."""

from __future__ import annotations

from functools import partial

from generated.dispatch import dispatch
from workload import TOOLS, Call


def contender(name: str) -> Call:
    return partial(dispatch, TOOLS[name].__name__)
