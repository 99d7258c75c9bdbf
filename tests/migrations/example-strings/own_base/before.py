class BaseTool:
	category = "files"


class Append(BaseTool):
	name = "append"
	description = "Add lines to a file."
	examples = [
		"! append notes.txt\nmilk\neggs\n!end",
		"! append todo.txt"
	]

	async def execute(self, path: str, lines: str = "", position: int = -1) -> int:
		return position
