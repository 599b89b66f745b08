"""The picture "panels" of docs/performance.md: the kernel as a binary product, panel by panel, and its closed form."""

from itertools import combinations

import numpy as np
from docs_pictures_common import ARROW, EMPTY, INK, KNOWN, MINUS, PLUS, arrow, canvas, cell, frame, words

OBJECTS = "ABCDEFG"
ANCHOR = "C"
FIRST, LAST = 7, 14  # columns of the panel, the last one excluded
CELL = 0.117  # inches, in the table
BIT = 0.2  # inches, in the rows of the anchor
TABLE = (0.62, 3.55)  # lower left corner
ROWS = (3.98, 4.0)
AGREE, DISAGREE = "#e3e3e3", "#9a9a9a"
TITLES, LOWER_TITLES = 6.36, 2.9  # upper edges of the two rows of titles


class Example:
    """The pairs of seven objects in rank order, and a symmetric mask of p about one half."""

    def __init__(self):
        random = np.random.RandomState(11)
        names = ["".join(pair) for pair in combinations(OBJECTS, 2)]
        self.pairs = [names[k] for k in random.permutation(len(names))]
        drawn = np.triu(random.random_sample((len(names), len(names))) < 0.55, 1)
        self.mask = drawn | drawn.T
        of_anchor = [name for name in OBJECTS if name != ANCHOR]
        self.rows = [(name, self.pairs.index("".join(sorted(name + ANCHOR)))) for name in of_anchor]

    def bits(self, rank):
        return self.mask[rank, FIRST:LAST]

    def base_sign(self, rank):
        """The sign of most of the panel for this row."""
        return -1 if rank < (FIRST + LAST) / 2 else 1

    def wrong(self, rank):
        """Observed columns whose sign is not the base sign: none unless the row is one of the panel's own."""
        sign = np.sign(rank - np.arange(FIRST, LAST))
        return self.bits(rank) & (sign == -self.base_sign(rank))


def table(axes, example):
    """The whole table, the panel in full colours."""
    count = len(example.pairs)
    x, y = TABLE
    pale = {PLUS: "#dceef9", MINUS: "#fbe6c8"}
    for a in range(count):
        for b in range(count):
            color = (PLUS if b < a else MINUS) if example.mask[a, b] else "white"
            if not FIRST <= b < LAST:
                color = pale.get(color, "white")
            elif not example.mask[a, b]:
                color = EMPTY
            cell(axes, (x + b * CELL, y + (count - 1 - a) * CELL), (CELL, CELL), color)
    frame(axes, TABLE, (count * CELL, count * CELL), ARROW, 0.8)
    frame(axes, (x + FIRST * CELL, y), ((LAST - FIRST) * CELL, count * CELL), INK, 1.6)
    for begin, end, text in ((0, FIRST, "rows\nabove:\nall −"), (FIRST, LAST, "own\nrows:\nmixed"),
                             (LAST, count, "rows\nbelow:\nall +")):  # fmt: skip
        low, high = y + (count - end) * CELL + 0.04, y + (count - begin) * CELL - 0.04
        axes.plot([x - 0.05, x - 0.09, x - 0.09, x - 0.05], [low, low, high, high], color=ARROW, linewidth=0.9)
        words(axes, x - 0.13, (low + high) / 2, text, 8, ha="right", va="center")
    words(axes, 0.1, TITLES, "(a) a panel: some columns, all rows", 9, fontweight="bold")
    words(axes, x, y - 0.08, f"marked rows: pairs with anchor {ANCHOR}\n+ blue, − orange, blank unobserved")


def rows_of_anchor(axes, example):
    """The rows (i, r) of one anchor r, gathered from the table: names, base signs, bits."""
    x, y = ROWS
    width = (LAST - FIRST) * BIT
    table_right = TABLE[0] + len(example.pairs) * CELL
    for shift in (0.16, 0.08):  # the sheets of further anchors
        axes.add_patch(sheet((x - 0.06 + shift, y - 0.08 + shift), (width + 0.39, 6 * 0.27 + 0.1)))
    axes.add_patch(sheet((x - 0.06, y - 0.08), (width + 0.39, 6 * 0.27 + 0.1)))
    for k, (name, rank) in enumerate(example.rows):
        bottom = y + (5 - k) * 0.27
        table_y = TABLE[1] + (len(example.pairs) - rank - 0.5) * CELL
        axes.plot([table_right + 0.02, table_right + 0.12, x - 0.36, x - 0.29],
                  [table_y, table_y, bottom + BIT / 2, bottom + BIT / 2], color=ARROW, linewidth=0.8)  # fmt: skip
        axes.plot([table_right + 0.03], [table_y], marker="o", markersize=3, color=ARROW)
        words(axes, x - 0.1, bottom + BIT / 2, name + ANCHOR, 8.5, ha="right", va="center")
        sign_and_bits(axes, (x, bottom), example, rank)
    words(axes, x - 0.4, TITLES, "(b) the rows (i, r), anchor by anchor", 9, fontweight="bold")
    words(axes, x - 0.03, y - 0.16, "base sign, and bits “observed”;\nhatched: here the sign has turned")


def sheet(corner, size):
    """A sheet of paper under the rows of an anchor."""
    from matplotlib.patches import Rectangle

    return Rectangle(corner, *size, facecolor="white", edgecolor="#999999", linewidth=0.8)


def sign_and_bits(axes, corner, example, rank):
    """One row of the panel: its sign as a cell of its own, and its bits."""
    sign = example.base_sign(rank)
    cell(axes, corner, (BIT, BIT), PLUS if sign > 0 else MINUS, "+" if sign > 0 else "−", 9)
    turned_color = MINUS if sign > 0 else PLUS
    bits(axes, (corner[0] + BIT + 0.07, corner[1]), example.bits(rank), example.wrong(rank), turned_color)


def bits(axes, corner, values, wrong=None, hatch_color=None):
    """A row of bits; those of the wrong sign are hatched in the colour of their own."""
    from matplotlib.patches import Rectangle

    for k, value in enumerate(values):
        place = (corner[0] + k * BIT, corner[1])
        cell(axes, place, (BIT, BIT), KNOWN if value else EMPTY)
        if wrong is not None and wrong[k]:
            hatched = {"facecolor": KNOWN, "edgecolor": hatch_color, "hatch": "/////", "linewidth": 0}
            axes.add_patch(Rectangle(place, BIT, BIT, **hatched))
            frame(axes, place, (BIT, BIT), "white", 0.8)


def kernel(axes, i, j):
    """The table K that all anchors and panels add to."""
    x, y, side = 6.5, 4.15, 0.2
    for a, first in enumerate(OBJECTS):
        words(axes, x - 0.05, y + (6 - a + 0.5) * side, first, 8, ha="right", va="center")
        words(axes, x + (a + 0.5) * side, y + 7 * side + 0.03, first, 8, ha="center", va="bottom")
        for b, second in enumerate(OBJECTS):
            here = (first, second) == (i, j)
            color = INK if here else EMPTY if b > a else "white"
            cell(axes, (x + b * side, y + (6 - a) * side), (side, side), color)
    frame(axes, (x, y), (7 * side, 7 * side), ARROW, 0.8)
    arrow(axes, (5.98, 4.8), (6.3, 4.8))
    words(axes, 6.35, TITLES, "(c) the kernel K", 9, fontweight="bold")
    words(axes, 6.35, y - 0.1, f"all anchors and panels\nadd to K({i},{j}), see (d)")


def one_entry(axes, example, i, j):
    """And, popcount, sign: what one anchor of one panel adds to one entry of K."""
    x, top = 0.62, LOWER_TITLES - 0.45
    rank = dict(example.rows)
    words(axes, 0.1, LOWER_TITLES, "(d) one entry: and, popcount, sign", 9, fontweight="bold")
    for k, name in enumerate((i, j)):
        y = top - k * 0.27
        words(axes, x - 0.07, y + BIT / 2, name + ANCHOR, 8.5, ha="right", va="center")
        sign_and_bits(axes, (x, y), example, rank[name])
    both = example.bits(rank[i]) & example.bits(rank[j])
    y = top - 0.66
    axes.plot([x, x + 1.67], [y + 0.3] * 2, color=ARROW, linewidth=0.8)
    words(axes, x - 0.07, y + BIT / 2, "and", 8.5, ha="right", va="center")
    sign = example.base_sign(rank[i]) * example.base_sign(rank[j])
    glyph = "+" if sign > 0 else "−"
    cell(axes, (x, y), (BIT, BIT), PLUS if sign > 0 else MINUS, glyph, 9)
    bits(axes, (x + 0.27, y), both)
    words(axes, x - 0.07, y - 0.12, f"K({i},{j})  {glyph}=  {both.sum()}   (bits that are set)")


def correction(axes, example, name):
    """A row that lies inside the panel: base sign everywhere, then the wrong columns taken back twice."""
    x, top = 3.2, LOWER_TITLES - 0.45
    rank = dict(example.rows)[name]
    words(axes, 2.85, LOWER_TITLES, "(e) a row inside the panel", 9, fontweight="bold")
    sign_and_bits(axes, (x, top), example, rank)
    words(axes, x - 0.07, top + BIT / 2, name + ANCHOR, 8.5, ha="right", va="center")
    wrong = example.wrong(rank)
    bits(axes, (x + 0.27, top - 0.27), wrong, wrong, MINUS if example.base_sign(rank) > 0 else PLUS)
    words(axes, x + 0.2, top - 0.27 + BIT / 2, "turned", 8.5, ha="right", va="center")
    words(axes, x - 0.33, top - 0.4, "First all with the base sign s, then the\nturned bits back, twice, for every j:\n"
          f"K({name}, j)  −=\n      2 s s(j) popcount(turned and bits of j)")  # fmt: skip


def closed_form(axes):
    """p = 1: how many references agree depends on two ranks only."""
    left, right, y = 5.75, 7.85, LOWER_TITLES - 0.7
    low, high = left + 0.65, left + 1.5
    words(axes, 5.6, LOWER_TITLES, "(f) all observed: no bits at all", 9, fontweight="bold")
    for begin, end, color, sign in ((left, low, AGREE, "+1"), (low, high, DISAGREE, "−1"), (high, right, AGREE, "+1")):
        cell(axes, (begin, y), (end - begin, 0.24), color, sign, 9)
    for place, text in ((left, "0"), (low, "rank(ir)"), (high, "rank(jr)"), (right, "M")):
        axes.plot([place] * 2, [y - 0.05, y + 0.29], color=INK, linewidth=1.1)
        words(axes, place, y + 0.31, text, 8, ha="center", va="bottom")
    words(axes, 5.6, y - 0.13, "References below both or above both\nagree, those between do not:\n"
          "the sum over all M references is\nM − 2 |rank(ir) − rank(jr)|")  # fmt: skip


def panels(plt):
    """From the table to the kernel above; one entry, the correction and the closed form below."""
    figure, axes = canvas(plt, 8.0, 5.3, bottom=1.22)
    example = Example()
    table(axes, example)
    rows_of_anchor(axes, example)
    kernel(axes, "B", "F")
    one_entry(axes, example, "B", "F")
    correction(axes, example, next(name for name, rank in example.rows if example.wrong(rank).any()))
    closed_form(axes)
    return figure
