"""The codemods of `toolgen migrate`: one file each, by what is made of what."""
