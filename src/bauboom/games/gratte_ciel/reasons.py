"""Why a decision may be good, as a coach would say it: what counts before and after, compared.

A reason is a dictionary: under "why" its kind, one of SENTENCES, and besides it what the sentence speaks of.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bauboom.core.action import Action
from bauboom.core.game import MOST_REASONS, Row, counted

from .actions import (
    Build,
    Century,
    Decline,
    Discard,
    Insure,
    Keep,
    Play,
    Put,
    Quake,
    Roof,
    Steal,
    Study,
    Swap,
    Take,
    Tornado,
)
from .components import (
    COLLAPSED,
    FINISHED,
    HAND,
    LOWEST,
    OPEN,
    SPECIALS_END,
)
from .deck import CATEGORIES, KINDS, ROOFS
from .view import Survey, cards_of, passed_on, with_roof

SENTENCES = {
    "wins": "ends the game and wins it",
    "crowns": "finishes the tower on site {site} for {points}",
    "flawed": "finishes the tower on site {site} although it is flawed, so that nobody else does",
    "prize_from": "takes {prize} from {of}",
    "prize": "wins {prize}",
    "topples": "brings down the tower of {of} on site {site}, {points}",
    "fells": "brings down the tower on site {site}",
    "uninsures": "costs the tower of {of} on site {site} its insurance",
    "shakes": "leaves the tower on site {site} with resistance {resistance}",
    "weakens": "hits {theirs} of others and {own} of its own",
    "saves": "saves {points} on site {site}: the next earthquake would have brought it down",
    "insures": "insures {points} on site {site}, now with resistance {resistance}",
    "firmer": "makes the tower on site {site} firmer, with resistance {resistance}",
    "prepares": "makes site {site} worth {points} with a roof that is in the hand",
    "toilet": "gives a point for good",
    "needed": "gives the tower on site {site} the toilet without which it is flawed",
    "pure": "keeps site {site} to {category}, for order and unity",
    "closer": "needs {metres} more on site {site} until the roof in hand is tall enough",
    "grows": "lets site {site} grow to {metres}",
    "steals": "steals from {of}, who holds {cards}",
    "keeps": "keeps {card} and gives back {back}",
    "chooses": "chooses {card}",
    "useful": "can finish a tower for {points} with {card}",
    "swaps": "takes a whole new hand, with {roofs} in it",
    "puts": "puts {card} back on the deck, with {cards} above it",
    "looks": "chooses out of {cards}",
    "hand_of": "gets the hand of {of}, {cards}",
    "withholds": "holds {card} back from towers that others would finish",
    "leaves": "keeps the cards in the hand",
    "discards": "gives up {card}",
}
NOUNS = {"points": "point", "metres": "metre", "cards": "card", "theirs": "tower", "roofs": "roof"}
PRIZES = ("mini", "record", *(f"unity-{name}" for name in CATEGORIES))
Reason = dict[str, Any]
Weighed = Iterator[tuple[float, Reason]]  # a reason, with about as many points as it is about


def why(row: Row, reason: Mapping[str, Any], names: Sequence[str]) -> str:
    """A reason in words that go on from "this move …"."""
    values = {key: counted(value, NOUNS[key]) if key in NOUNS else value for key, value in reason.items()}
    if "of" in reason:
        values["of"] = names[reason["of"]]
    if "category" in reason:
        values["category"] = f"{reason['category']}s"
    if "prize" in reason:
        prize, _, category = reason["prize"].partition("-")
        single = {"mini": "the mini skyscraper", "record": "the world record"}
        values["prize"] = single.get(prize, f"order and unity of {category}s")
    return SENTENCES[reason["why"]].format_map(values)


def reasons(before: Row, action: Action, after: Row, seat: int) -> list[Reason]:
    """What speaks for a decision of a seat that led from one of its views to the next; the most important first."""
    found = [*_of_end(after, seat), *_of_prizes(before, after, seat), *_of_action(before, action, after, seat)]
    ordered = sorted(found, key=lambda pair: -pair[0])  # of equals, what was found first
    telling = [reason for weight, reason in ordered if weight > 0] or [reason for _, reason in ordered]
    return telling[:MOST_REASONS]


def _of_action(before: Row, action: Action, after: Row, seat: int) -> Weighed:
    match action:
        case Build(site=site):
            return _of_build(before, after, seat, site)
        case Roof(site=site):
            return _of_roof(after, site)
        case Insure(site=site):
            return _of_insurance(before, after, seat, site)
        case Quake(site=site):
            return _of_quake(before, after, seat, [site])
        case Century():
            return _of_quake(before, after, seat, range(len(before["owner"])))
        case Tornado(to=to):
            return _of_tornado(before, seat, to == "right")
        case Study(source=source):
            return _of_study(before, source)
        case Discard(card=card):
            return _of_discard(before, seat, card)
        case Steal(seat=victim):
            return _of_theft(before, victim)
        case Decline():
            return iter([(0, {"why": "leaves"})])
    return _of_card(before, action, after, seat)


# What a score is made of


def _of_end(after: Row, seat: int) -> Weighed:
    """G-score: most points win."""
    scores = Survey(after).scores
    if after["phase"] == FINISHED and scores[seat] > max(scores[:seat] + scores[seat + 1 :]):
        yield 99, {"why": "wins"}


def _of_prizes(before: Row, after: Row, seat: int) -> Weighed:
    """G-mini, G-unity, G-record: prizes that change hands."""
    old, new = _holders(before), _holders(after)
    survey = Survey(after)
    for prize in PRIZES:
        was, now, worth = old.get(prize), new.get(prize), survey.worth(prize)
        if now == seat != was:
            taken = {} if was is None else {"of": was}
            yield worth * (1 + len(taken)), {"why": "prize_from" if taken else "prize", "prize": prize, **taken}


def _holders(row: Row) -> dict[str, int]:
    """Who has a prize."""
    survey = Survey(row)
    return {prize: survey.owners[site] for site in survey.standing for prize in survey.prizes[site]}


def earned(row: Row, seat: int, cards: Iterable[str], sites: Iterable[int]) -> int:
    """The most that a seat could earn by finishing one of these sites with one of these roofs; 0 if it cannot."""
    score, best = Survey(row).scores[seat], 0
    roofs = dict.fromkeys(card for card in cards if card in ROOFS)
    for site in sites:
        if row["owner"][site] == OPEN and row["tower"][site, :SPECIALS_END].any():  # G-roof
            for roof in roofs:
                best = max(best, Survey(with_roof(row, seat, roof, site)).scores[seat] - score)
    return best


def _hand(row: Row, seat: int) -> list[str]:
    return cards_of(row["hand"][seat])[1] or []


# Building and finishing


def _of_build(before: Row, after: Row, seat: int, site: int) -> Weighed:
    """G-build, G-toilet: what a card does for the player, and for the tower."""
    old, new = Survey(before), Survey(after)
    if after["toilets"][seat] > before["toilets"][seat]:
        yield 1, {"why": "toilet"}
    held = _hand(after, seat)
    points = earned(after, seat, held, [site])
    if points > earned(before, seat, held, [site]):
        yield points / 3 + 0.7, {"why": "prepares", "site": site, "points": points}
    if new.has_toilet[site] and not old.has_toilet[site]:
        yield 0.5, {"why": "needed", "site": site}
    if new.resistance[site] > old.resistance[site]:
        yield 0.4, {"why": "firmer", "site": site, "resistance": new.resistance[site]}
    roofs = [int(before["card_height"][KINDS.index(card)]) for card in held if card in ROOFS]
    wanted = max(int(after["value"][LOWEST]), new.thresholds[seat] + 1)
    if roofs and not points and (metres := wanted - new.heights[site] - max(roofs)) > 0:
        yield 0.35, {"why": "closer", "site": site, "metres": metres}
    if new.categories[site] == old.categories[site] >= 0:
        yield 0.3, {"why": "pure", "site": site, "category": CATEGORIES[new.categories[site]]}
    yield 0, {"why": "grows", "site": site, "metres": new.heights[site]}


def _of_roof(after: Row, site: int) -> Weighed:
    """G-roof, G-flaw: what the tower counts."""
    new = Survey(after)
    if new.is_flawed[site]:
        yield 0.5, {"why": "flawed", "site": site}
    else:
        yield 20 + new.points[site], {"why": "crowns", "site": site, "points": new.points[site]}


# Earthquakes and insurances


def _of_insurance(before: Row, after: Row, seat: int, site: int) -> Weighed:
    """G-insurance: what is protected, and from what."""
    old, new = Survey(before), Survey(after)
    points, resistance = new.points[site], new.resistance[site]
    if old.owners[site] == seat and points > 0:
        if old.resistance[site] == 1:
            yield points, {"why": "saves", "site": site, "points": points}
        else:
            yield points / 3, {"why": "insures", "site": site, "points": points, "resistance": resistance}
    if old.owners[site] != seat or points <= 0:
        yield 0.2, {"why": "firmer", "site": site, "resistance": resistance}


def _of_quake(before: Row, after: Row, seat: int, sites: Iterable[int]) -> Weighed:
    """G-quake, G-century, G-collapse: who is hit, and how hard."""
    old, new = Survey(before), Survey(after)
    hit = [site for site in sites if site in old.standing]
    for site in hit:
        owner, points = old.owners[site], old.points[site]
        if new.owners[site] == COLLAPSED:
            if owner not in (seat, OPEN) and points > 0:
                yield 10 + points, {"why": "topples", "of": owner, "site": site, "points": points}
            elif owner != seat or points < 0:
                yield 0.5, {"why": "fells", "site": site}
        elif owner not in (seat, OPEN) and after["insurances"][site] < before["insurances"][site]:
            yield 0.8 + points / 10, {"why": "uninsures", "of": owner, "site": site}
        elif owner != seat:
            weight = 0.2 if owner == OPEN else 0.7 + points / 10
            yield weight, {"why": "shakes", "site": site, "resistance": new.resistance[site]}
    own = sum(old.owners[site] == seat for site in hit)
    if len(hit) != 1 or own:
        theirs = sum(old.owners[site] not in (seat, OPEN) for site in hit)
        yield 0.1, {"why": "weakens", "theirs": theirs, "own": own}


# Cards that move


def _of_tornado(before: Row, seat: int, to_the_right: bool) -> Weighed:
    """G-tornado: whose hand comes, and what goes."""
    giver = passed_on(before, to_the_right)[seat]
    if giver is not None and giver != seat:
        yield 1, {"why": "hand_of", "of": giver, "cards": cards_of(before["hand"][giver])[0]}
    yield 0, {"why": "leaves"}


def _of_study(before: Row, source: str) -> Weighed:
    """G-study-deck, G-study-discard: how much there is to choose from."""
    cards = min(int(before["deck_size"]), HAND) if source == "deck" else int(before["discards"].sum())
    yield 1, {"why": "looks", "cards": cards}


def _of_discard(before: Row, seat: int, card: str) -> Weighed:
    """G1: why a card is not played."""
    if KINDS.index(card) <= KINDS.index("toilet") and not any(held in ROOFS for held in _hand(before, seat)):
        yield 1, {"why": "withholds", "card": card}
    else:
        yield 0.5, {"why": "discards", "card": card}


def _of_theft(before: Row, victim: int) -> Weighed:
    """G-theft: whom it hits."""
    yield 1, {"why": "steals", "of": victim, "cards": cards_of(before["hand"][victim])[0]}


def _of_card(before: Row, action: Action, after: Row, seat: int) -> Weighed:
    """G-theft, G-study-deck, G-study-swap, G-study-discard: which cards come into the hand, and which go back."""
    aside = cards_of(before["aside"])[1] or []
    match action:
        case Keep(card=card):
            aside.remove(card)
            yield 1, {"why": "keeps", "card": card, "back": aside[0]}
        case Take(card=card) | Play(card=card):
            yield 1, {"why": "chooses", "card": card}
        case Swap():
            yield 1, {"why": "swaps", "roofs": sum(card in ROOFS for card in _hand(after, seat))}
            return
        case Put(card=card):
            yield 1, {"why": "puts", "card": card, "cards": cards_of(after["aside"])[0]}
            return
        case _:
            raise TypeError(f"not a decision of this game: {action!r}")
    points = earned(after, seat, [card], range(len(after["owner"])))
    if points > 0:
        yield 2, {"why": "useful", "card": card, "points": points}
