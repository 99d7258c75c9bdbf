"""Which files may hold tools: the walk over the configured paths, and the byte scan before any parse."""
