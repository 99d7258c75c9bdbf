import asyncio

from client import Client
from geo_agent import GeoAgent

client = Client(
    [
        [("add_map_layer", '{"table": "parcels", "layer_id": "l1"}'), ("run_analysis", '{"prompt": "How many?"}')],
        [
            ("remove_map_layer", '{"layer_id": "l1"}'),
            ("remove_map_layer", '{"layer_id": "l2"}'),
            ("add_map_layer", '{"table": "roads", "layer_id": "l3", "filters": [{"column": "kind"}]}'),
        ],
        [("no_such_tool", "{}")],
        [],
    ]
)
agent = GeoAgent(client, "scripted")
print(asyncio.run(agent.chat("Show the parcels.")))
for message in agent.messages:
    print(message)
print(agent.layers, client.responses.told)
