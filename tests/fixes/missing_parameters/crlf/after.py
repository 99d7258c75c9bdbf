from toolgen import tool

@tool
def add(left: int):
	"""Add.

	Args:
		left: TODO
	"""
	return left