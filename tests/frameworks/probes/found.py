"""What the probes share: the objects of a class in a module, and the form in which a tool is reported."""


def instances(module, *classes):
    """The values of the module's variables, and of the lists in them, that are of `classes`, each once."""
    values = []
    for value in vars(module).values():
        values += value if isinstance(value, (list, tuple)) else [value]
    return list({id(value): value for value in values if isinstance(value, classes)}.values())


def tool(name, description, input_schema, output_schema=None):
    return {
        "name": name,
        "description": description or "",
        "input_schema": input_schema,
        "output_schema": output_schema,
    }
