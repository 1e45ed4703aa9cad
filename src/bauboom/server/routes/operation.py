"""What keeps a server running: its health, its figures, and the files of the page."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
from typing import Any

import sqlalchemy as sa
from litestar import MediaType, Request, Response, get
from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import generate_latest

from bauboom import __version__

from .. import site
from ..access import TheHouse
from ..house import House
from ..problems import not_found
from ..responses import Health

logger = logging.getLogger(__name__)


@get("/health")
async def health(house: TheHouse) -> Response[Health]:
    """Whether the server lives: the database answers."""
    try:
        async with asyncio.timeout(5):
            await house.store.rows(sa.select(sa.literal(1)))
        is_well = not house.is_closing
    except Exception:
        logger.warning("the database does not answer", exc_info=True)
        is_well = False
    return Response(Health(is_well, __version__), status_code=200 if is_well else 503)


@get("/ready")
async def ready(house: TheHouse) -> Response[Health]:
    """Whether the server can do its work now: the database takes a write. A proxy asks before it sends people here."""
    try:
        async with asyncio.timeout(5):
            await house.store.try_write()
        is_well = not house.is_closing
    except Exception:
        logger.warning("the database takes no write", exc_info=True)
        is_well = False
    return Response(Health(is_well, __version__), status_code=200 if is_well else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    """Figures for Prometheus; for this machine, or with the token."""
    token = house.settings.metrics_token
    header = request.headers.get("authorization", "")
    if token:
        allowed = hmac.compare_digest(header.encode(), f"Bearer {token}".encode())
    else:
        is_handed_on = "x-forwarded-for" in request.headers and not house.settings.proxies  # by a proxy on this machine
        allowed = _is_local(request.client.host if request.client else "") and not is_handed_on
    if not allowed:
        raise not_found()
    registry = CollectorRegistry()
    registry.register(Figures(house))
    registry.register(house.measures)
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


def _is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Figures:
    """The house in numbers."""

    def __init__(self, house: House) -> None:
        self.house = house

    def collect(self) -> list[Metric]:
        house = self.house
        viewers = sum(len(keeper.viewers) for keeper in house.keepers.values())
        gauges = {
            "open_tables": ("tables in memory", len(house.keepers)),
            "viewers": ("sockets at tables", viewers),
            "connections": ("sockets in all", house.counted["connections"]),
        }
        counters = {
            "requests": ("HTTP requests", house.counted["requests"]),
            "server_errors": ("HTTP answers 5xx", house.counted["status_5xx"]),
            "tables": ("tables made here", house.counted["tables"]),
            "entries": ("entries committed here", house.counted["entries"]),
            "commits": ("groups of entries committed here", house.store.commits),
            "notices": ("turn notices delivered", house.counted["notices"]),
        }
        return [
            *(GaugeMetricFamily(f"bauboom_{name}", text, value) for name, (text, value) in gauges.items()),
            *(CounterMetricFamily(f"bauboom_{name}", text, value) for name, (text, value) in counters.items()),
        ]


@get(list(site.ADDRESSES), include_in_schema=False, media_type=MediaType.HTML)
async def index(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _sent(site.index(), request)


@get(["/page/{name:str}", *(f"/{name}" for name in site.ROOT_FILES)], include_in_schema=False)
async def page_file(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    name = request.scope["path"].rpartition("/")[2]
    file = site.files().get(name) or (await house.off_loop(site.game_files)).get(name)
    if file is None:
        raise not_found()
    return _sent(file, request)


def _sent(file: site.File, request: Request[Any, Any, Any]) -> Response[bytes]:
    headers = request.headers
    status, body, more = file.answer(headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
    return Response(body, status_code=status, media_type=file.kind, headers=more)


HANDLERS = (health, ready, metrics, index, page_file)
