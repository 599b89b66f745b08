"""Draws a dendrogram with the objects' names and the flat clusters in colour.

The description has title, page (of every picture; also orientation, left or top, where the root is, and heights, rank or
similarity), linkage: rows of two nodes and their height, as scipy has them, names and clusters (texts) of the objects, and,
perhaps, for heights of similarity, similarities: one for each row, in [0, 1] or null where it is not known, cut: the nodes
below branches that are cut, which are dashed, where the clusters are what is left of a tree with lengths, support: for each
row the share of other trees that have the branch, which is written there in percent, and lengths of the branches above each
object and the node of each row: then leaves end where their branches do, and heights are distances from the root. colors are
clusters where their order, which colours follow, is not that beside the tree. axis says what heights are, if they are something
else. A row whose support is null is part of the node of the next one that has some: a node of several parts.

The strip beside the names shows each object's cluster. Colours repeat after ten clusters, the numbers in the strip
do not. Of more objects than can be seen the last merges are drawn, and below them parts with the number of their
objects.
"""

import collections
import itertools
import os
import sys
import textwrap

import numpy as np

from . import figure_fonts
from . import figure_texts
from . import tertium_figures as tf
from .tree_parts import MIXED, Tree, summary

WHOLE_UP_TO = 5000  # more objects than this are drawn as parts
PARTS = 200  # of a tree that is not drawn whole
NAMES_UP_TO = 250  # more objects than this are drawn without names, unless --height gives space
PAGE_HEIGHT = 24.0  # cm
LEAST_NAMES = 4.2  # points: a page grows rather than have smaller names
LEGIBLE = 3.5  # points: smaller names are left out
PITCH = 1.25  # from name to name, in sizes of a name's letters
NAMES_SHARE = 0.55  # of the width, at most
TREE_HEIGHT = 8.0  # cm, of a tree whose root is at the top
SUPPORT_SHARE = 0.7  # of the letters' size, for the support of branches
LABEL_SIZE = 9.5 / 9  # of the letters' size, for the axis
LEAST_SUPPORT = 3.0  # points: smaller numbers are left out
STRIP = 0.32  # cm; space for a cluster number of two digits
COLORS = (
    "#0072B2", "#D55E00", "#009E73", "#AA3377", "#E69F00", "#56B4E9", "#661100", "#44AA99", "#999933", "#332288",
)  # fmt: skip
ABOVE_THE_CUT = "#000000"
MIXED_COLOR = "#AAAAAA"
CUT_DASHES = (0, (4, 3))  # of branches that are cut, in widths of the line
LEADER_COLOR = "#999999"  # from where a branch ends to its name


def leaf_order(tree):
    """The objects from top to bottom so that no branches cross; of two parts that with the smallest object first."""
    objects = len(tree.children) + 1
    smallest = list(range(objects))
    for left, right in tree.children.tolist():
        smallest.append(min(smallest[left], smallest[right]))
    order, open_nodes = [], [2 * objects - 2]
    while open_nodes:
        node = open_nodes.pop()
        if node < objects:
            order.append(node)
        else:
            open_nodes += sorted(tree.children[node - objects].tolist(), key=lambda child: -smallest[child])
    return order


def cluster_colors(order, clusters, known=None):
    """{cluster: colour} in the order in which the clusters appear beside the tree, or in that of `known`."""
    appearing = known or [cluster for cluster in dict.fromkeys(clusters[leaf] for leaf in order) if cluster != MIXED]
    colors = {cluster: COLORS[i % len(COLORS)] for i, cluster in enumerate(appearing)}
    return colors | ({MIXED: MIXED_COLOR} if MIXED in clusters else {})


def similarity_heights(tree, similarities):
    """Heights 1 - similarity. A merge stands no lower than its parts: where it is called more alike, or not known, at
    the height of the higher one."""
    objects = len(tree.children) + 1
    if len(similarities) != len(tree.children):
        raise tf.FigureError(f"{len(similarities)} similarities are given for {len(tree.children)} merges")
    heights = [0.0] * objects
    for (left, right), similarity in zip(tree.children.tolist(), similarities):
        own = 0.0 if similarity is None else 1.0 - similarity
        heights.append(max(own, heights[left], heights[right]))
    return Tree(tree.children, np.array(heights[objects:]))


def leaf_heights(tree, lengths):
    """{object: height} of leaves that end where their branches do."""
    objects = len(tree.children) + 1
    if len(lengths) != 2 * objects - 1:
        raise tf.FigureError(f"{len(lengths)} lengths are given for {2 * objects - 1} nodes")
    return {child: float(height) - lengths[child]
            for pair, height in zip(tree.children.tolist(), tree.heights) for child in pair if child < objects}  # fmt: skip


def owners(tree, clusters, cut):
    """{node: cluster} of nodes inside a cluster, None of all others. Where branches are `cut`, a cluster is what is left,
    and a node between them is in that of the node above."""
    objects = len(tree.children) + 1
    owner = {leaf: clusters[leaf] if clusters else None for leaf in range(objects)}
    for node, (left, right) in enumerate(tree.children.tolist(), objects):
        owner[node] = owner[left] if owner[left] == owner[right] else None
        if cut:
            owner[node] = next((owner[child] for child in (left, right) if child not in cut and owner[child]), None)
    if cut:
        for node in range(2 * objects - 2, objects - 1, -1):
            for child in tree.children[node - objects].tolist():
                if owner[child] is None and child not in cut:
                    owner[child] = owner[node]
    return owner


def branches(tree, order, clusters, colors, base, ends=None, cut=frozenset()):
    """(segments, colours, widths): one three-sided bracket per merge as (height, leaf), coloured inside a cluster.

    Leaves end at the height `base`, or where `ends` says.
    """
    objects = len(order)
    at = dict(zip(order, range(objects)))
    top = ends or dict.fromkeys(order, base)
    owner = owners(tree, clusters, cut)
    segments, tints, widths = [], [], []
    for row, (left, right) in enumerate(tree.children.tolist()):
        node, height = objects + row, float(tree.heights[row])
        top[node], at[node] = height, (at[left] + at[right]) / 2
        segments.append([(top[left], at[left]), (height, at[left]), (height, at[right]), (top[right], at[right])])
        tints.append(ABOVE_THE_CUT if owner[node] is None else colors[owner[node]])
        widths.append(0.7 if owner[node] is None else 1.2)
    return segments, tints, widths


def drawn(linkage, clusters):
    """(leaves from top to bottom, brackets, their colours, widths) of a tree as scipy has it, and the cluster of each object."""
    tree, clusters = Tree(linkage[:, :2].astype(int), linkage[:, 2]), list(map(str, clusters))
    order = leaf_order(tree)
    return order, *branches(tree, order, clusters, cluster_colors(order, clusters), 0.0)


def plot(axes, linkage, names, clusters, sideways, **look):
    """Draws a tree on axes of any size, which have the names as ticks."""
    from matplotlib.collections import LineCollection

    order, segments, colors, widths = drawn(linkage, clusters)
    if not sideways:
        segments = [[(leaf, top) for top, leaf in line] for line in segments]
    axes.add_collection(LineCollection(segments, **{"colors": colors, "linewidths": widths, "capstyle": "projecting", **look}))
    (tops, leaves), top = ("xy" if sideways else "yx"), 1.03 * float(linkage[:, 2].max(initial=0.0)) or 1.0
    axes.set(**{f"{tops}lim": (top, 0.0) if sideways else (0.0, top), f"{leaves}lim": (len(order) - 0.4, -0.6)[:: 1 if sideways else -1]})
    look = {} if sideways else {"rotation": 90}
    getattr(axes, f"set_{leaves}ticks")(range(len(order)), [tf.plain(names[leaf]) for leaf in order], fontsize="small", **look)
    axes.tick_params(axis=leaves, length=0)
    if sideways:
        axes.yaxis.tick_right()
    for side in ("left", "right", "top", "bottom"):
        axes.spines[side].set_visible(side == ("bottom" if sideways else "left"))


def without_cut_branches(tree, segments, cut):
    """(segments, dashes): brackets without their legs that are cut, and these; of a branch at the root its bar, too."""
    left_over, dashes = [], []
    for row, (pair, points) in enumerate(zip(tree.children.tolist(), segments)):
        first, last = (child in cut for child in pair)
        at_root = first and last and row == len(segments) - 1
        dashes += [points] if at_root else [points[:2]] * first + [points[2:]] * last
        left_over.append([] if at_root else points[first : 4 - last])
    return left_over, dashes


class Drawing:
    """One drawn tree. Lengths are in cm, sizes of letters in points."""

    def __init__(self, tree, names, clusters, description):
        page = description["page"]
        self.page = page
        self.similar = page["heights"] == "similarity"
        self.tree = similarity_heights(tree, description["similarities"]) if self.similar else tree
        # Pairs that every answer calls alike join at height 0: their brackets have to be seen.
        self.base = -0.04 * max(self.tree.heights.tolist(), default=0.0) if self.similar else 0.0
        self.support, self.axis = description.get("support", []), description.get("axis")
        self.cut = frozenset(description.get("cut", []) if len(names) <= WHOLE_UP_TO else [])
        lengths = description.get("lengths", []) if len(names) <= WHOLE_UP_TO else []
        self.ends = leaf_heights(tree, lengths) if lengths and len(names) > 1 else {}
        self.cluster_sizes = collections.Counter(clusters)
        if len(names) > WHOLE_UP_TO:
            print(f"{len(names)} objects are too many to draw each: the picture shows the last {PARTS - 1} merges, and "
                  f"below them parts with their numbers of objects", file=sys.stderr)  # fmt: skip
            if not self.similar:  # ranks begin where the picture does
                self.base = float(self.tree.heights[len(names) - PARTS - 1])
            self.support = self.support[len(names) - PARTS :]
            self.tree, names, clusters = summary(self.tree, names, clusters, PARTS)
        self.names, self.clusters = names, clusters
        self.title = description["title"] if page["title"] else ""
        self.order = leaf_order(self.tree)
        self.colors = cluster_colors(self.order, clusters, description.get("colors")) if clusters else {}
        self.sideways = page["orientation"] == "left"
        self.width = page["width"] or tf.PAGE_WIDTH
        self.font_size = page["font_size"] or tf.FONT_SIZE
        self.plt = tf.pyplot(self.font_size, page["svg_text"])
        self.figure = self.plt.figure(figsize=(self.width * tf.CM, PAGE_HEIGHT * tf.CM))
        self.line = 1.4 * self.font_size / 72 * 2.54

    def draw(self):
        heading = self.add_heading(PAGE_HEIGHT)  # for its height alone
        self.label = self.axis_label(self.width if self.sideways else self.page["height"] or TREE_HEIGHT)
        axis = (1.9 + self.label.count("\n") + 1) * self.line
        if self.sideways:
            pitch, size, height = self.rows_of_page(heading + axis)
        else:
            pitch = (self.width - self.axis_width() - 0.3) / len(self.order)
            size, height = self.name_size(pitch), None
        self.warn_of_left_out_names(size)
        texts = self.make_names(size)
        if self.sideways:
            length = self.cut_names(texts, NAMES_SHARE * self.width) or 1.5 * self.line
            strip = STRIP if self.clusters else 0.0
            box = (0.25, axis, self.width - 0.5 - strip - length, height - heading - axis)
        else:
            length = self.cut_names(texts, 0.4 * PAGE_HEIGHT) or 1.5 * self.line
            strip = STRIP if self.clusters else 0.0
            below = length + strip + 0.3
            height = self.page["height"] or TREE_HEIGHT + below + heading
            box = (self.axis_width(), below, self.width - self.axis_width() - 0.3, height - heading - below)
        if box[2] < 1.0 or box[3] < 1.0:
            raise tf.FigureError("there is no space for the tree; take a larger --width or --height")
        self.figure.set_size_inches(self.width * tf.CM, height * tf.CM)
        self.draw_tree(box, strip, height, texts, pitch)
        self.clear_heading()
        self.add_heading(height)
        return self.figure

    def axis_width(self):
        return 0.4 + (2.6 + self.label.count("\n")) * self.line

    def axis_label(self, space):
        """What heights are, in lines no longer than the paper."""
        label = self.axis or ("similarity (fraction of answers)" if self.similar else "distance from the root" if self.ends else "merge rank")
        label += " (numbers: support, %)" if self.support else ""
        return figure_texts.in_lines(self.figure, label, space - 2 * figure_texts.EDGE, LABEL_SIZE * self.font_size)

    def rows_of_page(self, around):
        """(pitch, size of names, height of the page) of a tree whose leaves are rows."""
        objects = len(self.order)
        largest = PITCH * self.font_size / 72 * 2.54
        least = PITCH * min(LEAST_NAMES, self.font_size) / 72 * 2.54
        if self.page["height"]:
            pitch = (self.page["height"] - around) / objects
            return pitch, self.name_size(pitch), self.page["height"]
        pitch = min(largest, (PAGE_HEIGHT - around) / objects)
        if self.page["font_size"]:
            pitch = largest
        if objects > NAMES_UP_TO and pitch < least:
            return pitch, 0.0, PAGE_HEIGHT
        pitch = max(pitch, least)
        return pitch, self.name_size(pitch), max(2.5, pitch * objects) + around

    def name_size(self, pitch):
        """Size of letters for names so far apart; 0: none that could be read."""
        size = min(self.font_size, pitch / 2.54 * 72 / 1.15)
        return size if size >= LEGIBLE else 0.0

    def warn_of_left_out_names(self, size):
        if size == 0.0:
            more = "--height" if self.sideways else "--width, or --orientation left,"
            print(f"the names of {len(self.order)} objects are left out of the picture (too small to read), "
                  f"a larger {more} shows them", file=sys.stderr)  # fmt: skip

    def make_names(self, size):
        """The names as texts of the figure, not yet in their places."""
        if not size:
            return []
        look = {"fontsize": size, "rotation": 0 if self.sideways else 90, "rotation_mode": "anchor"}
        texts = [self.figure.text(0, 0, self.names[leaf], **look) for leaf in self.order]
        figure_fonts.give_every_letter_a_font(self.figure)
        return texts

    def length_of(self, text):
        return figure_texts.extent(text)[0 if self.sideways else 1]

    def cut_names(self, texts, space):
        """Shortens names that are too long for `space`, and says so; returns the length of the longest."""
        cut = figure_texts.cut_names(texts, space, self.length_of)
        if cut:
            print(f"{cut} name{' is' if cut == 1 else 's are'} too long for the picture and cut at '…' "
                  f"(the tables contain them whole), a larger --width or a smaller --font-size shows more",
                  file=sys.stderr)  # fmt: skip
        return min(max(map(self.length_of, texts), default=0.0), space)

    def draw_tree(self, box, strip, height, texts, pitch):
        """The brackets, the axis of heights, and beside the leaves the strip of the clusters and the names."""
        from matplotlib.collections import LineCollection

        axes = self.figure.add_axes([box[0] / self.width, box[1] / height, box[2] / self.width, box[3] / height])
        segments, tints, widths = branches(self.tree, self.order, self.clusters, self.colors, self.base, dict(self.ends),
                                           self.cut)  # fmt: skip
        leaders = [[(self.ends[leaf], at), (self.base, at)] for at, leaf in enumerate(self.order) if self.ends]
        if not self.sideways:
            segments, leaders = ([[(leaf, top) for top, leaf in line] for line in lines] for lines in (segments, leaders))
        solid, dashes = without_cut_branches(self.tree, segments, self.cut)
        axes.add_collection(LineCollection(leaders, colors=LEADER_COLOR, linewidths=0.35, linestyles=(0, (1, 3))))
        widths = [min(width, 0.6 * pitch / 2.54 * 72) for width in widths]
        whole = [line for line in zip(solid, tints, widths) if line[0]]
        lines, colors, thick = ([line[k] for line in whole] for k in range(3))
        axes.add_collection(LineCollection(lines, colors=colors, linewidths=thick, capstyle="projecting"))
        thin = min([0.7] + widths)
        axes.add_collection(LineCollection(dashes, colors=ABOVE_THE_CUT, linewidths=thin, linestyles=CUT_DASHES))
        top = max([0.01 if self.similar or self.ends else 1.0] + self.tree.heights.tolist())
        top += 0.03 * (top - max(0.0, self.base))
        per_cm = (top - self.base) / (box[2] if self.sideways else box[3])  # heights in a cm
        self.set_limits(axes, top)
        self.write_support(axes, segments, pitch)
        if self.clusters:
            self.draw_strip(axes, strip, per_cm, pitch)
        if not texts:
            self.tell_left_out(axes, self.base - (strip + 0.12) * per_cm)
        for index, text in enumerate(texts):
            self.put(text, axes, index, self.base - (strip + 0.12) * per_cm)

    def set_limits(self, axes, top):
        leaves = (len(self.order) - 0.4, -0.6)
        for side in ("left", "right", "top", "bottom"):
            axes.spines[side].set_visible(side == ("bottom" if self.sideways else "left"))
        if self.sideways:
            axes.set(xlim=(top, self.base), ylim=leaves, yticks=[])
        else:
            axes.set(ylim=(self.base, top), xlim=leaves[::-1], xticks=[])
        scale = axes.xaxis if self.sideways else axes.yaxis
        scale.set_major_locator(self.plt.MaxNLocator(5, integer=not self.similar))
        if self.similar:
            scale.set_major_formatter(lambda value, _: f"{1 - value:.3g}")
        if self.ends:
            root = max(self.tree.heights.tolist())
            distances = [tick for tick in self.plt.MaxNLocator(5).tick_values(0.0, root) if -1e-9 <= tick <= root + 1e-9]
            scale.set_ticks([root - tick for tick in distances], [f"{tick:.3g}" for tick in distances])
        scale.set_label_text(self.label)
        figure_texts.keep_label(scale)

    def write_support(self, axes, brackets, pitch):
        """The support of every branch but the root, in percent, beside the middle of its bar, towards the root if that is
        free."""
        size = min(SUPPORT_SHARE * self.font_size, 0.9 * pitch / 2.54 * 72)
        if self.support and size < LEAST_SUPPORT:
            print("the support of the branches is left out of the picture (too small to read), the tables contain it",
                  file=sys.stderr)  # fmt: skip
            return
        numbers = []
        for (_, first, last, _), share in zip(brackets[:-1], self.support):
            if share is None:
                continue
            middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
            numbers.append((f"{100 * share:.0f}", middle, "#000000" if share >= 0.5 else "#777777"))
        leaves = axes.transData.transform((self.base, len(self.order)) if self.sideways else (-1.0, self.base))
        paper = self.figure.bbox
        frame = (1.0, 1.0, leaves[0], paper.height) if self.sideways else (1.0, leaves[1], paper.width, paper.height)
        places = figure_texts.ROOT_LEFT if self.sideways else figure_texts.ROOT_ABOVE
        for text, point, color in figure_texts.write_numbers(axes, numbers, brackets, size, LEAST_SUPPORT, places, frame):
            axes.annotate(text, point, (-0.8, 0.6), textcoords="offset points", va="bottom", ha="right", color=color,
                          fontsize=size, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.0})  # fmt: skip

    def put(self, text, axes, index, depth):
        """Moves a name to its leaf."""
        text.set_transform(axes.transData)
        text.set_position((depth, index) if self.sideways else (index, depth))
        text.set(ha="left" if self.sideways else "right", va="center_baseline" if self.sideways else "center")

    def draw_strip(self, axes, strip, per_cm, pitch):
        """One block per run of objects of the same cluster, with the cluster's number where it fits."""
        size, start, low = min(6.0, 0.75 * self.font_size), 0, self.base - (strip + 0.06) * per_cm
        depth = strip * per_cm
        for cluster, members in itertools.groupby(self.order, key=lambda leaf: self.clusters[leaf]):
            count = len(list(members))
            place, extent = (low, start - 0.5), (depth, count)
            middle = (low + depth / 2, start + (count - 1) / 2)
            if not self.sideways:
                place, extent, middle = place[::-1], extent[::-1], middle[::-1]
            axes.add_patch(self.plt.Rectangle(place, *extent, facecolor=self.colors[cluster], edgecolor="white",
                                              linewidth=0.4, clip_on=False))  # fmt: skip
            if len(cluster) <= 2 and count * pitch / 2.54 * 72 >= 1.1 * size:
                axes.text(*middle, cluster, ha="center", va="center_baseline", color="white", fontsize=size,
                          fontweight="bold", clip_on=False)  # fmt: skip
            start += count

    def tell_left_out(self, axes, depth):
        place = (depth, len(self.order) / 2) if self.sideways else (len(self.order) / 2, depth)
        axes.text(*place, f"{len(self.order)} objects (names left out)", color="#444444",
                  rotation=270 if self.sideways else 0, ha="left" if self.sideways else "center",
                  va="center" if self.sideways else "top")  # fmt: skip

    def clear_heading(self):
        for legend in list(self.figure.legends):
            legend.remove()

    def add_heading(self, height):
        """The title and under it the legend of the clusters (while their colours differ); returns their height."""
        lines = textwrap.wrap(tf.plain(self.title), max(10, int(self.width / (0.66 * self.font_size / 72 * 2.54))))
        above = 0.15 + 1.1 * self.line * len(lines)
        thick = 0.4 * self.font_size
        handles = [self.plt.Line2D([], [], color=color, linewidth=thick) for color in self.colors.values()]
        labels = [cluster_label(cluster, self.cluster_sizes[cluster]) for cluster in self.colors]
        if self.cut:
            handles.append(self.plt.Line2D([], [], color=ABOVE_THE_CUT, linewidth=0.7, linestyle=CUT_DASHES))
            labels.append("cut")
        known = height != PAGE_HEIGHT or self.figure.axes
        if known and lines:
            self.figure.text(0.25 / self.width, 1 - 0.1 / height, "\n".join(lines), ha="left", va="top",
                             fontsize=1.1 * self.font_size)  # fmt: skip
        if 1 < len(self.colors) <= len(COLORS):
            inches = tf.place_legend(self.figure, handles, labels, "upper left",
                                     (0.25 / self.width, 1 - above / height), handlelength=1.1)  # fmt: skip
            above += inches * 2.54 + 0.1
        return above


def cluster_label(cluster, size):
    """The legend's words for a cluster: its name, or "cluster" and its number, and how many objects it has."""
    name = f"cluster {cluster}" if len(cluster) <= 2 else tf.plain(cluster)
    return f"{name} ({size})" if size else name


def main(description, path):
    stem, extension = os.path.splitext(path)
    extensions = (extension[1:],) if extension else tf.EXTENSIONS
    linkage = np.array(description.get("linkage", [])).reshape(-1, 3)
    names = list(map(tf.plain, description["names"]))
    tree = Tree(linkage[:, :2].astype(int), linkage[:, 2])
    tf.save(Drawing(tree, names, description["clusters"], description).draw(), stem, extensions, tight=False)
