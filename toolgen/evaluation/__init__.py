"""What an expression yields: names across modules, classes, constants, functions and what decorators make of them."""
