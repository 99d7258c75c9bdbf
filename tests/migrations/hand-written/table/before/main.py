from agent import chat
from client import Client

client = Client(
    [
        [("list_files", {"folder": "a"}), ("read_file", {"path": "a/b"})],
        [("read_file", {"path": "a/b", "lines": 2}), ("write_file", {"path": "a"}), ("read_file", {})],
        [],
    ]
)
for message in chat(client, "What is there?"):
    print(message)
print(client.messages.told)
