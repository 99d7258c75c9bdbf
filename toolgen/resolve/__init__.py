"""Names across modules → type expressions → JSON Schema: `ModuleFacts` in, `ToolSpec` out.

The folders are layers, from the lowest: `names`, `kinds` of classes, `folding` of constants, what is `known` by name,
`schema`, `types`, `classes`, `decorating`, `declarations` and `tools`.
"""
