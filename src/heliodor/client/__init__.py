"""A small asynchronous client for live tables, for bot writers and tests. It reconnects and never plays actions twice.

client = await Client.arrive("http://127.0.0.1:8000", name="Ada")
info = await client.create_table("nizam", [ME, bot("casual")])
await client.start(info.id)
async with client.open(info.id) as table:
    while await table.my_turn():
        await table.act([choose(table.view)])
"""

from heliodor.client.client import ME, OPEN, Client, RequestRefused, bot, device
from heliodor.client.live import LiveTable, TableClosed

__all__ = ["ME", "OPEN", "Client", "LiveTable", "RequestRefused", "TableClosed", "bot", "device"]
