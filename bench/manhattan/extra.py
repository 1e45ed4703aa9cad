"""What is special about measuring Manhattan."""

import ctypes


def numbers(options):
    """A variant as the C version knows it."""
    return [ctypes.c_int(options[name]) for name in ("players", "colours", "blocks_per_round")]


def more():
    return []
