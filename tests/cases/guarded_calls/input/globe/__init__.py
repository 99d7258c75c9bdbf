"""Maps and their layers."""
