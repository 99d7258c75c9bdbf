"""Functions in a configuration of google-genai, declared as the Gemini API takes them."""

import found
from google.genai import types


def tools(module):
    options = [types.GenerateContentConfig(**one) for one in found.instances(module, dict) if "tools" in one]
    for config in [*found.instances(module, types.GenerateContentConfig), *options]:
        for function in config.tools:
            declared = types.FunctionDeclaration.from_callable_with_api_option(
                callable=function, api_option="GEMINI_API"
            )
            sent = declared.model_dump(mode="json", exclude_none=True)
            schema = sent.get("parameters_json_schema") or sent.get("parameters", {})
            yield found.tool(declared.name, declared.description, schema)
