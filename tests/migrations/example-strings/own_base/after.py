from toolgen import Argument

class BaseTool:
	category = "files"


class Append(BaseTool):
	name = "append"
	description = "Add lines to a file."
	arguments = [
	    Argument(name="path"),
	    Argument(name="lines", required=False, multiline=True),
	    Argument(name="position", required=False),
	]
	examples = [
		{"path": "notes.txt", "lines": "milk\neggs"},
		{"path": "todo.txt"}
	]

	async def execute(self, path: str, lines: str = "", position: int = -1) -> int:
		return position
