"""Bots: they get a view and the legal actions, and choose one."""

from .simple import BOTS, Bot, make_bot

__all__ = ["BOTS", "Bot", "make_bot"]
