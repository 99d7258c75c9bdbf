"""Which kind of class a class is: what it inherits from, and what its decorators make of it."""
