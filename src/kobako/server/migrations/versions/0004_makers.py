"""Who made a table, as a hash, so that one guest does not fill the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("maker", sa.String(16)))


def downgrade() -> None:
    op.drop_column("tables", "maker")
