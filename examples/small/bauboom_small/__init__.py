"""Games small enough to be solved, out of the rules of larger ones; docs/small.md."""
