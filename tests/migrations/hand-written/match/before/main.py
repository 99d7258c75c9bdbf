import asyncio

from app.agent import chat
from client import Client

client = Client(
    [
        [("fetch", '{"url": "http://a"}'), ("add", '{"left": 1.5, "right": 2, "digits": 1}')],
        [("fetch", '{"url": "http://a", "headers": {"x": "y"}, "mode": null}'), ("remove", "{}")],
        [],
    ]
)
for item in asyncio.run(chat(client, "What is there?")):
    print(item)
print(client.responses.told)
