"""Where things stand in a drawn sweep: panels on the page, places and ticks on the axis of x."""

import math

import numpy as np

from . import figure_texts
from . import tertium_figures as tf

LEAST_PANEL = 4.8  # cm: panels side by side are at least as wide, where their number is free
LEAST_GAP = 0.2  # of all values, between methods that are far apart, and
SQUEEZED = 0.15  # of all values, that several of them have
NARROWEST_PANEL = 3.4  # cm: rows and columns are swapped rather than have narrower ones


class Layout:
    """How panels stand on the page. Lengths in cm."""

    def __init__(self, picture):
        page = picture["page"]
        self.width = page["width"] or tf.PAGE_WIDTH
        self.font_size = page["font_size"] or tf.FONT_SIZE
        count = len(picture["panels"])
        self.columns, self.swapped = picture["columns"], False
        if self.columns is None:
            most = max(1, int(self.width / LEAST_PANEL))
            self.columns = -(-count // -(-count // min(count, most)))
        self.rows = -(-count // self.columns)
        if picture["columns"] and self.width / self.columns < NARROWEST_PANEL and self.rows < self.columns:
            self.columns, self.rows, self.swapped = self.rows, self.columns, True
        self.panel_width = self.width / self.columns
        self.box_height = min(max(0.68 * self.panel_width, 3.2), 6.0)
        self.height = page["height"]
        self.letter = 0.6 * self.font_size / 72  # inches
        self.line = 1.4 * self.font_size / 72  # inches

    def panels_height(self, has_titles, has_upper_axis):
        """What all panels need, with what stands around them, in inches."""
        around = 3.0 + 1.6 * self.rows * has_titles + 2.9 * has_upper_axis + 0.5 * self.rows
        return self.rows * self.box_height * tf.CM + around * self.line

    def place(self, index):
        """(row, column) of a panel."""
        wide = self.rows if self.swapped else self.columns
        row, column = divmod(index, wide)
        return (column, row) if self.swapped else (row, column)


def fit_page(figure, layout, picture, handles, words, upper_axis=False):
    """Puts the title above all panels and a legend below, and gives the paper the height that all of it needs."""
    size, text = 1.15 * layout.font_size, picture["title"] if picture["page"]["title"] else ""
    title = figure_texts.in_lines(figure, text, 0.98 * layout.width, size).splitlines() if text else []
    legend = tf.legend_below(figure, handles, words)  # for its height alone, which the page has to have
    for old in list(figure.legends):
        old.remove()
    above = 0.02 * bool(title) + 1.45 * layout.font_size / 72 * len(title)
    panels = layout.panels_height(any(p["title"] for p in picture["panels"]), upper_axis)
    height = layout.height * tf.CM if layout.height else panels + legend + above
    figure.set_size_inches(layout.width * tf.CM, height)
    if height < panels + legend + above - layout.rows * (layout.box_height * tf.CM - 0.4):
        raise tf.FigureError(f"{layout.height:g} cm are too low for this picture; take --height "
                             f"{math.ceil((panels + legend + above) / tf.CM)}")  # fmt: skip
    tf.legend_below(figure, handles, words)
    if title:
        figure.text(0.5, 1 - 0.03 / height, "\n".join(title), ha="center", va="top", fontsize=size)
    low, high = (legend + 0.02) / height, 1 - above / height
    figure.get_layout_engine().set(rect=(0.0, low, 1.0, high - low), h_pad=0.03, w_pad=0.03)


class Axis:
    """The places of x, their scale and sideways shifts."""

    def __init__(self, picture, layout):
        x = picture["x"]
        self.x, self.layout = x, layout
        lines = [curve for panel in picture["panels"] for curve in panel["curves"] + panel["thin"]]
        self.places = sorted({place for curve in lines for place in curve["x"] or ()})
        if x["scale"] == "log" and x.get("measured"):  # such as no questions asked, where there is no budget for any
            self.places = [place for place in self.places if place > 0] or self.places
        spread = bool(self.places) and self.places[0] > 0 and self.places[-1] / self.places[0] > 50
        self.log = x["categories"] is None and (x["scale"] == "log" or (x["scale"] == "auto" and spread))
        self.log = self.log and bool(self.places) and self.places[0] > 0
        self.space = max(0.5, layout.panel_width - 1.4) / 2.54  # inches, about

    def inner(self, places):
        """Places as the axis spaces them."""
        return np.log10(places) if self.log else np.asarray(places, dtype=float)

    def shifted(self, places, share):
        """The places moved by a share of the space around them, so that bars stay apart; -0.5 <= share <= 0.5."""
        inner = self.inner(self.places)
        if len(inner) < 2 or self.x.get("measured"):
            places = np.asarray(places, dtype=float)
            return np.where(places > 0, places, np.nan) if self.log else places
        if not self.x["ordered"]:
            space = 0.4
        else:
            space = min(min(np.diff(inner)) / 3, (inner[-1] - inner[0]) / 30)
        moved = self.inner(places) + share * space
        return 10**moved if self.log else moved

    def limits(self):
        inner = self.inner(self.places)
        if self.x["limits"]:
            return self.x["limits"]
        even = len(inner) > 1 and not self.x.get("measured")
        step = min(np.diff(inner)) if even else 0.5 if self.log else 0.2 * abs(inner[0]) or 1.0
        step = max(step, 0.06 * (inner[-1] - inner[0]))
        low, high = inner[0] - 0.5 * step, inner[-1] + 0.5 * step
        return (10**low, 10**high) if self.log else (low, high)

    def ticks(self):
        """Places that can be labelled without labels touching, and the labels."""
        texts = [f"{place:g}" for place in self.places]
        if self.x["categories"] is not None:
            words = [self.x["categories"][int(place)] for place in self.places]
            return self.places, [tf.expression(word) if self.x["ordered"] else tf.plain(word) for word in words]
        low, high = self.limits()
        span = math.log10(high / low) if self.log else high - low
        ticks, labels, end = [], [], -math.inf
        for place, text in zip(self.places, texts):
            if not low <= place <= high:
                continue
            middle = (math.log10(place / low) if self.log else place - low) / span * self.space
            half = (len(text) + 1.2) * self.layout.letter / 2
            if middle - half >= end:
                ticks.append(place)
                labels.append(text)
                end = middle + half
        return ticks, labels

    def apply(self, axes):
        if not self.places:
            axes.set_xticks([])
            return
        if self.log:
            axes.set_xscale("log")
        axes.set_xlim(*self.limits())
        if self.x.get("measured"):  # points stand wherever they fall: the ticks are those of the scale
            axes.minorticks_off()
            return
        ticks, labels = self.ticks()
        longest = max(map(tf.length, labels), default=0) * self.layout.letter * len(labels)
        slanted = self.x["categories"] is not None and longest > self.space
        look = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
        axes.set_xticks(ticks, labels, **look)
        axes.minorticks_off()

    def add_over(self, axes):
        """x divided by a parameter along the upper edge."""
        over = self.x["over"]
        if not over or not self.places:
            return
        ticks, _ = self.ticks()
        upper = axes.secondary_xaxis("top", functions=(lambda x: x / over["divisor"], lambda r: r * over["divisor"]))
        ratios = [tick / over["divisor"] for tick in ticks]
        upper.set_xticks(ratios, [f"{ratio:.3g}" for ratio in ratios])
        upper.minorticks_off()
        upper.set_xlabel(tf.formula(over["label"]))


def far_apart(ranges):
    """(end of the lower values, begin of the upper ones, whether the lower ones are squeezed) of curves with these
    (lowest, highest) values, where several would lie on each other for others that are far away; else None."""
    ranges = sorted(ranges)
    ends = np.maximum.accumulate([high for _, high in ranges])
    whole = ends[-1] - ranges[0][0] if ranges else 0.0
    gap, count = max(((ranges[k][0] - ends[k - 1], k) for k in range(1, len(ranges))), default=(0.0, 0))
    if whole <= 0.0 or gap < LEAST_GAP * whole:
        return None
    low, high = float(ends[count - 1]), ranges[count][0]
    sides = (((low - ranges[0][0]) / whole, count, True), ((ends[-1] - high) / whole, len(ranges) - count, False))
    share, _, below = min((side for side in sides if side[1] > 1), default=(1.0, 0, True))
    return (low, high, below) if share < SQUEEZED else None


class BrokenAxis:
    """An axis of y in two parts, one above the other; what is squeezed has more of it than the rest."""

    MOST, REST = 0.55, 0.38  # of its height; between the parts there is nothing

    def __init__(self, lowest, highest, low, high, below):
        space = [0.06 * part or 0.02 * (highest - lowest) for part in (low - lowest, highest - high)]
        space = [min(part, 0.3 * (high - low)) for part in space]
        self.values = np.array([lowest - space[0], low + space[0], high - space[1], highest + space[1]])
        first = self.MOST if below else self.REST
        self.places = np.array([0.0, first, 1.0 - (self.REST if below else self.MOST), 1.0])

    def place(self, value):
        return self.line(value, self.values, self.places)

    def line(self, x, xs, ys):
        """Straight lines through the four points, the outer ones going on."""
        x = np.asarray(x, dtype=float)
        slope = np.diff(ys) / np.diff(xs)
        piece = np.clip(np.searchsorted(xs, x) - 1, 0, len(slope) - 1)
        return ys[piece] + slope[piece] * (x - xs[piece])

    def apply(self, axes, unit):
        from matplotlib.ticker import MaxNLocator

        axes.set_yscale("function", functions=(self.place, lambda place: self.line(place, self.places, self.values)))
        axes.set_ylim(self.values[0], self.values[-1])
        ticks = []
        for low, high, share in zip(self.values[::2], self.values[1::2], np.diff(self.places)[::2]):
            found = MaxNLocator(4 if share == self.MOST else 3, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
            ticks += [tick for tick in found if low <= tick <= high]
        axes.set_yticks(ticks)
        axes.minorticks_off()
        self.mark(axes, unit)

    def mark(self, axes, unit):
        """White between the parts, and slanted strokes where they end."""
        low, high = self.places[1:3]
        look = {"transform": axes.transAxes, "clip_on": False, "zorder": 5}
        stroke = {"marker": [(-1, -0.6), (1, 0.6)], "markersize": 7 * unit, "linestyle": "none", "markeredgecolor": "#000000"}
        for side in (0, 1):
            axes.plot([side, side], [low, high], color="white", linewidth=2.5 * unit, solid_capstyle="butt", **look)
            axes.plot([side, side], [low, high], markeredgewidth=0.8 * unit, **stroke, **look)
