#!/usr/bin/python3
"""Draws the pictures of docs/concepts.md, concept_*.svg: concepts.py [FOLDER] (this one by default).

Each is 320 pixels wide, a journal's column of 8.5 cm, and has a white background of its own.
"""
import os
import random
import sys

from draw import HERE, INK, LINE, Picture

BLUE, ORANGE, GREEN, PALE = "#0072b2", "#d55e00", "#009e73", "#e8eef4"
WIDTH = 320


class Concept(Picture):
    def __init__(self, height):
        super().__init__(WIDTH, height)

    def line(self, x1, y1, x2, y2, colour=LINE, width=1.6, dash=""):
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, stroke_dasharray=dash)

    def label(self, x, y, text, size=12, anchor="middle", colour="", weight=""):
        self.add("text", text, x=x, y=y, font_size=size, text_anchor=anchor, fill=colour, font_weight=weight)

    def dot(self, x, y, colour=INK, radius=4):
        self.add("circle", cx=x, cy=y, r=radius, fill=colour)

    def shape(self, kind, x, y):
        """One of the objects that people compare."""
        look = {"fill": PALE, "stroke": INK, "stroke_width": 1.4}
        if kind == "circle":
            self.add("circle", cx=x, cy=y, r=12, **look)
        elif kind == "ellipse":
            self.add("ellipse", cx=x, cy=y, rx=15, ry=10, **look)
        elif kind == "square":
            self.add("rect", x=x - 11, y=y - 11, width=22, height=22, **look)
        else:
            self.add("path", d=f"M{x},{y - 12} L{x + 13},{y + 10} L{x - 13},{y + 10} z", **look)

    def chosen(self, x, y, width, height):
        self.add("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=9, fill="none",
                 stroke=ORANGE, stroke_width=2.4)  # fmt: skip

    def tree(self, node, x, y, step, height, colour=lambda leaves: LINE):
        """A tree of pairs, root on top: leaves `step` apart from x on, at y. Returns the x and y of its root, and its leaves."""
        if isinstance(node, str):
            self.label(x, y + 15, node)
            return x, y, [node]
        (left, left_top, first) = self.tree(node[0], x, y, step, height, colour)
        (right, right_top, second) = self.tree(node[1], x + step * len(first), y, step, height, colour)
        leaves, top = first + second, y - height * (len(first + second) - 1)
        for at, below, part in ((left, left_top, first), (right, right_top, second)):
            drawn, width = colour(part), 1.8 if colour(part) == LINE else 2.8
            self.line(at, below, at, top, drawn, width)
            self.line(at, top, (left + right) / 2, top, drawn, width)
        return (left + right) / 2, top, leaves


def concept_questions():
    """The three kinds of questions; what somebody chose has a ring."""
    picture = Concept(178)
    kinds = ((53, "triplet", "Which is more\nlike the top one?"), (160, "quadruplet", "Which pair is\nmore similar?"),
             (267, "odd one out", "Which one does\nnot belong?"))
    for x, title, question in kinds:
        picture.label(x, 17, title, 13, weight="bold")
        for k, part in enumerate(question.split("\n")):
            picture.label(x, 35 + 13 * k, part, 10.5)
    picture.line(106, 8, 106, 170, "#cccccc", 1)
    picture.line(214, 8, 214, 170, "#cccccc", 1)
    for kind, x, y, name in (("circle", 53, 78, "i"), ("ellipse", 30, 128, "j"), ("square", 77, 128, "k"),
                             ("circle", 137, 78, "i"), ("ellipse", 137, 128, "j"), ("square", 184, 78, "k"),
                             ("triangle", 184, 128, "l"), ("circle", 243, 92, "i"), ("ellipse", 291, 92, "j"),
                             ("square", 267, 133, "k")):
        picture.shape(kind, x, y)
        picture.label(x, y + 4, name, 11)
    picture.chosen(30, 128, 42, 34)
    picture.chosen(137, 103, 44, 94)
    picture.chosen(267, 133, 38, 36)
    for x, text in ((53, "(i; j, k)"), (160, "(i, j, k, l)"), (267, "(i, j | k)")):
        picture.label(x, 170, text, 11)
    return picture


def concept_embedding():
    """A triplet (i; j, k) says that j is inside the circle around i through k."""
    picture = Concept(208)
    picture.rect(6, 6, 308, 172, "none", "#888888")
    i, j, k = (140, 92), (178, 58), (205, 120)
    radius = ((i[0] - k[0]) ** 2 + (i[1] - k[1]) ** 2) ** 0.5
    picture.add("circle", cx=i[0], cy=i[1], r=radius, fill=PALE, stroke=LINE, stroke_dasharray="5 4")
    for x, y in ((40, 40), (52, 146), (33, 98), (252, 36), (276, 88), (248, 156), (118, 52)):
        picture.dot(x, y, "#999999", 3.5)
    picture.line(*i, *j, ORANGE, 2.4)
    picture.line(*i, *k, BLUE, 2.4)
    for (x, y), name, dx, dy in ((i, "i", -12, 4), (j, "j", 11, -3), (k, "k", 12, 6)):
        picture.dot(x, y)
        picture.label(x + dx, y + dy, name, 13, weight="bold")
    picture.label(160, 198, "(i; j, k) means d(i, j) ≤ d(i, k)", 12)
    return picture


def concept_tree():
    """Three leaves: what a tree says of the three questions about them."""
    picture = Concept(132)
    picture.tree((("i", "j"), "k"), 30, 104, 40, 38)
    questions = (("i", "j or k?", "j", GREEN), ("j", "i or k?", "i", GREEN), ("k", "i or j?", "tie", ORANGE))
    for k, (anchor, pair, said, colour) in enumerate(questions):
        y = 42 + 30 * k
        picture.label(146, y, f"more like {anchor}:", 12, "start")
        picture.label(222, y, pair, 12, "start")
        picture.label(278, y, said, 12, "start", colour, "bold")
    return picture


def concept_lengths():
    """The same tree with branch lengths: the paths decide the third question."""
    picture = Concept(140)
    leaves = {"i": (88, 30, 1), "j": (148, 70, 3), "k": (148, 110, 4)}
    picture.line(58, 30, 58, 70, LINE, 1.8)
    picture.line(28, 50, 28, 110, LINE, 1.8)
    for name, (x, y, length) in leaves.items():
        start = 28 if name == "k" else 58
        picture.line(start, y, x, y, LINE, 1.8)
        picture.label((start + x) / 2, y - 5, str(length), 11, colour=BLUE)
        picture.label(x + 9, y + 4, name, 13, weight="bold")
    picture.line(28, 50, 58, 50, LINE, 1.8)
    picture.label(43, 45, "1", 11, colour=BLUE)
    picture.label(170, 40, "path k to i: 4 + 1 + 1 = 6", 11, "start")
    picture.label(170, 60, "path k to j: 4 + 1 + 3 = 8", 11, "start")
    picture.label(170, 90, "more like k:", 12, "start")
    picture.label(246, 90, "i", 12, "start", GREEN, "bold")
    return picture


def concept_clusters():
    """A tree cut into three clusters."""
    picture = Concept(160)
    clusters = {"a": BLUE, "d": ORANGE, "g": GREEN}
    members = {"abc": BLUE, "def": ORANGE, "gh": GREEN}

    def colour(leaves):
        return next((clusters[group[0]] for group in members if set(leaves) <= set(group)), LINE)

    picture.tree((((("a", "b"), "c"), (("d", "e"), "f")), ("g", "h")), 28, 134, 30, 15, colour)
    picture.line(12, 88, 254, 88, INK, 1.2, "6 4")
    picture.label(260, 92, "cut: k = 3", 11, "start")
    for group, drawn in members.items():
        first = 28 + 30 * "abcdefgh".index(group[0])
        picture.line(first - 8, 155, first + 30 * (len(group) - 1) + 8, 155, drawn, 4)
    return picture


def concept_accuracy():
    """Answers are held out, predicted and counted; chance and the noise ceiling bound what can be reached."""
    picture = Concept(186)
    for k in range(5):
        picture.rect(10 + 25 * k, 14, 22, 26, BLUE if k < 4 else ORANGE, "none", 3)
    picture.label(58, 56, "fit to four parts", 11, colour=BLUE)
    picture.arrow([(136, 27), (156, 27)])
    picture.rect(158, 12, 56, 30, PALE, round=7)
    picture.label(186, 31, "method", 11)
    picture.arrow([(214, 27), (234, 27)])
    picture.label(240, 24, "predicts the", 11, "start", ORANGE)
    picture.label(240, 38, "fifth part", 11, "start", ORANGE)
    picture.rect(20, 108, 280, 16, PALE, "#888888")
    picture.rect(20, 108, 196, 16, BLUE, "none")
    picture.rect(230, 108, 70, 16, "#dddddd", "#888888")
    for x, name in ((20, "0 %"), (160, "50 %"), (300, "100 %")):
        picture.line(x, 124, x, 130, LINE, 1)
        picture.label(x, 143, name, 10.5, "middle" if x == 160 else "start" if x == 20 else "end")
    picture.line(160, 102, 160, 130, INK, 1.6, "4 3")
    picture.line(230, 100, 230, 132, ORANGE, 2.4)
    picture.label(160, 96, "chance", 11)
    picture.label(230, 94, "noise ceiling", 11, "start", ORANGE)
    picture.label(24, 120, "accuracy", 11, "start", "white")
    picture.label(20, 168, "grey: out of reach of every method, because", 10.5, "start")
    picture.label(20, 181, "participants contradict each other", 10.5, "start")
    return picture


def concept_bootstrap():
    """Three samples of five participants, a tree of each, and the support of one branch."""
    picture = Concept(178)
    samples = (("1 1 3 4 5", ((("a", "b"), "c"), "d")), ("2 2 3 5 5", (("a", "c"), ("b", "d"))),
               ("1 2 4 4 5", (("a", "b"), ("c", "d"))))
    picture.label(12, 18, "participants 1 2 3 4 5: draw five with replacement", 11, "start")
    for k, (drawn, tree) in enumerate(samples):
        x = 58 + 102 * k
        picture.rect(x - 42, 28, 84, 22, PALE, round=6)
        picture.label(x, 43, drawn, 11)
        picture.arrow([(x, 50), (x, 66)])
        picture.tree(tree, x - 33, 128, 22, 18, lambda leaves: ORANGE if leaves == ["a", "b"] else LINE)
    picture.label(12, 169, "branch {a, b}: in 2 of 3 trees, support 2/3", 11, "start", ORANGE)
    return picture


def shade(level, noise):
    """The colour of a similarity of two objects that are joined at a level, in one of thirteen shades."""
    dark = max(0, round(12 * (0.85 - 0.28 * level + noise))) / 12
    return "#" + "".join(f"{round(255 - (255 - full) * dark):02x}" for full in (0, 60, 110))


def concept_planted():
    """The similarities of a planted hierarchy, two levels over four clusters of six objects, and its tree."""
    picture = Concept(190)
    size, cell, draw = 6, 6.5, random.Random(1)
    count, cells = 4 * size, {}
    for i in range(count):
        for j in range(i + 1, count):
            level = ((i // size) ^ (j // size)).bit_length()
            noise = 0.09 * (draw.random() + draw.random() - 1)
            cells.setdefault(shade(level, noise), []).extend([(i, j), (j, i)])
    for colour, found in sorted(cells.items()):
        path = "".join(f"M{14 + cell * column:.5g},{22 + cell * row:.5g}h{cell}v{cell}h-{cell}z" for row, column in found)
        picture.add("path", d=path, fill=colour)
    picture.rect(14, 22, cell * count, cell * count, "none")
    picture.label(14, 15, "similarities of 24 objects", 11, "start")
    middles = [22 + cell * size * (k + 0.5) for k in range(4)]
    for y in middles:
        picture.line(176, y, 192, y, LINE, 1.8)
    for x, nodes in ((192, middles), (212, [sum(middles[:2]) / 2, sum(middles[2:]) / 2])):
        for first, second in zip(nodes[::2], nodes[1::2]):
            picture.line(x, first, x, second, LINE, 1.8)
            picture.line(x, (first + second) / 2, x + 20, (first + second) / 2, LINE, 1.8)
    picture.label(192, 15, "its tree", 11, "start")
    picture.label(244, 64, "mean", 11, "start")
    for level, text in enumerate(("μ", "μ − δ", "μ − 2δ")):
        picture.rect(244, 72 + 24 * level, 16, 16, shade(level, 0), "none")
        picture.label(266, 84 + 24 * level, text, 12, "start")
    return picture


DRAWINGS = (concept_questions, concept_embedding, concept_tree, concept_lengths, concept_clusters, concept_accuracy,
            concept_bootstrap, concept_planted)  # a function's name is its file's


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    for draw in DRAWINGS:
        draw().save(os.path.join(folder, f"{draw.__name__}.svg"))


if __name__ == "__main__":
    main()
