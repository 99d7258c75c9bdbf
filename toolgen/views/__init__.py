"""A tool as documents show it: notation and Markdown made from its schemas. Standard library only."""
