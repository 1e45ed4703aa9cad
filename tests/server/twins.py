"""Two games that somebody at the table cannot tell apart, although what is hidden from him differs.

He sees the same, may do the same and does the same in both; the others hold and draw other cards, and do other things
where he cannot see what. Whatever a server sends him must then be the same bytes.
"""

import random
from collections import Counter
from dataclasses import dataclass

import msgspec

CALM = 0.3  # how often chance brings the same in both games although it need not
DIFFERENT = 2  # cards of a hand
TRIES = 4  # of one move, before going back


@dataclass(frozen=True)
class Move:
    """An entry of a table's log, in both games: what a seat decided, and where that led after chance."""

    seat: int | None  # None: the beginning
    decisions: tuple[list[int], list[int]]
    after: tuple

    @property
    def is_secretly_longer(self):
        """Whether in one game alone there was something to decide that the others may not know of."""
        return len(self.decisions[0]) != len(self.decisions[1])


def make_twins(game, observer, seed, length=10**6):
    """Moves of two games that a seat (None: a spectator) cannot tell apart, until they are over or so many."""
    rng = random.Random(seed)
    beginning = None
    while beginning is None:
        beginning = _after_chance((game.root, game.root), observer, rng)
    moves = [Move(None, ([], []), beginning)]
    stuck = 0
    while len(moves) < length and not moves[-1].after[0].is_over:
        move = _next_move(moves[-1].after, observer, rng)
        if move is not None:
            moves.append(move)
            continue
        stuck += 1
        assert stuck < 200, "no twins found"
        del moves[max(1, len(moves) - rng.randint(1, 4 + stuck)) :]
    return moves


def twins_with(game, observer, length, kinds, seeds):
    """Twins in which events of all these kinds differ; with seeds to try."""
    for seed in seeds:
        moves = make_twins(game, observer, seed, length)
        if kinds <= kinds_that_differ(moves):
            return moves
    raise AssertionError(f"no twins differ in {kinds}")


def _next_move(pair, observer, rng):
    seat = pair[0].turn
    for _ in range(TRIES):
        decided = _decided(pair, observer, rng)
        if decided is None:
            return None
        after = _after_chance(decided[1], observer, rng)
        if after and _seen(pair[0], after[0], observer) == _seen(pair[1], after[1], observer):
            return Move(seat, decided[0], after)
    return None


def _decided(pair, observer, rng):
    """A decision in each game, with what nobody may know of; other ones where the observer cannot see which."""
    one, two = pair
    if one.turn == observer:
        decisions = _with_secrets(one, rng.choice(one.legal_ids()), rng)
        return (decisions, decisions), (_played(one, decisions), _played(two, decisions))
    lists = [[_with_secrets(state, action, rng) for action in state.legal_ids()] for state in pair]
    return _alike(pair, lists, observer, rng, 0)


def _with_secrets(state, action, rng):
    decisions, secret = [action], state.play_one(action)
    while secret.is_secret:
        decisions.append(rng.choice(secret.legal_ids()))
        secret = secret.play_one(decisions[-1])
    return decisions


def _after_chance(pair, observer, rng):
    """Both games at the next decision; other outcomes where the observer cannot see which. None if there are none."""
    while pair[0].is_chance:
        found = _alike(pair, [[[number] for number, _ in s.outcome_ids()] for s in pair], observer, rng, CALM)
        if found is None:
            return None
        pair = found[1]
    return pair


def _alike(pair, lists, observer, rng, calm):
    """Of what may come in the two games, actions that look the same to the observer and differ if that can be."""
    one, two = pair
    twins = {}
    for actions in lists[1]:
        after = _played(two, actions)
        twins.setdefault(_seen(two, after, observer), []).append((actions, after))
    for actions in rng.sample(lists[0], len(lists[0])):
        after = _played(one, actions)
        if found := twins.get(_seen(one, after, observer)):
            same = [option for option in found if option[0] == actions]
            others = [option for option in found if option[0] != actions and _can_go_on(after, option[1])]
            other, twin = rng.choice((same if rng.random() < calm else others) or same or found)
            return (actions, other), (after, twin)
    return None


def _can_go_on(one, two):
    """Whether in both games everybody holds cards enough in common: what is played openly must be held in both."""
    for hand, other in zip(one.row["hand"].tolist(), two.row["hand"].tolist(), strict=True):
        if (Counter(hand) - Counter(other)).total() > DIFFERENT:
            return False
    return True


def _played(state, actions):
    for action in actions:
        state = state.play_one(action)
    return state


def _seen(before, after, observer):
    """What an observer gets of something that happened."""
    view = after.view(observer)
    return view.rows.tobytes(), msgspec.json.encode([view.data, after.told(observer, before)]), tuple(view.legal_ids())


def differing(moves):
    """In how many positions the two games differ."""
    return sum(move.after[0] != move.after[1] for move in moves)


def kinds_that_differ(moves):
    """The kinds of events that happened otherwise, or in one of the games only, at the same move."""
    kinds, before = set(), (None, None)
    for move in moves:
        one, two = (after.events(since) for after, since in zip(move.after, before, strict=True))
        different = [event for event in one if event not in two] + [event for event in two if event not in one]
        kinds |= {event.__struct_config__.tag for event in different}
        before = move.after
    return kinds
