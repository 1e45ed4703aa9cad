"""What uvicorn leaves open to attackers: endless requests, pongs that nobody reads, messages in thousands of parts.

And what it spends on connections that are idle. This reaches inside uvicorn and websockets, so pyproject.toml
limits their versions.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from .waiting import Inbox, Signal

PATIENCE = 10.0  # seconds within which a request must be there as a whole
PARTS = 64  # of one message
PUSH = "bauboom.push"  # under which a connection's `push` is found


class Requests(H11Protocol):
    """HTTP that does not wait for ever."""

    _patience: asyncio.TimerHandle | None = None
    _before: Any = None  # the request that was the last one when we looked

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._patience = self.loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        """Hang up if no request has come, or one that does not end; an idle connection has a shorter time already."""
        is_reading = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self.timeout_keep_alive_task is None
        if is_reading and self._before is self.cycle:
            self.transport.abort()
            return
        self._before = self.cycle
        self._patience = self.loop.call_later(PATIENCE, self._look)

    def _stop_looking(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_looking()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Refuse a request that only we can read: with a body or so many headers it would wait for ever, and count
        for nobody.
        """
        self._stop_looking()
        super().handle_websocket_upgrade(event)
        if not cast(Sockets, self.transport.get_protocol()).handshake_initiated:
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, also in the middle of a request that has been answered or is about to be."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        with suppress(h11.LocalProtocolError):
            super().send_400_response(msg)
        self.transport.close()


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets whose memory does not depend on what the other side does."""

    # some of uvicorn's attributes: only dictionaries of up to thirty share their keys, and take a fifth of the memory
    __slots__ = (
        *("_is_flushing", "client", "conn", "frames", "ping_timer", "pong_timer", "queue", "request", "response"),
        *("scheme", "scope", "server", "transport", "writable"),
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_flushing = False
        self.queue, self.writable = Inbox(), Signal(is_set=True)  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][PUSH] = self.push
            self.transport.pause_reading()  # until we have answered

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["state"].pop(PUSH, None)  # or the two would hold each other

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":  # the request is known now; kept, it would be a third of our memory
            self.request = self.response = None  # type: ignore[assignment]
            self.scope["headers"], self.scope["subprotocols"] = [], []
            self.scope["extensions"] = {}
            self.conn = ServerProtocol(state=OPEN, max_size=self.config.ws_max_size, logger=self.logger)
            if not self.transport.is_closing():
                self.transport.resume_reading()

    def push(self, message: str | bytes) -> bool:
        """Send a message at once, if nothing is in its way: a task that is woken for it costs several times as much."""
        if self.conn.state is not OPEN or self.close_sent or self.disconnected or not self.handshake_complete:
            return False
        if not self.writable.is_set():
            return False
        if isinstance(message, str):
            self.conn.send_text(message.encode())
        else:
            self.conn.send_binary(message)
        if not self._is_flushing:  # an answer mostly follows a frame: both go in one piece
            self._is_flushing = True
            self.loop.call_soon(self.loop.call_soon, self._flush)
        return True

    def _flush(self) -> None:
        self._is_flushing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_ping(self) -> None:
        """Answer, unless the other side does not take our answers: they would pile up."""
        pong = self.conn.data_to_send()
        if self.writable.is_set():
            self.transport.write(b"".join(pong))

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PARTS:
            self._fail(1009, "too many parts")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, "no UTF-8")
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int, reason: str) -> None:
        self.frames = []
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
