"""Draws the trees of a sweep's methods, one picture each, with the objects' names and, in colour, their true classes.

They are STEM-LABEL.pdf, .svg and .png.
"""

import re

import numpy as np

from . import grouping
from . import tertium_figures as tf
from .dendrogram import Drawing
from .tree_parts import Tree


def file_name(label):
    """The label with what does not belong into a file's name replaced."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "_", tf.plain(label)).strip("_")


def draw(tree, picture, classes):
    page = picture["page"] | {"orientation": "left", "heights": "rank"}
    title = ": ".join(part for part in (picture["title"], tree["label"]) if part)
    children = np.array(tree["children"], dtype=int).reshape(-1, 2)
    heights = np.arange(1, len(children) + 1, dtype=float)
    description = {"title": title, "page": page, "colors": classes}
    return Drawing(Tree(children, heights), tree["names"], tree["classes"], description).draw()


def main(sent, stem):
    picture = grouping.trees(sent)
    # A class has one colour in all pictures.
    classes = list(dict.fromkeys(name for tree in picture["trees"] for name in tree["classes"]))
    for tree in picture["trees"]:
        tf.save(draw(tree, picture, classes), f"{stem}-{file_name(tree['label'])}", tight=False)
