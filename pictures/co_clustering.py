"""Draws how often two objects are in one cluster: a matrix of shares, objects in the order of the tree or the clusters.

The description has title, page (of every picture), names and clusters (texts) of the objects, shares in [0, 1], a row for
each object, and order, the objects from top to bottom.

Lines part the clusters where they follow each other. Of more objects than have space the names are left
out, and those of the clusters stand there.
"""

import sys

import numpy as np

from . import figure_fonts
from . import figure_texts
from . import tertium_figures as tf
from .dendrogram import LEGIBLE, cluster_label

CELL = 0.36  # cm, of a name that is legible
LEAST, MOST = 5.0, 17.0  # cm: the side of the matrix, and the width of a picture that nobody gave
NAMES_UP_TO = 120
NAMES_SHARE = 0.45  # of the width, at most
LETTERS = 0.8  # of a row
LEAST_CUT = 0.75  # of their size: so small are letters made before names are cut
POINTS = 28.35  # of a cm
MARGIN, BAR, ROUNDING = 0.25, 0.22, 0.02  # cm


class Drawing:
    """The matrix, names on its left, and the scale of its colours below. Lengths are in cm, sizes of letters in points."""

    def __init__(self, shares, names, clusters, picture):
        page = picture["page"]
        self.shares, self.names, self.clusters, self.order = shares, names, clusters, picture["order"]
        self.size = page["font_size"] or tf.FONT_SIZE
        self.plt = tf.pyplot(self.size, page["svg_text"])
        self.line = 1.4 * self.size / POINTS
        self.figure = self.plt.figure()
        around = 2 * MARGIN + 0.1
        wanted = max(LEAST, CELL * len(self.order)) + around
        if not page["width"]:
            wanted = min(MOST, wanted + self.length(self.make_names(self.size), NAMES_SHARE * MOST))
        self.width = page["width"] or wanted
        space = self.width - 2 * MARGIN
        title = picture["title"] if page["title"] else ""
        self.title = figure_texts.in_lines(self.figure, title, space, 1.1 * self.size) if title else ""
        self.scale = figure_texts.in_lines(self.figure, "fraction of samples with both in one cluster", space, self.size)
        above = MARGIN + 1.15 * self.line * (self.title.count("\n") + 1) * bool(title)
        self.below = MARGIN + (2.0 + self.scale.count("\n")) * self.line + BAR + 0.3
        most = page["height"] - above - self.below if page["height"] else self.width
        texts = self.make_names(self.row_size(min(most, self.width - around)))
        for _ in range(2):  # smaller letters leave more space, in which they may be larger
            self.side = min(most, self.width - around - self.length(texts, NAMES_SHARE * self.width))
            size = self.row_size(self.side)
            resize(texts, size)
        if self.side < 1.0:
            raise tf.FigureError("there is no space for the matrix; take a larger --width or --height")
        names = self.width - self.side - around
        size *= max(LEAST_CUT, min(1.0, names / self.length(texts, self.width)))
        resize(texts, size)
        self.texts = self.legible(texts, size)
        self.cut(names + ROUNDING)
        self.height = page["height"] or self.side + above + self.below
        self.figure.set_size_inches(self.width * tf.CM, self.height * tf.CM)

    def row_size(self, side):
        return min(self.size, LETTERS * POINTS * side / max(1, len(self.order)))

    def make_names(self, size):
        """[text] from top to bottom, not yet in their places."""
        for text in list(self.figure.texts):
            text.remove()
        if len(self.order) > NAMES_UP_TO:
            return []
        texts = [self.figure.text(0, 0, self.names[i], fontsize=size) for i in self.order]
        figure_fonts.give_every_letter_a_font(self.figure)
        return texts

    def length(self, texts, most):
        return min(most, max((figure_texts.extent(text)[0] for text in texts), default=1.5 * self.line))

    def legible(self, texts, size):
        """The names, or none where they could not be read."""
        if texts and size >= LEGIBLE:
            return texts
        print(f"the names of {len(self.order)} objects are left out of the picture (too small to read), a larger "
              f"--width shows them; co_clustering.csv contains them", file=sys.stderr)  # fmt: skip
        for text in texts:
            text.remove()
        return []

    def cut(self, space):
        cut = figure_texts.cut_names(self.texts, space)
        if cut:
            print(f"{cut} name{' is' if cut == 1 else 's are'} too long for the picture and cut at '…' "
                  f"(co_clustering.csv contains them whole), a larger --width shows more", file=sys.stderr)  # fmt: skip

    def axes(self, left, low, width, height):
        return self.figure.add_axes([left / self.width, low / self.height, width / self.width, height / self.height])

    def draw(self):
        left = self.width - MARGIN - self.side
        axes = self.axes(left, self.below, self.side, self.side)
        image = axes.imshow(self.shares[np.ix_(self.order, self.order)], cmap="Blues", vmin=0.0, vmax=1.0,
                            interpolation="nearest")  # fmt: skip
        axes.set(xticks=[], yticks=[])
        ends = [k for k in range(1, len(self.order)) if self.clusters[self.order[k - 1]] != self.clusters[self.order[k]]]
        for end in ends:
            axes.axhline(end - 0.5, color="#333333", linewidth=0.6)
            axes.axvline(end - 0.5, color="#333333", linewidth=0.6)
        row = self.side / len(self.order)
        for k, text in enumerate(self.texts):
            text.set_position(((left - 0.1) / self.width, (self.below + self.side - (k + 0.5) * row) / self.height))
            text.set(ha="right", va="center_baseline")
        if not self.texts:
            self.write_clusters(axes, [0, *ends, len(self.order)])
        bar = self.figure.colorbar(image, cax=self.axes(left, self.below - 0.3 - BAR, self.side, BAR), orientation="horizontal")
        bar.outline.set_visible(False)
        bar.ax.tick_params(labelsize=0.9 * self.size, length=2, pad=1.5)
        self.figure.text(0.5, MARGIN / self.height, self.scale, ha="center", va="bottom")
        self.figure.text(MARGIN / self.width, 1 - MARGIN / self.height, self.title, ha="left", va="top", fontsize=1.1 * self.size)
        return self.figure

    def write_clusters(self, axes, ends):
        """The clusters' numbers beside their rows, where these are high enough."""
        for first, last in zip(ends, ends[1:]):
            if (last - first) * self.side / len(self.order) >= self.line:
                name = cluster_label(self.clusters[self.order[first]], 0).removeprefix("cluster ")
                axes.text(-0.015, 1 - (first + last) / 2 / len(self.order), name, transform=axes.transAxes, ha="right",
                          va="center")  # fmt: skip


def resize(texts, size):
    for text in texts:
        text.set_fontsize(size)


def draw(shares, names, clusters, picture):
    return Drawing(shares, names, clusters, picture).draw()


def main(picture, stem):
    names = list(map(tf.plain, picture["names"]))
    tf.save(draw(np.array(picture["shares"]), names, picture["clusters"], picture), stem, tight=False)
