"""Draws a dendrogram with the objects' names and the flat clusters in colour.

Usage: dendrogram.py Z.csv LABELS.csv --output STEM [--title TEXT]

The strip beside the names shows each object's cluster. Colours repeat after ten clusters, the numbers in the strip
do not. Z.csv has a header and the columns left, right, height, size, one row per merge as in scipy: ids below N are
objects, N + r is the cluster made by row r. LABELS.csv has a header and one row per object in id order; the name
is the column `name` (or `object`, or the first one), the flat cluster the column `cluster` (or `label`).
"""

import csv
import itertools
import os
import textwrap
from collections import namedtuple

import numpy as np

import tertium_figures as tf

NAMES_UP_TO = 250  # more objects than this are drawn without names
LONGEST_NAME = 42
TREE_WIDTH = 5.6  # inches
STRIP_WIDTH = 0.15  # inches; room for a cluster number of two digits
COLORS = (
    "#0072B2", "#D55E00", "#009E73", "#AA3377", "#E69F00", "#56B4E9", "#661100", "#44AA99", "#999933", "#332288",
)  # fmt: skip
ABOVE_THE_CUT = "#000000"

Tree = namedtuple("Tree", "children heights")  # children: (merges, 2) node ids; heights: one per merge


def read_table(path, what):
    """(header, rows) of a CSV file with a header line."""
    if not os.path.isfile(path):
        raise tf.FigureError(f"{path} does not exist; give {what}")
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise tf.FigureError(f"{path} cannot be read as CSV ({error})") from None
    if not rows:
        raise tf.FigureError(f"{path} is empty; give {what}")
    header = [cell.strip().lstrip("\ufeff").lower() for cell in rows[0]]
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(header):
            raise tf.FigureError(f"{path}:{number} has {len(row)} fields, the header has {len(header)}")
    return header, rows[1:]


def read_tree(path):
    """The merges of a Z table; FigureError when they do not form one binary tree."""
    header, rows = read_table(path, "a table with the columns left,right,height,size")
    missing = [name for name in ("left", "right", "height") if name not in header]
    if missing:
        raise tf.FigureError(f"{path} has no column '{missing[0]}'; it needs left,right,height,size")
    left, right, height = (header.index(name) for name in ("left", "right", "height"))
    try:
        children = np.array([[int(float(row[left])), int(float(row[right]))] for row in rows]).reshape(-1, 2)
        heights = np.array([float(row[height]) for row in rows])
    except (ValueError, OverflowError) as error:
        raise tf.FigureError(f"{path} holds a value that is not a number ({error})") from None
    check_tree(path, children, heights)
    return Tree(children, heights)


def check_tree(path, children, heights):
    """Each merge joins two clusters that exist already and were not joined before."""
    objects = len(children) + 1
    used = set()
    for row, pair in enumerate(children.tolist()):
        for node in pair:
            if not 0 <= node < objects + row or node in used:
                reason = "was merged before" if node in used else f"does not exist yet (N = {objects})"
                raise tf.FigureError(f"{path}: merge {row} joins cluster {node}, which {reason}")
            used.add(node)
    if not np.isfinite(heights).all():
        raise tf.FigureError(f"{path} holds a height that is not finite")


def read_objects(path, count):
    """(names, clusters or None) of the `count` objects."""
    header, rows = read_table(path, "a table with the objects' names and clusters")
    if len(rows) != count:
        raise tf.FigureError(f"{path} names {len(rows)} objects, the tree has {count}")
    name = next((header.index(key) for key in ("name", "object") if key in header), 0)
    cluster = next((header.index(key) for key in ("cluster", "label") if key in header), None)
    return [shorten(row[name]) for row in rows], None if cluster is None else [row[cluster].strip() for row in rows]


def shorten(name):
    """The name on one line, cut when it is very long; a dollar sign stays a dollar sign."""
    name = " ".join(name.split())
    name = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    return name.replace("$", r"\$")


def leaf_order(tree):
    """The objects from top to bottom so that no branches cross."""
    objects = len(tree.children) + 1
    order, open_nodes = [], [2 * objects - 2]
    while open_nodes:
        node = open_nodes.pop()
        if node < objects:
            order.append(node)
        else:
            left, right = tree.children[node - objects].tolist()
            open_nodes += [right, left]
    return order


def cluster_colors(order, clusters):
    """{cluster: colour} in the order in which the clusters appear beside the tree."""
    appearing = list(dict.fromkeys(clusters[leaf] for leaf in order))
    return {cluster: COLORS[i % len(COLORS)] for i, cluster in enumerate(appearing)}


def branches(tree, order, clusters, colors):
    """(segments, colours, widths): one three-sided bracket per merge, coloured inside a flat cluster."""
    objects = len(order)
    y = dict(zip(order, range(objects)))
    x = dict.fromkeys(order, 0.0)
    owner = {leaf: clusters[leaf] if clusters else None for leaf in order}
    segments, tints, widths = [], [], []
    for row, (left, right) in enumerate(tree.children.tolist()):
        node, height = objects + row, float(tree.heights[row])
        owner[node] = owner[left] if owner[left] == owner[right] else None
        x[node], y[node] = height, (y[left] + y[right]) / 2
        segments.append([(x[left], y[left]), (height, y[left]), (height, y[right]), (x[right], y[right])])
        tints.append(ABOVE_THE_CUT if owner[node] is None else colors[owner[node]])
        widths.append(0.7 if owner[node] is None else 1.3)
    return segments, tints, widths


def row_height(objects):
    """(inches per object, font size of its name)."""
    if objects <= 120:
        return 0.145, 7.5
    return (0.105, 5.5) if objects <= NAMES_UP_TO else (max(0.004, 9.0 / objects), 0.0)


def draw_tree(axes, plt, tree, order, clusters, colors):
    """The brackets, root at the left and objects at the right, and beside them the strip of the clusters."""
    from matplotlib.collections import LineCollection

    segments, tints, widths = branches(tree, order, clusters, colors)
    pitch = 72 * row_height(len(order))[0]  # points between two objects
    widths = [min(width, 0.6 * pitch) for width in widths]
    axes.add_collection(LineCollection(segments, colors=tints, linewidths=widths, capstyle="projecting"))
    top = max([1.0] + tree.heights.tolist())
    strip = top * STRIP_WIDTH / TREE_WIDTH
    if clusters:
        draw_strip(axes, plt, order, clusters, colors, strip, pitch)
    axes.set_xlim(1.03 * top, (-1.6 if clusters else -0.3) * strip)
    axes.set_ylim(len(order) - 0.4, -0.6)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.yaxis.tick_right()
    axes.tick_params(axis="y", length=0, pad=2)
    axes.xaxis.set_major_locator(plt.MaxNLocator(6, integer=True))


def draw_strip(axes, plt, order, clusters, colors, width, pitch):
    """One block per run of objects of the same cluster, with the cluster's number where it fits."""
    start = 0
    for cluster, members in itertools.groupby(order, key=lambda leaf: clusters[leaf]):
        count = len(list(members))
        block = (-1.5 * width, start - 0.5)
        axes.add_patch(plt.Rectangle(block, width, count, facecolor=colors[cluster], edgecolor="white", linewidth=0.4))
        if len(cluster) <= 2 and count * pitch >= 6.5:
            axes.text(-width, start + (count - 1) / 2, cluster, ha="center", va="center_baseline", color="white",
                      fontsize=6, fontweight="bold")  # fmt: skip
        start += count


def name_leaves(axes, names, order, font_size):
    """The objects' names beside their branches; a note instead where they would not be readable."""
    if not font_size:
        axes.set_yticks([])
        axes.text(1.01, 0.5, f"{len(order)} objects (names left out)", transform=axes.transAxes, rotation=270,
                  ha="left", va="center", fontsize=9, color="#444444")  # fmt: skip
        return
    axes.set_yticks(range(len(order)))
    axes.set_yticklabels([names[leaf] for leaf in order], fontsize=font_size)


def add_heading(figure, plt, axes, title, clusters, colors):
    """The title and under it the legend of the clusters (while their colours differ), both above the tree."""
    inch = 1 / figure.get_figheight()
    left, top = axes.get_position().x0, axes.get_position().y1 + 0.1 * inch
    if clusters and 1 < len(colors) <= len(COLORS):
        handles = [plt.Line2D([], [], color=color, linewidth=4) for color in colors.values()]
        labels = [cluster_label(cluster, clusters.count(cluster)) for cluster in colors]
        columns = max(1, min(len(labels), int(7.0 / (0.075 * max(map(len, labels)) + 0.45))))
        figure.legend(tf.by_rows(handles, columns), tf.by_rows(labels, columns), loc="lower left", ncol=columns,
                      frameon=False, handlelength=1.2, fontsize=8, columnspacing=1.2, borderaxespad=0,
                      bbox_to_anchor=(left, top))  # fmt: skip
        top += (0.19 * -(-len(labels) // columns) + 0.1) * inch
    if title:
        wrapped = "\n".join(textwrap.wrap(title, 88)).replace("$", r"\$")
        figure.text(left, top, wrapped, ha="left", va="bottom", fontsize=10.5)


def cluster_label(cluster, size):
    """The legend's words for a cluster: its name, or "cluster" and its number, and how many objects it has."""
    name = f"cluster {cluster}" if len(cluster) <= 2 else shorten(cluster)
    return f"{name} ({size})"


def draw(tree, names, clusters, title):
    """The whole figure; its height grows with the number of objects."""
    plt = tf.pyplot()
    order = leaf_order(tree)
    colors = cluster_colors(order, clusters) if clusters else {}
    per_row, font_size = row_height(len(order))
    inside, below, above = max(1.2, per_row * len(order)), 0.5, 1.2
    figure = plt.figure(figsize=(7.5, inside + below + above))
    height = figure.get_figheight()
    axes = figure.add_axes([0.03, below / height, TREE_WIDTH / 7.5, inside / height])
    draw_tree(axes, plt, tree, order, clusters, colors)
    name_leaves(axes, names, order, font_size)
    axes.set_xlabel("merge rank")
    add_heading(figure, plt, axes, title, clusters, colors)
    return figure


def main():
    inputs = {"tree": "merges: left,right,height,size", "labels": "objects' names and clusters"}
    options = tf.arguments("Draws a dendrogram with names and flat clusters.", inputs)
    tree = read_tree(options.tree)
    names, clusters = read_objects(options.labels, len(tree.children) + 1)
    tf.save(draw(tree, names, clusters, options.title), options.output)


if __name__ == "__main__":
    tf.run(main)
