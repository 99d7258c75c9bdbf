class Memory:
    texts = []
    asked = 0


def remember(text: str) -> str:
    """Remember a text.

    :param text: What to remember.
    """
    Memory.texts.append(text)
    return text
