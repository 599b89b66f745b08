"""Reads a tree and its objects.

Z.csv has a header and the columns left, right, height, size, one row per merge as in scipy: ids below N are objects,
N + r is the cluster made by row r. LABELS.csv has a header and one row per object in id order; the name is the column
`name` (or `object`, or the first one), the flat cluster the column `cluster` (or `label`).
"""

import csv
import os
from collections import namedtuple

import tertium_figures as tf
import numpy as np

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


MIXED = "several clusters"  # of a part whose objects are not all of one


def summary(tree, names, clusters, parts):
    """(tree, names, clusters) of the last merges: its leaves are `parts` parts of the tree, by their smallest objects.

    A part of several objects is called by their number.
    """
    objects, cut = len(names), len(names) - parts
    smallest, sizes = list(range(objects)), [1] * objects
    owners = list(clusters) if clusters else [None] * objects
    for left, right in tree.children[:cut].tolist():
        smallest.append(min(smallest[left], smallest[right]))
        sizes.append(sizes[left] + sizes[right])
        owners.append(owners[left] if owners[left] == owners[right] else MIXED)
    kept = tree.children[cut:]
    leaves = sorted((node for node in kept.ravel().tolist() if node < objects + cut), key=lambda node: smallest[node])
    number = {node: place for place, node in enumerate(leaves)}
    number.update((objects + cut + row, parts + row) for row in range(len(kept)))
    children = np.array([[number[left], number[right]] for left, right in kept.tolist()]).reshape(-1, 2)
    called = [names[node] if node < objects else f"({sizes[node]:,} objects)" for node in leaves]
    return Tree(children, tree.heights[cut:]), called, clusters and [owners[node] for node in leaves]


def read_objects(path, count, short=None):
    """(names, clusters or None) of the `count` objects. short: names to show in the place of the table's."""
    header, rows = read_table(path, "a table with the objects' names and clusters")
    if len(rows) != count:
        raise tf.FigureError(f"{path} names {len(rows)} objects, the tree has {count}")
    name = next((header.index(key) for key in ("name", "object") if key in header), 0)
    cluster = next((header.index(key) for key in ("cluster", "label") if key in header), None)
    names = short or [row[name] for row in rows]
    return [tf.plain(name) for name in names], None if cluster is None else [row[cluster].strip() for row in rows]
