"""What the targets share: facts, the projection of schemas onto what a target takes, strict forms and limits."""
