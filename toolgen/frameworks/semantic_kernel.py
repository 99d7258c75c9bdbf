"""`semantic_kernel`: the functions of plugins.

Source: `kernel_function` in its `semantic_kernel/functions/kernel_function_decorator.py`; what is injected by name is
in `gather_function_parameters` of `semantic_kernel/functions/kernel_function_from_method.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolgen.frameworks.dialect import SINGLE, Declarator, Dialect, named
from toolgen.frameworks.recognisers import Recogniser
from toolgen.syntax.descriptions import whole


@dataclass(frozen=True, slots=True)
class InjectedEntry(Recogniser):
    """The entry of a dictionary in the metadata of an `Annotated` which says that the framework gives the value."""

    key: str
    value: bool


SEMANTIC_KERNEL = Dialect(
    name="semantic-kernel",
    packages=frozenset({"semantic_kernel"}),
    decorators=named(
        ("semantic_kernel.functions", "semantic_kernel.functions.kernel_function_decorator"),
        kernel_function=Declarator((), {"name": "name", "description": "description"}, functions=("func",)),
    ),
    injected_names=frozenset({"kernel", "service", "execution_settings", "arguments"}),
    describe=whole,
    rest=SINGLE,
    recognisers=(InjectedEntry("include_in_function_choices", False),),
)
