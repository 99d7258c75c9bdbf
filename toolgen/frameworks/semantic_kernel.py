"""`semantic_kernel`: the functions of plugins.

Source: `kernel_function` in its `semantic_kernel/functions/kernel_function_decorator.py`; what is injected by name is
in `gather_function_parameters` of `semantic_kernel/functions/kernel_function_from_method.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import Declarator, Dialect, named
from toolgen.syntax.descriptions import whole

SEMANTIC_KERNEL = Dialect(
    name="semantic-kernel",
    packages=frozenset({"semantic_kernel"}),
    decorators=named(
        ("semantic_kernel.functions", "semantic_kernel.functions.kernel_function_decorator"),
        kernel_function=Declarator((), {"name": "name", "description": "description"}),
    ),
    injected_names=frozenset({"kernel", "service", "execution_settings", "arguments"}),
    injected_entries={"include_in_function_choices": False},
    describe=whole,
)
