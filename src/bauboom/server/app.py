"""The server as one ASGI application: its routes put together, and how it says no."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from bauboom import __version__

from . import site
from .access import Access, RateLimits, give_caller, give_person, give_subject
from .gate import BODY_LIMIT, App, Gate
from .house import House
from .imports import Imports
from .insights import Insights
from .moderation import Moderation
from .people import People
from .problems import STATUS, Problem, not_stored, restarting
from .puzzles import Puzzles
from .responses import Refused
from .routes import games, live, moderation, operation, past, people, puzzles, tables
from .settings import Settings
from .store import UNAVAILABLE

logger = logging.getLogger(__name__)

HANDLERS: list[Any] = [
    handler
    for module in (people, games, puzzles, tables, past, live, moderation, operation)
    for handler in module.HANDLERS
]
REFUSALS = {
    status: ResponseSpec(Refused, generate_examples=False, description="; ".join(keys))
    for status in sorted(set(STATUS.values()))
    if (keys := [key for key, number in STATUS.items() if number == status])
}


class ApiRequest(Request[Any, Any, Any]):
    """A request whose body may be anything at all."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError):
            raise Problem("bad_message", "this cannot be read as JSON") from None


def tell_problem(request: Request[Any, Any, Any], problem: Problem) -> Response[dict[str, Any]]:
    request.app.state.house.measures.refused[problem.key] += 1
    return Response(problem.data, status_code=problem.status, headers=problem.headers)


def tell_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What Litestar itself refuses, in our words; to people who went astray, by the page."""
    if isinstance(error, InternalServerException) and "disconnected" in error.detail:  # in the middle of a body
        return Response(Refused("bad_message", "the request ended too early"), status_code=400)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        accepted = request.headers.get("accept-encoding", "")
        _, body, headers = site.index().answer(accepted, "")  # all of it, known or not
        return Response(body, status_code=404, media_type=MediaType.HTML, headers=headers)
    key = next((key for key, status in STATUS.items() if status == error.status_code), "bad_message")
    why = error.detail
    if isinstance(error, ValidationException) and error.extra:
        why = "; ".join(str(item.get("message", item)) for item in error.extra)[:300]  # type: ignore[union-attr]
    return Response(Refused(key, why), status_code=error.status_code, headers=error.headers or {})


def tell_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    if isinstance(error, UNAVAILABLE):
        logger.warning("the database fails", exc_info=error, extra={"data": {"method": request.method}})
        return tell_problem(request, not_stored())
    if request.app.state.house.is_closed:  # it took longer than the end could wait
        logger.warning("a request was cut off: %r", error, extra={"data": {"method": request.method}})
        return tell_problem(request, restarting())
    logger.error("a request failed", exc_info=error, extra={"data": {"method": request.method}})
    return Response(Refused("failed", "something went wrong here; it has been written down"), status_code=500)


def make_app(settings: Settings) -> tuple[App, House]:
    """The whole server as an ASGI application."""
    house = House(settings)
    known = People(house.store, house.off_loop, settings.registration)
    known.on_deleted = house.hear_deed
    access = Access(house, known)
    shared = {
        "house": house,
        "access": access,
        "limits": RateLimits(settings),
        "imports": Imports(house),
        "insights": Insights(house),
        "puzzles": Puzzles(house),
        "moderation": Moderation(house.store, known, settings.terms, house.outages, house.hear_deed),
    }

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        await known.open()
        jobs = (access.close_revoked, access.look_for_new_key)
        checking = [asyncio.create_task(house.for_ever(job)) for job in jobs]
        try:
            yield
        finally:
            for task in checking:
                task.cancel()
            await asyncio.gather(*checking, return_exceptions=True)  # or they ask a store that is closed
            await house.close()

    app = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        dependencies={
            **{name: _provided(part) for name, part in shared.items()},
            "caller": Provide(give_caller),
            "subject": Provide(give_subject),
            "person": Provide(give_person),
            "moderator": Provide(moderation.give_moderator),
        },
        exception_handlers={Problem: tell_problem, HTTPException: tell_http, Exception: tell_failure},
        openapi_config=OpenAPIConfig(
            title="Bauboom",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_class=ApiRequest,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        debug=False,
    )
    app.state.house = house
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            handler.responses = REFUSALS
    return Gate(app, house), house  # type: ignore[arg-type]  # ASGI has as many types as frameworks


def _provided(part: Any) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)
