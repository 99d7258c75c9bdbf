"""Functions and toolkits of agno, once an agent has processed them."""

import found
from agno.tools import Function, Toolkit


def functions(module):
    yield from found.instances(module, Function)
    for toolkit in found.instances(module, Toolkit):
        yield from {**toolkit.functions, **toolkit.async_functions}.values()


def tools(module):
    for function in functions(module):
        function.process_entrypoint()
        yield found.tool(function.name, function.description, function.parameters)
