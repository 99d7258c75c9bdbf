"""What toolgen has to say about source, configuration and generated files: codes, diagnostics, renderers."""
