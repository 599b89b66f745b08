"""Draws whether the support of branches is calibrated: the share of branches that are true, by their support.

Bars are Wilson's intervals of 95 %, as if branches were independent of each other. Branches that resolve a node of
several children of the true tree are in no share. Below are the numbers of branches, and hatched those that are wrong.
"""

import math

from . import grouping
from . import tertium_figures as tf

WIDTH, HEIGHT, COUNTS = 2.6, 2.2, 0.8  # inches: a panel, and the counts below it
BETWEEN = 0.12
NARROWEST, GAP, AROUND = 1.7, 0.55, 0.85  # a panel that a given width leaves, between two, and on both sides of all
Z = 1.96
FULL = 100  # percent


def shares(curve):
    """[(middle of the class, share, low, high)] in percent, of classes with branches about which there is a truth."""
    points, begins = [], [entry["from"] for entry in curve["classes"]] + [FULL]
    for entry, end in zip(curve["classes"], begins[1:]):
        known = entry["right"] + entry["wrong"]
        if known > 0:
            share = entry["right"] / known
            middle = (share + Z * Z / (2 * known)) / (1 + Z * Z / known)
            half = Z / (1 + Z * Z / known) * math.sqrt(share * (1 - share) / known + Z * Z / (4 * known * known))
            points.append(((entry["from"] + end) / 2, 100 * share, 100 * (middle - half), 100 * (middle + half)))
    return points


def draw_shares(axes, curves, styles):
    """One curve for each method; returns what the legend shows."""
    axes.plot([0, 100], [0, 100], color="#bbbbbb", linewidth=0.8, zorder=1)
    axes.axhline(95, color="#dddddd", linewidth=0.8, zorder=1)
    handles = {}
    for k, curve in enumerate(curves):
        style, points = styles[curve["label"]], shares(curve)
        shift = 0.9 * (k - (len(curves) - 1) / 2)
        x, y = [point[0] + shift for point in points], [point[1] for point in points]
        axes.vlines(x, [max(0, point[2]) for point in points], [min(100, point[3]) for point in points],
                    color=style.color, linewidth=0.8, alpha=0.6)  # fmt: skip
        handles[curve["label"]], = axes.plot(x, y, color=style.color, marker=style.marker, linestyle=style.line,
                                             linewidth=1.1, markersize=3.5, markeredgewidth=0)  # fmt: skip
    axes.set(xlim=(0, 100), ylim=(0, 103))
    axes.set_xticks(range(0, 101, 20), [])
    tf.nice_grid(axes)
    return handles


def draw_counts(axes, curves, styles):
    """Branches of each class, side by side for the methods, by the root of their number so that few are seen, too."""
    for k, curve in enumerate(curves):
        begins = [entry["from"] for entry in curve["classes"]] + [FULL]
        for entry, end in zip(curve["classes"], begins[1:]):
            width = 0.8 * (end - entry["from"]) / len(curves)
            left = entry["from"] + 0.1 * (end - entry["from"]) + k * width
            color = styles[curve["label"]].color
            axes.bar(left, math.sqrt(entry["branches"]), width, align="edge", color=color, alpha=0.55, linewidth=0)
            axes.bar(left, math.sqrt(entry["wrong"]), width, align="edge", color=color, linewidth=0)
    largest = max(entry["branches"] for curve in curves for entry in curve["classes"])
    power = 10 ** math.floor(math.log10(max(10, largest)))
    ticks = [0] + [tick for tick in (power / 10, power, 5 * power) if 0.04 * largest <= tick <= largest]
    axes.set_yticks([math.sqrt(tick) for tick in ticks], [f"{tick:.0f}" for tick in ticks])
    axes.set(xlim=(0, 100), ylim=(0, 1.05 * math.sqrt(max(1, largest))))
    axes.set_xticks(range(0, 101, 20))
    tf.nice_grid(axes)


def split(figure, axes):
    """The axes for the shares, and those for the counts, in the place of one."""
    box, height = axes.get_position(), figure.get_figheight()
    below = (box.y0, COUNTS / height)
    axes.set_position([box.x0, box.y0 + (COUNTS + BETWEEN) / height, box.width, box.height - (COUNTS + BETWEEN) / height])
    return axes, figure.add_axes([box.x0, below[0], box.width, below[1]])


def panels_in(width, count):
    """(width of a panel in inches, panels in a row) of a picture so wide, in cm; None: as wide as it likes to be."""
    across = min(count, 2 if count in (2, 4) else 3)
    if width is None:
        return WIDTH, across
    space = width * tf.CM - AROUND + GAP
    across = max(1, min(across, int(space / (NARROWEST + GAP))))
    return space / across - GAP, across


def draw(picture):
    page, panels = picture["page"], [panel for panel in picture["panels"] if panel["curves"]]
    plt = tf.pyplot(page["font_size"] or 9.0, page["svg_text"])
    labels = list(dict.fromkeys(curve["label"] for panel in panels for curve in panel["curves"]))
    methods = {curve["label"]: curve["method"] for panel in panels for curve in panel["curves"]}
    known = tf.method_styles(labels)
    own = tf.method_styles([method for method in methods.values() if method])
    alone = len(set(methods.values())) == len(labels)
    styles = {label: own[methods[label]] if alone and methods[label] else known[label] for label in labels}
    title = tf.formula(picture["title"]) if picture["title"] and page["title"] else None
    width, across = panels_in(page["width"], len(panels))
    figure, places = tf.new_panels(plt, len(panels), width, HEIGHT + COUNTS + BETWEEN,
                                   tf.legend_height(width * across, labels), title, (GAP, 0.9), across)  # fmt: skip
    handles = {}
    for k, (panel, place) in enumerate(zip(panels, places)):
        upper, lower = split(figure, place)
        handles.update(draw_shares(upper, panel["curves"], styles))
        draw_counts(lower, panel["curves"], styles)
        upper.set_title(tf.formula(tf.panel_title(k, len(panels), panel["title"])))
        lower.set_xlabel("support (%)")
        if k % across == 0:
            upper.set_ylabel("true branches (%)")
            lower.set_ylabel("branches,\ndark: wrong", fontsize=0.9 * plt.rcParams["font.size"], labelpad=1.5)
    tf.legend_below(figure, list(handles.values()), [tf.plain(label) for label in handles])
    if page["height"]:
        figure.set_figheight(page["height"] * tf.CM)
    return figure


def main(sent, stem):
    tf.save(draw(grouping.support(sent)), stem)
