"""The caller: guests, accounts, and bots that belong to accounts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter

from bauboom.arena.ratings import Rating

from ..access import DataSubject, KnownPerson, TheAccess, TheCaller, TheHouse, TheLimits
from ..own_data import export
from ..people import HAS_PROFILE, Person, device_of
from ..problems import Problem, not_found
from ..responses import Done, OwnBot, OwnData, Profile, PublicProfile, PublicRating, Session
from ..store import people, ratings
from ..webhooks import WebhookError, check_url

Text = Annotated[str, msgspec.Meta(max_length=200)]
Code = Annotated[str, msgspec.Meta(max_length=40)]  # of an invitation, where one is needed
AnyRequest = Request[Any, Any, Any]
PersonId = Annotated[str, PathParameter(max_length=24)]


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Arrival(Name, forbid_unknown_fields=True):
    invitation: Code = ""


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    login: Text
    password: Text


class NewAccount(Credentials, forbid_unknown_fields=True):
    invitation: Code = ""


class Passwords(msgspec.Struct, forbid_unknown_fields=True):
    old: Text
    new: Text


class Farewell(msgspec.Struct, forbid_unknown_fields=True):
    password: Text = ""  # of an account


class Preferences(msgspec.Struct, forbid_unknown_fields=True):
    """What a person wants kept: settings of their page, an address for turn notices ("": none), and whether their
    finished games may become puzzles.
    """

    settings: dict[str, bool | int | str] | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    shares_games: bool | None = None


def _device_of(request: AnyRequest) -> str:
    return device_of(request.headers.get("user-agent", ""))


def profile_of(person: Person) -> Profile:
    shown = ("id", "kind", "name", "login", "settings", "webhook", "shares_games", "role", "banned")
    return Profile(*(getattr(person, name) for name in shown))


def logged_in(person: Person, access: TheAccess) -> Response[Profile]:
    cookies = [access.cookie(person)]
    if person.login is not None:
        cookies.append(access.device_cookie(person.login))
    return Response(profile_of(person), cookies=cookies)


@get("/api/me")
async def who_am_i(caller: TheCaller) -> Profile | None:
    """Who the caller is, or null."""
    return profile_of(caller.person) if caller.person else None


@post("/api/me", status_code=200)
async def say_name(
    data: JSONBody[Arrival], caller: TheCaller, access: TheAccess, limits: TheLimits
) -> Response[Profile]:
    """Become a guest with a name, or change one's name."""
    if caller.person is not None:
        caller.person.check_not_banned()
        return Response(profile_of(await access.people.rename(caller.person, data.name)))
    limits.take(limits.arrivals, caller.address, "new people from your address")
    return logged_in(await access.people.make_guest(data.name, data.invitation), access)


@put("/api/me")
async def set_preferences(
    data: JSONBody[Preferences], person: KnownPerson, access: TheAccess, house: TheHouse
) -> Profile:
    """Keep settings, a webhook, and whether one's finished games may become puzzles."""
    if data.webhook:
        try:
            check_url(data.webhook, house.settings.private_webhooks)
        except WebhookError as error:
            raise Problem("illegal", str(error)) from None
    person, secret = await access.people.set_preferences(person, data.settings, data.webhook, data.shares_games)
    profile = profile_of(person)
    if secret:
        profile.webhook_secret = secret
    return profile


@delete("/api/me", status_code=200)
async def leave_for_good(
    subject: DataSubject, access: TheAccess, limits: TheLimits, data: JSONBody[Farewell | None] = None
) -> Response[Done]:
    """Be forgotten: login, name, settings, ratings, bots, puzzles. An account says its password."""
    if subject.kind == "bot":
        raise Problem("not_yours", "a bot's owner deletes it")
    if subject.kind == "account":
        limits.take(limits.logins, f"password {subject.id}", "attempts")
        await access.people.check_password(subject, data.password if data else "")
    await access.people.delete(subject, subject.id)
    return Response(Done(), cookies=[access.no_cookie])


@get("/api/me/export")
async def my_data(subject: DataSubject, house: TheHouse, limits: TheLimits) -> Response[OwnData]:
    """Everything that is kept about the caller and their bots, as a file."""
    if subject.kind == "bot":
        raise Problem("not_yours", "a bot's owner asks for its data")
    limits.take(limits.drawings, subject.id, "records, pictures and exports", 5)
    data: Any = await house.off_loop(msgspec.json.encode, await export(house.store, subject))
    return Response(
        data, media_type="application/json", headers={"content-disposition": 'attachment; filename="bauboom.json"'}
    )


@post("/api/account", status_code=200)
async def make_account(
    request: AnyRequest,
    data: JSONBody[NewAccount],
    person: KnownPerson,
    caller: TheCaller,
    access: TheAccess,
    limits: TheLimits,
) -> Response[Profile]:
    """Turn a guest into an account that can be used on several devices."""
    limits.take(limits.logins, caller.address, "attempts")
    device = _device_of(request)
    made = await access.people.make_account(person, data.login, data.password, device, data.invitation)
    return logged_in(made, access)


@post("/api/login", status_code=200)
async def log_in(
    request: AnyRequest,
    data: JSONBody[Credentials],
    caller: TheCaller,
    access: TheAccess,
    limits: TheLimits,
) -> Response[Profile]:
    """Log in to an account, which adopts what the caller has played as a guest."""
    limits.take_login(caller.address, data.login, access.known_device(request, data.login))
    device = _device_of(request)
    return logged_in(await access.people.log_in(data.login, data.password, caller.person, device), access)


@post("/api/logout", status_code=200)
async def log_out(caller: TheCaller, access: TheAccess, everywhere: FromQuery[bool] = False) -> Response[Done]:
    """End the caller's session on this device, or on all of them. A guest has only this one."""
    person = caller.person
    if person is not None and person.kind != "bot":
        if everywhere or person.session is None:
            await access.people.end_sessions(person)
        else:
            await access.people.end_session(person, person.session)
    return Response(Done(), cookies=[access.no_cookie])


@post("/api/password", status_code=200)
async def change_password(
    request: AnyRequest, data: JSONBody[Passwords], person: KnownPerson, access: TheAccess, limits: TheLimits
) -> Response[Profile]:
    """Change one's password, and end all other sessions."""
    limits.take(limits.logins, f"password {person.id}", "attempts")
    device = _device_of(request)
    return logged_in(await access.people.change_password(person, data.old, data.new, device), access)


@get("/api/sessions")
async def my_sessions(person: KnownPerson, access: TheAccess) -> list[Session]:
    """Where an account is logged in, the place that was used last first."""
    return [
        Session(row["id"], row["device"], row["created"], row["seen"], row["id"] == person.session)
        for row in await access.people.sessions_of(person)
    ]


@delete("/api/sessions/{session_id:str}", status_code=200)
async def end_session(session_id: FromPath[str], person: KnownPerson, access: TheAccess) -> Done:
    """Log an account out elsewhere."""
    if person.kind != "account" or not await access.people.end_session(person, session_id[:24]):
        raise not_found()
    return Done()


@get("/api/bots")
async def my_bots(person: KnownPerson, access: TheAccess) -> list[OwnBot]:
    """The bots of an account."""
    return [OwnBot(bot["id"], bot["name"]) for bot in await access.people.bots(person)]


@post("/api/bots", status_code=200)
async def make_bot(data: JSONBody[Name], person: KnownPerson, access: TheAccess, limits: TheLimits) -> OwnBot:
    """Make a bot; its token is told once, here."""
    limits.take(limits.new_bots, person.id, "new bots")
    bot, token = await access.people.make_bot(person, data.name)
    return OwnBot(bot.id, bot.name, token)


@delete("/api/bots/{bot_id:str}", status_code=200)
async def drop_bot(bot_id: FromPath[str], person: KnownPerson, access: TheAccess) -> Done:
    """Make a bot's token invalid."""
    if not await access.people.drop_bot(person, bot_id[:24]):
        raise not_found()
    return Done()


@get("/api/people/{person_id:str}")
async def public_profile(person_id: PersonId, house: TheHouse) -> PublicProfile:
    """What everybody may know of an account or a bot: name and ratings."""
    query = sa.select(people.c.id, people.c.kind, people.c.name).where(people.c.id == person_id, HAS_PROFILE)
    found = await house.store.row(query)
    if found is None:
        raise not_found()
    rated = sa.select(ratings).where(ratings.c.who == person_id, ratings.c.games > 0)
    rows = await house.store.rows(rated.order_by(ratings.c.game, ratings.c.players))
    shown = [
        PublicRating(row["game"], row["players"], Rating(row["mu"], row["sigma"], row["games"]).shown, row["games"])
        for row in rows
    ]
    return PublicProfile(found["id"], found["kind"], found["name"], shown)


HANDLERS = (
    *(who_am_i, say_name, set_preferences, leave_for_good, my_data, make_account, log_in, log_out, change_password),
    *(my_sessions, end_session, my_bots, make_bot, drop_bot, public_profile),
)
