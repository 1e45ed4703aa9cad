"""What TypeScript has to know of the games' sheets, beside the page's sources: python -m bauboom.machines.types"""

import sys
from pathlib import Path

from bauboom.core.schema import types
from bauboom.games import GAMES, load

SOURCES = Path(__file__).parents[3] / "web" / "src" / "games"


def written() -> dict[Path, str]:
    """The files as they should be."""
    games = (load(name) for name in GAMES)
    return {SOURCES / game.name / "sheet.ts": types(game.sheets, game.title) for game in games}


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    for file, text in written().items():
        file.write_text(text, encoding="utf-8")
