from toolgen import tool

@tool
def add(left: int):
	"Add."
	return left