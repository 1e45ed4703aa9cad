"""What is hidden in games whose tests do not say so a second time: whatever a view leaves out."""


def redeal(state, seat, rng):
    """The same table for this seat, with another hidden part."""
    return state.view(seat).determinize(rng.randrange(1 << 60))
