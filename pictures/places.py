"""Draws places of objects in the plane, with their names.

The description has title, page (of every picture), names, places, a row for each object, and, perhaps, classes, the name of
each object's class, which colours tell apart.

Distances count, and directions do not: more than two dimensions are drawn along the two directions in which the objects
are spread most, and of those the picture says how much of the spread they show. A name is written on the side of its
point where it covers nothing and stays inside the frame; one that finds no such side is left out.
"""

import numpy as np

from . import figure_fonts
from . import figure_texts
from . import tertium_figures as tf
from .dendrogram import COLORS

NAMES_UP_TO = 1000  # more objects than this are drawn without names
POINT = 3.0  # points, the diameter
NAMES_SIZE = 0.75  # of the letters' size
GAP = 1.5  # points between a point and its name
MARGIN = 0.3  # cm
SIDES = (("left", "center", 1, 0), ("right", "center", -1, 0), ("center", "bottom", 0, 1), ("center", "top", 0, -1),
         ("left", "bottom", 0.7, 0.7), ("right", "bottom", -0.7, 0.7), ("left", "top", 0.7, -0.7),
         ("right", "top", -0.7, -0.7))  # fmt: skip


def main_plane(places):
    """(objects x 2, the share of the spread that they show): centred, along the directions of most spread."""
    centred = places - places.mean(axis=0)
    if centred.shape[1] == 1:
        return np.column_stack([centred, np.zeros(len(centred))]), 1.0
    _, spread, directions = np.linalg.svd(centred, full_matrices=False)
    for direction in directions:  # which of two opposite directions is one's own choice
        direction *= np.sign(direction[np.argmax(np.abs(direction))]) or 1.0
    total = float((spread**2).sum())
    shown = float((spread[:2] ** 2).sum()) / total if total > 0 else 1.0
    return centred @ directions[:2].T, shown


def free_side(text, taken, frame, offset):
    """Moves a name to the first side of its point where it covers nothing; False where there is none."""
    for horizontal, vertical, right, up in SIDES:
        text.set(position=(right * offset, up * offset), ha=horizontal, va=vertical)
        box = text.get_window_extent()
        inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
        if inside and not any(box.overlaps(other) for other in taken):
            taken.append(box)
            return True
    return False


def make_names(axes, names, plane, size):
    """The names as texts of the axes, each at its point."""
    look = {"textcoords": "offset points", "xytext": (0, 0), "fontsize": size, "annotation_clip": False}
    return [axes.annotate(tf.plain(name), point, **look) for name, point in zip(names, plane)]


def place_names(axes, texts, plane, diameter=POINT):
    """Moves names beside their points, and leaves out those that find no place; returns how many. Those farthest out come
    first. The axes have their size and limits."""
    from matplotlib.transforms import Bbox

    half = diameter / 2 * axes.figure.dpi / 72
    taken = [Bbox.from_extents(x - half, y - half, x + half, y + half) for x, y in axes.transData.transform(plane)]
    order = np.argsort(-np.hypot(*(plane - plane.mean(axis=0)).T), kind="stable")
    left_out = [texts[k] for k in order if not free_side(texts[k], taken, axes.bbox, GAP + diameter / 2)]
    for text in left_out:
        text.remove()
    return len(left_out)


def plot(axes, names, places, **look):
    """Draws places on axes of any size; two dimensions stay as they are."""
    plane = places if places.shape[1] == 2 else main_plane(places)[0]
    points = axes.scatter(*plane.T, **look)
    axes.set_aspect("equal", "datalim")
    axes.figure.canvas.draw()  # which gives the axes their limits
    if 0 < len(names) <= NAMES_UP_TO:
        place_names(axes, make_names(axes, names, plane, "small"), plane, float(points.get_sizes().max()) ** 0.5)


def class_colors(description):
    """{class: colour} in the order of the objects; ten colours, over and over."""
    return {name: COLORS[k % len(COLORS)] for k, name in enumerate(dict.fromkeys(description.get("classes", [])))}


def note(dimensions, shown, left_out, objects, classes):
    parts = ["colours: known classes"] if classes > len(COLORS) else []
    if dimensions > 2:
        parts.append(f"two directions of {dimensions}, with {100 * shown:.0f} % of the spread")
    if objects > NAMES_UP_TO:
        parts.append(f"{objects} objects, without names")
    elif left_out:
        parts.append(f"{left_out} of {objects} names are left out, which would cover others")
    return "; ".join(parts)


def write_legend(plt, figure, colors, low):
    """What the colours are, from `low` on, a part of the figure's height; returns its height."""
    if not 0 < len(colors) <= len(COLORS):
        return 0.0
    look = {"marker": "o", "linestyle": "none", "markersize": POINT}
    handles = [plt.Line2D([], [], color=color, **look) for color in colors.values()]
    return 2.54 * tf.place_legend(figure, handles, list(map(tf.plain, colors)), "lower center", (0.5, low),
                                  title="known classes", handlelength=0.8)  # fmt: skip


def draw(names, places, description):
    page = description["page"]
    size = page["font_size"] or tf.FONT_SIZE
    plt = tf.pyplot(size, page["svg_text"])
    plane, shown = main_plane(places)
    spans = np.maximum(np.ptp(plane, axis=0), 1e-9)
    width = page["width"] or tf.PAGE_WIDTH
    line = size / 72 * 2.54 * 1.4  # cm
    figure = plt.figure(figsize=(width * tf.CM, width * tf.CM))
    colors = class_colors(description)
    most = note(places.shape[1], shown, len(names), len(names), len(colors))
    lines = 1 + figure_texts.in_lines(figure, most, width - 2 * MARGIN, NAMES_SIZE * size).count("\n")
    noted = MARGIN + NAMES_SIZE * line * lines
    legend = write_legend(plt, figure, colors, noted / width)
    below, above = noted + legend + 0.2, MARGIN + 1.2 * line * bool(page["title"])
    height = page["height"] or min(1.2 * width, max(0.4 * width, width * spans[1] / spans[0])) + above + below
    figure.set_size_inches(width * tf.CM, height * tf.CM)
    for old in list(figure.legends):  # now that the page has its height
        old.remove()
    write_legend(plt, figure, colors, noted / height)
    axes = figure.add_axes((MARGIN / width, below / height, 1 - 2 * MARGIN / width, 1 - (below + above) / height))
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.12, 0.06)
    axes.set(xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_color("#bbbbbb")
    axes.scatter(*plane.T, s=POINT**2, c=[colors[name] for name in description["classes"]] if colors else COLORS[0],
                 linewidths=0)  # fmt: skip
    figure.canvas.draw()
    texts = make_names(axes, names if len(names) <= NAMES_UP_TO else [], plane, NAMES_SIZE * size)
    figure_fonts.give_every_letter_a_font(figure)
    left_out = place_names(axes, texts, plane) if texts else 0
    if page["title"]:
        title = figure_texts.in_lines(figure, description["title"], width - 2 * MARGIN, size)
        figure.text(0.5, 1 - 0.4 * line / height, title, ha="center", va="top")
    told = note(places.shape[1], shown, left_out, len(names), len(colors))
    told = figure_texts.in_lines(figure, told, width - 2 * MARGIN, NAMES_SIZE * size)
    figure.text(0.5, MARGIN / height, told, ha="center", va="bottom", fontsize=NAMES_SIZE * size)
    return figure


def main(description, stem):
    tf.save(draw(description["names"], np.array(description["places"]), description), stem, tight=False)
