"""`python -m heliodor` is the command line."""

import sys

from heliodor.cli import main

if __name__ == "__main__":
    sys.exit(main())
