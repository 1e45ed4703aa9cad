"""Puzzles: who has tried them, how strong both are, and whose games may become some"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004fair"


def upgrade() -> None:
    op.add_column("people", sa.Column("shares_games", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=6), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "puzzle"),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "day"),
    )
    op.create_table(
        "puzzle_solvers",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=6), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "puzzle"),
    )
