"""Which processes have a table open, so that only they are told what happens there"""

import sqlalchemy as sa
from alembic import op

revision = "0008watching"
down_revision = "0007lists"


def upgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "watching",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("process", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "process"),
        prefixes=["UNLOGGED"] if is_postgresql else [],  # what a crash costs, processes tell again
    )
