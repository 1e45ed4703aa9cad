"""The socket of a table: frames come as things happen, commands go the other way."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
import websockets
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.params import FromQuery

from .. import commands as ask
from ..access import Access, Caller, RateLimits, TheAccess, TheHouse, TheLimits
from ..keeper import Keeper, Viewer, chat_message
from ..problems import Problem, not_stored
from ..responses import Ack
from ..store import UNAVAILABLE
from ..wire import PUSH
from .tables import TableId, carry_out, limit_looking_back, seen_table

GONE_AWAY = (WebSocketException, websockets.WebSocketException, OSError, RuntimeError)  # the other side did
REFUSED = 100  # messages after which a socket is closed

Socket = WebSocket[Any, Any, Any]
logger = logging.getLogger(__name__)


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: Socket,
    table_id: TableId,
    house: TheHouse,
    access: TheAccess,
    limits: TheLimits,
    since: FromQuery[int | None] = None,
    rows: FromQuery[bool] = False,
) -> None:
    """Watch a table, and play at it. A program that has the rules asks for `rows` and gets packed frames."""
    try:
        caller = await access.caller(socket)
        person = caller.person
        if person is not None:
            person.check_not_banned()
        if person is not None and not limits.sockets.enter(person.id):
            raise Problem("too_many", "you have too many connections open")
    except Problem as problem:
        await _turn_away(socket, problem)
        return
    except UNAVAILABLE:
        logger.warning("the database fails", exc_info=True)
        await _turn_away(socket, not_stored())
        return
    try:
        async with seen_table(house, table_id, caller.ids) as keeper:
            await keeper.refresh()
            limit_looking_back(keeper.table, since, caller, limits)
            await socket.accept()
            push = socket.scope["state"].get(PUSH, lambda message: False)
            viewer = Viewer(caller.ids, since, rows, push)
            await _attend(socket, keeper, caller, access, limits, viewer)
    except Problem as problem:
        await _turn_away(socket, problem)
    finally:
        if person is not None:
            limits.sockets.leave(person.id)


async def _turn_away(socket: Socket, problem: Problem) -> None:
    socket.app.state.house.measures.refused[problem.key] += 1
    await socket.accept()
    await socket.send_data(msgspec.json.encode({"t": "error", **problem.data}).decode())
    await socket.close(4000 + problem.status, problem.key)


async def _attend(
    socket: Socket, keeper: Keeper, caller: Caller, access: Access, limits: RateLimits, viewer: Viewer
) -> None:
    person = caller.person
    keeper.viewers.add(viewer)
    sending = asyncio.create_task(_send(socket, keeper, viewer))
    listening = asyncio.create_task(_listen(socket, keeper, viewer, caller, limits))
    try:
        if person is not None:
            access.present[viewer], viewer.shunned = person, person.shunned
            viewer.shunned = (await access.people.of_id(person.id) or person).shunned  # as it is now
        for row in await keeper.chats(viewer.shunned):
            viewer.write(chat_message(row))
        keeper.look_around()
        keeper.look_on(viewer.ids)
        viewer.wake.set()
        for task in (sending, listening):
            task.add_done_callback(viewer.leave)
        await viewer.gone.wait()
        if viewer.is_withdrawn:
            await socket.close(4401, "need_name")
    finally:
        keeper.viewers.discard(viewer)
        keeper.look_around()
        access.present.pop(viewer, None)
        for task in (sending, listening):
            task.cancel()
        for ended in await asyncio.gather(sending, listening, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, GONE_AWAY):
                logger.error("a connection failed", exc_info=ended, extra={"data": {"table": keeper.table.short_id}})
        with contextlib.suppress(Exception):
            await socket.close(1000)
        socket.receive = socket.send = _gone  # or it would refer to itself, and wait for the garbage collector


async def _gone(*_: Any) -> Any:
    raise RuntimeError("this connection has ended")


async def _send(socket: Socket, keeper: Keeper, viewer: Viewer) -> None:
    """Send what there is to send, as fast as the other side takes it."""
    while not viewer.is_lost:
        viewer.is_busy = False
        await viewer.wake.wait()
        viewer.is_busy = True
        viewer.wake.clear()
        while viewer.messages:
            await socket.send_data(viewer.messages.pop(0).decode())
        table = keeper.table
        if table.version != viewer.sent and not table.may_watch(viewer.ids):
            return
        if keeper.here is not None and keeper.here != viewer.here:
            viewer.here = keeper.here
            await socket.send_data(viewer.here.decode())
        if table.version != viewer.sent:
            await _send_frame(socket, viewer.frame(table))  # which nobody holds when it is sent


async def _send_frame(socket: Socket, frame: str | bytes) -> None:
    await socket.send_data(frame, "text" if isinstance(frame, str) else "binary")


async def _listen(socket: Socket, keeper: Keeper, viewer: Viewer, caller: Caller, limits: RateLimits) -> None:
    """Carry out what comes, until the other side goes or sends too much that cannot be carried out."""
    refused, person = 0, caller.person
    while refused < REFUSED:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        data: str | bytes = received.get("text") or received.get("bytes") or b""  # type: ignore[assignment]
        tag = None
        try:
            if person is None:
                raise Problem("need_name", "say who you are first: POST /api/me with a name")
            limits.take(limits.messages, person.id, "messages")
            command = decode(data)
            tag = command.tag
            stored = await carry_out(keeper, command, caller, person, limits)
            answer: Ack | dict[str, Any] = Ack(stored.version, stored.table, of=tag)
        except Problem as problem:
            keeper.house.measures.refused[problem.key] += 1
            refused += problem.key in ("too_many", "bad_message", "need_name")
            answer = {"t": "more" if problem.key == "more" else "error", **problem.data, "of": tag}
        viewer.write(msgspec.json.encode(answer))


def decode(data: str | bytes) -> ask.AnyCommand:
    if len(data) > ask.MESSAGE_LIMIT:
        raise Problem("too_large", f"a message has {ask.MESSAGE_LIMIT} bytes at most")
    try:
        return ask.decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad_message", str(error)[:200]) from None


HANDLERS = (live,)
