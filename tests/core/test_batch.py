"""Batches from rows, of any seat's view, guessed anew, saved and loaded."""

import numpy as np
import pytest

import bauboom
from bauboom import Batch, load

NAMES = bauboom.GAMES


def played(name, steps, count=24, **options):
    batch = load(name, **options).batch(count, seed=3)
    for _ in range(steps):
        batch.play(batch.random_actions())
    return batch


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_a_batch_is_a_state(name):
    batch = played(name, 20)
    for i in (0, 5, -1):
        assert batch.state(i).rows.tobytes() == batch.rows[i].tobytes()
        assert batch.state(i).audit() == 0
    with pytest.raises(IndexError):
        batch.state(24)


@pytest.mark.parametrize("name", NAMES)
def test_features_of_any_seat_are_those_of_its_view(name):
    batch = played(name, 20)
    for seats in (1, np.arange(24) % batch.game.seats, None):
        seen = batch.features(seat=seats)
        viewers = batch.turn if seats is None else np.broadcast_to(seats, 24)
        for i in range(24):
            assert (seen[i] == batch.state(i).view(int(viewers[i])).observation()).all()
    for seats in (-1, 9, np.zeros(3, int), 0.5):
        with pytest.raises(ValueError, match="seat"):
            batch.features(seat=seats)


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_looks_the_same_to_its_seat_and_deals_the_rest_anew(name):
    batch = played(name, 30)
    for seat in (None, 0):
        guessed = batch.determinize(seed=7, seat=seat)
        viewers = batch.turn if seat is None else np.zeros(24, int)
        for i in range(24):
            assert guessed.state(i).audit() == 0
            assert guessed.state(i).view(int(viewers[i])) == batch.state(i).view(int(viewers[i]))
        assert ((guessed.rows == batch.rows).all()) == (not batch.game.has_secrets)
        assert (batch.determinize(seed=7, seat=seat).rows == guessed.rows).all()
        if batch.game.has_secrets:
            assert (batch.determinize(seed=8, seat=seat).rows != guessed.rows).any()
    guessed.play(guessed.random_actions())


def test_games_that_are_over_stay_as_they_are():
    batch = played("manhattan", 0, players=2)
    while not batch.is_over.all():
        batch.play(batch.random_actions())
    assert (batch.determinize(seed=1).rows == batch.rows).all()
    assert not batch.features().any()
    assert batch.features(seat=1).any(1).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_out_of_rows_goes_on_from_there(name):
    batch = played(name, 10)
    again = Batch.of_rows(batch.game, batch.rows, seed=5)
    actions = batch.random_actions()
    batch.play(actions)
    assert (again.rows["turn"] >= 0).all()
    again.play(actions)
    assert (again.legal_mask().sum(1) > 0).all()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (lambda: load("hoch-hinaus").batch(2).rows, "rows of manhattan"),
        (lambda: load("manhattan").root.rows, "waits for chance"),
        (lambda: load("manhattan", players=3).batch(2).rows, "another variant"),
        (lambda: load("manhattan").batch(2).rows[0], "rows of manhattan"),
    ],
)
def test_rows_that_do_not_fit_are_refused(rows, words):
    with pytest.raises(ValueError, match=words):
        Batch.of_rows(load("manhattan"), rows())


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_batch_goes_on_as_it_would_have(name, tmp_path):
    batch = played(name, 15, players=2)
    batch.restart(np.array([3]))
    batch.save(tmp_path / "games.npz")
    again = Batch.load(tmp_path / "games.npz", load)
    assert again.game == batch.game
    for _ in range(20):
        actions = batch.random_actions()
        assert (again.random_actions() == actions).all()
        batch.play(actions)
        again.play(actions)
        for one in (batch, again):
            one.restart(one.is_over)
        assert (again.rows == batch.rows).all()


def test_material_of_ones_own_is_saved_too(tmp_path):
    deck = str(load("gratte-ciel").folder / "deck.csv")
    batch = load("gratte-ciel", deck=deck).batch(2, seed=1)
    batch.save(tmp_path / "games.npz")
    assert Batch.load(tmp_path / "games.npz", load).game == batch.game


def test_what_is_no_saved_batch_is_refused(tmp_path):
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "other.npz", rows=np.zeros(3))
    for name in ("text.npz", "other.npz"):
        with pytest.raises(ValueError, match="is no batch that this version"):
            Batch.load(tmp_path / name, load)
