"""An index of people by when they came, and one of those who became somebody else instead of one of all people"""

import sqlalchemy as sa
from alembic import op

revision = "0009people"
down_revision = "0008watching"


def upgrade() -> None:
    op.drop_index("ix_people_became", "people")
    became = sa.text("became IS NOT NULL")
    op.create_index("ix_people_became", "people", ["became"], sqlite_where=became, postgresql_where=became)
    op.create_index("ix_people_newest", "people", ["created", "id"])
