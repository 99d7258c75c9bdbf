"""Names across modules → type expressions → JSON Schema: `ModuleFacts` in, `ToolSpec` out."""
