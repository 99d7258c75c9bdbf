"""Which files may hold tools, the byte scan before any parse, and modules by their dotted names."""
