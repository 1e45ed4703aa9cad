"""The caller: guests, accounts, and bots that belong to accounts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from ..access import KnownPerson, TheAccess, TheCaller, TheHouse, TheLimits
from ..people import Person
from ..problems import Problem, not_found
from ..responses import Done, OwnBot, Profile
from ..webhooks import WebhookError, check_url

Text = Annotated[str, msgspec.Meta(max_length=200)]


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    login: Text
    password: Text


class Passwords(msgspec.Struct, forbid_unknown_fields=True):
    old: Text
    new: Text


class Preferences(msgspec.Struct, forbid_unknown_fields=True):
    """What a person wants kept: settings of their page, and an address for turn notices ("": none)."""

    settings: dict[str, bool | int | str] | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=500)] | None = None


def profile_of(person: Person) -> Profile:
    return Profile(person.id, person.kind, person.name, person.login, person.settings, person.webhook)


def logged_in(person: Person, access: TheAccess) -> Response[Profile]:
    return Response(profile_of(person), cookies=[access.cookie(person)])


@get("/api/me")
async def who_am_i(caller: TheCaller) -> Profile | None:
    """Who the caller is, or null."""
    return profile_of(caller.person) if caller.person else None


@post("/api/me", status_code=200)
async def say_name(data: JSONBody[Name], caller: TheCaller, access: TheAccess, limits: TheLimits) -> Response[Profile]:
    """Become a guest with a name, or change one's name."""
    if caller.person is not None:
        return Response(profile_of(await access.people.rename(caller.person, data.name)))
    limits.take(limits.arrivals, caller.address, "new people from your address")
    return logged_in(await access.people.make_guest(data.name), access)


@put("/api/me")
async def set_preferences(
    data: JSONBody[Preferences], person: KnownPerson, access: TheAccess, house: TheHouse
) -> Profile:
    """Keep settings and a webhook."""
    if data.webhook:
        try:
            check_url(data.webhook, house.settings.private_webhooks)
        except WebhookError as error:
            raise Problem("illegal", str(error)) from None
    person, secret = await access.people.set_preferences(person, data.settings, data.webhook)
    profile = profile_of(person)
    if secret:
        profile.webhook_secret = secret
    return profile


@delete("/api/me", status_code=200)
async def leave_for_good(person: KnownPerson, access: TheAccess) -> Response[Done]:
    """Be forgotten: login, name, settings, ratings, bots."""
    if person.kind == "bot":
        raise Problem("not_yours", "a bot's owner deletes it")
    await access.people.delete(person)
    return Response(Done(), cookies=[access.no_cookie])


@post("/api/account", status_code=200)
async def make_account(
    data: JSONBody[Credentials], person: KnownPerson, caller: TheCaller, access: TheAccess, limits: TheLimits
) -> Response[Profile]:
    """Turn a guest into an account that can be used on several devices."""
    limits.take(limits.logins, caller.address, "attempts")
    return logged_in(await access.people.make_account(person, data.login, data.password), access)


@post("/api/login", status_code=200)
async def log_in(
    data: JSONBody[Credentials], caller: TheCaller, access: TheAccess, limits: TheLimits
) -> Response[Profile]:
    """Log in to an account, which adopts what the caller has played as a guest."""
    limits.take(limits.logins, caller.address, "attempts to log in")
    limits.take(limits.logins, "login " + data.login.casefold()[:80], "attempts to log in")
    return logged_in(await access.people.log_in(data.login, data.password, caller.person), access)


@post("/api/logout", status_code=200)
async def log_out(caller: TheCaller, access: TheAccess, everywhere: FromQuery[bool] = False) -> Response[Done]:
    """Forget the caller on this device, or on all of them. A guest has only this one."""
    if caller.person is not None and (everywhere or caller.person.kind == "guest"):
        await access.people.end_sessions(caller.person)
    return Response(Done(), cookies=[access.no_cookie])


@post("/api/password", status_code=200)
async def change_password(
    data: JSONBody[Passwords], person: KnownPerson, caller: TheCaller, access: TheAccess, limits: TheLimits
) -> Response[Profile]:
    """Change one's password, and end all other sessions."""
    limits.take(limits.logins, caller.address, "attempts")
    return logged_in(await access.people.change_password(person, data.old, data.new), access)


@get("/api/bots")
async def my_bots(person: KnownPerson, access: TheAccess) -> list[OwnBot]:
    """The bots of an account."""
    return [OwnBot(bot["id"], bot["name"]) for bot in await access.people.bots(person)]


@post("/api/bots", status_code=200)
async def make_bot(data: JSONBody[Name], person: KnownPerson, access: TheAccess) -> OwnBot:
    """Make a bot; its token is told once, here."""
    bot, token = await access.people.make_bot(person, data.name)
    return OwnBot(bot.id, bot.name, token)


@delete("/api/bots/{bot_id:str}", status_code=200)
async def drop_bot(bot_id: FromPath[str], person: KnownPerson, access: TheAccess) -> Done:
    """Make a bot's token invalid."""
    if not await access.people.drop_bot(person, bot_id[:24]):
        raise not_found()
    return Done()


HANDLERS = (
    *(who_am_i, say_name, set_preferences, leave_for_good, make_account, log_in, log_out, change_password),
    *(my_bots, make_bot, drop_bot),
)
