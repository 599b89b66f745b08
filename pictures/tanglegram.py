"""Draws two trees of the same objects face to face, with lines between equal leaves.

The ending of the file says as what it is written: .png, .pdf or .svg. The description has page (of every picture), leaves, distance and crossings, for the title; names and groups of the drawn leaves, and
how many objects each stands for (counts); named: whether there is space for names; classes: whether groups are classes or
branches that both trees have; trees: of each its name, order (leaves from top to bottom), and by node, from the root
down, parent (-1: none), object (-1: no leaf), shared (whether the other tree has the branch) and, perhaps, support.

Black branches are in both trees, grey ones in one only. Ten colours tell groups apart, the largest ones.
"""

import collections
import os
import sys

from . import figure_fonts
from . import figure_texts
from . import tertium_figures as tf
from .dendrogram import COLORS

PAGE_HEIGHT = 24.0  # cm
PITCH = 1.25  # from name to name, in sizes of a name's letters
LEAST_NAMES = 4.2  # points: a page grows rather than have smaller names
SMALLEST_CUT = 6.0  # points: names that are too long are in letters so small before they are cut
NAMES_SHARE = 0.25  # of the width, at most, on either side
LINES_SHARE = 0.16  # of the width, for the lines between the trees
MARGIN = 0.3  # cm beside the trees
SUPPORT_SHARE = 0.65  # of the letters' size
NOTE_SIZE = 0.85  # of the letters' size
LEAST_SUPPORT = 3.0  # points: smaller numbers are left out
NO_GROUP = "#BBBBBB"
SHARED, ALONE = "#000000", "#999999"


def group_colors(groups):
    """{group: colour} of the largest groups; of equal ones that which comes first."""
    sizes = collections.Counter(group for group in groups if group)
    return {group: COLORS[k] for k, (group, _) in enumerate(sizes.most_common(len(COLORS)))}


class Side:
    """One of the two trees: places of its nodes, leaves from 0 down, heights in edges to the deepest leaf."""

    def __init__(self, tree):
        self.name, self.order = tree["name"], tree["order"]
        self.parent, self.shared, self.support = tree["parent"], tree["shared"], tree.get("support", [])
        place = {leaf: row for row, leaf in enumerate(self.order)}
        nodes = len(self.parent)
        self.children = [[] for _ in range(nodes)]
        self.at, self.height = [0.0] * nodes, [0] * nodes
        for node in reversed(range(nodes)):
            if tree["object"][node] >= 0:
                self.at[node] = place[tree["object"][node]]
            else:
                below = [self.at[child] for child in self.children[node]]
                self.at[node] = (min(below) + max(below)) / 2
            if self.parent[node] >= 0:
                self.children[self.parent[node]].append(node)
                above = self.parent[node]
                self.height[above] = max(self.height[above], self.height[node] + 1)

    def branches(self):
        """(segments, colours): to every node but the root its line to the parent, and the bars of all inner nodes."""
        segments, colors = [], []
        for node, above in enumerate(self.parent):
            # Every tree has the leaves: their lines are those of the branch that they are in.
            color = SHARED if self.shared[node if self.children[node] else above] else ALONE
            if above >= 0:
                segments.append([(self.height[node], self.at[node]), (self.height[above], self.at[node])])
                colors.append(color)
            if self.children[node]:
                ends = [self.at[child] for child in self.children[node]]
                segments.append([(self.height[node], min(ends)), (self.height[node], max(ends))])
                colors.append(color)
        return segments, colors


class Drawing:
    """The picture. Lengths are in cm, sizes of letters in points."""

    def __init__(self, description):
        self.what, page = description, description["page"]
        self.page = page
        self.sides = [Side(tree) for tree in description["trees"]]
        self.leaves = len(description["names"])
        self.width = page["width"] or tf.PAGE_WIDTH
        self.size = page["font_size"] or tf.FONT_SIZE
        self.plt = tf.pyplot(self.size, page["svg_text"])
        self.line = 1.5 * self.size / 72 * 2.54
        self.figure = self.plt.figure(figsize=(self.width * tf.CM, PAGE_HEIGHT * tf.CM))
        self.colors = group_colors(description["groups"])
        self.write_around()
        self.pitch, self.height = self.rows()
        self.names_size = min(self.size, self.pitch / 2.54 * 72 / 1.15)
        self.figure.set_size_inches(self.width * tf.CM, self.height * tf.CM)

    def write_around(self):
        """The title, the names of the trees, what colours mean, and the space that they take above and below."""
        space = self.width - 2 * MARGIN
        title = figure_texts.in_lines(self.figure, self.title(), space, self.size) if self.page["title"] else ""
        note = figure_texts.in_lines(self.figure, self.note(), space, NOTE_SIZE * self.size)
        self.above_texts = [self.figure.text(0.5, 1, title, ha="center", va="top")]
        for side, align in zip(self.sides, ("left", "right")):
            at = MARGIN if align == "left" else self.width - MARGIN
            name = self.figure.text(at / self.width, 1, tf.plain(side.name), ha=align, fontweight="bold")
            figure_texts.cut_names([name], 0.5 * self.width - 1.5 * MARGIN)
            self.above_texts.append(name)
        self.below_text = self.figure.text(0.5, 0, note, ha="center", va="bottom", fontsize=NOTE_SIZE * self.size)
        self.note_height = figure_texts.extent(self.below_text)[1] + 0.3 * self.line
        self.below = self.note_height + self.write_legend(PAGE_HEIGHT) * 2.54 + 0.5 * self.line
        for legend in list(self.figure.legends):  # until the page has its height
            legend.remove()
        self.above = (figure_texts.extent(self.above_texts[0])[1] + 0.8 * self.line if title else 0.3 * self.line) + 1.5 * self.line

    def rows(self):
        """(from leaf to leaf, height of the page)."""
        around = self.above + self.below
        if self.page["height"]:
            return max(0.001, (self.page["height"] - around) / self.leaves), self.page["height"]
        largest = PITCH * self.size / 72 * 2.54
        least = PITCH * LEAST_NAMES / 72 * 2.54 if self.what["named"] else 0.0
        pitch = max(least, min(largest, (PAGE_HEIGHT - around) / self.leaves))
        return pitch, max(3.0, pitch * self.leaves) + around

    def draw(self):
        texts = [self.make_names(side) for side in self.sides]
        space = [length + (0.25 if length else 0.1) for length in self.fit(texts)]
        lines = LINES_SHARE * self.width
        tree = (self.width - 2 * MARGIN - sum(space) - lines) / 2
        if tree < 0.8 or self.height - self.above - self.below < 0.5:
            raise tf.FigureError("there is no space for the trees; take a larger --width or --height")
        if self.cut:
            print(f"{self.cut} name{' is' if self.cut == 1 else 's are'} too long for the picture and cut at '…', "
                  f"a larger --width or a smaller --font-size shows more", file=sys.stderr)  # fmt: skip
        starts = [MARGIN, MARGIN + tree + space[0] + lines + space[1]]
        for side, start, left in zip(self.sides, starts, (True, False)):
            self.draw_tree(side, start, tree, left)
        self.draw_lines(MARGIN + tree + space[0], lines)
        for names, edge, left in zip(texts, (MARGIN + tree, starts[1]), (True, False)):
            self.place_names(names, edge, left)
        self.place_around()
        return self.figure

    def axes(self, start, width):
        box = (start / self.width, self.below / self.height, width / self.width,
               (self.height - self.above - self.below) / self.height)  # fmt: skip
        axes = self.figure.add_axes(box)
        axes.axis("off")
        axes.set_ylim(self.leaves - 0.5, -0.5)
        return axes

    def make_names(self, side):
        if not self.what["named"] or self.names_size < 3.0:
            return []
        texts = [self.figure.text(0, 0, tf.plain(self.what["names"][leaf]), fontsize=self.names_size)
                 for leaf in side.order]  # fmt: skip
        figure_fonts.give_every_letter_a_font(self.figure)
        return texts

    def fit(self, texts):
        """Makes names that are too long smaller, and cuts those that still are; returns the longest of each side."""
        space, names = NAMES_SHARE * self.width, texts[0] + texts[1]
        longest = max((figure_texts.extent(text)[0] for text in names), default=0.0)
        size = max(min(SMALLEST_CUT, self.names_size), self.names_size * min(1.0, space / max(longest, 0.1)))
        for text in names:
            text.set_fontsize(size)
        self.cut = sum(figure_texts.cut_names(side, space) for side in texts)
        return [max((figure_texts.extent(text)[0] for text in side), default=0.0) for side in texts]

    def draw_tree(self, side, start, width, left):
        from matplotlib.collections import LineCollection

        axes = self.axes(start, width)
        top = max(1, side.height[0]) * 1.03
        axes.set_xlim((top, 0) if left else (0, top))
        segments, colors = side.branches()
        thick = min(1.0, 0.5 * self.pitch / 2.54 * 72)
        axes.add_collection(LineCollection(segments, colors=colors, linewidths=thick, capstyle="projecting"))
        size = min(SUPPORT_SHARE * self.size, 0.85 * self.pitch / 2.54 * 72)
        if side.support:
            self.write_support(axes, side, size, left, segments)

    def write_support(self, axes, side, size, left, segments):
        """Beside the branches, where there is space for it."""
        numbers = [(f"{100 * side.support[node]:.0f}", (side.height[node], side.at[node]), SHARED if side.shared[node] else "#777777")
                   for node, above in enumerate(side.parent)
                   if above >= 0 and side.children[node] and side.support[node] is not None]  # fmt: skip
        box, paper = axes.bbox, self.figure.bbox
        frame = (1.0, 1.0, box.x1, paper.height) if left else (box.x0, 1.0, paper.width - 1.0, paper.height)
        places = figure_texts.ROOT_LEFT if left else figure_texts.ROOT_RIGHT
        homeless = numbers
        if size >= LEAST_SUPPORT:
            homeless = figure_texts.write_numbers(axes, numbers, segments, size, LEAST_SUPPORT, places, frame)
        if homeless:
            print(f"the support of {len(homeless)} of {len(numbers)} branches of {side.name} is left out of the picture "
                  f"(there is too little space), a larger --width or --height shows more", file=sys.stderr)  # fmt: skip

    def draw_lines(self, start, width):
        from matplotlib.collections import LineCollection

        axes = self.axes(start, width)
        axes.set_xlim(0, 1)
        groups = self.what["groups"]
        colors = self.colors
        right = {leaf: row for row, leaf in enumerate(self.sides[1].order)}
        pairs = sorted(enumerate(self.sides[0].order), key=lambda pair: groups[pair[1]] in colors)  # grey ones below
        thin = min(1.1, 0.6 * self.pitch / 2.54 * 72)
        widths = [thin * min(4.0, self.what["counts"][leaf] ** 0.5) for _, leaf in pairs]
        axes.add_collection(LineCollection([[(0, row), (1, right[leaf])] for row, leaf in pairs], linewidths=widths,
                                           colors=[colors.get(groups[leaf], NO_GROUP) for _, leaf in pairs]))  # fmt: skip

    def write_legend(self, height):
        """The names of classes, with a heading, on a page so high; branches have none. Returns its height in inches."""
        if not self.what["classes"] or not self.colors:
            return 0.0
        groups = sorted(self.colors, key=lambda group: (not group.isdigit(), int(group) if group.isdigit() else 0, group))
        handles = [self.plt.Line2D([], [], color=self.colors[group], linewidth=1.5) for group in groups]
        return tf.place_legend(self.figure, handles, [tf.plain(group) for group in groups], "lower center",
                               (0.5, self.note_height / height), handlelength=1.2, title="lines: classes")  # fmt: skip

    def place_names(self, texts, edge, left):
        for row, text in enumerate(texts):
            y = (self.height - self.above - (row + 0.5) * (self.height - self.above - self.below) / self.leaves)
            text.set_position(((edge + (0.1 if left else -0.1)) / self.width, y / self.height))
            text.set(ha="left" if left else "right", va="center_baseline")

    def place_around(self):
        """Moves what write_around() wrote to its place on the page."""
        title, *names = self.above_texts
        title.set_y((self.height - 0.35 * self.line) / self.height)
        for name in names:
            name.set_y((self.height - self.above + 0.45 * self.line) / self.height)
        self.below_text.set_y(0.2 * self.line / self.height)
        self.write_legend(self.height)

    def note(self):
        note = "branches: black in both trees, grey in one only"
        if any(side.support for side in self.sides):
            note += "; numbers: support, %"
        return note if self.what["classes"] else note + "; colours: the largest common branches"

    def title(self):
        shown = "" if self.leaves == self.what["leaves"] else f", drawn as {self.leaves}"
        return (f"{self.what['leaves']} leaves{shown}; {100 * self.what['distance']:.1f} % of all triples resolved "
                f"differently; {self.what['crossings']} crossings")  # fmt: skip


def main(description, path):
    stem, extension = os.path.splitext(path)
    figure = Drawing(description).draw()
    tf.save(figure, stem, (extension[1:],), tight=False)
