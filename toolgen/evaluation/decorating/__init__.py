"""Following decorators through their source: what they make of a function, and which tools they register."""
