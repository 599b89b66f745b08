"""The picture "lazy keys" of docs/performance.md: support of all pairs, keys that are upper bounds, column counts."""

from itertools import combinations

import numpy as np
from docs_pictures_common import ARROW, EMPTY, GOOD, INK, KNOWN, QUIET, arrow, canvas, cell, frame, words

BEFORE, AFTER, DRIFT = "#8a8a8a", "#0072B2", "#D55E00"
CLUSTERS = ((0, 1, 2), (3, 4), (5,), (6,), (7,))
MERGED = (0, 1)  # places of the clusters that are joined in (a)
# Candidates in (b): name, W when last evaluated, drift since then (the same for those of one age), W now.
CANDIDATES = (
    ("B, F", 0.47, 0.18, 0.43), ("A, D", 0.44, 0.14, 0.55), ("C, F", 0.49, 0.03, 0.47),
    ("A, C", 0.33, 0.18, 0.36), ("D, E", 0.37, 0.1, 0.4), ("B, E", 0.3, 0.14, 0.28),
)  # fmt: skip
LANES, LANE, ROW = 16, 0.215, 0.17


def mean_comparison(rank_to_pair, clusters):
    """2 f / (K (K - 1)) for every rank if every comparison is given: prefix sums of the weights z."""
    of = {member: place for place, cluster in enumerate(clusters) for member in cluster}
    size = [len(cluster) for cluster in clusters]
    z = np.array([0.0 if of[i] == of[j] else 1.0 / (size[of[i]] * size[of[j]]) for i, j in rank_to_pair])
    below = np.cumsum(z) - z
    return z, (below - (z.sum() - below - z)) / z.sum()


def support(axes):
    """Weights as bars over ranks, the running sum before and after a merge, and the largest growth."""
    random = np.random.RandomState(33)
    pairs = list(combinations(range(8), 2))
    together = {pair for cluster in CLUSTERS for pair in combinations(cluster, 2)}
    similarity = [random.random_sample() + (0.7 if pair in together else 0.0) for pair in pairs]
    in_order = [pairs[k] for k in np.argsort(similarity)]
    joined = [c for k, c in enumerate(CLUSTERS) if k not in MERGED] + [CLUSTERS[MERGED[0]] + CLUSTERS[MERGED[1]]]
    z_before, before = mean_comparison(in_order, CLUSTERS)
    z_after, after = mean_comparison(in_order, joined)
    x, y = 0.55 + 3.0 * np.arange(len(pairs)) / len(pairs), 4.75
    axes.plot([x[0], x[-1]], [y, y], color="#cccccc", linewidth=0.8)
    axes.plot(x, y + 0.85 * before, color=BEFORE, linewidth=1.6, drawstyle="steps-mid")
    axes.plot(x, y + 0.85 * after, color=AFTER, linewidth=1.6, drawstyle="steps-mid")
    most = int(np.argmax(after - before))
    axes.plot([x[most]] * 2, [y + 0.85 * before[most], y + 0.85 * after[most]], color=DRIFT, linewidth=2.6)
    for height, value in ((0.85, "1"), (0, "0"), (-0.85, "−1")):
        words(axes, 0.45, y + height, value, 8, ha="right", va="center")
    axes.plot([0.5, 0.5], [y - 0.85, y + 0.85], color=INK, linewidth=0.8)
    words(axes, 0.45, y + 1.02, "2 f(a) / (K (K − 1))", va="center")
    words(axes, x[most] + 0.1, y + 0.85 * before[most] - 0.12, "drift d: the largest\ngrowth of any rank", color=DRIFT)
    words(axes, 0.75, y + 0.72, "before the merge", color="#5f5f5f")
    words(axes, 0.75, y + 0.52, "after", color=AFTER)
    weights(axes, x, 3.35, z_before, z_after)
    words(axes, 0.1, 6.1, "(a) p = 1: the support is a running sum", 9, fontweight="bold")


def weights(axes, x, y, before, after):
    """The weights z below the curve; those that the merge changed stand out."""
    for place, old, new in zip(x, before, after):
        changed = abs(new - old) > 1e-12
        axes.plot([place] * 2, [y, y + 0.35 * old], color=BEFORE if not changed else DRIFT, linewidth=1.2)
    axes.plot([x[0], x[-1]], [y, y], color=INK, linewidth=0.8)
    words(axes, 0.45, y + 0.17, "z", 8.5, ha="right", va="center")
    words(axes, x[0], y - 0.06, "pairs b in rank order; orange: z changed by the merge")


def keys(axes):
    """Candidates by key: evaluated value, drift on top; only those that reach the top are evaluated again."""
    left, scale, top = 4.75, 4.0, 5.45
    words(axes, 4.25, 6.1, "(b) keys: upper bounds of W(p,q)", 9, fontweight="bold")
    best = CANDIDATES[1][3]
    for k, (name, value, drift, now) in enumerate(CANDIDATES):
        y = top - 0.34 * k
        words(axes, left - 0.08, y + 0.1, name, 8.5, ha="right", va="center")
        cell(axes, (left, y), (value * scale, 0.2), "#c9dcea")
        cell(axes, (left + value * scale, y), (drift * scale, 0.2), "#f3c9ae")
        if k < 2:
            words(axes, left + 0.06, y + 0.1, f"{k + 1}. at the top, stale: evaluate", 8, va="center")
            axes.plot([left + now * scale] * 2, [y - 0.03, y + 0.23], color=GOOD if k else INK, linewidth=3)
    y_last = top - 0.34 * (len(CANDIDATES) - 1)
    axes.plot([left + best * scale] * 2, [y_last - 0.08, top - 0.34], color=GOOD, linewidth=1.2, linestyle=(0, (4, 2)))
    words(axes, left + best * scale + 0.07, y_last + 0.42, "3. no key above\n    this: merge A, D", color=GOOD)
    for x, color, text in ((4.3, "#c9dcea", "W when last evaluated"), (6.05, "#f3c9ae", "drift since then")):
        cell(axes, (x, y_last - 0.45), (0.2, 0.15), color)
        words(axes, x + 0.26, y_last - 0.375, text, 8.5, va="center")
    words(axes, 4.3, y_last - 0.55, "Thick marks: W now. Four of six are never looked at.")


def counts(axes):
    """p < 1: rows of the mask for weights that changed alike, counted down the columns by bit-planes."""
    rows = np.random.RandomState(21).random_sample((6, LANES)) < 0.45
    left, top = 1.5, 2.3
    words(axes, 0.1, 2.75, "(c) p < 1: pairs b whose weight changes alike are counted together, by columns", 9,
          fontweight="bold")  # fmt: skip
    for k, row in enumerate(rows):
        y = top - (k + 1) * ROW
        for lane, bit in enumerate(row):
            cell(axes, (left + lane * LANE, y), (LANE, ROW), KNOWN if bit else EMPTY)
    middle = top - 3 * ROW
    words(axes, left - 0.1, middle, "observed bits of\nsix pairs b with\nΔz = −1/2", ha="right", va="center")
    total = rows.sum(axis=0)
    for k, (weight, name) in enumerate(((4, "fours"), (2, "twos"), (1, "ones"))):
        y = top - 6 * ROW - 0.2 - (k + 1) * ROW
        words(axes, left - 0.1, y + ROW / 2, name, 8, ha="right", va="center")
        for lane, count in enumerate(total):
            cell(axes, (left + lane * LANE, y), (LANE, ROW), AFTER if count & weight else EMPTY)
    y = top - 9 * ROW - 0.2 - 0.26
    words(axes, left - 0.1, y + 0.1, "count", 8.5, ha="right", va="center")
    for lane, count in enumerate(total):
        cell(axes, (left + lane * LANE, y), (LANE, 0.2), "white", str(count), 9)
    words(axes, left + LANES * LANE / 2, y - 0.06, "16 neighbouring ranks a:  f(a) += Δz · count", ha="center")
    adder(axes, 5.35, top)


def adder(axes, left, top):
    """What a carry-save adder does, and the sign rule."""
    words(axes, left, top + 0.02, "A carry-save adder turns three words\nof bits into two, in all columns at once:")
    for k, name in enumerate(("α", "β", "γ")):
        cell(axes, (left + 0.1 + 0.27 * k, top - 0.85), (0.23, 0.22), "#dddddd", name, 9)
    arrow(axes, (left + 0.95, top - 0.74), (left + 1.2, top - 0.74))
    cell(axes, (left + 1.27, top - 0.72), (1.25, 0.22), "#cfe3f1", "ones: α ⊕ β ⊕ γ", 8.5)
    cell(axes, (left + 1.27, top - 0.97), (1.25, 0.22), "#cfe3f1", "twos: majority", 8.5)
    words(axes, left, top - 1.1, "Rows b of lower rank than these a\ncount +, rows of higher rank −:\nthe sign is a position again.")


def lazy_keys(plt):
    """Support and keys above, column counts below."""
    figure, axes = canvas(plt, 8.0, 5.9, bottom=0.3)
    support(axes)
    keys(axes)
    counts(axes)
    return figure
