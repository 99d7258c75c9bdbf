"""The server that other modules put their tools on."""

from fastmcp import FastMCP

notes = FastMCP("notes")
