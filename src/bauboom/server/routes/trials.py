"""Trying decisions out, at a table or in a lesson."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from bauboom.core.state import View

from ..access import Caller, RateLimits
from ..house import House
from ..responses import Preview
from ..trial import previews, read_chains

Chains = Annotated[str, QueryParameter(max_length=1000)]


async def try_out(view: View, actions: str, caller: Caller, house: House, limits: RateLimits) -> list[Preview]:
    chains = read_chains(actions)
    limits.take_work(limits.trials, caller, "previews", len(chains))
    return [Preview(**tried) for tried in await house.off_loop(previews, view, chains)]
