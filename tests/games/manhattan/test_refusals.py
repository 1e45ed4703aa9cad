"""Illegal records of Manhattan: the first bad event, the rule it breaks, and the reason in four languages."""

import copy
import json

import pytest

from bauboom import Record, load
from bauboom.bots import make_bot

from ...illegal import appended, at, changed, dropped, inserted, records_of, refusal, result

RECORDS = records_of("manhattan")


def record_of(**options):
    return copy.deepcopy(next(r for r in RECORDS if options.items() <= r["options"].items()))


def foreign_card(record):
    """A card that is not in the hand is played."""
    place = at(record, "build")
    state = Record.decode(json.dumps(record | {"events": record["events"][:place]}).encode(), load).play()
    held = state.view(state.turn).data["players"][state.turn]["hand"]
    record["events"][place]["card"] = next(card for card in range(1, 10) if card not in held)
    return place


def foreign_block(record):
    """A block that was not picked is built."""
    place = at(record, "build")
    colour = record["events"][place]["colour"]
    picked = record["events"][at(record, "pick", colour=colour)]["blocks"]
    record["events"][place]["block"] = next(size for size in (4, 3, 2, 1) if size not in picked)
    return place


def five_times(record):
    """A sixth card of a kind is drawn, of which there are five."""
    drawn = {}
    for place, event in enumerate(record["events"]):
        for card in event.get("cards", [event.get("card")] if event["e"] == "draw" else []):
            drawn[card] = drawn.get(card, 0) + 1
        if 5 in drawn.values() and event["e"] == "draw" and record["events"][place + 1]["e"] == "build":
            record["events"][place + 2]["card"] = next(card for card, count in drawn.items() if count == 5)
            return place + 2
    raise AssertionError("the whole pile is drawn in every game")


def more_points(name):
    def spoil(record):
        place = at(record, "score")
        record["events"][place]["points"][name][0] += 1
        return place

    return spoil


def other(number):
    return lambda event: (event["seat"] + 1) % number


CASES = [
    ("M-start", "no-player", changed("start", seat=3)),
    ("M-start", "due-start", dropped("start")),
    ("M-deal", "due-deal", changed("deal", 1, seat=other(3))),
    ("M-deal", "due-deal", dropped("deal", 2)),
    ("M-deal", "deal", changed("deal", cards=[1, 2, 3])),
    ("M4", "due-pick", changed("pick", seat=other(3))),
    ("M-pick", "due-pick", dropped("pick", 2)),
    ("M-pick", "pick-colour", changed("pick", colour=lambda event: (event["colour"] + 1) % 3)),
    ("M-pick", "pick", changed("pick", blocks=[1, 1, 1, 1, 2, 3])),
    ("M-pick", "pick-order", changed("pick", blocks=[2, 1, 1, 1])),
    ("M-blocks", "supply", changed("pick", blocks=[4, 4, 4, 4])),
    ("M-turn", "due-build", changed("build", seat=other(3))),
    ("M-turn", "due-build", inserted({"e": "reshuffle"}, "build", 1)),
    ("M-sides", "site", changed("build", site=lambda event: event["site"] % 9 + 1)),
    ("M-colours", "colour", changed("build", colour=lambda event: (event["colour"] + 1) % 3)),
    ("M-build", "hand", foreign_card),
    ("M-pick", "not-picked", foreign_block),
    ("M2", "can-build", changed("build", e="skip", city=None, site=None)),
    ("M-draw", "due-draw", changed("draw", seat=other(3))),
    ("M-draw", "due-draw", dropped("draw")),
    ("M-cards", "pile", five_times),
    ("M1", "due-reshuffle", dropped("reshuffle")),
    ("M-score", "due-score", dropped("score")),
    ("M-tallest", "tallest", more_points("tallest")),
    ("M-majority", "cities", more_points("cities")),
    ("M-tower", "towers", more_points("towers")),
    ("M-score", "total", changed("score", total=[1, 1, 1])),
    ("M-score", "round", changed("score", round=2)),
    ("M-end", "over", appended({"e": "draw", "seat": 0, "card": 1})),
    ("M-score", "scores", result(scores=lambda scores: [scores[0] + 1, *scores[1:]])),
    ("M-win", "winners", result(winners=lambda winners: [(winners[0] + 1) % 3])),
    ("M-win", "winners", result(winners=[])),
    ("record", "result-winners", result(winners=lambda winners: winners * 2)),
    ("record", "result-scores", result(scores=[1, 2])),
]


@pytest.mark.parametrize(("rule", "key", "spoil"), CASES)
def test_an_illegal_record_is_refused_by_event_rule_and_reason(rule, key, spoil):
    record = record_of(players=3, edition="1994", blocks_per_round=4)
    place = spoil(record)
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (place, rule, key)
    assert str(error).startswith("at the end: " if place is None else f"event {place + 1}, ")


def tied_record(edition):
    """A game that ends with equal points at the top."""
    game, bots = load("manhattan", edition=edition, players=3), [make_bot("random", seat) for seat in range(3)]
    for seed in range(1000):
        state = game.start(seed=seed)
        while not state.is_over:
            view = state.view(state.turn)
            state = state.play(bots[state.turn].choose(view, view.legal))
        best = [seat for seat in range(3) if state.scores[seat] == max(state.scores)]
        if len(best) > 1:
            return json.loads(state.record(["Ada", "Grace", "Alan"]).encode()), best
    raise AssertionError("chance brings a tie")


@pytest.mark.parametrize("edition", ["1994", "2017"])
def test_M_tie_1994_M_tie_2017_a_wrong_winner_among_equal_points_breaks_the_rule_for_ties(edition):
    record, best = tied_record(edition)
    right = record["result"]["winners"]
    wrong = best if right != best else best[:1]
    record["result"]["winners"] = wrong
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (None, f"M-tie-{edition}", "winners-tied")
    assert error.why.startswith("at the end: with equal points, the win goes to ")
    record["result"]["winners"] = [next(seat for seat in range(3) if seat not in best)] if len(best) == 2 else []
    assert refusal(record).rule == ("M-win" if len(best) == 2 else f"M-tie-{edition}")


def test_the_sentence_names_the_event_the_players_and_the_reason():
    record = record_of(players=3, edition="1994", blocks_per_round=4)
    place = at(record, "build")
    event = record["events"][place]
    event.update(seat=0, card=5, city=5, site=5, colour=0, block=2)
    due = record["events"][at(record, "pick")]["seat"]
    assert due != 0
    error = refusal(record)
    who = record["seats"][due]
    what = f"event {place + 1}, Ada builds on site 5 of Cairo (card 5, red, 2 storeys)"
    assert str(error) == f"{what}: {who} must build now (M-turn)"
    what = f"Ereignis {place + 1}, Ada baut in Kairo auf Bauplatz 5 (Karte 5, Rot, 2 Stockwerke)"
    assert error.explain("de") == f"{what}: {who} muss jetzt bauen"
    what = f"gebeurtenis {place + 1}, Ada bouwt in Caïro op bouwplaats 5 (kaart 5, rood, 2 etages)"
    assert error.explain("nl") == f"{what}: {who} moet nu bouwen"
    what = f"événement {place + 1}, Ada pose un bloc sur l’emplacement 5 (Le Caire, carte 5, rouge, 2 étages)"
    assert error.explain("fr") == f"{what} : {who} doit maintenant poser un bloc"


def test_colours_are_those_of_the_edition():
    for edition, colour in (("1994", "red"), ("2017", "orange")):
        record = record_of(edition=edition, players=4)
        record["events"][at(record, "score")]["points"]["towers"][0] += 1
        assert f"are {colour} " in refusal(record).why
