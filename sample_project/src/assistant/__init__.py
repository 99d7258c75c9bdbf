"""A small assistant: the tools that a language model may call, and the file that they remember things in."""
