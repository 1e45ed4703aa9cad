"""What the rules keep secret: nothing (H-open), so there is nothing to deal anew."""


def redeal(state, seat, rng):
    """The same table."""
    return type(state)(state.game, state._rows.copy(), None, None, None)
