"""A match: who sits where, the same luck for all, and a file that survives."""

import random
from collections import Counter
from itertools import combinations

import pytest

from bauboom import GAMES, OptionError, load
from bauboom.arena.match import Deal, FinishedGame, Ledger, plan, play, play_here

GAME = load("manhattan", players=2)
PAIR = ("greedy", "random")


@pytest.fixture
def many_bots():
    """Five different bots."""
    return [f"search:{number}" for number in range(1, 6)]


# Who sits where


def test_two_bots_at_a_table_for_two_play_on_both_seats():
    assert plan(GAME, PAIR).seatings == (PAIR, PAIR[::-1])


def test_as_many_bots_as_seats_are_one_line_up_in_its_distinct_rotations():
    four = load("manhattan", players=4)
    assert plan(four, ["greedy", "random", "random", "random"]).seatings == (
        ("greedy", "random", "random", "random"),
        ("random", "random", "random", "greedy"),
        ("random", "random", "greedy", "random"),
        ("random", "greedy", "random", "random"),
    )
    assert plan(four, ["greedy", "random"] * 2).seatings == (PAIR * 2, PAIR[::-1] * 2)


def test_fewer_bots_than_seats_play_one_against_all_others_both_ways():
    seatings = plan(load("manhattan", players=3), PAIR).seatings
    assert Counter(seating.count("greedy") for seating in seatings) == {1: 3, 2: 3}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_bot_sits_on_every_seat_and_meets_every_other_equally_often(many_bots, seats, count):
    match = plan(load("manhattan", players=seats), many_bots[:count])
    assert len(set(match.seatings)) == len(match.seatings)
    on_seat = Counter((seat, name) for seating in match.seatings for seat, name in enumerate(seating))
    assert len(on_seat) == seats * count
    assert len(set(on_seat.values())) == 1
    met = Counter(
        pair for seating in match.seatings for pair in combinations(match.bots, 2) if set(pair) <= set(seating)
    )
    assert len(met) == count * (count - 1) // 2
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["greedy"], "two bots or more"),
        (["greedy", "greedy"], "two bots or more"),
        (["greedy", "random", "random"], "a bot is named twice among 3 bots; name each once, or exactly the 2"),
        (["greedy", "clever"], "there is no bot 'clever'"),
    ],
)
def test_a_line_up_that_cannot_be_is_refused(bots, message):
    with pytest.raises(OptionError, match=message):
        plan(GAME, bots)


# The same luck


def outcomes_of(game, deal, decisions):
    """What chance draws in a deal in which seats decide at random, of the kind that it draws most."""
    rng, chance, state, drawn = random.Random(decisions), Deal(5, deal), game.root, []
    while not state.is_over:
        if state.is_chance:
            is_certain = len(state.outcomes) == 1
            state = state.play_one(chance.outcome(state))
            drawn += [] if is_certain else [game.space.actions[state.action]]
        else:
            state = state.play_one(rng.choice(state.legal))
    ((most, _),) = Counter(map(type, drawn)).most_common(1)
    return [outcome for outcome in drawn if type(outcome) is most]


def likeness(some, others):
    return sum(a == b for a, b in zip(some, others, strict=False)) / min(len(some), len(others))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_nearly_the_same_whatever_is_decided(name):
    game = load(name, players=2)
    games = [outcomes_of(game, 0, decisions) for decisions in range(4)]
    alike = min(likeness(one, other) for one, other in combinations(games, 2))
    assert alike > 0.6
    assert max(likeness(games[0], outcomes_of(game, deal, 0)) for deal in range(1, 5)) < 0.3


def test_every_outcome_comes_as_often_as_its_chance_says():
    state = next(state for state in (GAME.root.play_one(a) for a, _ in GAME.root.outcomes) if state.is_chance)
    state = state.play_one(state.outcomes[0][0])  # a card is gone, so chances differ
    chances = dict(state.outcome_ids())
    assert len(set(chances.values())) > 1
    deals = 6000
    found = Counter(Deal(3, deal).outcome(state) for deal in range(deals))
    distance = sum((found[i] - deals * chance) ** 2 / (deals * chance) for i, chance in chances.items())
    assert distance < 3 * len(chances)  # chi-square, whose mean is one less than the number of outcomes


def test_a_game_depends_on_its_number_and_the_seed_alone():
    match = plan(GAME, PAIR, seed=4)

    def facts(result):
        return result.deal, result.seating, result.points, result.shares, result.decisions

    games = [facts(game) for game in play_here(match, range(4))]
    assert [facts(play(match, number)) for number in (3, 2, 1, 0)] == games[::-1]
    assert [game[:2] for game in games] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert len({game[2] for game in games}) == 4
    assert facts(play(plan(GAME, PAIR, seed=5), 0))[2:] != games[0][2:]


# The file


RESULTS = [
    FinishedGame(deal, seating, (3, 2), (1.0, 0.0), (9, 9), (0.1, 0.2)) for deal in range(3) for seating in range(2)
]


@pytest.fixture
def path(tmp_path):
    """A file of six games."""
    ledger = Ledger(tmp_path / "match" / "games.jsonl", plan(GAME, PAIR))
    for result in RESULTS:
        ledger.add(result)
    ledger.close()
    return ledger.path


def read(path, *arguments, **options):
    ledger = Ledger(path, plan(*(arguments or (GAME, PAIR)), **options))
    ledger.close()
    return ledger


def test_a_file_gives_back_its_games(path):
    assert read(path).results == dict(enumerate(RESULTS))


@pytest.mark.parametrize("cut", [1, 2, 30, 100])
def test_what_a_crash_cut_off_is_dropped_and_played_again(path, cut):
    content = path.read_bytes()
    path.write_bytes(content[:-cut])
    ledger = Ledger(path, plan(GAME, PAIR))
    assert len(ledger.results) in (4, 5)
    assert ledger.results.items() < dict(enumerate(RESULTS)).items()
    for number, result in enumerate(RESULTS):
        if number not in ledger.results:
            ledger.add(result)
    ledger.close()
    assert path.read_bytes() == content


def test_even_the_first_line_may_be_cut_off(path):
    content = path.read_bytes()
    path.write_bytes(content[:20])
    assert read(path).results == {}
    assert path.read_bytes() == content[: content.index(b"\n") + 1]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((GAME, PAIR), {"seed": 8}, "seed is 0 there and 8 here"),
        ((GAME, PAIR[::-1]), {}, "seatings is"),
        ((GAME, PAIR), {"threads": 2}, "threads is 1 there and 2 here"),
        ((load("hoch-hinaus", players=2), PAIR), {}, 'game is "manhattan" there'),
        ((load("manhattan", players=2, edition="2017"), PAIR), {}, "options is"),
    ],
)
def test_a_file_of_another_match_is_refused_and_kept(path, arguments, options, message):
    content = path.read_bytes()
    with pytest.raises(OptionError, match="is not of this match") as refused:
        read(path, *arguments, **options)
    assert message in str(refused.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", [b"Dear diary,", b"Dear diary,\n", b"[]\n", b'{"format": "bauboom/1"}\n'])
def test_a_file_that_is_something_else_is_refused_and_kept(tmp_path, content):
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(OptionError, match="no file of an arena"):
        read(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [b"nonsense", b'{"deal":0}', b'{"deal":0,"seating":7,"points":[1,2],"shares":[1,0],"decisions":[],"seconds":[]}'],
)
def test_a_damaged_line_is_named(path, line):
    first, *rest = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([first, rest[0], line, *rest[2:], b""]))
    with pytest.raises(OptionError, match="line 3 is no game of this match"):
        read(path)
