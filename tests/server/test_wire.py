"""What uvicorn leaves open: a message for a connection that is just being closed disturbs nobody else."""

import asyncio

from bauboom.server.wire import Sockets

from .inside import Inside
from .process import SECONDS, Client

CLOSE = bytes([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])  # a close frame of a client: masked with zeros, status 1000


def test_a_message_is_not_pushed_to_a_client_that_has_just_said_goodbye(tmp_path):
    with Inside(tmp_path) as server, Client(server, "Ada") as ada:
        table = ada.post("/api/tables", game="manhattan", seats=["me"], options={"players": 2}).json()["id"]
        with ada.live(table) as socket:
            socket.recv(SECONDS)
            (viewer,) = server.house.keepers[table].viewers
            protocol = viewer.push.__self__
            assert isinstance(protocol, Sockets)

            async def push():
                before = viewer.push("{}")
                protocol.data_received(CLOSE)
                return before, viewer.push("{}")

            loop = protocol.loop
            assert asyncio.run_coroutine_threadsafe(push(), loop).result(SECONDS) == (True, False)
