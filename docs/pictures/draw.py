#!/usr/bin/python3
"""Draws house.svg, data_way.svg and includes.svg of docs/design.md and sets_of_four.svg of docs/bounds.md: draw.py [FOLDER] (this
one by default).

"includes" is read off the sources and laid out by Graphviz (packages: group pictures), which nothing else needs.
"""
import html
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
INK, LINE = "#222222", "#555555"
# The rooms, lowest first: colour, and what the picture of the house says of them.
ROOMS = {
    "core": ("#dcebf7", "the language: comparisons, trees and partitions, graphs, problems,\n"
             "methods as chains of steps, random streams"),
    "files": ("#e8e4f5", "what files say: text and tables, statements,\ntrees, graphs, matrices"),
    "outside": ("#f0e9dc", "steps that are other programs:\nwhat they are given, and must give back"),
    "problems": ("#d3e3ea", "where problems come from: data sets,\nmodels, comparison schemes"),
    "metrics": ("#dfe7dd", "how good trees and partitions are:\nmeasures, and the scores made of them"),
    "kernels": ("#d9f0e6", "similarities between objects out of\ncomparisons: 4K, 4K-act, 3K, AddS-3, AddS-4"),
    "embedding": ("#fbeccb", "coordinates out of comparisons: t-STE, FORTE,\nCrowdClust; spectral coordinates"),
    "linkage": ("#f8dccb", "trees: SL, CL, AL, 4-AL, 3-AL;\none file per step"),
    "partition": ("#efdcec", "flat clusterings: SDP, SPUR, correlation\nclustering; clusters that trees are cut into"),
    "answers": ("#e4e9c6", "files of answers: who gave them, fits, what\nthey predict, what to ask, trees compared"),
    "terminal": ("#eeeeee", "text in columns, notices,\nprograms of the system"),
    "experiments": ("#e6e6e6", "sweeps: configuration, grid, run, store, report;\nthe only room that knows MPI and HDF5"),
    "pictures": ("#f3e3e3", "one Python package draws for the program and for the module"),
    "program": ("#e0e0ee", "the face: commands, options, words, files; the only room that knows Boost.Program_options"),
}


class Picture:
    """SVG in pixels, y downwards."""

    def __init__(self, width, height):
        self.size, self.items = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"', []

    def add(self, tag, text="", **attributes):
        """One element; of attributes _ is -, and what is empty is left out."""
        shown = {k: f"{v:.5g}" if isinstance(v, float) else html.escape(str(v)) for k, v in attributes.items() if v != ""}
        self.items.append(f"<{tag} " + " ".join(f'{k.replace("_", "-")}="{v}"' for k, v in shown.items())
                          + (f">{html.escape(text)}</{tag}>" if text else "/>"))

    def rect(self, x, y, w, h, fill, edge=INK, round="", dash=""):
        self.add("rect", x=x, y=y, width=w, height=h, rx=round, fill=fill, stroke=edge, stroke_dasharray=dash)

    def text(self, x, y, text, size=11, anchor="", weight="", style=""):
        """Lines of text; the first stands on y."""
        for k, line in enumerate(text.split("\n")):
            self.add("text", line, x=x, y=y + 14 * k, font_size=size, text_anchor=anchor, font_weight=weight, font_style=style)

    def arrow(self, points, width=1.6, name="", curve=False):
        path = [f"{x:.5g},{y:.5g}" for x, y in points]
        self.add("path", id=name, d=f'M{path[0]} {"C" if curve else "L"}{" ".join(path[1:])}', fill="none", stroke=LINE,
                 stroke_width=width, marker_end="url(#tip)")  # fmt: skip

    def box(self, x, y, w, h, room, title, text):
        """A rounded box with a bold title over a line or two of text."""
        self.rect(x, y, w, h, ROOMS[room][0], round=7)
        self.text(x + w / 2, y + 20, title, 14, "middle", "bold")
        self.text(x + w / 2, y + 41, text, 11, "middle")

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" {self.size} font-family="DejaVu Sans, Verdana, sans-serif" '
                       f'fill="{INK}">\n<defs><marker id="tip" viewBox="0 0 10 8" refX="9" refY="4" markerWidth="8" '
                       f'markerHeight="7" orient="auto"><path d="M0,0 L10,4 L0,8 z" fill="{LINE}"/></marker></defs>\n'
                       '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(self.items) + "\n</svg>\n")


def house():
    """The rooms, one over the other; arrows point at what a room uses."""
    picture = Picture(730, 1056)
    picture.text(29, 22, "A room uses only rooms that stand above it here; the table in tests/architecture/check_rooms.py says which.")
    floors = (("core",), ("files", "kernels"), ("problems", "embedding"), ("metrics", "linkage"), ("outside", "partition"), ("answers", "terminal"), ("experiments",),
              ("pictures",), ("program",))
    for k, floor in enumerate(floors):
        width = 672 if len(floor) == 1 else 322
        for j, room in enumerate(floor):
            picture.box(29 + 350 * j, 45 + 112 * k, width, 72, room, f"{room}/", ROOMS[room][1])
        if k:
            for x in (190, 540):
                picture.arrow([(x, 45 + 112 * k), (x, 5 + 112 * k)])
    return picture


WAY = (
    ("experiments: config: INI file and --set", "experiments: grid: every combination\nof the listed values",
     "experiments: cells: point × repetition"),
    ("problems: model: planted, or a data set;\nrelabelled at random", "problems: scheme: adds comparisons:\na function of ranks",
     "core: problem: provisions, made when\nfirst asked for", "kernels: step: similarities from\ncomparisons",
     "linkage: step: a tree of these, or of\nthe problem itself", "partition: step: perhaps a partition\nof the tree",
     "metrics: scores: of the product"),
    ("experiments: rows: one per method\nand cell", "experiments: segments: small whole files,\nnever appended to",
     "experiments: merge: union by key into\nresults.h5", "experiments: table, figure: means and sd;\nPDF, SVG, PNG"),
)


def data_way():
    """Three rows: the plan, one cell, the results."""
    picture = Picture(1160, 470)
    picture.rect(8, 137, 1144, 126, "none", "#888888", dash="5 4")
    picture.text(1142, 154, "one cell: methods share its data and what steps make; each product is released after its last user",
                 anchor="end", style="italic")
    for row, y, turn in zip(WAY, (16, 172, 316), (0, 127, 283)):
        for k, entry in enumerate(row):
            room, title, text = entry.split(": ", 2)
            picture.box(24 + 163 * k, y, 138, 72, room, title, text)
            if k:
                picture.arrow([(163 * k - 1, y + 36), (163 * k + 23, y + 36)])
        if turn:
            picture.arrow([(last, above), (last, turn), (93, turn), (93, y)])
        last, above = 93 + 163 * (len(row) - 1), y + 72
    picture.text(24, 440, "room:")
    for k, room in enumerate(("core", "problems", "kernels", "linkage", "partition", "metrics", "experiments")):
        picture.rect(75 + 110 * k, 428, 19, 15, ROOMS[room][0])
        picture.text(101 + 110 * k, 440, room)
    return picture


def sets_of_four():
    """The votes of a triple, spread over the sets of four that it is in; what each set is worth at most; their sum."""
    picture = Picture(730, 330)
    picture.rect(20, 110, 190, 100, ROOMS["files"][0], round=7)
    picture.text(115, 132, "triple a, b, c", 13, "middle", "bold")
    for k, votes in enumerate(("ab | c: 9 votes", "ac | b: 6 votes", "bc | a: 3 votes")):
        picture.text(115, 156 + 19 * k, votes, 11, "middle")
    for j, (fourth, shares) in enumerate((("d", "4, 1 and 1"), ("e", "3, 2 and 1"), ("f", "2, 3 and 1"))):
        y = 30 + 100 * j
        picture.rect(260, y, 190, 70, ROOMS["problems"][0], round=7)
        picture.text(355, y + 20, f"set a, b, c, {fourth}", 13, "middle", "bold")
        picture.text(355, y + 40, f"{shares} of these votes,", 11, "middle")
        picture.text(355, y + 56, "and of its three other triples'", 11, "middle")
        picture.arrow([(210, 160), (258, y + 35)])
        picture.rect(490, y, 90, 70, ROOMS["linkage"][0], round=7)
        picture.text(535, y + 22, "best of its", 11, "middle")
        picture.text(535, y + 38, "15 trees", 11, "middle")
        picture.arrow([(450, y + 35), (488, y + 35)])
        picture.arrow([(580, y + 35), (628, 160)])
    picture.rect(630, 125, 80, 70, ROOMS["answers"][0], round=7)
    picture.text(670, 152, "sum:", 11, "middle", "bold")
    picture.text(670, 168, "no tree", 11, "middle")
    picture.text(670, 184, "is above it", 11, "middle")
    return picture


def sub_room(path):
    """"core/base" for "core/base/error.hpp"; None for a file that lies in no sub-room."""
    folder = os.path.dirname(path)
    return folder if "/" in folder else None


def reduced(edges):
    """Without the edges that follow from others. There are no circles."""
    def reach(node):
        nexts = {b for a, b in edges if a == node}
        return nexts | {far for near in nexts for far in reach(near)}

    return {(a, b) for a, b in edges if not any(b in reach(c) for x, c in edges if x == a)}


def drawn_edges(root=ROOT):
    """All sub-rooms, and who includes whom: reduced inside the rooms, aggregated between them."""
    names, includes = set(), set()
    for folder, _, files in (found for room in ROOMS for found in os.walk(os.path.join(root, room))):
        for file in (f for f in files if f.endswith((".cpp", ".hpp"))):
            if own := sub_room(os.path.relpath(os.path.join(folder, file), root)):
                names.add(own)
                with open(os.path.join(folder, file), encoding="utf-8") as source:
                    used = re.findall(r'^\s*#\s*include\s*"([^"]+)"', source.read(), re.MULTILINE)
                includes |= {(own, other) for other in map(sub_room, used) if other not in (own, None)}
    room = lambda name: name.split("/")[0]  # noqa: E731
    includes = {(a, b) for a, b in includes if b in names}
    inside = set().union(*(reduced({(a, b) for a, b in includes if room(a) == room(b) == top}) for top in ROOMS))
    return names, inside, {(room(a), room(b)) for a, b in includes if room(a) != room(b)}


def laid_out(names, edges):
    """Graphviz: (size, {name: (x, y, width)}, {edge: points of a spline}) in pixels, what is included at the left."""
    nodes = "".join(f'"{n}" [width={(6.6 * len(n.split("/", 1)[1]) + 16) / 72}];' for n in sorted(names))
    graph = "".join(f'"{b}" -> "{a}" [dir=none];' for a, b in sorted(edges))
    text = (f"digraph {{ rankdir=LR; nodesep=.12; ranksep=.35; node [shape=box, fixedsize=true, height=.3, label=\"\"]; {nodes} {graph} }}")
    plain = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True).stdout
    rows = [row.replace('"', "").split() for row in plain.splitlines()]
    height = 72 * float(rows[0][3])
    size, places, curves = (72 * float(rows[0][2]), height), {}, {}
    for kind, *row in rows:
        if kind == "node":
            places[row[0]] = (72 * float(row[1]), height - 72 * float(row[2]), 72 * float(row[3]))
        if kind == "edge":
            values = [72 * float(x) for x in row[3:3 + 2 * int(row[2])]]
            curves[row[1], row[0]] = [(x, height - y) for x, y in zip(values[::2], values[1::2])][::-1]
    return size, places, curves


def includes():
    """The rooms as in the house, their sub-rooms inside; an id "core/a>core/b" for each arrow, which a test reads."""
    names, inside, between = drawn_edges()
    rooms = [room for room in ROOMS if any(name.startswith(room + "/") for name in names)]
    parts = {room: laid_out({n for n in names if n.startswith(room + "/")}, {e for e in inside if e[0].startswith(room + "/")})
             for room in rooms}
    width = 30 + max(part[0][0] for part in parts.values())
    picture = Picture(width + 75 + 14 * len(between), 55 + sum(part[0][1] + 58 for part in parts.values()))
    picture.text(25, 20, "An arrow reads “includes”. Inside a room arrows that follow from others are left out;\n"
                 "an arrow between rooms, at the right, stands for all includes between their files.")
    top, sides = 52, {}
    for room in rooms:
        (_, height), places, curves = parts[room]
        sides[room] = (top, top + height + 44)
        picture.rect(25, top, width, height + 44, ROOMS[room][0], round=7)
        picture.text(36, top + 20, f"{room}/", 14, weight="bold")
        for (a, b), points in curves.items():
            picture.arrow([(40 + x, top + 34 + y) for x, y in points], 0.9, f"{a}>{b}", True)
        for name, (x, y, w) in places.items():
            picture.rect(40 + x - w / 2, top + 23 + y, w, 22, "white")
            picture.text(40 + x, top + 38 + y, name.split("/", 1)[1], anchor="middle")
        top += height + 58
    into, out, right = dict.fromkeys(rooms, 0), dict.fromkeys(rooms, 0), 25 + width
    step = {room: min(10, (sides[room][1] - sides[room][0]) / (1 + sum(room in edge for edge in between))) for room in rooms}
    for k, (a, b) in enumerate(sorted(between, key=lambda e: (rooms.index(e[0]) - rooms.index(e[1]), rooms.index(e[1])))):
        out[a], into[b] = out[a] + 1, into[b] + 1
        x, start, end = right + 22 + 14 * k, sides[a][0] + step[a] * out[a], sides[b][1] - step[b] * into[b]
        picture.arrow([(right, start), (x, start), (x, end), (right, end)], 1.1, f"{a}>{b}")
    return picture


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    for draw in (house, data_way, sets_of_four, includes):  # a function's name is its file's
        if draw is includes and not shutil.which("dot"):
            sys.exit("includes.svg is left out: Graphviz is missing, apt-get install graphviz")
        draw().save(os.path.join(folder, f"{draw.__name__}.svg"))


if __name__ == "__main__":
    main()
