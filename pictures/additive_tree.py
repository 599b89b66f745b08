"""Draws a tree whose branches have lengths without a root: the description is that of a dendrogram, with lengths.

Branches are as long as the bar says, whatever their directions, which pictures/unrooted.py finds. Names go on in the direction
of their branches; one that would cover another is moved outwards, or turned.
"""

import sys

import numpy as np

from . import figure_texts
from . import slanted_names
from . import tertium_figures as tf
from . import unrooted
from .dendrogram import (
    ABOVE_THE_CUT, CUT_DASHES, LEADER_COLOR, LEGIBLE, LEAST_SUPPORT, NAMES_UP_TO, PAGE_HEIGHT, SUPPORT_SHARE, WHOLE_UP_TO,
    Drawing, Tree, owners,
)  # fmt: skip

NAMES_SHARE = 0.3  # of the width, at most, for a name
EDGE = 0.2  # cm around what is drawn
GAP = 0.08  # cm between the end of a branch and its name
DOT = 3.0  # points, of the end of a branch in its cluster's colour
BAR_SHARE = 0.2  # of the width, at most, for the bar of lengths
TURNS = np.radians(np.arange(0, 180, 5))  # of the picture: that in which it is largest is taken
SLACKS = (0.96, 0.9, 0.82)  # of the largest scale, so that names can be moved
SMALLER = 0.8  # of the size of letters, until no name covers another
PIECE = 0.1  # cm of a line, as numbers of support are kept away from it
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))  # places for these numbers


class AdditiveTree(Drawing):
    """One drawn tree. Lengths on the paper are in cm, sizes of letters in points."""

    def __init__(self, tree, names, clusters, description):
        if len(names) > WHOLE_UP_TO:
            raise tf.FigureError(f"{len(names)} objects are too many for a tree without a root (at most {WHOLE_UP_TO}), leave "
                                 "--layout out")  # fmt: skip
        super().__init__(tree, names, clusters, description)
        lengths = description.get("lengths", [])
        if len(lengths) != 2 * len(names) - 1:
            raise tf.FigureError(f"{len(lengths)} lengths are given for {2 * len(names) - 1} nodes")
        self.layout = unrooted.drawn(tree.children, lengths)
        self.ids = np.array(self.layout.nodes)
        self.leaves = np.flatnonzero(self.ids < len(names))
        self.order = self.ids[self.leaves].tolist()

    def draw(self):
        heading, below = self.add_heading(PAGE_HEIGHT), 2.2 * self.line  # the first for its height alone
        most = self.page["height"] or min(PAGE_HEIGHT, self.width + heading)
        space = np.array([self.width - 2 * EDGE, most - heading - below - EDGE])
        if space.min() < 1.0:
            raise tf.FigureError("there is no space for the tree; take a larger --width or --height")
        texts = self.fit(space)
        if not self.scale:
            raise tf.FigureError("there is no space for the tree next to its names; take a larger --width or --height")
        low, high = self.corners(self.scale, self.places, self.angles, self.shifts)
        height = self.page["height"] or heading + below + (high - low)[1] + EDGE
        middle = np.array([self.width / 2, (below + height - heading) / 2])
        self.move = middle - (low + high) / 2
        self.at = self.scale * self.places + self.move  # in cm from the left and from below
        self.figure.set_size_inches(self.width * tf.CM, height * tf.CM)
        axes = self.figure.add_axes([0, 0, 1, 1])
        axes.set(xlim=(0, self.width), ylim=(0, height))
        axes.axis("off")
        self.draw_branches(axes)
        self.write_names(axes, texts)
        self.write_branch_support(axes)
        self.draw_bar(axes, 0.5 * below)
        self.clear_heading()
        self.add_heading(height)
        return self.figure

    def fit(self, space):
        """Chooses the size of the names, the turn of the tree, its scale and where names stand; returns the names as texts that
        have no places yet. `space`: (width, height) for all of that.
        """
        sizes, longest = [self.font_size], NAMES_SHARE * space.min()
        while not self.page["font_size"] and sizes[-1] > LEGIBLE:
            sizes.append(max(LEGIBLE, SMALLER * sizes[-1]))
        if len(self.order) > NAMES_UP_TO:
            sizes = [0.0]
            print(f"the names of {len(self.order)} objects are left out of the picture (too many to fit around it), tree.html "
                  "shows them", file=sys.stderr)  # fmt: skip
        for size in sizes:
            last, texts = size == sizes[-1], self.make_names(size)
            if last:
                self.cut_names(texts, longest)
            self.lengths = np.array([figure_texts.extent(text)[0] for text in texts] or [0.0] * len(self.order))
            self.letters = size / 72 * 2.54
            if (last or self.lengths.max() <= longest) and (self.place_names(space) or last):
                break
            for text in texts:
                text.remove()
        if texts and not self.free.all():
            print(f"{np.count_nonzero(~self.free)} of the names cover others or branches (there is too little space), try a larger "
                  "--width or a smaller --font-size", file=sys.stderr)  # fmt: skip
        return texts

    def make_names(self, size):
        orientation, self.sideways = self.sideways, True
        texts = super().make_names(size)
        self.sideways = orientation
        return texts

    def place_names(self, space):
        """Turns the tree, chooses its scale and puts the names in their places; returns whether none of them covers anything."""
        self.places, directions = max(map(self.turned, TURNS), key=lambda one: self.largest(space, *one))
        largest, above, best = self.largest(space, self.places, directions), self.layout.above[1:], -1
        for scale in (slack * largest for slack in SLACKS):
            points, middle = scale * self.places, np.mean(self.corners(scale, self.places, directions, 0.0), axis=0)
            branches, frame = slanted_names.line_boxes(points[above], points[1:]), (middle - space / 2, middle + space / 2)
            for order in slanted_names.orders(points[self.leaves]):
                found = slanted_names.placed(order, points[self.leaves], directions, self.lengths, self.letters, branches, GAP, frame)
                if found[2].sum() > best:
                    best, self.scale, (self.shifts, self.angles, self.free) = found[2].sum(), scale, found
                if self.free.all():
                    return True
        return False

    def turned(self, angle):
        """(places of all nodes, directions of the branches of leaves) of the whole tree turned."""
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return self.layout.places @ turn, self.layout.directions[self.leaves] + angle

    def name_boxes(self, scale, places, angles, shifts):
        along = slanted_names.along(angles)
        begins = scale * places[self.leaves] + along * (GAP + shifts + np.zeros(len(angles)))[:, None]
        return slanted_names.boxes(begins, angles, self.lengths, self.letters)

    def corners(self, scale, places, angles, shifts):
        """(left and low, right and high) of the tree with its names."""
        low, high = slanted_names.corners(self.name_boxes(scale, places, angles, shifts))
        points = np.concatenate([scale * places, low, high])
        return points.min(axis=0), points.max(axis=0)

    def largest(self, space, places, angles):
        """The largest scale that fits, with names at their tips; of a tree without any length 1."""
        if not np.ptp(places, axis=0).any():
            return 1.0
        low, high = 0.0, space.max() / np.ptp(places, axis=0).max()
        for _ in range(30):
            middle = (low + high) / 2
            least, most = self.corners(middle, places, angles, 0.0)
            low, high = (middle, high) if (most - least <= space).all() else (low, middle)
        return low

    def draw_branches(self, axes):
        from matplotlib.collections import LineCollection

        layout, owner = self.layout, owners(self.tree, self.clusters, self.cut)
        lines, looks = [], []
        for at in range(1, len(self.ids)):
            node, above = self.ids[[at, layout.above[at]]].tolist()
            inside = owner[node] is not None and owner[node] == owner[above] and node not in self.cut
            lines.append(self.at[[layout.above[at], at]])
            looks.append((self.colors[owner[node]] if inside else ABOVE_THE_CUT, 1.2 if inside else 0.7,
                          CUT_DASHES if node in self.cut else "solid"))  # fmt: skip
        colors, widths, styles = zip(*looks) if looks else ((), (), ())
        axes.add_collection(LineCollection(lines, colors=colors, linewidths=widths, linestyles=styles, capstyle="butt"))
        if self.clusters:
            tips = self.at[self.leaves]
            axes.scatter(*tips.T, s=DOT**2, c=[self.colors[self.clusters[leaf]] for leaf in self.order], linewidths=0, zorder=3)

    def write_names(self, axes, texts):
        """The names in their places, with a dotted line to those that had to be moved outwards."""
        from matplotlib.collections import LineCollection

        tips, along = self.at[self.leaves], slanted_names.along(self.angles)
        begins = tips + along * (GAP + self.shifts)[:, None]
        leaders = [pair for pair, shift in zip(np.stack([tips, begins], axis=1), self.shifts) if shift]
        axes.add_collection(LineCollection(leaders, colors=LEADER_COLOR, linewidths=0.35, linestyles=(0, (1, 3))))
        for text, begin, angle in zip(texts, begins, np.degrees(self.angles)):
            leftwards = np.cos(np.radians(angle)) < 0
            text.set_transform(axes.transData)
            text.set(position=begin, rotation=angle + 180 * leftwards, ha="right" if leftwards else "left", va="center_baseline")

    def write_branch_support(self, axes):
        """In percent, beside the middle of every inner branch; of the two that meet at the root the larger one."""
        objects, above = len(self.names), self.layout.above
        size = min(SUPPORT_SHARE * self.font_size, self.letters / 2.54 * 72 or self.font_size)
        shares = dict(enumerate(self.support[:-1], objects))
        if shares and self.ids[1] >= objects:
            shares[self.ids[1]] = max(shares[self.ids[0]], shares[self.ids[1]])
        numbers = [(f"{100 * shares[node]:.0f}", (self.at[k] + self.at[above[k]]) / 2, "#000000" if shares[node] >= 0.5 else "#777777")
                   for k, node in enumerate(self.ids[1:].tolist(), 1) if node in shares]  # fmt: skip
        names = self.name_boxes(self.scale, self.places, self.angles, self.shifts)
        lines = [*zip(self.at[above[1:]], self.at[1:])]
        for middle, half, across in names:
            lines += [(middle + self.move + side - half, middle + self.move + side + half) for side in (-across, across)]
        frame = (1.0, 1.0, self.figure.bbox.width, self.figure.bbox.height)
        left = figure_texts.write_numbers(axes, numbers, list(map(in_pieces, lines)), size, LEAST_SUPPORT, AROUND, frame)
        if left:
            print(f"the support of {len(left)} branches is left out of the picture (there is too little space), nodes.csv contains it",
                  file=sys.stderr)  # fmt: skip

    def draw_bar(self, axes, low):
        """How long a branch of a round length is, and what numbers are."""
        if not self.layout.lengths.any():
            return
        length = round_length(BAR_SHARE * self.width / self.scale)
        first, last = EDGE, EDGE + length * self.scale
        axes.plot([first, first, last, last], [low + 0.08, low, low, low + 0.08], color="black", linewidth=0.8)
        told = f"{length:g}" + (" (numbers: support, %)" if self.support else "")
        axes.text(last + 0.15, low, told, va="center_baseline", fontsize=self.font_size)


def in_pieces(line):
    """A line as so many short ones, whose boxes are as narrow as it is."""
    first, last = line
    return np.linspace(first, last, 2 + int(np.hypot(*(last - first)) / PIECE))


def round_length(most):
    """The largest of 1, 2, 5, 10, 20 and so on that is no longer."""
    unit = 10.0 ** np.floor(np.log10(most))
    return float(max(step * unit for step in (1, 2, 5) if step * unit <= most * (1 + 1e-9)))


def main(description, stem):
    linkage = np.array(description.get("linkage", [])).reshape(-1, 3)
    names = list(map(tf.plain, description["names"]))
    tree = Tree(linkage[:, :2].astype(int), linkage[:, 2])
    tf.save(AdditiveTree(tree, names, description["clusters"], description).draw(), stem, tight=False)
