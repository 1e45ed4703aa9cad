"""Illegal records of Gratte-ciel: the first bad event, the rule it breaks, and the reason in four languages."""

import copy
import json

import pytest

from bauboom import Record, load
from bauboom.games.gratte_ciel.deck import STANDARD

from ...illegal import appended, at, changed, dropped, inserted, records_of, refusal, result

RECORDS = records_of("gratte-ciel")


def spoilt(spoil):
    """The first record that can be spoilt in this way, and the place."""
    for record in copy.deepcopy(RECORDS):
        try:
            return record, spoil(record)
        except IndexError:
            continue
    raise AssertionError("no record has such an event")


def state_at(record, place):
    return Record.decode(json.dumps(record | {"events": record["events"][:place]}).encode(), load).play()


def other(event):
    return 1 - event["seat"]


def pairs(record, first, second):
    """Where an event of the first kind is followed by one of the second kind."""
    events = record["events"]
    return [i for i in range(len(events) - 1) if events[i]["e"] == first and events[i + 1]["e"] == second]


def not_held(record):
    """A card that is not in the hand is played."""
    place = at(record, "build")
    hand = state_at(record, place).view(record["events"][place]["seat"]).data["players"]
    held = hand[record["events"][place]["seat"]]["hand"]
    record["events"][place]["card"] = next(kind for kind in ("museum", "pool", "plant") if kind not in held)
    return place


def finished_site(record):
    """A floor goes on a site that is finished."""
    roof = at(record, "roof")
    place = next(i for i in range(roof, len(record["events"])) if record["events"][i]["e"] == "build")
    record["events"][place]["site"] = record["events"][roof]["site"]
    return place


def as_roof(record):
    place = at(record, "build")
    record["events"][place]["e"] = "roof"
    return place


def insured_twice_after_a_roof(record):
    place = pairs(record, "roof", "insure")[0] + 2
    record["events"].insert(place, record["events"][place - 1])
    return place


def insured_twice_as_a_card(record):
    """An insurance is the card of the turn, and then comes another."""
    events = record["events"]
    alone = [i for i, e in enumerate(events) if e["e"] == "insure" and events[i - 1]["e"] == "draw"]
    place = alone[0] + 1
    events.insert(place, events[place - 1])
    return place


def insured_twice_when_the_turn_is_over(record):
    """The next player has the turn already, because the hand needs no card."""
    events = record["events"]
    for i, event in enumerate(events[:-1]):
        if event["e"] == "insure" and events[i + 1].get("seat", event["seat"]) != event["seat"]:
            events.insert(i + 1, event)
            return i + 1
    raise IndexError


def insured_after_the_turn(record):
    """A roof, cards drawn, and then an insurance."""
    place = pairs(record, "roof", "draw")[0] + 1
    roof = record["events"][place - 1]
    record["events"].insert(place, {"e": "insure", "seat": roof["seat"], "site": roof["site"]})
    return place


def thief_draws(record):
    """After a theft the next player has the turn; the thief draws all the same."""
    events = record["events"]
    for i in range(2, len(events) - 1):
        theft = events[i]
        if theft["e"] == "keep" and events[i + 1].get("seat", theft["seat"]) != theft["seat"]:
            events.insert(i + 1, {"e": "draw", "seat": theft["seat"], "card": "flat"})
            return i + 1
    raise IndexError


def sixth_card(record):
    """A player with five cards draws one more."""
    events = record["events"]
    for i in range(1, len(events)):
        drawn = events[i - 1]
        if drawn["e"] == "draw" and events[i].get("seat", drawn["seat"]) != drawn["seat"]:
            events.insert(i, drawn)
            return i
    raise IndexError


def own_victim(record):
    place = at(record, "steal")
    record["events"][place]["from"] = record["events"][place]["seat"]
    return place


def other_victim(record):
    if len(record["seats"]) < 3:
        raise IndexError
    place = at(record, "stolen")
    event = record["events"][place]
    event["from"] = next(seat for seat in range(3) if seat not in (event["seat"], event["from"]))
    return place


def one_stolen(record):
    place = at(record, "keep") - 1
    record["events"][place]["cards"].pop()
    return place


def not_on_top(record):
    """Another card is drawn than the one just put back on top of the deck."""
    fitting = [i for i in pairs(record, "foundation", "draw") if record["events"][i - 1]["e"] == "put"]
    place = fitting[0] + 1
    top = record["events"][place]["card"]
    record["events"][place]["card"] = "flat" if top != "flat" else "dome"
    return place


CASES = [
    ("G-start", "no-player", changed("start", seat=4)),
    ("G-start", "due-start", dropped("start")),
    ("G-setup", "due-first-reveal", dropped("foundation", 2)),
    ("G-setup", "site-number", changed("foundation", site=1)),
    ("G-setup", "due-deal", changed("deal", seat=other)),
    ("G-setup", "count", changed("deal", cards=["flat"] * 4)),
    ("G-cards", "in-deck", changed("deal", cards=["flat"] * 5)),
    ("G-turn", "not-held", not_held),
    ("G-turn", "due-play", changed("build", seat=other)),
    ("G-turn", "due-draw", dropped("draw")),
    ("G-turn", "hand-full", sixth_card),
    ("G-build", "not-open", changed("build", site=9)),
    ("G-build", "not-open", finished_site),
    ("G-roof", "wrong-way", as_roof),
    ("G-theft", "due-play", changed("build", e="steal", card=None, site=None, **{"from": other})),
    ("G-theft", "own-hand", own_victim),
    ("G-theft", "victim", other_victim),
    ("G-theft", "count", one_stolen),
    ("G-theft", "due-rob", dropped("stolen")),
    ("G-theft", "due-keep", dropped("keep")),
    ("G-theft", "not-among", changed("keep", card="century")),
    ("G-theft", "thief", thief_draws),
    ("G-insurance", "insured", insured_twice_after_a_roof),
    ("G-insurance", "insured", insured_twice_as_a_card),
    ("G-insurance", "insured", insured_twice_when_the_turn_is_over),
    ("G-insure-roof", "insure-late", insured_after_the_turn),
    ("G-insurance", "no-tower", changed("insure", site=9)),
    ("G-quake", "no-tower", changed("quake", site=9)),
    ("G-collapse", "due-collapse", dropped("collapse")),
    ("G-collapse", "collapse", inserted({"e": "collapse", "site": 0}, "draw")),
    ("G-study-deck", "due-look", dropped("seen")),
    ("G-study-deck", "count", changed("seen", cards=lambda event: event["cards"][:-1])),
    ("G-study-deck", "not-among", changed("put", card="century")),
    ("G-study-deck", "on-top", not_on_top),
    ("G-study-site", "due-reveal", dropped("foundation", 3)),
    ("G-turn", "decline", inserted(lambda there: {"e": "decline", "seat": there["seat"]}, "build")),
    ("G-end", "over", appended({"e": "decline", "seat": 0})),
    ("G-score", "scores", result(scores=lambda scores: [scores[0] + 1, *scores[1:]])),
    ("G-score", "winners", result(winners=[])),
    ("record", "result-scores", result(scores=[1])),
]


@pytest.mark.parametrize(("rule", "key", "spoil"), CASES)
def test_an_illegal_record_is_refused_by_event_rule_and_reason(rule, key, spoil):
    record, place = spoilt(spoil)
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (place, rule, key), str(error)
    assert str(error).startswith("at the end: " if place is None else f"event {place + 1}, ")


def test_a_result_that_is_missing_or_too_early_is_refused_at_the_end():
    record = copy.deepcopy(RECORDS[0])
    result = record.pop("result")
    assert str(refusal(record)) == "at the end: the game is over, but there is no result (record)"
    record["events"].pop()
    error = refusal(record | {"result": result})
    assert (error.event, error.rule) == (len(record["events"]), "record")
    assert error.why == "at the end: there is a result, but the game is not over"


def test_the_sentence_names_the_event_the_players_and_the_reason():
    record = copy.deepcopy(RECORDS[0])
    place = at(record, "build")
    event = record["events"][place]
    state = state_at(record, place)
    hand = state.view(state.turn).data["players"][state.turn]["hand"]
    card = next(kind for kind in ("home-20p", "office-20p", "hotel-20p", "shop-20p") if kind not in hand)
    record["events"][place] = event | {"card": card, "site": 2}
    name, who = card.partition("-")[0], record["seats"][event["seat"]]
    shown = f"({name}, 20 m, prestige 1)"
    error = refusal(record)
    what = f"event {place + 1}, {who} builds on site 2 {shown}"
    assert str(error) == f"{what}: this card is not in the hand {shown} (G-turn)"


def test_G_deck_a_card_is_told_with_the_values_of_the_deck_that_is_played_with():
    deck = copy.deepcopy(STANDARD)
    deck["home-20p"] |= {"height": 33, "prestige": -2}
    words = load("gratte-ciel", deck=deck).words()
    assert words.format("{:card}", "home-20p") == "home, 33 m, prestige -2"
    assert load("gratte-ciel").words().format("{:card}", "home-20p") == "home, 20 m, prestige 1"
    assert load("gratte-ciel").words().format("{:card} {:card}", "home-20", "century") == (
        "home, 20 m earthquake of the century"
    )
