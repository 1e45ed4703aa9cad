"""The gate that every request passes: limits, origins, sizes, headers, and a line in the log."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from .house import House
from .limits import Buckets, Counted, address_key
from .problems import Problem, restarting

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT = 64 * 1024
FRESH_COOKIE = "fresh_cookie"  # in a request's state: a cookie to send, so that it never expires for regular visitors
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = {*SAFE, "POST", "PUT", "PATCH", "DELETE", "CONNECT", "TRACE"}
PROBES = ("/health", "/ready", "/metrics")  # asked all the time by machines
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'self'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # a private table's link is a secret
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

_BEFORE_KEYS = ("tables", "t", "replay", "codes", "imports", "import")
_KEYS = re.compile("|".join([*(f"(?<=/{name}/)[^/]+" for name in _BEFORE_KEYS), "[^/]{12,}"]))

logger = logging.getLogger("bauboom.requests")


class Gate:
    """Checks every request and every socket before the application sees it."""

    def __init__(self, app: App, house: House) -> None:
        self.app, self.house = app, house
        settings = house.settings
        self._addresses = Buckets(4 * settings.requests_per_second, int(20 * settings.requests_per_second) + 1)
        self._connections = Counted(settings.connections_per_address)
        self._hosts = settings.host_names
        self._headers = _encoded(HEADERS)
        if settings.is_https:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))
            self._headers.append((b"cross-origin-opener-policy", b"same-origin"))  # browsers take it over https only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in PROBES:
            await self._answered(scope, receive, send)
            return
        with self.house.answering():
            await self._traced(scope, receive, send)

    async def _traced(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"] if scope["method"] in METHODS else "_OTHER"  # OpenTelemetry's word for it
        with self.house.traces.span("request", is_served=True, method=method) as span:
            status, route = await self._answered(scope, receive, send)
            span.rename(f"{method} {route}")
            span.note(status=status, route=route)
            if status >= 500:
                span.fail(str(status))

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> tuple[int, str]:
        """Have a request answered: with which status, and by which route, in whose name there are no ids."""
        begun, status, size, is_smuggled, is_answered = time.perf_counter(), 500, 0, False, False

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal status, size, is_answered
            if message["type"] == "http.response.start":
                status, is_answered = message["status"], True
                headers = [*message.get("headers", ()), *self._headers]
                if status == 413 or is_smuggled:  # the rest is not read
                    headers.append((b"connection", b"close"))
                if scope["path"].startswith("/api/"):
                    headers.append((b"cache-control", b"no-store"))
                fresh = scope.get("state", {}).get(FRESH_COOKIE)
                if fresh and not any(name == b"set-cookie" for name, _ in headers):  # not after a logout
                    headers.append((b"set-cookie", fresh.encode()))
                message = {**message, "headers": headers}
            else:
                size += len(message.get("body", b""))
            await send(message)

        headers = _headers_of(scope)
        is_smuggled = "content-length" in headers and "transfer-encoding" in headers
        route = "refused"
        try:
            if is_smuggled:  # a proxy before us may have seen another end of this request
                raise Problem("bad_message", "a request has a length or comes in chunks, not both")
            self._check_request(scope, headers)
        except Problem as problem:
            self.house.measures.refused[problem.key] += 1
            await _refuse(problem, answer)
        else:
            asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope  # uvicorn leaves the body out
            try:
                await self.app(asked, receive, answer)
            except asyncio.CancelledError:  # it waited for something that the end has cut off
                if is_answered or not self.house.is_closing:
                    raise
                await _refuse(restarting(), answer)
            route = asked.get("path_template") or "unknown"
        seconds = time.perf_counter() - begun
        self.house.count("requests")
        self.house.measures.request(status, seconds)
        self.house.count(f"status_{status // 100}xx")
        if scope["path"] not in PROBES:
            data = {"method": scope["method"], "path": hidden(scope["path"]), "status": status, "bytes": size}
            logger.info("request", extra={"data": {**data, "ms": round(seconds * 1000, 1)}})
        return status, route

    def _check_host(self, scope: Scope, headers: dict[str, str]) -> None:
        """A page of another site could have its own name lead here; only our names are answered, if we know them."""
        if self._hosts and scope["path"] not in ("/health", "/ready"):
            host = headers.get("host", "").lower()
            name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
            if name not in self._hosts:
                raise Problem("origin", "this server has another name")

    def _check_request(self, scope: Scope, headers: dict[str, str]) -> None:
        self._check_host(scope, headers)
        if self.house.is_closing and scope["path"] not in PROBES:
            raise restarting()
        if wait := self._addresses.take(address_key(_address(scope))):
            raise Problem("too_many", "too many requests; slow down", retry=round(wait, 1))
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # PostgreSQL stores no such text
            raise Problem("bad_message", "an address has no zero bytes")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY_LIMIT:
            raise Problem("too_large", f"a request has {BODY_LIMIT} bytes at most")
        if scope["method"] not in SAFE:
            check_origin(scope, headers, self.house.settings.url)
            has_body = length != "0" or "transfer-encoding" in headers
            if has_body and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise Problem("bad_message", "send JSON, with the content type application/json")

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_key(_address(scope))
        try:
            if self.house.is_closing:
                raise restarting()
            if wait := self._addresses.take(address):
                raise Problem("too_many", "too many connections at once; slow down", retry=round(wait, 1))
            if "\0" in scope["path"]:
                raise Problem("bad_message", "an address has no zero bytes")
            self._check_host(scope, _headers_of(scope))
            check_origin(scope, _headers_of(scope), self.house.settings.url)
            if self.house.counted["connections"] >= self.house.settings.connections:
                raise Problem("too_many", "there are as many connections as this server can hold", retry=30)
            if not self._connections.enter(address):
                raise Problem("too_many", "there are too many connections from your address", retry=30)
        except Problem as problem:
            self.house.measures.refused[problem.key] += 1
            await _refuse_socket(problem, self._headers, scope, receive, send)
            return
        self.house.count("connections")
        try:
            await self.app(scope, receive, send)
        finally:
            self.house.count("connections", -1)
            self._connections.leave(address)


def check_origin(scope: Scope, headers: dict[str, str], url: str) -> None:
    """No page of another site may act for a person who is known here. Programs send no origin, and no person's cookie.

    Origins are compared as text: what is not parsed cannot be parsed wrongly.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is None:
        if site in ("cross-site", "same-site"):
            raise Problem("origin", "this request comes from another site")
        return
    schemes = ("https",) if url.startswith("https:") else ("http", "https")  # http can be forged on the way
    ours = {f"{scheme}://{headers.get('host', '')}".lower() for scheme in schemes}
    if origin.lower() not in ours and (not url or origin.lower() != url.rstrip("/").lower()):
        raise Problem("origin", "this request comes from another site")


def hidden(path: str) -> str:
    """A path without ids and codes, mistyped ones as well: the log must not let its readers into private tables."""
    return _KEYS.sub(lambda found: found[0][: min(4, len(found[0]) // 3)] + "…", path)[:200]


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "local"


def _headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _refuse(problem: Problem, send: Send) -> None:
    body = msgspec.json.encode(problem.data)
    headers = _encoded({"content-type": "application/json", "content-length": str(len(body)), **problem.headers})
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(
    problem: Problem, extra: list[tuple[bytes, bytes]], scope: Scope, receive: Receive, send: Send
) -> None:
    """Say why in an HTTP response, where the server can."""
    await receive()  # the request to connect
    if "websocket.http.response" in scope.get("extensions", {}):
        body = msgspec.json.encode(problem.data)
        headers = [*_encoded({"content-type": "application/json", **problem.headers}), *extra]
        await send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": problem.key})
