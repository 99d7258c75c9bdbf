"""The tools, one module per subject. `toolgen build` reads them; `assistant.generated` is what it writes."""
