"""Draws how often two objects are in one cluster: a matrix of shares, objects in the order of the tree or the clusters.

Usage: co_clustering.py PAIRS.csv LABELS.csv STEM < DESCRIPTION; writes STEM.pdf, STEM.svg and STEM.png. PAIRS.csv has
the names as header and first column, and shares in [0, 1]; LABELS.csv is what tree_tables.py tells. The description is
JSON: title, page (of every picture), and order, the objects from top to bottom.

Lines part the clusters of LABELS.csv where they follow each other. Of more objects than have space names are left out.
"""

import tertium_figures as tf
import numpy as np
from tree_tables import read_objects, read_table

CELL = 0.36  # cm, of a name that is legible
LEAST, MOST = 5.0, 17.0  # cm: the side of the matrix
NAMES_UP_TO = 120
POINTS = 28.35  # of a cm
LETTER = 0.16  # cm of a name's letter, about


def read_shares(path, objects):
    """The matrix; FigureError when it is none of these objects."""
    _, rows = read_table(path, "the shares of samples that have two objects in one cluster")
    try:
        shares = np.array([[float(cell) for cell in row[1:]] for row in rows])
    except ValueError as error:
        raise tf.FigureError(f"{path} holds a value that is not a number ({error})") from None
    if shares.shape != (objects, objects):
        raise tf.FigureError(f"{path} is no matrix of {objects} objects")
    return shares


def draw(shares, names, clusters, picture):
    page, order = picture["page"], picture["order"]
    font_size = page["font_size"] or tf.FONT_SIZE
    plt = tf.pyplot(font_size, page["svg_text"])
    named = len(order) <= NAMES_UP_TO
    words = LETTER * font_size / 8.0 * max(len(name) for name in names) if named else 0.3
    side = min(MOST, max(LEAST, CELL * len(order)))
    width = page["width"] or min(MOST, side + words + 1.6)
    height = page["height"] or max(LEAST, width - 1.0)
    figure = plt.figure(figsize=(width * tf.CM, height * tf.CM), layout="constrained")
    axes = figure.subplots()
    image = axes.imshow(shares[np.ix_(order, order)], cmap="Blues", vmin=0.0, vmax=1.0, interpolation="nearest")
    for place, (before, after) in enumerate(zip(order, order[1:])):
        if clusters[before] != clusters[after]:
            axes.axhline(place + 0.5, color="#333333", linewidth=0.6)
            axes.axvline(place + 0.5, color="#333333", linewidth=0.6)
    axes.set_xticks([])
    letters = min(font_size, 0.75 * POINTS * (height - 1.0) / max(1, len(order)))
    if named:
        axes.set_yticks(range(len(order)), [names[i] for i in order], fontsize=letters)
    else:
        axes.set_yticks([])
    axes.tick_params(length=0)
    bar = figure.colorbar(image, ax=axes, shrink=0.6)
    bar.set_label("share of samples with both in one cluster")
    bar.outline.set_visible(False)
    if page["title"] and picture["title"]:
        axes.set_title(tf.formula(picture["title"]))
    return figure


def main():
    (pairs, labels, stem), picture = tf.inputs("PAIRS.csv", "LABELS.csv", "STEM")
    objects = len(picture["order"])
    names, clusters = read_objects(labels, objects, picture.get("names"))
    tf.save(draw(read_shares(pairs, objects), names, clusters, picture), stem)


if __name__ == "__main__":
    tf.run(main)
