from toolgen import tool

class Memory:
    texts = []
    asked = 0


@tool
def remember(text: str) -> str:
    """Remember a text.

    :param text: What to remember.
    """
    Memory.texts.append(text)
    return text
