from toolgen import tool

@(  tool  ) # one
def add(
	left: int, # two
	right: int=0,
): # three
	"""Add two numbers.

	Args:
		left: The first.
		right: The second.
	""";  return left+right; # four
# five