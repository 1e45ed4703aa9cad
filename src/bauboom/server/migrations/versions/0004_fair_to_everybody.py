"""Sessions, when a person was last at a seat, and indexes that lists of many games follow"""

import sqlalchemy as sa
from alembic import op

revision = "0004fair"
down_revision = "0003"

PARTS = {
    "waiting": ("phase = 'waiting' AND listed = 1", "phase = 'waiting' AND listed"),
    "playing": ("phase = 'playing' AND listed = 1 AND spectators = 1", "phase = 'playing' AND listed AND spectators"),
    "over": ("phase = 'over' AND listed = 1 AND spectators = 1", "phase = 'over' AND listed AND spectators"),
}


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.add_column("tables", sa.Column("opening", sa.String(length=24), nullable=True))
    op.create_index("ix_tables_opening", "tables", ["opening"])
    op.add_column("seats", sa.Column("seen", sa.BigInteger(), nullable=True))
    op.add_column("seats", sa.Column("ended", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE seats SET ended = (SELECT changed FROM tables WHERE tables.id = seats.table_id "
        "AND tables.phase IN ('over', 'closed'))"
    )
    op.drop_index("ix_seats_person", "seats")
    op.create_index("ix_seats_person", "seats", ["person", "ended"])
    op.drop_index("ix_tables_host", "tables")
    op.create_index("ix_tables_host", "tables", ["host", "phase"])
    op.drop_index("ix_chats_table_id", "chats")
    op.create_index("ix_chats_table_id", "chats", ["table_id", "id"])
    op.add_column("ratings", sa.Column("fitness", sa.Double(), nullable=False, server_default="0"))
    op.execute("UPDATE ratings SET fitness = mu - 3 * sigma")
    op.create_index("ix_ratings_best", "ratings", ["game", "players", "fitness"])
    for name, phase, columns in (
        ("ix_tables_lobby", "waiting", ["created"]),
        ("ix_tables_lobby_game", "waiting", ["game", "created"]),
        ("ix_tables_watch", "playing", ["changed"]),
        ("ix_tables_finished", "over", ["changed"]),
        ("ix_tables_finished_game", "over", ["game", "changed"]),
    ):
        sqlite, postgresql = map(sa.text, PARTS[phase])
        op.create_index(name, "tables", columns, sqlite_where=sqlite, postgresql_where=postgresql)
