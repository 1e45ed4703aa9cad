"""Sets of plots: one whole number each, with a bit for every plot (components.py)."""

from bauboom.core.kernel import kernel

from .components import ALL_PLOTS, ROW


@kernel
def beside(plots):
    """The plots that share an edge with one of these; some of these may be among them."""
    return ((plots << 1) | (plots >> 1) | (plots << ROW) | (plots >> ROW)) & ALL_PLOTS


@kernel
def around(plots):
    """These plots and all that touch one of them by an edge or a corner."""
    wide = (plots | (plots << 1) | (plots >> 1)) & ALL_PLOTS
    return (wide | (wide << ROW) | (wide >> ROW)) & ALL_PLOTS


@kernel
def connected(plots, among):
    """These plots with all that hang together with them, edge by edge, among some."""
    while True:
        more = (plots | beside(plots)) & among
        if more == plots:
            return plots
        plots = more


@kernel
def how_many(plots):
    """The size of a set: bits are added in pairs, the sums in pairs, and so on."""
    sums = (plots & 0x5555555555555555) + ((plots >> 1) & 0x5555555555555555)
    sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333)
    sums = (sums & 0x0F0F0F0F0F0F0F0F) + ((sums >> 4) & 0x0F0F0F0F0F0F0F0F)
    sums += sums >> 8
    sums += sums >> 16
    sums += sums >> 32
    return sums & 0x7F
