"""Functions that are passed to a client of google-genai."""

from google import genai
from google.genai import types


def price_of(number: int, currency: str = "EUR") -> float:
    """The price of a product.

    Args:
        number: The product.
        currency: In which currency.
    """
    return 0.0


def ask(client: genai.Client, question: str) -> str:
    """What the model answers."""
    config = types.GenerateContentConfig(tools=[price_of], temperature=0)
    return client.models.generate_content(model="gemini-2.5-flash", contents=question, config=config).text or ""
