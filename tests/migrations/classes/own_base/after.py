from abc import ABC, abstractmethod
from typing import Literal, Any


class AITool(ABC):
    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def description(self) -> str: ...

    @property
    @abstractmethod
    def parameters_schema(self) -> dict[str, Any]: ...

    def get_openrouter_tool_definition(self) -> dict[str, Any]:
        function = {"name": self.name, "description": self.description, "parameters": self.parameters_schema}
        return {"type": "function", "function": function}

    @abstractmethod
    async def execute(self, **kwargs: Any) -> Any: ...


class ReadFileTool(AITool):
    """Reads files."""

    @property
    def name(self) -> str:
        return "read_file"

    @property
    def description(self) -> str:
        return "Read a text file."

    @property
    def category(self) -> str:
        return "File System"

    @property
    def tags(self) -> list[str]:
        return ["file_io", "read"]

    @property
    def parameters_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "The file."},
                "limit": {"type": "integer", "minimum": 1, "default": 100},
                "encoding": {"type": "string", "enum": ["utf-8", "latin-1"]},
            },
            "required": ["path"],
        }

    async def execute(
        self,
        path: str,
        limit: int = 100,
        encoding: Literal["utf-8", "latin-1"] = "utf-8",
    ) -> Any:
        # the file
        limit = int(limit)
        with open(path, encoding=encoding) as file:
            return file.read(limit)
