"""A tool of the user's own. A folder of such packages is named in ASSISTANT_TOOLS."""
