"""`--from hand-written`: lists of definitions and the dispatch on their names → decorated functions, in four steps."""
