"""What calling a class of the project makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.component import Component
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import ConstructedObject, Method, Unknown, Value
from toolgen.evaluation.names.lookup import Defined
from toolgen.evaluation.registering import Registering
from toolgen.evaluation.stand_ins import Instance, opened_attributes

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_MAKING = ("__new__", "__getattribute__")
"""Methods of the project's own that may give an object, or each look at it, other attributes than its class says."""


class Instances(Component):
    """Makes the objects of the project's classes."""

    def __init__(self, evaluator: Evaluator, registering: Registering) -> None:
        super().__init__(evaluator)
        self._registering = registering

    def of(self, class_: Defined, arguments: Arguments) -> Value:
        """An object of `class_`, which is registered where it is a tool."""
        made = self._object_of(class_, arguments)
        if not self._is_constant:
            self._registering.made(class_, made, arguments)
        return made

    def _object_of(self, class_: Defined, arguments: Arguments) -> Value:
        positional, keywords = arguments.plain
        try:
            if arguments.rest is not None or any(isinstance(value, Unknown) for value in arguments.values):
                raise TypeError
            return self._objects.records.construct(class_, positional, keywords)
        except (TypeError, ValueError, LookupError, NotConstantError):
            if self._is_constant:
                if positional:
                    raise TypeError from None
                return ConstructedObject(class_.name, keywords, has_source=True)
        instance, is_tool = Instance(class_), self._evaluator.markers.constructor(class_) is not None
        if self._objects.records.is_settings(class_) and not is_tool:
            instance.attributes.update(self._objects.records.held(class_, arguments))
        if any(isinstance(self._evaluator.attributes.member(instance, name), Method) for name in _MAKING):
            opened_attributes(instance)
        if not (is_tool or self._evaluator.path.caught or self._evaluator.functions.may_matter(class_, arguments)):
            return instance
        if (initializer := self._evaluator.attributes.member(instance, "__init__")) is None:
            instance.attributes.update(keywords if is_tool else self._objects.records.held(class_, arguments))
        else:
            self._evaluator.calls.apply(initializer, arguments)
        return instance
