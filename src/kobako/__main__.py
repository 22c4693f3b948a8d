"""`python -m kobako` is `kobako`."""

import sys

from kobako.cli import main

sys.exit(main())
