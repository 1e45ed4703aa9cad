"""`python -m bauboom` is `bauboom`."""

from bauboom.cli import main

main()
