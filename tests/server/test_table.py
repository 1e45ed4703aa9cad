"""A table is its log, folded: what may be asked for, what is so afterwards, and what happens by itself."""

import copy
import itertools
import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from bauboom import GAMES, load
from bauboom.core.chance import commitment
from bauboom.core.fair import Noted, verify
from bauboom.core.record import Record
from bauboom.core.state import State
from bauboom.server import commands as ask
from bauboom.server import creation
from bauboom.server import entries as log
from bauboom.server.clock import DAY, SECOND, Due, Pace, Terms
from bauboom.server.keeper import bot_decisions
from bauboom.server.permissions import MOST_TAKEBACKS, bot_at
from bauboom.server.problems import STATUS, Problem
from bauboom.server.projection import rated_game
from bauboom.server.table import Asker, Info, Place, Table
from bauboom.server.trial import TRIALS, previews, read_chains

GOLDEN = Path(__file__).parent / "golden" / "entries.jsonl"
BEGIN = 1_700_000_000_000
MINUTE = 60 * SECOND
ADA, GRACE, ALAN = (Asker(name.lower(), name, frozenset({name.lower()}), True) for name in ("Ada", "Grace", "Alan"))
STRANGER = Asker("eve", "Eve", frozenset({"eve"}))
PEOPLE = [ADA, GRACE, ALAN, STRANGER]
NONCE = bytes(range(16))
COMMIT = commitment(NONCE)


class Live:
    """A table in memory with its log, at a time that the test says."""

    def __init__(self, game="manhattan", players=2, pace=Pace(), terms=Terms(), outages=(), options=(), **info):
        self.game = load(game, players=players, **dict(options))
        facts = {"id": "t1", "code": "abc234", "game": game, "options": dict(self.game.options), "host": "ada"}
        self.info = Info(**facts, pace=pace, created=BEGIN, seed=bytes(range(32)), **info)
        self.terms, self.outages = terms, outages
        self.table = Table(self.info, self.game, terms, outages)
        self.log, self.now = [], BEGIN

    def add(self, entry, request=None):
        self.log.append(log.Logged(self.table.version + 1, self.now, entry, request))
        self.table = self.table.after(self.log[-1])
        return self

    def do(self, asker, command):
        """What a keeper does with a command, less the storing."""
        request = command.fingerprint(asker.id)
        if self.table.answered(request) is None:
            entry = self.table.decide(command, asker, self.now)
            self.add(log.Rematched("t2") if isinstance(entry, log.Rematched) else entry, request)
        return self

    def wait(self):
        """Let happen what is due."""
        due = self.table.due
        self.now = max(self.now, due.at)
        if due.what == "bot":
            table = self.table
            decided = bot_decisions(table.places[table.turn].level, table.state.view(table.turn))
            return self.add(table.carry_out(table.turn, decided))
        return self.add(self.table.happen(due))

    def seat(self, *who):
        """Seat people and bots in the order of the seats."""
        for seat, somebody in enumerate(who):
            if isinstance(somebody, Asker):
                self.do(somebody, ask.Sit(seat=seat))
            else:
                self.do(ADA, ask.SeatBot(seat=seat, level=somebody))
        return self

    def begin(self, *who):
        return self.seat(*who).wait()

    def person_on_turn(self):
        return next(who for who in PEOPLE if who.id == self.table.places[self.table.turn].person)

    def play(self, seconds=0):
        """The person on turn thinks and takes the first action that he may."""
        self.now += seconds * SECOND
        actions = [first(self.table)]
        while (state := self.table.state.play_one(actions[-1])).is_secret:
            actions.append(state.legal_ids()[0])
        return self.do(self.person_on_turn(), ask.Play(actions=actions, version=self.table.version))

    def play_until(self, asker):
        """Go on until somebody is on turn."""
        while self.table.turn != self.table.seat_of(asker.ids):
            if self.table.places[self.table.turn].is_bot:
                self.wait()
            else:
                self.play()
        return self

    def folded(self):
        return Table(self.info, self.game, self.terms, self.outages).after(*self.log)

    def refusal(self, asker, command):
        with pytest.raises(Problem) as caught:
            self.table.decide(command, asker, self.now)
        assert caught.value.key in STATUS
        return caught.value.key, caught.value.why


def first(table):
    return table.state.legal_ids()[0]


def condition(table):
    """Everything that a table is, but for frames that it keeps ready."""
    names = [name for name in Table.__struct_fields__ if name not in ("made", "ahead", "game", "history")]
    return {name: copy.deepcopy(getattr(table, name)) for name in names} | {"log": table.history[: table.version]}


def frames(table, since):
    return [table.frame(ids, since) for ids in (["ada"], ["grace"], ["alan"], ["eve"], ["grace", "alan"], [])]


def shown(live, asker=ADA, since=None):
    return msgspec.json.decode(live.table.frame(asker.ids, since))


# Seats


def test_people_sit_where_they_want_or_where_there_is_room():
    live = Live(players=3).do(GRACE, ask.Sit(seat=1)).do(ADA, ask.Sit()).do(ALAN, ask.Sit())
    assert [place.name for place in live.table.places] == ["Ada", "Grace", "Alan"]
    assert live.table.phase == "dealing"


def test_the_game_is_dealt_as_soon_as_the_last_seat_is_taken():
    live = Live().do(ADA, ask.Sit(seat=0))
    assert live.table.phase == "waiting"
    live.do(ADA, ask.SeatBot(seat=1, level="greedy"))
    assert live.table.phase == "dealing"
    assert live.table.due == Due(live.now, "begin")
    assert live.wait().table.phase == "playing"


def test_a_seat_that_was_left_or_cleared_can_be_taken_again():
    live = Live().do(GRACE, ask.Sit(seat=0)).do(GRACE, ask.Leave()).do(ALAN, ask.Sit(seat=0))
    live.do(ADA, ask.Clear(seat=0)).do(ADA, ask.SeatBot(seat=0, level="random")).do(ADA, ask.Clear(seat=0))
    assert all(place.is_open for place in live.table.places)
    assert live.do(ADA, ask.Sit(seat=0)).table.seat_of(ADA.ids) == 0


def test_a_host_who_clears_a_seat_keeps_its_player_away():
    live = Live().do(GRACE, ask.Sit(seat=0)).do(GRACE, ask.Leave()).do(GRACE, ask.Sit(seat=0))
    live.do(ADA, ask.Clear(seat=0))
    assert live.refusal(GRACE, ask.Sit()) == (
        "not_yours",
        "the host has taken you from this table; look for another one",
    )
    later = Asker("new", "Grace", frozenset({"new", "grace"}), True)
    assert live.refusal(later, ask.Sit())[0] == "not_yours"
    live.do(ADA, ask.Sit(seat=0)).do(ADA, ask.Clear(seat=0)).do(ADA, ask.Sit(seat=0))
    assert live.do(ALAN, ask.Sit()).table.phase == "dealing"
    assert live.folded().unwanted == {"grace"}


def test_a_host_closes_a_table_that_waits():
    live = Live().seat(GRACE).do(ADA, ask.Close())
    assert live.table.phase == "closed"
    assert live.table.due is None
    assert live.log[-1].entry.why == "host"


def test_somebody_with_two_seats_decides_at_the_one_that_is_on_turn():
    live = Live().begin(ADA, GRACE)
    both = Asker("ada", "Ada", frozenset({"ada", "grace"}), True)
    for _ in range(6):
        assert live.table.seat_of(both.ids) == live.table.turn
        live.do(both, ask.Play(actions=[first(live.table)], version=live.table.version))


# Refusals

WAITING, DEALING, PLAYING, OVER, CLOSED = "waiting", "dealing", "playing", "over", "closed"
GIVEN_UP, ENDED, BEGUN = "the table was given up", "the game is over", "the game has begun"
NO_PLAY, NO_LEAVE = "nobody plays here now", "it is too late to leave; you can resign from the game"
PLAY, SEAT_BOT, CLEAR = ask.Play(actions=[0], version=2), ask.SeatBot(seat=0, level="greedy"), ask.Clear(seat=0)
REVEAL = ask.Reveal(nonce=NONCE.hex())
NONCES = "nonces are revealed when all have sat down, before the first card"
ARRANGE = [SEAT_BOT, CLEAR, ask.Close()]
IN_GAME = [ask.Resign(), ask.Replace(seat=0), ask.Back(), ask.Undo(), ask.Agree(), ask.Decline()]


def at_phase(phase):
    """A table for two of which Ada has seat 0, in a phase."""
    if phase == WAITING:
        return Live().seat(ADA)
    if phase == DEALING:
        return Live().do(ADA, ask.Sit(seat=0, commit=COMMIT)).do(GRACE, ask.Sit(seat=1, commit=COMMIT))
    if phase == CLOSED:
        return Live().seat(ADA).do(ADA, ask.Close())
    live = Live().begin(ADA, GRACE)
    return live if phase == PLAYING else live.do(GRACE, ask.Resign())


@pytest.mark.parametrize(
    ("phase", "commands", "why"),
    [
        (WAITING, [REVEAL], NONCES),
        (PLAYING, [REVEAL], NONCES),
        (WAITING, [*IN_GAME, ask.Play(actions=[0], version=1)], NO_PLAY),
        (DEALING, [*IN_GAME, PLAY], NO_PLAY),
        (WAITING, [ask.Rematch()], "the game is not over"),
        (DEALING, [ask.Rematch()], "the game is not over"),
        (PLAYING, [ask.Rematch()], "the game is not over"),
        (DEALING, [ask.Leave()], NO_LEAVE),
        (PLAYING, [ask.Leave()], NO_LEAVE),
        (DEALING, ARRANGE, BEGUN),
        (PLAYING, ARRANGE, BEGUN),
        (OVER, [*ARRANGE, *IN_GAME, REVEAL, ask.Leave(), ask.Play(actions=[0], version=4)], ENDED),
        (CLOSED, [*ARRANGE, *IN_GAME, REVEAL, ask.Leave(), ask.Rematch(), PLAY], GIVEN_UP),
    ],
)
def test_what_does_not_fit_the_phase_is_refused_with_the_reason(phase, commands, why):
    live = at_phase(phase)
    assert live.table.phase == phase
    for command in commands:
        assert live.refusal(ADA, command) == ("not_now", why), command


def test_sitting_down_is_refused_where_there_is_no_seat():
    assert at_phase(WAITING).refusal(ADA, ask.Sit()) == ("taken", "you have seat 0 already")
    assert at_phase(WAITING).refusal(GRACE, ask.Sit(seat=0)) == ("taken", "seat 0 is not free")
    assert at_phase(WAITING).refusal(GRACE, ask.Sit(seat=7)) == ("taken", "seat 7 is not free")
    for phase, why in [(DEALING, "all seats are taken"), (PLAYING, "all seats are taken"), (OVER, ENDED)]:
        assert at_phase(phase).refusal(ALAN, ask.Sit()) == ("not_now", why)
    assert at_phase(CLOSED).refusal(ALAN, ask.Sit()) == ("not_now", GIVEN_UP)


@pytest.mark.parametrize("phase", [WAITING, DEALING, PLAYING, OVER, CLOSED])
def test_who_has_no_seat_decides_nothing_and_who_is_no_host_arranges_nothing(phase):
    live = at_phase(phase)
    play = ask.Play(actions=[0], version=live.table.version)
    for command in [*IN_GAME, REVEAL, play, ask.Leave(), ask.Rematch()]:
        assert live.refusal(STRANGER, command) == ("not_yours", "you have no seat at this table")
    for command in ARRANGE:
        assert live.refusal(GRACE, command) == ("not_yours", "only the host of the table can do that")


def test_a_host_cannot_arrange_what_is_not_there():
    live = at_phase(WAITING)
    assert live.refusal(ADA, ask.SeatBot(seat=2, level="greedy")) == ("illegal", "there is no seat 2")
    assert live.refusal(ADA, ask.Clear(seat=2)) == ("illegal", "there is no seat 2")
    assert live.refusal(ADA, ask.Clear(seat=1)) == ("not_now", "seat 1 is open")
    assert live.refusal(ADA, ask.SeatBot(seat=0, level="greedy")) == ("taken", "seat 0 is not free")
    key, why = live.refusal(ADA, ask.SeatBot(seat=1, level="deep"))
    assert key == "illegal"
    assert why.startswith("there is no bot 'deep'")


@pytest.mark.parametrize("level", ["level3/ada", "search:1s/otis", "random/otis", "level3/"])
def test_a_bot_has_a_character_of_the_house_or_none(level):
    with pytest.raises(Problem, match="there is no bot"):
        bot_at(1, level)


def test_a_bots_results_count_under_its_level_whatever_its_character():
    assert Place(level=bot_at(1, "level3/otis").level).who == Place(level="level3").who == "bot:level3"


# Chance


def test_the_game_begins_at_once_when_all_have_revealed_their_nonces():
    live = at_phase(DEALING)
    assert live.table.due == Due(BEGIN + 10 * SECOND, "begin")
    live.do(ADA, REVEAL)
    assert live.table.due == Due(BEGIN + 10 * SECOND, "begin")
    live.do(GRACE, REVEAL)
    assert live.table.due == Due(BEGIN, "begin")
    live.wait().do(ADA, ask.Resign())
    proof = live.table.record().extra["chance"]
    assert proof.commits == [COMMIT, COMMIT]
    assert proof.nonces == [NONCE.hex(), NONCE.hex()]


def test_a_nonce_that_does_not_come_in_time_is_left_out():
    live = at_phase(DEALING).do(ADA, REVEAL).wait()
    assert live.now == BEGIN + 10 * SECOND
    live.do(ADA, ask.Resign())
    verdict = verify(live.table.record(), Noted(nonce=NONCE.hex(), commits=(COMMIT, COMMIT)))
    assert (verdict.proof.revealed, verdict.proof.withheld) == ([0], [1])


def test_a_nonce_is_revealed_once_and_must_fit_the_commitment():
    live = at_phase(DEALING)
    other = ask.Reveal(nonce=bytes(16).hex())
    assert live.refusal(ADA, other) == ("illegal", "that is not the nonce you committed to")
    live.do(ADA, REVEAL)
    assert live.refusal(ADA, REVEAL) == ("not_now", "you have revealed it already")
    plain = Live().seat(ADA, GRACE)
    assert plain.refusal(ADA, REVEAL) == ("not_now", "you committed to none")


def test_the_cards_come_from_seed_and_nonces_and_the_seed_is_told_afterwards():
    def beginning(nonce):
        live = Live().do(ADA, ask.Sit(seat=0, commit=commitment(nonce))).do(ADA, ask.SeatBot(seat=1, level="random"))
        assert shown(live)["table"]["fair"] == {"hash": commitment(bytes(range(32))), "seed": None}
        return live.do(ADA, ask.Reveal(nonce=nonce.hex())).wait()

    deals = [beginning(bytes([number]) * 16).log[-1].entry.actions for number in range(4)]
    assert len(set(map(tuple, deals))) > 1
    assert beginning(bytes(16)).log[-1].entry.actions == deals[0]
    over = beginning(bytes(16)).do(ADA, ask.Resign())
    assert shown(over)["table"]["fair"]["seed"] == bytes(range(32)).hex()


# Playing


def test_a_play_changes_the_position_and_only_who_is_on_turn_may_play():
    live = Live().begin(ADA, GRACE)
    other = {"ada": GRACE, "grace": ADA}[live.person_on_turn().id]
    turn = live.table.turn
    key, why = live.refusal(other, ask.Play(actions=[first(live.table)], version=live.table.version))
    assert (key, why) == ("not_now", f"it is the turn of seat {turn}")
    before = live.table.state
    assert live.play().table.latest.path(before)[0].previous is before
    assert live.table.state == live.table.latest


def test_a_stale_version_is_refused_and_so_is_one_from_the_future():
    live = Live().begin(ADA, GRACE).play()
    for version in (live.table.version - 1, live.table.version + 1, 0):
        command = ask.Play(actions=[first(live.table)], version=version)
        assert live.refusal(live.person_on_turn(), command) == ("stale", "the table is at version 4 already")
        assert live.refusal(ADA, ask.Resign(version=version)) == ("stale", "the table is at version 4 already")
    assert isinstance(live.table.decide(ask.Resign(), ADA, live.now), log.WentOut)


def test_a_question_about_taking_back_does_not_make_a_play_stale():
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA).play()
    version, asked = live.table.version, live.person_on_turn()
    live.do(ADA, ask.Undo()).do(asked, ask.Decline()).do(ADA, ask.Undo())
    assert live.table.version == version + 3
    live.do(asked, ask.Play(actions=[first(live.table)], version=version))
    assert live.table.version == version + 4
    assert live.refusal(ADA, ask.Resign(version=version))[0] == "stale"


def test_what_was_taken_back_makes_a_play_stale():
    live = Live().begin(ADA, GRACE).play_until(ADA).play().play_until(GRACE)
    version, action = live.table.version, first(live.table)
    live.do(ADA, ask.Undo()).do(GRACE, ask.Agree())
    assert live.refusal(GRACE, ask.Play(actions=[action], version=version))[0] == "stale"


def test_the_same_request_twice_is_played_once_and_another_persons_is_another():
    live = Live().begin(ADA, GRACE)
    asker = live.person_on_turn()
    command = ask.Play(actions=[first(live.table)], version=live.table.version, tag="a")
    live.do(asker, command)
    version = live.table.version
    again = msgspec.structs.replace(command, tag="b")
    assert live.table.answered(again.fingerprint(asker.id)) == version
    assert live.do(asker, again).table.version == version
    assert live.table.answered(command.fingerprint("eve")) is None
    assert live.table.answered(ask.Resign().fingerprint(asker.id)) is None
    assert live.folded().answered(command.fingerprint(asker.id)) == version


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_played_or_refused_in_the_words_of_the_rules(name):
    live = Live(name).begin(ADA, GRACE)
    rng = random.Random(3)
    for _ in range(40):
        asker, version, size = live.person_on_turn(), live.table.version, live.game.space.size
        legal = set(live.table.state.legal_ids())
        for action in [*rng.sample(range(size), min(size, 60)), size - 1, size, size + 1, 2**31]:
            command = ask.Play(actions=[action], version=version)
            if action not in legal:
                key, why = live.refusal(asker, command)
                assert key == "illegal"
                assert why
            elif live.table.state.play_one(action).is_secret:
                assert live.refusal(asker, command)[0] == "more"
            else:
                assert live.table.decide(command, asker, live.now).actions[0] == action
        live.play()
        if live.table.phase == OVER:
            break


def test_several_decisions_at_once_are_for_what_nobody_may_know_of():
    live = Live().begin(ADA, GRACE)
    command = ask.Play(actions=[first(live.table)] * 2, version=live.table.version)
    assert live.refusal(live.person_on_turn(), command) == ("illegal", "one decision at a time")


def secret_decision(seed):
    """A game of Gratte-ciel at a decision after which there is another that others may not know of."""
    rng = random.Random(seed)
    live = Live("gratte-ciel", players=3).begin(ADA, GRACE, ALAN)
    while live.table.phase == PLAYING:
        for action in live.table.state.legal_ids():
            if live.table.state.play_one(action).is_secret:
                return live, action
        live.do(
            live.person_on_turn(),
            ask.Play(actions=[rng.choice(live.table.state.legal_ids())], version=live.table.version),
        )
    return None


def test_a_secret_decision_is_taken_together_with_the_one_before_it():
    live, action = next(found for seed in range(100) if (found := secret_decision(seed)))
    asker, version = live.person_on_turn(), live.table.version
    with pytest.raises(Problem) as caught:
        live.table.decide(ask.Play(actions=[action], version=version), asker, live.now)
    more = caught.value
    assert (more.key, more.status, more.more["actions"]) == ("more", 409, [action])
    choices = [msgspec.json.decode(choice)["id"] for choice in more.more["legal"]]
    assert len(choices) > 1
    for choice in choices:
        entry = live.table.decide(ask.Play(actions=[action, choice], version=version), asker, live.now)
        assert entry.actions[:2] == [action, choice]
    key, why = live.refusal(asker, ask.Play(actions=[action, choices[0], choices[0]], version=version))
    assert (key, why) == ("illegal", "one decision at a time")
    assert live.refusal(asker, ask.Play(actions=[action, action], version=version))[0] == "illegal"
    declined = next(c for c in choices if str(live.game.space.actions[c]) == "decline")
    seat = live.table.turn
    live.do(asker, ask.Play(actions=[action, declined], version=version))
    assert live.table.version == version + 1
    others = [person for person in (ADA, GRACE, ALAN) if person is not asker]
    assert any(event["e"] == "decline" for event in live.table.told(seat, version))
    for other in [*others, STRANGER]:
        assert not any(event["e"] == "decline" for event in shown(live, other, version)["told"])


def test_a_secret_decision_is_tried_as_it_is_taken():
    live, action = next(found for seed in range(100) if (found := secret_decision(seed)))
    table, seat = live.table, live.table.turn
    alone = previews(table.deciding_view(seat), [[action]])[0]
    assert (alone["view"]["phase"], alone["view"]["turn"]) == ("insure", seat)
    for choice in table.state.play_one(action).legal_ids():
        both = previews(table.deciding_view(seat), [[action, choice]])[0]
        state = table.state.play_one(action).play_one(choice)
        assert both["actions"] == [action, choice]
        assert (both["view"], both["told"]) == (state.view(seat).data, state.told(seat, table.state))
    with pytest.raises(Problem, match="one decision at a time"):
        previews(table.deciding_view(seat), [[action, choice, choice]])


def test_only_who_decides_tries_things_out():
    live = Live(players=3).seat(ADA, GRACE, "greedy")
    for seat in (None, 0, 1, 2):
        assert not live.table.decides(seat)
    live.wait().play_until(ADA)
    assert live.table.deciding_view(0).seat == 0
    for seat in (None, 1, 2):
        with pytest.raises(Problem) as caught:
            live.table.deciding_view(seat)
        assert caught.value.key == "not_now"
    live.do(ADA, ask.Resign())
    with pytest.raises(Problem):
        live.table.deciding_view(0)


@pytest.mark.slow
def test_a_hint_is_a_whole_decision_and_the_same_whenever_one_asks():
    lengths = set()
    for players, people in ((2, (ADA, GRACE)), (3, (ADA, GRACE, ALAN))):
        live = Live("gratte-ciel", players=players, hints=True).begin(*people)
        while live.table.phase == PLAYING:
            seat = live.table.turn
            hint = live.table.hint(seat)
            assert hint == live.table.hint(seat)
            assert hint["by"] == "level4"
            assert len(hint["reasons"]) == len(hint["actions"])
            lengths.add(len(hint["actions"]))
            live.do(live.person_on_turn(), ask.Play(actions=hint["actions"], version=live.table.version))
    assert lengths == {1, 2}


def test_a_hint_is_for_the_seat_on_turn_at_a_table_that_allows_hints():
    live = Live(players=3, hints=True).begin(ADA, GRACE, ALAN)
    for other in {None, 0, 1, 2} - {live.table.turn}:
        with pytest.raises(Problem, match="not your turn") as caught:
            live.table.hint(other)
        assert caught.value.key == "not_now"
    live = Live().begin(ADA, GRACE)
    with pytest.raises(Problem, match="no hints") as caught:
        live.table.hint(live.table.turn)
    assert caught.value.key == "not_now"


def test_what_is_tried_is_refused_in_the_words_of_the_rules():
    live = Live().begin(ADA, GRACE)
    view, legal = live.table.deciding_view(live.table.turn), set(live.table.state.legal_ids())
    for action in range(live.game.space.size + 1):
        if action not in legal:
            with pytest.raises(Problem) as caught:
                previews(view, [[action]])
            with pytest.raises(Problem) as played:
                live.table.carry_out(live.table.turn, [action])
            assert caught.value.data == played.value.data


def test_what_is_to_be_tried_is_read():
    assert read_chains("") == []
    assert read_chains("12") == [[12]]
    assert read_chains("12,57.3,0") == [[12], [57, 3], [0]]
    assert len(read_chains(",".join(["7"] * TRIALS))) == TRIALS
    bad = (",", "1,", ".1", "1..2", "-1", "1 2", "a", "1\n", "\u0661", "9" * 10, ",".join(["7"] * (TRIALS + 1)))
    for text in (*bad, ".".join(["7"] * 9)):
        with pytest.raises(Problem) as caught:
            read_chains(text)
        assert caught.value.key == "bad_message"


def test_only_who_decides_is_shown_what_may_be_done():
    live = Live().begin(ADA, GRACE)
    asker = live.person_on_turn()
    assert [choice["id"] for choice in shown(live, asker)["legal"]] == live.table.state.legal_ids()
    for other in ({"ada": GRACE, "grace": ADA}[asker.id], STRANGER):
        assert shown(live, other)["legal"] == []
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA).do(ADA, ask.Resign())
    assert live.table.turn == 0
    assert shown(live, ADA)["legal"] == []


# Going out and coming back


def test_of_two_the_one_who_does_not_resign_wins():
    live = Live().begin(ADA, GRACE).play().do(ADA, ask.Resign())
    assert live.table.result == {"scores": list(live.table.state.scores), "winners": [1], "how": "resigned"}
    assert live.table.turn is None
    assert live.table.due is None
    assert live.table.ranks == [2, 1]


@pytest.mark.parametrize("players", [3, 4])
def test_a_bot_plays_on_for_who_resigns_until_one_is_left(players):
    people = [ADA, GRACE, ALAN, Asker("tim", "Tim", frozenset({"tim"}), True)][:players]
    live = Live(players=players).begin(*people)
    for number, person in enumerate(people[1:-1]):
        live.do(person, ask.Resign())
        assert live.table.phase == PLAYING, number
        assert live.refusal(person, ask.Resign()) == ("not_now", "a bot plays for you; take your seat back first")
        assert live.refusal(person, ask.Back())[1] == "only a player who was replaced or ran out of time can come back"
    while live.table.turn in (0, players - 1):
        live.add(live.table.carry_out(live.table.turn, [first(live.table)]))
    assert live.table.due == Due(live.now + 700, "bot")
    seat = live.table.turn
    live.wait()
    assert live.log[-1].entry.seat == seat
    live.do(people[-1], ask.Resign())
    assert live.table.result["winners"] == [0]
    assert live.table.result["how"] == "resigned"


def test_of_the_bankrupt_who_stayed_longer_comes_before_who_left_first():
    live = Live("hoch-hinaus", players=4, options={"bankruptcy": "automatic"})
    for seed in range(20):
        live.info = msgspec.structs.replace(live.info, seed=bytes([seed]) * 32)
        live.table = Table(live.info, live.game)
        live.begin(ADA, "greedy", "greedy", "greedy").do(ADA, ask.Resign())
        while live.table.phase == PLAYING:
            live.wait()
        left = {seat: int(live.table.state.row["left"][seat]) for seat in (1, 2, 3)}  # 1 for the first to go
        gone = sorted((seat for seat in left if left[seat]), key=left.get)
        if len(gone) == 2 and left[gone[0]] < left[gone[1]]:
            break
    assert live.table.ranks[gone[0]] == live.table.ranks[gone[1]] + 1
    assert live.table.ranks[0] == 4  # resigned


def test_bots_play_on_among_themselves_when_the_only_person_resigns():
    live = Live(players=3).begin(ADA, "random", "random").do(ADA, ask.Resign())
    while live.table.phase == PLAYING:
        live.wait()
    assert live.table.how == "rules"
    assert 0 not in live.table.result["winners"]
    assert live.table.ranks[0] == 3


def test_who_resigned_does_not_win_even_if_the_bot_does():
    for seed in range(20):
        live = Live(players=3, rated=True)
        live.info = msgspec.structs.replace(live.info, seed=bytes([seed]) * 32)
        live.table = Table(live.info, live.game)
        live.begin(ADA, "random", "random").do(ADA, ask.Resign())
        while live.table.phase == PLAYING:
            live.wait()
        if 0 in live.table.state.winners:
            break
    scores = live.table.state.scores
    assert live.table.result["winners"] == [seat for seat in (1, 2) if scores[seat] == max(scores[1:])]
    assert live.table.ranks[0] == 3
    assert live.table.record().result.winners == list(live.table.state.winners)  # a record tells the game, as it was


def test_records_of_games_that_were_given_up_are_accepted():
    live = Live("hoch-hinaus", players=3).begin(ADA, GRACE, ALAN)
    for _ in range(5):
        live.play()
    live.do(ADA, ask.Resign()).do(ALAN, ask.Resign())
    record = Record.decode(live.table.record().encode(), load)
    assert record.replay() == live.table.state
    assert record.result is None
    assert record.seats == ["Ada", "Grace", "Alan"]
    assert record.extra["table"] == {"how": "resigned", "out": {"0": "resigned", "2": "resigned"}}
    assert verify(record).is_over is False


def test_who_is_silent_for_long_can_be_replaced_and_come_back():
    live = Live().begin(ADA, GRACE).play_until(GRACE)
    why = "wait until nothing has come for 180 seconds"
    assert live.refusal(ADA, ask.Replace(seat=1)) == ("not_now", why)
    live.now += 180 * SECOND - 1
    assert live.refusal(ADA, ask.Replace(seat=1)) == ("not_now", why)
    live.now += 1
    others = "only the person that everybody waits for can be replaced"
    assert live.refusal(GRACE, ask.Replace(seat=0)) == ("not_now", others)
    live.do(ADA, ask.Replace(seat=1))
    assert live.table.phase == PLAYING
    assert live.table.places[1].out == "replaced"
    assert live.refusal(ADA, ask.Replace(seat=1)) == ("not_now", others)
    key, why = live.refusal(GRACE, ask.Play(actions=[first(live.table)], version=live.table.version))
    assert (key, why) == ("not_now", "a bot plays for you; take your seat back first")
    live.wait().play_until(ADA).do(GRACE, ask.Back()).play_until(GRACE).play()
    assert live.table.places[1].out is None
    assert live.refusal(GRACE, ask.Back()) == (
        "not_now",
        "only a player who was replaced or ran out of time can come back",
    )


def test_who_was_replaced_can_still_win():
    live = Live().begin(ADA, GRACE).play_until(GRACE)
    live.now += 180 * SECOND
    live.do(ADA, ask.Replace(seat=1)).do(ADA, ask.Resign())
    assert live.table.result["winners"] == [1]


def test_an_outage_is_no_silence():
    live = Live(outages=[(BEGIN + 10 * SECOND, BEGIN + 100 * SECOND)]).begin(ADA, GRACE).play_until(GRACE)
    live.now = BEGIN + 269 * SECOND
    assert live.refusal(ADA, ask.Replace(seat=1))[0] == "not_now"
    live.now += SECOND
    assert live.do(ADA, ask.Replace(seat=1)).table.places[1].out == "replaced"


# Clocks

TEN_MINUTES = Pace("live", minutes=10, increment=5)


def test_without_a_clock_a_game_is_given_up_after_two_weeks():
    live = Live().begin(ADA, GRACE)
    assert live.table.due == Due(BEGIN + 14 * DAY, "expire")
    assert shown(live)["table"]["clock"] is None
    live.wait()
    assert live.table.result == {"scores": list(live.table.state.scores), "winners": [], "how": "abandoned"}
    assert Record.decode(live.table.record().encode(), load).replay() == live.table.state


def test_a_table_to_which_nobody_comes_is_closed_after_a_day():
    live = Live().seat(ADA)
    assert live.table.due == Due(BEGIN + DAY, "expire")
    live.wait()
    assert live.table.phase == CLOSED
    assert live.log[-1].entry.why == "expired"
    assert live.table.result is None
    with pytest.raises(Problem, match="there is a record when the game is over"):
        live.table.record()


def test_a_live_clock_runs_for_who_decides_and_grows_when_the_turn_passes():
    live = Live(options={"blocks_per_round": 4}, pace=TEN_MINUTES).begin(ADA, GRACE)  # two colours: two picks a turn
    seat = live.table.turn
    live.play(30)
    assert live.table.turn == seat
    assert live.table.left[seat] == 10 * MINUTE - 30 * SECOND
    live.play(20)
    assert live.table.turn != seat
    assert live.table.left[seat] == 10 * MINUTE - 50 * SECOND + 5 * SECOND
    assert live.table.left[1 - seat] == 10 * MINUTE
    clock = shown(live)["table"]["clock"]
    assert clock == {"left": live.table.left, "since": live.now}


def test_when_a_live_clock_has_run_down_the_other_wins():
    live = Live(pace=TEN_MINUTES).begin(ADA, GRACE)
    seat = live.table.turn
    assert live.table.due == Due(BEGIN + 10 * MINUTE, "time")
    live.wait()
    assert live.table.left[seat] == 0
    assert live.table.result["winners"] == [1 - seat]
    assert live.table.result["how"] == "time"


def test_who_ran_out_of_time_can_come_back_with_two_minutes():
    live = Live(players=3, pace=TEN_MINUTES).begin(ADA, GRACE, ALAN).play_until(GRACE).wait()
    assert live.table.places[1].out == "time"
    assert live.table.left[1] == 0
    why = "there is a clock; a bot takes over when the time is up"
    live.play_until(ADA)
    assert live.refusal(GRACE, ask.Replace(seat=0)) == ("not_now", why)
    live.do(GRACE, ask.Back())
    assert live.table.left[1] == 2 * MINUTE
    live.play_until(GRACE)
    assert live.table.due == Due(live.now + 2 * MINUTE, "time")


def test_who_comes_back_in_his_turn_thinks_from_then_on():
    live = Live(players=3, pace=TEN_MINUTES).begin(ADA, GRACE, ALAN).play_until(GRACE).wait()
    live.now += 500
    live.do(GRACE, ask.Back())
    assert live.table.due == Due(live.now + 2 * MINUTE, "time")


def test_a_clock_of_days_begins_anew_with_every_decision():
    live = Live(pace=Pace("days", days=2)).begin(ADA, GRACE)
    live.play(86_400)
    assert live.table.left == [2 * DAY, 2 * DAY]
    assert live.table.due == Due(live.now + 2 * DAY, "time")
    live.wait()
    assert live.table.result["how"] == "time"


@pytest.mark.parametrize(
    ("outages", "until"),
    [
        ([], 10),
        ([(-5, 0)], 10),
        ([(2, 5)], 13),
        ([(10, 12)], 10),
        ([(9, 30)], 31),
        ([(5, 15), (18, 30), (31, 40)], 41),
        ([(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12), (13, 14), (15, 16), (17, 18), (19, 20)], 19),
    ],
)
def test_nobody_loses_time_while_no_server_was_there(outages, until):
    minutes = [(BEGIN + begin * MINUTE, BEGIN + end * MINUTE) for begin, end in outages]
    live = Live(pace=TEN_MINUTES, outages=minutes).begin(ADA, GRACE)
    assert live.table.due == Due(BEGIN + until * MINUTE, "time")
    assert shown(live)["table"]["clock"]["since"] == BEGIN + sum(end - max(0, begin) for begin, end in outages) * MINUTE
    seat = live.table.turn
    live.play(until * 60 - 6)
    assert live.table.left[seat] == 6 * SECOND
    assert live.table.phase == PLAYING


def test_bots_lose_no_time():
    live = Live(pace=TEN_MINUTES).begin(ADA, "random")
    while live.table.turn == 1:
        live.wait()
    live.play()
    left = live.table.left[1]
    live.wait()
    assert live.table.left[1] == left == 10 * MINUTE


def test_a_decision_is_played_once(monkeypatch):
    live = Live("hoch-hinaus").begin(ADA, GRACE)
    command = ask.Play(actions=[first(live.table)], version=live.table.version)
    entry = live.table.decide(command, live.person_on_turn(), live.now)
    with monkeypatch.context() as patch:
        patch.setattr("bauboom.server.table.played", None)
        after = live.table.after(log.Logged(live.table.version + 1, live.now, entry))
    copied = log.Logged(live.table.version + 1, live.now, log.Played(entry.seat, entry.actions))
    assert condition(after) == condition(live.table.after(copied))  # as another process plays it


def test_two_tables_that_follow_one_know_nothing_of_each_other():
    """One of two processes comes second: what it wanted to write is not what the table goes on with."""
    live = Live().begin(ADA, GRACE)
    table, version = live.table, live.table.version
    lost = table.after(log.Logged(version + 1, live.now, log.UndoAsked(0), "lost"))
    won = table.after(log.Logged(version + 1, live.now, log.WentOut(0, "resigned", "greedy"), "won"))
    assert [one.history[-1].logged.request for one in (lost, won)] == ["lost", "won"]
    assert (won.answered("lost"), won.answered("won")) == (None, version + 1)
    assert (table.answered("won"), table.told(None, version)) == (None, [])
    assert lost.told(None, version) == [{"e": "table:undo", "seat": 0}]


def test_a_request_is_found_among_what_came_after_the_version_that_it_answers():
    live = Live().begin(ADA, GRACE).play().play()
    request = live.log[-2].request
    assert live.table.answered(request, live.table.version - 2) == live.table.version - 1
    assert live.table.answered(request, live.table.version - 1) is None
    assert live.table.answered(None) is None


# Taking back


def test_a_decision_is_taken_back_when_everybody_agrees():
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA)
    before = live.table.state
    live.play().play().do(ADA, ask.Undo())
    assert shown(live)["table"]["offer"] == {"seat": 0, "agreed": []}
    assert live.refusal(ADA, ask.Agree()) == ("not_now", "nobody has asked you to take something back")
    assert live.refusal(GRACE, ask.Undo()) == ("not_now", "somebody has asked already")
    live.do(GRACE, ask.Agree())
    assert shown(live)["table"]["offer"] == {"seat": 0, "agreed": [1]}
    assert live.refusal(GRACE, ask.Agree()) == ("not_now", "you have agreed already")
    assert live.table.state != before
    live.do(ALAN, ask.Agree())
    assert (live.table.state, live.table.step) == (before, before.step)
    assert live.table.turn == 0
    assert live.table.offer is None
    assert live.table.told(None, live.table.version - 1) == [{"e": "table:undone"}]
    assert live.table.takebacks


def taken_back(times):
    """A game against a bot whose first decision is taken back again and again."""
    live = Live().begin(ADA, "random").play_until(ADA)
    for _ in range(times):
        live.play().play_until(ADA).do(ADA, ask.Undo())
        live.now += SECOND
    return live


def test_what_was_taken_back_is_not_played_again_when_a_table_is_opened(monkeypatch):
    """Or a stranger could stop a server with a table whose log takes minutes to open."""
    played = []
    play_one = State.play_one
    monkeypatch.setattr(State, "play_one", lambda state, action: played.append(action) or play_one(state, action))
    costs = []
    for times in (20, 40, 80):
        live = taken_back(times)
        played.clear()
        assert live.folded().state == live.table.state
        costs.append(len(played))
    assert costs[2] - costs[1] <= 2.2 * (costs[1] - costs[0])
    assert live.table.whole() == live.table.state


def test_a_game_has_so_many_take_backs_and_no_more():
    live = taken_back(MOST_TAKEBACKS)
    live.play().play_until(ADA)
    assert not shown(live)["undo"]
    assert live.refusal(ADA, ask.Undo()) == ("not_now", f"a game has {MOST_TAKEBACKS} take-backs at most")


def test_a_game_that_cannot_be_played_here_is_refused_without_a_word_about_its_package(monkeypatch):
    monkeypatch.setattr(creation, "playable", lambda: (load("manhattan"),))
    with pytest.raises(Problem, match=r"^there is no game 'hoch-hinaus'; there is manhattan$"):
        creation.game_of("hoch-hinaus", {}, None)


def test_nothing_is_taken_back_when_somebody_declines_or_the_asker_changes_his_mind():
    live = Live().begin(ADA, GRACE).play_until(ADA).play()
    for who in (GRACE, ADA):
        state = live.table.state
        live.do(ADA, ask.Undo()).do(who, ask.Decline())
        assert live.table.offer is None
        assert live.table.state is state
        for command in (ask.Agree(), ask.Decline()):
            assert live.refusal(GRACE, command) == ("not_now", "nobody has asked you to take something back")


def test_who_has_decided_nothing_has_nothing_to_take_back():
    live = Live().begin(ADA, GRACE)
    assert live.refusal(ADA, ask.Undo()) == ("not_now", "you have not decided anything yet")


def test_a_frame_says_whether_one_may_ask_to_take_something_back():
    """As often as the answer to the question would be yes."""
    for is_rated in (False, True):
        live, said = Live(players=3, rated=is_rated).seat(ADA, GRACE, "random"), []
        for number in range(16):
            for asker in (ADA, GRACE, STRANGER):
                said.append(shown(live, asker)["undo"])
                with suppress(Problem):
                    live.table.decide(ask.Undo(), asker, live.now)
                    assert said[-1]
                    continue
                assert not said[-1]
            if number == 8 and not is_rated:
                live.play_until(ADA).do(GRACE, ask.Undo())
            elif number == 9 and not is_rated:
                live.do(ADA, ask.Decline())
            elif number == 11:
                live.do(GRACE, ask.Resign())
            elif live.table.turn is None or live.table.places[live.table.turn].is_bot:
                live.wait()
            else:
                live.play()
        assert set(said) == ({False} if is_rated else {False, True})


AWAY = ("not_now", "a player is away and cannot agree to that")


def silent(live):
    """The player on turn says nothing for so long that a bot may play on."""
    live.now += live.table.terms.silence
    return live


def test_no_decision_of_a_person_is_taken_back_while_they_are_away():
    """Or one player could let a bot play for a silent one, go back to the first round, and know the cards."""
    live = Live().begin(ADA, GRACE).play_until(ADA).play().play_until(GRACE).play().play_until(GRACE)
    silent(live).do(ADA, ask.Replace(1))
    assert not shown(live)["undo"]
    assert live.refusal(ADA, ask.Undo()) == AWAY
    live.play_until(ADA).play().play_until(ADA)  # the bot shows what Grace holds
    assert live.refusal(ADA, ask.Undo()) == AWAY
    live.do(GRACE, ask.Back()).do(ADA, ask.Undo())
    assert live.table.offer.seat == 0  # and now Grace is asked
    live.do(GRACE, ask.Decline())


@pytest.mark.parametrize("others", [(GRACE,), (GRACE, ALAN)])
def test_nothing_is_taken_back_while_somebody_is_away_who_may_come_back(others):
    """Or who plays on could try every decision, see what chance brings, and take it back before the bot moves."""
    live = Live(players=1 + len(others)).begin(ADA, *others).play_until(ADA).play().play_until(GRACE)
    silent(live).do(ADA, ask.Replace(1))  # the last decision is Ada's, or Alan's
    state = live.table.state
    assert [shown(live, asker)["undo"] for asker in (ADA, *others)] == [False] * (1 + len(others))
    assert live.refusal(ADA, ask.Undo()) == AWAY
    live.play_until(ADA)
    state = live.play().table.state
    assert live.refusal(ADA, ask.Undo()) == AWAY
    live.do(GRACE, ask.Back()).do(ADA, ask.Undo())
    assert (live.table.offer.seat, live.table.state) == (0, state), "now she is asked"


def test_a_question_is_not_answered_by_a_bot_for_who_was_asked():
    live = Live().begin(ADA, GRACE).play_until(ADA).play().play_until(GRACE)
    state = live.do(ADA, ask.Undo()).table.state
    silent(live).do(ADA, ask.Replace(1))
    assert (live.table.state, live.table.offer) == (state, None)


def test_a_player_who_resigns_has_not_agreed_to_lose_a_decision():
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA).play().play()
    live.do(ADA, ask.Undo()).do(ALAN, ask.Agree())
    before = live.table.state
    live.do(GRACE, ask.Resign())
    assert (live.table.state, live.table.offer) == (before, None)
    assert live.refusal(ADA, ask.Undo()) == AWAY


def test_a_log_of_before_is_folded_as_it_was_played():
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA)
    before = live.table.state
    live.play().do(ADA, ask.Undo()).do(ALAN, ask.Agree())
    live.add(log.WentOut(1, "resigned", "greedy"))
    assert live.table.state == before


def test_bots_agree_at_once():
    live = Live().begin(ADA, "random").play_until(ADA)
    before = live.table.state
    live.play().play_until(ADA).do(ADA, ask.Undo())
    assert (live.table.state, live.table.step) == (before, before.step)
    assert live.table.told(0, live.table.version - 1) == [{"e": "table:undo", "seat": 0}, {"e": "table:undone"}]


def test_a_bots_move_leaves_the_question_and_a_persons_answers_it():
    live = Live(players=3).begin(ADA, "random", GRACE).play_until(ADA)
    before = live.table.state
    live.play().do(ADA, ask.Undo()).wait()
    assert live.table.turn == 2
    assert live.table.offer.seat == 0
    asked = live.table.version
    live.play()
    assert live.table.offer is None
    live.play_until(ADA)
    again = Live(players=3)
    for logged in live.log[:asked]:
        again.now = logged.at
        again.add(logged.entry)
    assert again.do(GRACE, ask.Agree()).table.state == before


def test_what_chance_brought_comes_again_after_it_was_taken_back():
    live = Live("hoch-hinaus").begin(ADA, GRACE).play_until(ADA)
    first_time = live.play().log[-1].entry
    live.do(ADA, ask.Undo()).do(GRACE, ask.Agree()).play()
    assert live.log[-1].entry == first_time
    while live.table.phase == PLAYING:
        live.play()
    assert verify(live.table.record()).is_over


def test_who_resigns_asks_for_nothing_any_more_and_need_not_agree():
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA)
    before = live.table.state
    live.play().do(ADA, ask.Undo()).do(ADA, ask.Resign())
    assert live.table.offer is None
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA).play()
    live.do(ADA, ask.Undo()).do(GRACE, ask.Agree()).do(ALAN, ask.Resign())
    assert live.table.state == before
    assert live.table.offer is None


@pytest.mark.parametrize("end", [ask.Resign(), None])
def test_no_question_is_left_when_the_game_is_over(end):
    live = Live().begin(ADA, GRACE).play_until(ADA).play().do(ADA, ask.Undo())
    live = live.do(GRACE, end) if end else live.wait()
    assert live.table.phase == OVER
    assert live.table.offer is None


def test_in_a_rated_game_and_for_who_is_out_nothing_is_taken_back():
    live = Live(rated=True).begin(ADA, GRACE).play_until(ADA).play()
    assert live.refusal(ADA, ask.Undo()) == ("not_now", "in a rated game nothing is taken back")
    live = Live(players=3).begin(ADA, GRACE, ALAN).play_until(ADA).play().do(ADA, ask.Resign())
    assert live.refusal(ADA, ask.Undo()) == ("not_now", "a bot plays for you")


# The end


def test_a_rematch_is_made_once():
    live = at_phase(OVER)
    live.do(GRACE, ask.Rematch())
    assert live.table.decide(ask.Rematch(), ADA, live.now) == log.Rematched("t2")
    assert shown(live, ADA)["rematch"] == "t2"
    assert shown(live, STRANGER)["rematch"] is None  # its seats are not for spectators


def test_who_may_look_at_a_table_without_spectators():
    live = Live(spectators=False).seat(ADA)
    assert live.table.may_watch(STRANGER.ids)  # how else could he sit down?
    live.do(GRACE, ask.Sit()).wait()
    assert not live.table.may_watch(STRANGER.ids)
    assert live.table.may_watch(GRACE.ids)
    assert Live().begin("random", "random").table.may_watch(())


def test_a_game_is_looked_through_when_it_is_over():
    live = Live().begin(ADA, GRACE)
    with pytest.raises(Problem, match="when it is over"):
        live.table.past()
    while live.table.phase == PLAYING:
        live.play()
    replay = live.table.past()
    steps = replay.moment(0, None)["steps"]
    seen = [replay.moment(step, seat) for step in range(steps + 1) for seat in (None, 0, 1)]
    assert [moment["step"] for moment in seen[::3]] == list(range(steps + 1))
    assert seen[-1]["view"] == msgspec.to_builtins(live.table.state.view(1).data)
    for step, seat in [(-1, None), (steps + 1, None), (0, 2), (0, -1)]:
        with pytest.raises(Problem, match=f"steps go from 0 to {steps}, seats from 0 to 1"):
            replay.moment(step, seat)
    for step, state in enumerate(replay.states[1:], 1):
        moment = replay.moment(step, None)
        assert moment["by"] == state.previous.turn
        assert state.previous.play_one(moment["action"]) == state
        assert moment["scores"] == list(state.scores)
    assert (seen[0]["by"], seen[0]["action"], seen[0]["told"]) == (None, None, [])
    assert replay.moments(0, steps + 9, 1) == {"steps": steps, "seat": 1, "list": seen[2::3]}
    assert [moment["step"] for moment in replay.moments(5, 3, None)["list"]] == [5, 6, 7]
    assert replay.moments(steps + 1, 3, None)["list"] == []


def played_a_while(live, decisions=12):
    for _ in range(decisions):
        live.wait() if live.table.places[live.table.turn].is_bot else live.play()
    return live


def test_a_game_that_is_given_up_without_play_changes_no_rating():
    for pace, decisions in itertools.product((Pace(), Pace("live")), range(9)):
        live = played_a_while(Live(rated=True, pace=pace).begin(ADA, GRACE), decisions)
        table = (live.do(ADA, ask.Resign()) if pace.kind == "free" else live.wait()).table
        assert (table.phase, table.unrated, rated_game(table)) == ("over", "early", None)
        assert shown(live)["table"]["unrated"] == "early"
    three = Live(players=3, rated=True).begin(ADA, GRACE, "greedy").do(ADA, ask.Resign())
    assert three.table.unrated == "early", "others cannot be beaten who did not play"


def test_nobody_gains_a_rating_from_bots_of_their_own_or_from_random_play():
    engine, other = (Asker(name, name, frozenset({name}), True, "ada") for name in ("engine", "other"))
    assert Live(rated=True).seat(ADA, engine).table.unrated == "own_bot"
    assert Live(rated=True).seat(engine, other).table.unrated == "own_bot"
    assert Live(rated=True).seat(GRACE, engine).table.unrated is None
    assert Live(rated=True).seat(ADA, "random").table.unrated == "random"
    assert Live(rated=True).seat(ADA, "level1/otis").table.unrated is None
    assert Live().seat(ADA, "random").table.unrated is None, "it was not to be rated"


def test_only_games_between_those_who_have_a_rating_count():
    guest = Asker("guest", "Tim", frozenset({"guest"}))
    people = played_a_while(Live(rated=True).begin(ADA, GRACE)).do(ADA, ask.Resign())
    assert rated_game(people.table).who == ["ada", "grace"]
    bots = played_a_while(Live(rated=True).begin(ADA, "greedy")).do(ADA, ask.Resign())
    assert (rated_game(bots.table).who, rated_game(bots.table).ranks) == (["ada", "bot:greedy"], [2, 1])
    with_guest = Live(rated=True).seat(ADA)
    with_guest.do(guest, ask.Sit())
    assert (with_guest.table.unrated, with_guest.table.counts) == ("guest", False)
    assert rated_game(played_a_while(Live().begin(ADA, GRACE)).do(ADA, ask.Resign()).table) is None
    assert rated_game(Live(rated=True).begin(ADA, GRACE).wait().table) is None  # abandoned


def test_every_variant_is_played_to_its_end_by_what_happens_by_itself(variant):
    options = {name: value for name, value in variant.options.items() if name != "players"}
    live = Live(variant.name, players=variant.seats, options=options, terms=Terms(bot_pace=5))
    live.begin(*["random"] * variant.seats)
    while live.table.phase != OVER:
        assert live.table.due.what == "bot"
        live.wait()
    assert live.table.due is None
    assert live.table.result["winners"] == list(live.table.state.winners)
    assert live.table.how == "rules"
    record = Record.decode(live.table.record().encode(), load)
    assert record.replay() == live.table.state
    assert verify(record).is_over
    assert condition(live.folded()) == condition(live.table)


# Laws


def anything(rng, live):
    """A command that somebody might send, sensible or not."""
    table = live.table
    version = rng.choice([None, None, None, table.version, table.version, max(0, table.version - 1), table.moved])
    seat = rng.randrange(live.game.seats + 1)
    legal = table.state.legal_ids() if table.state is not None else []
    actions = [rng.choice(legal) if legal and rng.random() < 0.95 else rng.randrange(live.game.space.size)]
    play = ask.Play(actions=actions, version=table.version if version is None else version)
    sit = ask.Sit(seat=rng.choice([None, seat]), commit=rng.choice([None, COMMIT]), version=version)
    answers = [ask.Agree(version=version), ask.Agree(version=version), ask.Decline(version=version)]
    usual = {WAITING: [sit], DEALING: [REVEAL], PLAYING: answers if table.offer and rng.random() < 0.7 else [play]}
    others = [
        *(sit, play, *answers, ask.Undo(version=version), ask.Back(version=version), ask.Leave(version=version)),
        ask.SeatBot(seat=seat, level=rng.choice(["greedy", "random", "deep"]), version=version),
        ask.Reveal(nonce=rng.choice([NONCE, bytes(16)]).hex(), version=version),
        *(ask.Replace(seat=table.turn or seat, version=version), ask.Clear(seat=seat, version=version)),
        *(ask.Rematch(version=version), ask.Resign(version=version), ask.Close(version=version)),
    ]
    common, rare = usual.get(table.phase, others), others if rng.random() < 0.3 else others[:-2]
    return rng.choice(common if rng.random() < 0.6 else rare)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_its_log_folded_whatever_people_ask_for(name, seed):
    rng = random.Random(f"{name} {seed}")
    pace = rng.choice([Pace(), Pace("live", minutes=3, increment=30), Pace("days", days=1)])
    outages = sorted((begin, begin + rng.randrange(MINUTE)) for begin in rng.sample(range(BEGIN, BEGIN + DAY), 5))
    live = Live(name, players=rng.choice([2, 3]), pace=pace, outages=outages, rated=rng.random() < 0.2)
    told = {who: [] for who in PEOPLE}
    seen = 0
    for _ in range(250):
        before = live.table
        kept = condition(before)
        live.now += rng.choice([0, 1, 500, SECOND, 3 * SECOND, rng.randrange(200 * SECOND)])
        due = before.due
        if due and due.at <= live.now:
            live.wait()
        else:
            is_his = before.turn is not None and not before.places[before.turn].is_bot and rng.random() < 0.5
            asker = live.person_on_turn() if is_his else rng.choice(PEOPLE)
            with suppress(Problem):
                live.do(asker, anything(rng, live))
        assert condition(before) == kept  # nobody's table changes under his hands
        if rng.random() < 0.2 and live.table.phase in (PLAYING, OVER):
            for who in PEOPLE:
                told[who] += shown(live, who, seen)["told"]
            seen = live.table.version
        if live.table.phase == CLOSED:
            break
    again = live.folded()
    assert condition(again) == condition(live.table)
    for since in (None, 0, live.table.version // 2):
        assert frames(again, since) == frames(live.table, since)
    for who in PEOPLE:
        assert told[who] + shown(live, who, seen)["told"] == shown(live, who, 0)["told"]
    for split in (1, len(live.log) // 3):
        parts = Table(live.info, live.game, live.terms, live.outages).after(*live.log[:split])
        assert condition(parts.after(*live.log[split:])) == condition(live.table)


def test_an_entry_must_follow_the_one_before():
    live = Live().seat(ADA)
    for version in (1, 3):
        with pytest.raises(ValueError, match=f"version {version} cannot follow 1"):
            live.table.after(log.Logged(version, BEGIN, log.Cleared(0)))


def test_entries_of_every_kind_that_were_stored_once_can_be_read_for_ever():
    lines = GOLDEN.read_bytes().splitlines()
    entries = [log.decoder.decode(line) for line in lines]
    assert {type(entry) for entry in entries} == set(log.AnyEntry.__args__)
    assert [msgspec.json.encode(entry) for entry in entries] == lines
    for entry in entries:
        assert msgspec.json.decode(msgspec.json.encode(entry))["e"] == entry.__struct_config__.tag
