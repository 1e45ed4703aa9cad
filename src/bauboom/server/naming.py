"""Names that pose as something else, and passwords that everybody tries first."""

from __future__ import annotations

import itertools
import unicodedata

from .problems import Problem

# names under which a person would seem to speak for the server
RESERVED = frozenset(
    [
        *("admin", "administrator", "bauboom", "host", "moderator", "operator", "owner", "root", "security", "server"),
        *("staff", "support", "system", "webmaster"),
    ]
)
# letters of other scripts, and digits, that look like Latin letters
LIKE = str.maketrans(
    {
        **dict(zip("абвгдеёзикмнопрстухьѕіјһԁԛԝ", "a6brdee3nkmhonpctyxbsljhdqw", strict=True)),
        **dict(zip("αβγεηικνορτυχω", "abyenlkvoptuxw", strict=True)),
        **dict(zip("013|!iıℓіι", "olelllllll", strict=True)),
    }
)
# the most common, as lists of leaked ones have them; digits and signs around them are left out before the comparison
_COMMON = """
password passwort passw0rd p@ssword p@ssw0rd motdepasse wachtwoord welkom welcome willkommen bienvenue
qwertyui qwertyuiop qwertzui qwertzuiop azertyui azertyuiop asdfghjk asdfghjkl zxcvbnm yxcvbnm qazwsxedc 1qaz2wsx
1q2w3e4r 1q2w3e4r5t q1w2e3r4 qwer1234 abcd1234 abc12345 a1b2c3d4 aa123456 iloveyou sunshine princess football baseball
basketball superman batman starwars pokemon dragon monkey shadow master michael jennifer jordan computer internet
letmein trustno1 whatever freedom hello hallo bonjour secret geheim changeme default administrator admin test testtest
bauboom skyscraper hochhinaus gratteciel liverpool chelsea arsenal schalke04 ferrari mercedes corvette
samsung qwerty qwertz azerty asdasd asdfasdf iloveu lovely angel flower chocolate cookie hunter charlie qwer abc abcd
"""
COMMON = frozenset(_COMMON.split())


def looks(name: str) -> str:
    """What a name looks like: without accents, spaces and signs, letters of other scripts read as Latin ones."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain.translate(LIKE) if c.isalnum() or c == ":")


def check_not_posing(name: str) -> None:
    """Problem, if a name seems to be the server's own, or mixes scripts so that it passes for another name."""
    if looks(name) in {looks(reserved) for reserved in RESERVED}:
        raise Problem("illegal", "that name would seem to speak for this server; take another")
    scripts = {unicodedata.name(c, "").partition(" ")[0] for c in name if c.isalpha()}
    if len(scripts & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}) > 1:
        raise Problem("illegal", "a name is written in one alphabet, so that it does not pass for another name")


def is_common(password: str, login: str) -> bool:
    """Whether a password is one of the first that anyone would try."""
    plain = password.casefold()
    bare = plain.strip("0123456789!?.*-_ ")
    steps = {ord(b) - ord(a) for a, b in itertools.pairwise(plain)}
    is_row = len(steps) == 1 and steps <= {-1, 0, 1}  # 12345678, 87654321, aaaaaaaa
    return is_row or len(set(plain)) < 3 or plain in COMMON or bare in COMMON or bare == "" or plain == login.casefold()
