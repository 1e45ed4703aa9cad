"""The terminal's face of the game: a table to play from, and how a person types and reads it."""

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from bauboom.core import doors, engine
from bauboom.core.action import Action
from bauboom.core.game import Face, Misread, Paint, Row, counted
from bauboom.core.showing import shown

from . import actions as act
from .components import (
    AT_ONCE,
    CARDS,
    CHOOSE,
    DEAL,
    DRAW,
    FINISHED,
    FIRST_DRAW,
    FIRST_REVEAL,
    HAND,
    INSURE,
    KEEP,
    LOOK,
    NOT_YET,
    PLAY,
    PUT,
    REVEAL,
    ROB,
    SEATS,
    STANDSTILL,
    START,
    STEAL,
    TAKE,
)
from .deck import ACTIONS, FOUNDATIONS, KINDS, NAMES, ROOFS
from .reasons import why
from .view import cards_of

USAGE = """\
Finish tall towers with a toilet, each taller than your last (your threshold). A star is a point of prestige.
Cards are named as on the screen, sites and seats by number; a name's beginning is enough if one of yours fits.
Building: card and site, as in home-10 2. A roof the same: flat 2.
On towers: quake 2, insure 2; century hits all of them.
Study:    study deck or study discard; then take, play or put and a card, or swap. Put first what is to lie deepest.
Others:   tornado left or tornado right; discard and a card; steal 1 (a seat); keep and a card; decline."""
COLOURS = ("red", "blue", "green", "yellow", "purple")
HOW = {"study": "study deck or study discard?", "tornado": "tornado left or right?", "century": "type century"}
DECLINE_WORDS = ("decline", "no", "pass", "none")

Shown = Mapping[str, Any]  # a table, or a part of it, as a page is shown it


# The table


def board(row: Row, seat: int | None, names: Sequence[str], paint: Paint, width: int) -> str:
    """Sites and towers, the players, and the viewer's cards with what their roofs would earn."""
    table = shown(row, seat)
    standing = {number: site for number, site in enumerate(table["sites"]) if site["state"] != "collapsed"}
    parts = [textwrap.fill(_headline(table), width)]
    parts += [line for number in standing for line in _site(table, number, names, paint, width)]
    if fallen := [str(number) for number in range(len(table["sites"])) if number not in standing]:
        parts.append(f"    collapsed: {', '.join(fallen)}")
    parts.append(_players(table, names, paint, width))
    lines = _own(row, table, seat) if seat is not None else _all_cards(table, names)
    parts += [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent=" " * 4)]
    return "\n".join(parts)


def _all_cards(table: Shown, names: Sequence[str]) -> list[str]:
    """Everybody's cards, for who sees everything."""
    places = [(names[seat], player["hand"]) for seat, player in enumerate(table["players"])]
    places += [("before the player", table["aside"]), ("on the deck, deepest first", known_top(table)[::-1])]
    return [f"{whose}: {', '.join(cards)}" for whose, cards in places if cards]


def known_top(table: Shown) -> list[str]:
    """What the viewer knows to lie on the deck, the topmost first."""
    return [] if None in table["top"] else table["top"]


def _headline(table: Shown) -> str:
    discards = ", ".join(f"{n} {kind}" if n > 1 else kind for kind, n in table["discards"].items())
    parts = [
        f"deck {table['deck']}",
        f"foundations {table['foundations']}",
        f"discarded: {discards or 'nothing'}",
    ]
    if table["last_turns"] is not None and table["phase"] != "over":
        parts.append(f"last round, {counted(table['last_turns'], 'turn')} left")
    if table["quiet_turns"] >= 30:
        parts.append(f"{table['quiet_turns']} turns without a card from the deck, {STANDSTILL} end the game")
    return " · ".join(parts)


def _site(table: Shown, number: int, names: Sequence[str], paint: Paint, width: int) -> list[str]:
    site = table["sites"][number]
    owner = site["owner"]
    who = "open" if owner is None else names[owner]
    marks = [f"{site['height']} m", f"resistance {'▮' * site['resistance']}"]
    for field, word in (("insurances", "insured"), ("quakes", "earthquake"), ("hits", "century")):
        if site[field]:
            marks.append(word + (f" ×{site[field]}" if site[field] > 1 else ""))
    if owner is not None:
        marks.append(f"flawed {worth(table, 'flaw')}" if site["flawed"] else f"prestige {site['prestige']}")
        marks += [f"{' '.join(prize.split('-')[::-1])} {worth(table, prize)}" for prize in site["prizes"]]
    head = f"{number:>2}  {site['foundation']:8} {who}: {', '.join(marks)}"
    lines = textwrap.wrap(head, width, subsequent_indent=" " * 4)
    if owner is not None:
        lines = [paint(COLOURS[owner], line) for line in lines]
    cards = _counted(site["cards"], table)
    return lines + textwrap.wrap(cards, width, initial_indent=" " * 13, subsequent_indent=" " * 13)


def signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def worth(table: Shown, prize: str) -> str:
    """What a prize counts, or a flaw."""
    return signed(table["worth"][prize.partition("-")[0]])


def described(kind: str, table: Shown) -> str:
    """A card with its metres and a star for each point of prestige."""
    if kind in ACTIONS:
        return kind
    metres, stars, _ = table["cards"][kind]
    mark = "★" * stars if stars >= 0 else f"−{-stars}"
    return f"{kind} ({metres}m{mark})"


def _counted(cards: Sequence[str], table: Shown) -> str:
    kinds = list(dict.fromkeys(cards))
    return ", ".join((f"{cards.count(k)}× " if cards.count(k) > 1 else "") + described(k, table) for k in kinds)


def _players(table: Shown, names: Sequence[str], paint: Paint, width: int) -> str:
    wide, narrow = max(6, *map(len, names)), width < 70
    heads = ("pts", "wc", "bar", "hand") if narrow else ("points", "toilets", "threshold", "cards")
    lines = [f"  {'player'.ljust(wide)}  {heads[0]:>6}  {heads[1]:>7}  {heads[2]:>9}  {heads[3]}"]
    for seat, player in enumerate(table["players"]):
        mark = "▶" if table["on_turn"] == seat and table["phase"] not in ("start", "over") else " "
        name = paint(COLOURS[seat], names[seat].ljust(wide))
        bar = f"{player['threshold']} m"
        lines.append(
            f"{mark} {name}  {player['score']:>6}  {player['toilets']:>7}  {bar:>9}  "
            f"{player['cards']}{' hidden' if player['hand'] is None else ''}"
        )
    return "\n".join(lines)


def _own(row: Row, table: Shown, seat: int) -> list[str]:
    """The viewer's cards, what lies before the viewer, and what their roofs would earn."""
    hand = table["players"][seat]["hand"] or []
    lines = [f"your cards: {', '.join(described(kind, table) for kind in hand) or 'none'}"]
    if known := known_top(table):
        lines.append(f"on top of the deck, by you: {', '.join(known)}")
    if table["aside"]:
        lines.append(f"before you: {', '.join(described(kind, table) for kind in table['aside'])}")
    for roof in dict.fromkeys(kind for kind in hand if kind in ROOFS):
        earned = [text for site in range(len(table["sites"])) if (text := _earned(row, table, seat, roof, site))]
        fine = [text for text in earned if "flawed" not in text]
        if earned:
            lines.append(f"{roof} would be: {'; '.join([*fine, *(t for t in earned if t not in fine)][:3])}")
    return lines


def _earned(row: Row, table: Shown, seat: int, roof: str, number: int) -> str:
    """What a roof would bring its player on a site, by playing it on a copy; nothing, if it may not be put there."""
    rows = np.array([row], row.dtype)
    rows["seat"][0] = rows["turn"][0] = seat
    rows["phase"][0] = PLAY
    ids = np.zeros(act.SPACE.size + engine.SLACK, np.int32)
    action = act.SPACE.encode(act.Roof(roof, number))
    if action not in ids[: doors.legal(rows, ids)].tolist():
        return ""
    doors.apply(rows, action)
    after, me = shown(rows[0], seat), table["players"][seat]
    site, points = after["sites"][number], after["players"][seat]["score"] - me["score"]
    lacking = {"toilet": "no toilet", "threshold": f"not above {me['threshold']} m"}
    lacking["lowest"] = f"under {table['levels']['lowest']} m"
    flawed = f", flawed ({lacking[site['flaws'][0]]})" if site["flawed"] else ""
    return f"site {number} {site['height']} m {signed(points)}{flawed}"


# Asking and reading


def ask(row: Row, names: Sequence[str]) -> str:
    who = names[row["seat"]]
    aside = ", ".join(dict.fromkeys(cards_of(row["aside"])[1] or []))
    questions: dict[int, str] = {
        PLAY: f"{who}, play a card (as in home-10 2, or discard home-10)",
        STEAL: f"{who}, steal from whom? ({_seats(row, names)}, or decline)",
        KEEP: f"{who}, keep which? ({aside})",
        INSURE: f"{who}, insure site {row['site']} at once? (insure {row['site']}, or decline)",
        CHOOSE: f"{who}, take or play one of {aside}{', or swap' if cards_of(row['aside'])[0] == HAND else ''}",
        PUT: f"{who}, put which back next? The first lies deepest ({aside})",
        AT_ONCE: f"{who}, play {_at_once(row)} at once: {HOW.get(_at_once(row) or '', 'on which site?')}",
        TAKE: f"{who}, take which card of the discard pile?",
        START: f"Who begins? ({', '.join(f'{seat} {name}' for seat, name in enumerate(names))})",
        FIRST_REVEAL: f"Which foundation is revealed? ({', '.join(FOUNDATIONS)})",
        REVEAL: f"Which foundation is revealed? ({', '.join(FOUNDATIONS)})",
        DEAL: f"Which cards is {who} dealt? (one after the other, or several with a blank between them)",
        FIRST_DRAW: f"Which card does {who} draw?",
        DRAW: f"Which card does {who} draw?",
        ROB: f"Which card does {who} take from {names[row['victim']]}?",
        LOOK: f"Which cards does {who} see on top of the deck? (the topmost first)",
        FINISHED: "The game is over",
    }
    return questions[int(row["phase"])]


def _at_once(row: Row) -> str | None:
    return KINDS[row["card"]] if row["card"] < CARDS else None


def _seats(row: Row, names: Sequence[str]) -> str:
    others = [s for s, name in enumerate(names) if s != row["seat"] and cards_of(row["hand"][s])[0]]
    return ", ".join(f"steal {seat} {names[seat]}" for seat in others)


def read(row: Row, text: str) -> list[Action]:
    """What a person typed, as actions. What cannot be meant is explained here; whether it is legal, the rules say."""
    words = re.sub(r"[\s,;:@]+", " ", text.strip().lower()).split()
    phase = int(row["phase"])
    if phase == START:
        return [act.Start(_number(" ".join(words).removeprefix("start"), int(SEATS[row["variant"]]), "seat"))]
    if phase in (FIRST_REVEAL, REVEAL):
        return [act.Reveal(_kind(" ".join(words).removeprefix("foundation").strip(), FOUNDATIONS))]
    if phase in (DEAL, FIRST_DRAW, DRAW, ROB, LOOK):
        cards = [_kind(word, KINDS) for word in words if word not in ("draw", "deal", "seen")]
        if not cards or (len(cards) > 1 and phase in (FIRST_DRAW, DRAW)):
            raise Misread(
                "name one card" if phase in (FIRST_DRAW, DRAW) else "name the cards, as in home-10 toilet flat"
            )
        return [act.Draw(card) for card in cards]
    if not words:
        raise Misread("say what to do; help tells how")
    return [_read_decision(row, words)]


def _read_decision(row: Row, words: list[str]) -> Action:
    phase, (word, *rest) = int(row["phase"]), words
    if word in DECLINE_WORDS:
        return act.Decline()
    near = (
        (cards_of(row["hand"][row["seat"]])[1] or []) if phase in (PLAY, AT_ONCE) else cards_of(row["aside"])[1] or []
    )
    readers: dict[str, Callable[[], Action]] = {
        "swap": act.Swap,
        "century": act.Century,
        "study": lambda: act.Study(_word(rest, ("deck", "discard"), "study")),
        "tornado": lambda: act.Tornado(_word(rest, ("left", "right"), "tornado")),
        "discard": lambda: act.Discard(_card(rest, "discard", near)),
        "keep": lambda: act.Keep(_card(rest, "keep", near)),
        "take": lambda: act.Take(_card(rest, "take", near)),
        "play": lambda: act.Play(_card(rest, "play", near)),
        "put": lambda: act.Put(_card(rest, "put", near)),
        "quake": lambda: act.Quake(_site_number(row, rest, "quake")),
        "insure": lambda: act.Insure(_site_number(row, rest, "insure")),
        "insurance": lambda: act.Insure(_site_number(row, rest, "insure")),
        "steal": lambda: act.Steal(_number(" ".join(rest), int(SEATS[row["variant"]]), "seat")),
    }
    if found := re.fullmatch(r"(steal)(\d)", word):
        return act.Steal(int(found[2]))
    is_card = len(words) == 1 and word in KINDS
    if phase in (KEEP, PUT, TAKE) and (is_card or word not in readers):  # the card alone is enough
        return {KEEP: act.Keep, PUT: act.Put, TAKE: act.Take}[phase](_kind(" ".join(words), KINDS, near))
    card = _at_once(row)
    if phase == AT_ONCE and card is not None and word not in readers and not card.startswith(word):
        word, *rest = words = [card, *words]
    if phase == CHOOSE and word not in ("take", "play", "swap"):
        raise Misread("say take or play and the card, or swap")
    if word in ("swap", "century") and rest:
        raise Misread(f"{word} stands alone")
    if word in readers:
        return readers[word]()
    if word in ("build", "roof"):
        word, *rest = rest or [""]
    return _on_site(_kind(word, KINDS, near), rest, row)


def _on_site(card: str, rest: list[str], row: Row) -> Action:
    site = _site_number(row, rest, card)
    if card == "quake":
        return act.Quake(site)
    if card == "insurance":
        return act.Insure(site)
    if card in ACTIONS:
        raise Misread(f"{card} does not go on a site")
    return act.Roof(card, site) if card in ROOFS else act.Build(card, site)


def _word(rest: Sequence[str], words: Sequence[str], what: str) -> str:
    fitting = [word for word in words if rest and word.startswith(rest[0])]
    if len(fitting) != 1:
        raise Misread(f"say {what} {' or '.join(words)}")
    return fitting[0]


def _card(rest: Sequence[str], what: str, near: Sequence[str]) -> str:
    if not rest:
        raise Misread(f"which card? As in {what} home-10")
    return _kind(" ".join(rest), KINDS, near)


def _kind(word: str, kinds: Sequence[str], near: Sequence[str] = ()) -> str:
    """A kind by its name in any of the languages, or by a beginning that fits only one of those near, or of all."""
    wanted = word.strip().replace(" ", "-")
    if wanted in kinds:
        return wanted
    fitting = [k for k in dict.fromkeys(near) if wanted and k.startswith(wanted)]
    fitting = fitting or [k for k in kinds if wanted and k.startswith(wanted)]
    fitting = fitting or [k for k in kinds if word and word.strip() in (name.lower() for name in NAMES[k].values())]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Misread(f"which one? {', '.join(fitting[:8])}")
    raise Misread(f"there is no card {word.strip()[:20]!r}; cards are named as on the screen, as in home-10 or flat")


def _site_number(row: Row, rest: Sequence[str], what: str) -> int:
    if not rest:
        raise Misread(f"on which site? Add its number, as in {what} 2")
    return _number(" ".join(rest).removeprefix("site"), int((row["owner"] != NOT_YET).sum()), "site")


def _number(text: str, end: int, what: str) -> int:
    text = text.strip()
    if not re.fullmatch(r"\d{1,2}", text) or int(text) >= end:
        raise Misread(f"name a {what} from 0 to {end - 1}")
    return int(text)


# Telling


def tell(row: Row, event: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    """An event, as a seat saw it, in a line; the row is the one it happened on."""
    who = names[event["seat"]] if "seat" in event else ""
    card, site = event.get("card"), event.get("site")
    cards = " ".join(event["cards"]) if "cards" in event else None
    match event["e"]:
        case "start":
            return f"{who}: first player"
        case "foundation":
            return f"Site {site}: {event['kind']}"
        case "deal":
            return f"{who}: dealt {cards or 'hidden cards'}"
        case "build":
            return f"{who}: built {card} on site {site}"
        case "steal":
            return f"{who}: stole from {names[event['from']]}"
        case "stolen":
            return f"{who}: took {cards} from {names[event['from']]}" if cards else ""
        case "keep":
            return f"{who}: kept {card}" if card else ""
        case "roof":
            return f"{who}: finished site {site} with {card}"
        case "insure":
            return f"{who}: insured site {site}" + (", an earthquake is answered" if row["quakes"][site] else "")
        case "quake":
            return f"{who}: earthquake on site {site}" + (", the insurance answers" if row["insurances"][site] else "")
        case "century":
            return f"{who}: earthquake of the century"
        case "study":
            return f"{who}: studied the {'deck' if event['from'] == 'deck' else 'discard pile'}"
        case "seen":
            return f"{who}: saw {cards}" if cards else ""
        case "take":
            return f"{who}: took {card or 'a card'}"
        case "play":
            return f"{who}: will play {card} at once"
        case "swap":
            return f"{who}: took all five as the new hand"
        case "put":
            return f"{who}: put {card} back" if card else ""
        case "tornado":
            return f"{who}: tornado to the {event['to']}"
        case "discard":
            return f"{who}: discarded {card}"
        case "draw":
            return f"{who}: drew {card}" if card else ""
        case "collapse":
            return f"The tower on site {site} collapses!"
    return f"{who}: declined"


def held(row: Row, seat: int, names: Sequence[str]) -> str:
    """The cards of a seat, where the viewer may know them."""
    hand = cards_of(row["hand"][seat])[1]
    return f"{names[seat]}: held {' '.join(hand)}" if hand else ""


def ending(row: Row, names: Sequence[str]) -> str:
    """Why the game is over."""
    if row["last_round"] == 0:
        return "The last round is over (G-last)."
    if row["quiet"] == STANDSTILL:
        return f"{STANDSTILL} turns in a row without a card from the deck (G18)."
    return "The last site is finished (G-end)."


def is_milestone(before: Row, after: Row) -> bool:
    """G-roof, G-collapse: the table is looked at when a tower is finished or falls."""
    return bool((before["owner"] != after["owner"]).any() and before["phase"] not in (FIRST_REVEAL, REVEAL))


def picture(row: Row, seat: int | None, names: Sequence[str]) -> str:
    from .picture import picture as drawn  # few ask for one, and it takes long to import

    return drawn(row, seat, names)


FACE = Face(
    board=board,
    picture=picture,
    ask=ask,
    read=read,
    tell=tell,
    is_milestone=is_milestone,
    usage=USAGE,
    ending=ending,
    held=held,
    why=why,
)
