"""Generated files against the disk: what is created, changed, orphaned or edited by hand; written as one."""
