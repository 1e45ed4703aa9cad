"""`bauboom analyse --review`: luck, skill and key moments, of one game or of a file of many."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from bauboom.core.errors import OptionError
from bauboom.games import load

from .output import append_whole, check_new, patient_interrupt, print_all, progress_bar, remark, say, write_new
from .records import in_file, read_one

if TYPE_CHECKING:
    from bauboom.analysis.review import Effort
    from bauboom.analysis.review_report import ReviewReport
    from bauboom.core.record import Record


def review_records(
    file: Path, number: int, budget: str | None, seat: int | None, seed: int, json: bool, out: Path | None
) -> int:
    """Review one record, or all of a file into a file; the exit status."""
    effort = effort_of(budget)
    if out is not None and out.suffix == ".jsonl":
        return review_all(file, effort, seat, seed, out)
    from bauboom.analysis.review_report import json as as_json
    from bauboom.analysis.review_report import page, tables
    from bauboom.analysis.words import extent_told

    check_new(out, ".html", ".jsonl")
    report = reviewed(read_one(file, number), file, effort, seat, seed)
    if report is None:
        remark("Interrupted: a review needs the whole game.")
        return 130
    if out is not None:
        write_new(out, page(report))
    if json:
        say(as_json(report).decode())
    else:
        print_all(tables(report))
    if out is not None:
        remark(f"{out} written")
    for note in extent_told(report.review) if json else ():
        remark(note)
    return 0


def effort_of(budget: str | None) -> Effort:
    """The effort of a review; a second look at a decision takes as much longer as it does by default."""
    from bauboom.analysis.review import Effort

    if budget is None:
        return Effort()
    usual = Effort()
    amount, unit = re.fullmatch(r"(\d+)(.*)", budget).groups()  # type: ignore[union-attr]  # it was checked
    longer = int(amount) * int(usual.second) // int(usual.first)
    return Effort(first=budget, second=f"{min(longer, 9_999_999)}{unit}")


def reviewed(record: Record, file: Path, effort: Effort, seat: int | None, seed: int) -> ReviewReport | None:
    """The review of a record; None, if a person has interrupted it."""
    from bauboom.analysis.review import Reviewer
    from bauboom.analysis.review_report import ReviewReport
    from bauboom.core.record import RecordError
    from bauboom.core.words import display_names

    try:
        end = record.replay()
    except RecordError as error:
        raise in_file(error, file) from None
    if seat is not None and seat >= end.game.seats:
        raise OptionError(f"there is no seat {seat}; seats go from 0 to {end.game.seats - 1}")
    reviewer = Reviewer(end, range(end.game.seats) if seat is None else [seat], effort, seed)
    with patient_interrupt() as interrupted, progress_bar("steps", reviewer.bits) as advance:
        for _ in reviewer.work():
            advance(1)
            if interrupted():
                return None
    return ReviewReport(end, display_names(record.seats), reviewer.review, effort, seed)


def review_all(file: Path, effort: Effort, seat: int | None, seed: int, out: Path) -> int:
    """Review all records of a file, a line for each, from where the last attempt ended."""
    import msgspec

    from bauboom.analysis.review_report import json as as_json
    from bauboom.core.record import Record, RecordError, lines

    if not out.parent.is_dir():
        raise OptionError(f"{out.parent}: there is no such folder")
    asked = msgspec.to_builtins({"seed": seed, "effort": effort, "seat": seat})
    known = known_lines(out, asked)
    done = 0
    with file.open("rb") as source, out.open("ab", buffering=0) as sink:
        for place, (line_number, line) in enumerate(lines(source)):
            if place < known:
                continue
            try:
                if isinstance(line, RecordError):
                    raise line
                record = Record.decode(line, load)
            except RecordError as error:
                raise in_file(error, Path(f"{file}:{line_number}")) from None
            report = reviewed(record, file, effort, seat, seed)
            if report is None:
                remark(f"Interrupted after {known + done} games; the same command goes on from there.")
                return 130
            append_whole(sink, msgspec.json.encode({"asked": asked, "review": msgspec.Raw(as_json(report))}) + b"\n")
            done += 1
            remark(f"game {known + done} reviewed")
    say(f"{known + done} games in {out}, {done} of them new")
    return 0


def known_lines(out: Path, asked: object) -> int:
    """How many games are in a file of reviews already. Half a line that an attempt has left is cut off."""
    import msgspec

    if not out.exists():
        return 0
    content = out.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        with out.open("r+b") as file:
            file.truncate(len(whole))
    found = whole.splitlines()
    try:
        is_same = all(msgspec.json.decode(line)["asked"] == asked for line in found)
    except (msgspec.DecodeError, KeyError, TypeError):
        raise OptionError(f"{out} holds something else than reviews; name another file") from None
    if not is_same:
        raise OptionError(f"{out} holds reviews with another seed, seat or budget; name another file")
    return len(found)
