"""Runs where the package `mcp` is: what its client makes of the tools that servers list.

python listed.py REVISION < a JSON list of addresses
"""

import asyncio
import json
import sys

from mcp.client.client import Client

MODERN = "2026-07-28"


async def listed(address, mode):
    try:
        async with Client(address, mode=mode) as client:
            result = await client.list_tools()
    except Exception as error:
        while isinstance(error, ExceptionGroup):
            (error,) = error.exceptions
        return {"error": type(error).__name__, "text": str(error)}
    return [tool.model_dump(mode="json", by_alias=True, exclude_unset=True) for tool in result.tools]


async def main(revision):
    for address in json.load(sys.stdin):
        print(json.dumps(await listed(address, revision if revision >= MODERN else "legacy")))


asyncio.run(main(sys.argv[1]))
