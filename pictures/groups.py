"""Draws what permuted groups have, as histograms, and what the groups have as they are, as a line in them.

The description has page (of every
picture), and panels, each with label, observed, permuted (a list) and p; values are shares, drawn in percent.
"""

import numpy as np

from . import figure_texts
from . import tertium_figures as tf

HEIGHT = 5.2  # cm
BINS = 40
PERMUTED, OBSERVED = "#b8c4d0", "#D55E00"


def draw_panel(axes, panel, unit, width):
    permuted = 100.0 * np.array(panel["permuted"], dtype=float)
    observed = 100.0 * panel["observed"]
    low, high = min(permuted.min(), observed), max(permuted.max(), observed)
    space = 0.06 * (high - low) or 1.0
    counts, _, _ = axes.hist(permuted, bins=np.linspace(low - space, high + space, BINS + 1), color=PERMUTED)
    axes.axvline(observed, color=OBSERVED, linewidth=1.6 * unit)
    top = 1.3 * counts.max()  # the words stand above the bars
    axes.set_ylim(0.0, top)
    right = observed > 0.5 * (low + high)
    axes.annotate(f"observed\np = {panel['p']:.2g}", (observed, top), xytext=(-4 if right else 4, -3),
                  textcoords="offset points", ha="right" if right else "left", va="top", color=OBSERVED)  # fmt: skip
    label = figure_texts.in_lines(axes.figure, panel["label"], width - 0.6, axes.xaxis.label.get_fontsize())
    axes.set_xlabel(label)
    axes.set_yticks([])
    for side in ("left", "top", "right"):
        axes.spines[side].set_visible(False)


def draw(picture):
    page, panels = picture["page"], picture["panels"]
    font_size = page["font_size"] or tf.FONT_SIZE
    plt = tf.pyplot(font_size, page["svg_text"])
    width = page["width"] or tf.PAGE_WIDTH
    across = len(panels) if width > 12.0 else 1
    height = page["height"] or HEIGHT * (len(panels) // across)
    figure = plt.figure(figsize=(width * tf.CM, height * tf.CM), layout="constrained")
    grid = figure.subplots(len(panels) // across, across, squeeze=False)
    for axes, panel in zip(grid.flat, panels):
        draw_panel(axes, panel, font_size / tf.FONT_SIZE, width / across)
    grid.flat[0].set_ylabel("permutations")
    return figure


def main(picture, stem):
    tf.save(draw(picture), stem)
