"""Changes of the schema, in their order: Alembic runs those that a database lacks."""
