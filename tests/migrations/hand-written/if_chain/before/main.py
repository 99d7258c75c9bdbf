from agent import chat
from client import Client

client = Client(
    [
        [("get_weather", '{"city": "Rome"}'), ("search_notes", '{"words": ["sun"], "where": {"folder": "trips"}}')],
        [("get_weather", '{"city": "Oslo", "unit": "f", "days": 3}'), ("no_such_tool", "{}"), ("clear", "{}")],
        [("search_notes", '{"words": ["sun", "sea"], "limit": 1}')],
        [],
    ]
)
for message in chat(client, "Where is the sun?"):
    print(message)
print(client.chat.completions.told)
