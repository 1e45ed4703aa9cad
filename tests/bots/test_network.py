"""Networks: what they foresee is what PyTorch computes, bots do what they hold for best, and bad files are refused."""

import re
import zipfile

import numpy as np
import pytest
import torch

from bauboom import GAMES, load
from bauboom.arena.match import plan, play
from bauboom.bots import agents, make_bot
from bauboom.bots.network import FILE, foresee, is_learnt, learnt_by, read, with_room
from bauboom.bots.roster import search_bot
from bauboom.bots.search import Searcher, learnt_of
from bauboom.core.errors import OptionError
from bauboom.training.foresight import Foresight, network_from, write
from bauboom.training.foresight import learnt_by as learnt_of_torch

from .. import example
from ..looking import Looker, states

VARIANTS = [game.of_variant(number) for game in map(load, GAMES) for number in range(len(game.variants))]
every = pytest.mark.parametrize("game", VARIANTS, ids=repr)


def made(game, file, seed=1, sizes=(8, 16, 8)):
    """A file with a network that has learnt nothing; its opinions are strong, though."""
    torch.manual_seed(seed)
    network = Foresight(game, *sizes)
    with torch.no_grad():
        network.last.weight *= 20
    write(learnt_of_torch(network), file)
    return file


def decisions(game, seed, most):
    """Positions with a choice, as the seat on turn sees them."""
    views = [state.view(state.turn) for state in states(game, seed, 60) if state.turn is not None]
    return [view for view in views if len(view.legal_ids()) > 1][:most]


def ends(view, action, more):
    """The positions at which a turn can end that begins with an action, as its seat sees them."""
    after = view.after(action)
    if after.turn != view.seat or more == 0:
        yield after.rows
        return
    for following in after.legal_ids():
        yield from ends(after, following, more - 1)


class Foreseer:
    """What PyTorch makes of positions."""

    def __init__(self, game, learnt):
        self.game, self.look, self.network = game, Looker(game), network_from(learnt, game)

    @torch.no_grad()
    def chairs(self, rows, seat):
        """By chair: the share of the win, or the logarithms' exponentials of all chairs there could be."""
        parts, whole = self.look.spread(rows, seat)
        given = torch.from_numpy(parts.reshape(1, -1)), torch.from_numpy(whole[None]), torch.tensor([self.game.seats])
        return self.network(*given).exp()[0].double().numpy()

    def shares(self, rows, seat):
        """By seat."""
        found = self.chairs(rows, seat)
        if self.look.over[0] >= 0:  # the game is over there: it is known who won
            return np.array(self.of_end(rows))
        return np.array([found[(other - seat) % self.game.seats] for other in range(self.game.seats)])

    def of_end(self, rows):
        shares = np.zeros(self.game.lengths["seats"])
        self.game.kernels["returns"](rows[0], shares)
        return shares[: self.game.seats]

    def best(self, view, action):
        """By seat, at the best end of a turn that begins with an action."""
        found = [self.shares(rows, view.seat) for rows in ends(view, action, self.game.lookahead)]
        return max(found, key=lambda shares: shares[view.seat])


@every
def test_a_bot_foresees_what_pytorch_does_of_every_decision_and_does_the_best_one(game):
    foreseer, bot, most = Foreseer(game, learnt_by(game)), make_bot("level5", 1), 0.0
    for view in decisions(game, 1, 3):
        expected = {action: foreseer.best(view, action) for action in view.legal_ids()}
        outlook = bot.look(view)
        assert outlook.simulations == len(expected) == len(outlook.lines)
        for line in outlook.lines:
            assert line.chances == pytest.approx(expected[line.action].tolist(), abs=1e-5)
            assert sum(line.chances) == pytest.approx(1)
        chosen = game.space.encode(bot.choose(view, view.legal))
        values = sorted(shares[view.seat] for shares in expected.values())
        assert expected[chosen][view.seat] == pytest.approx(values[-1], abs=1e-6)
        most = max(most, values[-1] - values[0])
    assert most > 1e-3


@every
def test_the_kernel_interpreted_foresees_what_pytorch_does_and_absent_chairs_win_nothing(game, tmp_path):
    learnt = read(made(game, tmp_path / FILE), game)
    foreseer, network = Foreseer(game, learnt), with_room(learnt, game)
    for state in states(game, 2, 2):
        seat = state.step % game.seats
        chairs = foreseer.chairs(state._rows, seat)
        assert (chairs[game.seats :] == 0).all()
        assert chairs.sum() == pytest.approx(1)
        n = game.kernels["list_inputs"](state.row, seat, network.seen)
        network.chances[:] = -1
        foresee(network, n, game.seats)
        assert network.chances[: game.seats] == pytest.approx(chairs[: game.seats], abs=1e-5)
        assert (network.chances[game.seats :] == -1).all()


@pytest.mark.parametrize("name", GAMES)
def test_level5_and_a_network_from_a_file_decide_alike_every_time(name, tmp_path):
    game = load(name, players=2)
    own, other = game.folder / FILE, made(game, tmp_path / FILE)
    differs = 0
    for view in decisions(game, 3, 6):
        chosen = {str(make_bot("level5", seed).choose(view, view.legal)) for seed in (1, 2, 3)}
        assert len(chosen) == 1
        assert {str(agents.make(f"network:{own}", 4).choose(view, view.legal))} == chosen
        differs += {str(agents.make(f"network:{other}", 4).choose(view, view.legal))} != chosen
    assert differs  # it is the file that decides


@pytest.mark.parametrize("name", GAMES)
def test_a_search_with_a_network_looks_further_than_the_network_alone(name):
    view = decisions(load(name, players=3), 1, 1)[0]
    alone, further = make_bot("level5", 1).look(view), search_bot("300", 1).look(view)
    assert further.simulations > alone.simulations
    assert sorted(line.action for line in further.lines) == sorted(line.action for line in alone.lines)
    assert max(line.visits for line in further.lines) > 2
    assert [line.chances for line in further.lines] != [line.chances for line in alone.lines]


@pytest.mark.parametrize("name", GAMES)
def test_level4_never_has_a_network(name):
    game, bot = load(name, players=2), make_bot("level4")
    assert is_learnt(game)
    assert not bot.has_network
    assert bot.network is None
    searcher = Searcher(game, bot.has_network, bot.network)
    assert len(searcher.workspace.network.units) == 0
    assert len(Searcher(game, True, None).workspace.network.units) > 0


@pytest.mark.slow
def test_a_game_without_a_network_has_level5_and_level6_too():
    with example.installed():
        game = load(example.NAME)
        assert not is_learnt(game)
        assert len(learnt_of(game, True, None).whole_bias) == 0
        view = game.start(seed=1).view(0)
        assert len(view.legal) > 1
        of_four, of_five = (make_bot(level, 1).look(view).simulations for level in ("level4", "level5"))
        assert of_five > 2 * of_four
        for level in ("level5", "level6"):
            assert make_bot(level, 1).choose(view, view.legal) in view.legal


def refused(file, game):
    with pytest.raises(OptionError, match=re.escape(str(file))) as caught:
        read(file, game)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@pytest.mark.parametrize("content", [b"", b"PK", b"no network", b"\x93NUMPY", b"PK\x05\x06" + bytes(18)])
def test_a_file_that_is_no_network_is_refused_in_one_line(tmp_path, content):
    file = tmp_path / "net.npz"
    file.write_bytes(content)
    assert "is no network" in refused(file, load("manhattan"))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert "is no network" in refused(tmp_path / "none.npz", load("manhattan"))
    assert "is no network" in refused(tmp_path, load("manhattan"))


def test_a_damaged_file_is_refused_in_one_line_or_says_the_same(tmp_path):
    game = load("gratte-ciel")
    whole, file = made(game, tmp_path / "whole.npz").read_bytes(), tmp_path / "net.npz"
    learnt, rng, refusals = read(tmp_path / "whole.npz", game), np.random.default_rng(1), 0
    for _ in range(200):
        content = bytearray(whole)
        if rng.random() < 0.3:
            del content[int(rng.integers(len(whole))) :]
        for place in rng.integers(len(content), size=int(rng.integers(4))) if content else ():
            content[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(content)
        error = None
        try:
            found = read(file, game)
        except OptionError as refusal:
            error = str(refusal)
        if error is not None:
            assert len(error.splitlines()) == 1
            refusals += 1
        else:
            for mine, theirs in zip(found, learnt, strict=True):
                np.testing.assert_array_equal(mine, theirs)
    assert refusals > 100


def test_other_arrays_than_a_network_has_are_refused(tmp_path):
    game, file = load("manhattan"), tmp_path / "net.npz"
    good = read(made(game, tmp_path / "good.npz"), game)._asdict()

    def changed(**arrays):
        np.savez(file, **{name: array for name, array in (good | arrays).items() if array is not None})
        return refused(file, game)

    assert "is no network" in changed(part=None)
    assert "is no network" in changed(whole=np.array([None], object))
    for arrays in (
        {"part": good["part"][:-1]},
        {"whole": good["whole"][:, :-1]},
        {"whole": good["whole"][:-1]},
        {"second": good["second"][:-1]},
        {"second_bias": good["second_bias"][:-1]},
        {"last": good["last"][:, :-1], "last_bias": good["last_bias"][:-1]},
        {"last_bias": good["last_bias"][None]},
        {"whole_bias": np.float32(1)},
        {"part": np.zeros(0)},
        {"last": good["last"].astype(str)},
    ):
        assert "is a network of another game" in changed(**arrays)
    for number in (np.nan, np.inf):  # a search with them would not end well
        assert "has weights that are no numbers" in changed(last_bias=np.full_like(good["last_bias"], number))
    np.save(tmp_path / "one.npy", good["last"])
    assert "is no network" in refused(tmp_path / "one.npy", game)


@pytest.mark.parametrize("name", GAMES)
def test_a_network_of_another_game_is_refused(name):
    game = load(name)
    for other in {*GAMES} - {name}:
        assert f"is a network of another game, or of another version of {name}" in refused(
            load(other).folder / FILE, game
        )


@pytest.mark.parametrize(
    ("name", "budget"), [*((name, "") for name in GAMES), ("manhattan", "?20"), ("manhattan", "?2ms")]
)
def test_a_network_plays_whole_games_in_the_arena(name, budget, tmp_path):
    game = load(name, players=2)
    file = made(game, tmp_path / FILE)
    played = play(plan(game, [f"network:{file}{budget}", "random"], 3), 0)
    assert played.faults == {}
    assert min(played.decisions) > 0
    assert agents.is_timed(f"network:{file}{budget}") == budget.endswith("s")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("network:{folder}/none.npz", "there is no file '{folder}/none.npz'"),
        ("network:", "there is no file ''"),
        ("network:{folder}", "there is no file '{folder}'"),
        ("network:{folder}/net.npz?1h", "network:{folder}/net.npz?1h: '1h' is no time to think; write ?200ms,"),
        ("network:{folder}/net.npz?0", "'0' is no time to think"),
        ("network:{folder}/net.npz?", "'' is no time to think"),
        ("network:{folder}/net.npz?1s?2s", "'1s?2s' is no time to think"),
        ("network:{folder}/other.npz", "{folder}/other.npz is a network of another game"),
        ("network:{folder}/text.npz?1s", "{folder}/text.npz is no network"),
        ("net:{folder}/net.npz", "cannot be imported"),
    ],
)
def test_what_is_wrong_with_a_name_is_told_before_the_match_in_one_line(typed, why, tmp_path):
    game = load("manhattan", players=2)
    made(game, tmp_path / "net.npz")
    made(load("hoch-hinaus"), tmp_path / "other.npz")
    (tmp_path / "text.npz").write_text("no network")
    with pytest.raises(OptionError, match=re.escape(why.format(folder=tmp_path))) as caught:
        plan(game, [typed.format(folder=tmp_path), "random"])
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_holds_a_network_for_people_who_look_into_it(tmp_path):
    """Only arrays: nothing that could run."""
    file = made(load("manhattan"), tmp_path / FILE)
    with zipfile.ZipFile(file) as archive:
        assert len(archive.namelist()) == 7
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    with np.load(file, allow_pickle=False) as arrays:
        assert {array.dtype for array in arrays.values()} == {np.dtype("float16")}
