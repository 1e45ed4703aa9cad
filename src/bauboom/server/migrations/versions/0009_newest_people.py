"""An index of people by when they came, and one of those who became somebody else only; bots muted with their owners"""

import sqlalchemy as sa
from alembic import op

revision = "0009people"
down_revision = "0008watching"


def upgrade() -> None:
    op.drop_index("ix_people_became", "people")
    became = sa.text("became IS NOT NULL")
    op.create_index("ix_people_became", "people", ["became"], sqlite_where=became, postgresql_where=became)
    op.create_index("ix_people_newest", "people", ["created", "id"])
    people = sa.table("people", sa.column("id"), sa.column("owner"), sa.column("muted"))
    owners = people.alias("owners")
    muted = sa.select(owners.c.muted).where(owners.c.id == people.c.owner).scalar_subquery()
    op.execute(sa.update(people).where(people.c.owner.is_not(None)).values(muted=muted))  # bots are muted with them
