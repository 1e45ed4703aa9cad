"""Every game plays as it did when its golden games and perft counts were written down."""

import pytest

from ..conftest import VARIANTS
from ..playthrough import folder, golden, parse_perft, perft, title


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_the_golden_game_is_told_word_for_word(variant):
    path = folder(variant, "golden") / f"{title(variant)}.txt"
    assert golden(variant) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_perft_counts_are_what_they_were(variant):
    path = folder(variant, "perft") / f"{title(variant)}.txt"
    counts = list(parse_perft(variant, path.read_text(encoding="utf-8")))
    assert len(counts) >= 6
    for state, depth, decisions, plies in counts:
        assert perft(state, depth, False) == decisions
        assert perft(state, depth, True) == plies
