"""Names that pose as something else, and passwords that everybody tries first."""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
import unicodedata
from importlib.resources import files

from bauboom.games import GAMES

from .problems import Problem

# names under which a person would seem to speak for the server
RESERVED = frozenset(
    [
        *("admin", "administrator", "bauboom", "host", "mod", "moderation", "moderator", "operator", "owner", "root"),
        *("security", "server", "staff", "support", "sysadmin", "sysop", "system", "webmaster"),
        *("administratorin", "betreiber", "betreiberin", "moderatorin"),  # the same in the languages of the page
        *("beheerder", "beheer", "moderatie", "systeem"),
        *("administrateur", "administratrice", "moderateur", "moderatrice", "systeme"),
    ]
)
SMALL = frozenset(
    ("a", "der", "die", "het", "la", "le", "of", "official", "officiel", "offiziell", "team", "the", "your")
)
ALIKE = frozenset(
    ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
)  # alphabets with like letters
# letters of other scripts, and digits, that look like Latin letters
LIKE = str.maketrans(
    {
        **dict(zip("абвгдеёзикмнопрстухьѕіјһԁԛԝ", "a6brdee3nkmhonpctyxbsljhdqw", strict=True)),
        **dict(zip("αβγεηικνορτυχω", "abyenlkvoptuxw", strict=True)),
        **dict(zip("013|!iıɩℓіι¡", "olelllllllll", strict=True)),
        **dict(zip("ɑᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "aabcdeghljklmnoprstuvwyz", strict=True)),  # small capitals
    }
)
# beside the list: words that are common where the list was not made, and our own
_OURS = """
passwort motdepasse wachtwoord welkom willkommen bienvenue bonjour hallo geheim qwertz qwertzui azerty azertyui
yxcvbnm schalke schatz bauboom skyscraper changeme testtest administrator
"""
OURS = frozenset((*_OURS.split(), *(name.replace("-", "") for name in GAMES)))
DIGEST = 4  # bytes
ENDS = "0123456789!?.*-_ "  # what people put before and after a word to make it a password
FOR_LETTERS = str.maketrans("@4031$57", "aaoeisst")


@functools.cache
def _listed() -> frozenset[bytes]:
    """The most common passwords and first names as hashes: some words are not for reading.

    They are the first 15,000 passwords and 1,500 names of the lists of zxcvbn (MIT licence), which come from leaks.
    """
    data = files(__package__).joinpath("common_passwords.bin").read_bytes()
    return frozenset(data[at : at + DIGEST] for at in range(0, len(data), DIGEST))


def _is_listed(word: str) -> bool:
    return word in OURS or hashlib.blake2b(word.encode(), digest_size=DIGEST).digest() in _listed()


def looks(name: str) -> str:
    """What a name looks like: without accents, spaces and signs, letters of other scripts read as Latin ones."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    seen = "".join(c for c in plain.translate(LIKE) if c.isalnum() or c == ":")
    return seen.replace("rn", "m").replace("vv", "w")


def check_not_posing(name: str) -> None:
    """Problem, if a name seems to be the server's own, or mixes scripts so that it passes for another name."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", name))
    telling = [word for word in words if looks(word) not in _LOOK_SMALL and not word.isdecimal()]
    whole = {looks(name), looks(name.rstrip("0123456789"))}
    if whole & _LOOK_RESERVED or (telling and all(looks(word) in _LOOK_RESERVED for word in telling)):
        raise Problem("illegal", "that name would seem to speak for this server; take another")
    scripts = {unicodedata.name(c, "").partition(" ")[0] for c in name if c.isalpha()}
    if len(scripts & ALIKE) > 1:
        raise Problem("illegal", "a name is written in one alphabet, so that it does not pass for another name")


_LOOK_RESERVED = frozenset(map(looks, RESERVED))
_LOOK_SMALL = frozenset(map(looks, SMALL))


def is_common(password: str, login: str) -> bool:
    """Whether a password is one of the first that anyone would try."""
    plain = "".join(unicodedata.normalize("NFKC", password).casefold().split())
    bare = plain.strip(ENDS)
    steps = {ord(b) - ord(a) for a, b in itertools.pairwise(plain)}
    is_row = len(steps) == 1 and steps <= {-1, 0, 1}  # 12345678, 87654321, aaaaaaaa
    is_again = plain in (plain + plain)[1:-1]  # abcabcabc, passwordpassword
    if is_row or is_again or len(set(plain)) < 3 or len(bare) < 3 or _letters(plain) == _letters(login):
        return True
    return any(map(_is_listed, (plain, bare, plain.translate(FOR_LETTERS).strip(ENDS))))


def _letters(text: str) -> str:
    """What is left of a text without signs, and without the digits that people add."""
    plain = unicodedata.normalize("NFKC", text).casefold().strip(ENDS)
    return "".join(c for c in plain if c.isalnum()) or text
