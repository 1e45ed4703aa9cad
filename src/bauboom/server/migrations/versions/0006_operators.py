"""What operators and moderators need: roles, bans, invitations, hidden chat, and a log of what they did"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("people", sa.Column("role", sa.String(length=12), nullable=True))
    op.add_column("people", sa.Column("banned", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("ban_reason", sa.String(length=200), nullable=True))
    op.add_column("people", sa.Column("muted", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("invitation", sa.String(length=24), nullable=True))
    op.add_column("chats", sa.Column("person", sa.String(length=24), nullable=True))
    op.create_index("ix_chats_person", "chats", ["person"])
    op.add_column("chats", sa.Column("phrase", sa.String(length=16), nullable=True))
    op.add_column("chats", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "invitations",
        sa.Column("code", sa.String(length=24), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=24), nullable=True),
        sa.Column("note", sa.String(length=100), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_table(
        "shuns",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("other", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_shuns_person", "shuns", ["person"])
    op.create_index("ix_shuns_other", "shuns", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=12), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("by", "person", "table_id"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=24), nullable=True),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=True),
        sa.Column("table_id", sa.String(length=24), nullable=True),
        sa.Column("more", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_deeds_person", "deeds", ["person"])
