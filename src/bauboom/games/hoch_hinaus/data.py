"""What one seat may see, as JSON for pages and programs: numbers as in a record, the words are the page's."""

from typing import Any

from bauboom.core.action import Action
from bauboom.core.game import Row

from .actions import Demand, Demolish, Move, Raise, Road, Roof, Storey
from .components import COLOURS, CROSS, SIDE, STANDSTILL, START, VARIANTS
from .events import refuse_storey
from .view import PHASES, PLOT_ROWS, Survey, each

DEEDS = {"storey": Storey, "road": Road, "demolish": Demolish, "raise": Raise, "roof": Roof}
Place = tuple[int, int]


def data(row: Row, seat: int | None) -> dict[str, Any]:
    """A view; what the seat can bring about is told to it when it has to decide."""
    survey, turn = Survey(row), int(row["turn"])
    crossed, choices = survey.crossing()
    moves = _moves(survey) if seat == turn else []
    return {
        "game": "hoch-hinaus",
        "options": dict(VARIANTS[row["variant"]]),
        "seat": seat,
        "phase": PHASES[row["phase"]],
        "turn": turn if turn >= 0 else None,
        "on_turn": None if row["phase"] == START else int(row["seat"]),
        "dice": row["dice"].tolist() if row["dice"].any() else None,
        "ones": int(row["ones"]),
        "sixes": int(row["sixes"]),
        "crossing": {"plot": crossed, "choices": choices} if row["phase"] == CROSS else None,
        "plots": [[_plot(survey, plot, seat) for plot in row] for row in PLOT_ROWS],
        "buildings": [_building(survey, building) for building in _buildings(survey)],
        "supply": {kind: int(row[f"{kind}_supply"]) for kind in ("storey", "roof", "road")},
        "players": [_player(survey, s) for s in survey.seats],
        "quiet_turns": max(int(row["quiet"]), 0),
        "standstill": STANDSTILL,
        "moves": moves,
        "outcomes": [_outcome(survey, deed) for deed in _deeds(survey, moves)] if seat == turn else [],
        "end": {"how": _end(survey), "winners": survey.winners()} if survey.is_over else None,
    }


def _player(survey: Survey, seat: int) -> dict[str, Any]:
    row, buildings = survey.row, survey.buildings_of(seat)
    height, storeys = max(((survey.height(b), survey.storeys(b)) for b in buildings), default=(0, 0))
    return {
        "colour": COLOURS[seat],
        "figures": row["figures"][seat].tolist(),
        "roofs": int(row["hand"][seat]),
        "spires": survey.spires_to_spare(seat),
        "height": height,
        "storeys": storeys,  # H-tie: of the building that counts
        "has_built": bool(row["has_built"][seat]),
        "bankrupt": bool(survey.bankrupt >> seat & 1),  # H-bankrupt: applies to him, whether it is demanded or not
        "left": int(row["left"][seat]) or None,
    }


def _place(plot: int) -> Place:
    row, column = divmod(plot.bit_length() - 1, SIDE + 1)
    return row + 1, column + 1


def _places(plots: int) -> list[Place]:
    return [_place(plot) for plot in each(plots)]


# The board


def _plot(survey: Survey, plot: int, seat: int | None) -> dict[str, Any]:
    if plot & survey.built:
        return _tower(survey, plot)
    sites = [other for other in survey.seats if plot & survey.sites[other]]
    told: dict[str, Any] = {"storeys": 0, "road": bool(plot & survey.roads), "sites": sites}
    if seat is not None and seat not in sites and not (told["road"] or survey.row["left"][seat]):
        told["bar"] = refuse_storey(survey, seat, _place(plot)).rule  # what the building code has against one's storey
    return told


def _tower(survey: Survey, plot: int) -> dict[str, Any]:
    return {
        "storeys": survey.heights[plot],
        "owner": survey.owner(plot),
        "spire": bool(plot & survey.spires_up),
        "roof": bool(plot & survey.roofs),
        "closed": not plot & survey.not_closed,
    }


def _buildings(survey: Survey) -> list[int]:
    return list({survey.building(plot): None for plot in each(survey.built)})


def _building(survey: Survey, building: int) -> dict[str, Any]:
    """H-closed: it is closed if there is no site, be it that nothing is empty or that nobody may build there."""
    beside = survey.beside(building) & ~(survey.built | survey.roads)
    return {
        "plots": _places(building),
        "owner": survey.owner(building),
        "height": survey.height(building),
        "storeys": survey.storeys(building),
        "closed": not building & survey.not_closed,
        "empty": beside.bit_count(),
        "sites": _places(beside & survey.sites_of_all),
    }


# What can be brought about


def _moves(survey: Survey) -> list[dict[str, Any]]:
    """H-move: every pair of squares, which figure can go where by how many steps, and what may be done at the crossing.

    H8: it is one move, whichever figure goes where.
    """
    ways: dict[Place, list[dict[str, Any]]] = {m.figures: [] for m in survey.legal() if isinstance(m, Move)}
    if not ways:
        return []
    (one, two), (figure, other) = survey.row["dice"].tolist(), survey.row["figures"][survey.row["seat"]].tolist()
    for steps in dict.fromkeys(((one + two, 0), (0, one + two), (one, two), (two, one))):
        for to in ((x, y) for x in survey.walks(figure, steps[0]) for y in survey.walks(other, steps[1])):
            ways[min(to), max(to)].append({"to": to, "steps": steps})
    return [_move(survey, figures, found) for figures, found in ways.items()]


def _move(survey: Survey, figures: Place, ways: list[dict[str, Any]]) -> dict[str, Any]:
    plot, choices = survey.crossing(figures)
    return {"figures": figures, "ways": ways, "plot": plot, "choices": choices}


def _deeds(survey: Survey, moves: list[dict[str, Any]]) -> list[Action]:
    """What can be done now, or at the crossings that can be reached."""
    at_crossings = {(choice, move["plot"]): None for move in moves for choice in move["choices"]}
    now = [a for a in survey.legal() if isinstance(a, (Demand, *DEEDS.values()))]
    return now + [DEEDS[choice](plot) for choice, plot in at_crossings]


def _outcome(survey: Survey, deed: Action) -> dict[str, Any]:
    """What something that is done would change: plots, owners, what is closed, to whom bankruptcy applies."""
    after, seat, place = survey.after(deed), int(survey.row["seat"]), getattr(deed, "plot", None)
    before, towers = _towers(survey), _towers(after)
    grown = next((b for b in _buildings(after) if place in _places(b)), 0) if isinstance(deed, (Storey, Raise)) else 0
    joined = [b for b in _buildings(survey) if b & grown]
    was_closed = survey.built & ~survey.not_closed
    closed = [b for b in _buildings(after) if not b & (after.not_closed | was_closed)]
    opened = [b for b in _buildings(after) if b & after.not_closed and b & was_closed]
    return {
        "e": next(name for name, kind in {**DEEDS, "demand": Demand}.items() if isinstance(deed, kind)),
        "plot": place,
        "of": getattr(deed, "of", None),
        "plots": [{"plot": at, **tower} for at, tower in towers.items() if before.get(at) != tower],
        "height": after.height(grown),  # of the building that grows
        "joined": sum(survey.owner(b) == seat for b in joined),  # how many of one's own buildings it was before
        "ruined": [{"owner": survey.owner(b), "height": survey.height(b)} for b in joined if survey.owner(b) != seat],
        "closed": [after.owner(b) for b in closed],  # whose buildings are closed then
        "opened": [after.owner(b) for b in opened],  # and whose are not any more
        "spires": after.spires_to_spare(seat),
        "bankrupt": [s for s in after.seats if (after.bankrupt & ~survey.bankrupt) >> s & 1],
        "ends": after.is_over,
    }


def _towers(survey: Survey) -> dict[Place, dict[str, Any]]:
    return {_place(plot): _tower(survey, plot) for plot in each(survey.built)}


# The end


def _end(survey: Survey) -> str:
    """H-end, H5, H10: why it is over."""
    if survey.row["storey_supply"] == 0:
        return "storeys"
    if sum(int(left) == 0 for left in survey.row["left"][: len(survey.seats)]) == 1:
        return "last"
    return "standstill" if survey.row["quiet"] == STANDSTILL else "dead"
