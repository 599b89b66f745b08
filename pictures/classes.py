"""Draws what trees do with true classes: the vertices of a graph, projected and coloured by class, and the top of every
method's tree above bars that tell which classes its clusters hold.

"""

import numpy as np

from . import grouping
from . import tertium_figures as tf

COLORS = ("#D55E00", "#009E73", "#0072B2", "#AA3377", "#E69F00", "#56B4E9", "#661100", "#999933")
MARKERS = "os^DvPX*"
ROW = 5.2  # cm
TREES_ACROSS = 5
POINTS_WIDTH, TREE_WIDTH = 5.0, 2.4  # cm, at least
LEAST = 0.03  # of the objects: thinner bars would not be seen


def look(label):
    return COLORS[label % len(COLORS)], MARKERS[label // len(COLORS) % len(MARKERS)]


def draw_points(axes, points, unit):
    labels = np.array(points["label"])
    for label in sorted(set(labels.tolist())):
        here = labels == label
        color, marker = look(label)
        axes.scatter(np.array(points["x"])[here], np.array(points["y"])[here], s=5 * unit, color=color, marker=marker,
                     linewidths=0, alpha=0.6, label=f"class {label + 1}")  # fmt: skip
    axes.set_xlabel("first principal axis")
    axes.set_ylabel("second")
    axes.set_aspect("equal", adjustable="datalim")
    tf.nice_grid(axes)


def order_of(merges, count):
    """The clusters from left to right so that no branches cross."""
    if not merges:
        return list(range(count))
    open_nodes, order = [count + len(merges) - 1], []
    while open_nodes:
        node = open_nodes.pop()
        if node < count:
            order.append(node)
        else:
            open_nodes += reversed(merges[node - count])
    return order


def draw_tree(axes, tree, unit):
    """Bars as wide as clusters are large, and brackets as high as the merges come late."""
    clusters, merges = np.array(tree["clusters"], dtype=float), tree["merges"]
    count, total = len(clusters), clusters.sum()
    widths = np.maximum(clusters.sum(axis=1) / total, LEAST)
    gap = 0.15 / max(1, count - 1)
    left, place = 0.0, {}
    for cluster in order_of(merges, count):
        bottom = 0.0
        for label, share in enumerate(clusters[cluster] / clusters[cluster].sum()):
            axes.bar(left, share, widths[cluster], bottom=bottom, align="edge", color=look(label)[0], linewidth=0)
            bottom += share
        place[cluster] = left + widths[cluster] / 2, 1.06
        left += widths[cluster] + gap
    for number, pair in enumerate(merges):
        (x1, y1), (x2, y2) = (place[node] for node in pair)
        height = 1.06 + 0.9 * (number + 1) / len(merges)
        axes.plot([x1, x1, x2, x2], [y1, height, height, y2], color="#222222", linewidth=1.0 * unit)
        place[count + number] = (x1 + x2) / 2, height
    axes.set_title(tf.plain(tree["label"]))
    axes.set_ylim(0, 2.05)
    axes.axis("off")


def draw(picture):
    page, panels = picture["page"], picture["panels"]
    font_size = page["font_size"] or tf.FONT_SIZE
    unit = font_size / 8.0
    plt = tf.pyplot(font_size, page["svg_text"])
    width = page["width"] or tf.PAGE_WIDTH
    most = max(1, min(TREES_ACROSS, int((width - POINTS_WIDTH) / TREE_WIDTH)))
    across = max(min(most, len(panel["trees"])) for panel in panels)
    rows = [-(-len(panel["trees"]) // across) for panel in panels]
    height = page["height"] or ROW * sum(rows) + 1.2
    figure = plt.figure(figsize=(width * tf.CM, height * tf.CM), layout="constrained")
    grid = figure.add_gridspec(sum(rows), across + 2)
    row, handles = 0, {}
    for panel, count in zip(panels, rows):
        axes = figure.add_subplot(grid[row : row + count, :2])
        draw_points(axes, panel["points"], unit)
        handles |= {word: handle for handle, word in zip(*axes.get_legend_handles_labels())}
        if panel["title"]:
            axes.set_title(tf.formula(panel["title"]))
        for index, tree in enumerate(panel["trees"]):
            draw_tree(figure.add_subplot(grid[row + index // across, 2 + index % across]), tree, unit)
        row += count
    if picture["title"] and page["title"]:
        figure.suptitle(tf.formula(picture["title"]), fontsize=1.15 * font_size)
    low = tf.legend_below(figure, list(handles.values()), list(handles)) / (height * tf.CM)
    figure.get_layout_engine().set(rect=(0.0, low, 1.0, 1.0 - low))
    return figure


def main(sent, stem):
    tf.save(draw(grouping.classes(sent)), stem)
