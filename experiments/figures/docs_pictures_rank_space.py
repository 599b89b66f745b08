"""The picture "rank space" of docs/performance.md: what sorting leaves of the sign table, and how a bit is drawn."""

from itertools import combinations

import numpy as np
from docs_pictures_common import ARROW, EMPTY, GOOD, INK, KNOWN, MINUS, PLUS, QUIET, arrow, canvas, cell, frame, words

OBJECTS = 5
SIDE = 0.2  # inches of a table's cell
TABLE_BOTTOM = 4.0
LANES, PLANES = 16, 6
LANE, PLANE = 0.31, 0.23  # inches of a bit's cell
PS = (0.4, 0.1)


def example():
    """Names of ten pairs, the order of their similarities, and a symmetric mask in rank order (p about one half)."""
    names = ["".join(pair) for pair in combinations("ABCDE", 2)]
    random = np.random.RandomState(7)
    order = random.permutation(len(names))
    drawn = np.triu(random.random_sample((len(names), len(names))) < 0.5, 1)
    return names, order, drawn | drawn.T


def sign_table(axes, left, names, signs):
    """A table of answers with the pairs' names at its sides."""
    count = len(names)
    for a, name in enumerate(names):
        y = TABLE_BOTTOM + (count - 1 - a) * SIDE
        words(axes, left - 0.05, y + SIDE / 2, name, 7.5, ha="right", va="center")
        words(axes, left + (a + 0.5) * SIDE, TABLE_BOTTOM + count * SIDE + 0.04, name, 7.5, ha="center", va="bottom",
              rotation=90)  # fmt: skip
        for b in range(count):
            color, glyph = {1: (PLUS, "+"), -1: (MINUS, "−"), 0: (EMPTY, "")}[signs[a, b]]
            cell(axes, (left + b * SIDE, y), (SIDE, SIDE), color, glyph, 8.5)


def bit_table(axes, left, mask):
    """The mask alone: above the diagonal drawn, below it mirrored."""
    count = len(mask)
    for a in range(count):
        for b in range(count):
            color = (KNOWN if b > a else "#a9a9a9") if mask[a, b] else EMPTY
            cell(axes, (left + b * SIDE, TABLE_BOTTOM + (count - 1 - a) * SIDE), (SIDE, SIDE), color)
    for k in range(count):  # the diagonal as a staircase
        x, y = left + k * SIDE, TABLE_BOTTOM + (count - k) * SIDE
        axes.plot([x, x + SIDE, x + SIDE], [y, y, y - SIDE], color=INK, linewidth=1.0)


def tables(axes):
    """Three tables: as given, in rank order, the plane that is left."""
    names, order, mask = example()
    side = len(names) * SIDE
    in_order = np.where(mask, np.sign(np.subtract.outer(range(len(names)), range(len(names)))), 0)
    rank = np.argsort(order)
    lefts = (0.4, 3.15, 5.78)
    sign_table(axes, lefts[0], names, in_order[np.ix_(rank, rank)])
    sign_table(axes, lefts[1], [names[k] for k in order], in_order)
    bit_table(axes, lefts[2], mask)
    top = TABLE_BOTTOM + side + 0.48
    titles = (
        "(a) sign table, pairs as they come", "(b) sorted, least similar pair first",
        "(c) what is left: one bit-plane",
    )  # fmt: skip
    for left, title in zip(lefts, titles):
        words(axes, left - 0.3 if left < 5 else left - 0.02, top, title, 9, fontweight="bold")
    middle = TABLE_BOTTOM + side / 2
    for start, end in ((lefts[0] + side + 0.08, lefts[1] - 0.32), (lefts[1] + side + 0.08, lefts[2] - 0.08)):
        arrow(axes, (start, middle), (end, middle))
    words(axes, 2.61, middle + 0.07, "sort", ha="center", va="bottom")
    words(axes, 5.45, middle + 0.07, "drop\nsigns", ha="center", va="bottom")
    below = TABLE_BOTTOM - 0.1
    words(axes, lefts[0] - 0.3, below, "c(a;b) of row a, column b:  + more similar,\n− less similar, blank: not observed")
    words(axes, lefts[1] - 0.3, below, "left of the diagonal all +,\nright of it all −")
    words(axes, lefts[2], below, "dark: drawn (b > a)\ngrey: mirror image, transposed")


def uniforms():
    """LANES numbers of PLANES bits, all of which differ from the first bits of both p somewhere."""
    random = np.random.RandomState(72)
    scale = 1 << PLANES
    prefixes = {int(p * scale) for p in PS}
    return np.array([u for u in random.randint(0, scale, 4 * LANES) if u not in prefixes][:LANES])


def bit_planes(axes):
    """Sixteen columns of one row: bits of their uniform numbers under those of p, decided at the first difference."""
    numbers = uniforms()
    left, top = 2.55, 2.62
    words(axes, 0.1, 3.15, "(d) is c(a;b) observed?  u(a,b) < p, bit by bit, for a whole run of columns b at once", 9,
          fontweight="bold")  # fmt: skip
    words(axes, 1.98, top + 0.07, "p = .4", 8.5, ha="center", va="bottom")
    words(axes, left, top + 0.07, "u of 16 neighbouring columns b", 8.5, va="bottom")
    threshold = int(PS[0] * (1 << PLANES))
    undecided = np.ones(LANES, bool)
    for t in range(PLANES):
        y = top - (t + 1) * PLANE
        p_bit = threshold >> (PLANES - 1 - t) & 1
        words(axes, 1.7, y + PLANE / 2, f"plane {t + 1}", 8.5, ha="right", va="center")
        cell(axes, (1.83, y), (LANE, PLANE), "#dddddd", str(p_bit), 9, weight="bold")
        bits = numbers >> (PLANES - 1 - t) & 1
        for lane in range(LANES):
            corner = (left + lane * LANE, y)
            if not undecided[lane]:
                cell(axes, corner, (LANE, PLANE), "white", str(bits[lane]), 8, text_color="#cccccc")
            elif bits[lane] == p_bit:
                cell(axes, corner, (LANE, PLANE), EMPTY, str(bits[lane]), 9)
            else:
                color = GOOD if bits[lane] < p_bit else QUIET
                cell(axes, corner, (LANE, PLANE), color, str(bits[lane]), 9, text_color="white", weight="bold")
        undecided &= bits == p_bit
    frame(axes, (left, top - PLANES * PLANE), (LANES * LANE, PLANES * PLANE), ARROW, 0.8)
    outcome(axes, left, top - PLANES * PLANE - 0.12, numbers)


def outcome(axes, left, top, numbers):
    """Which of the columns are observed, for both p: the smaller set lies inside the larger one."""
    for k, p in enumerate(PS):
        y = top - (k + 1) * PLANE
        text = "observed at p = " + f"{p:g}".lstrip("0")
        words(axes, left - 0.1, y + PLANE / 2, text, 8.5, ha="right", va="center")
        for lane, u in enumerate(numbers):
            inside = u < int(p * (1 << PLANES))
            cell(axes, (left + lane * LANE, y), (LANE, PLANE), KNOWN if inside else EMPTY)
    y = top - 2 * PLANE - 0.14
    keys = ((GOOD, "first different bit smaller: in"), (QUIET, "larger: out"), (EMPTY, "equal: draw another plane"))
    for (color, text), x in zip(keys, (left, left + 2.2, left + 3.3)):
        cell(axes, (x, y - 0.15), (0.2, 0.15), color, edge=ARROW)
        words(axes, x + 0.26, y - 0.075, text, 8.5, va="center")


def rank_space(plt):
    """Three tables above, the bit-planes below."""
    figure, axes = canvas(plt, 8.0, 6.28, bottom=0.3)
    tables(axes)
    bit_planes(axes)
    return figure
