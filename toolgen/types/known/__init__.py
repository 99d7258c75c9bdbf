"""What is known by name: the types and metadata of the standard library and of pydantic."""
