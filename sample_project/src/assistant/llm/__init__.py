"""Language models: one file for each wire format, behind one protocol."""
