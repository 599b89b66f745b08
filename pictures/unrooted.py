"""Where the nodes of a tree with lengths stand when it is drawn without a root, by equal angle and equal daylight.

Equal angle: every part of the tree has a sector in proportion to its leaves, and lies inside it. Equal daylight: around each
node in turn, the parts that meet there are turned until the gaps between them are equal, as they are seen from there (both:
Felsenstein, Inferring phylogenies, 2004, chapter 34). Parts are turned as a whole, into sectors that have nothing in common:
so all lengths stay as they are, and no branches cross. Angles are in radians.
"""

import collections

import numpy as np

PASSES = 10  # over all nodes, at most
ENOUGH = 0.9  # of the unevenness before: a pass that leaves more is the last
DAYLIGHT_UP_TO = 1000  # leaves: of more the picture is that of equal angle, for daylight takes the square of their number

# Nodes with all below a node right behind it: their numbers in the tree; where the node above each stands in this order, -1 of
# the first; how many nodes each part has, its own included; the lengths and directions of the branches above; and places (x, y).
Layout = collections.namedtuple("Layout", "nodes above sizes lengths directions places")


def drawn(children, lengths):
    """The Layout of a tree as scipy numbers its nodes: children, (merges, 2), and lengths of the branches above all nodes."""
    layout = equal_angle(*without_root(children, lengths))
    return equal_daylight(layout) if len(children) < DAYLIGHT_UP_TO and layout.lengths.any() else layout


def without_root(children, lengths):
    """(nodes, above, lengths) of the tree whose root is passed over: the two branches that meet there are one. First stands
    an inner node, where there is one.
    """
    root = 2 * len(children)
    below = {len(children) + 1 + row: list(pair) for row, pair in enumerate(np.asarray(children).tolist())}
    lengths, first = list(lengths), root
    if root:
        first, other = sorted(below.pop(root), key=lambda node: node not in below)
        below[first] = [other, *below.get(first, [])]
        lengths[other] += lengths[first]
    nodes, above, open_nodes = [], [], [(first, -1)]
    while open_nodes:
        node, place = open_nodes.pop()
        open_nodes += [(child, len(nodes)) for child in reversed(below.get(node, []))]
        nodes.append(node)
        above.append(place)
    return nodes, np.array(above), np.array([0.0, *(lengths[node] for node in nodes[1:])])


def equal_angle(nodes, above, lengths):
    """The Layout in which every part has a sector in proportion to its leaves, halved by the branch that leads to it."""
    sizes, leaves = np.ones(len(nodes), int), np.zeros(len(nodes), int)
    leaves[np.setdiff1d(np.arange(len(nodes)), above)] = 1
    for node in range(len(nodes) - 1, 0, -1):
        sizes[above[node]] += sizes[node]
        leaves[above[node]] += leaves[node]
    directions, places = np.zeros(len(nodes)), np.zeros((len(nodes), 2))
    begins = np.zeros(len(nodes))  # of what is left of a node's sector
    for node in range(1, len(nodes)):
        sector = 2 * np.pi * leaves[node] / leaves[0]
        begins[node] = begins[above[node]]
        begins[above[node]] += sector
        directions[node] = begins[node] + sector / 2
        places[node] = places[above[node]] + lengths[node] * np.array([np.cos(directions[node]), np.sin(directions[node])])
    return Layout(nodes, above, sizes, lengths, directions, places)


def wrapped(angles):
    """The same angles in [-pi, pi)."""
    return (angles + np.pi) % (2 * np.pi) - np.pi


def parts_around(layout, node):
    """(children, directions, lows, highs) of the parts that meet in a node: the nodes that they begin with, anticlockwise, but
    for the part with the node above, which is the first and called -1; the directions in which they begin; and how far they
    reach to both sides of these, as the node sees them. None where a part reaches around behind the node.
    """
    end, children, at = node + layout.sizes[node], [], node + 1
    while at < end:
        children.append(at)
        at += layout.sizes[at]
    seen = layout.places - layout.places[node]
    ahead = np.full(len(layout.nodes), layout.directions[node] + np.pi)
    for child in children:
        ahead[child : child + layout.sizes[child]] = layout.directions[child]
    aside = wrapped(np.arctan2(seen[:, 1], seen[:, 0]) - ahead)
    aside[np.hypot(*seen.T) <= 1e-9 * layout.lengths.sum()] = 0.0
    if (np.abs(aside[1:] - aside[layout.above[1:]]) > np.pi).any():
        return None
    spans = [aside[child : child + layout.sizes[child]] for child in children]
    directions = list(layout.directions[children])
    if node:
        children, directions = [-1, *children], [layout.directions[node] + np.pi, *directions]
        spans.insert(0, np.concatenate([aside[:node], aside[end:]]))
    return children, np.array(directions), np.array([span.min() for span in spans]), np.array([span.max() for span in spans])


def inner_nodes(layout):
    """Where three parts or more meet."""
    meeting = np.bincount(layout.above[1:], minlength=len(layout.nodes)) + (np.arange(len(layout.nodes)) > 0)
    return np.flatnonzero(meeting > 2)


def unevenness(layout):
    """The mean, over nodes, of the widest gap between two parts that meet there less the narrowest."""
    differences = []
    for parts in (parts_around(layout, node) for node in inner_nodes(layout)):
        if parts:
            _, directions, lows, highs = parts
            gaps = (np.roll(directions, -1) - directions) % (2 * np.pi) + np.roll(lows, -1) - highs
            differences.append(gaps.max() - gaps.min())
    return float(np.mean(differences)) if differences else 0.0


def equal_daylight(layout):
    """The same tree with gaps that are less uneven, of all passes the least; as it is where no pass makes them so."""
    best, least = layout, unevenness(layout)
    layout = layout._replace(directions=layout.directions.copy(), places=layout.places.copy())
    for _ in range(PASSES):
        for node in inner_nodes(layout):
            turn_parts(layout, node)
        found, before = unevenness(layout), least
        if found < least:
            best, least = layout._replace(directions=layout.directions.copy(), places=layout.places.copy()), found
        if found > ENOUGH * before:
            break
    return best


def turn_parts(layout, node):
    """Turns all parts that meet in a node but the first, so that equal gaps are between them, where there is space."""
    parts = parts_around(layout, node)
    if parts is None:
        return
    children, directions, lows, highs = parts
    gap = (2 * np.pi - (highs - lows).sum()) / len(children)
    if gap < 0:
        return
    end = directions[0] + highs[0]
    for child, direction, low, high in zip(children[1:], directions[1:], lows[1:], highs[1:]):
        turn_part(layout, node, child, wrapped(end + gap - low - direction))
        end += gap + high - low


def turn_part(layout, node, child, angle):
    """Turns one part about a node."""
    part = slice(child, child + layout.sizes[child])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    layout.places[part] = layout.places[node] + (layout.places[part] - layout.places[node]) @ turn
    layout.directions[part] += angle
