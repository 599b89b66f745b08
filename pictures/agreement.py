"""Draws how the partitions of methods agree with one another: a table of adjusted Rand indices, coloured.

"""

import numpy as np

from . import grouping
from . import tertium_figures as tf

CELL = 1.05  # cm: enough for a number of three digits at 8 points
DARK = 0.55  # from this value on, numbers are white
NOTHING = "#f4f4f4"


def draw_table(plt, axes, panel, unit):
    values = np.array([[np.nan if v is None else v for v in row] for row in panel["values"]], dtype=float)
    count = len(panel["labels"])
    colors = plt.get_cmap("Blues").copy()
    colors.set_bad(NOTHING)
    axes.imshow(np.clip(values, 0.0, 1.0), cmap=colors, vmin=0.0, vmax=1.0, aspect="equal")
    for row in range(count):
        for column in range(count):
            value = values[row, column]
            if np.isnan(value):
                continue
            text = f"{value:.2f}".replace("-", "\N{MINUS SIGN}").replace("0.", ".", 1) if abs(value) < 0.995 else "1"
            axes.text(column, row, text, ha="center", va="center", fontsize=7.5 * unit,
                      color="white" if value > DARK else "#222222")  # fmt: skip
    words = [tf.plain(label) for label in panel["labels"]]
    axes.set_xticks(range(count), words, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(count), words)
    axes.tick_params(length=0)
    for edge in np.arange(count + 1) - 0.5:
        axes.axhline(edge, color="white", linewidth=0.8 * unit)
        axes.axvline(edge, color="white", linewidth=0.8 * unit)
    if panel["labels"][-1] == "true classes" and count > 1:
        axes.axhline(count - 1.5, color="#666666", linewidth=1.0 * unit)
        axes.axvline(count - 1.5, color="#666666", linewidth=1.0 * unit)
    for side in axes.spines.values():
        side.set_visible(False)


def draw(picture):
    page, panels = picture["page"], [panel for panel in picture["panels"] if panel["labels"]]
    if not panels:
        raise tf.FigureError("the finished trials have no partitions to compare")
    font_size = page["font_size"] or tf.FONT_SIZE
    unit = font_size / 8.0
    plt = tf.pyplot(font_size, page["svg_text"])
    count = max(len(panel["labels"]) for panel in panels)
    letters = max(len(label) for panel in panels for label in panel["labels"])
    words = 0.19 * letters * unit  # cm, about
    side = CELL * count * unit
    across = 1 if len(panels) == 1 else 2
    down = -(-len(panels) // across)
    width = page["width"] or max(0.5 * tf.PAGE_WIDTH, across * (side + words + 0.5))
    scale = min(1.0, (width / across - words - 0.5) / side)
    height = page["height"] or down * (scale * side + 0.66 * words + 0.7 * bool(panels[0]["title"])) + 0.8
    figure = plt.figure(figsize=(width * tf.CM, height * tf.CM), layout="constrained")
    for index, panel in enumerate(panels):
        axes = figure.add_subplot(down, across, index + 1)
        draw_table(plt, axes, panel, unit * max(0.6, scale))
        if panel["title"]:
            axes.set_title(tf.formula(tf.panel_title(index, len(panels), panel["title"])), fontsize=1.1 * font_size)
    if picture["title"] and page["title"]:
        figure.suptitle(tf.formula(picture["title"]), fontsize=1.15 * font_size)
    return figure


def main(sent, stem):
    tf.save(draw(grouping.agreement(sent)), stem)
