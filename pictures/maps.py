"""Draws maps of the same objects by several groups of people side by side, at the same scale.

The description has page (of every picture), names, dimensions of the maps, and panels, each with label (the group), plane
(a row x, y for each object) and distance, by Procrustes, to the first one, which the others were moved onto.
"""

import numpy as np

from . import figure_fonts
from . import figure_texts
from . import places
from . import tertium_figures as tf
from .dendrogram import COLORS

PANEL_CM = 7.0  # the least width


def draw(description):
    page, panels = description["page"], description["panels"]
    size = page["font_size"] or tf.FONT_SIZE
    plt = tf.pyplot(size, page["svg_text"])
    width = page["width"] or tf.PAGE_WIDTH
    across = max(1, min(len(panels), int(width // PANEL_CM)))
    rows = -(-len(panels) // across)
    planes = [np.array(panel["plane"], dtype=float) for panel in panels]
    low, high = np.vstack(planes).min(axis=0), np.vstack(planes).max(axis=0)
    margin = np.maximum(high - low, 1e-9) * (0.14, 0.08)
    low, high = low - margin, high + margin
    shape = float(np.clip((high - low)[1] / (high - low)[0], 0.4, 1.3))
    line = size / 72 * 2.54 * 1.4
    height = page["height"] or rows * (width / across * shape + 2.2 * line) + places.NAMES_SIZE * line
    figure = plt.figure(figsize=(width * tf.CM, height * tf.CM), layout="constrained")
    grid = figure.subplots(rows, across, squeeze=False)
    for axes, panel, plane in zip(grid.flat, panels, planes):
        title = panel["label"] if panel is panels[0] else f"{panel['label']} (Procrustes distance {panel['distance']:.2f})"
        axes.set_title(figure_texts.in_lines(figure, title, width / across - 0.6, size), fontsize=size)
        axes.set(xticks=[], yticks=[], xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        axes.set_aspect("equal", "datalim")
        for side in axes.spines.values():
            side.set_color("#bbbbbb")
        axes.scatter(*plane.T, s=places.POINT**2, color=COLORS[0], linewidths=0)
    for axes in list(grid.flat)[len(panels) :]:
        axes.remove()
    if description["dimensions"] > 2:
        figure.supxlabel(f"projection of {description['dimensions']} dimensions, by the spread of {panels[0]['label']}",
                         fontsize=places.NAMES_SIZE * size)  # fmt: skip
    names = description["names"] if len(description["names"]) <= places.NAMES_UP_TO else []
    texts = [places.make_names(axes, names, plane, places.NAMES_SIZE * size) for axes, plane in zip(grid.flat, planes)]
    figure_fonts.give_every_letter_a_font(figure)
    for of_axes in texts:  # names do not take part in the layout
        for text in of_axes:
            text.set_in_layout(False)
    figure.canvas.draw()
    for axes, of_axes, plane in zip(grid.flat, texts, planes):
        if of_axes:
            places.place_names(axes, of_axes, plane)
    return figure


def main(description, stem):
    tf.save(draw(description), stem)
