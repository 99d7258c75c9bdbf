"""The arguments of a call → the parameters of a function."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.functions import Argument, Arguments, VarKeyword, VarPositional
from toolgen.syntax.facts import Parameter


def bound(
    parameters: Sequence[Parameter], arguments: Arguments, default: Callable[[Parameter], Value], *, strict: bool
) -> dict[str, Argument]:
    """What each of `parameters` is in a call; `default` evaluates those that are not given.

    Where `strict`, raises TypeError for a call that Python would refuse, or of which not all is known; elsewhere what
    is missing is Unknown.
    """
    if strict and arguments.rest is not None:
        raise TypeError
    positional, keywords = [*arguments.positional], dict(arguments.keywords)
    found: dict[str, Argument] = {}
    for parameter in parameters:
        name, kind = parameter.name, parameter.kind
        if kind == "var_positional":
            found[name], positional = Argument(VarPositional.of(positional)), []
        elif kind == "var_keyword":
            found[name], keywords = Argument(VarKeyword.of(keywords)), {}
        elif positional and kind != "keyword":
            found[name] = positional.pop(0)
        elif name in keywords and kind != "positional":
            found[name] = keywords.pop(name)
        elif parameter.default is not None and arguments.rest is None:
            found[name] = Argument(default(parameter))
        elif strict:
            raise TypeError
        else:
            found[name] = Argument(Unknown(ast.Name(name), name=name))
    if strict and (positional or keywords):
        raise TypeError
    return found
