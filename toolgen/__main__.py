"""`python -m toolgen`."""

from toolgen.cli import main

main()
