"""Characters: what they like shows in how they play, and nothing else changes."""

import numpy as np
import pytest

from bauboom import load
from bauboom.bots import CHARACTERS, LEVELS, check_bot, make_bot
from bauboom.bots.search import Line
from bauboom.bots.taste import favourite, liked_at, likings_of, taste_of
from bauboom.core import doors
from bauboom.core.errors import OptionError
from bauboom.games import GAMES
from tests import example

PLAYED = [load(name, players=2) for name in GAMES]


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_every_game_knows_all_characters_by_traits_that_it_counts(game):
    assert tuple(likings_of(game)) == CHARACTERS
    for character, liking in likings_of(game).items():
        assert {*liking.own, *liking.rivals} <= {*game.traits}
        assert taste_of(game, character).any()


@pytest.mark.parametrize("name", ["level3/", "level3/ada", "random/otis", "level3/otis/", "/otis", "level7/otis"])
def test_a_character_that_nobody_has_is_refused(name):
    with pytest.raises(OptionError, match="there is no bot"):
        check_bot(name)


def states_of(game, bots, deal):
    """Every state of a game, with who decided what there."""
    state, players = game.start(seed=deal), [make_bot(name, deal) for name in bots]
    while not state.is_over:
        view = state.view(state.turn)
        after = state.play(players[state.turn].choose(view, view.legal))
        yield state, after
        state = after


def counted(state, seat):
    counts = np.zeros(len(state.game.traits))
    doors.traits(state._rows, seat, counts)
    return counts


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_a_character_decides_otherwise_than_the_plain_bot_and_for_what_it_likes(game, character):
    taste, gains = taste_of(game, character), []
    for deal in range(5):
        for state, _ in states_of(game, ("level3", "level3"), deal):
            view = state.view(state.turn)
            chosen = [make_bot(name, 1).choose(view, view.legal) for name in ("level3", f"level3/{character}")]
            liked = liked_at(view, taste)
            plain, its = (liked(game.space.encode(action)) for action in chosen)
            gains.append(its - plain)
    assert min(gains) >= 0
    assert np.mean(np.array(gains) > 0) > 0.005


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "character", "trait", "sign", "deals"),
    [
        ("manhattan", "alva", "safety", -1, 20),
        ("manhattan", "gus", "majorities", 1, 60),
        ("hoch-hinaus", "otis", "open buildings", -1, 40),
        ("gratte-ciel", "mies", "insurances", 1, 15),
    ],
)
def test_a_character_shows_in_whole_games(name, character, trait, sign, deals):
    game = load(name, players=2)

    def mean(bots, deal):
        seen = [counted(after, 0) for state, after in states_of(game, bots, deal) if state.turn == 0]
        return np.mean(seen, 0)[game.traits.index(trait)]

    gaps = [mean((f"level3/{character}", "level3"), deal) - mean(("level3", "level3"), deal) for deal in range(deals)]
    assert sign * np.mean(gaps) > 2.5 * np.std(gaps) / np.sqrt(deals)


def test_a_search_takes_what_is_liked_only_among_actions_as_good_as_the_best():
    def line(action, visits, chance):
        return Line(action, visits, [1 - chance, chance], [0.0, 0.0])

    lines = [line(0, 100, 0.50), line(1, 60, 0.48), line(2, 50, 0.40), line(3, 10, 0.60), line(4, 40, 0.49)]
    assert favourite(lines, 1, {0: 1, 1: 5, 2: 9, 3: 9, 4: 5}.get).action == 1
    assert favourite(lines, 1, {0: 5, 1: 1, 2: 9, 3: 9, 4: 5}.get).action == 0


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "level6"])
def test_where_a_game_knows_no_characters_they_play_like_any_other(level):
    state = example.loaded().start(seed=4)
    for seed in range(8):
        if state.is_over:
            break
        view = state.view(state.turn)
        plain = make_bot(level, seed).choose(view, view.legal)
        assert make_bot(f"{level}/zora", seed).choose(view, view.legal) == plain
        state = state.play(plain)
