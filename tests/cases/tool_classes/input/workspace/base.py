"""What the tools of this workspace share."""

from abc import abstractmethod
from typing import Any

from toolgen import Tool


class WorkspaceTool(Tool):
    """The base of tools: abstract, so no tool itself."""

    category = "files"
    tags = ("workspace",)

    @abstractmethod
    def execute(self, **arguments: Any) -> Any: ...
