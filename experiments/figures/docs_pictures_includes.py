"""The picture "includes" of docs/design.md: which sub-room includes which, read off the sources.

Inside a room sub-rooms stand in columns, an arrow points at what is included, and an arrow that follows from others is
left out. Between rooms one arrow stands for all includes. Arrows carry their ends as ids in the SVG ("core/a>core/b"),
so that a test can tell whether the kept picture is true of the sources.
"""

import os
import re
from collections import namedtuple

from docs_pictures_common import ARROW, INK, arrow, canvas, words
from docs_pictures_design import ROOMS, ROOT, TINTS

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
BOX_HEIGHT, LINE_HEIGHT, GAP = 0.3, 0.08, 0.1  # inches; a line that passes a column takes less room than a box
BETWEEN, MARGIN, TITLE = 0.42, 0.3, 0.34
CHARACTER = 0.066  # width of a letter

Place = namedtuple("Place", "x y width")  # the middle of a box, or of the piece of a line that passes a column


def sub_room(path):
    """"core/base" for "core/base/error.hpp"; None for a file that lies in no sub-room."""
    folder = os.path.dirname(path)
    return folder if "/" in folder else None


def room(name):
    return name.split("/")[0]


def sub_rooms_and_includes(root=ROOT):
    """All sub-rooms, and the set of (from, to) between them."""
    names, includes = set(), set()
    for top in (r.name for r in ROOMS):
        for folder, _, files in sorted(os.walk(os.path.join(root, top))):
            for file in sorted(f for f in files if f.endswith((".cpp", ".hpp"))):
                own = sub_room(os.path.relpath(os.path.join(folder, file), root))
                if own is None:
                    continue
                names.add(own)
                with open(os.path.join(folder, file), encoding="utf-8") as source:
                    used = {sub_room(path) for path in INCLUDE.findall(source.read())} - {own, None}
                includes |= {(own, other) for other in used}
    return names, {edge for edge in includes if edge[1] in names}


def reduced(edges):
    """Without the edges that follow from others. There are no circles."""
    def reach(node):
        nexts = {b for a, b in edges if a == node}
        return nexts | {far for near in nexts for far in reach(near)}

    return {(a, b) for a, b in edges if not any(b in reach(c) for x, c in edges if x == a)}


def drawn_edges(root=ROOT):
    """The arrows of the picture: reduced inside the rooms, aggregated between them."""
    names, includes = sub_rooms_and_includes(root)
    inside = set()
    for top in {room(name) for name in names}:
        inside |= reduced({(a, b) for a, b in includes if room(a) == room(b) == top})
    between = {(room(a), room(b)) for a, b in includes if room(a) != room(b)}
    return names, inside, between


def columns_of(names, edges):
    """The column of every node, the lowest at 0, and their number; arrows are short in sum."""
    users = {name: sorted(a for a, b in edges if b == name) for name in names}
    used = {name: sorted(b for a, b in edges if a == name) for name in names}

    def depth(node):
        return 1 + max((depth(n) for n in used[node]), default=-1)

    column = {name: depth(name) for name in names}
    last = max(column.values())
    for _ in names:
        for name in sorted(names):
            if len(users[name]) > len(used[name]):
                column[name] = min((column[n] - 1 for n in users[name]), default=last)
            else:
                column[name] = max((column[n] + 1 for n in used[name]), default=0)
    return column, last + 1


def routed(names, edges):
    """Columns of nodes, lines that pass a column among them, and every edge as the chain of nodes it runs along."""
    column, count = columns_of(names, edges)
    columns = [[name for name in sorted(names) if column[name] == k] for k in range(count)]
    chains = []
    for a, b in sorted(edges):
        passed = [(a, b, k) for k in range(column[a] - 1, column[b], -1)]
        for node in passed:
            columns[node[2]].append(node)
        chains.append([a, *passed, b])
    for sweep in range(24):
        order(columns, chains, sweep % 2 == 0)
    return columns, chains


def order(columns, chains, from_left):
    """Sorts every column by the mean place of the neighbours in the column before."""
    links = {}
    for chain in chains:
        for a, b in zip(chain, chain[1:]):
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
    numbers = range(1, len(columns)) if from_left else range(len(columns) - 2, -1, -1)
    for k in numbers:
        before = columns[k - 1 if from_left else k + 1]
        place = {node: (i + 0.5) / len(before) for i, node in enumerate(before)}
        now = {node: (i + 0.5) / len(columns[k]) for i, node in enumerate(columns[k])}

        def mean(node):
            near = [place[n] for n in links.get(node, []) if n in place]
            return sum(near) / len(near) if near else now[node]

        columns[k].sort(key=mean)


def height(node):
    return BOX_HEIGHT if isinstance(node, str) else LINE_HEIGHT


def column_height(nodes):
    return sum(height(node) + GAP for node in nodes) - GAP if nodes else 0.0


def label(name):
    return name.split("/", 1)[1]


def box_width(node):
    return len(label(node)) * CHARACTER + 0.16 if isinstance(node, str) else 0.0


def column_width(nodes):
    return max(map(box_width, nodes)) + BETWEEN


def room_width(columns):
    return sum(map(column_width, columns))


def places_of(columns, left, middle):
    """Where the nodes of a room are, columns centred around the height `middle`."""
    places = {}
    for nodes in columns:
        y = middle + column_height(nodes) / 2
        for node in nodes:
            width = box_width(node) or column_width(nodes) - BETWEEN
            places[node] = Place(left + column_width(nodes) / 2, y - height(node) / 2, width)
            y -= height(node) + GAP
        left += column_width(nodes)
    return places


def draw_chain(axes, chain, places):
    """From the box that includes, along the points of a line, to the box that is included."""
    a, b = places[chain[0]], places[chain[-1]]
    points = [(a.x - a.width / 2, a.y)]
    for passed in (places[node] for node in chain[1:-1]):
        points += [(passed.x + passed.width / 2, passed.y), (passed.x - passed.width / 2, passed.y)]
    points.append((b.x + b.width / 2, b.y))
    axes.plot([p[0] for p in points[:-1]], [p[1] for p in points[:-1]], color=ARROW, linewidth=0.9, zorder=1)
    pointed = axes.annotate("", xy=points[-1], xytext=points[-2], zorder=1, arrowprops={
        "arrowstyle": "-|>", "color": ARROW, "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 8,
    })  # fmt: skip
    pointed.arrow_patch.set_gid(f"{chain[0]}>{chain[-1]}")


def draw_room(axes, name, corner, size, columns, chains):
    from matplotlib.patches import FancyBboxPatch, Rectangle

    axes.add_patch(FancyBboxPatch(corner, *size, boxstyle="round,pad=0,rounding_size=0.08", facecolor=TINTS[name],
                                  edgecolor=INK, linewidth=1.0, zorder=0))  # fmt: skip
    words(axes, corner[0] + 0.12, corner[1] + size[1] - 0.1, f"{name}/", 11, fontweight="bold")
    places = places_of(columns, corner[0] + 0.1, corner[1] + (size[1] - TITLE) / 2)
    for chain in chains:
        draw_chain(axes, chain, places)
    for node, place in places.items():
        if not isinstance(node, str):
            continue
        axes.add_patch(Rectangle((place.x - place.width / 2, place.y - BOX_HEIGHT / 2), place.width, BOX_HEIGHT,
                                 facecolor="white", edgecolor=INK, linewidth=0.8, zorder=2))  # fmt: skip
        words(axes, place.x, place.y, label(node), 8.5, ha="center", va="center", zorder=3)


def draw_between(axes, boxes, edges, right):
    """Arrows in the margin, from the room that includes up to the room that is included."""
    ordered = sorted(edges, key=lambda e: (list(boxes).index(e[0]) - list(boxes).index(e[1]), list(boxes).index(e[1])))
    into, out = {}, {}
    for k, (a, b) in enumerate(ordered):
        out[a], into[b] = out.get(a, 0) + 1, into.get(b, 0) + 1
        x = right + 0.2 + 0.16 * k
        start = boxes[a][0][1] + boxes[a][1][1] - 0.12 * out[a]
        end = boxes[b][0][1] + 0.12 * into[b]
        axes.plot([right, x, x, right + 0.1], [start, start, end, end], color=ARROW, linewidth=1.1,
                  gid=f"{a}>{b}")  # fmt: skip
        arrow(axes, (right + 0.12, end), (right, end))


def includes(plt):
    """Rooms one over the other, as in the picture of the house."""
    names, inside, between = drawn_edges()
    rooms = [r.name for r in ROOMS if any(room(name) == r.name for name in names)]
    parts = {}
    for name in rooms:
        parts[name] = routed({n for n in names if room(n) == name}, {e for e in inside if room(e[0]) == name})
    width = 0.2 + max(room_width(columns) for columns, _ in parts.values())
    heights = {name: max(map(column_height, parts[name][0])) + TITLE + 0.24 for name in rooms}
    total = sum(heights.values()) + 0.2 * len(rooms) + 0.75
    figure, axes = canvas(plt, width + 2 * MARGIN + 0.3 + 0.16 * len(between), total)
    words(axes, MARGIN, total - 0.15, "An arrow reads “includes”. Inside a room arrows that follow from others are left "
          "out;\nan arrow between rooms, at the right, stands for all includes between their files.")  # fmt: skip
    boxes, top = {}, total - 0.65
    for name in rooms:
        top -= heights[name]
        boxes[name] = ((MARGIN, top), (width, heights[name]))
        draw_room(axes, name, *boxes[name], *parts[name])
        top -= 0.2
    draw_between(axes, boxes, between, MARGIN + width)
    return figure
