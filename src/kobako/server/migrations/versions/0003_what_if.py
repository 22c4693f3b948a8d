"""Tables that begin at a position, and of which table they imagine the course."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("position", sa.Text))
    op.add_column("tables", sa.Column("what_if", sa.String(16)))


def downgrade() -> None:
    op.drop_column("tables", "what_if")
    op.drop_column("tables", "position")
