"""What the project keeps of another package."""
