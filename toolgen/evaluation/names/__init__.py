"""What names mean, across the modules of a project and of its environment."""
