"""The manifest as files: JSON, documents and the dispatch module."""
