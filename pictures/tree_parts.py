"""A tree, and of one that is too large to be seen its last merges."""

from collections import namedtuple

import numpy as np

Tree = namedtuple("Tree", "children heights")  # children: (merges, 2) node ids as scipy has them; heights: one per merge
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
