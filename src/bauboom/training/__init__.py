"""Networks that learn by playing against themselves: docs/networks.md."""
