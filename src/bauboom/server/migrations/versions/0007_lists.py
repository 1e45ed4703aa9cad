"""An index of tables that are not over, instead of one of all phases: SQLite preferred that to the indexes of lists"""

import sqlalchemy as sa
from alembic import op

revision = "0007lists"
down_revision = "0006"


def upgrade() -> None:
    op.drop_index("ix_tables_phase", "tables")
    unfinished = sa.text("phase IN ('waiting', 'dealing', 'playing')")
    op.create_index("ix_tables_unfinished", "tables", ["phase"], sqlite_where=unfinished, postgresql_where=unfinished)
