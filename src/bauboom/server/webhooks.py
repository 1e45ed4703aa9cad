"""Turn notices by webhook: a signed POST to an address that a person chose, and that the server therefore distrusts.

The signature is that of Standard Webhooks (standardwebhooks.com), which libraries in many languages check.
"""

import asyncio
import base64
import hmac
import ipaddress
import secrets
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial

import httpx

from bauboom import __version__

URL_LIMIT = 500  # characters
LOOKUPS = 256  # names that are looked up at once, more than there are notices under way
ANSWER_LIMIT = 64 * 1024  # bytes read of an answer, which is not looked at
SECRET = "whsec_"  # what a secret begins with
_GLOBAL_V6 = ipaddress.IPv6Network("2000::/3")  # all that is assigned for use on the internet
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# clouds serve secrets of the machine here, though the standard library takes the addresses for public ones
_METADATA = [ipaddress.IPv4Network("192.0.0.0/24"), ipaddress.IPv4Network("168.63.129.16/32")]

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class WebhookError(ValueError):
    """An address to which nothing will be sent."""


def new_secret() -> str:
    return SECRET + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """A signature that holds for one message at one time, so that it cannot be replayed later."""
    text = secret.removeprefix(SECRET)
    key = base64.b64decode(text) if secret.startswith(SECRET) else bytes.fromhex(text)  # older secrets are hexadecimal
    digest = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(digest).decode()


def check_url(url: str, allow_private: bool) -> None:
    """WebhookError if nothing would be sent to an address; a host's name is looked up on delivery."""
    _parsed(url, allow_private)


async def deliver(url: str, secret: str, message_id: str, body: bytes, allow_private: bool, timeout: float = 5) -> int:
    """Send a notice and return the status code; WebhookError if it may not be sent, OSError if it did not get through.

    A message keeps its id when it is sent again. The host's name is looked up once, and the connection goes to an
    address that was checked: a name that means something else a moment later leads nowhere.
    """
    target = _parsed(url, allow_private)
    timestamp = int(time.time())
    headers = {
        "Host": target.netloc.decode("ascii"),
        "Content-Type": "application/json",
        "User-Agent": f"bauboom/{__version__}",
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": signature(secret, message_id, timestamp, body),
    }
    options = {"sni_hostname": target.raw_host.decode("ascii").rstrip(".")}  # for which the certificate must be valid
    client = httpx.AsyncClient(trust_env=False, verify=_certificates(), timeout=None, follow_redirects=False)
    failure: httpx.HTTPError | None = None
    addresses = await _resolved(target, allow_private)  # as long as it takes: its thread cannot be stopped
    async with asyncio.timeout(timeout), client:
        for address in addresses[:4]:
            there = target.copy_with(host=str(address))
            try:
                async with client.stream("POST", there, content=body, headers=headers, extensions=options) as answer:
                    async for _ in answer.aiter_raw(ANSWER_LIMIT):
                        break
                    return answer.status_code
            except httpx.HTTPError as error:
                failure = error
                if not isinstance(error, httpx.ConnectError):
                    break  # it may have arrived; the next address is for when no connection came about
    raise ConnectionError(f"the notice did not get through: {failure}") from failure


def retry_after(attempt: int) -> float | None:
    """How many seconds to wait after the attempt of that number (from 1) failed; None to give up after eight."""
    return None if attempt >= 8 else min(6 * 3600.0, 10.0 * 4 ** (attempt - 1))


def _parsed(url: str, allow_private: bool) -> httpx.URL:
    """The address as the HTTP client reads it: a second parser could be made to disagree with it."""
    if len(url) > URL_LIMIT:
        raise WebhookError(f"the address has more than {URL_LIMIT} characters")
    if not url.isprintable() or any(c.isspace() or c == "\\" for c in url):
        raise WebhookError("the address has a space, a backslash or a control character in it")
    try:
        target = httpx.URL(url)
        host = target.raw_host.decode("ascii")
    except (httpx.InvalidURL, ValueError) as error:
        raise WebhookError(f"this is no address: {error}") from None
    if target.scheme not in ("http", "https") or not host or target.userinfo:
        raise WebhookError("the address must begin with http:// or https:// and a host, without name or password")
    if target.port is not None and target.port not in (80, 443) and not 1024 <= target.port <= 65535:
        raise WebhookError("the port must be 80, 443 or one from 1024 to 65535")
    if not allow_private and (literal := _literal(host)):
        _refuse_private(host, [literal])
    return target


def _literal(host: str) -> Address | None:
    """The address that a host's name spells out, if it does; 0x7f.1 and 2130706433 are 127.0.0.1 too."""
    with suppress(ValueError):
        return ipaddress.ip_address(host)
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _refuse_private(host: str, addresses: list[Address]) -> None:
    """One address that is not public is enough: a name that mixes them is a trick."""
    if not all(map(_is_public, addresses)):
        raise WebhookError(f"{host} is no public address")


def _is_public(address: Address) -> bool:
    """Whether an address belongs to one host on the internet: no private, local or multicast one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not address.is_multicast and not any(address in net for net in _METADATA)
    within = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
    if inner := within or address.ipv4_mapped or address.sixtofour:
        return _is_public(inner)
    return address in _GLOBAL_V6 and address.is_global


async def _resolved(target: httpx.URL, allow_private: bool) -> list[Address]:
    """The addresses of the host's name."""
    look_up = partial(socket.getaddrinfo, target.raw_host, target.port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_lookups(), look_up)
    addresses = [ipaddress.ip_address(info[4][0]) for info in found]
    if not allow_private:
        _refuse_private(target.host, addresses)
    return addresses


@cache
def _lookups() -> ThreadPoolExecutor:
    """Threads of their own: a name server that does not answer keeps one of them for long, and a notice with it."""
    return ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")


@cache
def _certificates() -> ssl.SSLContext:
    """The authorities that are trusted; reading them takes too long to do it for every notice."""
    return httpx.create_ssl_context()
