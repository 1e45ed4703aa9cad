"""Chance that can be checked: what Fair draws, what a record proves, and what it refuses to believe."""

import hashlib
import hmac
import json
import pickle
import random
from dataclasses import replace

import msgspec
import pytest

from bauboom import GAMES, Record, RecordError, load
from bauboom.core.chance import Fair, Seeded, commitment
from bauboom.core.fair import CHECKS, KEY, Noted, Proof, report, verify
from bauboom.study import proof_line

SEED = bytes(range(32))
NONCES = (bytes([7]) * 16, None, bytes([9]) * 64)
FAIR = Fair(SEED, "table-1", NONCES)


def fair_for(game):
    """Seat 0 gave a nonce, the others none."""
    return Fair(SEED, "table-1", (NONCES[0], *[None] * (game.seats - 1)))


def commits_of(fair):
    return [nonce and commitment(nonce) for nonce in fair.nonces]


def random_end(game, chance, seed=0):
    rng, state = random.Random(seed), game.start(chance=chance)
    while not state.is_over:
        state = state.play(rng.choice(state.legal_ids()))
    return state


def record_of(state, fair, commits=None):
    """The record as somebody reads it who got it as a line."""
    record = state.record()
    record.extra["chance"] = Proof.of(fair, commits or commits_of(fair))
    return Record.decode(record.encode(), load)


@pytest.fixture(scope="module")
def whole():
    """A whole game of three, and its record."""
    end = random_end(load("manhattan", players=3), FAIR)
    return end, record_of(end, FAIR)


def plain_draw(seed, table, nonces, step, total):
    """The ticket and the attempt that gave it, written from docs/fair.md with nothing of ours."""
    listed = ",".join("null" if nonce is None else f'"{nonce.hex()}"' for nonce in nonces)
    key = hmac.new(seed, f'["bauboom/fair/1","{table}",[{listed}]]'.encode(), hashlib.sha256).digest()
    attempt = 0
    while True:
        number = int(hmac.new(key, f"{step}/{attempt}".encode(), hashlib.sha256).hexdigest(), 16)
        if number < 2**256 // total * total:
            return number % total, attempt
        attempt += 1


# What is drawn


@pytest.mark.parametrize(("step", "total", "ticket"), [(0, 3, 1), (1, 45, 15), (2, 45, 44), (77, 36, 3)])
def test_known_answers(step, total, ticket):
    assert plain_draw(SEED, "table-1", NONCES, step, total)[0] == ticket
    index = FAIR.draw(step, [ticket, 1, total - ticket - 1])
    assert index == 1


def test_every_draw_is_the_one_of_the_written_algorithm():
    for step in range(300):
        assert FAIR.draw(step, [1] * 50) == plain_draw(SEED, "table-1", NONCES, step, 50)[0]


def test_numbers_that_would_favour_an_outcome_are_passed_over():
    third = 2**257 // 9
    weights = [third, third, third]  # two thirds of all numbers, so that every third one is passed over
    attempts, drawn = [], [0, 0, 0]
    for step in range(3000):
        ticket, attempt = plain_draw(SEED, "table-1", NONCES, step, 3 * third)
        index = FAIR.draw(step, weights)
        assert index == ticket // third
        attempts.append(attempt)
        drawn[index] += 1
    assert 0.4 < sum(attempts) / 3000 < 0.6
    assert sum((count - 1000) ** 2 / 1000 for count in drawn) < 9.21  # 99 %; with those others it would be some 200


def test_outcomes_are_as_likely_as_their_weights():
    weights = [0, 5, 1, 0, 4, 2]
    drawn = [0] * 6
    for step in range(12_000):
        drawn[FAIR.draw(step, weights)] += 1
    assert drawn[0] == drawn[3] == 0
    pairs = [(count, 1000 * weight) for count, weight in zip(drawn, weights, strict=True) if weight]
    assert (
        sum((count - expected) ** 2 / expected for count, expected in pairs) < 11.34
    )  # 99 % with 3 degrees of freedom


def test_a_step_has_its_own_draw_whatever_was_asked_before():
    there = [FAIR.draw(step, [1] * 1000) for step in range(200)]
    back = [Fair(SEED, "table-1", NONCES).draw(step, [1] * 1000) for step in reversed(range(200))]
    assert there == back[::-1]
    assert len(set(there)) > 150
    follows = [0] * 16  # what comes after what, in fours
    for step in range(16_000):
        follows[4 * FAIR.draw(step, [1] * 4) + FAIR.draw(step + 1, [1] * 4)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in follows) < 30.58  # 99 %, 15 degrees of freedom


@pytest.mark.parametrize(
    "other",
    [
        replace(FAIR, seed=bytes(32)),
        replace(FAIR, table="table-2"),
        replace(FAIR, nonces=NONCES[::-1]),
        replace(FAIR, nonces=NONCES[:2]),
        replace(FAIR, nonces=(NONCES[0] + b"\0", *NONCES[1:])),
        replace(FAIR, nonces=(None, *NONCES[1:])),
    ],
)
def test_everything_that_goes_in_changes_what_comes_out(other):
    ours, theirs = ([fair.draw(step, [1] * 1000) for step in range(100)] for fair in (FAIR, other))
    assert sum(a == b for a, b in zip(ours, theirs, strict=True)) < 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seed": b"short"}, "the seed has 5 bytes, not 32"),
        ({"table": ""}, "a table's id has"),
        ({"table": 'a"b'}, "a table's id has"),
        ({"table": "Zürich"}, "a table's id has"),
        ({"table": "x" * 65}, "a table's id has"),
        ({"table": "abc\n"}, "a table's id has"),
        ({"nonces": (None, b"x" * 15)}, "the nonce of seat 1 has 15 bytes, not 16 to 64"),
        ({"nonces": (b"x" * 65,)}, "the nonce of seat 0 has 65 bytes"),
    ],
)
def test_what_nobody_could_check_is_no_source(wrong, message):
    with pytest.raises(ValueError, match=message):
        replace(FAIR, **wrong)


def test_the_seed_is_not_shown_by_accident():
    fair = Fair(SEED, "table-1", NONCES)
    fair.draw(0, [1, 1])
    assert SEED.hex() not in repr(fair)
    assert repr(SEED) not in repr(fair)
    assert fair._key.hex() not in repr(fair)
    assert repr(fair._key) not in repr(fair)
    assert pickle.loads(pickle.dumps(fair)) == fair == FAIR


def test_a_seed_still_draws_what_it_always_drew():
    assert [Seeded(7).draw(step, [1] * 10) for step in range(12)] == [8, 2, 6, 6, 8, 4, 2, 8, 3, 4, 2, 3]
    assert [Seeded(b"x").draw(step, [3, 1, 2]) for step in range(12)] == [0, 0, 2, 0, 2, 1, 0, 2, 1, 0, 1, 0]
    large = [2**62 + 5, 2**62, 7]  # about every second number is passed over
    assert [Seeded(7).draw(step, large) for step in range(12)] == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1]


def test_a_commitment_is_the_hash_of_the_bytes():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# What a record proves


def test_a_whole_game_is_proven(variant):
    fair = fair_for(variant)
    end = random_end(variant, fair)
    verdict = verify(record_of(end, fair))
    assert verdict.is_over
    assert verdict.draws == sum(state.previous.is_chance for state in end.path()) > 20
    assert (verdict.proof.revealed, verdict.proof.withheld) == ([0], [])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_broken_off_is_proven_as_far_as_it_goes(name):
    game = load(name)
    fair = fair_for(game)
    decisions = [state for state in random_end(game, fair).path() if state.turn is not None]
    for state in [game.root, *decisions[::23]]:
        verdict = verify(record_of(state, fair))
        assert not verdict.is_over
        assert verdict.draws == sum(one.previous.is_chance for one in state.path())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_another_card_that_could_have_come_is_found_out(name):
    game = load(name)
    fair = fair_for(game)
    end = random_end(game, fair)
    right = end.record().events
    found = 0
    for state in end.path():
        before = state.previous
        others = [number for number, _ in before.outcome_ids() if number != state.action]
        if not others or (before.step > 20 and before.step % 19):
            continue
        record = record_of(before.play_one(others[-1]).after_chance(), fair)  # a deal goes on to its last card
        with pytest.raises(RecordError) as caught:
            verify(record)
        came, due = (game.space.actions[number] for number in (others[-1], state.action))
        assert (
            caught.value.why
            == f"event {caught.value.event + 1}: {came} came at step {before.step}, but seed and nonces give {due}"
        )
        assert caught.value.rule == "chance"
        pairs = zip(record.events, right, strict=False)
        assert caught.value.event == next(i for i, (event, true) in enumerate(pairs) if event != true)
        found += 1
    assert found > 10


def test_a_record_that_breaks_a_rule_is_refused_by_that_rule(whole):
    _, record = whole
    broken = Record(record.game, record.seats, record.events[:5] + record.events[6:], record.result, record.extra)
    with pytest.raises(RecordError) as caught:
        verify(broken)
    assert caught.value.rule.startswith("M")


def test_a_report_says_of_everything_that_was_checked_what_came_of_it(whole):
    _, record = whole
    good = report(record)
    assert good["ok"]
    assert good["checks"] == dict.fromkeys(CHECKS, True)
    assert good["draws"] == verify(record).draws
    proof = record.extra["chance"]
    other = {**proof, "table": "another"}
    for failed, extra, events in (
        ("proof", {}, record.events),
        ("commitments", {"chance": {**proof, "hash": "0" * 64}}, record.events),
        ("rules", {"chance": proof}, record.events[:5] + record.events[6:]),
        ("chance", {"chance": other}, record.events),
    ):
        said = report(Record(record.game, record.seats, events, record.result, extra))
        assert not said["ok"]
        assert said["why"]
        place = CHECKS.index(failed)
        assert list(said["checks"].values()) == [True] * place + [False] + [None] * (len(CHECKS) - place - 1)


def test_dice_can_be_checked_without_our_program():
    """From the record's JSON alone, as docs/fair.md describes it."""
    game = load("hoch-hinaus", players=3)
    data = json.loads(record_of(random_end(game, FAIR), FAIR).encode())
    seed = bytes.fromhex(data["chance"]["seed"])
    nonces = [nonce and bytes.fromhex(nonce) for nonce in data["chance"]["nonces"]]
    assert hashlib.sha256(seed).hexdigest() == data["chance"]["hash"]
    step = rolls = 0
    for event in data["events"]:
        if event["e"] == "start":
            assert event["seat"] == plain_draw(seed, "table-1", nonces, step, 3)[0]
        elif event["e"] == "roll":
            one, two = event["dice"]
            assert 6 * (one - 1) + two - 1 == plain_draw(seed, "table-1", nonces, step, 36)[0]
            rolls += 1
        step += event["e"] != "bankrupt"
    assert rolls > 20


# What is not believed


def refused(record, noted=Noted()):
    with pytest.raises(RecordError) as caught:
        verify(record, noted)
    assert caught.value.rule == "chance"
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    return str(caught.value)


def with_chance(record, value):
    return Record(record.game, record.seats, record.events, record.result, {"chance": value})


def test_another_seed_nonce_or_table_gives_other_cards(whole):
    end, _ = whole
    for other in (
        replace(FAIR, seed=bytes(32)),
        replace(FAIR, table="table-2"),
        replace(FAIR, nonces=(bytes(16), *NONCES[1:])),
        replace(FAIR, nonces=NONCES[::-1]),
        replace(FAIR, nonces=(None, *NONCES[1:])),
    ):
        assert "but seed and nonces give" in refused(record_of(end, other))
    assert "but seed and nonces give" in refused(record_of(end, replace(FAIR, nonces=(None,) * 3), commits_of(FAIR)))


ZEROS = "00" * 32


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": ZEROS}, "the seed does not fit the hash"),
        ({"hash": ZEROS}, "the seed does not fit the hash"),
        ({"hash": "00"}, "hash is not 64 of the digits"),
        ({"hash": commitment(SEED).upper()}, "hash is not 64 of the digits"),
        ({"seed": SEED.hex().upper()}, "seed is not made of pairs of the digits"),
        ({"seed": SEED.hex()[:-1]}, "seed is not made of pairs"),
        ({"seed": SEED.hex()[:-2]}, "the seed has 31 bytes, not 32"),
        ({"seed": SEED.hex() + "\n"}, "seed is not made of pairs"),
        ({"seed": " ".join(SEED.hex())}, "seed is not made of pairs"),
        ({"seed": ""}, "seed is not made of pairs"),
        ({"seed": None}, "Expected `str`, got `null` - at `seed`"),
        ({"seed": 7}, "Expected `str`, got `int` - at `seed`"),
        ({"nonces": [None, None]}, "there are 2 nonces for 3 seats"),
        ({"commits": [None] * 4}, "there are 4 commits for 3 seats"),
        ({"commits": [None] * 3}, "seat 0 has a nonce, but never committed itself to one"),
        ({"commits": [ZEROS, None, commitment(NONCES[2])]}, "the nonce of seat 0 does not fit its commitment"),
        ({"commits": [commitment(NONCES[0]), "zz", commitment(NONCES[2])]}, "commits[1] is not 64 of the digits"),
        ({"nonces": ["07" * 16, None, "xy"]}, "nonces[2] is not made of pairs"),
        ({"nonces": ["07" * 16, None, "09"]}, "the nonce of seat 2 has 1 bytes, not 16 to 64"),
        ({"nonces": ["07" * 17, None, "09" * 64]}, "the nonce of seat 0 does not fit its commitment"),
        ({"nonces": [1, 2, 3]}, "Expected `str | null`, got `int` - at `nonces[0]`"),
        ({"nonces": "07" * 16}, "Expected `array`, got `str` - at `nonces`"),
        ({"table": ""}, "a table's id has 1 to 64 letters"),
        ({"table": "\n" * 10**5}, "a table's id has 1 to 64 letters"),
        ({"table": ["table-1"]}, "Expected `str`, got `array` - at `table`"),
        ({"method": "dice"}, "the method is 'dice', this program knows 'hmac-sha256/1'"),
        ({"method": "x" * 10**5}, "the method is 'xxx"),
        ({"luck\n": 1}, "unknown field `luck�`"),
    ],
)
def test_a_proof_that_does_not_hold_together_is_refused_in_one_clear_line(whole, change, message):
    _, record = whole
    data = json.loads(record.encode())["chance"]
    bad = with_chance(record, data | change)
    assert message in refused(bad)
    assert Record.decode(bad.encode(), load).replay().is_over  # the rules do not care


@pytest.mark.parametrize("value", [None, 7, "seed", [], {}, {"chance": {}}, [[[]]], True, 1.5])
def test_what_is_no_proof_at_all_is_refused_and_still_a_record(whole, value):
    _, record = whole
    bad = with_chance(record, value)
    assert "Expected `object`" in (message := refused(bad)) or "field" in message
    again = Record.decode(bad.encode(), load)
    assert again.replay().is_over
    assert again.extra == {"chance": value}


@pytest.mark.parametrize("field", [field for field in Proof.__struct_fields__ if field != "since"])
def test_nothing_may_be_missing(whole, field):
    _, record = whole
    data = json.loads(record.encode())["chance"]
    del data[field]
    assert f"missing required field `{field}`" in refused(with_chance(record, data))


def test_without_the_key_nothing_is_proven():
    record = load("manhattan").start(seed=1).record()
    assert refused(record) == "the record has no key 'chance': nothing in it can be proven (chance)"


def test_a_seat_that_never_revealed_its_nonce_is_named():
    game = load("manhattan", players=3)
    fair = Fair(SEED, "table-1", (NONCES[0], None, None))
    commits = [commitment(NONCES[0]), None, commitment(NONCES[2])]
    proof = verify(record_of(game.start(chance=fair), fair, commits)).proof
    assert (proof.revealed, proof.withheld) == ([0], [2])


def test_what_was_noted_before_the_game_must_be_the_same(whole):
    _, record = whole
    one, _, two = commits_of(FAIR)
    right = Noted(commitment(SEED), "table-1", (two, one), NONCES[2].hex())
    assert verify(record, right).draws > 20
    for wrong, message in (
        (replace(right, hash=ZEROS), f"the hash is {commitment(SEED)}, not the one noted"),
        (replace(right, table="table-2"), "this is table table-1, not the one noted"),
        (replace(right, commits=(one,)), "the players' commitments are not those noted"),
        (replace(right, commits=(one, one)), "the players' commitments are not those noted"),
        (replace(right, nonce="08" * 16), "your nonce is not among those that took part"),
    ):
        assert message in refused(record, wrong)


def begun_elsewhere(steps=12):
    """A game whose first steps came from somebody else's chance."""
    game = load("manhattan", players=2)
    state = game.start(seed=5)
    while state.step < steps:
        state = state.play(state.legal_ids()[0])
    since, fair = state.step, Fair(SEED, "table-1", (None, None))
    state = state.with_chance(fair)
    while not state.is_over:
        state = state.play(state.legal_ids()[0])
    record = state.record(["Ada", "Grace"])
    record.extra[KEY] = Proof.of(fair, [None, None], since)
    return record, since


def test_what_came_before_a_game_was_brought_is_not_called_proven():
    record, since = begun_elsewhere()
    assert f"nothing is proven before step {since}" in refused(record)
    assert f"step {since}" in refused(record, Noted(since=since - 1))
    verdict = verify(record, Noted(since=since))
    assert verdict.earlier == 9
    assert verdict.draws > 20
    told = report(record)
    assert (told["ok"], told["since"], told["earlier"]) == (True, since, 9)
    assert "9 draws before step" in proof_line(verdict, Noted(since=since))


def test_a_proof_that_begins_too_early_fails():
    record, _ = begun_elsewhere()
    record.extra[KEY] = msgspec.structs.replace(record.extra[KEY], since=0)
    assert "came at step" in refused(record)
