"""The proof that chance was fair: what a record says about it under the key `chance`, and whether that is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from .chance import Fair, commitment
from .event import joined
from .record import Record, RecordError, readable
from .state import State

KEY = "chance"  # of a record; it also stands for the rule where the proof fails
METHOD = "hmac-sha256/1"
COMMITMENT = re.compile("[0-9a-f]{64}")
HEX = re.compile("([0-9a-f]{2})+")
MOST_STEPS = 1_000_000  # of a game


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What it takes to draw everything again, bytes in hexadecimal; lists go by seat."""

    method: str
    table: str
    hash: str  # the commitment to the seed, shown before the game
    seed: str
    commits: list[str | None]  # None: the seat, such as a bot's, gave no nonce
    nonces: list[str | None]  # None beside a commitment: the seat never revealed its nonce
    # the first step that the source drew: a game may have been begun elsewhere, with another source
    since: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)] = 0

    @classmethod
    def of(cls, fair: Fair, commits: Sequence[str | None], since: int = 0) -> Proof:
        """The proof for a source of chance; `commits` are the players' commitments, as they came."""
        nonces = [None if nonce is None else nonce.hex() for nonce in fair.nonces]
        return cls(METHOD, fair.table, commitment(fair.seed), fair.seed.hex(), list(commits), nonces, since)

    @classmethod
    def in_record(cls, record: Record) -> Proof:
        if KEY not in record.extra:
            raise RecordError(f"the record has no key {KEY!r}: nothing in it can be proven", KEY)
        try:
            return msgspec.convert(record.extra[KEY], cls)
        except msgspec.ValidationError as error:
            raise RecordError(readable(str(error)), KEY) from None

    def source(self, seats: int) -> Fair:
        """The source of chance for a game of so many seats; RecordError if seed or nonces fit no commitment."""
        if self.method != METHOD:
            raise RecordError(f"the method is {self.method[:40]!r}, this program knows {METHOD!r}", KEY)
        for what, given in (("commits", self.commits), ("nonces", self.nonces)):
            if len(given) != seats:
                raise RecordError(f"there are {len(given)} {what} for {seats} seats", KEY)
        nonces = [None if nonce is None else _bytes(nonce, f"nonces[{seat}]") for seat, nonce in enumerate(self.nonces)]
        try:
            fair = Fair(_bytes(self.seed, "seed"), self.table, tuple(nonces))
        except ValueError as error:
            raise RecordError(str(error), KEY) from None
        _check_commitment(self.hash, "hash")
        if commitment(fair.seed) != self.hash:
            raise RecordError("the seed does not fit the hash", KEY)
        for seat, (commit, nonce) in enumerate(zip(self.commits, nonces, strict=True)):
            if commit is not None:
                _check_commitment(commit, f"commits[{seat}]")
            if nonce is not None and commit is None:
                raise RecordError(f"seat {seat} has a nonce, but never committed itself to one", KEY)
            if nonce is not None and commitment(nonce) != commit:
                raise RecordError(f"the nonce of seat {seat} does not fit its commitment", KEY)
        return fair

    @property
    def revealed(self) -> list[int]:
        """The seats whose nonces took part."""
        return [seat for seat, nonce in enumerate(self.nonces) if nonce is not None]

    @property
    def withheld(self) -> list[int]:
        """The seats that committed themselves to a nonce and did not reveal it."""
        pairs = enumerate(zip(self.commits, self.nonces, strict=True))
        return [seat for seat, (commit, nonce) in pairs if commit is not None and nonce is None]


@dataclass(frozen=True)
class Noted:
    """What a player noted down before the game, if anything: a record alone cannot show what was changed later."""

    hash: str | None = None
    table: str | None = None
    commits: tuple[str, ...] = ()  # all that there were, in any order
    nonce: str | None = None  # the player's own
    since: int = 0  # the step at which the game came to the table; what chance had brought before is not proven

    def check(self, proof: Proof) -> None:
        """RecordError if the proof says something else."""
        if self.hash not in (None, proof.hash):
            raise RecordError(f"the hash is {proof.hash}, not the one noted before the game", KEY)
        if self.table not in (None, proof.table):
            raise RecordError(f"this is table {proof.table}, not the one noted before the game", KEY)
        if self.commits and sorted(self.commits) != sorted(commit for commit in proof.commits if commit is not None):
            raise RecordError("the players' commitments are not those noted before the game", KEY)
        if self.nonce is not None and self.nonce not in proof.nonces:
            raise RecordError("your nonce is not among those that took part", KEY)
        if proof.since > self.since:
            why = f"nothing is proven before step {proof.since}: the record says that the game was begun elsewhere"
            raise RecordError(f"{why}; if you know that it was, give --since {proof.since}", KEY)


@dataclass(frozen=True)
class Verdict:
    """What `verify` found out about a record that keeps to the rules and whose outcomes of chance all fit the proof."""

    proof: Proof
    draws: int  # how often chance acted
    is_over: bool
    earlier: int = 0  # how often before the game came to the table: nothing is known about that


CHECKS = ("proof", "commitments", "rules", "chance")  # in this order


def verify(record: Record, noted: Noted = Noted(), tell: Callable[[str], None] = lambda check: None) -> Verdict:
    """Replay a record and draw again all that chance brought; RecordError names the first thing that is wrong.

    `tell` is called with each of the CHECKS that is passed.
    """
    proof = Proof.in_record(record)
    tell("proof")
    fair = proof.source(record.game.seats)
    noted.check(proof)
    tell("commitments")
    end = record.replay()
    tell("rules")
    draws = earlier = 0
    for state in end.path():
        before = state.previous
        assert before is not None
        if before.is_chance and before.step < proof.since:
            earlier += 1
        elif before.is_chance:
            actions, weights = before._chance()
            _check_outcome(before, state, actions[fair.draw(before.step, weights)])
            draws += 1
    tell("chance")
    return Verdict(proof, draws, end.is_over, earlier)


def report(record: Record) -> dict[str, Any]:
    """What `verify` finds, as JSON: every check has passed (true), failed (false) or not been made (null).

    `earlier` says how many draws came from elsewhere, for people to judge.
    """
    passed: list[str] = []
    try:
        verdict = verify(record, Noted(since=MOST_STEPS), passed.append)
    except RecordError as error:
        checks = {check: True if check in passed else None for check in CHECKS}
        checks[CHECKS[len(passed)]] = False
        return {"ok": False, "checks": checks, "why": error.why, "rule": error.rule, "event": error.event}
    proof = verdict.proof
    about: dict[str, Any] = {"table": proof.table, "hash": proof.hash}
    about |= {"revealed": proof.revealed, "withheld": proof.withheld}
    if proof.since:
        about |= {"since": proof.since, "earlier": verdict.earlier}
    return {"ok": True, "checks": dict.fromkeys(CHECKS, True), "draws": verdict.draws, **about}


def _check_outcome(before: State, after: State, right: int) -> None:
    assert after.action is not None
    if after.action != right:
        came, due = (after.game.space.actions[number] for number in (after.action, right))
        why = f"{came} came at step {before.step}, but seed and nonces give {due}"
        raise RecordError(why, KEY, len(joined([*before.events(), after.event])) - 1)


def _bytes(text: str, what: str) -> bytes:
    if not HEX.fullmatch(text):
        raise RecordError(f"{what} is not made of pairs of the digits 0 to 9 and a to f", KEY)
    return bytes.fromhex(text)


def _check_commitment(text: str, what: str) -> None:
    if not COMMITMENT.fullmatch(text):
        raise RecordError(f"{what} is not 64 of the digits 0 to 9 and a to f", KEY)
