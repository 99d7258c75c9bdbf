"""Plugins of semantic-kernel: their functions as they are sent to a model."""

from found import tool
from semantic_kernel.connectors.ai.function_calling_utils import kernel_function_metadata_to_function_call_format
from semantic_kernel.functions import KernelPlugin


def tools(module):
    objects = [value for value in vars(module).values() if type(value).__module__ == module.__name__]
    for value in objects:
        plugin = KernelPlugin.from_object("plugin", value)
        for function in plugin.functions.values():
            sent = kernel_function_metadata_to_function_call_format(function.metadata)["function"]
            yield tool(function.name, sent["description"], sent["parameters"])
