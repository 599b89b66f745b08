"""Texts that have to fit: in lines, cut short, on the paper, and numbers where they cover no line.

Sizes of letters and gaps are in points, all other lengths in cm.
"""

import textwrap

import numpy as np

from . import tertium_figures as tf

EDGE = 0.1  # cm between what is written and the end of the paper
GAP = 1.2  # points between a number and the point that it is about
SMALLER = 0.8  # of a number's size, where there is too little space
# Where a number may stand, from its point: right and up are 1, and the first that is free is taken.
ROOT_LEFT = ((-1, 1), (-1, -1), (1, 0), (1, 1), (1, -1))
ROOT_RIGHT = tuple((-right, up) for right, up in ROOT_LEFT)
ROOT_ABOVE = ((1, 1), (-1, 1), (0, -1), (1, -1), (-1, -1))


def extent(text):
    """(width, height) of a text, in cm."""
    box, pixels = text.get_window_extent(text.figure.canvas.get_renderer()), text.figure.dpi * tf.CM
    return box.width / pixels, box.height / pixels


def in_lines(figure, text, space, size, **look):
    """Text in lines that are no longer than `space`, in letters of `size`; no formula is cut."""
    probe = figure.text(0, 0, tf.formula(text), fontsize=size, **look)
    needed, lines = extent(probe)[0], [text]
    width = len(text)
    while needed > space and width > 8:
        width = max(8, min(width - 1, int(width * space / needed) + 2))
        lines = textwrap.wrap(text, width, break_long_words=False)
        if any(line.count("$") % 2 for line in lines):
            lines = [text]
            break
        probe.set_text("\n".join(map(tf.formula, lines)))
        needed = extent(probe)[0]
    probe.remove()
    return "\n".join(map(tf.formula, lines))


def cut_names(texts, space, length=lambda text: extent(text)[0]):
    """Shortens names longer than `space`: at their ends, or where these tell them apart in the middle. Returns how many."""
    long = [text for text in texts if length(text) > space]
    names = [text.get_text() for text in long]
    different = len({text.get_text() for text in texts})
    for tail in (0.0, 0.5):
        for text, name in zip(long, names):
            cut_name(text, name, space, length, tail)
        if len({text.get_text() for text in texts}) == different:
            break
    return len(long)


def cut_name(text, name, space, length, tail):
    """Leaves of a name as many letters as have space, `tail` of them from its end."""
    text.set_text(name)
    kept = min(len(name) - 1, int(len(name) * space / length(text)) + 1)
    for letters in range(kept, 0, -1):
        last = int(tail * letters)
        text.set_text(name[: letters - last].rstrip("\\ ") + "…" + name[len(name) - last :].lstrip())
        if length(text) <= space:
            return


def keep_label(axis):
    """Moves the label of an axis along it until it is on the paper; needs the figure's size."""
    axes, label = axis.axes, axis.label
    figure = axes.figure
    axis.get_tightbbox(figure.canvas.get_renderer())  # puts the label where it is drawn
    box, edge = label.get_window_extent(figure.canvas.get_renderer()), EDGE * tf.CM * figure.dpi
    for low, high, paper, span, move in ((box.x0, box.x1, figure.bbox.width, axes.bbox.width, label.set_x),
                                         (box.y0, box.y1, figure.bbox.height, axes.bbox.height, label.set_y)):  # fmt: skip
        if axis.axis_name == ("x" if move == label.set_x else "y"):
            move(0.5 + (max(0.0, edge - low) - max(0.0, high - paper + edge)) / span)


def segments_of(lines, axes):
    """(left, bottom, right, top) of all pieces of lines, which follow the axes, in pixels."""
    ends = [(axes.transData.transform(line[:-1]), axes.transData.transform(line[1:])) for line in map(np.array, lines)]
    first, last = (np.concatenate([pair[k] for pair in ends] or [np.zeros((0, 2))]) for k in (0, 1))
    return np.hstack([np.minimum(first, last), np.maximum(first, last)])


def overlaps(box, others):
    return ((others[:, 0] < box[2]) & (others[:, 2] > box[0]) & (others[:, 1] < box[3]) & (others[:, 3] > box[1])).any()


def write_numbers(axes, numbers, lines, size, least, places, frame):
    """Writes each (text, point, colour) beside its point, in the first of `places` where it covers no line and no other
    number and is inside `frame` (left, bottom, right, top in pixels), smaller if need be; returns those that have no
    such place. Points and lines are in the data's coordinates; the figure has its size.
    """
    from matplotlib.font_manager import FontProperties

    renderer, unit = axes.figure.canvas.get_renderer(), axes.figure.dpi / 72
    taken, homeless = segments_of(lines, axes), []
    for number in numbers:
        x, y = axes.transData.transform(number[1])
        for points, (right, up) in ((p, place) for p in (size, max(least, SMALLER * size)) for place in places):
            width, height, _ = renderer.get_text_width_height_descent(number[0], FontProperties(size=points), False)
            left = x + (right - 1) * width / 2 + right * GAP * unit
            low = y + (up - 1) * height / 2 + up * GAP * unit
            box = np.array([left, low, left + width, low + height])
            inside = (box[:2] >= frame[:2]).all() and (box[2:] <= frame[2:]).all()
            if inside and not overlaps(box + np.array([-0.3, -0.3, 0.3, 0.3]) * unit, taken):
                taken = np.vstack([taken, box])
                axes.annotate(number[0], number[1], ((left - x) / unit, (low - y) / unit), fontsize=points,
                              textcoords="offset points", va="baseline", ha="left", color=number[2])  # fmt: skip
                break
        else:
            homeless.append(number)
    return homeless
