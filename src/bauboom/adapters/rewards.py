"""What a seat gets when a game is over: its share of the win, its lead in points, or its rank."""

import numpy as np

from bauboom.core.errors import OptionError

REWARDS = ("win", "margin", "rank")
ILLEGAL_POINTS = -100.0  # what an illegal action costs where rewards are points; elsewhere it is −1


def check_reward(reward: str) -> str:
    if not isinstance(reward, str) or reward not in REWARDS:
        raise OptionError(f"reward can be {', '.join(REWARDS)}, not {str(reward)[:40]!r}")
    return reward


def rewards_of(reward: str, shares: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The rewards of finished games, by game and seat, out of shares of the win and points.

    win: the share of the win. margin: own points less the best other's. rank: the part of the others that come after a
    seat, 1 for the best and 0 for the last; seats that are equal count half. The winner is first whatever the points
    are, because some rules break ties; after that, points rank.
    """
    if reward == "win":
        return shares.copy()
    seats = shares.shape[1]
    if reward == "margin":
        others = np.where(np.eye(seats, dtype=bool), np.iinfo(np.int64).min, points[:, None, :].astype(np.int64))
        lead: np.ndarray = (points - others.max(2)).astype(float)
        return lead
    order = np.where(shares > 0, np.iinfo(np.int64).max, points.astype(np.int64))
    ahead, level = order[:, :, None] > order[:, None, :], order[:, :, None] == order[:, None, :]
    rank: np.ndarray = (ahead.sum(2) + (level.sum(2) - 1) / 2) / (seats - 1)
    return rank
