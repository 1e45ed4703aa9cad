"""How alembic reaches the database: by the connection it is given."""

from alembic import context

from bauboom.server.store import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # on SQLite, too
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
