"""What is special about measuring Gratte-ciel."""

import ctypes


def numbers(options):
    """A variant as a C version would know it."""
    return [ctypes.c_int(options["players"])]


def more():
    return []
