"""Bots: they get a view and the legal actions, and choose one."""

from .roster import BOTS, LEVELS, check_bot, make_bot
from .simple import Bot

__all__ = ["BOTS", "LEVELS", "Bot", "check_bot", "make_bot"]
