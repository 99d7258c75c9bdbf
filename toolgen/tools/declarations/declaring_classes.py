"""What a model is told of the tools of classes that have a method for it: `def _get_declaration(self)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum

from toolgen.evaluation.comparing import is_same
from toolgen.evaluation.folding.faults import FAULTS
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Defined, External
from toolgen.evaluation.outcomes import Outcome, Outcomes
from toolgen.evaluation.stand_ins import class_and_attributes
from toolgen.frameworks.google_adk import DeclaringClass


def told_of(symbol: Defined, made: DeclaringClass, outcomes: Outcomes) -> Sequence[Mapping[str, Value]] | None:
    """What a model is told of an object of the class `symbol`, on each path: nothing where that is not known.

    None where it never is told of one.
    """
    found = outcomes.of_constructor(symbol, made.declaring)
    if found and all(isinstance(one.result, tuple) and one.result[1] is None for one in found):
        return None
    return [_told(one, made) for one in found]


def _told(outcome: Outcome, made: DeclaringClass) -> Mapping[str, Value]:
    """What one path tells, if that is of the name by which the framework finds the object."""
    if not outcome.is_all or outcome.is_mixed:
        return {}
    attributes, declared = outcome.result
    class_name, given = class_and_attributes(declared)
    if class_name != made.declaration or not is_same(given.get("name"), attributes.get("name")):
        return {}
    try:
        return made.told({name: _plain(value, made) for name, value in given.items() if value is not None})
    except FAULTS:
        return {}


def _plain(value: Value, made: DeclaringClass) -> Value:
    """`value` with dictionaries in the place of the objects in it which stand for such, and names of their members."""
    class_name, given = class_and_attributes(value)
    if class_name in made.types:
        value = given
    match value:
        case External(name=name) if name.rpartition(".")[0] in made.types:
            return name.rpartition(".")[2]
        case Enum():
            return value.value
        case Mapping():
            return {name: _plain(one, made) for name, one in value.items()}
        case list() | tuple():
            return [_plain(one, made) for one in value]
    return value


def called_with_all(method: FunctionValue, made: DeclaringClass) -> FunctionValue | None:
    """The `method` with the parameters that the framework gives something, None where it does not take these."""
    given = {made.taken, *made.supplies}
    first, others = method.facts.parameters[:1], method.facts.parameters[1:]
    taken = tuple(one for one in others if one.name in given)
    if len(taken) < len(given):
        return None
    return replace(method, facts=method.facts._replace(parameters=(*first, *taken)))
