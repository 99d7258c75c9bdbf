"""The server: a function makes it, and other modules put tools on it."""

from mcp.server.fastmcp import FastMCP

from mcp_shop import prices
from mcp_shop.orders import OrderTools, cancel_order, find_order


def create_server():
    server = FastMCP("shop")
    return server


app = create_server()
OrderTools(app)

for function in (find_order, cancel_order):
    app.add_tool(function)

app.add_tool(prices.quote, name="quote_price", title="Quote", structured_output=False)
prices.register(app)
