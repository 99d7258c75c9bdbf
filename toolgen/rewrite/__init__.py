"""Source → the same source, changed: codemods say what, by the analysis of a build, and libcst only writes."""
