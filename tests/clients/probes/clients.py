"""Runs where the providers' packages are: sends tools through the client of one, and says what it is answered.

python clients.py CLIENT ADDRESS < a JSON list of lists of tools
"""

import json
import os
import sys
from pkgutil import resolve_name

from pydantic import BaseModel, TypeAdapter
from pydantic_core import to_jsonable_python

ASKED = [{"role": "user", "content": "Go."}]
KEY = {"api_key": "none"}


def openai(address):
    import openai

    create = openai.OpenAI(base_url=address, max_retries=0, **KEY).chat.completions.create
    return lambda tools: create(model="m", messages=ASKED, tools=tools)


def responses(address):
    import openai

    create = openai.OpenAI(base_url=address, max_retries=0, **KEY).responses.create
    return lambda tools: create(model="m", input="Go.", tools=tools)


def anthropic(address):
    import anthropic

    create = anthropic.Anthropic(base_url=address, max_retries=0, **KEY).messages.create
    return lambda tools: create(model="m", max_tokens=9, messages=ASKED, tools=tools)


def google(address):
    from google import genai

    client = genai.Client(http_options={"base_url": address}, **KEY)

    def send(tools):
        config = {"tools": [{"function_declarations": tools}], "automatic_function_calling": {"disable": True}}
        return client.models.generate_content(model="m", contents="Go.", config=config)

    return send


def interactions(address):
    from google import genai

    client = genai.Client(http_options={"base_url": address}, **KEY)
    return lambda tools: client.interactions.create(model="m", input="Go.", tools=tools)


def botocore(address):
    import boto3

    os.environ |= {"AWS_ACCESS_KEY_ID": "none", "AWS_SECRET_ACCESS_KEY": "none", "AWS_DEFAULT_REGION": "us-east-1"}
    converse = boto3.client("bedrock-runtime", endpoint_url=address).converse
    asked = [{"role": "user", "content": [{"text": "Go."}]}]
    return lambda tools: converse(modelId="m", messages=asked, toolConfig={"tools": tools})


def mistral(address):
    from mistralai.client import Mistral

    complete = Mistral(server_url=address, **KEY).chat.complete
    return lambda tools: complete(model="m", messages=ASKED, tools=tools)


def cohere(address):
    import cohere

    chat = cohere.ClientV2(base_url=address, **KEY).chat
    return lambda tools: chat(model="m", messages=ASKED, tools=tools)


def ollama(address):
    import ollama

    chat = ollama.Client(host=address).chat
    return lambda tools: chat(model="m", messages=ASKED, tools=tools)


CLIENTS = {
    "openai": (openai, "openai.types.chat:ChatCompletionFunctionToolParam"),
    "openrouter": (openai, "openai.types.chat:ChatCompletionFunctionToolParam"),
    "openai-responses": (responses, "openai.types.responses:FunctionToolParam"),
    "anthropic": (anthropic, "anthropic.types:ToolParam"),
    "gemini": (google, "google.genai.types:FunctionDeclaration"),
    "gemini-json": (google, "google.genai.types:FunctionDeclaration"),
    "gemini-interactions": (interactions, "google.genai.interactions:Function"),
    "bedrock": (botocore, ""),
    "mistral": (mistral, "mistralai.client.models:Tool"),
    "cohere": (cohere, "cohere:ToolV2"),
    "ollama": (ollama, "ollama:Tool"),
}
"""Of each target what makes the client, and the package's type of a tool, if it has one: tools are sent as that, too.

`botocore` holds what it sends to its model of the service.
"""


def typed(type_):
    """What makes of tools what the type reads: a dictionary without what the type does not have, or a model."""
    read = TypeAdapter(type_).validate_python
    return lambda tools: [one if isinstance(one, BaseModel) else to_jsonable_python(one) for one in map(read, tools)]


def answered(send, tools):
    try:
        send(tools)
    except Exception as error:
        return {"error": type(error).__name__, "text": str(error)}
    return None


if __name__ == "__main__":
    name, address = sys.argv[1:]
    make, type_name = CLIENTS[name]
    send = make(address)
    forms = [lambda tools: tools, *([typed(resolve_name(type_name))] if type_name else [])]
    for tools in json.load(sys.stdin):
        print(json.dumps([answered(send, form(tools)) for form in forms]))
