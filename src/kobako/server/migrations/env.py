"""Run by Alembic, on the connection that `upgrade` (kobako.server.migrate) has opened."""

from alembic import context

from kobako.server.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
